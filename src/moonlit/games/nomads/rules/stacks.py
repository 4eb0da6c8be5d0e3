"""Stacks of discs: how they are lifted, sown, and rearranged."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.nomads.actions import CLOCKWISE
from moonlit.games.nomads.components import FROG, NO_DISC, NOSTROMO
from moonlit.games.nomads.state import MAX_DISCS, SPACES

BITS = 3  # a disc
DISC = (1 << BITS) - 1
EACH_DISC = sum(1 << BITS * height for height in range(MAX_DISCS))  # a bit in each


@njit
def disc_at(state: Any, space: int, height: int) -> int:
    """The disc at a height, counted from 0 at the bottom."""
    return int(state.stacks[space] >> BITS * height) & DISC


@njit
def top_disc(state: Any, space: int) -> int:
    height = int(state.heights[space])
    return NO_DISC if height == 0 else disc_at(state, space, height - 1)


@njit
def drop(state: Any, space: int, disc: int) -> None:
    """Put a disc on top of what is there."""
    state.stacks[space] |= disc << BITS * int(state.heights[space])
    state.heights[space] += 1


@njit
def raise_disc(state: Any, space: int, height: int) -> None:
    """Take the disc at a height out of its stack and put it on top."""
    stack = int(state.stacks[space])
    disc = disc_at(state, space, height)
    below = stack & ((1 << BITS * height) - 1)
    above = stack >> BITS * (height + 1)
    state.stacks[space] = below | above << BITS * height
    state.heights[space] -= 1
    drop(state, space, disc)


@njit
def step_of(direction: int) -> int:
    """What leads from a space to the next one."""
    return 1 if direction == CLOCKWISE else SPACES - 1


@njit
def falls_on(index: int, double: int, skip: int) -> int:
    """The how manieth space reached gets the disc at an index of a lifted stack, from its bottom.

    The `double`-th space gets two discs, the `skip`-th none; 0 is no space.
    """
    reached = index if 0 < double <= index else index + 1
    return reached + 1 if 0 < skip <= reached else reached


@njit
def sow(state: Any, space: int, direction: int, double: int, skip: int) -> int:
    """Lift a stack and drop it disc by disc from its bottom; the space the last one fell on.

    A long stack comes round, to the space it left as well.
    """
    step = step_of(direction)
    stack = int(state.stacks[space])
    height = int(state.heights[space])
    state.stacks[space] = 0
    state.heights[space] = 0
    last = space
    for index in range(height):
        last = (space + step * falls_on(index, double, skip)) % SPACES
        drop(state, last, stack >> BITS * index & DISC)
    return last


@njit
def holds(state: Any, space: int, disc: int) -> bool:
    """Whether a stack has a disc of that adventurer in it, the frog counted as Nostromo's."""
    stack = int(state.stacks[space])
    return contains(stack, disc) or (disc == NOSTROMO and contains(stack, FROG))


@njit
def contains(stack: int, disc: int) -> bool:
    """All discs are compared at once: only where one is equal, no bit of it differs."""
    differ = stack ^ EACH_DISC * disc
    return (differ | differ >> 1 | differ >> 2) & EACH_DISC != EACH_DISC
