"""Tree search: repeatable, fair, the same in both modes, and not blind to a win."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import moonlit
from moonlit.bots.levels import settings_for
from moonlit.core.contract import record_type
from moonlit.core.jit import plain
from moonlit.core.registry import find_game
from moonlit.core.rng import generator
from moonlit.search import arithmetic, simple, tree
from moonlit.search.think import Settings, Thought, Trees, new_tree, think, warm

TABLES = [(name, players) for name in moonlit.game_names() for players in find_game(name).seats]


def position(game: str, players: int, moves: int, seed: int = 1) -> moonlit.Match:
    match, chance = moonlit.new(game, players, seed=seed), random.Random(seed)
    while match.number < moves and not match.over:
        match.play(chance.choice(match.moves()))
    return match


def thought_of(match: moonlit.Match, iterations: int, seed: int = 5, **more: Any) -> Thought:
    assert match.to_move is not None
    settings = settings_for(match.game, len(match.players))
    states = match.states
    return think(match.game, states, match.to_move, settings, seed, iterations=iterations, **more)


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_same_seed_and_iterations_give_the_same_thought(game: str, players: int) -> None:
    match = position(game, players, 12)
    before = match.record()
    one, other = thought_of(match, 300), thought_of(match, 300)
    assert one == other
    assert match.record() == before, "thinking changes nothing"
    assert one.iterations == 300
    assert sum(found.visits for found in one.candidates) == 300
    legal = set(match.moves())
    for found in one.candidates:
        assert match.spell(found.action, match.to_move or 0) in legal
        assert len(found.shares) == players
        assert all(0 <= share <= 1 for share in found.shares)
    companies = {match.game.company(players, seat) for seat in range(players)}
    assert sum(one.wins) == pytest.approx(1)
    if len(companies) > 1:
        assert all(1 <= place <= players for place in one.places)


@pytest.mark.compiled
@pytest.mark.parametrize("game", moonlit.game_names())
def test_threads_share_the_work_and_the_outcome_is_repeatable(game: str) -> None:
    match = position(game, 2, 12)
    one, other = thought_of(match, 400, threads=2), thought_of(match, 400, threads=2)
    assert one == other
    assert one.iterations == 400


@pytest.mark.compiled
def test_a_budget_in_seconds() -> None:
    match = position("nova-luna", 2, 12)
    settings = Settings()
    assert match.to_move is not None
    thought = think(match.game, match.states, match.to_move, settings, 1, seconds=0.01)
    assert thought.iterations >= 256
    for wrong in ({}, {"iterations": 5, "seconds": 1.0}):
        with pytest.raises(ValueError, match="either"):
            think(match.game, match.states, match.to_move, settings, 1, **wrong)


@pytest.mark.compiled
@pytest.mark.parametrize("game", moonlit.game_names())
def test_compiled_and_plain_search_agree(game: str) -> None:
    match = position(game, 2, 14, seed=3)
    settings = settings_for(match.game, 2).numbers()
    grown = []
    for function in (tree.grow, plain(tree.grow)):
        planted = new_tree(match.game, 40)
        planted.worlds[0] = match.states[0]
        seen = planted
        if function is not tree.grow:
            views = {
                name: getattr(planted, name).view(record_type(getattr(planted, name).dtype))
                for name in ("worlds", "nodes", "notes")
            }
            seen = planted._replace(**views)
        function(seen, match.to_move, 25, settings, generator(9))
        grown.append(planted.nodes)
    for name in ("action", "visits", "first", "next", "seen"):
        assert grown[0][name].tolist() == grown[1][name].tolist()
    assert (grown[0]["value"] == grown[1]["value"]).all(), "to the last bit"


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_compiled_and_plain_heuristics_agree(game: str, players: int) -> None:
    for moves in (0, 9, 16, 30):
        match = position(game, players, moves, seed=4)
        if match.over:
            continue
        states = match.states
        ranked = simple.ranked(match.game, states)
        assert [worth for worth, _ in ranked] == sorted((w for w, _ in ranked), reverse=True)
        actions = np.empty(match.game.max_actions, dtype=np.int32)
        found = np.empty(match.game.max_actions)
        record = states.view(record_type(states.dtype))
        count = plain(simple.rate_all)(record, actions, found)
        plainly = {int(actions[n]): float(found[n]) for n in range(count)}
        assert plainly == pytest.approx({action: worth for worth, action in ranked})


def test_the_heuristic_of_nova_luna_counts_the_goals_a_move_meets() -> None:
    """Against the preview, over positions of random games: more goals, a better look."""
    for seed in range(3):
        match = position("nova-luna", 2, 24, seed=seed)
        goals = {m: len(match.preview(m)["goals"]) for m in match.moves() if m != "refill"}
        for choice in "123":
            same_tile = {m: n for m, n in goals.items() if m.startswith(choice)}
            if len(set(same_tile.values())) < 2:
                continue
            looks = {
                match.spell(action, 0): worth
                for worth, action in simple.ranked(match.game, match.states)
            }
            best = max(same_tile, key=lambda move: looks[move])
            assert same_tile[best] >= max(same_tile.values()) - 1


@pytest.mark.compiled
@pytest.mark.parametrize("game", moonlit.game_names())
def test_a_win_in_one_move_is_found(game: str) -> None:
    """Play on with small thoughts until somebody can end the game and win: a search sees that."""
    for seed in range(40):
        match = moonlit.new(game, 2, seed=seed)
        bots = random.Random(seed)
        while not match.over:
            winning = winning_moves(match)
            if winning:
                thought = thought_of(match, 1500)
                chosen = match.spell(thought.action, match.to_move or 0)
                seat = match.to_move or 0
                assert chosen in winning or thought.candidates[0].shares[seat] > 0.85
                return
            match.play(bots.choice(match.moves()))
    pytest.fail("no such position was found")


def winning_moves(match: moonlit.Match) -> list[str]:
    found = []
    for move in match.moves():
        after = match.copy()
        after.play(move)
        if after.over and (after.standings() or [])[match.to_move or 0]["place"] == 1:
            found.append(move)
    return found if len(found) < len(match.moves()) else []


@pytest.mark.compiled
def test_more_iterations_beat_fewer() -> None:
    """Not a rating, only a sign of life: 200 against 10 in Nomads."""
    won = 0.0
    for number in range(10):
        match = moonlit.new("nomads", 2, seed=number // 2)
        strong = number % 2
        while match.to_move is not None:
            its = 200 if match.to_move == strong else 10
            action = thought_of(match, its, seed=number).action
            match.play(match.spell(action, match.to_move))
        won += (match.standings() or [])[strong]["place"] == 1
    assert won >= 7


@pytest.mark.compiled
def test_a_tree_is_carried_on_to_a_later_position() -> None:
    match = position("nova-luna", 2, 10)
    trees = Trees.planted(match.game, 800, 1)
    thought = thought_of(match, 800, trees=trees)
    after = trees.after([thought.action])
    assert after is not None
    assert after.trees[0].visits == thought.candidates[0].visits
    followed = sum(found.visits for found in after.trees[0].candidates(2))
    assert followed == thought.candidates[0].visits - 1, "its first visit added the node itself"
    assert trees.after([-5]) is None
    match.play(match.spell(thought.action, 0))
    again = thought_of(match, 100, trees=after)
    assert again.iterations == thought.candidates[0].visits + 100


@pytest.mark.compiled
def test_solo_is_a_search_for_a_low_score() -> None:
    scores = {}
    for iterations in (5, 300):
        total = 0
        for seed in range(4):
            match = moonlit.new("nova-luna", 1, seed=seed)
            while not match.over:
                action = thought_of(match, iterations, seed=seed).action
                match.play(match.spell(action, 0))
            total += (match.standings() or [])[0]["score"]
        scores[iterations] = total / 4
    assert scores[300] < scores[5]
    assert scores[300] < 140


@pytest.mark.compiled
def test_flat_playouts_and_warming() -> None:
    match = position("dance-of-muses", 2, 12)
    numbers = replace(Settings(), guide=1).numbers()
    action = simple.flat(match.game, match.states, match.to_move or 0, 2, numbers, 3)
    assert match.spell(action, match.to_move or 0) in match.moves()
    warm(match.game)


def test_our_own_arithmetic_is_right_and_the_same_in_both_modes() -> None:
    """The compiled and the plain function agree to the last bit, and with Python's own nearly."""
    for number in (*range(1, 1100), 4095, 4097, 65537, 10**6 + 3, 2**31 - 1):
        assert arithmetic.log(number) == plain(arithmetic.log)(number)
        assert arithmetic.log(number) == pytest.approx(math.log(number), rel=4e-16, abs=0)
    for step in range(-400, 401):
        number = step / 7
        for own, usual in ((arithmetic.exp, math.exp), (arithmetic.tanh, math.tanh)):
            assert own(number) == plain(own)(number)
            if abs(number) <= arithmetic.MAX_EXPONENT:
                assert own(number) == pytest.approx(usual(number), rel=1e-15, abs=4e-16)
    assert arithmetic.tanh(1e9) == 1.0
    assert arithmetic.tanh(-1e9) == -1.0
    assert 0 < arithmetic.exp(-1e9) < 1e-15
