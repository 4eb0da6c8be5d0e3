"""Sentences and the sources that say them."""

from __future__ import annotations

import string
from collections.abc import Iterable
from pathlib import Path


def arguments(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def read(paths: Iterable[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
