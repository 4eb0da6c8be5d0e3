"""What a table of Nova Luna may choose: fewer goal discs for beginners."""

from __future__ import annotations

from moonlit.core.errors import BadTable
from moonlit.core.options import Option, Options
from moonlit.games.nova_luna.components import DISCS

TOPIC = "nova-luna"

# Goal discs a player, by the number of players.
GOAL_DISCS = {1: DISCS, 2: DISCS - 1, 3: DISCS - 1, 4: DISCS - 1}
BEGINNER_DISCS = {3: 17, 4: 15}

OPTIONS = (Option("beginner", "flag", players=tuple(BEGINNER_DISCS), default=False),)


def read(players: int, options: Options) -> tuple[Options, list[int]]:
    beginner = options.get("beginner", False)
    if not isinstance(beginner, bool):
        raise BadTable("bad_beginner", TOPIC, given=beginner)
    if not beginner:
        return {}, [GOAL_DISCS[players]]
    if players not in BEGINNER_DISCS:
        raise BadTable("beginner_players", TOPIC, players=players)
    return {"beginner": True}, [BEGINNER_DISCS[players]]
