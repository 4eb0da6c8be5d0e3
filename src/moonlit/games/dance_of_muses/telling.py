"""The log of a Dance of Muses: each move and what came of it, told to a seat."""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry
from moonlit.games.dance_of_muses.components import MUSE_NAMES, POWERS, RAISE, SWAP
from moonlit.games.dance_of_muses.notation import (
    coordinates,
    name_of,
    read_dancing,
    read_placing,
)
from moonlit.games.dance_of_muses.state import (
    AFTER,
    BEFORE,
    LAST_VALUE,
    MOST_TURNS,
    MUSE_COUNT,
    NOBODY,
    PLACINGS,
    UNKNOWN,
)
from moonlit.games.dance_of_muses.views import is_over, moved, scoring_sheet

STEP_KEYS = ("step_n", "step_e", "step_s", "step_w")


def log(before: Any, action: int, after: Any, seat: int) -> list[Entry]:
    if action < PLACINGS:
        return tell_placing(before, action, after, seat)
    return tell_dance(before, action, after) + (tell_end(after) if is_over(after) else [])


def tell(key: str, **args: Any) -> Entry:
    return {"key": f"log.{key}", "args": args}


def title(name: str) -> str:
    """A name in a sentence: Clio, ?1."""
    return name.capitalize()


def tell_move(before: Any, action: int) -> list[Entry]:
    """A move in words, for the seat that may make it."""
    if action < PLACINGS:
        muse, face_down, place = read_placing(action)
        x, y = coordinates(place)
        key = "move.place_down" if face_down else "move.place"
        return [{"key": key, "args": {"muse": title(MUSE_NAMES[muse]), "place": f"{x},{y}"}}]
    name, way, use = read_dancing(action)
    who = {"muse": title(name_of(name))}
    told: list[Entry] = [{"key": f"move.{STEP_KEYS[way]}", "args": who}]
    if use >= BEFORE:
        target = title(name_of(use - (AFTER if use >= AFTER else BEFORE)))
        key = f"move.{POWERS[before.power[name]]}"
        power: Entry = {"key": key, "args": {**who, "target": target}}
        told.insert(1 if use >= AFTER else 0, power)
    return told


def tell_placing(before: Any, action: int, after: Any, seat: int) -> list[Entry]:
    mover = int(before.to_move)
    muse, face_down, place = read_placing(action)
    x, y = coordinates(place)
    where, name = f"{x},{y}", title(MUSE_NAMES[muse])
    if not face_down:
        told = [tell("placed", seat=mover, muse=name, place=where)]
    elif seat == mover:
        told = [tell("placed_own_mystery", seat=mover, muse=name, place=where)]
    else:
        told = [tell("placed_mystery", seat=mover, place=where)]
    if after.pieces == MUSE_COUNT:
        told.append(tell("dance_begins", seat=int(after.to_move)))
    return told


def tell_dance(before: Any, action: int, after: Any) -> list[Entry]:
    """Everything here goes by the names on the table, so it is the same for every seat."""
    seat = int(before.to_move)
    name, way, use = read_dancing(action)
    told = []
    if BEFORE <= use < AFTER:
        told.append(tell_power(seat, before, name, use - BEFORE, dice_after_power(before, action)))
    pushed = [title(piece["name"]) for piece in moved(before, after)]
    if pushed:  # else the power has ended the game before the step
        told.append(tell(STEP_KEYS[way], seat=seat, muse=title(name_of(name))))
        pushed.remove(title(name_of(name)))
    if pushed:
        told.append(tell("pushed", count=len(pushed), muses=pushed))
    if use >= AFTER:
        dice = {int(name): int(die) for name, die in zip(after.called, after.die, strict=True)}
        told.append(tell_power(seat, before, name, use - AFTER, dice))
    return told


def dice_after_power(before: Any, action: int) -> dict[int, int]:
    """By name: the dice between a power used first and the step."""
    dice = {int(name): int(die) for name, die in zip(before.called, before.die, strict=True)}
    name, _, use = read_dancing(action)
    target = use - BEFORE
    if before.power[name] == SWAP:
        dice[name], dice[target] = dice[target], dice[name]
    else:
        dice[target] += 1 if before.power[name] == RAISE else -1
    return dice


def tell_power(seat: int, state: Any, name: int, target: int, dice: dict[int, int]) -> Entry:
    names = {"muse": title(name_of(name)), "target": title(name_of(target))}
    value = dice[target]
    if state.power[name] == SWAP:
        return tell("swap", seat=seat, **names, own=dice[name], value=value)
    return tell("raise" if state.power[name] == RAISE else "lower", seat=seat, **names, value=value)


# ---- the end ---------------------------------------------------------------------------------


def tell_end(state: Any) -> list[Entry]:
    told = [tell_why(state)]
    for seat in range(state.players):
        muse = MUSE_NAMES[state.secret[1 + seat]]
        told.append(tell("mystery_was", seat=seat, muse=title(muse)))
    if state.secret[0] != UNKNOWN:
        told.append(tell("neutral_was", muse=title(MUSE_NAMES[state.secret[0]])))
    sheet = scoring_sheet(state)
    for name in sheet["will"]:
        suns = int(state.suns[MUSE_NAMES.index(name)])
        told.append(tell("will", muse=title(name), suns=suns))
    first = True
    for number, winner in enumerate(sheet["columns"]):
        told.append(tell_column(state, number, winner, sheet["dice"], first))
        first = first and winner is None
    return told


def tell_why(state: Any) -> Entry:
    if state.ended_by == NOBODY:
        return tell("turns_over", turns=MOST_TURNS)
    sixes = [
        title(name_of(int(state.called[piece])))
        for piece in range(MUSE_COUNT)
        if state.die[piece] == LAST_VALUE
    ]
    return tell("six", seat=int(state.ended_by), count=len(sixes), muses=sixes)


def tell_column(
    state: Any, number: int, winner: int | None, dice: list[list[int]], first: bool
) -> Entry:
    if winner is None:
        return tell("column_tied", column=number + 1)
    told = {"column": number + 1, "value": dice[winner][number]}
    if state.players == 4:
        key = "silver_company" if first else "bronze_company"
        return tell(key, company=winner + 1, **told)
    return tell("silver" if first else "bronze", seat=winner, **told)
