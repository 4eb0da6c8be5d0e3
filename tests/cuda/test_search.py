"""Search on the device finds what the CPU's search finds: the same moves, visits and values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.envs import TABLES
from moonlit.bots.levels import learned_settings, settings_for
from moonlit.core.match import Match, new
from moonlit.cuda.device import SIMULATED
from moonlit.cuda.search import Found, flat_all, search_all
from moonlit.search.simple import flat
from moonlit.search.think import think
from moonlit.search.tree import WIN
from moonlit.search.weights import find_weights

POSITIONS = 1 if SIMULATED else 32
ITERATIONS = 5 if SIMULATED else 200


def positions(game: str, players: int) -> list[Match]:
    """Matches some way into the game, each further than the one before."""
    found = []
    for number in range(POSITIONS):
        match = new(game, players, seed=number)
        for _ in range(3 + 5 * (number % 4)):
            if not match.over:
                match.play(match.moves()[number % len(match.moves())])
        if not match.over:
            found.append(match)
    return found


def together(matches: list[Match]) -> Any:
    return np.concatenate([match.states for match in matches])


def candidates(found: Found, row: int) -> list[tuple[int, int]]:
    count = found.counts[row]
    pairs = zip(found.actions[row, :count], found.visits[row, :count], strict=True)
    return [(int(action), int(visits)) for action, visits in pairs]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_trees_are_those_of_the_cpu(game: str, players: int) -> None:
    matches = positions(game, players)
    rules = matches[0].game
    settings = settings_for(rules, players)
    seeds = range(5, 5 + len(matches))
    found = search_all(rules, together(matches), seeds, settings, ITERATIONS)
    for row, match in enumerate(matches):
        seat = match.to_move or 0
        thought = think(rules, match.states, seat, settings, seeds[row], iterations=ITERATIONS)
        assert candidates(found, row) == [(each.action, each.visits) for each in thought.candidates]
        assert found.values[row, 0].tolist() == pytest.approx(thought.candidates[0].shares, 1e-12)
        wins = (found.totals[row, :, WIN] / ITERATIONS).tolist()
        assert wins == thought.wins


@pytest.mark.parametrize("game", sorted({game for game, _ in TABLES}))
@pytest.mark.parametrize("watched", [False, True])
def test_trees_with_a_network_are_those_of_the_cpu(game: str, watched: bool) -> None:
    """Searched for the seat to move, and for an onlooker, who knows no seat's secrets."""
    matches = positions(game, 2)
    rules = matches[0].game
    settings, weights = learned_settings(rules, 2), find_weights(rules, 2)
    assert weights is not None
    seeds = range(5, 5 + len(matches))
    seats = [-1 if watched else match.to_move or 0 for match in matches]
    found = search_all(
        rules, together(matches), seeds, settings, ITERATIONS, seats=seats, weights=weights
    )
    for row, match in enumerate(matches):
        thought = think(
            rules,
            match.states,
            seats[row],
            settings,
            seeds[row],
            iterations=ITERATIONS,
            weights=weights,
        )
        legal = set(match.legal_actions().tolist())  # an onlooker imagines others as well
        seen = [each for each in candidates(found, row) if each[0] in legal]
        assert seen == [(each.action, each.visits) for each in thought.candidates]
        first = candidates(found, row).index(seen[0])
        assert found.values[row, first].tolist() == pytest.approx(
            thought.candidates[0].shares, 1e-12
        )


@pytest.mark.parametrize("game", sorted({game for game, _ in TABLES}))
def test_flat_search_is_that_of_the_cpu(game: str) -> None:
    matches = positions(game, 2)[-1:]
    rules, seat = matches[0].game, matches[0].to_move or 0
    settings = settings_for(rules, 2)
    counts, actions, shares = flat_all(rules, together(matches), [9], settings, 1)
    assert counts[0] == len(matches[0].moves())
    best = flat(rules, matches[0].states, seat, 1, settings.numbers(), 9)
    assert actions[0, shares[0, : counts[0]].argmax()] == best


def test_a_finished_game_has_no_moves() -> None:
    game, players = TABLES[0]
    match = new(game, players, seed=1)
    while not match.over:
        match.play(match.moves()[0])
    settings = settings_for(match.game, players)
    found = search_all(match.game, match.states, [1], settings, ITERATIONS)
    assert found.counts.tolist() == [0]
