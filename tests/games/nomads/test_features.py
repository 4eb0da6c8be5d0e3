"""Features: only what a seat may know, the same in both modes, and small."""

from __future__ import annotations

import random
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import moonlit
from games.nomads.tools import lay, table
from moonlit.core.conformance import random_match, sample
from moonlit.core.contract import record_type
from moonlit.core.jit import COMPILING, plain
from moonlit.core.match import Match
from moonlit.games.nomads.components import ADVENTURERS
from moonlit.games.nomads.features import VERSION, features, size

PLAYERS = (2, 3, 4, 5)
CARDS = {"songs": [1, 2, 3, 7], "legends": {name: [1, 5, 9, 14] for name in (
    "amber", "coral", "indigo", "jade", "onyx", "pearl", "rose")}}  # fmt: skip


@numba.njit
def fill(states: Any, seat: int, out: Any) -> None:
    features(states[0], seat, out)


def told(match: Match, seat: int, compiled: bool = COMPILING) -> Any:
    """The features of a match; what `out` held before does not matter."""
    out = np.full(size(len(match.players)), 77, dtype=np.float32)
    if compiled:
        fill(match.states, seat, out)
    else:
        plain(features)(match.states.view(record_type(match.states.dtype))[0], seat, out)
    return out


def test_their_number() -> None:
    assert VERSION == 1
    assert size(2) <= 350
    assert size(5) <= 600
    assert [size(players) for players in PLAYERS] == sorted({size(p) for p in PLAYERS})


@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=12 if COMPILING else 1, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_they_tell_only_what_the_seat_may_know(players: int, seed: int) -> None:
    """Whatever is hidden is dealt anew, all through a game: nothing changes."""
    changed = False
    for match in random_match("nomads", players, seed):
        if not COMPILING and match.number % 20:
            continue
        seat = random.Random(match.number + seed).randrange(players)
        other = match.redeal(seat, seed % 1000 + match.number)
        assert told(other, seat).tolist() == told(match, seat).tolist()
        changed |= bool((other.states != match.states).any())
    assert changed


@pytest.mark.parametrize("options", [{}, {"components": CARDS}], ids=["usual", "other-cards"])
@pytest.mark.parametrize("players", PLAYERS)
def test_they_are_small(players: int, options: dict[str, Any]) -> None:
    for match in sample("nomads", players, 5, options, 40 if COMPILING else 4):
        for seat in range(players):
            found = told(match, seat)
            assert np.isfinite(found).all()
            assert abs(found).max() <= 4


@pytest.mark.compiled
@pytest.mark.parametrize("players", PLAYERS)
def test_compiled_and_plain_agree(players: int) -> None:
    names = [ADVENTURERS[(players + seat) % 5] for seat in range(players)]
    for match in sample("nomads", players, 3, {"adventurers": names}, 12):
        for seat in range(players):
            assert told(match, seat, True) == pytest.approx(told(match, seat, False), abs=1e-6)


@pytest.mark.parametrize("players", PLAYERS)
def test_seats_are_told_from_the_one_that_looks(players: int) -> None:
    """In the same game with everyone one seat further, the next seat is told the same."""
    for match in sample("nomads", players, 8, {}, 6 if COMPILING else 2):
        record = match.record()
        names, start = record["deal"]["adventurers"], record["deal"]["start"]
        moved = {"adventurers": [names[-1], *names[:-1]], "start": (start + 1) % players}
        other = moonlit.load({**record, "deal": {**record["deal"], **moved}, "result": None})
        for seat in range(players):
            assert told(other, (seat + 1) % players).tolist() == told(match, seat).tolist()


def test_spaces_are_told_from_the_one_that_lys_points_at() -> None:
    """The same table turned by three spaces, Lys with it, looks the same."""
    stacks = {1: "ulrich", 2: "siana siana", 4: "ulrich", 5: "red red moon", 8: "moon nostromo"}
    stacks[7] = "nostromo"
    tops = {1: "a moon", 2: "c", 3: "wild", 4: "r", 5: "moon", 6: "i", 7: "o", 8: "p"}
    turned_stacks = {(space + 2) % 8 + 1: discs for space, discs in stacks.items()}
    turned_tops = {(space + 2) % 8 + 1: tiles for space, tiles in tops.items()}
    one = lay(table("ulrich siana", tops), stacks, lys=2)
    other = lay(table("ulrich siana", turned_tops), turned_stacks, lys=5)
    for seat in range(2):
        assert told(other, seat).tolist() == told(one, seat).tolist()
