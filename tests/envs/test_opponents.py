"""Bots inside a batch: the same moves as the same bots at a match, which see no secrets."""

from __future__ import annotations

import numpy as np
import pytest

import moonlit
from moonlit.bots.bot import ask, find_bot
from moonlit.core.contract import record_type
from moonlit.core.jit import COMPILING, plain
from moonlit.core.observing import observation
from moonlit.core.registry import find_game
from moonlit.core.rng import below, generator
from moonlit.envs import answers
from moonlit.envs.batch import Batch
from moonlit.envs.play import rewards
from moonlit.envs.steps import ANSWERING
from moonlit.search import tree as t
from moonlit.search.playouts import unit
from moonlit.search.think import new_tree

LONG = pytest.mark.long


def answered(match: moonlit.Match, seat: int, name: str, chance: object) -> None:
    """Let a bot of moonlit.bots play the other seats, with the seeds that a batch draws."""
    while not match.over and match.to_move != seat:
        if len(match.moves()) == 1:
            match.play(match.moves()[0])
            continue
        seed = plain(below)(chance, answers.SEEDS)
        match.play(ask(find_bot(name, match.game, len(match.players)), match, seed))
        if not name.startswith("flat"):
            plain(unit)(chance)  # whether it slips


@pytest.mark.parametrize(
    ("game", "players", "name"),
    [
        ("dance-of-muses", 2, "search:10"),
        pytest.param("nova-luna", 3, "search:6", marks=[LONG, pytest.mark.compiled]),
        pytest.param("nova-luna", 2, "flat:1", marks=[LONG, pytest.mark.compiled]),
        pytest.param("dance-of-muses", 2, "net:8", marks=[LONG, pytest.mark.compiled]),
    ],
)
def test_bots_move_as_they_do_at_a_match(game: str, players: int, name: str) -> None:
    """`ask` lets a bot see a redealt match only; so does a batch, move by move."""
    count, steps = (3, 60) if COMPILING else (1, 2)
    batch = Batch(game, players, count, seeds=40, opponents=name, seat=1)
    matches, chances = [], []

    def begin(seed: int) -> tuple[moonlit.Match, object]:
        match, chance = moonlit.new(game, players=players, seed=seed), generator(seed ^ ANSWERING)
        answered(match, 1, name, chance)
        return match, chance

    matches, chances = map(list, zip(*(begin(40 + number) for number in range(count)), strict=True))
    for _ in range(steps):
        for index, match in enumerate(matches):
            assert batch.to_move[index] == match.to_move == 1
            assert (batch.observations[index] == observation(match, 1)).all()
        chosen = batch.sample()
        batch.step(chosen)
        for index, match in enumerate(matches):
            match.play_action(int(chosen[index]))
            answered(match, 1, name, chances[index])
            assert batch.dones[index] == match.over
            if match.over:
                assert batch.rewards[index].tolist() == np.float32(rewards(match)).tolist()
                matches[index], chances[index] = begin(int(batch.seeds[index]))


def test_the_seat_by_chance_follows_from_the_seed() -> None:
    count = 40 if COMPILING else 4
    batch = Batch("nomads", 3, count, seeds=7, opponents=["greedy", "random"], seat=None)
    assert set(batch.seats.tolist()) <= {0, 1, 2}
    assert len(set(batch.seats.tolist())) == 3 or not COMPILING
    again = Batch("nomads", 3, 2, seeds=[8, 7], opponents=["greedy", "random"], seat=None)
    assert again.seats.tolist() == batch.seats[[1, 0]].tolist()
    assert (again.observations == batch.observations[[1, 0]]).all()
    assert (batch.to_move == batch.seats).all()


@pytest.mark.compiled
def test_threads_change_no_answer_and_greedy_bots_beat_chance() -> None:
    batches = [Batch("nomads", 2, 50, opponents="greedy", threads=threads) for threads in (1, 3)]
    won = 0.0
    for _ in range(60):
        for batch in batches:
            batch.step(batch.sample())
        assert (batches[0].observations == batches[1].observations).all()
        won += float(batches[0].rewards[:, 1].sum())
    assert won > 25
    for batch in batches:
        batch.close()


def test_a_slip_goes_to_a_move_nearly_as_good() -> None:
    """Of the most visited moves those within reach of the best, each as likely."""
    grown = new_tree(find_game("nomads"), 12)
    tree = t.Tree(*(rows.view(record_type(rows.dtype)) if rows.dtype.names else rows
                    for rows in grown))  # fmt: skip
    visits_and_shares = [(5, 0.5), (9, 0.6), (5, 0.58), (1, 0.9), (4, 0.1)]
    for action, (visits, share) in enumerate(visits_and_shares):
        node = plain(t.add_child)(tree, 0, 10 + action, 0.0)
        tree.nodes[node].visits = visits
        tree.nodes[node].value[1] = visits * share
    order, node = [], plain(answers.follower)(tree, t.NONE)
    while node != t.NONE:
        order.append(int(tree.nodes[node].action))
        node = plain(answers.follower)(tree, node)
    assert order == [11, 10, 12, 14, 13]
    bot, chance = np.zeros(1, dtype=record_type(answers.BOT))[0], generator(1)
    bot.loose = 0.15
    picks = [plain(answers.pick)(tree, 1, bot, chance) for _ in range(20)]
    assert set(picks) == {11}
    bot.slip = 1.0
    picks = [plain(answers.pick)(tree, 1, bot, chance) for _ in range(300)]
    assert {action: picks.count(action) > 70 for action in set(picks)} == dict.fromkeys(
        (10, 12, 13), True
    )


def test_what_cannot_play_inside_is_refused_in_words() -> None:
    def refuse(message: str, **given: object) -> None:
        with pytest.raises(moonlit.MoonlitError, match=message):
            Batch("nomads", 3, 2, **given)  # type: ignore[arg-type]

    refuse("no bot", opponents="wizard")
    refuse("cannot play inside a batch", opponents=lambda view, moves: moves[0])
    refuse("or 2 of them for the other seats", opponents=["greedy"])
    refuse("no seat 3", opponents="greedy", seat=3)
    with pytest.raises(moonlit.BadTable, match="or 0 of them"):
        Batch("nova-luna", 1, 2, opponents="greedy")
