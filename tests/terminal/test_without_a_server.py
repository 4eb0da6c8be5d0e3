"""Without `moonlit[server]` games, bots and the arena work, and hosting says what it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from moonlit.cli.host import SERVER

pytestmark = pytest.mark.process

# a package that is None in sys.modules is one that is not installed; the command line's own library
# looks for this one there
BLOCKED = tuple(package for package in (*SERVER, "starlette") if package != "pydantic")
WITHOUT = f"""
import sys
for package in {BLOCKED!r}:
    sys.modules[package] = None
from moonlit.cli import main
main()
"""


def moonlit(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, *arguments], capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("arena", "nova-luna", "random", "greedy", "--games", "4", "--jobs", "1"), "greedy"),
        (("seat", "nonsense", "random", "--language", "en"), "nonsense"),
    ],
)
def test_it_works_without(arguments: tuple[str, ...], told: str) -> None:
    done = moonlit(*arguments)
    assert told in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_hosting_says_what_it_needs() -> None:
    done = moonlit("serve", "--language", "en")
    assert done.returncode != 0
    assert "pip install 'moonlit[server]'" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
