"""The report as a picture, with matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from moonlit.arena.plan import TOPIC
from moonlit.arena.report import Report, histogram
from moonlit.core.errors import BadTable
from moonlit.core.words import say

ENDINGS = (".svg", ".png", ".pdf")
INK, FILL = "#23395d", "#7f9cc9"


def figure(size: tuple[float, float], rows: int = 1) -> tuple[Any, Any]:
    """An empty figure of its own: no window, no global state."""
    from matplotlib.figure import Figure

    made = Figure(figsize=size, layout="constrained")
    return made, made.subplots(rows, sharex=True, squeeze=False)[:, 0]


def check(path: Path) -> None:
    """Complain before hours of play, not behind them."""
    if path.suffix.lower() not in ENDINGS:
        raise BadTable("bad_plot", TOPIC, given=str(path), endings=ENDINGS)
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BadTable("no_matplotlib", TOPIC) from None


def plot(report: Report, path: Path, language: str = "en") -> None:
    """Ratings with their intervals, or how solo scores are spread."""
    check(path)
    made = spread(report) if report.setup.solo else ratings(report, language)
    made.suptitle(f"{say(report.setup.game, 'name', language)} · {report.setup.players}", color=INK)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made.savefig(path, dpi=150)
    except OSError as reason:
        raise BadTable("unwritable", TOPIC, path=str(path), reason=reason.strerror) from None


def ratings(report: Report, language: str) -> Any:
    rows = sorted(
        ((row.bot, row.rating) for row in report.bots if row.rating is not None),
        key=lambda pair: pair[1].value,
    )
    made, (axes,) = figure((7, 1.4 + 0.45 * len(rows)))
    for height, (_, rating) in enumerate(rows):
        axes.plot([rating.low, rating.high], [height, height], color=FILL, linewidth=5)
        axes.plot([rating.value], [height], "o", color=INK)
        axes.annotate(
            f"{round(rating.value):+d}",
            (rating.value, height),
            (0, 7),
            textcoords="offset points",
            ha="center",
            color=INK,
        )
    axes.set_yticks(range(len(rows)), [bot for bot, _ in rows])
    axes.set_ylim(-0.6, len(rows) - 0.3)
    axes.set_xlabel(f"{say(TOPIC, 'column.rating', language)} (95 %)")
    tidy(axes)
    axes.grid(axis="x", color="#dddddd")
    return made


def spread(report: Report) -> Any:
    rows = [row for row in report.bots if row.score is not None]
    made, panels = figure((7, 0.8 + 1.7 * max(1, len(rows))), max(1, len(rows)))
    for axes, row in zip(panels, rows, strict=False):
        bins = histogram(row.scores, 24)
        width = bins[0][1] - bins[0][0] + 1
        axes.bar(
            [low for low, _, _ in bins],
            [count for _, _, count in bins],
            width,
            align="edge",
            color=FILL,
            edgecolor="white",
        )
        assert row.score is not None
        axes.axvspan(row.score.low, row.score.high, color=INK, alpha=0.25)
        axes.axvline(row.score.value, color=INK)
        axes.set_title(f"{row.bot}: {row.score.value:.1f}", loc="left", fontsize=10, color=INK)
        tidy(axes)
    return made


def tidy(axes: Any) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)
