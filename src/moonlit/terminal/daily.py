"""The daily at the terminal: its game, once for keeps, its puzzles, par, and a text to share."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.text import Text

from moonlit.core.errors import BadTable, MoonlitError
from moonlit.core.files import locked, read_json
from moonlit.core.match import Match
from moonlit.core.words import phrases, say
from moonlit.study.puzzles import EPOCH, Daily, Puzzle
from moonlit.study.words import decimal
from moonlit.terminal.files import data_folder, read_match, write_json
from moonlit.terminal.play import GOLD, Table
from moonlit.terminal.puzzles import Solving
from moonlit.terminal.screen import TOPIC, Screen
from moonlit.terminal.solver import outcome

Means = dict[str, float]  # by level, the weakest first: what it makes of the deal
SIGNS = {True: "✓", False: "✗", None: "·"}


class DayGame(Table):
    """The game of the day that counts: no hints, and no move is taken back."""

    commands: tuple[str, ...] = ("help", "rules", "moves", "look", "log", "language", "quit")

    def __init__(self, match: Match, screen: Screen, path: Path) -> None:
        super().__init__(match, screen)
        self.path = path
        self.message = [screen.say("day_once")]

    def place(self) -> Path:
        return self.path

    def ask(self) -> str:
        return self.screen.ask(self.screen.say("prompt_day_over" if self.match.over else "prompt"))

    def quit(self) -> None:
        self.running = False
        if self.match.number and not self.match.over:
            kept = self.keep()
            self.screen.show(self.screen.say("day_kept") if kept else self.message[0])


def check_come(day: datetime.date, today: datetime.date) -> None:
    """Nobody is told of days to come."""
    if day > today:
        told = {"given": day.isoformat(), "today": today.isoformat()}
        raise BadTable("day_to_come", TOPIC, **told)


class Day:
    """What there is on a day, until somebody quits."""

    def __init__(
        self, daily: Daily, today: datetime.date, screen: Screen, par: Callable[[Match], Means]
    ) -> None:
        check_come(daily.date, today)
        self.daily = daily
        self.today = daily.date == today
        self.screen = screen
        self.par = par
        self.message: list[str] = []
        self.puzzles = list(daily.puzzles.values())

    def run(self) -> None:
        try:
            while True:
                self.draw()
                line = self.screen.ask(self.screen.say("day_prompt")).lower()
                if self.command(line) == "quit":
                    return
                try:
                    self.obey(line)
                except MoonlitError as error:
                    self.message = [error.text(self.screen.language)]
        except (EOFError, KeyboardInterrupt):
            self.screen.show("")

    # ---- what is seen

    def draw(self) -> None:
        say_ = self.screen.say
        self.screen.clear()
        head = say_("day_head", number=self.daily.number, date=self.daily.date.isoformat())
        self.screen.show(Text(head, style=GOLD), "")
        if self.daily.solo is not None:
            game = self.name(self.daily.solo.game)
            self.screen.show(say_("day_solo", game=game, how=self.how_far()))
        if self.played() and (means := self.known_par()):
            self.screen.show(say_("day_par", levels=self.levels(means)))
        if not self.today:
            self.screen.show(say_("day_past"))
        self.screen.show("")
        for number, puzzle in enumerate(self.puzzles, 1):
            done = outcome(puzzle.id)
            key = {True: "puzzle_solved", False: "puzzle_failed", None: "puzzle_open"}[done]
            rating, game = round(puzzle.rating), self.name(puzzle.game)
            told = say_("day_puzzle", game=game, rating=rating, how=say_(key))
            self.screen.show(f"{number}  {told}")
        if (days := streak(self.daily.date)) > 1:
            self.screen.show("", say_("day_streak", count=days))
        self.screen.show("", say_("day_keys", **self.words()), *self.message)
        self.message = []

    def how_far(self) -> str:
        match = kept_game(self.daily.date)
        if match is None:
            return self.screen.say("day_open")
        if not match.over:
            return self.screen.say("day_begun", count=match.number)
        return self.screen.say("day_score", score=score(match))

    def name(self, game: str) -> str:
        return say(game, "name", self.screen.language)

    def words(self) -> dict[str, Any]:
        names = ("play", "par", "share", "quit")
        found = {name: self.screen.say(f"day_command.{name}") for name in names}
        return {**found, "last": len(self.puzzles)}

    def levels(self, means: Means) -> str:
        words = phrases("bots", self.screen.language)
        return ", ".join(
            f"{words[f'level.{level}']} {decimal(mean, self.screen.language)}"
            for level, mean in means.items()
        )

    # ---- what is asked

    def command(self, line: str) -> str | None:
        for language in (self.screen.language, "en"):
            for name in ("play", "par", "share", "quit"):
                if line == say(TOPIC, f"day_command.{name}", language):
                    return name
        return "quit" if line == "q" else None

    def obey(self, line: str) -> None:
        command = self.command(line)
        if line.isdecimal() and 1 <= int(line[:6]) <= len(self.puzzles):
            Solving(self.puzzles[int(line) - 1], self.screen, self.after).run()
        elif command is not None and self.daily.solo is not None:
            getattr(self, f"do_{command}")()
        elif line:
            self.message = [self.screen.say("day_what", **self.words())]

    def after(self, puzzle: Puzzle) -> Puzzle | None:
        """The next of the day's puzzles that was not tried."""
        number = self.puzzles.index(puzzle)
        others = self.puzzles[number + 1 :] + self.puzzles[:number]
        return next((each for each in others if outcome(each.id) is None), None)

    def do_play(self) -> None:
        assert self.daily.solo is not None
        path = game_at(self.daily.date)
        kept = kept_game(self.daily.date)
        if not self.today or (kept is not None and kept.over):
            table = Table(self.daily.solo.match(), self.screen)
            table.message = [self.screen.say("day_fun" if self.today else "day_past")]
            table.run()
            return
        with alone(path):
            match = kept_game(self.daily.date) or self.daily.solo.match()
            DayGame(match, self.screen, path).run()

    def do_par(self) -> None:
        assert self.daily.solo is not None
        if not self.played():
            self.message = [self.screen.say("day_par_later")]
        elif not self.known_par():
            write_json(self.par(self.daily.solo.match()), par_at(self.daily.date))

    def do_share(self) -> None:
        match = kept_game(self.daily.date)
        if match is None or not match.over:
            self.message = [self.screen.say("day_not_played")]
        else:
            self.message = ["", *self.share(match)]

    def share(self, match: Match) -> list[str]:
        """How it went, and nothing of how: moons for the levels reached, then the puzzles."""
        say_, own = self.screen.say, score(match)
        means = self.known_par() or {}
        low = match.game.low_wins
        reached = [level for level, mean in means.items() if (own <= mean if low else own >= mean)]
        moons = "".join("🌕" if level in reached else "🌑" for level in means)
        date = self.daily.date.isoformat()
        told = say_("share_score", game=self.name(match.game.name), score=own)
        lines = [
            say_("share_title", number=self.daily.number, date=date),
            f"{told} {moons}".strip(),
        ]
        if reached:
            level = phrases("bots", self.screen.language)[f"level.{reached[-1]}"]
            lines.append(say_("share_reached", level=level))
        tries = [outcome(puzzle.id) for puzzle in self.puzzles]
        if any(each is not None for each in tries):
            lines.append(say_("share_puzzles", signs=" ".join(SIGNS[each] for each in tries)))
        return lines

    def played(self) -> bool:
        """What others make of a deal is told when one's own game of it is over."""
        return not self.today or is_finished(self.daily.date)

    def known_par(self) -> Means | None:
        path = par_at(self.daily.date)
        return read_json(path) if path.exists() else None


# ---- what is kept ------------------------------------------------------------------------------


def game_at(day: datetime.date) -> Path:
    return data_folder() / "daily" / f"{day.isoformat()}.json"


def par_at(day: datetime.date) -> Path:
    return data_folder() / "daily" / f"{day.isoformat()}-par.json"


def kept_game(day: datetime.date) -> Match | None:
    path = game_at(day)
    return read_match(path) if path.exists() else None


def score(match: Match) -> int:
    standings = match.standings()
    assert standings is not None
    return int(standings[0]["score"])


def streak(day: datetime.date) -> int:
    """Days in a row with a finished game, up to this one or the one before."""
    if not is_finished(day):
        day -= datetime.timedelta(days=1)
    count = 0
    while day >= EPOCH and is_finished(day):
        count += 1
        day -= datetime.timedelta(days=1)
    return count


def is_finished(day: datetime.date) -> bool:
    path = game_at(day)
    return path.exists() and read_json(path).get("result") is not None


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """The game that counts is open in one window at a time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.with_suffix(".lock").open("ab")
    except OSError as reason:
        raise BadTable("unwritable", TOPIC, path=str(path), reason=reason.strerror) from None
    with file:
        if not locked(file):
            raise BadTable("day_busy", TOPIC)
        yield
