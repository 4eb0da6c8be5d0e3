"""Compiled code: kept, found again, never stale, never required; plain Python: the same game."""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import pytest

from moonlit.core import conformance, contract, engine, jit
from moonlit.core.jit import PACKAGE, njit, plain
from moonlit.core.registry import find_game, game_names
from moonlit.core.rng import below, generator

COUNT_COMPILED = """
import sys
import moonlit
from moonlit.core import engine
match = moonlit.new("nova-luna", players=1, seed=1)
while not match.over:
    match.play(next(move for move in match.moves() if move != "refill"))
entries = (engine.setup_first, engine.legal_first, engine.play_first)
misses = [sum(e.stats.cache_misses.values()) + (not e.stats.cache_path) for e in entries]
print(sum(misses), match.standings()[0]["score"])
"""


def run(code: str, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.long
@pytest.mark.compiled
def test_a_second_start_compiles_nothing_and_an_edit_is_noticed(tmp_path: Path) -> None:
    """The edit is in another file than the functions that are kept."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "moonlit")
    env = {"PYTHONPATH": str(tmp_path / "src"), "MOONLIT_CACHE": str(tmp_path / "cache")}
    first_misses, score = run(COUNT_COMPILED, **env).split()
    assert int(first_misses) > 0
    assert run(COUNT_COMPILED, **env) == f"0 {score}"
    rules = tmp_path / "src/moonlit/games/nova_luna/rules/solo.py"
    text = rules.read_text(encoding="utf-8")
    assert "MISSING_DISC = 10" in text
    rules.write_text(text.replace("MISSING_DISC = 10", "MISSING_DISC = 50"), encoding="utf-8")
    misses, dearer = run(COUNT_COMPILED, **env).split()
    assert int(misses) > 0
    assert int(dearer) > int(score)


@pytest.mark.long
@pytest.mark.compiled
def test_without_a_writable_cache_everything_still_works(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "import moonlit; m = moonlit.new('nova-luna', players=2, seed=1); m.play('1@0,0')"
    run(code + "; print(m.number)", MOONLIT_CACHE=str(blocked))


@pytest.mark.process
def test_plain_python_mode_plays_the_same_game() -> None:
    code = """
import json, moonlit, random
match, chance = moonlit.new("nova-luna", players=3, seed=8), random.Random(8)
while not match.over:
    match.play(chance.choice(match.moves()))
print(json.dumps(match.record()))
"""
    assert run(code, NUMBA_DISABLE_JIT="1") == run(code, NUMBA_DISABLE_JIT="0")


@pytest.mark.long
@pytest.mark.compiled
def test_ten_thousand_random_games_of_each_player_count_with_bounds_checked(
    tmp_path: Path,
) -> None:
    code = """
from moonlit.core.engine import Engine
from moonlit.core.registry import find_game, game_names
for name in game_names():
    game = find_game(name)
    for players in game.seats:
        _, config = game.configure(players, {})
        moves = Engine(game, compiled=True).random_games(config, 10_000, seed=players)
        print(name, players, moves)
"""
    printed = run(code, NUMBA_BOUNDSCHECK="1", MOONLIT_CACHE=str(tmp_path)).splitlines()
    assert len(printed) == sum(len(find_game(name).seats) for name in game_names())
    for line in printed:
        assert int(line.split()[2]) > 10_000 * 5


@pytest.mark.compiled
def test_bounds_are_really_checked(tmp_path: Path) -> None:
    code = """
import numpy as np
from moonlit.core.jit import njit
@njit
def beyond(values):
    return values[7]
try:
    beyond(np.zeros(3))
except IndexError:
    print("caught")
"""
    assert run(code, NUMBA_BOUNDSCHECK="1", MOONLIT_CACHE=str(tmp_path)) == "caught"


def test_the_generator_is_the_published_one() -> None:
    """sfc32 from state (0, 0, 0), counter 1: reference words, computed from its definition."""
    a = b = c = 0
    count, mask = 1, 0xFFFFFFFF
    rng = generator(0)
    rng[:] = (a, b, c, count)
    for _ in range(50):
        word = (a + b + count) & mask
        count += 1
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & mask
        c = (((c << 21) | (c >> 11)) + word) & mask
        assert plain(below)(rng, 2**31) == word >> 1


def test_every_number_below_a_limit_comes_up() -> None:
    rng = generator(5)
    seen = [0] * 7
    for _ in range(7000):
        seen[below(rng, 7)] += 1
    assert min(seen) > 850
    assert max(seen) < 1150


def test_the_kit_notices_a_game_that_breaks_its_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kit that cannot fail proves nothing: break Nova Luna in several ways."""
    game = find_game("nova-luna")
    view = game.view

    def leaking(state: Any, seat: int) -> dict[str, Any]:
        return {**view(state, seat), "next": int(state.tiles[60])}

    with monkeypatch.context() as patch:
        patch.setattr(game, "view", leaking)
        with pytest.raises(conformance.NotConforming, match="keeps the view of seat"):
            conformance.check_redeal("nova-luna", 2, 1)
    with monkeypatch.context() as patch:
        patch.setattr(game, "spell", lambda state, action, seat: str(action % 5))
        with pytest.raises(conformance.NotConforming, match="spells as it reads"):
            conformance.check_notation("nova-luna", 2, 1)
        patch.setattr(game, "spell_own", None)
        with pytest.raises(conformance.NotConforming, match="share a spelling"):
            conformance.check_notation("nova-luna", 2, 1)
    with monkeypatch.context() as patch:
        patch.setattr(game, "view", lambda state, seat: {**view(state, seat), "marker": 0})
        with pytest.raises(conformance.NotConforming, match="what is written is the view"):
            conformance.check_view("nova-luna", 2, 1)
    with monkeypatch.context() as patch:
        patch.setattr(game.deals, "after_redeal", lambda deal, state: deal)
        with pytest.raises(conformance.NotConforming, match="changes what is hidden"):
            conformance.check_redeal("nova-luna", 2, 1)


def test_code_for_another_processor_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """An image that was warmed elsewhere is cold here, and does not pretend to be ready."""
    key = jit._engine_key()
    monkeypatch.setattr(jit.settings, "CPU_NAME", "generic")
    assert jit._engine_key() != key


@pytest.mark.parametrize("name", game_names())
def test_random_games_and_warming_in_either_mode(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(name)
    monkeypatch.setattr(engine, "cache_folder", lambda: tmp_path)
    assert not engine.is_warm(game)
    for players in game.seats:
        _, config = game.configure(players, {})
        played = engine.plain_engine(game).random_games(config, 4, seed=3)
        assert played == engine.engine(game).random_games(config, 4, seed=3) > 40
    engine.warm(game)
    engine.mark_warm(game)
    assert engine.is_warm(game)


def test_numba_finds_the_rules_by_the_type_of_the_state() -> None:
    game = find_game("nova-luna")
    state = numba.from_dtype(game.state)
    for name in ("setup", "legal", "play", "result", "redeal"):
        finder = getattr(contract, f"_{name}")
        others = [None] * (len(inspect.signature(finder).parameters) - 1)
        assert finder(state, *others).__name__ == name
        assert finder(numba.int64, *others) is None


def test_quick_start_lets_another_process_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(engine, "_quick", False)
    monkeypatch.setattr(engine, "COMPILING", True)
    monkeypatch.setattr(engine, "is_warm", lambda game: False)
    monkeypatch.setattr(engine.subprocess, "Popen", lambda command, **_: started.append(command))
    engine.quick_start(find_game("nova-luna"))
    assert [command[-2:] for command in started] == [["warm", "nova-luna"]]
    monkeypatch.setattr(engine, "is_warm", lambda game: True)
    engine.quick_start(find_game("nova-luna"))
    assert len(started) == 1


def test_old_compiled_code_is_forgotten(tmp_path: Path) -> None:
    now, fresh, stale = (tmp_path / name for name in ("now", "fresh", "stale"))
    for folder in (now, fresh, stale):
        folder.mkdir()
    os.utime(stale, (0, 0))
    jit.forget_old(now)
    assert now.exists()
    assert fresh.exists()
    assert not stale.exists()


def test_engine_prefers_plain_python_to_waiting_for_the_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("nova-luna")
    monkeypatch.setattr(engine, "_quick", True)
    monkeypatch.setattr(engine, "_compiled", {})
    monkeypatch.setattr(engine, "is_warm", lambda game: False)
    assert not engine.engine(game).compiled
    monkeypatch.setattr(engine, "is_warm", lambda game: True)
    assert engine.engine(game).compiled == engine.COMPILING


@pytest.mark.compiled
def test_plain_goes_all_the_way_down() -> None:
    twin = plain(_outer)
    assert isinstance(twin, FunctionType)
    assert isinstance(twin.__globals__["_inner"], FunctionType)
    assert twin(3) == _outer(3) == 5
    assert plain(twin) is twin


@njit
def _inner(value: int) -> int:
    return value + 1


@njit
def _outer(value: int) -> int:
    return _inner(value) + 1
