"""The account of every seat: result - start = own play + others' play + luck + sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from moonlit.study.judging import Judged


@dataclass(frozen=True)
class Account:
    """Arrays of a row a move and a column a seat; `curve` has one row more."""

    curve: Any
    play: Any
    luck: Any
    sight: Any
    movers: Any

    @property
    def own(self) -> Any:
        """What each seat's own moves cost it."""
        seats = np.arange(self.curve.shape[1])
        return (self.play * (self.movers[:, None] == seats)).sum(axis=0)

    @property
    def others(self) -> Any:
        """What the others' moves brought it."""
        return self.play.sum(axis=0) - self.own


def account(judged: list[Judged], final: Any) -> Account:
    """Sight is what is left of a step of the curve: what was seen later and not before."""
    curve = np.array([*(move.shares for move in judged), final])
    play = np.array([move.play for move in judged]).reshape(-1, curve.shape[1])
    luck = np.array([move.luck for move in judged]).reshape(-1, curve.shape[1])
    movers = np.array([move.seat for move in judged], dtype=int)
    return Account(curve, play, luck, np.diff(curve, axis=0) - play - luck, movers)
