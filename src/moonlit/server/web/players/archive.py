"""Everything of a player as one archive: records, results, settings, how they are told. Of a game
that goes on it tells that there is one, and nothing of it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator
from typing import Any

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from moonlit.core.errors import MoonlitError
from moonlit.server.storage.players.history import Wanted
from moonlit.server.storage.players.players import Player
from moonlit.server.web.auth import require_device
from moonlit.server.web.clubs.answers import own_clubs
from moonlit.server.web.players.answers import player_json
from moonlit.server.web.players.games_routes import running
from moonlit.server.web.puzzles.tries_routes import own_puzzles
from moonlit.server.web.ratings.routes import own_ratings
from moonlit.server.web.service import Service

COST = 60.0  # besides being read: see transport/limits.py
ALL = 1_000_000


class Sink(io.RawIOBase):
    """What a zip file writes, to be sent on piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.pieces.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        found, self.pieces = b"".join(self.pieces), []
        return found


def add_archive(api: APIRouter, service: Service) -> None:
    @api.get(
        "/me/archive",
        summary="All that is yours, as a zip file",
        response_class=StreamingResponse,
        responses={200: {"content": {"application/zip": {}}}},
    )
    async def archive(request: Request) -> StreamingResponse:
        player, own = await require_device(service, request, COST)
        about = await player_json(service, player, own)
        headers = {"content-disposition": 'attachment; filename="moonlit.zip"'}
        return StreamingResponse(
            pieces(service, player, about), media_type="application/zip", headers=headers
        )


async def clubs_of(service: Service, player: str) -> dict[str, Any]:
    """In which clubs they are, and what they have said in clubs, as far as it is kept."""
    said = await service.club_talk.of_player(player)
    return {
        "clubs": await own_clubs(service, player),
        "said": [{"club": club, "at": at, "text": text} for club, at, text in said],
    }


async def channels_of(service: Service, player: str) -> dict[str, Any]:
    """How they are told of their turn, as they have entered it, or as their browser has."""
    outbox = service.courier.outbox
    quiet = await outbox.quiet(player)
    told = ("kind", "address", "events", "language", "created", "confirmed", "dropped")
    found = await outbox.of_player(player)
    ways = [{name: getattr(channel, name) for name in told} for channel in found]
    return {"channels": ways, "quiet": vars(quiet) if quiet is not None else None}


async def pieces(service: Service, player: Player, about: dict[str, Any]) -> AsyncIterator[bytes]:
    sink = Sink()
    results = await service.history.finished(player.id, Wanted(), None, ALL)
    dailies = [vars(each) for each in await service.results.of_player(player.id)]
    for each in dailies:
        del each["player"]
    going = [{"id": each["id"], "game": each["game"]} for each in await running(service, player.id)]
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as file:
        parts = {"player": about, "games": results, "dailies": dailies, "running": going}
        parts["ratings"] = await own_ratings(service, player.id)
        parts["puzzles"] = await own_puzzles(service, player.id)
        parts["clubs"] = await clubs_of(service, player.id)
        parts["channels"] = await channels_of(service, player.id)
        for name, value in parts.items():
            file.writestr(f"{name}.json", orjson.dumps(value, option=orjson.OPT_INDENT_2))
        yield sink.take()
        for row in results:
            try:
                record = service.record(await service.hub.find(row["id"]))
            except MoonlitError:  # its table was removed
                continue
            file.writestr(f"records/{row['id']}.json", orjson.dumps(record))
            yield sink.take()
    yield sink.take()
