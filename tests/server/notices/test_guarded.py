"""Messages go to addresses that players give, and nowhere into the server's own network."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from helpers.receivers import web_receiver
from moonlit.server.errors import Refused
from moonlit.server.notices.guard import Poster, checked_url, may_reach

OURS = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "198.18.0.1",
    "192.0.2.1",
    "224.0.0.1",
    "239.1.1.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
    "2001:0:53aa:64c::1",
    "2001:db8::1",
]


@pytest.mark.parametrize("address", OURS)
def test_no_address_of_the_own_network_is_reached(address: str) -> None:
    assert not may_reach(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_the_world_is_reached(address: str) -> None:
    assert may_reach(address)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://",
        "https://ana:secret@example.org/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://exämple.org/",
        "https://example.org/" + "x" * 1000,
        "//example.org",
        "gopher://example.org/",
    ],
)
def test_what_is_no_address_of_the_web_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="address"):
        checked_url(url, private=False)


def post(url: str, private: bool = False) -> int:
    return asyncio.run(Poster(private).post(url, b"{}", {"content-type": "application/json"}))


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "127.1", "2130706433"]
)
def test_nothing_is_sent_to_this_machine(host: str) -> None:
    with web_receiver() as receiver:
        with pytest.raises(Refused, match=r"own network|Nobody"):
            post(f"http://{host}:{receiver.port}/hook")
        assert receiver.got == []


def test_the_host_may_allow_it() -> None:
    with web_receiver() as receiver:
        assert post(f"{receiver.url}/hook", private=True) == 201
        assert len(receiver.got) == 1


def test_a_redirect_is_not_followed() -> None:
    with web_receiver() as inner, web_receiver() as outer:
        outer.status, outer.location = 307, f"{inner.url}/admin"
        assert post(f"{outer.url}/hook", private=True) == 307
        assert len(outer.got) == 1
        assert inner.got == []


class Names:
    """A name server that answers otherwise each time it is asked."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def getaddrinfo(self, host: str, port: int, **_: Any) -> list[Any]:
        found = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in found]


async def post_by(names: Names, url: str) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.get_running_loop(), "getaddrinfo", names.getaddrinfo)
        return await Poster(False).post(url, b"{}", {})


def test_a_name_that_leads_into_the_network_is_refused() -> None:
    with web_receiver() as receiver:
        for answer in (["127.0.0.1"], ["10.0.0.7"], ["8.8.8.8", "127.0.0.1"]):
            names = Names(answer)
            with pytest.raises(Refused, match="own network"):
                asyncio.run(post_by(names, f"http://inner.example:{receiver.port}/hook"))
            assert names.asked == 1
        assert receiver.got == []


def test_what_was_looked_at_is_what_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is harmless at first and ours a moment later is looked up once."""
    reached: list[str] = []

    async def connect(_: Any, host: str, port: int, *__: Any, **___: Any) -> Any:
        reached.append(host)
        raise OSError

    monkeypatch.setattr("httpcore.AnyIOBackend.connect_tcp", connect)
    names = Names(["8.8.8.8"], ["127.0.0.1"])
    with pytest.raises(OSError):  # noqa: PT011
        asyncio.run(post_by(names, "http://rebound.example/hook"))
    assert reached == ["8.8.8.8"]
    assert names.asked == 1
