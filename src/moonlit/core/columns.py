"""Which numbers stand behind a score at the end: the columns of a game's table of standings.

Their titles are the game's own, under `standings.<field>`; `standings.how` says how to read them,
and `standings.how_solo` at a table for one.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Column:
    field: str  # of a standing
    form: Literal["number", "minus", "list"] = "number"  # minus: told as a loss
    mark: str | None = None  # a field that, when true, puts `standings.mark` behind the value

    def about(self) -> dict[str, Any]:
        """JSON-ready, as the API tells it."""
        return asdict(self)
