"""Reasons that count something behind two moves: more of it, or less of it, behind the better."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry


def more(key: str, counts: list[int], **arguments: Any) -> list[Entry]:
    """More of something after the better move; where the other has none, it is said so."""
    if counts[0] <= counts[1]:
        return []
    if counts[1] == 0:
        return [entry(f"why.{key}_none", count=counts[0], **arguments)]
    return [entry(f"why.{key}", count=counts[0], other=counts[1], **arguments)]


def less(key: str, counts: list[int], **arguments: Any) -> list[Entry]:
    """Less of something after the better move; where it has none, that is said."""
    if counts[0] >= counts[1]:
        return []
    if counts[0] == 0:
        return [entry(f"why.{key}_none", other=counts[1], **arguments)]
    return [entry(f"why.{key}", count=counts[0], other=counts[1], **arguments)]
