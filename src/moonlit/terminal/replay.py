"""A record, move by move."""

from __future__ import annotations

from rich.text import Text

from moonlit.core.match import Match
from moonlit.core.words import say
from moonlit.terminal.play import GOLD, NEWS, Table
from moonlit.terminal.screen import Screen


class Replay(Table):
    """Step through a game as a spectator sees it."""

    def __init__(self, match: Match, screen: Screen) -> None:
        super().__init__(match, screen)
        self.whole = match
        self.moves = match.record()["moves"]
        self.go(0)

    def check_bots(self) -> None:
        """Nobody moves here, and a record from elsewhere must not say what is loaded."""

    def go(self, number: int) -> None:
        number = max(0, min(len(self.moves), number))
        self.match = self.whole.copy()
        while self.match.number > number:
            self.match.undo()
        self.told = number - 1 if number else 0

    def viewer(self) -> int | None:
        return None

    def run(self) -> None:
        if not self.screen.console.is_terminal:
            self.list_all()
            return
        try:
            while self.running:
                self.draw()
                self.obey(self.ask())
        except (EOFError, KeyboardInterrupt):
            self.screen.show("")

    def list_all(self) -> None:
        """Not on a terminal: the log, the last board, the standings."""
        self.go(len(self.moves))
        told = zip(self.match.history(), self.log_lines(), strict=True)
        for number, (move, lines) in enumerate(told, 1):
            self.screen.show(f"{number:>3} {move:<10} {' '.join(lines)}")
        width, height = self.screen.size
        view = {**self.match.view(None), "players": self.names()}
        self.screen.show(
            "", self.board.draw(view, 0, self.screen.language, width, height - 2 - NEWS)
        )
        self.screen.show(*self.standings())

    def headline(self) -> Text:
        game = say(self.match.game.name, "name", self.screen.language)
        at = self.screen.say(
            "replay_at", game=game, number=self.match.number, count=len(self.moves)
        )
        return Text(at, style=GOLD)

    def ask(self) -> str:
        return self.screen.ask(self.screen.say("replay_prompt"))

    def obey(self, line: str) -> None:
        if line == "q":
            self.running = False
        elif line == "b":
            self.go(self.match.number - 1)
        elif line.isdecimal():
            self.go(int(line[:6]))
        elif line.partition(" ")[0] and self.command(line.partition(" ")[0]) == "look":
            self.do_look(line.partition(" ")[2].strip())
        else:
            self.go(self.match.number + 1)
