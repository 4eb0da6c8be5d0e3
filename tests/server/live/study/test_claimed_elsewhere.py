"""A review that another worker has claimed, and which that worker may never have told of."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import orjson
import pytest

from moonlit.core.match import new
from moonlit.server.live.bus import NoBus
from moonlit.server.live.hub import Hub
from moonlit.server.live.study import reviews
from moonlit.server.live.study.reviews import Reviews


class Taken(NoBus):
    """Whatever one would take upon oneself, another worker has."""

    async def claim(self, what: str, seconds: float) -> bool:
        return False


class Nothing:
    async def review(self, *_: str) -> None:
        return None


class OfOthers:
    bus, store = Taken(), Nothing()


def test_what_another_worker_has_claimed_waits_though_nothing_is_heard_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise whoever follows it is told that nobody makes it, and asks again and again."""
    for name, seconds in (("REMIND", 0.2), ("LOOK", 0.1), ("EVERY", 0.0)):
        monkeypatch.setattr(reviews, name, seconds, raising=False)

    async def check() -> None:
        found = Reviews(cast(Hub, OfOthers()), 1)
        key = "table", "evaluator", "quick"
        match: Any = new("nova-luna", 1, 1)
        assert orjson.loads(await found._ask(key, match, "somebody"))["status"] == "waiting"
        told = [orjson.loads(line)["status"] async for line in found._follow(key) if line]
        assert told == ["waiting", "none"]  # by then it can be claimed

    asyncio.run(check())
