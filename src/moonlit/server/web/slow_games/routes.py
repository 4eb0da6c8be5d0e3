"""Games that last for days, over HTTP: all one's turns, and vacations."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from moonlit.server.live.live_table import now_ms
from moonlit.server.live.players.slow_games import MAX_AWAY
from moonlit.server.table.clocks import DAY
from moonlit.server.web.auth import require_device
from moonlit.server.web.service import Service
from moonlit.server.web.slow_games import models as s
from moonlit.server.web.tables.command_table import KEPT
from moonlit.server.web.transport.encoding import Json, compressed


def add_slow_games(api: APIRouter, service: Service) -> None:
    slow = service.slow_games

    @api.get(
        "/me/turns", summary="Where it is your turn, the most urgent first", response_model=s.Turns
    )
    async def turns(request: Request) -> Response:
        player, _ = await require_device(service, request)
        return await compressed(request, {"turns": await own_turns(service, player.id)})

    @api.get(
        "/me/vacation", summary="Your vacation, and how much is left", response_model=s.VacationTold
    )
    async def vacation(request: Request) -> Json:
        player, _ = await require_device(service, request)
        return Json(await vacation_json(service, player.id))

    @api.put(
        "/me/vacation",
        summary="Be away from now on: your time in games of days does not run",
        response_model=s.VacationTold,
    )
    async def leave(request: Request, body: s.VacationAsked) -> Json:
        player, _ = await require_device(service, request, KEPT)
        await slow.leave(player.id, body.days)
        return Json(await vacation_json(service, player.id))

    @api.delete("/me/vacation", summary="Be back", response_model=s.VacationTold)
    async def come_back(request: Request) -> Json:
        player, _ = await require_device(service, request)
        await slow.come_back(player.id)
        return Json(await vacation_json(service, player.id))


async def own_turns(service: Service, player: str) -> list[dict[str, Any]]:
    found = await service.slow_games.vacations.turns(player)
    rows = [{**service.mine_at(summary, seat), "deadline": due} for seat, summary, due in found]
    return [row for row in rows if row["your_turn"]]


async def vacation_json(service: Service, player: str) -> dict[str, Any]:
    now = now_ms()
    found = await service.slow_games.current(player, now)
    left = await service.slow_games.left(player, now)
    until = found.ends if found is not None else None
    return {"until": until, "left": max(0, left // DAY), "most": MAX_AWAY // DAY}
