"""What the next dance could bring to each company."""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import lowest
from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.components import LOWER, RAISE
from moonlit.games.dance_of_muses.features.dice import lead_of, ranks
from moonlit.games.dance_of_muses.features.layout import (
    ABOVE,
    CHANCES,
    DIE,
    FREE,
    LOW_BITS,
    MASK,
    MOVED,
    REACH,
    SLOT,
    SUN,
    first_slot,
)
from moonlit.games.dance_of_muses.features.pieces import slot_of
from moonlit.games.dance_of_muses.rules.floor import ALL, line, near_after, stays_together
from moonlit.games.dance_of_muses.rules.legal import dice_that_show, odd_places, targets
from moonlit.games.dance_of_muses.scoring import companies
from moonlit.games.dance_of_muses.state import MUSE_COUNT, WAYS


@njit
def look_ahead(
    state: Any, slots: int, dice: int, suns: tuple[int, int, int], count: int, out: Any, at: int
) -> None:
    """Every dance that the floor allows, whoever's turn it is."""
    odd = odd_places(state)
    ones = dice_that_show(state, 1)
    for piece in range(MUSE_COUNT):
        before = targets(state, piece, state.near[piece] & ALL, odd, ones)
        slot = slot_of(slots, piece)
        free = first_slot(int(state.players)) + SLOT * slot + FREE
        for way in range(WAYS):
            moved = line(state, piece, way)
            if not stays_together(state, moved, way):
                continue
            out[free] += 0.25
            steps = moved_slots(state, slots, moved, out)
            stepped = dice + steps
            weigh(state, dice, stepped, suns, count, out, at)
            power = int(state.power[state.called[piece]]) if before else 0
            left = before
            while left:
                other = after_power(dice, power, slot, slot_of(slots, lowest(left)))
                if not has_six(other):
                    other += steps
                weigh(state, dice, other, suns, count, out, at)
                left &= left - 1
            if has_six(stepped):
                continue
            near = near_after(state, piece, moved, way)
            left = targets(state, piece, near, odd ^ moved, ones & ~moved)
            power = int(state.power[state.called[piece]]) if left else 0
            while left:
                other = after_power(stepped, power, slot, slot_of(slots, lowest(left)))
                weigh(state, dice, other, suns, count, out, at)
                left &= left - 1


@njit
def moved_slots(state: Any, slots: int, moved: int, out: Any) -> int:
    """What a step adds to the packed dice."""
    steps = 0
    while moved:
        slot = slot_of(slots, lowest(moved))
        out[first_slot(int(state.players)) + SLOT * slot + MOVED] += 0.125
        steps |= 1 << DIE * slot
        moved &= moved - 1
    return steps


@njit
def after_power(dice: int, power: int, slot: int, target: int) -> int:
    if power == RAISE:
        return dice + (1 << DIE * target)
    if power == LOWER:
        return dice - (1 << DIE * target)
    own = dice >> DIE * slot & MASK
    other = dice >> DIE * target & MASK
    return dice + ((other - own) << DIE * slot) + ((own - other) << DIE * target)


@njit
def has_six(dice: int) -> bool:
    """A 6 is the only value with both upper bits set: no die shows 7."""
    return dice >> 2 & dice >> 1 & LOW_BITS != 0


@njit
def weigh(
    state: Any,
    before: int,
    dice: int,
    suns: tuple[int, int, int],
    count: int,
    out: Any,
    at: int,
) -> None:
    """Note where a dance brings the dice, and what that is worth to each side."""
    slots = first_slot(int(state.players))
    changed = before ^ dice
    while changed:
        slot = lowest(changed) // DIE
        value = dice >> DIE * slot & MASK
        out[slots + SLOT * slot + REACH + value - 1] += 1.0 / 32
        changed &= ~(MASK << DIE * slot)
    sides = companies(state)
    ends = has_six(dice)
    out[at + sides * CHANCES + int(ends)] += 1.0 / 128
    total0, total1, total2 = 0, 0, 0
    for world in range(count):
        found = ranks(dice, suns[world], sides == 3)
        lead0 = lead_of(found, 0, sides)
        lead1 = lead_of(found, 1, sides)
        lead2 = lead_of(found, 2, sides) if sides == 3 else 0
        if ends:
            lead0, lead1, lead2 = int(lead0 > 0), int(lead1 > 0), int(lead2 > 0)
        total0 += lead0
        total1 += lead1
        total2 += lead2
        note = slots + 2 * world + int(ends)
        out[note] = max(out[note], lead0 + ABOVE)
        out[note + SLOT] = max(out[note + SLOT], lead1 + ABOVE)
        if sides == 3:
            out[note + 2 * SLOT] = max(out[note + 2 * SLOT], lead2 + ABOVE)
    totals = (total0, total1, total2)
    for side in range(sides):
        note = at + CHANCES * side + 3 * int(ends)
        out[note + 1] = max(out[note + 1], totals[side] + ABOVE)
        out[note + 2] += totals[side]


@njit
def scale_chances(state: Any, count: int, out: Any, at: int) -> None:
    """From what was noted of all dances to numbers around 1; the slots' notes are cleared.

    For each side, of the dances that do not end the game and then of those that do: the best in
    each world, on average; the best on average; the average of all. Dances that go on count by
    the lead, dances that end by whether they win.
    """
    sides = companies(state)
    slots = first_slot(int(state.players))
    for ends in range(2):
        dances = 128 * out[at + sides * CHANCES + ends]
        unit = 1.0 if ends else 4.0 * SUN
        for side in range(sides):
            note = at + CHANCES * side + 3 * ends
            for world in range(count):
                best = slots + SLOT * side + 2 * world + ends
                if dances > 0:
                    out[note] += (out[best] - ABOVE) / (unit * count)
                out[best] = 0.0
            if dances > 0:
                out[note + 1] = (out[note + 1] - ABOVE) / (unit * count)
                out[note + 2] /= dances * unit * count
