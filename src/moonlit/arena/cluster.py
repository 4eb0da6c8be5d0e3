"""The same batches as tasks of a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moonlit.arena.feed import Batch, Feed
from moonlit.arena.plan import PACKAGE, TOPIC, Setup
from moonlit.arena.play import Line
from moonlit.arena.workers import play_batch
from moonlit.core.errors import BadTable


def connect(address: str) -> Any:
    """Ray, connected to a cluster. Its nodes get this very Moonlit, whatever they have."""
    try:
        import ray
    except ImportError:
        raise BadTable("no_ray", TOPIC) from None
    try:
        ray.init(
            address=address,
            runtime_env={"py_modules": [str(PACKAGE)]},
            log_to_driver=False,
            configure_logging=False,
        )
    except (ConnectionError, ValueError, RuntimeError, OSError) as reason:
        raise BadTable("ray_unreachable", TOPIC, given=address, reason=str(reason)) from None
    return ray


def slots(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def on_ray(ray: Any, setup: Setup, feed: Feed, keep_records: bool) -> Iterator[list[Line]]:
    """Play on all cores of a cluster; each batch's lines as it ends."""
    # Told not to try again by itself: a task whose node died comes back to the feed.
    play = ray.remote(num_cpus=1, max_retries=0)(play_batch)
    shared = ray.put(setup)
    running: dict[Any, Batch] = {}
    try:
        while True:
            while len(running) < feed.workers + 1 and (batch := feed.take()):
                running[play.remote(shared, batch, keep_records)] = batch
            if not running:
                return
            for task in ray.wait(list(running))[0]:
                batch = running.pop(task)
                try:
                    lines, seconds = ray.get(task)
                except (
                    ray.exceptions.WorkerCrashedError,
                    ray.exceptions.NodeDiedError,
                    ray.exceptions.ObjectLostError,
                    ray.exceptions.OutOfMemoryError,
                ):
                    feed.died(batch)
                    continue
                feed.done(batch, seconds)
                yield lines
    finally:
        for task in running:
            ray.cancel(task, force=True)
