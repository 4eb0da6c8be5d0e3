"""What stands in for an array that rules write into, where memory is slower than counting.

A thread that only wants one action at random need not write hundreds into memory. It counts them
first and then has them written again, and keeps the one whose number it has drawn. And the row of
an observation that was cleared beforehand, by all threads together, need not be cleared again.
"""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

from numba.core import types
from numba.extending import overload


class Counted(NamedTuple):
    """Forgets whatever is written."""

    slots: Any

    def __setitem__(self, index: int, action: int) -> None:
        pass


class Drawn(NamedTuple):
    """Keeps in slots[1] the action that is written at the place slots[0]."""

    slots: Any

    def __setitem__(self, index: int, action: int) -> None:
        if index == self.slots[0]:
            self.slots[1] = action


class Cleared(NamedTuple):
    """A row that is all zeros: `row[:] = 0` does nothing."""

    row: Any
    unlike: int = 0  # Numba would index a tuple of one type by itself

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(index, slice):
            self.row[index] = value

    def __getitem__(self, index: Any) -> Any:
        return self.row[index]


@overload(operator.setitem)
def _write(actions: Any, index: Any, action: Any) -> Any:
    kind = getattr(actions, "instance_class", None)
    if kind is Counted:

        def forget(actions: Any, index: Any, action: Any) -> None:
            pass

        return forget
    if kind is Drawn:

        def keep(actions: Any, index: Any, action: Any) -> None:
            if index == actions.slots[0]:
                actions.slots[1] = action

        return keep
    if kind is Cleared and not isinstance(index, types.SliceType):

        def write(actions: Any, index: Any, action: Any) -> None:
            actions.row[index] = action

        return write
    if kind is Cleared:

        def leave(actions: Any, index: Any, action: Any) -> None:
            pass

        return leave
    return None


@overload(operator.getitem)
def _read(row: Any, index: Any) -> Any:
    if getattr(row, "instance_class", None) is not Cleared:
        return None

    def read(row: Any, index: Any) -> Any:
        return row.row[index]

    return read
