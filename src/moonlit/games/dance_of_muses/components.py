"""The nine Muses: read from components.toml or from the table's own option, and checked."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from moonlit.core.errors import BadTable

TOPIC = "dance-of-muses"

# A Muse is a number in the rules: her place in this list.
MUSE_NAMES = (
    "calliope",
    "clio",
    "erato",
    "euterpe",
    "melpomene",
    "polyhymnia",
    "terpsichore",
    "thalia",
    "urania",
)
POWERS = ("raise", "lower", "swap")
RAISE, LOWER, SWAP = range(3)
AREAS = ("orthogonal", "diagonal", "all")
ORTHOGONAL, DIAGONAL, ALL_AROUND = range(3)
MAX_SUNS = 3

Table = dict[str, dict[str, Any]]  # by Muse: power, area, suns


def check(table: Any) -> Table:
    """A table of Muses as records keep it, or BadTable saying what is wrong with it."""
    if not isinstance(table, dict):
        raise BadTable("components_no_table", TOPIC, given=table)
    for name in table:
        if name not in MUSE_NAMES:
            raise BadTable("components_unknown_muse", TOPIC, muse=name, muses=MUSE_NAMES)
    return {name: _check_muse(name, table.get(name)) for name in MUSE_NAMES}


def _check_muse(name: str, muse: Any) -> dict[str, Any]:
    if muse is None:
        raise BadTable("components_missing", TOPIC, muse=name)
    if not isinstance(muse, dict) or set(muse) != {"power", "area", "suns"}:
        raise BadTable("components_fields", TOPIC, muse=name)
    power, area, suns = muse["power"], muse["area"], muse["suns"]
    if power not in POWERS:
        raise BadTable("components_power", TOPIC, muse=name, given=power, powers=POWERS)
    if area not in AREAS:
        raise BadTable("components_area", TOPIC, muse=name, given=area, areas=AREAS)
    if type(suns) is not int or not 1 <= suns <= MAX_SUNS:
        raise BadTable("components_suns", TOPIC, muse=name, given=suns, most=MAX_SUNS)
    return {"power": power, "area": area, "suns": suns}


def numbers(table: Table) -> list[int]:
    """A checked table for the rules: all powers, then all areas, then all suns."""
    muses = [table[name] for name in MUSE_NAMES]
    return [
        *(POWERS.index(muse["power"]) for muse in muses),
        *(AREAS.index(muse["area"]) for muse in muses),
        *(muse["suns"] for muse in muses),
    ]


MUSES = check(tomllib.loads(Path(__file__).with_name("components.toml").read_text("utf-8")))
