"""Games to be reviewed, played by quick bots."""

from __future__ import annotations

from functools import cache
from typing import Any

import moonlit
from helpers.packages import SHOWN
from helpers.server import Server
from moonlit.bots import ask, find_bot

TABLES = [(game.name, players) for game in SHOWN for players in game.seats]


def played(game: str, players: int, seed: int = 1, bot: str = "search:20") -> moonlit.Match:
    """A finished game; the same arguments give the same one."""
    return moonlit.load(_record(game, players, seed, bot))


@cache
def _record(game: str, players: int, seed: int, bot: str) -> dict[str, Any]:
    match = moonlit.new(game, players, seed)
    player = find_bot(bot, match.game, players)
    while not match.over:
        match.play(ask(player, match, seed * 1000 + match.number))
    return match.record()


def part(match: moonlit.Match, moves: int) -> moonlit.Match:
    """The same game when so many moves had been made."""
    return moonlit.load(
        {**match.record(), "moves": match.record()["moves"][:moves], "result": None}
    )


def given_up(server: Server, game: str) -> str:
    """The address of a table at which somebody alone has given up after a few moves."""
    made = server.create(game, 1, name="Ana", ready=True)
    at = f"/api/tables/{made['id']}"
    for number in range(6):
        _, state = server.ask("GET", at, token=made["token"])
        move = {"number": number, "move": state["moves"][0]}
        server.ask("POST", f"{at}/moves", move, made["token"])
    server.ask("POST", f"{at}/resign", {}, made["token"])
    return at
