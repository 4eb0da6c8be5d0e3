"""What a table may choose: whether the moon shines."""

from __future__ import annotations

from moonlit.core.errors import BadTable
from moonlit.core.options import Option, Options
from moonlit_moths.components import TOPIC

OPTIONS = (Option("moonlight", "flag", default=False),)


def read(players: int, options: Options) -> tuple[Options, list[int]]:
    """The options as records keep them, and as numbers for `setup`."""
    moonlight = options.get("moonlight", False)
    if not isinstance(moonlight, bool):
        raise BadTable("bad_moonlight", TOPIC, given=moonlight)
    return ({"moonlight": True} if moonlight else {}), [int(moonlight)]
