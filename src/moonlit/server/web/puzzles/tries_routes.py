"""What a player has made of puzzles, over HTTP: the same on all their devices."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request, Response

from moonlit.core.errors import MoonlitError
from moonlit.server.live.live_table import now_ms
from moonlit.server.storage.players.puzzle_tries import PuzzleTry
from moonlit.server.web.auth import require_device
from moonlit.server.web.puzzles import models as p
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import KEPT
from moonlit.server.web.transport.encoding import compressed
from moonlit.study.puzzles import find
from moonlit.study.puzzles.skill import skill_after


def add_puzzles_of_mine(api: APIRouter, service: Service) -> None:
    @api.get("/me/puzzles", summary="Your puzzles and ratings", response_model=p.OwnPuzzles)
    async def mine(request: Request) -> Response:
        player, _ = await require_device(service, request, KEPT)
        return await compressed(request, await tries_json(service, player.id))

    @api.post("/me/puzzles", summary="You have tried these", response_model=p.OwnPuzzles)
    async def add(request: Request, body: p.PuzzleTries) -> Response:
        player, _ = await require_device(service, request, KEPT)
        tries = await asyncio.to_thread(known, body.tries)
        await service.puzzle_tries.add(player.id, tries, now_ms())
        return await compressed(request, await tries_json(service, player.id))


async def tries_json(service: Service, player: str) -> dict[str, Any]:
    tries = await service.puzzle_tries.of_player(player)
    return {
        "tries": {each.puzzle: each.solved for each in tries},
        "skills": await asyncio.to_thread(skills, tries),
    }


async def own_puzzles(service: Service, player: str) -> dict[str, Any]:
    """The same with all that is kept of each try."""
    tries = await service.puzzle_tries.of_player(player)
    return {
        "tries": [asdict(each) for each in tries],
        "skills": await asyncio.to_thread(skills, tries),
    }


def known(tries: dict[str, bool]) -> list[PuzzleTry]:
    """Tries at puzzles that there are; of others nothing is kept."""
    found = []
    for puzzle_id, solved in tries.items():
        try:
            puzzle = find(puzzle_id)
        except MoonlitError:
            continue
        found.append(PuzzleTry(puzzle.id, puzzle.game, solved, puzzle.rating))
    return found


def skills(tries: list[PuzzleTry]) -> dict[str, dict[str, Any] | None]:
    """How good a player is in each game, by all their tries in order."""
    by_game: dict[str, list[tuple[float, bool]]] = {}
    for each in tries:
        by_game.setdefault(each.game, []).append((each.rating, each.solved))
    return {game: skill_after(some) for game, some in by_game.items()}
