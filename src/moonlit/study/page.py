"""A review as one page that needs nothing else: the curve as SVG, the account, the moves."""

from __future__ import annotations

from html import escape

from moonlit.arena.document import document, row, table
from moonlit.core.match import Match
from moonlit.core.picture import svg
from moonlit.core.record import rewound
from moonlit.study.marks import MARKS
from moonlit.study.model import Review
from moonlit.study.report import account_rows, masters_rows
from moonlit.study.same_deal import SameDeal
from moonlit.study.words import Words

WIDTH, HEIGHT, EDGE = 720.0, 240.0, 14.0
# Every seat has a color and a pattern of dashes: never the color alone.
COLORS = ("#3f6fb5", "#b5533f", "#3f9b7a", "#9a7a2e", "#7a55a8")
DASHES = ("none", "8 4", "2 4", "12 4 2 4", "5 2")

STYLE = """
td.why { text-align: left; opacity: .8; }
.board { max-width: 40rem; margin: .5rem 0 1.5rem; } svg.key { width: 2.5rem; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; margin: .3rem 0 1rem; }
.blunder { color: #c0392b; font-weight: bold; } .mistake { color: #c46a1b; font-weight: bold; }
"""


def page(review: Review, words: Words, match: Match, same: SameDeal | None = None) -> str:
    """All of it, as HTML; the match is the one that was reviewed."""
    parts = [
        "" if review.finished else f"<p>{escape(words.say('unfinished'))}</p>",
        curve(review, words),
        account(review, words),
        f"<p>{escape(words.how())}</p>",
        "".join(f"<p>{escape(words.sentences(seat.luck_words))}</p>" for seat in review.seats),
        f"<p>{escape(words.sentences(review.verdict))}</p>" if review.verdict else "",
        turning_points(review, words, match),
        masters(same, words) if same else "",
        moves(review, words),
    ]
    return document(words.head(), words.language, STYLE, parts)


# ---- the curve ---------------------------------------------------------------------------------


def curve(review: Review, words: Words) -> str:
    """A line a seat, from the first move to the last."""
    lines = [words.curve(seat.seat) for seat in review.seats]
    low, high = (0.0, 1.0) if not words.solo else (min(lines[0]), max(lines[0]))
    wide, tall = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE

    def at(number: int, value: float) -> str:
        across = EDGE + wide * number / max(1, len(lines[0]) - 1)
        up = (value - low) / (high - low) if high > low else 0.5
        return f"{across:.1f},{EDGE + tall * (1 - up):.1f}"

    drawn = [
        f'<rect x="{EDGE}" y="{EDGE}" width="{wide}" height="{tall}" fill="none" stroke="#8886"/>',
        *(dots(review, at)),
    ]
    for seat, line in enumerate(lines):
        color, dash = COLORS[seat % len(COLORS)], DASHES[seat % len(DASHES)]
        points = " ".join(at(number, value) for number, value in enumerate(line))
        drawn.append(
            f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2.5" '
            f'stroke-dasharray="{dash}"><title>{escape(words.name(seat))}</title></polyline>'
        )
    label = escape(words.head(), quote=True)
    box = f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{label}"'
    return f"<svg {box}>{''.join(drawn)}</svg>{legend(review, words)}"


def dots(review: Review, at: object) -> list[str]:
    """Where somebody made a mistake, on their own line."""
    assert callable(at)
    found = []
    for move in review.moves:
        if move.mark in MARKS[3:]:
            x, y = at(move.number, move.shares[move.seat]).split(",")
            color = COLORS[move.seat % len(COLORS)]
            label = escape(f"{move.number + 1}. {move.move}")
            found.append(
                f'<circle cx="{x}" cy="{y}" r="4.5" fill="{color}"><title>{label}</title></circle>'
            )
    return found


def legend(review: Review, words: Words) -> str:
    """Whose line is whose, beside the drawing, so that it is read at any width."""
    found = []
    for seat in range(len(review.seats)):
        color, dash = COLORS[seat % len(COLORS)], DASHES[seat % len(DASHES)]
        line = f'<line x1="0" y1="6" x2="40" y2="6" stroke="{color}" stroke-width="2.5" '
        drawn = f'<svg class="key" viewBox="0 0 40 12">{line}stroke-dasharray="{dash}"/></svg>'
        found.append(f"<span>{drawn} {escape(words.name(seat))}</span>")
    return f'<p class="legend">{"".join(found)}</p>'


# ---- tables ------------------------------------------------------------------------------------


def account(review: Review, words: Words) -> str:
    head, told = account_rows(review, words)
    return table(head, map(row, told))


def masters(same: SameDeal, words: Words) -> str:
    head, told = masters_rows(same, words)
    return f"<h2>{escape(words.say('same_title'))}</h2>{table(head, map(row, told))}"


def turning_points(review: Review, words: Words, match: Match) -> str:
    """What changed much, each with the position that it led to."""
    if not review.turning_points:
        return ""
    told = "".join(
        f"<li>{escape(words.sentences(point.words))}"
        f'<div class="board">{board(match, point.number + 1, words)}</div></li>'
        for point in review.turning_points
    )
    return f"<h2>{escape(words.say('turns_title'))}</h2><ul>{told}</ul>"


def board(match: Match, number: int, words: Words) -> str:
    """As everybody saw it."""
    return svg(rewound(match, number), language=words.language, theme="day", names=words.names)


def moves(review: Review, words: Words) -> str:
    names = ("move", "player", "lost", "mark", "best")
    body = []
    for move in review.moves:
        cells = [
            f"{move.number + 1}. {move.move}",
            words.name(move.seat),
            words.loss(move.loss),
            words.mark(move.mark),
            move.best,
        ]
        body.append(row(cells, move.mark if move.mark in MARKS[3:] else None))
        told = [*words.moves(move), *([words.sentences(move.why)] if move.why else [])]
        if told:
            why = "<br/>".join(map(escape, told))
            body.append(f'<tr><td></td><td class="why" colspan="4">{why}</td></tr>')
    return table([words.say(f"column.{name}") for name in names], body)
