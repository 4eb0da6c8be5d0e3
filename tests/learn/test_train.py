"""Training: a tiny one on this computer, stopped and gone on with, and what it leaves behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.lacking import need
from moonlit.core.errors import BadTable
from moonlit.core.registry import find_game
from moonlit.search.weights import read_weights, save_weights

need("torch", "learn")

import torch  # noqa: E402

from moonlit.learn.card import card_text  # noqa: E402
from moonlit.learn.command import check, default_plan  # noqa: E402
from moonlit.learn.games import CpuGames  # noqa: E402
from moonlit.learn.model import Model, expectations, rotation  # noqa: E402
from moonlit.learn.selfplay import SelfPlay  # noqa: E402
from moonlit.learn.train import Plan, Training  # noqa: E402

pytestmark = pytest.mark.compiled

TINY = Plan(rounds=2, games=24, candidates=6, hidden=16, fewer=8, batch=64)


def quiet(_: Any) -> None: ...


@pytest.mark.parametrize(
    ("game", "players"),
    [("nova-luna", 1), pytest.param("dance-of-muses", 4, marks=pytest.mark.long)],
)
def test_a_tiny_training_makes_weights_that_play(game: str, players: int, tmp_path: Path) -> None:
    from moonlit import new
    from moonlit.bots import ask, find_bot

    path = tmp_path / "w.npz"
    weights = Training(find_game(game), players, TINY).run(quiet)
    save_weights(weights, path)
    found = read_weights(path, find_game(game), players)
    assert found.card["games"] == 48
    assert len(found.card["history"]) == 1
    match = new(game, players, seed=4)
    assert ask(find_bot(f"net:12:{path}", match.game, players), match, 1) in match.moves()


@pytest.mark.long
def test_learning_lowers_the_error_and_beats_what_it_was() -> None:
    plan = Plan(rounds=14, games=192, candidates=8, hidden=32, fewer=16, batch=256)
    training = Training(find_game("nova-luna"), 2, plan)
    errors = []
    training.run(lambda standing: errors.append(standing.loss))
    assert np.mean(errors[-3:]) < errors[0] - 0.05
    assert training.progress.history[-1]["greedy"] > 0.6, "one move ahead against the best-looking"


@pytest.mark.long
def test_a_training_goes_on_where_it_was(tmp_path: Path) -> None:
    game, path = find_game("nova-luna"), tmp_path / "2.checkpoint"
    first = Training(game, 2, TINY, path)
    first.run(quiet)
    again = Training(game, 2, Plan(**{**vars(TINY), "rounds": 3}), path)
    assert again.progress.rounds == 2
    assert again.selfplay.merit == first.selfplay.merit
    for one, other in zip(again.smooth.parameters(), first.smooth.parameters(), strict=True):
        assert torch.equal(one, other)
    again.run(quiet)
    assert again.progress.rounds == 3
    with pytest.raises(BadTable, match="another training"):
        Training(find_game("nova-luna"), 3, TINY, path)
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(BadTable, match="not a checkpoint"):
        Training(game, 2, TINY, path)


@pytest.mark.long
def test_the_same_seed_trains_the_same() -> None:
    one, other = (Training(find_game("nova-luna"), 3, TINY).run(quiet) for _ in range(2))
    for first, second in zip(one.layers, other.layers, strict=True):
        assert first == pytest.approx(second)


def test_what_is_learnt_from_comes_from_what_the_seat_may_know() -> None:
    """Candidates are valued in a redealt world: nobody looks at the supply before choosing."""
    game = find_game("nova-luna")
    games = CpuGames(game, 2, 8, 6)
    games.start(3)
    live = torch.arange(8)
    hidden = games.own.states["tiles"].copy()
    games.list_moves(live, ranked=True)
    assert (games.own.states["tiles"] == hidden).all(), "the games themselves stay as they are"
    drawn = int(games.own.states["drawn"][0])
    assert (games.own.worlds["tiles"][:, :drawn] == hidden[:, :drawn]).all()
    assert (games.own.worlds["tiles"][:, drawn:] != hidden[:, drawn:]).any()


def test_heads_are_turned_to_a_seat_and_back() -> None:
    for players in range(1, 6):
        to_seat, to_table = rotation(players, "cpu")
        told = torch.arange(4 * players, dtype=torch.float32)[None]
        for seat in range(players):
            turned = told.gather(1, to_seat[seat][None])
            assert torch.equal(turned.gather(1, to_table[seat][None]), told)
            assert int(turned[0, 0]) == seat


@pytest.mark.long
def test_ends_are_told_as_the_search_counts_them() -> None:
    games = CpuGames(find_game("dance-of-muses"), 4, 16, 6)
    play = SelfPlay(games, 0.9)
    model = Model(games.size, 4, 8, 8)
    samples, moves = play.play([model], 7, first=True)
    assert moves > 16 * 9
    ends = games.finish()
    assert ends[:, :4].sum(1) == pytest.approx(torch.ones(16)), "shares of the win"
    assert torch.equal(ends[:, 0], ends[:, 2]), "partners win together"
    shares = samples.targets[:, :4].sum(1)
    assert shares == pytest.approx(torch.ones(len(shares)), abs=1e-3)
    said = expectations(model(samples.seen.float()), 4)
    assert said[:, :4].sum(1).detach() == pytest.approx(torch.ones(len(said)), abs=1e-4)


@pytest.mark.long
def test_the_card_says_how_it_was_made() -> None:
    weights = Training(find_game("nova-luna"), 2, TINY).run(quiet)
    for language, word in (("en", "self-play"), ("es", "contra sí misma"), ("fr", "lui-même")):
        text = card_text(weights, language)
        assert word in text
        assert "| ---: |" in text


def test_wrong_sizes_are_refused_before_anything_is_compiled() -> None:
    for wrong in ({"minutes": 0.0}, {"games": 0}, {"candidates": 1}, {"hidden": 100_000}):
        with pytest.raises(BadTable):
            check(default_plan(find_game("nova-luna"), 2, **wrong))


@pytest.mark.long
@pytest.mark.process
def test_the_command_trains_and_says_what_to_do_next(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "moonlit", "train", "nova-luna", "--minutes", "0.02"]
    command += ["--games", "16", "--hidden", "16", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "moonlit play nova-luna" in done.stdout
    assert {path.name for path in tmp_path.iterdir()} >= {"2.npz", "2.md"}
    read_weights(tmp_path / "2.npz", find_game("nova-luna"), 2)
