"""What the next dance could bring to each company."""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import lowest
from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.components import LOWER, RAISE
from moonlit.games.dance_of_muses.features.dice import lead_of, ranks
from moonlit.games.dance_of_muses.features.layout import (
    ABOVE,
    BEST,
    BEST_END,
    BEST_SAFE,
    CHANCES,
    DIE,
    FREE,
    LOW_BITS,
    MASK,
    MOVED,
    REACH,
    SLOT,
    SUN,
    WINNING,
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
        leads = (lead_of(found, 0, sides), lead_of(found, 1, sides), lead_of(found, 2, sides))
        if ends:
            leads = (int(leads[0] > 0), int(leads[1] > 0), int(leads[2] > 0))
        else:
            weigh_next(state, dice, suns[world], world, leads, out, at)
        total0 += leads[0]
        total1 += leads[1]
        total2 += leads[2]
        for side in range(sides):
            note = slots + SLOT * side + world + (BEST_END if ends else BEST)
            out[note] = max(out[note], leads[side] + ABOVE)
    totals = (total0, total1, total2)
    for side in range(sides):
        note = at + CHANCES * side + 3 * int(ends)
        out[note + 1] = max(out[note + 1], totals[side] + ABOVE)
        out[note + 2] += totals[side]


@njit
def weigh_next(
    state: Any,
    dice: int,
    suns: int,
    world: int,
    leads: tuple[int, int, int],
    out: Any,
    at: int,
) -> None:
    """Note whether a dance leaves the others without a way to end the game and win.

    The way looked at is the plain one: a step of somebody whose die shows 5.
    """
    sides = companies(state)
    slots = first_slot(int(state.players))
    winners = winners_by_five(dice, suns, sides)
    for side in range(sides):
        if winners & ~(1 << side) == 0:
            note = slots + SLOT * side + BEST_SAFE + world
            out[note] = max(out[note], leads[side] + ABOVE)
            out[at + CHANCES * side + 7] += 1.0
            if winners:
                out[slots + SLOT * side + WINNING + world] = 1.0
                out[at + CHANCES * side + 9] += 1.0


@njit
def winners_by_five(dice: int, suns: int, sides: int) -> int:
    """The mask of the sides that would win if one of the dice that show 5 went on to 6."""
    winners = 0
    fives = dice >> 2 & ~(dice >> 1) & dice & LOW_BITS
    while fives:
        found = ranks(dice + (fives & -fives), suns, sides == 3)
        for side in range(sides):
            winners |= int(lead_of(found, side, sides) > 0) << side
        fives &= fives - 1
    return winners


@njit
def scale_chances(state: Any, count: int, out: Any, at: int) -> None:
    """From what was noted of all dances to numbers around 1; the slots' notes are cleared.

    For each side, of the dances that do not end the game and then of those that do: the best in
    each world, on average; the best on average; the average of all. Dances that go on count by
    the lead, dances that end by whether they win. Then, of the dances that go on and leave no
    other side a win by a 5: the best lead, how many they are; whether any of them leaves such a
    win to the side itself, how many do.
    """
    sides = companies(state)
    slots = first_slot(int(state.players))
    going = 128 * out[at + sides * CHANCES]
    ending = 128 * out[at + sides * CHANCES + 1]
    for side in range(sides):
        note = at + CHANCES * side
        for world in range(count):
            scratch = slots + SLOT * side + world
            if going > 0:
                out[note] += (out[scratch + BEST] - ABOVE) / (4 * SUN * count)
            if ending > 0:
                out[note + 3] += (out[scratch + BEST_END] - ABOVE) / count
            lead = (out[scratch + BEST_SAFE] - ABOVE) / (4 * SUN)
            out[note + 6] += max(-1.5, lead) / count
            out[note + 8] += out[scratch + WINNING] / count
            for each in range(4):
                out[scratch + 3 * each] = 0.0
        if going > 0:
            out[note + 1] = (out[note + 1] - ABOVE) / (4 * SUN * count)
            out[note + 2] /= going * 4 * SUN * count
            out[note + 7] /= going * count
            out[note + 9] /= going * count
        if ending > 0:
            out[note + 4] = (out[note + 4] - ABOVE) / count
            out[note + 5] /= ending * count
