"""A move of Dance of Muses in words: what it is, and what came of it, told to a seat."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.games.dance_of_muses.actions import AFTER, BEFORE, NO_POWER, Dance, Placing, unpack
from moonlit.games.dance_of_muses.components import MUSE_NAMES, POWERS, RAISE, SWAP
from moonlit.games.dance_of_muses.notation import name_of, place_in_writing, title
from moonlit.games.dance_of_muses.previews import moved, pushed
from moonlit.games.dance_of_muses.state import (
    LAST_VALUE,
    MAX_TURNS,
    MUSE_COUNT,
    NOBODY,
    UNKNOWN,
)
from moonlit.games.dance_of_muses.views import is_over, scoring_sheet

STEP_KEYS = ("step_n", "step_e", "step_s", "step_w")


def describe(before: Any, action: int) -> list[Entry]:
    """A move in words, for the seat that may make it."""
    move = unpack(action)
    if isinstance(move, Placing):
        key = "move.place_down" if move.face_down else "move.place"
        return [entry(key, muse=title(move.muse), place=place_in_writing(move.place))]
    muse = title(move.name)
    step = entry(f"move.{STEP_KEYS[move.way]}", muse=muse)
    if move.when == NO_POWER:
        return [step]
    power = entry(f"move.{POWERS[before.power[move.name]]}", muse=muse, target=title(move.target))
    return [power, step] if move.when == BEFORE else [step, power]


def log(before: Any, action: int, after: Any, seat: int) -> list[Entry]:
    move = unpack(action)
    if isinstance(move, Placing):
        return log_placing(move, before, after, seat)
    return log_dance(move, before, after) + (log_end(after) if is_over(after) else [])


def is_open(action: int) -> bool:
    """All but who is placed face down."""
    move = unpack(action)
    return not (isinstance(move, Placing) and move.face_down)


def log_placing(move: Placing, before: Any, after: Any, seat: int) -> list[Entry]:
    """Who lies face down is told to her player alone."""
    mover = int(before.to_move)
    muse, place = title(move.muse), place_in_writing(move.place)
    if not move.face_down:
        told = [entry("log.placed", seat=mover, muse=muse, place=place)]
    elif seat == mover:
        told = [entry("log.placed_own_mystery", seat=mover, muse=muse, place=place)]
    else:
        told = [entry("log.placed_mystery", seat=mover, place=place)]
    if after.pieces == MUSE_COUNT:
        told.append(entry("log.dance_begins", seat=int(after.to_move)))
    return told


def log_dance(move: Dance, before: Any, after: Any) -> list[Entry]:
    """Everything here goes by the names on the table, so it is the same for every seat."""
    seat = int(before.to_move)
    told = []
    if move.when == BEFORE:
        told.append(log_power(move, before, dice_after_power(move, before)))
    pieces = moved(before, after)
    if pieces:  # else the power has ended the game before the step
        told.append(entry(f"log.{STEP_KEYS[move.way]}", seat=seat, muse=title(move.name)))
    muses = pushed(name_of(move.name), pieces)
    if muses:
        told.append(entry("log.pushed", count=len(muses), muses=muses))
    if move.when == AFTER:
        told.append(log_power(move, before, dice_by_name(after)))
    return told


def dice_by_name(state: Any) -> dict[int, int]:
    return {int(name): int(die) for name, die in zip(state.called, state.die, strict=True)}


def dice_after_power(move: Dance, before: Any) -> dict[int, int]:
    """By name: the dice between a power used first and the step."""
    dice = dice_by_name(before)
    name, target = move.name, move.target
    if before.power[name] == SWAP:
        dice[name], dice[target] = dice[target], dice[name]
    else:
        dice[target] += 1 if before.power[name] == RAISE else -1
    return dice


def log_power(move: Dance, before: Any, dice: dict[int, int]) -> Entry:
    """`dice` are those that the power has left."""
    seat, muse, target = int(before.to_move), title(move.name), title(move.target)
    value = dice[move.target]
    if before.power[move.name] == SWAP:
        own = dice[move.name]
        return entry("log.swap", seat=seat, muse=muse, target=target, own=own, value=value)
    key = "log.raise" if before.power[move.name] == RAISE else "log.lower"
    return entry(key, seat=seat, muse=muse, target=target, value=value)


# ---- the end ---------------------------------------------------------------------------------


def log_end(state: Any) -> list[Entry]:
    told = [log_why(state)]
    for seat in range(state.players):
        told.append(entry("log.mystery_was", seat=seat, muse=title(state.secret[1 + seat])))
    if state.secret[0] != UNKNOWN:
        told.append(entry("log.neutral_was", muse=title(state.secret[0])))
    sheet = scoring_sheet(state)
    for name in sheet["will"]:
        muse = MUSE_NAMES.index(name)
        told.append(entry("log.will", muse=title(muse), suns=int(state.suns[muse])))
    first = True
    for number, winner in enumerate(sheet["columns"]):
        told.append(log_column(state, number, winner, sheet["dice"], first))
        first = first and winner is None
    return told


def log_why(state: Any) -> Entry:
    if state.ended_by == NOBODY:
        return entry("log.turns_over", turns=MAX_TURNS)
    sixes = [
        title(int(state.called[piece]))
        for piece in range(MUSE_COUNT)
        if state.die[piece] == LAST_VALUE
    ]
    return entry("log.six", seat=int(state.ended_by), count=len(sixes), muses=sixes)


def log_column(
    state: Any, number: int, winner: int | None, dice: list[list[int]], first: bool
) -> Entry:
    if winner is None:
        return entry("log.column_tied", column=number + 1)
    told = {"column": number + 1, "value": dice[winner][number]}
    if state.players == 4:
        key = "log.silver_company" if first else "log.bronze_company"
        return entry(key, company=winner + 1, **told)
    return entry("log.silver" if first else "log.bronze", seat=winner, **told)
