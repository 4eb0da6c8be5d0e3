"""How the moths are dealt, and how a record writes that down."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.errors import BadRecord
from moonlit_moths.components import MOTHS, TOPIC
from moonlit_moths.state import HANDS, LAMP


def sizes(config: Any) -> list[int]:
    """One shuffled run: the moths, in the order of their places."""
    return [MOTHS]


def write(config: Any, deal: Any) -> dict[str, Any]:
    numbers = [int(moth) + 1 for moth in deal]
    wall = HANDS + int(config[0])
    return {"lamp": numbers[LAMP], "hands": numbers[HANDS:wall], "wall": numbers[wall:]}


def read(config: Any, data: Any) -> Any:
    players = int(config[0])
    if not isinstance(data, dict) or set(data) != {"lamp", "hands", "wall"}:
        raise BadRecord("deal_fields", TOPIC)
    lamp, hands, wall = data["lamp"], data["hands"], data["wall"]
    if not isinstance(hands, list) or not isinstance(wall, list) or len(hands) != players:
        raise BadRecord("deal_lists", TOPIC, players=players)
    numbers = [lamp, *hands, *wall]
    if not all(type(moth) is int for moth in numbers) or sorted(numbers) != [*range(1, MOTHS + 1)]:
        raise BadRecord("deal_moths", TOPIC, moths=MOTHS)
    return np.array(numbers, dtype=np.int16) - 1


def after_redeal(deal: Any, state: Any) -> Any:
    """The deal behind a state that was dealt anew."""
    return np.array(state.moths, dtype=np.int16) - 1
