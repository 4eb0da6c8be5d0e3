"""What is in the box of Nova Luna: discs, and 68 tiles, read from tiles.csv into arrays."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from moonlit.core.jit import njit

COLORS = ("blue", "red", "turquoise", "yellow")
LETTERS = "brty"

DISCS = 21  # a player; with several players one of them lies on the moon track


@dataclass(frozen=True)
class Tile:
    color: int  # index into COLORS
    cost: int
    goals: tuple[str, ...]  # each a bag of color letters

    @property
    def name(self) -> str:
        return f"{LETTERS[self.color]}{self.cost}[{','.join(self.goals)}]"


def _read_tiles(path: Path) -> tuple[Tile, ...]:
    with path.open(newline="", encoding="utf-8") as file:
        return tuple(
            Tile(
                color=COLORS.index(row["color"]),
                cost=int(row["cost"]),
                goals=tuple(row[f"goal{k}"] for k in (1, 2, 3) if row[f"goal{k}"]),
            )
            for row in csv.DictReader(file)
        )


TILES = _read_tiles(Path(__file__).with_name("tiles.csv"))
NAMES = tuple(tile.name for tile in TILES)

# Identical tiles are one tile to the rules: the first of them.
FACE = np.array([TILES.index(tile) for tile in TILES], dtype=np.int8)
COLOR = np.array([tile.color for tile in TILES], dtype=np.int8)
COST = np.array([tile.cost for tile in TILES], dtype=np.int8)
GOALS = np.array([len(tile.goals) for tile in TILES], dtype=np.int8)

# Counts of the four colors are packed into one number, a byte a color: blue is the lowest.
PACKED = 8
SIGNS = 0x80808080


@njit
def enough(have: int, need: int) -> bool:
    """Whether no color of `have` is short of `need`: no byte borrows from the sign set in it."""
    return ((have | SIGNS) - need) & SIGNS == SIGNS


@njit
def missing(have: int, need: int) -> int:
    """What `have` is short of `need`, color by color, packed."""
    over = (need | SIGNS) - have  # a byte keeps its sign where nothing is left over
    return over & ((over & SIGNS) >> 7) * 0x7F


@njit
def total(counts: int) -> int:
    """All colors together."""
    return counts * 0x01010101 >> 3 * PACKED & 0xFF


def pack(bag: str) -> int:
    return sum(1 << PACKED * LETTERS.index(letter) for letter in bag)


# NEED[tile, goal]: what the goal asks for, packed.
NEED = np.zeros((len(TILES), 3), dtype=np.int64)
for _number, _tile in enumerate(TILES):
    for _goal, _bag in enumerate(_tile.goals):
        NEED[_number, _goal] = pack(_bag)
