"""docs/adding-a-game.md: what it quotes is in the example, and its list of roles is whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from helpers.packages import EXAMPLE, PACKAGE
from moonlit.core.roles import FILES, ROLES
from moonlit.study.puzzles.shelf import NAME as PUZZLES

MADE = (PUZZLES, "weights/", "ratings.json", "review.json")  # by commands, from the game itself
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "adding-a-game.md"
TEXT = GUIDE.read_text(encoding="utf-8")
BLOCK = re.compile(r"^```\w*\n# (\S+/?\S+\.\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
QUOTES = BLOCK.findall(TEXT)


@pytest.mark.parametrize(("name", "quote"), QUOTES, ids=[name for name, _ in QUOTES])
def test_what_is_quoted_is_there(name: str, quote: str) -> None:
    assert quote in (EXAMPLE / name).read_text(encoding="utf-8")


def test_every_file_is_walked_through() -> None:
    quoted = {name.rpartition("/")[2] for name, _ in QUOTES}
    for path in PACKAGE.rglob("*.py"):
        assert path.name in quoted or f"`{path.stem}" in TEXT, path.name


def rows() -> dict[str, str]:
    """What the table says of each file."""
    found = re.findall(r"^\| (`[^|]+) \| (.+) \|$", TEXT, re.MULTILINE)
    return {name: told for names, told in found for name in re.findall(r"`([^`]+)`", names)}


def test_the_table_of_roles_is_whole() -> None:
    assert rows().keys() == {"__init__", *ROLES, *FILES, *MADE}
    for role, names in ROLES.items():
        for name in names:
            assert re.search(rf"`{name}\b", rows()[role]), f"{role} must have {name}"
