"""A game at the terminal: people at one keyboard, bots in the other seats."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from moonlit.core import engine
from moonlit.core.errors import MoonlitError, shown
from moonlit.core.jit import COMPILING
from moonlit.core.match import Match
from moonlit.core.words import LANGUAGES, phrases, say
from moonlit.terminal.files import unfinished, write_match
from moonlit.terminal.screen import TOPIC, Screen, board, in_columns, wrapped
from moonlit.terminal.sentences import BOT, bot_name, is_bot, is_shipped, rules_text
from moonlit.terminal.standings import standings

if TYPE_CHECKING:  # bots come with their search: the first board does not wait for it
    from moonlit.bots import Bot, OwnBotFailed

NEWS = 4  # lines of the log under the board; more where there is room
ROOM = 80, 24  # what every board fits into
ANSWER = 10  # lines of an answer there, at most
COMMANDS = ("help", "rules", "moves", "hint", "look", "log", "undo", "save", "language", "quit")
MUTED, GOLD = "#8a92bd", "bold #f3d58a"


class Table:
    """One match, its people and its bots, until it is over or somebody quits."""

    commands: tuple[str, ...] = COMMANDS

    def __init__(self, match: Match, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self.board = board(match.game)
        self.people = [seat for seat, name in enumerate(match.players) if not is_bot(name)]
        self.focus: int | None = None  # whose table is shown; None: that of the seat to move
        self.seen_by: int | None = None  # who looked at the screen last
        self.message: list[str] = []
        self.told = match.number  # log entries before this one have been read
        self.running = True
        self.bots: dict[str, Bot] = {}
        self.check_bots()

    def check_bots(self) -> None:
        """A bot or weights of somebody's own may be refused, and then before anything is shown."""
        for name in self.match.players:
            if is_bot(name) and not is_shipped(name):
                self.find_bot(name)

    def find_bot(self, name: str) -> Bot:
        """A level is found when it first moves: its network takes a tenth of a second to read."""
        from moonlit.bots import find_bot

        if name not in self.bots:
            players = len(self.match.players)
            self.bots[name] = find_bot(name.removeprefix(BOT), self.match.game, players)
        return self.bots[name]

    # ---- the loop

    def run(self) -> None:
        try:
            while self.running:
                self.play_bots()
                self.hand_over()
                self.draw()
                self.obey(self.ask())
        except (EOFError, KeyboardInterrupt):
            self.screen.show("")
            self.quit()

    def play_bots(self) -> None:
        """Let bots move until it is a person's turn; each move is shown while the next is found."""
        while (seat := self.match.to_move) is not None and seat not in self.people:
            from moonlit.bots import ask

            name = self.match.players[seat]
            if name not in (f"{BOT}random", f"{BOT}greedy"):
                self.draw()
                self.screen.show(
                    Text(self.screen.say("thinking", self.names(), seat=seat), style=GOLD)
                )
                self.get_ready()
            bot = self.find_bot(name)
            self.match.play(ask(bot, self.match, secrets.randbits(48), self.lost_turn))
            self.keep()

    def lost_turn(self, failure: OwnBotFailed) -> None:
        self.message.append(failure.turn_lost(self.screen.language))

    def get_ready(self) -> None:
        """Thinking needs compiled code: wait for the process that is filling the cache."""
        if COMPILING and not engine.is_warm(self.match.game):
            self.screen.show(Text(self.screen.say("compiling"), style=MUTED))
            engine.wait_until_warm(self.match.game)

    def hand_over(self) -> None:
        """Where seats have secrets, blank the screen before another person looks."""
        seat = self.match.to_move
        if seat is None or seat == self.seen_by:
            return
        if self.match.game.has_secrets and len(self.people) > 1:
            self.screen.clear()
            if not self.screen.console.is_terminal:
                self.screen.show("\n" * 24)
            self.screen.ask(self.screen.say("pass_on", self.names(), seat=seat))
        self.seen_by = seat
        self.focus = None

    def viewer(self) -> int | None:
        """Whose knowledge the screen shows: that of a person, never a bot's."""
        if self.match.to_move in self.people:
            return self.match.to_move
        return self.people[0] if len(self.people) == 1 else None

    def names(self) -> list[str]:
        """The players' names as this language shows them."""
        language = self.screen.language
        return [
            f"{bot_name(name, language)} {seat + 1}" if is_bot(name) else name
            for seat, name in enumerate(self.match.players)
        ]

    # ---- what is seen

    def draw(self) -> None:
        match, screen = self.match, self.screen
        width, height = screen.size
        view = {**match.view(self.viewer()), "players": self.names()}
        seats = (self.focus, self.viewer(), match.to_move, 0)
        focus = next(seat for seat in seats if seat is not None)
        room = NEWS + max(0, height - ROOM[1]) // 2
        news = self.news(width, room)
        headline = self.headline()
        if width < ROOM[0] or height < ROOM[1]:
            headline.append(" · " + screen.say("small", width=ROOM[0], height=ROOM[1]), MUTED)
        screen.clear()
        screen.show(
            headline,
            self.board.draw(view, focus, screen.language, width, height - 2 - max(room, len(news))),
            *[Text(line, style=MUTED) for line in news],
        )

    def headline(self) -> Text:
        name = say(self.match.game.name, "name", self.screen.language)
        if self.match.to_move is None:
            what = self.screen.say("over")
        elif self.people == [self.match.to_move]:
            what = self.screen.say("your_turn")
        else:
            what = self.screen.say("turn_of", self.names(), seat=self.match.to_move)
        line = Text(f"{name} · ", style=MUTED)
        line.append(what, style=GOLD)
        return line

    def news(self, width: int, room: int) -> list[str]:
        """What the person was just told, or else what has happened since they last moved.

        An answer is shown whole, as far as half a screen goes; of the news the latest, whole too.
        """
        if self.message:
            told, self.message = self.message, []
            return [part for line in told for part in wrapped(line, width)][:ANSWER]
        lines = [line for move in self.log_lines(self.told) for line in move]
        end = self.standings() if self.match.over else []
        lines += end
        most = max(room, sum(len(wrapped(line, width)) for line in end))
        latest: list[str] = []
        for line in reversed(lines):
            parts = wrapped(line, width)
            if latest and len(latest) + len(parts) > most:
                break
            latest = parts + latest
        return latest

    def log_lines(self, since: int = 0) -> list[list[str]]:
        topic, names = self.match.game.name, self.names()
        return [
            [
                say(topic, entry["key"], self.screen.language, names, **entry["args"])
                for entry in move
            ]
            for move in self.match.log(self.viewer(), since)
        ]

    def standings(self) -> list[str]:
        width, _ = self.screen.size
        return standings(self.match, self.names(), self.screen.language, width)

    # ---- what is asked

    def ask(self) -> str:
        return self.screen.ask(self.screen.say("prompt_over" if self.match.over else "prompt"))

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self.command(word)
        try:
            if not line:
                return
            if command is not None:
                getattr(self, f"do_{command}")(rest.strip())
            elif line.endswith("?"):
                self.preview(line[:-1].strip())
            else:
                self.move(line)
        except MoonlitError as error:
            self.message = [error.text(self.screen.language)]

    def command(self, word: str) -> str | None:
        """A command by its word in the person's language, or in English."""
        for language in (self.screen.language, "en"):
            for key, text in phrases(TOPIC, language).items():
                group, _, name = key.partition(".")
                if group == "command" and name in self.commands and text == word.lower():
                    return name
        return None

    def move(self, line: str) -> None:
        before = self.match.number
        self.match.play(line)
        self.told = before
        self.keep()

    def preview(self, move: str) -> None:
        seen = self.match.preview(move)
        game, language = self.match.game.name, self.screen.language
        self.message = [
            say(game, entry["key"], language, self.names(), **entry["args"])
            for entry in seen["entries"]
        ]

    # ---- the commands

    def do_help(self, rest: str) -> None:
        game, language = self.match.game.name, self.screen.language
        lines = [say(game, key, language) for key in ("help.notation", "help.drawing")]
        lines.append(self.screen.say("help.text"))
        for name in self.commands:
            word = self.screen.say(f"command.{name}")
            lines.append(f"  {word:<10} {self.screen.say(f'command_help.{name}')}")
        self.screen.page("\n".join(lines))

    def do_rules(self, rest: str) -> None:
        self.screen.page(rules_text(self.match.game.name, self.screen.language))

    def do_moves(self, rest: str) -> None:
        moves = self.match.moves()
        title = self.screen.say("moves_title", count=len(moves))
        self.screen.page(f"{title}\n{in_columns(moves, self.screen.size[0])}")

    def do_look(self, rest: str) -> None:
        last = len(self.match.players)
        if rest.isdecimal() and 1 <= int(rest[:6]) <= last:
            self.focus = int(rest[:6]) - 1
        else:
            self.message = [self.screen.say("look_which", last=last)]

    def do_hint(self, rest: str) -> None:
        """What the strongest bot would think, from what the seat to move may know."""
        if self.match.to_move is None:
            self.message = [self.screen.say("over")]
            return
        self.screen.show(Text(self.screen.say("thinking_hint"), style=GOLD))
        self.get_ready()
        from moonlit.terminal.hints import hint_lines

        self.message = hint_lines(self.match, self.screen.language, self.names())

    def do_log(self, rest: str) -> None:
        log = self.log_lines()
        lines = [f"{number:>3}  {' '.join(move)}" for number, move in enumerate(log, 1)]
        self.screen.page("\n".join(lines))

    def do_undo(self, rest: str) -> None:
        """Back to the last decision of a person."""
        if not any(mover in self.people for mover in self.movers()):
            self.message = [self.screen.say("nothing_here")]
            return
        before = self.match.number
        self.match.undo()
        while self.match.to_move not in self.people:
            self.match.undo()
        self.told = self.match.number
        self.seen_by = None
        self.message = [self.screen.say("undone", count=before - self.match.number)]
        self.keep()

    def movers(self) -> list[int]:
        copy, found = self.match.copy(), []
        while copy.number:
            copy.undo()
            found.append(copy.to_move or 0)
            if copy.to_move in self.people:
                break
        return found

    def do_save(self, rest: str) -> None:
        path = Path(rest or f"{self.match.game.name}.json")
        try:
            path = path.expanduser()
            write_match(self.match, path)
            self.message = [self.screen.say("saved", path=path)]
        except OSError as reason:
            self.message = [self.screen.say("not_saved", path=path, reason=reason.strerror)]
        except (ValueError, RuntimeError):  # the home of nobody; characters that no path has
            self.message = [self.screen.say("no_path", path=shown(rest))]

    def do_language(self, rest: str) -> None:
        if rest in LANGUAGES:
            self.screen.language = rest
        else:
            self.message = [self.screen.say("language_is", languages=LANGUAGES)]

    def do_quit(self, rest: str) -> None:
        self.quit()

    def quit(self) -> None:
        self.running = False
        if self.match.over:
            with suppress(OSError):
                self.place().unlink(missing_ok=True)
        elif self.match.number:
            kept = self.keep()
            self.screen.show(self.screen.say("saved_quit") if kept else self.message[0])

    def place(self) -> Path:
        """Where the game is kept."""
        return unfinished()

    def keep(self) -> bool:
        """Keep the game in progress after every move; a full disk must not end the game."""
        try:
            write_match(self.match, self.place())
        except OSError as reason:
            path = self.place()
            self.message = [self.screen.say("not_saved", path=path, reason=reason.strerror)]
            return False
        return True
