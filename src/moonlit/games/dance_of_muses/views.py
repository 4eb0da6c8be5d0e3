"""What a seat may know of a Dance of Muses, and what stands behind the score at the end.

On the table every piece has a name that all may know (notation.py). Who is behind `?1` is told
to seat 0 alone, who is in a hand to its player alone, who the face-down Neutral is to nobody:
until the end, when all is revealed.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.columns import Column
from moonlit.core.jit import plain
from moonlit.games.dance_of_muses import hidden, scoring
from moonlit.games.dance_of_muses.actions import MAX_ACTIONS, placed_at
from moonlit.games.dance_of_muses.components import AREAS, MUSE_NAMES, POWERS
from moonlit.games.dance_of_muses.notation import coordinates, name_of
from moonlit.games.dance_of_muses.rules.legal import may_place, open_cells, write_cells
from moonlit.games.dance_of_muses.state import (
    FACE_DOWN,
    MAX_TURNS,
    MUSE_COUNT,
    NOBODY,
    UNKNOWN,
)

_placed_at = plain(placed_at)
_open_cells, _write_cells = plain(open_cells), plain(write_cells)
_may_place = plain(may_place)
_unseen_by = plain(hidden.unseen_by)
_owner, _muse_of = plain(scoring.owner), plain(scoring.muse_of)
_companies, _company_of = plain(scoring.companies), plain(scoring.company_of)
_final_die, _fulfils_will = plain(scoring.final_die), plain(scoring.fulfils_will)


def view(state: Any, seat: int) -> dict[str, Any]:
    over = is_over(state)
    return {
        "phase": "over" if over else "dancing" if state.pieces == MUSE_COUNT else "placing",
        "start": int(state.start),
        "turns": int(state.turns),
        "most_turns": MAX_TURNS,
        "muses": [face(state, muse) for muse in range(MUSE_COUNT)],
        "companies": [seats_of(state, company) for company in range(_companies(state))],
        "table": [piece_on_table(state, piece, seat) for piece in range(state.pieces)],
        "free": free(state),
        "may_place": faces_to_place(state),
        "hands": [hand(state, owner, seat) for owner in range(state.players)],
        "unseen": [] if over else muses_in(_unseen_by(state, seat)),
        "scoring": scoring_sheet(state) if over else None,
    }


def is_over(state: Any) -> bool:
    return bool(state.to_move == NOBODY)


def or_none(number: int) -> int | None:
    return None if number == NOBODY else int(number)


def muses_in(mask: int) -> list[str]:
    return [name for muse, name in enumerate(MUSE_NAMES) if int(mask) >> muse & 1]


def seats_of(state: Any, company: int) -> list[int]:
    return list(range(company, state.players, _companies(state)))


def face(state: Any, muse: int) -> dict[str, Any]:
    return {
        "name": MUSE_NAMES[muse],
        "power": POWERS[state.power[muse]],
        "area": AREAS[state.area[muse]],
        "suns": int(state.suns[muse]),
    }


def knows(state: Any, seat: int, name: int) -> bool:
    """Whether a seat knows who goes by a name."""
    return name < FACE_DOWN or is_over(state) or (seat != NOBODY and name == FACE_DOWN + 1 + seat)


def piece_on_table(state: Any, piece: int, seat: int) -> dict[str, Any]:
    name = int(state.called[piece])
    x, y = coordinates(state.place[piece])
    owner = _owner(state, piece)
    company = NOBODY if owner == NOBODY else owner % _companies(state)
    return {
        "name": name_of(name),
        "muse": MUSE_NAMES[_muse_of(state, piece)] if knows(state, seat, name) else None,
        "face_down": name >= FACE_DOWN,
        "x": x,
        "y": y,
        "die": int(state.die[piece]),
        "owner": or_none(owner),
        "company": or_none(company),
    }


def free(state: Any) -> list[list[int]]:
    """The cells where a Muse may be placed now."""
    if state.pieces == MUSE_COUNT:
        return []
    placings = [0] * MAX_ACTIONS
    cells = _open_cells(state)
    count = _write_cells(state, placings, 0, 0, 0, cells)  # of any Muse: they are the same for all
    places = (_placed_at(placing) for placing in placings[:count])
    return [list(cell) for cell in sorted(coordinates(place) for place in places)]


def faces_to_place(state: Any) -> list[str]:
    """How the seat to move may place its next Muse; all can see it from what it has placed."""
    if state.pieces == MUSE_COUNT:
        return []
    return [face for down, face in enumerate(("up", "down")) if _may_place(state, down)]


def hand(state: Any, owner: int, seat: int) -> dict[str, Any]:
    muses = muses_in(state.hand[owner])
    secret = int(state.secret[1 + owner])
    told = secret != UNKNOWN and knows(state, seat, FACE_DOWN + 1 + owner)
    return {
        "seat": owner,
        "count": len(muses),
        "muses": muses if owner == seat or not muses else None,
        "mystery_placed": secret != UNKNOWN,
        "mystery": MUSE_NAMES[secret] if told else None,
    }


# ---- the end ---------------------------------------------------------------------------------


def outcome(state: Any) -> tuple[list[list[int]], list[int | None]]:
    """Every company's dice after Apollo's Will, in descending order; who wins each column. The
    rules count it too, for one company and one column at a time."""
    rows: list[list[int]] = [[] for _ in range(_companies(state))]
    for piece in range(MUSE_COUNT):
        company = _company_of(state, piece)
        if company != NOBODY:
            rows[company].append(_final_die(state, piece))
    for row in rows:
        row.sort(reverse=True)
    winners = []
    for values in zip(*rows, strict=True):
        highest = max(values)
        winners.append(values.index(highest) if values.count(highest) == 1 else None)
    return rows, winners


def silver(winners: list[int | None]) -> int | None:
    """The company that won the first column anyone won."""
    return next((winner for winner in winners if winner is not None), None)


def scoring_sheet(state: Any) -> dict[str, Any]:
    rows, winners = outcome(state)
    return {
        "ended_by": or_none(state.ended_by),
        "will": [
            MUSE_NAMES[_muse_of(state, piece)]
            for piece in range(MUSE_COUNT)
            if _fulfils_will(state, piece)
        ],
        "dice": rows,
        "columns": winners,
        "silver": silver(winners),
        "suns": [winners.count(company) for company in range(len(rows))],
    }


def standing(state: Any, seat: int) -> dict[str, Any]:
    """`score` is the Suns of the seat's company."""
    rows, winners = outcome(state)
    company = seat % len(rows)
    return {
        "score": winners.count(company),
        "company": company,
        "silver": silver(winners) == company,
        "dice": rows[company],
        "sum": sum(rows[company]),
        "ended": state.ended_by == seat,
    }


def columns(players: int) -> tuple[Column, ...]:
    """Of the standings: the Suns are the score, with a mark behind those with the Silver Sun."""
    return Column("dice", "list"), Column("sum"), Column("score", mark="silver")
