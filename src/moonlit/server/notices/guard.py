"""Where messages may be sent to: nowhere into the server's own network.

A name is looked up once; every address it has must be allowed, and the connection goes to one of
those that were looked at. No redirect is followed.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import httpcore

from moonlit.server.errors import refuse

NAT64 = ip_network("64:ff9b::/96")
WITHIN = 10.0  # seconds that a receiver has for its answer


def may_reach(address: str) -> bool:
    """Whether an address is out in the world, and not this machine's own."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return may_reach(str(found.ipv4_mapped))
        if found in NAT64:
            return may_reach(str(IPv4Address(int(found) & 0xFFFF_FFFF)))
        if found.sixtofour is not None or found.teredo is not None:
            return False
    if not found.is_global or found.is_multicast or found.is_reserved:
        return False
    return not is_ours(str(found), found.version)


def is_ours(address: str, version: int) -> bool:
    """Whether the way to an address begins there: it is one of this machine's own."""
    family = socket.AF_INET6 if version == 6 else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((address, 9))  # sends nothing
            return bool(probe.getsockname()[0] == address)
        except OSError:
            return False


async def allowed_addresses(host: str, port: int, private: bool) -> list[str]:
    """The addresses of a name, if all of them may be reached; else it is refused."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise refuse("no_such_host", 422, host=host[:100]) from None
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not private and not all(may_reach(each) for each in addresses):
        raise refuse("own_network", 403, host=host[:100])
    return addresses


class GuardedNetwork(httpcore.AsyncNetworkBackend):
    """Opens connections for httpcore, to addresses that were looked at."""

    def __init__(self, private: bool) -> None:
        self._private = private
        self._plain = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        reason: Exception = OSError(host)
        for address in await allowed_addresses(host, port, self._private):
            try:
                return await self._plain.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except httpcore.ConnectError as failed:
                reason = failed
        raise reason

    async def connect_unix_socket(self, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
        raise refuse("own_network", 403, host="unix")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def checked_url(url: str, private: bool, secure: bool = False) -> httpcore.URL:
    """An address of the web that can be asked; where it leads is looked up when it is."""
    if not re.fullmatch(r"[!-~]{1,1000}", url) or "@" in url:
        raise refuse("bad_url", 422)
    try:
        found = httpcore.URL(url)
        port = found.port
    except ValueError:
        raise refuse("bad_url", 422) from None
    schemes = (b"https",) if secure and not private else (b"https", b"http")
    if found.scheme not in schemes or not found.host or port == 0:
        raise refuse("bad_url", 422)
    return found


class Poster:
    """Posts to addresses that players have given."""

    def __init__(self, private: bool) -> None:
        self.private = private
        self._network = GuardedNetwork(private)
        self._tls: ssl.SSLContext | None = None

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """The status of the answer; its body is not read. A new connection each time: an address
        that was looked at long ago proves nothing."""
        target = checked_url(url, self.private)
        if self._tls is None:
            self._tls = httpcore.default_ssl_context()
        async with (
            asyncio.timeout(WITHIN),
            httpcore.AsyncConnectionPool(self._tls, network_backend=self._network) as pool,
            pool.stream("POST", target, headers=list(headers.items()), content=body) as answer,
        ):
            return answer.status
