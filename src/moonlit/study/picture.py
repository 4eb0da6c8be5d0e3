"""The curve as a picture file; matplotlib draws it."""

from __future__ import annotations

from pathlib import Path

from moonlit.arena.plot import check, figure, tidy
from moonlit.core.errors import BadTable
from moonlit.study.model import Review
from moonlit.study.page import COLORS
from moonlit.study.plan import TOPIC
from moonlit.study.words import Words

STYLES = ("-", "--", ":", "-.", (0, (5, 2)))

__all__ = ["check", "draw"]


def draw(review: Review, words: Words, path: Path) -> None:
    """A line a seat: what it could expect, move by move."""
    made, (axes,) = figure((8, 3.2))
    for seat in range(len(review.seats)):
        sign = -1.0 if words.solo and review.low_wins else 1.0 if words.solo else 100.0
        curve = [sign * value for value in words.curve(seat)]
        style, color = STYLES[seat % len(STYLES)], COLORS[seat % len(COLORS)]
        axes.plot(range(len(curve)), curve, linestyle=style, color=color, label=words.name(seat))
    if not words.solo:
        axes.set_ylim(0, 100)
    axes.legend(frameon=False)
    tidy(axes)
    made.suptitle(words.head())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made.savefig(path, dpi=150)
    except OSError as reason:
        raise BadTable("unwritable", TOPIC, path=str(path), reason=reason.strerror) from None
