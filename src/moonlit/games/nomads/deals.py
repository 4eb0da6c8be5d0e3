"""Deals of Nomads: the piles, the start player, and who plays which adventurer."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from moonlit.core.errors import BadRecord
from moonlit.games.nomads.components import (
    ADVENTURERS,
    TILE_COUNT,
    TILE_COUNTS,
    TILE_KINDS,
    TILE_NAMES,
    TOPIC,
)
from moonlit.games.nomads.state import CAPTAIN, NOBODY, PILE, SEATED, SPACES


def sizes(config: Any) -> list[int]:
    """The tiles first, so that a seed means the same piles at every table."""
    seats = int(config[0]) if config[CAPTAIN] == NOBODY else 0
    adventurers = len(ADVENTURERS) if NOBODY in chosen(config) else 0
    return [TILE_COUNT, seats, adventurers]


def start(config: Any, deal: Any) -> int:
    """The start player: the Lumathon's captain, or the first of the shuffled seats."""
    return int(deal[TILE_COUNT] if config[CAPTAIN] == NOBODY else config[CAPTAIN])


def chosen(config: Any) -> list[int]:
    """Whom the table has chosen for each seat."""
    return [int(number) for number in config[SEATED : SEATED + config[0]]]


def adventurers(config: Any, deal: Any) -> list[str]:
    """Whom each seat plays, by the table's choice or by the deal."""
    fixed = chosen(config)
    dealt = (number for number in deal[-len(ADVENTURERS) :] if number not in fixed)
    return [ADVENTURERS[next(dealt) if number == NOBODY else number] for number in fixed]


def write(config: Any, deal: Any) -> dict[str, Any]:
    names = [TILE_NAMES[TILE_KINDS[number]] for number in deal[:TILE_COUNT]]
    return {
        "start": start(config, deal),
        "adventurers": adventurers(config, deal),
        "piles": [names[pile * PILE : (pile + 1) * PILE] for pile in range(SPACES)],
    }


def read(config: Any, data: Any) -> Any:
    if not isinstance(data, dict) or set(data) != {"start", "adventurers", "piles"}:
        raise BadRecord("deal_fields", TOPIC)
    return np.array(
        [
            *numbered(_read_piles(data["piles"])),
            *_read_start(config, data["start"]),
            *_read_adventurers(config, data["adventurers"]),
        ],
        dtype=np.int16,
    )


def _read_piles(piles: Any) -> list[int]:
    if (
        not isinstance(piles, list)
        or len(piles) != SPACES
        or not all(isinstance(pile, list) and len(pile) == PILE for pile in piles)
    ):
        raise BadRecord("deal_piles", TOPIC)
    names = [name for pile in piles for name in pile]
    for name in names:
        if not isinstance(name, str) or name not in TILE_NAMES:
            raise BadRecord("deal_unknown_tile", TOPIC, tile=name, tiles=TILE_NAMES)
    counts = Counter(names)
    for name, count in zip(TILE_NAMES, TILE_COUNTS, strict=True):
        if counts[name] != count:
            raise BadRecord("deal_tile_count", TOPIC, tile=name, count=count, given=counts[name])
    return [TILE_NAMES.index(name) for name in names]


def numbered(kinds: list[int]) -> list[int]:
    """Kinds as a shuffled run: the first tile of a kind has its lowest number, and so on."""
    numbers = {kind: TILE_KINDS.index(kind) for kind in range(len(TILE_COUNTS))}
    dealt = []
    for kind in kinds:
        dealt.append(numbers[kind])
        numbers[kind] += 1
    return dealt


def _read_start(config: Any, seat: Any) -> list[int]:
    players = int(config[0])
    if type(seat) is not int or not 0 <= seat < players:
        raise BadRecord("deal_start", TOPIC, last=players - 1, given=seat)
    if config[CAPTAIN] == NOBODY:
        return [seat, *(other for other in range(players) if other != seat)]
    if seat != config[CAPTAIN]:
        raise BadRecord("deal_captain", TOPIC, captain=int(config[CAPTAIN]), given=seat)
    return []


def _read_adventurers(config: Any, names: Any) -> list[int]:
    players = int(config[0])
    if (
        not isinstance(names, list)
        or len(names) != players
        or not all(isinstance(name, str) and name in ADVENTURERS for name in names)
        or len(set(names)) != players
    ):
        raise BadRecord(
            "bad_adventurers", TOPIC, count=players, adventurers=ADVENTURERS, given=names
        )
    numbers = [ADVENTURERS.index(name) for name in names]
    fixed = chosen(config)
    if any(wanted not in (NOBODY, given) for wanted, given in zip(fixed, numbers, strict=True)):
        wanted = tuple("?" if number == NOBODY else ADVENTURERS[number] for number in fixed)
        raise BadRecord("deal_adventurers", TOPIC, chosen=wanted, given=tuple(names))
    if NOBODY not in fixed:
        return []
    return numbers + [other for other in range(len(ADVENTURERS)) if other not in numbers]


def after_redeal(deal: Any, state: Any) -> Any:
    """The piles in their new order, all else as it was."""
    piles = numbered([kind for pile in state.tiles for kind in pile])
    return np.concatenate([piles, deal[TILE_COUNT:]]).astype(np.int16)
