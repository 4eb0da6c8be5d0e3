"""The same batches as tasks of a Ray cluster."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

from moonlit.arena.feed import Feed
from moonlit.arena.plan import PACKAGE, TOPIC
from moonlit.arena.play import Line
from moonlit.arena.workers import BotFailed, Play, play_batch
from moonlit.core.errors import BadTable


def knock(address: str) -> None:
    """Ray itself tries for minutes before it says that nobody is there."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=5.0).close()


class Cluster:
    """A connection to a cluster. Its nodes get this very Moonlit, whatever they have."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ImportError:
            raise BadTable("no_ray", TOPIC) from None
        self.ray: Any = ray
        try:
            knock(address)
            self.ray.init(
                address=address,
                runtime_env={"py_modules": [str(PACKAGE)]},
                log_to_driver=False,
                configure_logging=False,
            )
        except (ValueError, RuntimeError, OSError, OverflowError) as reason:
            raise BadTable("ray_unreachable", TOPIC, given=address, reason=str(reason)) from None
        self.slots = max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def play(self, play: Play, feed: Feed[Any]) -> Iterator[list[Line]]:
        """Play on all cores of the cluster; each batch's lines as it ends."""
        # Told not to try again by itself: a batch whose node died goes back to the feed.
        remote = self.ray.remote(num_cpus=1, max_retries=0)(play_batch)
        shared = self.ray.put(play)
        running: dict[Any, list[Any]] = {}
        try:
            while True:
                while len(running) <= self.slots and (batch := feed.take()):
                    running[remote.remote(shared, batch)] = batch
                if not running:
                    return
                for task in self.ray.wait(list(running))[0]:
                    batch = running.pop(task)
                    answer = self.answer(task)
                    if answer is None:
                        feed.died(batch)
                        continue
                    feed.done(batch, answer[1])
                    yield answer[0]
        finally:
            self.ray.shutdown()

    def answer(self, task: Any) -> tuple[list[Line], float] | None:
        """Lines and seconds of a task that has ended, or None when its worker or node has died."""
        errors = self.ray.exceptions
        try:
            return self.ray.get(task)  # type: ignore[no-any-return]
        except errors.RayTaskError as error:
            raise BotFailed(str(error)) from None
        except errors.RuntimeEnvSetupError as error:
            raise BadTable("ray_setup", TOPIC, reason=str(error)) from None
        except errors.RayError:
            return None
