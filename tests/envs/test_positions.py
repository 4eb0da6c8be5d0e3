"""Batches set back, copied, and begun from given positions."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import moonlit
from moonlit.core.jit import COMPILING
from moonlit.core.observing import observation
from moonlit.envs.batch import Batch

SHOWN = ("observations", "masks", "counts", "to_move", "rewards", "dones", "seeds")
STEPS = 90 if COMPILING else 3


def shown(batch: Batch) -> list[np.ndarray]:
    return [getattr(batch, name).copy() for name in SHOWN]


def same(one: list[np.ndarray], other: list[np.ndarray]) -> bool:
    return all(np.array_equal(left, right) for left, right in zip(one, other, strict=True))


@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_what_was_saved_goes_on_as_it_did(opponents: str | None) -> None:
    """Games, sampled actions and the bots' answers; also in a copy, which is on its own."""
    batch = Batch("nomads", 2, 4, opponents=opponents, seat=None)
    for _ in range(5 if COMPILING else 1):
        batch.step(batch.sample())
    saved, copy = pickle.loads(pickle.dumps(batch.save())), batch.copy()
    went = []
    for _ in range(STEPS):
        batch.step(batch.sample())
        went.append(shown(batch))
    batch.restore(saved)
    assert same(shown(batch), shown(copy))
    for one in went:
        batch.step(batch.sample())
        copy.step(copy.sample())
        assert same(shown(batch), one)
        assert same(shown(copy), one)


def test_one_game_becomes_many_and_the_others_stay() -> None:
    batch = Batch("dance-of-muses", 2, 6, seeds=20)
    before = shown(batch)
    batch.restore(batch.save([5, 5, 5]), [0, 2, 4])
    assert batch.seeds.tolist() == [25, 21, 25, 23, 25, 25]
    assert (batch.observations[[0, 2, 4]] == before[0][5]).all()
    assert (batch.observations[[1, 3, 5]] == before[0][[1, 3, 5]]).all()
    batch.step(batch.actions[:, 0], games=batch.seeds == 25)
    assert (batch.observations[[1, 3]] == before[0][[1, 3]]).all()
    assert (batch.to_move[[0, 2, 4, 5]] != before[3][5]).all()


def test_redealt_games_look_the_same_to_the_seat_to_move() -> None:
    batch = Batch("dance-of-muses", 3, 5, seeds=3)
    batch.restore(batch.save([0] * 5))
    before, real = shown(batch), batch.states
    batch.redeal(100)
    assert same(shown(batch), before)
    assert len({state.tobytes() for state in batch.states}) > 1
    batch.redeal(100, games=[0])
    batch.put(real)
    assert same(shown(batch), before)


def test_a_batch_goes_on_from_matches() -> None:
    matches = [moonlit.new("nomads", players=2, seed=seed) for seed in (4, 9)]
    for _ in range(10):
        matches[0].play(matches[0].moves()[-1])
    batch = Batch("nomads", 2, 3)
    batch.put(matches, games=[2, 0])
    for match, index in zip(matches, (2, 0), strict=True):
        assert batch.seeds[index] == match.seed
        assert (batch.observations[index] == observation(match, match.to_move or 0)).all()
        assert batch.actions[index, : batch.counts[index]].tolist() == list(match.legal_actions())
    against = Batch("nomads", 2, 2, opponents="random", seat=1)
    against.put(matches)
    assert against.to_move.tolist() == [1, 1]
    while not matches[0].over:
        last = matches[0].copy()
        matches[0].play(matches[0].moves()[0])
    batch.put([last], games=[1])  # one move before its end
    batch.step(batch.actions[:, 0])
    assert batch.dones.tolist() == [False, True, False]
    assert batch.places[1].tolist() == [row["place"] for row in matches[0].standings() or ()]
    with pytest.raises(moonlit.BadTable, match="Position 1 is over"):
        batch.put([last, matches[0]], games=[0, 1])


def test_games_that_stay_over_until_they_are_dealt() -> None:
    batch = Batch("nova-luna", 1, 2, autoreset=False)
    while not batch.dones.any() and COMPILING:
        batch.step(batch.sample())
    if COMPILING:
        over = int(np.argmax(batch.dones))
        assert (batch.to_move[over], batch.counts[over], batch.masks[over].any()) == (-1, 0, False)
        with pytest.raises(moonlit.BadTable, match=f"Game {over} of the batch is over"):
            batch.step(batch.sample())
        running = ~batch.dones
        batch.step(batch.sample(), games=running)
        assert not batch.dones[over]
        batch.deal([over])
        assert batch.seeds[over] == over + 2
        assert batch.to_move[over] == 0


def test_other_positions_are_refused_in_words() -> None:
    batch, other = Batch("nomads", 2, 2), Batch("nomads", 3, 2)
    match = moonlit.new("nova-luna", players=2, seed=1)
    for given in ([match, match], [None, None], other.states, np.zeros(2)):
        with pytest.raises(moonlit.BadTable, match="position of another table"):
            batch.put(given)  # type: ignore[arg-type]
    with pytest.raises(moonlit.BadTable, match="1 positions for 2 games"):
        batch.put(batch.states[:1])
    with pytest.raises(moonlit.BadTable, match="1 positions for 2 games"):
        batch.restore(batch.save([0]))
    with pytest.raises(moonlit.BadTable, match="position of another table"):
        batch.restore(other.save())
    with pytest.raises(moonlit.BadTable, match="takes what save"):
        batch.restore(batch.states)  # type: ignore[arg-type]
    for games in ([2], [-1], [True], [0.5], [[0]]):
        with pytest.raises(moonlit.BadTable, match="numbers from 0 to 1, or by a mask of 2"):
            batch.save(games)
    beginners = Batch("nova-luna", 3, 1, options={"beginner": True})
    with pytest.raises(moonlit.BadTable, match="is played with the options"):
        beginners.put([moonlit.new("nova-luna", players=3, seed=1)])
