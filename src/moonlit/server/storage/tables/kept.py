"""Whether what could not be appended is there already: a commit may end well, and the connection
break before anybody hears of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import orjson

from moonlit.core.errors import MoonlitError
from moonlit.server.storage.tables.change import Change
from moonlit.server.table.events import Event

Load = Callable[[str, int], Awaitable[list[Event]]]  # of a table, what comes after a number


async def are_kept(load: Load, changes: Iterable[Change]) -> bool:
    """Whether the events of all changes stand where they were to stand, just as they are."""
    try:
        return all([await is_kept(load, change) for change in changes])
    except MoonlitError:  # the database does not answer: whoever asks next will find out
        return False


async def is_kept(load: Load, change: Change) -> bool:
    wanted = [
        Event(each.seq, each.at, each.kind, orjson.loads(orjson.dumps(each.data)))
        for each in change.events
    ]
    found = await load(change.table_id, wanted[0].seq - 1)
    return found[: len(wanted)] == wanted
