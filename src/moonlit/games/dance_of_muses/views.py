"""What a seat may know of a Dance of Muses: the view, the preview of a move, the standings.

On the table every piece has a name that all may know (notation.py). Who is behind `?1` is told
to seat 0 alone, who is in a hand to its player alone, who the face-down Neutral is to nobody:
until the end, when all is revealed.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import plain
from moonlit.games.dance_of_muses import hidden, moves, scoring
from moonlit.games.dance_of_muses.components import AREAS, MUSE_NAMES, POWERS
from moonlit.games.dance_of_muses.notation import (
    WAY_LETTERS,
    coordinates,
    name_of,
    read_dancing,
    read_placing,
)
from moonlit.games.dance_of_muses.state import (
    AFTER,
    BEFORE,
    CELLS,
    FACE_DOWN,
    MOST_TURNS,
    MUSE_COUNT,
    NOBODY,
    PLACINGS,
    UNKNOWN,
    place_of,
)

_place_of = plain(place_of)
_write_cells, _may_place = plain(moves.write_cells), plain(moves.may_place)
_unseen_by = plain(hidden.unseen_by)
_owner, _muse_of = plain(scoring.owner), plain(scoring.muse_of)
_companies, _company_of = plain(scoring.companies), plain(scoring.company_of)
_final_die, _fulfils_will = plain(scoring.final_die), plain(scoring.fulfils_will)
_column_winner, _dice_count = plain(scoring.column_winner), plain(scoring.dice_count)
_suns_won, _silver_holder = plain(scoring.suns_won), plain(scoring.silver_holder)


def view(state: Any, seat: int) -> dict[str, Any]:
    over = is_over(state)
    return {
        "phase": "over" if over else "dancing" if state.pieces == MUSE_COUNT else "placing",
        "start": int(state.start),
        "turns": int(state.turns),
        "most_turns": MOST_TURNS,
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
    cells = [0] * CELLS
    count = _write_cells(state, cells, 0)
    return [list(place) for place in sorted(coordinates(_place_of(c)) for c in cells[:count])]


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


def scoring_sheet(state: Any) -> dict[str, Any]:
    columns = [or_none(_column_winner(state, column)) for column in range(_dice_count(state))]
    return {
        "ended_by": or_none(state.ended_by),
        "will": [
            MUSE_NAMES[_muse_of(state, piece)]
            for piece in range(MUSE_COUNT)
            if _fulfils_will(state, piece)
        ],
        "dice": [dice(state, company) for company in range(_companies(state))],
        "columns": columns,
        "silver": or_none(_silver_holder(state)),
        "suns": [_suns_won(state, company) for company in range(_companies(state))],
    }


def dice(state: Any, company: int) -> list[int]:
    """A company's dice after Apollo's Will, in descending order."""
    own = [piece for piece in range(MUSE_COUNT) if _company_of(state, piece) == company]
    return sorted((_final_die(state, piece) for piece in own), reverse=True)


def standing(state: Any, seat: int) -> dict[str, Any]:
    """`score` is the Suns of the seat's company."""
    company = seat % _companies(state)
    values = dice(state, company)
    return {
        "score": _suns_won(state, company),
        "company": company,
        "silver": _silver_holder(state) == company,
        "dice": values,
        "sum": sum(values),
        "ended": state.ended_by == seat,
    }


# ---- a move ----------------------------------------------------------------------------------


def preview(before: Any, action: int, after: Any) -> dict[str, Any]:
    """Who would move, which dice would change, who would play next.

    A move that ends the game says so and no more: what the end reveals is not known yet.
    """
    seen = {"next": or_none(after.to_move), "over": is_over(after)}
    if action < PLACINGS:
        muse, face_down, place = read_placing(action)
        x, y = coordinates(place)
        return {
            "kind": "placing",
            "muse": MUSE_NAMES[muse],
            "face_down": face_down,
            "x": x,
            "y": y,
            **seen,
        }
    name, way, use = read_dancing(action)
    when, target = power_use(use)
    return {
        "kind": "dancing",
        "muse": name_of(name),
        "way": WAY_LETTERS[way],
        "when": when,
        "target": target,
        "power": POWERS[before.power[name]] if when else None,
        "moved": moved(before, after),
        "dice": changed_dice(before, after),
        **seen,
    }


def power_use(use: int) -> tuple[str | None, str | None]:
    """When the power is used, and the name of its target."""
    if use >= AFTER:
        return "after", name_of(use - AFTER)
    if use >= BEFORE:
        return "before", name_of(use - BEFORE)
    return None, None


def moved(before: Any, after: Any) -> list[dict[str, Any]]:
    """The pieces that a move takes elsewhere, and where to."""
    found = []
    for piece in range(MUSE_COUNT):
        if before.place[piece] != after.place[piece]:
            x, y = coordinates(after.place[piece])
            found.append({"name": name_of(int(after.called[piece])), "x": x, "y": y})
    return found


def changed_dice(before: Any, after: Any) -> list[dict[str, Any]]:
    return [
        {
            "name": name_of(int(after.called[piece])),
            "from": int(before.die[piece]),
            "to": int(after.die[piece]),
        }
        for piece in range(MUSE_COUNT)
        if before.die[piece] != after.die[piece]
    ]
