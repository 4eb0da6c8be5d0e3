"""How fast the rules are: random games on one core, beside the same source in plain Python."""

from __future__ import annotations

import json
import time
from typing import Any

from rich.console import Console
from rich.table import Table

from moonlit.core.engine import Engine
from moonlit.core.game import Game
from moonlit.core.jit import COMPILING

ROUNDS = 3  # the best of so many counts: other programs only ever slow a round down


def run(games: list[Game], seconds: float, as_json: bool) -> None:
    rows = []
    for game in games:
        for players in game.seats:
            row = measure(game, players, seconds)
            rows.append(row)
            if as_json:
                print(json.dumps(row), flush=True)
    if not as_json:
        show(rows)


def measure(game: Game, players: int, seconds: float) -> dict[str, Any]:
    """One table's figures. Compiled and plain take turns, so that both meet the same machine."""
    _, config = game.configure(players, {})
    compiled, plain = Engine(game, compiled=COMPILING), Engine(game, compiled=False)
    compiled.random_games(config, 1, seed=1)  # compiles, or loads
    plain.random_games(config, 1, seed=1)
    fast, slow = [], []
    for round_number in range(ROUNDS):
        fast.append(rate(compiled, config, seconds / ROUNDS, round_number))
        slow.append(rate(plain, config, seconds / ROUNDS, round_number))
    games_per_s, moves_per_s = max(fast)
    return {
        "game": game.name,
        "players": players,
        "games_per_s": round(games_per_s, 1),
        "moves_per_s": round(moves_per_s, 1),
        "plain_moves_per_s": round(max(slow)[1], 1),
    }


def rate(engine: Engine, config: Any, seconds: float, seed: int) -> tuple[float, float]:
    """Games and moves a second over about so many seconds."""
    games = moves = 0
    batch = 1
    spent, start = 0.0, time.perf_counter()
    while not games or (spent := time.perf_counter() - start) < seconds:
        moves += engine.random_games(config, batch, seed + games)
        games += batch
        batch = min(batch * 2, max(1, int(games / max(spent, 1e-3) * seconds / 10)))
    return games / spent, moves / spent


def show(rows: list[dict[str, Any]]) -> None:
    table = Table(title="Random games on one core")
    headings = ("game", "players", "games/s", "moves/s", "plain Python, moves/s", "times plain")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in rows:
        times = row["moves_per_s"] / row["plain_moves_per_s"]
        table.add_row(
            row["game"],
            str(row["players"]),
            f"{row['games_per_s']:,.0f}",
            f"{row['moves_per_s']:,.0f}",
            f"{row['plain_moves_per_s']:,.0f}",
            f"{times:,.0f} ×",
        )
    Console().print(table)
