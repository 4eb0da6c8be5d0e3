"""What a move of Nomads would bring, told from what everyone can see before it is made.

A tile that is taken shows the one beneath it. So where Lys and then a listener would take two
tiles of one pile, the second is unknown, and whatever depends on it is told as unknown too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from moonlit.core.game import Entry, entry
from moonlit.core.jit import plain, plain_names
from moonlit.games.nomads import actions, scoring
from moonlit.games.nomads.actions import KINDS, LEGEND, LYS, MOVE, SONG, STAY, TOP
from moonlit.games.nomads.components import DISC_NAMES, LETTERS, MOON, NOMAD, TILE_WORDS
from moonlit.games.nomads.notation import given_letters
from moonlit.games.nomads.rules import stacks
from moonlit.games.nomads.state import (
    ASK_FIRST_LYS,
    ASK_LAST,
    ASK_LYS,
    ASK_NOTHING,
    ASK_TOP,
    NOBODY,
    PILE,
    SCORING,
    SPACES,
)
from moonlit.games.nomads.views import ASKS, stack, to_come

UNKNOWN = -1
KEPT_LETTERS = (*LETTERS, "*")  # of the tiles that a seat keeps: a moon goes to the chart

_points = plain(scoring.points)
_top_disc = plain(stacks.top_disc)
_step_of = plain(stacks.step_of)
_actions = plain_names(actions)


# ---- tiles that are taken ------------------------------------------------------------------------


class Take(NamedTuple):
    """A tile that leaves a pile: for a seat, or discarded where an unplayed adventurer is."""

    space: int  # from 0
    seat: int | None
    disc: int  # that listens there; 0 where Lys takes it
    tile: int  # UNKNOWN where nobody can know it yet


def lys_take(before: Any, action: int) -> list[Take]:
    """What the seat to move takes where it moves Lys to, if there is anything."""
    if _actions.kind_of(action) != LYS or before.asks == ASK_FIRST_LYS:
        return []
    space = _actions.unpack_lys(action)
    depth = int(before.gone[space])
    if depth == PILE:
        return []
    return [Take(space, int(before.to_move), 0, int(before.tiles[space][depth]))]


def listening(before: Any, after: Any, first: list[Take], seen: bool) -> list[Take]:
    """Who takes what with the stacks as they are after the move; `first` is gone by then.

    With `seen`, it has happened: every tile that was taken has been seen by all.
    """
    takes = []
    lys = [take.space for take in first]
    for space in range(SPACES):
        disc = _top_disc(after, space)
        if disc <= NOMAD:
            continue
        lifted = lys.count(space)
        depth = before.gone[space] + lifted
        if depth < PILE:
            owner = after.owner[disc]
            tile = before.tiles[space][depth] if seen or not lifted else UNKNOWN
            takes.append(Take(space, owner if owner >= 0 else None, disc, tile))
    return takes


def letters(takes: list[Take]) -> str:
    """Tiles by their letters, wilds as stars, and a question mark for what nobody knows yet."""
    known = sorted(take.tile for take in takes if take.tile != UNKNOWN)
    return "".join(KEPT_LETTERS[tile] for tile in known) + "?" * (len(takes) - len(known))


def by_seat(takes: list[Take], before: Any) -> Iterator[tuple[int, list[Take]]]:
    """What each seat keeps, from the one to move on."""
    players = int(before.players)
    for offset in range(players):
        seat = (int(before.to_move) + offset) % players
        mine = [take for take in takes if take.seat == seat and take.tile != MOON]
        if mine:
            yield seat, mine


def by_nobody(takes: list[Take]) -> Iterator[tuple[str, list[Take]]]:
    """What is discarded, by the adventurers whom nobody plays."""
    lost = [take for take in takes if take.seat is None and take.tile != MOON]
    for disc in dict.fromkeys(take.disc for take in lost):
        yield DISC_NAMES[disc].capitalize(), [take for take in lost if take.disc == disc]


# ---- the preview ---------------------------------------------------------------------------------


def preview(before: Any, action: int, after: Any) -> dict[str, Any]:
    """All of a move's known consequences; see the keys below."""
    kind = _actions.kind_of(action)
    first = lys_take(before, action)
    asked_again = after.asks in (ASK_LYS, ASK_TOP)
    listens = kind in (MOVE, TOP, STAY) or before.asks == ASK_LYS
    takes = first + (listening(before, after, first, seen=False) if listens else [])
    unknown = any(take.tile == UNKNOWN for take in takes)
    closing = after.asks in (ASK_LAST, ASK_NOTHING)
    untold = unknown and closing  # who can still write may hang on the unknown tile
    seen = {
        "kind": KINDS[kind],
        "stacks": [stack(after, space) for space in range(SPACES)],
        "dropped": dropped(before, action, after) if kind == MOVE else [],
        "lys": None if after.lys == NOBODY else int(after.lys) + 1,
        # what the same seat is asked next, still in this turn; `takes` is then as things stand
        "then": ASKS[after.asks] if asked_again else None,
        "takes": [describe_take(take) for take in takes],
        "scoring": moon_scoring(before, after, takes, asked_again),
        "written": written(before, action, after),
        "last_writing": closing,
        "next": None if untold or after.to_move < 0 else int(after.to_move),
        "over": None if untold else bool(after.to_move < 0),
    }
    return seen | {"entries": list(describe(before, seen, takes, listens))}


def dropped(before: Any, action: int, after: Any) -> list[dict[str, Any]]:
    """The discs that fell on each space, in the order in which the spaces are reached."""
    start, direction, _, _ = _actions.unpack_move(action)
    falls = []
    for distance in range(1, SPACES + 1):
        space = (start + _step_of(direction) * distance) % SPACES
        there = 0 if space == start else int(before.heights[space])
        discs = stack(after, space)[there:]
        if discs:
            falls.append({"space": space + 1, "discs": discs})
    return falls


def describe_take(take: Take) -> dict[str, Any]:
    return {
        "space": take.space + 1,
        "seat": take.seat,
        "by": DISC_NAMES[take.disc] if take.disc else "lys",
        "tile": None if take.tile == UNKNOWN else TILE_WORDS[take.tile],
    }


def moon_scoring(before: Any, after: Any, takes: list[Take], asked_again: bool) -> dict[str, Any]:
    """Whether a moon scoring follows, and what each seat wins; None where nobody can tell."""
    untold: dict[str, Any] = {"follows": None, "moons": None}
    if asked_again:
        return untold
    moons = int(before.chart) + sum(take.tile == MOON for take in takes)
    unknown = sum(take.tile == UNKNOWN for take in takes)
    could_be = min(unknown, to_come(before)["moon"]) if unknown else 0
    if moons < SCORING <= moons + could_be:
        return untold
    if moons >= SCORING and unknown:
        return {"follows": True, "moons": None}
    won = [int(after.moons[seat]) - int(before.moons[seat]) for seat in range(before.players)]
    return {"follows": moons >= SCORING, "moons": won}


def written(before: Any, action: int, after: Any) -> dict[str, Any] | None:
    """The card a seat would write: its price, what goes back, the points it would then have."""
    seat = int(before.to_move)
    kind = _actions.kind_of(action)
    if kind == SONG:
        value, given = _actions.unpack_song(action)
        card, old, paid = f"song {value}", None, given_letters(value, given)
    elif kind == LEGEND:
        number, value, wilds = _actions.unpack_legend(action)
        letter, owned = LETTERS[number], int(before.legend[seat][number])
        card, old = f"{letter}{value}", f"{letter}{owned}" if owned else None
        paid = letter * (value - owned - wilds) + "*" * wilds
    else:
        return None
    return {"card": card, "returned": old, "paid": paid, "points": _points(after, seat)}


# ---- the same in sentences -----------------------------------------------------------------------


def describe(
    before: Any, seen: dict[str, Any], takes: list[Take], listens: bool
) -> Iterator[Entry]:
    """In the order in which it would happen, as far as it can be known."""
    card = seen["written"]
    if card is not None:
        yield entry("board.would_pay", card=card["card"], paid=card["paid"], points=card["points"])
        if card["returned"] is not None:
            yield entry("board.would_return", card=card["returned"])
    if seen["then"] == "lys":
        yield entry("board.would_move_lys")
    if listens:
        yield from describe_takes(before, takes)
    if seen["then"] == "top":
        yield entry("board.would_ask_red")
    if seen["then"] is None:
        yield from describe_scoring(seen["scoring"])
        yield from describe_next(before, seen)


def describe_takes(before: Any, takes: list[Take]) -> Iterator[Entry]:
    for seat, mine in by_seat(takes, before):
        yield entry("board.would_take", seat=seat, tiles=letters(mine))
    for adventurer, lost in by_nobody(takes):
        yield entry("board.would_discard", adventurer=adventurer, tiles=letters(lost))
    moons = sum(take.tile == MOON for take in takes)
    if moons:
        yield entry("board.would_chart", count=moons)
    if not takes:
        yield entry("board.would_take_nothing")


def describe_scoring(scoring: dict[str, Any]) -> Iterator[Entry]:
    if scoring["follows"] is None:
        yield entry("board.may_score")
    elif scoring["follows"]:
        yield entry("board.would_score")
        if scoring["moons"] is None:
            yield entry("board.may_win")
        for seat, moons in enumerate(scoring["moons"] or []):
            if moons:
                yield entry("board.would_win", seat=seat, count=moons)


def describe_next(before: Any, seen: dict[str, Any]) -> Iterator[Entry]:
    if seen["over"]:
        yield entry("board.would_end")
        return
    if seen["last_writing"] and before.asks != ASK_LAST:
        yield entry("board.would_close")
    if seen["next"] == before.to_move:
        yield entry("board.would_go_on")
    elif seen["next"] is not None:
        yield entry("board.would_play", seat=seen["next"])
