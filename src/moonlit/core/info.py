"""What a record may tell beside the game itself, in its field `info`.

Nothing here changes what is replayed. Keys that a reader does not know it keeps and leaves alone,
so others can add theirs, and later versions more.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from moonlit.core.errors import BadRecord

Info = dict[str, Any]  # JSON-ready

# What each key that we know holds. Seats count from 0, and a move's number is how many were made
# before it; JSON has texts for keys.
KNOWN = {
    "date": "text",  # 2026-11-16, or with a time: 2026-11-16T20:15:00Z
    "place": "text",
    "event": "text",
    "ratings": "list",  # a number a seat, or null
    "comments": "table",  # texts, by the number of the move that they are about
    "variations": "table",  # lists of moves that could have been made instead, by number
    "clocks": "list",  # a number a move: the seconds that were left to its player after it
    "seconds": "list",  # a number a move: what it took
    "bots": "list",  # a seat's bot as it is named on the command line, or null
    "ended": "table",  # where a game was given up: who, and the places
}
KINDS = {
    "text": (str, "record_info_text"),
    "list": (list, "record_info_list"),
    "table": (dict, "record_info_table"),
}


def check_info(info: Any) -> Info:
    """A record's `info`, or BadRecord that says what is wrong with it."""
    if info is None:
        return {}
    if not isinstance(info, dict) or not all(isinstance(key, str) for key in info):
        raise BadRecord("record_info")
    for key, kind in KNOWN.items():
        type_, complaint = KINDS[kind]
        if info.get(key) is not None and not isinstance(info[key], type_):
            raise BadRecord(complaint, key=key)
    return deepcopy(info)
