"""A bot's move in one call."""

from __future__ import annotations

import secrets

from moonlit.bots.bot import Bot, find_bot
from moonlit.bots.bot import ask as ask_bot
from moonlit.bots.own import TOPIC, Own
from moonlit.core.checks import check_seed
from moonlit.core.errors import BadTable
from moonlit.core.match import Match
from moonlit.core.rng import MAX_SEED


def ask(match: Match, bot: str | Bot | Own, seed: int | None = None) -> str:
    """The move that a bot would make for the seat to move; the match stays as it is.

    `bot` is a level such as "club", any other name that `moonlit play --bot` takes, or a bot of
    one's own. The same seed gives the same move.
    """
    if match.over:
        raise BadTable("nothing_to_ask", TOPIC)
    seed = secrets.randbelow(MAX_SEED + 1) if seed is None else check_seed(seed)
    return ask_bot(find_bot(bot, match.game, len(match.players)), match, seed)
