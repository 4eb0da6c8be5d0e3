"""The Muses' figures, from figures.svg beside this file, painted without a style sheet."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

LIGHT = "#fbf3df"
WIDTHS = {"line": 4, "bar": 3.4, "pipe": 7, "thin": 1.9, "hole": 3}


@cache
def _drawn() -> dict[str, str]:
    text = (Path(__file__).parent / "figures.svg").read_text(encoding="utf-8")
    found = re.findall(r'\n  <g id="(\w+)"[^>]*>(.*?)\n  </g>', text, re.DOTALL)
    return {name: re.sub(r"\n\s*", "", content) for name, content in found}


@cache
def figure(muse: str, ink: str) -> str:
    """A Muse's figure; ink is what is dark in it."""

    def paint(found: re.Match[str]) -> str:
        kinds = found[1].split()
        if kinds[0] in ("full", "dark"):
            return f'fill="{LIGHT if kinds[0] == "full" else ink}"'
        color = ink if {"ink", "hole"} & set(kinds) else LIGHT
        return (
            f'fill="none" stroke="{color}" stroke-width="{WIDTHS[kinds[0]]}" '
            'stroke-linecap="round" stroke-linejoin="round"'
        )

    return re.sub(r'class="([^"]+)"', paint, _drawn()[muse])
