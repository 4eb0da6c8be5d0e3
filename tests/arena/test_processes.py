"""The arena as programs: killed runs, dying workers, bare machines, the command, a Ray cluster."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import moonlit
from helpers.arena import GAME, lines_of, small
from helpers.lacking import need
from moonlit.arena import Setup, compete, page
from moonlit.arena.feed import DEATHS, Feed
from moonlit.arena.plan import Fixture
from moonlit.arena.play import play_fixture
from moonlit.arena.workers import BotFailed, Worker

BOTS = Path(__file__).parents[1] / "helpers"  # where own bots are


def start(tmp_path: Path, setup: dict[str, Any], *arguments: str) -> subprocess.Popen[str]:
    (tmp_path / "spec.json").write_text(json.dumps(setup))
    command = [sys.executable, "-m", "moonlit.arena.batch", "spec.json", "out.jsonl", *arguments]
    path = os.pathsep.join([str(BOTS), *filter(None, [os.environ.get("PYTHONPATH")])])
    env = {**os.environ, "PYTHONPATH": path}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=tmp_path, env=env, stdout=pipe, stderr=pipe, text=True)


@pytest.mark.long
@pytest.mark.process
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    spec = {"game": GAME, "bots": ["random", "arena_bots:Slow"], "games": 30}
    out = tmp_path / "out.jsonl"
    run = start(tmp_path, spec, "--jobs", "2")
    deadline = time.monotonic() + 60
    while not out.exists() or len(lines_of(out)) < 4:
        assert time.monotonic() < deadline
        assert run.poll() is None
        time.sleep(0.02)
    task = Path(f"/proc/{run.pid}/task/{run.pid}/children")
    workers = [int(pid) for pid in task.read_text().split()] if task.exists() else []
    run.send_signal(signal.SIGKILL)
    run.communicate()
    kept = lines_of(out)
    assert 4 <= len(kept) < 30
    with out.open("ab") as file:
        file.write(b'{"id": "arena_bots:Slow|rand')
    again = start(tmp_path, spec, "--jobs", "2")
    said, _ = again.communicate(timeout=60)
    assert again.returncode == 0
    assert "30 of 30 games" in said
    lines = lines_of(out)
    assert lines[: len(kept)] == kept
    assert sorted(line["id"] for line in lines) == sorted(f.id for f in Setup(**spec).fixtures())
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


@pytest.mark.long
@pytest.mark.process
def test_a_worker_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_NOTES", str(tmp_path))
    setup = small("random", "arena_bots:DeadlyOnce", games=8)
    results = compete(setup, tmp_path / "once", jobs=2)
    assert (tmp_path / "died").exists()
    assert (len(results.wanted()), results.lost) == (8, [])
    assert page(results).count("<figure>") == 2


@pytest.mark.long
@pytest.mark.process
def test_a_game_that_kills_every_worker_is_left_out(tmp_path: Path) -> None:
    setup = small("arena_bots:Deadly", players=1, games=1)
    results = compete(setup, tmp_path, jobs=2)
    assert sorted(results.lost) == sorted(setup.fixtures())
    assert results.wanted() == []


@pytest.mark.process
def test_a_bug_in_a_worker_is_told() -> None:
    worker = Worker(partial(play_fixture, small()))
    worker.give([Fixture(("random", "nobody"), 0, 0)])
    with pytest.raises(BotFailed, match="no bot called nobody"):
        worker.answer()
    worker.end()


def test_a_machine_on_which_nothing_lives_is_given_up() -> None:
    feed = Feed([Fixture(("random", "greedy"), deal, 0) for deal in range(100)], 2)
    for _ in range(DEATHS - 1):
        feed.died(feed.take())
    with pytest.raises(moonlit.BadTable, match="died one after the other"):
        feed.died(feed.take())


@pytest.mark.process
def test_a_bare_machine_is_enough(tmp_path: Path) -> None:
    (tmp_path / "spec.json").write_text(
        json.dumps([{"game": GAME, "bots": ["random", "greedy"], "games": n} for n in (2, 4)])
    )
    bare = (
        "import sys, runpy\n"
        "for name in ('rich', 'cyclopts', 'matplotlib', 'ray'): sys.modules[name] = None\n"
        "sys.argv = ['batch', 'spec.json', 'out.jsonl', '--jobs', '1', '--markdown']\n"
        "runpy.run_module('moonlit.arena.batch', run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", bare], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "| greedy |" in done.stdout
    assert [len(lines_of(tmp_path / f"out-{number}.jsonl")) for number in (1, 2)] == [2, 4]


@pytest.mark.process
def test_the_command(tmp_path: Path) -> None:
    def moonlit_arena(*more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "moonlit", "arena", "nova-luna", *more, "--jobs", "1"]
        env = {**os.environ, "MOONLIT_DATA": str(tmp_path), "LC_ALL": "C"}
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)

    done = moonlit_arena("random", "greedy", "--games", "3")
    assert (done.returncode, "each pairing gets 4" in done.stderr) == (0, True), done.stderr
    assert "4 of 4 games" in done.stdout
    again = moonlit_arena("greedy", "random", "--games", "4", "--json")
    assert "4 of 4 games were there already" in again.stderr
    found = json.loads(again.stdout)
    assert (found["games"], found["wanted"], len(found["pairs"])) == (4, 4, 2)
    assert {row["bot"] for row in found["bots"]} == {"random", "greedy"}
    told = tmp_path / "new" / "report.html"
    drawn = moonlit_arena("greedy", "random", "--games", "4", "--html", str(told))
    assert (drawn.returncode, "The page is in" in drawn.stderr) == (0, True), drawn.stderr
    assert told.read_text("utf-8").count("<figure>") == 2
    wrong = moonlit_arena("random", "--language", "es")
    assert (wrong.returncode, "al menos dos bots" in wrong.stderr) == (2, True)
    nowhere = moonlit_arena("random", "greedy", "--seed", "2", "--html", str(tmp_path))
    assert (nowhere.returncode, nowhere.stdout) == (2, "")  # before it plays
    assert "cannot be written: Is a directory" in nowhere.stderr


@pytest.mark.long
@pytest.mark.process
def test_a_cluster_of_two_nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both nodes play; a worker dies, then a whole node, and no game is lost or played twice."""
    need("ray", "ray")
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # plain Python plays sooner than nodes compile
    monkeypatch.setenv("ARENA_NOTES", str(tmp_path))
    monkeypatch.setenv("ARENA_RAY", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(BOTS), os.environ.get("PYTHONPATH", "")]))
    node: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80_000_000}
    cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    second = [cluster.add_node(**node)]

    def report(done: int, total: int) -> None:
        if second and len(list(tmp_path.glob("node-*"))) == 2:
            cluster.remove_node(second.pop(), allow_graceful=False)

    setup = Setup("nova-luna", ("random", "arena_bots:DeadlyOnce"), games=10)
    try:
        results = compete(setup, tmp_path, ray=cluster.address, progress=report)
    finally:
        cluster.shutdown()
    assert (tmp_path / "died").exists()
    assert len(list(tmp_path.glob("node-*"))) == 2
    assert not second
    assert (len(results.wanted()), results.lost) == (10, [])
    assert page(results).count("<figure>") == 2
    with pytest.raises(moonlit.BadTable, match="no Ray cluster"):
        compete(setup, tmp_path / "nobody", ray="127.0.0.1:1")
