"""The contract with every adventurer played and unplayed, and what must hold in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from games.nomads.reference import Model, picture
from moonlit.core.conformance import CHECKS, random_match
from moonlit.core.engine import engine
from moonlit.core.options import Options
from moonlit.core.registry import find_game
from moonlit.games.nomads.actions import MAX_ACTIONS
from moonlit.games.nomads.components import ADVENTURERS, TILE_COUNTS, TILE_KINDS
from moonlit.games.nomads.state import STATE

CARDS = {"songs": [1, 3, 5, 6], "legends": {}}
CARDS["legends"] = {
    name: [1, 2, 4, 7] for name in ("amber", "coral", "indigo", "jade", "onyx", "pearl", "rose")
}


def seated(players: int, turn: int) -> list[str]:
    """The adventurers from one on."""
    return [ADVENTURERS[(turn + seat) % 5] for seat in range(players)]


# With 2, 3 and 4 players every adventurer is played at one table and unplayed at another.
TURNS = {2: (0, 2, 4), 3: (0, 3, 1), 4: (0, 1, 2, 3, 4), 5: (0,)}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (players, {"adventurers": seated(players, turn)})
    for players, turns in TURNS.items()
    for turn in turns
]
TABLES += [
    (3, {"lumathon": {"captain": 1, "winner": 2, "last": 0}}),
    (5, {"lumathon": {"captain": 4, "winner": 4, "last": 0}, "adventurers": seated(5, 2)}),
    (2, {"components": CARDS}),
]


def test_every_adventurer_is_played_and_unplayed() -> None:
    for players in (2, 3, 4):
        tables = [
            options["adventurers"]
            for count, options in TABLES
            if count == players
            if "adventurers" in options
        ]
        for name in ADVENTURERS:
            assert {name in names for names in tables} == {True, False}


@pytest.mark.compiled
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
def test_every_table_keeps_the_contract(
    players: int, options: dict[str, Any], check: Callable[..., None]
) -> None:
    check("nomads", players, 7, options)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_is_lost(players: int) -> None:
    """Discs and tiles are where they can be, and cards have one owner."""
    game = find_game("nomads")
    for seed in range(3):
        discs: Counter[str] | None = None
        for match in random_match("nomads", players, seed):
            view = match.view()
            if view["asks"] in ("frog", "unplayed", "disc", "first_lys"):
                assert all(len(space["stack"]) <= 4 for space in view["spaces"])
            else:
                there = Counter(disc for space in view["spaces"] for disc in space["stack"])
                assert discs in (None, there)
                discs = there
            assert view["chart"] < 4, "four are scored at once"
            assert sum(space["pile"] > 0 for space in view["spaces"]) == view["piles"]
            for seat in view["seats"]:
                assert min(seat["tiles"].values()) >= 0
            assert len(engine(game).legal(match._states)) <= MAX_ACTIONS
        assert discs is not None
        assert discs["nomad"] == 8
        assert all(discs[name] == 2 for name in ADVENTURERS)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_second_opinion_agrees_on_every_move(players: int) -> None:
    """The rules on plain lists, written a second time, lead to the same table."""
    for seed in range(6):
        options: Options = {}
        if seed % 2:
            options["lumathon"] = {"captain": 1, "winner": 0, "last": seed % (players - 1) + 1}
        games = random_match("nomads", players, seed, options)
        match = next(games)
        model = Model(match.record())
        for match in games:
            move = match.history(since=match.number - 1)[0]
            model.play(move)
            assert picture(match.view()) == model.picture(), move
            assert match.to_move == model.to_move
            assert sorted(match.moves()) == sorted(model.moves())
        scores = [model.points(seat) + model.moons[seat] for seat in range(players)]
        assert [row["score"] for row in match.standings() or []] == scores


def test_redeal_shuffles_all_hidden_tiles_over_all_piles() -> None:
    """Each hidden place gets tiles of every kind, and what is seen or gone stays."""
    match = list(random_match("nomads", 2, 1))[40]
    state = match._state
    seen = [Counter[int]() for _ in range(112)]
    for seed in range(150):
        other = match.redeal(None, seed)._state
        assert other.gone == state.gone
        tiles = [kind for pile in other.tiles for kind in pile]
        assert sorted(tiles) == sorted(TILE_KINDS)
        for place, kind in enumerate(tiles):
            seen[place][kind] += 1
    for place in range(112):
        hidden = place % 14 > state.gone[place // 14]
        assert (len(seen[place]) > 1) == hidden


def test_the_record_is_small() -> None:
    assert STATE.itemsize <= 352
    assert sum(TILE_COUNTS) == 112
    assert np.dtype(STATE).isalignedstruct
