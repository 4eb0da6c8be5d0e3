"""What a table of Dance of Muses may choose: other Muses than those of the box."""

from __future__ import annotations

from moonlit.core.options import Option, Options
from moonlit.games.dance_of_muses import components

OPTIONS = (Option("components", "table", offered=False),)


def read(players: int, options: Options) -> tuple[Options, list[int]]:
    """What of the options a record keeps, and the numbers that `setup` needs: see components."""
    if "components" not in options:
        return {}, components.numbers(components.MUSES)
    table = components.check(options["components"])
    return {"components": table}, components.numbers(table)
