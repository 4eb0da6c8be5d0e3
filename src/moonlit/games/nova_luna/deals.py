"""Deals of Nova Luna: the stack of discs on the moon track, and the order of the tiles."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from moonlit.core.errors import BadRecord
from moonlit.games.nova_luna.components import NAMES, TILES

TOPIC = "nova-luna"


def stacked(config: Any) -> int:
    """Discs on the moon track: none in the solo game."""
    return int(config[0]) if config[0] > 1 else 0


def sizes(config: Any) -> list[int]:
    return [stacked(config), len(TILES)]


def write(config: Any, deal: Any) -> dict[str, Any]:
    count = stacked(config)
    return {
        "order": [int(seat) for seat in deal[:count]],
        "tiles": [NAMES[number] for number in deal[count:]],
    }


def read(config: Any, data: Any) -> Any:
    if not isinstance(data, dict) or set(data) != {"order", "tiles"}:
        raise BadRecord("deal_fields", TOPIC)
    order, tiles = data["order"], data["tiles"]
    seats = list(range(stacked(config)))
    if (
        not isinstance(order, list)
        or not all(type(seat) is int for seat in order)
        or sorted(order) != seats
    ):
        raise BadRecord("deal_order", TOPIC, seats=tuple(seats), given=order)
    return np.array(order + _read_tiles(tiles), dtype=np.int16)


def _read_tiles(names: Any) -> list[int]:
    if not isinstance(names, list) or len(names) != len(TILES):
        raise BadRecord("deal_count", TOPIC, count=len(TILES))
    numbers: dict[str, list[int]] = {}
    for number, name in enumerate(NAMES):
        numbers.setdefault(name, []).append(number)
    left = Counter(NAMES)
    dealt = []
    for name in names:
        if not isinstance(name, str) or name not in numbers:
            raise BadRecord("deal_unknown_tile", TOPIC, tile=name)
        if not left[name]:
            raise BadRecord("deal_tile_twice", TOPIC, tile=name, count=len(numbers[name]))
        dealt.append(numbers[name][-left[name]])
        left[name] -= 1
    return dealt


def after_redeal(deal: Any, state: Any) -> Any:
    """The same stack of discs, and the tiles in their new order."""
    order = deal[: len(deal) - len(TILES)]
    return np.concatenate([order, state.tiles]).astype(np.int16)
