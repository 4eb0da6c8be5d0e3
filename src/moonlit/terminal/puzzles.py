"""Puzzles at the terminal: write the move; a wrong one is answered with why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from moonlit.core import engine
from moonlit.core.words import phrases, say
from moonlit.study.puzzles import Puzzle, Try, try_move
from moonlit.study.words import decimal, sentence
from moonlit.terminal.play import GOLD, MUTED, Table
from moonlit.terminal.screen import Screen
from moonlit.terminal.solver import rate, rating_in

Next = Callable[[Puzzle], Puzzle | None]  # the puzzle after this one; None: there is no more


class Solving(Table):
    """Puzzle after puzzle, as whoever is to move sees it."""

    commands: tuple[str, ...] = (
        "help",
        "rules",
        "moves",
        "look",
        "log",
        "show",
        "next",
        "language",
        "quit",
    )

    def __init__(self, puzzle: Puzzle, screen: Screen, after: Next) -> None:
        self.screen = screen
        self.after = after
        self.begin(puzzle)

    def begin(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        super().__init__(puzzle.match(), self.screen)
        engine.quick_start(self.match.game)  # by the first try it may be ready
        self.found: list[str] = []
        self.done = False
        self.message = [self.screen.say("puzzle_ask", self.names(), seat=puzzle.seat)]
        if len(puzzle.solution) > 1:
            self.message.append(self.screen.say("puzzle_steps", count=len(puzzle.solution)))

    def check_bots(self) -> None:
        """Nobody else moves here."""

    def hand_over(self) -> None:
        """One person solves, whoever is to move."""

    def viewer(self) -> int | None:
        return self.puzzle.seat

    def headline(self) -> Text:
        language, puzzle = self.screen.language, self.puzzle
        line = Text(f"{say(puzzle.game, 'name', language)} · ", style=MUTED)
        line.append(
            self.screen.say("puzzle_head", id=puzzle.id, rating=round(puzzle.rating)), style=GOLD
        )
        own = rating_in(puzzle.game)
        if own is not None:
            line.append(" · " + self.screen.say("puzzle_own", rating=own), style=MUTED)
        return line

    # ---- what is asked

    def ask(self) -> str:
        return self.screen.ask(self.screen.say("prompt_solved" if self.done else "prompt_puzzle"))

    def obey(self, line: str) -> None:
        if not line and self.done:
            self.do_next("")
        else:
            super().obey(line)

    def move(self, line: str) -> None:
        if self.done:
            self.message = [self.screen.say("puzzle_over")]
            return
        move = self.match.spell(self.match.action(line), self.match.to_move)
        tried = self.tried(move)
        if not tried.right:
            self.message = [self.wrong(tried), *self.rated(False)]
            return
        told = self.describe_move(move)
        self.go_on(move)
        if not tried.solved:
            self.message = [self.screen.say("puzzle_goes_on", move=told)]
            return
        self.done = True
        right = self.screen.say("puzzle_right", move=told)
        self.message = [" ".join([right, *self.why(tried)]), *self.themes(), *self.rated(True)]

    def tried(self, move: str) -> Try:
        self.screen.show(Text(self.screen.say("thinking_hint"), style=GOLD))
        self.get_ready()
        return try_move(self.puzzle, self.found, move)

    def go_on(self, move: str) -> None:
        self.found.append(move)
        self.match.play(move)

    def do_show(self, rest: str) -> None:
        """The solution, from here on."""
        if self.done:
            self.message = [self.screen.say("puzzle_over")]
            return
        lines = self.rated(False)
        shown = []
        for move in self.puzzle.solution[len(self.found) :]:
            tried = self.tried(move)
            shown.append(" ".join([self.describe_move(move), *self.why(tried)]))
            self.go_on(move)
        self.done = True
        told = self.screen.say("puzzle_shown", moves=" ".join(shown))
        self.message = [told, *self.themes(), *lines]

    def do_next(self, rest: str) -> None:
        puzzle = self.after(self.puzzle)
        if puzzle is None:
            self.message = [self.screen.say("puzzle_none")]
        else:
            self.begin(puzzle)

    def quit(self) -> None:
        """Nothing has to be kept: what was tried is."""
        self.running = False

    # ---- what is said

    def wrong(self, tried: Try) -> str:
        language = self.screen.language
        key = "puzzle_wrong_score" if self.puzzle.unit == "score" else "puzzle_wrong"
        loss = decimal(tried.loss, language)
        mark = say("study", f"mark.{tried.mark}", language)
        return " ".join(
            [self.screen.say(key, move=tried.move, loss=loss, mark=mark), *self.why(tried)]
        )

    def why(self, tried: Try) -> Sequence[str]:
        return [sentence(entry, self.screen.language, self.names()) for entry in tried.why]

    def describe_move(self, move: str) -> str:
        game, language = self.match.game.name, self.screen.language
        told = " ".join(
            say(game, entry["key"], language, self.names(), **entry["args"])
            for entry in self.match.describe(move)
        )
        return f"{move}: {told}"

    def themes(self) -> list[str]:
        words = phrases(self.puzzle.game, self.screen.language)
        names = [words[f"theme.{theme}"] for theme in self.puzzle.themes]
        return [self.screen.say("puzzle_themes", themes=", ".join(names))] if names else []

    def rated(self, solved: bool) -> list[str]:
        """What a first try makes of the rating; a full disk must not end the solving."""
        try:
            after = rate(self.puzzle, solved)
        except OSError as reason:
            return [self.screen.say("not_kept", reason=reason.strerror)]
        if after is None:
            return []
        change = f"{after['change']:+}".replace("-", "−")
        return [self.screen.say("puzzle_rated", rating=after["rating"], change=change)]
