"""What a table may choose, declared: the lobby, the menu, the help and the API read it from here.

The words of an option are the game's own, under `option.<name>`: its `label`; for a flag what `off`
and `on` mean; for names `random`, `chosen` and whose it is (`of`); for seats `off`, `on` and each
field.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Options = dict[str, Any]

# flag: true or false
# names: one of `choices` for each seat, all of them different; None: any, by the deal
# seats: a seat for each of `fields`
# table: data of the game's own
Kind = Literal["flag", "names", "seats", "table"]


@dataclass(frozen=True)
class Option:
    name: str
    kind: Kind
    players: tuple[int, ...] | None = None  # for which player counts; None: for all
    default: Any = None  # what is meant when it is left out
    choices: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()  # of the fields: those that cannot be one seat
    offered: bool = True  # by lobby and menu; otherwise it is for the library and the API

    def fits(self, players: int) -> bool:
        return self.players is None or players in self.players

    def texts(self) -> list[str]:
        """The keys of its words, under `option.<name>`."""
        if not self.offered:
            return ["label"]
        if self.kind == "names":
            return ["label", "random", "chosen", "of", *self.choices]
        return ["label", "off", "on", *self.fields]

    def about(self) -> dict[str, Any]:
        """JSON-ready, as the API tells it."""
        return asdict(self)
