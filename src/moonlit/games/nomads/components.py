"""What is in the box of Nomads: tiles, discs, and the cards, whose values components.toml holds."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from moonlit.core.errors import BadTable

TOPIC = "nomads"

# ---- tiles -------------------------------------------------------------------------------------

LEGENDS = ("amber", "coral", "indigo", "jade", "onyx", "pearl", "rose")
LETTERS = "acijopr"
LEGEND_COUNT = len(LEGENDS)
WILD, MOON = LEGEND_COUNT, LEGEND_COUNT + 1  # a tile is one of these or a legend's number
TILE_NAMES = (*LETTERS, "wild", "moon")  # as deals spell them
TILE_COUNTS = (*(14,) * LEGEND_COUNT, 2, 12)
TILE_KINDS = tuple(kind for kind, count in enumerate(TILE_COUNTS) for _ in range(count))
TILE_COUNT = len(TILE_KINDS)
TILE_WORDS = (*LEGENDS, "wild", "moon")  # as views name them

# ---- discs -------------------------------------------------------------------------------------

ADVENTURERS = ("ulrich", "siana", "red", "moon", "nostromo")
NO_DISC, NOMAD, ULRICH, SIANA, RED, MOON_DISC, NOSTROMO, FROG = range(8)
DISC_NAMES = ("", "nomad", *ADVENTURERS, "frog")
FIRST_ADVENTURER = ULRICH  # adventurers are numbered from here, in the order above

# ---- cards -------------------------------------------------------------------------------------

CARDS = 4  # of each legend, and songs
DEAREST_LEGEND = 14  # there are no more tiles of a legend
DEAREST_SONG = LEGEND_COUNT

Cards = dict[str, Any]  # {"songs": [four values], "legends": {name: [four values], …}}


def read_cards(table: Any) -> Cards:
    """A table of cards of the shape of components.toml, checked."""
    if not isinstance(table, dict) or set(table) != {"songs", "legends"}:
        raise BadTable("components_fields", TOPIC)
    legends = table["legends"]
    if not isinstance(legends, dict) or set(legends) != set(LEGENDS):
        raise BadTable("components_legends", TOPIC, legends=LEGENDS)
    return {
        "songs": _read_values("songs", table["songs"], DEAREST_SONG),
        "legends": {name: _read_values(name, legends[name], DEAREST_LEGEND) for name in LEGENDS},
    }


def _read_values(name: str, values: Any, most: int) -> list[int]:
    """Four values that rise: cards of one kind are told apart by their value."""
    if (
        not isinstance(values, list)
        or len(values) != CARDS
        or not all(type(value) is int and 1 <= value <= most for value in values)
        or sorted(set(values)) != values
    ):
        raise BadTable("components_values", TOPIC, name=name, most=most, given=values)
    return list(values)


def default_cards() -> Cards:
    with Path(__file__).with_name("components.toml").open("rb") as file:
        return read_cards(tomllib.load(file))


DEFAULT_CARDS = default_cards()
