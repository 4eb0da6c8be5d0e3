"""Playing what is missing of an arena, and keeping it as it comes."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from moonlit.arena.feed import Feed
from moonlit.arena.plan import TOPIC, Setup
from moonlit.arena.play import Line, play_fixture
from moonlit.arena.results import NAME, Results
from moonlit.arena.workers import Play, cores, here, on_cores
from moonlit.core.errors import BadTable

MAX_JOBS = 1024


def default_folder(setup: Setup) -> Path:
    """The same arena has the same folder, so the same command goes on where it was stopped."""
    import platformdirs  # not everywhere: who names a folder needs none

    home = os.environ.get("MOONLIT_DATA") or platformdirs.user_data_dir("moonlit")
    told = json.dumps([setup.identity(), setup.code()], sort_keys=True)
    key = hashlib.sha256(told.encode()).hexdigest()[:10]
    return Path(home) / "arena" / f"{setup.game}-{setup.players}-{key}"


def compete(
    setup: Setup,
    out: Path | str | None = None,
    *,
    jobs: int | None = None,
    ray: str | None = None,
    keep_records: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Results:
    """Play all games of an arena that are not in `out` yet: a folder, or a file of results.

    `progress` hears how many of how many games are there. Scripts that call this with more than one
    job need the usual `if __name__ == "__main__"`.
    """
    check_jobs(jobs)
    path = Path(out) if out is not None else default_folder(setup)
    if path.suffix != ".jsonl":
        path = path / NAME
    results = Results(path, setup)
    progress = progress or (lambda done, total: None)
    if not results.missing(keep_records):
        progress(setup.total, setup.total)
        return results
    with results:
        missing = results.missing(keep_records)
        done = setup.total - len(missing)
        progress(done, setup.total)
        play = partial(play_fixture, setup, keep_record=keep_records)
        feed, batches = start(play, missing, jobs, ray)
        for lines in batches:
            done += len(lines)
            results.add(lines)
            progress(done, setup.total)
    results.lost = feed.lost
    return results


def start(
    play: Play, missing: Sequence[Any], jobs: int | None, ray: str | None
) -> tuple[Feed[Any], Iterator[list[Line]]]:
    """Have games played here, on all cores, or on a cluster; each batch's lines as it ends."""
    if ray is not None:
        from moonlit.arena.cluster import Cluster

        cluster = Cluster(ray)
        feed = Feed(missing, cluster.slots)
        return feed, cluster.play(play, feed)
    jobs = jobs or cores()
    feed = Feed(missing, jobs)
    if jobs == 1:
        return feed, here(play, feed)
    return feed, on_cores(play, feed, min(jobs, len(missing)))


def check_jobs(jobs: int | None) -> None:
    if jobs is not None and not 0 < jobs <= MAX_JOBS:
        raise BadTable("bad_jobs", TOPIC, given=jobs, most=MAX_JOBS)
