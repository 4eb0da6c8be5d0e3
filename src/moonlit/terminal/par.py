"""Par at the terminal: what masters make of the deal that somebody plays, told at the end."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from moonlit.core import engine
from moonlit.core.jit import COMPILING
from moonlit.core.match import Match
from moonlit.core.record import rewound
from moonlit.terminal.play import Table
from moonlit.terminal.screen import Screen
from moonlit.terminal.sentences import BOT, is_bot, is_shipped

if TYPE_CHECKING:
    from moonlit.study.same_deal import SeatDeal, Standings

LEVEL = f"{BOT}master"
PATIENCE = 3.0  # seconds for which a master's last move is waited for


def has_par(match: Match, screen: Screen) -> bool:
    """Whether par is told: to one person at a terminal, who may not want it (MOONLIT_PAR=no)."""
    people = sum(not is_bot(name) for name in match.players)
    wanted = os.environ.get("MOONLIT_PAR", "yes").lower() in ("1", "true", "yes")
    seen = screen.console.is_terminal and people == 1 and COMPILING
    return wanted and seen and is_shipped(LEVEL)


class CalledOff(Exception):
    """Nobody waits for it any more."""


class Par:
    """Masters' games of a deal, played behind everything else."""

    def __init__(self, match: Match) -> None:
        self.start = rewound(match, 0)
        self.games: list[Standings] = []
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.work, daemon=True)
        self.thread.start()

    def work(self) -> None:
        with suppress(Exception):  # a game of somebody else may fail, and nobody has asked for par
            stand_back()
            engine.wait_until_warm(self.start.game)
            from moonlit.study.same_deal import GAMES, masters_game

            for number in range(GAMES):
                self.games.append(masters_game(self.start, number, check=self.check))

    def check(self) -> None:
        if self.stopped.is_set():
            raise CalledOff

    def stop(self) -> None:
        self.stopped.set()
        self.thread.join(PATIENCE)


class TableWithPar(Table):
    """A table where one person plays alone or against bots."""

    par: Par | None = None

    def keep(self) -> bool:
        self.begin()
        return super().keep()

    def begin(self) -> None:
        """Not before the first move: the first board does not wait for it."""
        if self.par is None:
            self.par = Par(self.match)

    def standings(self) -> list[str]:
        self.begin()
        return [*super().standings(), *self.par_lines()]

    def par_lines(self) -> list[str]:
        assert self.par is not None
        from moonlit.study.same_deal import GAMES, summed_up

        works, games = self.par.thread.is_alive(), list(self.par.games)
        if len(games) == GAMES:
            return [self.par_line(summed_up(self.match, games).seats[self.people[0]])]
        return [self.screen.say("par_coming", done=len(games), total=GAMES)] if works else []

    def par_line(self, seat: SeatDeal) -> str:
        from moonlit.study.words import decimal

        language, count = self.screen.language, len(seat.scores)
        told = {"games": count, "mean": decimal(seat.mean, language)}
        if len(self.match.players) == 1:
            return self.screen.say("par_alone", count=seat.better or 0, **told)
        won = int(seat.wins) if seat.wins == int(seat.wins) else decimal(seat.wins, language)
        return self.screen.say("par_seat", won=won, **told)

    def quit(self) -> None:
        if self.par is not None:
            self.par.stop()
        super().quit()


def stand_back() -> None:
    """Where a thread can be less important than its process, it is."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
