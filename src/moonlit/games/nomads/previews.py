"""What a move of Nomads would bring, told from what everyone can see before it is made.

A tile that is taken shows the one beneath it. So where Lys and then a listener would take two
tiles of one pile, the second is unknown, and whatever depends on it is told as unknown too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from moonlit.core.jit import plain
from moonlit.games.nomads import notation, writing
from moonlit.games.nomads.components import DISC_NAMES, LETTERS, MOON, NOMAD, TILE_WORDS
from moonlit.games.nomads.stacks import top_disc
from moonlit.games.nomads.state import (
    ASK_FIRST_LYS,
    ASK_LAST,
    ASK_LYS,
    ASK_NOTHING,
    ASK_TOP,
    LYS,
    NOBODY,
    PASS,
    PILE,
    SCORING,
    SPACES,
    STAY,
    STEP,
)
from moonlit.games.nomads.views import ASKS, stack, to_come

UNKNOWN = -1

_points = plain(writing.points)
_top_disc = plain(top_disc)


@dataclass(frozen=True)
class Take:
    """A tile that leaves a pile: for a seat, or discarded where an unplayed adventurer is."""

    space: int  # from 0
    seat: int | None
    disc: int  # that listens there; 0 where Lys takes it
    tile: int  # UNKNOWN where nobody can know it yet


def lys_take(before: Any, action: int) -> list[Take]:
    """What the seat to move takes where it moves Lys to, if there is anything."""
    if not notation.is_lys(action) or before.asks == ASK_FIRST_LYS:
        return []
    space = action - LYS
    depth = int(before.gone[space])
    if depth == PILE:
        return []
    return [Take(space, int(before.to_move), 0, int(before.tiles[space][depth]))]


def listening(before: Any, after: Any, first: list[Take], seen: bool) -> list[Take]:
    """Who takes what with the stacks as they are after the move; `first` is gone by then.

    With `seen`, it has happened: every tile that was taken has been seen by all.
    """
    takes = []
    for space in range(SPACES):
        disc = _top_disc(after, space)
        lifted = sum(take.space == space for take in first)
        depth = int(before.gone[space]) + lifted
        if disc > NOMAD and depth < PILE:
            owner = int(after.owner[disc])
            tile = int(before.tiles[space][depth]) if seen or not lifted else UNKNOWN
            takes.append(Take(space, owner if owner >= 0 else None, disc, tile))
    return takes


def preview(before: Any, action: int, after: Any) -> dict[str, Any]:
    """All of a move's known consequences; see the keys below."""
    first = lys_take(before, action)
    asked_again = after.asks in (ASK_LYS, ASK_TOP)
    listens = (
        notation.is_move(action)
        or notation.is_top(action)
        or action == STAY
        or (notation.is_lys(action) and before.asks == ASK_LYS)
    )
    takes = first + (listening(before, after, first, seen=False) if listens else [])
    unknown = any(take.tile == UNKNOWN for take in takes)
    closing = after.asks in (ASK_LAST, ASK_NOTHING)
    untold = unknown and closing  # who can still write may hang on the unknown tile
    return {
        "kind": kind(action),
        "stacks": [stack(after, space) for space in range(SPACES)],
        "dropped": dropped(before, action, after) if notation.is_move(action) else [],
        "lys": None if after.lys == NOBODY else int(after.lys) + 1,
        # what the same seat is asked next, still in this turn; `takes` is then as things stand
        "then": ASKS[after.asks] if asked_again else None,
        "takes": [tell_take(take) for take in takes],
        "scoring": scoring(before, after, takes, asked_again),
        "written": written(before, action, after),
        "last_writing": closing,
        "next": None if untold or after.to_move < 0 else int(after.to_move),
        "over": None if untold else bool(after.to_move < 0),
    }


def kind(action: int) -> str:
    if action in (STAY, PASS):
        return notation.spell(action)
    if STEP <= action < STAY:
        return "step"
    if notation.is_move(action):
        return "move"
    word = notation.spell(action).replace("@", " ").split()[0]
    return word if word in ("lys", "top", "legend", "song") else "place"


def dropped(before: Any, action: int, after: Any) -> list[dict[str, Any]]:
    """The discs that fell on each space, in the order in which the spaces are reached."""
    start = notation.move_space(action)
    step = 1 if notation.is_clockwise(action) else -1
    falls = []
    for distance in range(1, SPACES + 1):
        space = (start + step * distance) % SPACES
        there = 0 if space == start else int(before.heights[space])
        discs = stack(after, space)[there:]
        if discs:
            falls.append({"space": space + 1, "discs": discs})
    return falls


def tell_take(take: Take) -> dict[str, Any]:
    return {
        "space": take.space + 1,
        "seat": take.seat,
        "by": DISC_NAMES[take.disc] if take.disc else "lys",
        "tile": None if take.tile == UNKNOWN else TILE_WORDS[take.tile],
    }


def scoring(before: Any, after: Any, takes: list[Take], asked_again: bool) -> dict[str, Any]:
    """Whether a moon scoring follows, and what each seat wins; None where nobody can tell."""
    untold: dict[str, Any] = {"follows": None, "moons": None}
    if asked_again:
        return untold
    moons = int(before.chart) + sum(take.tile == MOON for take in takes)
    unknown = sum(take.tile == UNKNOWN for take in takes)
    could_be = min(unknown, to_come(before)["moon"])
    if moons < SCORING <= moons + could_be:
        return untold
    if moons >= SCORING and unknown:
        return {"follows": True, "moons": None}
    won = [int(after.moons[seat]) - int(before.moons[seat]) for seat in range(before.players)]
    return {"follows": moons >= SCORING, "moons": won}


def written(before: Any, action: int, after: Any) -> dict[str, Any] | None:
    """The card a seat would write: its price, what goes back, the points it would then have."""
    seat = int(before.to_move)
    if kind(action) == "song":
        value, given = notation.song_of(action)
        card, old = f"song {value}", None
        paid = notation.letters_of(given) + "*" * (value - given.bit_count())
    elif kind(action) == "legend":
        number, value, wilds = notation.legend_of(action)
        card = f"{LETTERS[number]}{value}"
        owned = int(before.legend[seat][number])
        old = f"{LETTERS[number]}{owned}" if owned else None
        paid = LETTERS[number] * (value - owned - wilds) + "*" * wilds
    else:
        return None
    return {"card": card, "returned": old, "paid": paid, "points": _points(after, seat)}
