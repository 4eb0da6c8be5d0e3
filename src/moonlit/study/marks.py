"""Marks and accuracy: what a loss is called. docs/review.md explains the thresholds."""

from __future__ import annotations

import math
from collections.abc import Sequence

MARKS = ("best", "good", "inaccuracy", "mistake", "blunder")
# The losses, as shares of the win, below which a move that is not the best has each of the others.
LIMITS = (0.05, 0.10, 0.15)

# How fast accuracy falls with what a move loses: as lichess has it, in points of a hundred.
STEEP = 4.354


def mark(loss: float, is_best: bool) -> str:
    """`loss` as a share of the win."""
    if is_best:
        return MARKS[0]
    return MARKS[1 + sum(loss >= limit for limit in LIMITS)]


def accuracy_of(loss: float) -> float:
    """100 for a move that loses nothing, 0 for one that loses everything."""
    low = math.exp(-STEEP)
    return 100.0 * (math.exp(-STEEP * min(max(loss, 0.0), 1.0)) - low) / (1.0 - low)


def accuracy(losses: Sequence[float]) -> float | None:
    if not losses:
        return None
    return sum(accuracy_of(loss) for loss in losses) / len(losses)
