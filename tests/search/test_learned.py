"""Search with a network: what it computes, that it is repeatable and fair, and its files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import moonlit
from moonlit.bots import find_bot
from moonlit.bots.levels import learned_settings
from moonlit.core.contract import record_type
from moonlit.core.errors import BadTable
from moonlit.core.features import find_features
from moonlit.core.jit import COMPILING, plain
from moonlit.core.registry import find_game
from moonlit.search import weights as files
from moonlit.search.learned import judge_first
from moonlit.search.network import HEADS
from moonlit.search.simple import compiled
from moonlit.search.think import Thought, think
from moonlit.search.weights import (
    LAYERS,
    OWN_WEIGHTS,
    Weights,
    find_weights,
    load_weights,
    read_weights,
    save_weights,
    shipped_weights,
)
from search.test_search import TABLES, position


def made_up(game: str, players: int, seed: int = 1) -> Weights:
    """A network that was never trained."""
    found = find_features(find_game(game), players)
    chance = np.random.default_rng(seed)
    shapes = [(found.size, 24), (24,), (24, 8), (8,), (8, HEADS * players), (HEADS * players,)]
    layers = [chance.normal(0, 0.3, shape).astype(np.float32) for shape in shapes]
    return Weights(game, players, found.version, layers, (-3.0, 2.0))


def judged(weights: Weights, match: moonlit.Match, seat: int) -> Any:
    network = weights.network()
    states = match.states if COMPILING else match.states.view(record_type(match.states.dtype))
    compiled(judge_first)(states, network, seat)
    return network


def thought(match: moonlit.Match, iterations: int, seed: int = 5) -> Thought:
    assert match.to_move is not None
    players = len(match.players)
    return think(
        match.game,
        match.states,
        match.to_move,
        learned_settings(match.game, players),
        seed,
        iterations=iterations,
        weights=made_up(match.game.name, players),
    )


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_network_says_what_its_layers_say(game: str, players: int) -> None:
    weights, match = made_up(game, players), position(game, players, 9)
    for seat in range(players):
        network = judged(weights, match, seat)
        first, bias, second, second_bias, last, last_bias = weights.layers
        hidden = np.maximum(network.inputs @ first + bias, 0)
        sums = np.maximum(hidden @ second + second_bias, 0) @ last + last_bias
        wins = np.exp(sums[:players]) / np.exp(sums[:players]).sum()
        parts = 1 / (1 + np.exp(-sums[players : 3 * players]))
        merits = -3.0 + 2.0 * sums[3 * players :]
        expected = np.concatenate([wins, parts, merits])
        assert network.outputs == pytest.approx(expected, rel=1e-4, abs=1e-5)


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_compiled_and_plain_see_and_say_the_same(game: str, players: int) -> None:
    weights, match = made_up(game, players), position(game, players, 11)
    network, twin = weights.network(), weights.network()
    judge_first(match.states, network, 0)
    plain(judge_first)(match.states.view(record_type(match.states.dtype)), twin, 0)
    assert network.inputs == pytest.approx(twin.inputs, rel=1e-5, abs=1e-6)
    assert network.outputs == pytest.approx(twin.outputs, rel=1e-5, abs=1e-6)


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_seat_sees_the_same_in_every_world_it_could_be_in(game: str, players: int) -> None:
    weights = made_up(game, players)
    for moves in (2, 7, 15):
        match = position(game, players, moves, seed=moves)
        if match.over:
            continue
        for seat in range(players):
            here = judged(weights, match, seat).outputs
            for seed in range(3):
                other = judged(weights, match.redeal(seat, seed), seat).outputs
                assert here.tobytes() == other.tobytes()


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_same_seed_gives_the_same_thought(game: str, players: int) -> None:
    match = position(game, players, 12)
    one = thought(match, 120)
    assert one == thought(match, 120)
    assert sum(found.visits for found in one.candidates) == 120
    assert sum(one.wins) == pytest.approx(1)
    assert all(1 <= place <= players for place in one.places)


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_worlds_that_look_the_same_get_the_same_move(game: str, players: int) -> None:
    match = position(game, players, 8)
    seat = match.to_move
    assert seat is not None
    bot = find_bot("net:40", match.game, players)
    moves = {bot.move(match.redeal(seat, 3), 3)}
    for seed in (11, 12, 13):  # the same world is dealt from any world the seat could be in
        bot = find_bot("net:40", match.game, players)
        moves.add(bot.move(match.redeal(seat, seed).redeal(seat, 3), 3))
    assert len(moves) == 1


# ---- the files -----------------------------------------------------------------------------------


def test_weights_come_back_as_they_were_kept(tmp_path: Path) -> None:
    kept = made_up("nova-luna", 2)
    save_weights(kept, tmp_path / "2.npz")
    found = read_weights(tmp_path / "2.npz", find_game("nova-luna"), 2)
    for one, other in zip(kept.layers, found.layers, strict=True):
        assert other == pytest.approx(one, abs=1e-3)
    assert found.merit == kept.merit
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2.npz"]


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    save_weights(made_up("nomads", 3), path)
    with np.load(path) as file:
        arrays = {name: file[name] for name in (*LAYERS, "about")}
    arrays["second"] = arrays["second"].copy()
    arrays["second"][0, 0] += 1
    np.savez(path, **arrays)
    with pytest.raises(BadTable, match="damaged"):
        load_weights(path)
    for content in (b"", b"PK\x03\x04 half a file", b"not weights at all"):
        path.write_bytes(content)
        with pytest.raises(BadTable, match="damaged"):
            load_weights(path)
    with pytest.raises(BadTable, match=r"cannot be read.*No such file"):
        load_weights(tmp_path / "gone.npz")


def test_weights_of_another_table_or_other_features_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    save_weights(made_up("nova-luna", 2), path)
    with pytest.raises(BadTable, match="for nova-luna with 2 players, not for nova-luna with 3"):
        read_weights(path, find_game("nova-luna"), 3)
    old = made_up("nova-luna", 2)
    save_weights(Weights(old.game, 2, old.features + 1, old.layers, old.merit), path)
    with pytest.raises(BadTable, match="other features of nova-luna"):
        read_weights(path, find_game("nova-luna"), 2)


def test_own_weights_are_used_where_they_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own.npz"
    save_weights(made_up("nomads", 4), path)
    monkeypatch.setenv(OWN_WEIGHTS, str(path))
    nomads = find_game("nomads")
    found = find_weights(nomads, 4)
    assert found is not None
    assert found.layers[0].shape[1] == 24
    assert find_weights(nomads, 3) is shipped_weights(nomads, 3)
    bot: Any = find_bot(f"net:10:{path}", nomads, 4)
    assert bot.weights.layers[0].shape[1] == 24
    with pytest.raises(BadTable, match="for nomads with 4 players"):
        find_bot(f"net:10:{path}", nomads, 2)


@pytest.mark.process
def test_the_command_line_takes_weights_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.npz"
    save_weights(made_up("nomads", 2), path)
    command = [sys.executable, "-m", "moonlit", "arena", "nomads", "net:2", "random"]
    command += ["--games", "2", "--jobs", "1", "--json", "--out", str(tmp_path / "out")]
    for weights, code, said in ((path, 0, "net:2"), (tmp_path / "gone.npz", 2, "cannot be read")):
        done = subprocess.run(
            [*command, "--weights", str(weights)], capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr
        assert said in done.stdout + done.stderr
    played = (tmp_path / "out" / "results.jsonl").read_text().splitlines()[0]
    assert json.loads(played)["code"]["net:2"] == files.checksum(load_weights(path).layers)[:16]


def test_all_shipped_weights_are_whole_and_small() -> None:
    total = 0
    for game, players in TABLES:
        assert shipped_weights(find_game(game), players) is not None, f"{game} with {players}"
    for name in moonlit.game_names():
        folder = files.origins()[name].folder / "weights"
        total += sum(path.stat().st_size for path in folder.iterdir())
    assert total < 4_000_000


def test_a_card_says_how_they_were_trained() -> None:
    for game, players in TABLES:
        found = shipped_weights(find_game(game), players)
        assert found is not None
        assert found.card["games"] > 100_000
        assert json.dumps(found.card["plan"])
        assert found.card["history"][-1]["games"] <= found.card["games"]


@pytest.mark.compiled
def test_a_game_that_has_no_weights_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moonlit.bots.bot.find_weights", lambda game, players: None)
    with pytest.raises(BadTable, match=r"no weights for nova-luna with 2 players.*moonlit train"):
        find_bot("net:100", find_game("nova-luna"), 2)
    for wrong in ("net:", "net:0", "net:x", "search:5:file"):
        with pytest.raises(BadTable, match="has no budget"):
            find_bot(wrong, find_game("nova-luna"), 2)
