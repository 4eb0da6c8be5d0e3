"""Deals of Dance of Muses: who starts, the Muses in each hand, and the Neutral."""

from __future__ import annotations

from typing import Any

import numpy as np

from moonlit.core.errors import BadRecord
from moonlit.core.jit import plain
from moonlit.games.dance_of_muses import scoring
from moonlit.games.dance_of_muses.actions import Placing, placing, unpack
from moonlit.games.dance_of_muses.components import MUSE_NAMES, TOPIC
from moonlit.games.dance_of_muses.state import MUSE_COUNT

_owner, _muse_of = plain(scoring.owner), plain(scoring.muse_of)
_placing = plain(placing)


def sizes(config: Any) -> list[int]:
    """The seats, of which the first starts; the Muses: hand after hand, then the Neutral."""
    return [int(config[0]), MUSE_COUNT]


def hand_size(players: int) -> int:
    return MUSE_COUNT // players


def write(config: Any, deal: Any) -> dict[str, Any]:
    players = int(config[0])
    each = hand_size(players)
    names = [MUSE_NAMES[muse] for muse in deal[players:]]
    return {
        "start": int(deal[0]),
        "hands": [names[seat * each : (seat + 1) * each] for seat in range(players)],
        "neutral": names[-1] if each * players < MUSE_COUNT else None,
    }


def read(config: Any, data: Any) -> Any:
    players = int(config[0])
    if not isinstance(data, dict) or set(data) != {"start", "hands", "neutral"}:
        raise BadRecord("deal_fields", TOPIC)
    start, hands, neutral = data["start"], data["hands"], data["neutral"]
    if type(start) is not int or start not in range(players):
        raise BadRecord("deal_start", TOPIC, given=start, last=players - 1)
    muses = _read_hands(hands, players) + _read_neutral(neutral, players)
    for name in muses:
        if not isinstance(name, str) or name not in MUSE_NAMES:
            raise BadRecord("deal_unknown_muse", TOPIC, muse=name, muses=MUSE_NAMES)
        if muses.count(name) > 1:
            raise BadRecord("deal_muse_twice", TOPIC, muse=name)
    others = [seat for seat in range(players) if seat != start]
    numbers = [MUSE_NAMES.index(name) for name in muses]
    return np.array([start, *others, *numbers], dtype=np.int16)


def _read_hands(hands: Any, players: int) -> list[Any]:
    each = hand_size(players)
    if (
        not isinstance(hands, list)
        or len(hands) != players
        or not all(isinstance(hand, list) and len(hand) == each for hand in hands)
    ):
        raise BadRecord("deal_hands", TOPIC, players=players, count=each)
    return [name for hand in hands for name in hand]


def _read_neutral(neutral: Any, players: int) -> list[Any]:
    if hand_size(players) * players < MUSE_COUNT:
        if neutral is None:
            raise BadRecord("deal_neutral", TOPIC, players=players)
        return [neutral]
    if neutral is not None:
        raise BadRecord("deal_no_neutral", TOPIC, players=players)
    return []


# ---- dealt anew ------------------------------------------------------------------------------


def after_redeal(deal: Any, state: Any) -> Any:
    """The deal behind a redealt state. Who has kept a Muse has her where she was in the hand."""
    players = int(state.players)
    each = hand_size(players)
    runs = [range(seat * each, (seat + 1) * each) for seat in range(players)]
    runs.append(range(players * each, MUSE_COUNT))
    before = [int(muse) for muse in deal[players:]]
    after = list(before)
    for run, held in zip(runs, _dealt(state), strict=True):
        new = iter(sorted(held - {before[number] for number in run}))
        for number in run:
            if before[number] not in held:
                after[number] = next(new)
    return np.array([*deal[:players], *after], dtype=np.int16)


def _dealt(state: Any) -> list[set[int]]:
    """The Muses that each seat was dealt, and the Neutral behind them."""
    held = [
        {muse for muse in range(MUSE_COUNT) if int(state.hand[seat]) >> muse & 1}
        for seat in range(state.players)
    ]
    held.append(set())  # of nobody: owner -1
    for piece in range(state.pieces):
        held[_owner(state, piece)].add(_muse_of(state, piece))
    return held


def retell(before: Any, after: Any, actions: list[int]) -> list[int]:
    """Past moves as they are called in a redealt state: the Mystery Muses may be others now."""
    told = list(actions)
    for number, action in enumerate(actions):
        past = unpack(action)
        if isinstance(past, Placing) and past.face_down:
            seat = (int(after.start) + number) % int(after.players)
            told[number] = _placing(int(after.secret[1 + seat]), 1, past.place)
    return told
