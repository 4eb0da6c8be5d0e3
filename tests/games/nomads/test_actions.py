"""Actions of Nomads as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from moonlit.core.conformance import random_match
from moonlit.core.engine import engine
from moonlit.core.jit import plain
from moonlit.core.registry import find_game
from moonlit.games.nomads import actions
from moonlit.games.nomads.components import (
    DEAREST_LEGEND,
    DEAREST_SONG,
    FROG,
    LEGEND_COUNT,
    ULRICH,
    WILD,
)
from moonlit.games.nomads.notation import spell_own
from moonlit.games.nomads.state import MAX_DISCS, SPACES

Pack = Callable[..., int]
Parts = tuple[int, ...]


def all_parts() -> Iterator[tuple[int, str, Parts]]:
    """Every action that there can be: its kind, the name of its functions, and what it is of."""
    spaces, ways = range(SPACES), range(2)
    for disc, space in product(range(ULRICH, FROG + 1), spaces):
        yield actions.PLACE, "place", (disc, space)
    for space in spaces:
        yield actions.LYS, "lys", (space,)
    for direction in ways:
        yield actions.STEP, "step", (direction,)
    for space, height in product(spaces, range(MAX_DISCS - 1)):
        yield actions.TOP, "top", (space, height)
    for space, direction in product(spaces, ways):
        yield actions.MOVE, "move", (space, direction, 0, 0)
        for double in range(1, MAX_DISCS):
            yield actions.MOVE, "move", (space, direction, double, 0)
        for skip in range(1, MAX_DISCS + 1):
            yield actions.MOVE, "move", (space, direction, 0, skip)
    for legend, value in product(range(LEGEND_COUNT), range(1, DEAREST_LEGEND + 1)):
        for wilds in range(min(value, actions.MAX_WILDS) + 1):
            yield actions.LEGEND, "legend", (legend, value, wilds)
    for value, given in product(range(1, DEAREST_SONG + 1), range(1 << LEGEND_COUNT)):
        if 0 <= value - given.bit_count() <= actions.MAX_WILDS:
            yield actions.SONG, "song", (value, given)


def functions(name: str, prepare: Callable[[Any], Any]) -> tuple[Pack, Callable[[int], Any]]:
    pack, unpack = (prepare(getattr(actions, f"{verb}_{name}")) for verb in ("pack", "unpack"))
    return pack, unpack


def as_parts(found: Any) -> Parts:
    return tuple(found) if isinstance(found, tuple) else (found,)


def test_what_is_packed_is_unpacked_again_and_no_number_comes_twice() -> None:
    kind_of = plain(actions.kind_of)
    numbers = [actions.STAY, actions.PASS]
    assert (kind_of(actions.STAY), kind_of(actions.PASS)) == (actions.STAY, actions.PASS)
    for kind, name, parts in all_parts():
        pack, unpack = functions(name, plain)
        action = pack(*parts)
        assert kind_of(action) == kind
        assert actions.KINDS[kind] == name
        assert as_parts(unpack(action)) == parts
        numbers.append(action)
    assert len(numbers) == len(set(numbers))
    assert min(numbers) >= 0
    assert max(numbers) < actions.ACTION_SPACE
    spelled = {spell_own(action) for action in numbers}
    assert len(spelled) == len(numbers), "each has a spelling of its own"


@pytest.mark.compiled
def test_compiled_code_packs_alike() -> None:
    for number, (kind, name, parts) in enumerate(all_parts()):
        if number % 11 == 0:
            pack, unpack = functions(name, lambda function: function)
            assert pack(*parts) == functions(name, plain)[0](*parts)
            assert as_parts(unpack(pack(*parts))) == parts
            assert actions.kind_of(pack(*parts)) == kind


@pytest.mark.parametrize(
    ("action", "move"),
    [
        (16, "ulrich@1"),
        (63, "frog@8"),
        (68, "lys@5"),
        (72, "lys+"),
        (73, "lys-"),
        (74, "stay"),
        (75, "pass"),
        (92, "top@5.2"),
        (258, "3>"),
        (266, "3<"),
        (290, "3>d2"),
        (802, "3>s2"),
        (1297, "legend a4*"),
        (2447, "song 5 acij*"),
    ],
)
def test_numbers_are_the_same_for_ever(action: int, move: str) -> None:
    """Records hold moves in writing, but trained agents hold these."""
    assert spell_own(action) == move


def test_how_many_there_are() -> None:
    assert (actions.MAX_ACTIONS, actions.ACTION_SPACE) == (526, 2816)


@pytest.mark.parametrize("players", [2, 5])
def test_every_legal_action_is_one_of_them(players: int) -> None:
    known = {actions.STAY, actions.PASS} | {
        functions(name, plain)[0](*parts) for _, name, parts in all_parts()
    }
    game = find_game("nomads")
    for match in random_match("nomads", players, 6):
        if not match.over:
            assert set(engine(game).legal(match._states).tolist()) <= known


def test_the_most_ways_to_pay_fit() -> None:
    """Every kind of tile and three wilds: as many payments as actions.py counts."""
    game = find_game("nomads")
    states = next(random_match("nomads", 2, 1))._states.copy()
    states["asks"], states["to_move"] = 7, 0
    states["held"][0, 0] = 10
    states["held"][0, 0, WILD] = 3
    found = engine(game).legal(states)
    assert len(set(found.tolist())) == 372 + (3 + 4 + 4 + 4) * 4 + (4 * 4) * 3 + 1
    assert len(found) <= actions.MAX_ACTIONS
