"""Tokens, ids and the headers that every answer carries."""

from __future__ import annotations

import hashlib
import secrets
import socket
from collections.abc import Iterable
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from moonlit.server.table.names import ID_LENGTH, LETTERS

MAX_KNOWN = 4096  # addresses that need not be read again
Headers = Iterable[tuple[bytes, bytes]]
ADDRESS: ContextVar[str] = ContextVar("address", default="local")  # of who asks

# Everything comes from this server; nothing else may run, frame the page or be told the address.
SECURITY_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        b"font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
# Behind a proxy that speaks HTTPS: a browser that was here once does not try without it again.
HSTS = [*SECURITY_HEADERS, (b"strict-transport-security", b"max-age=31536000")]


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def new_token() -> str:
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """What is kept of a token: it cannot be turned back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def bearer_token(headers: Headers) -> str | None:
    """The token of a request."""
    given = find_header(headers, b"authorization")
    if given is not None and given[:7].lower() == "bearer ":
        return given[7:].strip() or None
    return None


def find_header(headers: Headers, wanted: bytes) -> str | None:
    for name, value in headers:
        if name == wanted:
            return value.decode("latin-1")
    return None


def origin_allowed(headers: Headers, allowed: frozenset[str]) -> bool:
    """A page of another address may not use this server in its visitor's name."""
    origin = find_header(headers, b"origin")
    if origin is None or origin in allowed:
        return True
    host = find_header(headers, b"host")
    try:
        return host is not None and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:  # no address at all
        return False


def came_by_https(headers: Headers) -> bool:
    """Whether the proxy in front of us was asked by HTTPS."""
    scheme = find_header(reversed(list(headers)), b"x-forwarded-proto") or ""
    return scheme.rpartition(",")[2].strip().lower() in ("https", "wss")


def host_allowed(headers: Headers, names: frozenset[str]) -> bool:
    """Whether this server is called by a name of its own. A page whose name was made to point here
    (DNS rebinding) calls it by that page's name; an IP address points nowhere else."""
    host = find_header(headers, b"host") or ""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    name = name.lower().rstrip(".").strip("[]")
    return not name or name in names or name.endswith(".localhost") or is_address(name)


def own_names() -> frozenset[str]:
    """What this machine is called, at home too."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local", f"{short}.lan", f"{short}.home"})


@lru_cache(MAX_KNOWN)
def is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """Whether somebody on this machine asks."""
    try:
        return ip_network(address, strict=False).is_loopback
    except ValueError:
        return False


def client_address(client: tuple[str, int] | None, headers: Headers, behind_proxy: bool) -> str:
    """Whom limits count: the peer, or what the proxy in front of us says of it."""
    if behind_proxy:
        # the proxy adds to what the client claims: to its line, or with a line below it
        forwarded = find_header(reversed(list(headers)), b"x-forwarded-for")
        if forwarded:
            return _household(forwarded.split(",")[-1].strip()[:64])
    return _household(client[0]) if client else "local"


@lru_cache(MAX_KNOWN)
def _household(address: str) -> str:
    """With IPv6 one household has a whole network of addresses: count it as one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:  # how a socket for both kinds calls the old one
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False))
