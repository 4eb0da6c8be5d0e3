"""What the next dance could bring to each company."""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import bit_count, lowest
from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.features.dice import lead_of, ranks
from moonlit.games.dance_of_muses.features.layout import (
    ABOVE,
    BEST,
    BEST_END,
    BEST_SAFE,
    CHANCES,
    FREE,
    MOVED,
    REACH,
    SLOT,
    SUN,
    WINNING,
    first_slot,
)
from moonlit.games.dance_of_muses.features.pieces import slot_of
from moonlit.games.dance_of_muses.packed import (
    DIE,
    LOW_BITS,
    MASK,
    after_power,
    fulfilled,
    has_six,
)
from moonlit.games.dance_of_muses.rules.floor import ALL, line, near_after, stays_together
from moonlit.games.dance_of_muses.rules.legal import dice_that_show, odd_places, targets
from moonlit.games.dance_of_muses.scoring import companies
from moonlit.games.dance_of_muses.state import MUSE_COUNT, WAYS

EACH_WAY = sum(1 << MUSE_COUNT * way for way in range(WAYS))  # a bit in a mask of pieces a way


@njit
def look_ahead(
    state: Any, slots: int, dice: int, suns: tuple[int, int, int], count: int, out: Any, at: int
) -> None:
    """Every dance that the floor allows, whoever's turn it is.

    What dances do to the dice is looked at once for all that do the same.
    """
    odd = odd_places(state)
    ones = dice_that_show(state, 1)
    for piece in range(MUSE_COUNT):
        near = state.near[piece] & ALL
        before = targets(state, piece, near, odd, ones)
        done = 0  # ways whose steps were looked at
        for way in range(WAYS):
            if done >> way & 1:
                continue
            moved = line(state, piece, way)
            times, after = 0, 0
            for other in range(way, WAYS):
                if line(state, piece, other) != moved:
                    continue
                done |= 1 << other
                if stays_together(state, moved, other):
                    near = near_after(state, piece, moved, other)
                    found = targets(state, piece, near, odd ^ moved, ones & ~moved)
                    after |= found << MUSE_COUNT * times
                    times += 1
            if times:
                step = fill_step(state, slots, piece, moved, times, out)
                powers = before, after
                look_at_dances(state, slots, piece, powers, step, times, dice, suns, count, out, at)


@njit
def fill_step(state: Any, slots: int, piece: int, moved: int, times: int, out: Any) -> int:
    """Note who takes a step and who is moved by it; what it adds to the packed dice."""
    first = first_slot(int(state.players))
    out[first + SLOT * slot_of(slots, piece) + FREE] += 0.25 * times
    step = 0
    while moved:
        slot = slot_of(slots, lowest(moved))
        out[first + SLOT * slot + MOVED] += 0.125 * times
        step |= 1 << DIE * slot
        moved &= moved - 1
    return step


@njit
def look_at_dances(
    state: Any,
    slots: int,
    piece: int,
    powers: tuple[int, int],
    step: int,
    times: int,
    dice: int,
    suns: tuple[int, int, int],
    count: int,
    out: Any,
    at: int,
) -> None:
    """A step alone, and with each use of the power before or after it.

    times: in how many ways it can be taken. powers: who the power can be used on before, and after
    it, there a mask for each of these ways.
    """
    stepped = dice + step
    weigh(state, dice, stepped, times, suns, count, out, at)
    before, after = powers
    if has_six(stepped):
        after = 0
    left = (
        before | after | after >> MUSE_COUNT | after >> 2 * MUSE_COUNT | after >> 3 * MUSE_COUNT
    ) & ALL
    if left == 0:
        return
    power = int(state.power[state.called[piece]])
    slot = slot_of(slots, piece)
    while left:
        target = lowest(left)
        left &= left - 1
        to = slot_of(slots, target)
        early = times * (before >> target & 1)
        late = bit_count(after >> target & EACH_WAY)
        first = after_power(dice, power, slot, to)
        if not has_six(first):
            first += step
        last = after_power(stepped, power, slot, to)
        if first == last and early:
            early += late
            late = 0
        if early:
            weigh(state, dice, first, early, suns, count, out, at)
        if late:
            weigh(state, dice, last, late, suns, count, out, at)


@njit
def weigh(
    state: Any,
    before: int,
    dice: int,
    times: int,
    suns: tuple[int, int, int],
    count: int,
    out: Any,
    at: int,
) -> None:
    """Note where some dances bring the dice, and what that is worth to each side."""
    slots = first_slot(int(state.players))
    changed = before ^ dice
    while changed:
        slot = lowest(changed) // DIE
        value = dice >> DIE * slot & MASK
        out[slots + SLOT * slot + REACH + value - 1] += times / 32
        changed &= ~(MASK << DIE * slot)
    sides = companies(state)
    ends = has_six(dice)
    out[at + sides * CHANCES + int(ends)] += times / 128
    total0, total1, total2 = 0, 0, 0
    leads = (0, 0, 0)
    shown, winners = 0, 0
    for world in range(count):
        done = fulfilled(dice, suns[world])
        if done != shown:  # else it is as in the world before
            shown = done
            found = ranks(done, sides == 3)
            leads = (lead_of(found, 0, sides), lead_of(found, 1, sides), lead_of(found, 2, sides))
            if ends:
                leads = (int(leads[0] > 0), int(leads[1] > 0), int(leads[2] > 0))
            else:
                winners = winners_by_five(done, sides)
        if not ends:
            weigh_next(state, winners, times, world, leads, out, at)
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
        out[note + 2] += times * totals[side]


@njit
def weigh_next(
    state: Any,
    winners: int,
    times: int,
    world: int,
    leads: tuple[int, int, int],
    out: Any,
    at: int,
) -> None:
    """Note whether some dances leave the others without a way to end the game and win.

    winners: the sides that have one; the way looked at is the plain one, winners_by_five.
    """
    sides = companies(state)
    slots = first_slot(int(state.players))
    for side in range(sides):
        if winners & ~(1 << side) == 0:
            note = slots + SLOT * side + BEST_SAFE + world
            out[note] = max(out[note], leads[side] + ABOVE)
            out[at + CHANCES * side + 7] += times
            if winners:
                out[slots + SLOT * side + WINNING + world] = 1.0
                out[at + CHANCES * side + 9] += times


@njit
def winners_by_five(dice: int, sides: int) -> int:
    """The mask of the sides that would win by a step of somebody whose die shows 5.

    Nobody has five suns, so Apollo's Will is done to these dice before and after alike.
    """
    winners = 0
    fives = dice >> 2 & ~(dice >> 1) & dice & LOW_BITS
    while fives:
        found = ranks(dice + (fives & -fives), sides == 3)
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
