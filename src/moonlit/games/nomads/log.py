"""A move of Nomads and what came of it, as lines of the log; and a move in words.

Tiles go by their letter, wilds by a star. Nothing here is secret: what was taken was seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.core.jit import plain, plain_names
from moonlit.games.nomads import actions, scoring
from moonlit.games.nomads.actions import (
    CLOCKWISE,
    LEGEND,
    LYS,
    MOVE,
    PASS,
    PLACE,
    SONG,
    STAY,
    STEP,
    TOP,
)
from moonlit.games.nomads.components import DISC_NAMES, FROG, MOON
from moonlit.games.nomads.previews import (
    Take,
    by_nobody,
    by_seat,
    letters,
    listening,
    lys_take,
    written,
)
from moonlit.games.nomads.rules import stacks
from moonlit.games.nomads.state import (
    ASK_FIRST_LYS,
    ASK_LAST,
    ASK_LYS,
    ASK_NOTHING,
    LAST_PILES,
    SCORING,
    SPACES,
)

_points = plain(scoring.points)
_step_of = plain(stacks.step_of)
_actions = plain_names(actions)


# ---- a move in words -----------------------------------------------------------------------------


def describe(before: Any, action: int) -> list[Entry]:
    """For the seat that may make it: what it is, not what comes of it."""
    kind = _actions.kind_of(action)
    if kind == MOVE:
        return [describe_move(before, action), *ability(action)]
    if kind in (SONG, LEGEND):
        return [describe_written(before, action)]
    if kind == PLACE:
        disc, space = _actions.unpack_place(action)
        if disc == FROG:
            return [entry("move.frog", space=space + 1)]
        return [entry("move.place", space=space + 1, adventurer=name(disc))]
    if kind == LYS:
        return [entry("move.lys", space=_actions.unpack_lys(action) + 1)]
    if kind == STEP:
        space = (int(before.lys) + _step_of(_actions.unpack_step(action))) % SPACES
        return [entry("move.step", space=space + 1)]
    if kind == TOP:
        space, height = _actions.unpack_top(action)
        return [entry("move.top", space=space + 1, height=height + 1)]
    return [entry("move.stay" if kind == STAY else "move.pass")]


def name(disc: int) -> str:
    return DISC_NAMES[disc].capitalize()


def describe_move(before: Any, action: int) -> Entry:
    space, direction, _, _ = _actions.unpack_move(action)
    key = "move.forth" if direction == CLOCKWISE else "move.back"
    return entry(key, count=int(before.heights[space]), space=space + 1)


def ability(action: int) -> list[Entry]:
    """Where Ulrich drops two discs, or which space Siana skips, if they do."""
    space, direction, double, skip = _actions.unpack_move(action)
    reached = double or skip
    if not reached:
        return []
    there = (space + _step_of(direction) * reached) % SPACES
    lap = 1 + (reached - 1) // SPACES
    return [entry("move.double" if double else "move.skip", space=there + 1, lap=lap)]


def describe_written(before: Any, action: int) -> Entry:
    card = written(before, action, before)
    assert card is not None
    if card["returned"] is None:
        return entry("move.write", card=card["card"], paid=card["paid"])
    return entry("move.improve", card=card["card"], paid=card["paid"], old=card["returned"])


# ---- the log -------------------------------------------------------------------------------------


def log(before: Any, action: int, after: Any, seat: int) -> list[Entry]:
    """Everything is told to every seat."""
    first = lys_take(before, action)
    takes: list[Take] = []
    told = [*log_action(before, action, after), *log_lys_tile(before, after, first)]
    if has_listened(before, action, after):
        takes = listening(before, after, first, seen=True)
        told += log_listening(before, takes)
    if after.turn > before.turn:
        moons = sum(take.tile == MOON for take in first + takes)
        told += log_scoring(before, after, moons)
    if after.asks in (ASK_LAST, ASK_NOTHING):
        told += log_end(before, after)
    return told


def has_listened(before: Any, action: int, after: Any) -> bool:
    return bool(after.turn > before.turn) and _actions.kind_of(action) not in (SONG, LEGEND)


def log_action(before: Any, action: int, after: Any) -> Iterator[Entry]:
    kind, seat = _actions.kind_of(action), int(before.to_move)
    if kind == MOVE:
        yield from log_move(before, action, after)
    elif kind in (SONG, LEGEND):
        yield log_written(before, action, after)
    elif kind == PLACE:
        disc, space = _actions.unpack_place(action)
        if disc == FROG:
            yield entry("log.frog", seat=seat, space=space + 1)
        else:
            yield entry("log.placed", seat=seat, adventurer=name(disc), space=space + 1)
    elif kind == LYS:
        key = "log.first_lys" if before.asks == ASK_FIRST_LYS else "log.lys"
        yield entry(key, seat=seat, space=int(after.lys) + 1)
    elif kind == STEP:
        yield entry("log.stepped", seat=seat, space=int(after.lys) + 1)
    elif kind == TOP:
        space, _ = _actions.unpack_top(action)
        yield entry("log.topped", seat=seat, space=space + 1)
    elif kind == STAY:
        yield entry("log.stay", seat=seat)
    elif kind == PASS:
        yield entry("log.pass", seat=seat)


def log_move(before: Any, action: int, after: Any) -> Iterator[Entry]:
    seat = int(before.to_move)
    space, direction, _, _ = _actions.unpack_move(action)
    key = "log.moved" if direction == CLOCKWISE else "log.moved_back"
    yield entry(key, seat=seat, count=int(before.heights[space]), space=space + 1)
    yield from ability(action)
    if after.asks == ASK_LYS:
        yield entry("log.lys_called", seat=seat)


def log_written(before: Any, action: int, after: Any) -> Entry:
    seat = int(before.to_move)
    card = written(before, action, after)
    assert card is not None
    what, old, paid = card["card"], card["returned"], card["paid"]
    if old is not None:
        return entry("log.improved", seat=seat, card=what, old=old, paid=paid)
    if _actions.kind_of(action) == SONG:
        return entry("log.song", seat=seat, value=int(after.song[seat]), paid=paid)
    return entry("log.legend", seat=seat, card=what, paid=paid)


# ---- tiles and moons -----------------------------------------------------------------------------


def log_lys_tile(before: Any, after: Any, first: list[Take]) -> Iterator[Entry]:
    for take in first:
        if take.tile == MOON:
            yield entry("log.lys_moon")
        else:
            yield entry("log.lys_tile", seat=take.seat, tile=letters([take]))
    if not first and before.asks == ASK_LYS:
        yield entry("log.lys_empty", space=int(after.lys) + 1)


def log_listening(before: Any, takes: list[Take]) -> Iterator[Entry]:
    for seat, mine in by_seat(takes, before):
        yield entry("log.heard", seat=seat, tiles=letters(mine))
    for adventurer, lost in by_nobody(takes):
        yield entry("log.discarded", adventurer=adventurer, tiles=letters(lost), count=len(lost))
    moons = sum(take.tile == MOON for take in takes)
    if moons:
        yield entry("log.moons", count=moons)
    if not takes:
        yield entry("log.silence")


def log_scoring(before: Any, after: Any, moons: int) -> Iterator[Entry]:
    """Every scoring of a turn has the same outcome: the points stay as they are."""
    scorings = (int(before.chart) + moons) // SCORING
    if not scorings:
        return
    yield entry("log.scoring", count=scorings)
    left = scorings * SCORING
    for seat in range(after.players):
        won = int(after.moons[seat]) - int(before.moons[seat])
        left -= won
        if won:
            yield entry("log.won", seat=seat, points=_points(after, seat), count=won)
    if left:
        yield entry("log.boxed", count=left)


# ---- the end -------------------------------------------------------------------------------------


def log_end(before: Any, after: Any) -> Iterator[Entry]:
    players = int(after.players)
    seat, moment = (int(before.to_move) + 1) % players, 0
    if before.asks == ASK_LAST:
        moment = int(before.closing) + 1
    elif after.piles <= LAST_PILES:
        yield entry("log.last_piles", count=int(after.piles))
    else:
        yield entry("log.last_turns", count=int(after.turn))
    while moment < after.closing:
        yield entry("log.passed_over", seat=seat)
        seat, moment = (seat + 1) % players, moment + 1
    if after.to_move < 0:
        yield entry("log.end")
