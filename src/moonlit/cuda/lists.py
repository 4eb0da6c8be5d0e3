"""Lists of legal actions that keep none: all that rules do with a list is to write into it.

A thread that only wants one action at random need not write hundreds into memory. It counts them
first and then has them written again, and keeps the one whose number it has drawn.
"""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

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
    return None
