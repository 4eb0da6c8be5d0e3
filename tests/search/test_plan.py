"""Planning alone: chance is not foreseen, what is sure comes true, a seed gives one plan."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import moonlit
from moonlit.bots import find_bot
from moonlit.core.registry import find_game, games
from moonlit.core.rng import generator
from moonlit.search.plan import CHANCE, END, ON, Planner, new_beam, widen
from moonlit.search.simple import compiled
from moonlit.search.weights import find_weights

pytestmark = pytest.mark.compiled
ALONE = [game.name for game in games() if 1 in game.seats and find_weights(game, 1)]


def planner(game: str, width: int = 4) -> Planner:
    found = find_game(game)
    weights = find_weights(found, 1)
    assert weights is not None
    return Planner(found, weights, width)


def kinds_of(match: moonlit.Match) -> dict[str, int]:
    """How a line stands after each move."""
    weights = find_weights(match.game, 1)
    assert weights is not None
    beam = new_beam(match.game, 1)
    beam.layer[0] = match.states[0]
    same = np.stack([generator(1), generator(1)])
    found = compiled(widen)(beam, weights.network(), 1, 2, generator(7), same)
    pairs = zip(beam.moves[:found], beam.kinds[:found], strict=True)
    return {match.spell(int(action), 0): int(kind) for action, kind in pairs}


@pytest.mark.parametrize("game", ALONE)
def test_a_move_is_chance_just_where_other_worlds_show_something_else(game: str) -> None:
    seen = set()
    for seed in range(3):
        match = moonlit.new(game, players=1, seed=seed)
        while not match.over:
            kinds = kinds_of(match)
            for move in match.moves()[:: max(1, len(kinds) // 3)]:
                views = {shown(match, move, world) for world in range(6)}
                if kinds[move] != END:
                    assert (kinds[move] == CHANCE) == (len(views) > 1), move
                seen.add(kinds[move])
            match.play(match.moves()[-1])
    assert seen == {ON, END, CHANCE}


def shown(match: moonlit.Match, move: str, world: int) -> str:
    other = match.redeal(0, 100 + world)
    other.play(move)
    return repr(other.view(0))


@pytest.mark.parametrize("game", ALONE)
def test_what_a_plan_is_sure_of_comes_true(game: str) -> None:
    planning = planner(game)
    match = moonlit.new(game, players=1, seed=5)
    line: Any = None
    while not match.over:
        if line is None:
            found = planning.plan(match.redeal(0, match.number).states, match.number)
            line = found if found.sure else None
            actions = list(found.actions[:1] if line is None else found.actions)
        match.play(match.spell(actions.pop(0), 0))
    assert line is not None
    standings = match.standings()
    assert standings is not None
    assert abs(standings[0]["score"]) == abs(line.value)


@pytest.mark.parametrize("game", ALONE)
def test_the_same_seed_gives_the_same_plan_and_the_hidden_does_not_matter(game: str) -> None:
    match = moonlit.new(game, players=1, seed=3)
    one = planner(game).plan(match.redeal(0, 11).states, 11)
    assert planner(game).plan(match.redeal(0, 11).states, 11) == one
    assert planner(game).plan(moonlit.load(match.record()).redeal(0, 11).states, 11) == one


@pytest.mark.parametrize("game", ALONE)
def test_a_plan_is_for_one(game: str) -> None:
    found = find_game(game)
    assert find_bot("plan:5", found, 1).move(moonlit.new(game, players=1, seed=1), 1)
    with pytest.raises(moonlit.BadTable, match="alone"):
        find_bot("plan:5", found, 2)
    with pytest.raises(moonlit.BadTable, match="up to 1000"):
        find_bot("plan:5000", found, 1)
