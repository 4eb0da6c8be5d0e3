"""What a server is made of: who only plays, trains or studies needs none of these packages."""

from __future__ import annotations

import re
from importlib import metadata

from moonlit.core.errors import BadTable


def need_server() -> None:
    """Say which packages are missing, if some are."""
    missing = [package for package in server_packages() if not is_installed(package)]
    if missing:
        raise BadTable("no_server", "server", packages=tuple(missing))


def server_packages() -> list[str]:
    """What moonlit[server] brings; nothing where Moonlit was not installed: a bare checkout."""
    try:
        required = metadata.requires("moonlit") or []
    except metadata.PackageNotFoundError:
        return []
    found = (re.fullmatch(r"([\w.-]+).*;\s*extra == ['\"]server['\"]", each) for each in required)
    return [each[1] for each in found if each]


def is_installed(package: str) -> bool:
    try:
        metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return False
    return True
