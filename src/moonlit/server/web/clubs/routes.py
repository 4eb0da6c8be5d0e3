"""Clubs over HTTP. Who is no member is told that there is none."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from moonlit.core.registry import game_names
from moonlit.server.errors import refuse
from moonlit.server.live.live_table import now_ms
from moonlit.server.storage.clubs.clubs import Club
from moonlit.server.table.names import check_chat, check_title
from moonlit.server.web import request_models as m
from moonlit.server.web.auth import require_device, sent_player
from moonlit.server.web.clubs import models as c
from moonlit.server.web.clubs.answers import (
    answer_with_club,
    board_of,
    club_json,
    find_member,
    own_clubs,
)
from moonlit.server.web.players import models as p
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import KEPT
from moonlit.server.web.transport.encoding import Json, compressed
from moonlit.server.web.transport.middleware import address_of
from moonlit.server.web.transport.security import new_id, token_hash

BOARD = 5.0  # what it costs besides being read: see transport/limits.py
ClubId = Annotated[str, Path(pattern="^[a-z0-9]{10}$", examples=[c.CLUB])]
MemberId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=[p.SHA[:16]])]


def add_clubs(api: APIRouter, service: Service) -> None:
    add_founding(api, service)
    at_club = APIRouter(prefix="/clubs/{club_id}")
    add_members(at_club, service)
    add_owning(at_club, service)
    add_talk(at_club, service)
    add_seasons(at_club, service)
    api.include_router(at_club)


def add_founding(api: APIRouter, service: Service) -> None:
    @api.get("/clubs", summary="The clubs that you are in", response_model=c.MyClubs)
    async def mine(request: Request) -> Json:
        player, _ = await require_device(service, request)
        return Json({"clubs": await own_clubs(service, player.id)})

    @api.post("/clubs", status_code=201, summary="Found a club", response_model=c.ClubTold)
    async def found(request: Request, body: c.NewClub) -> Json:
        player, _ = await require_device(service, request, KEPT)
        club = Club(new_id(), check_title(body.name), player.id, now_ms(), None)
        await service.clubs.found(club, service.store.maker(address_of(request.scope)))
        return Json(await club_json(service, club, player), 201)

    @api.post("/clubs/invitation", summary="What an invitation is to", response_model=c.Invited)
    async def invitation(request: Request, body: c.Invitation) -> Json:
        service.limits.charge(address_of(request.scope), KEPT)
        club, members = await service.clubs.invited(token_hash(body.secret))
        player = await sent_player(service, request)
        known = player is not None and await service.clubs.has(club.id, player.id)
        return Json({"name": club.name, "members": members, "id": club.id if known else None})

    @api.post("/clubs/join", summary="Join by an invitation", response_model=c.ClubTold)
    async def join(request: Request, body: c.Invitation) -> Json:
        player, _ = await require_device(service, request, KEPT)
        club = await service.clubs.join(token_hash(body.secret), player.id, now_ms())
        return Json(await club_json(service, club, player))


def add_members(at_club: APIRouter, service: Service) -> None:
    @at_club.get("", summary="A club of yours: members, tables, seasons", response_model=c.ClubTold)
    async def club(request: Request, club_id: ClubId) -> Response:
        player, _ = await require_device(service, request)
        found = await service.clubs.require(club_id, player.id)
        return await compressed(request, await club_json(service, found, player))

    @at_club.post("/leave", summary="Leave a club", response_model=p.Gone)
    async def leave(request: Request, club_id: ClubId) -> Json:
        player, _ = await require_device(service, request)
        await service.clubs.leave(club_id, player.id)
        return Json({"gone": True})

    @at_club.delete(
        "/members/{member}", summary="The owner removes a member", response_model=c.ClubTold
    )
    async def send_away(request: Request, club_id: ClubId, member: MemberId) -> Json:
        player, _ = await require_device(service, request)
        gone = await find_member(service, club_id, player, member)
        await service.clubs.send_away(club_id, player.id, gone)
        return await answer_with_club(service, club_id, player)


def add_owning(at_club: APIRouter, service: Service) -> None:
    @at_club.put("", summary="The owner calls it otherwise", response_model=c.ClubTold)
    async def rename(request: Request, club_id: ClubId, body: c.ClubChange) -> Json:
        player, _ = await require_device(service, request, KEPT)
        await service.clubs.rename(club_id, player.id, check_title(body.name))
        return await answer_with_club(service, club_id, player)

    @at_club.put(
        "/link", summary="The owner makes another invitation, or none", response_model=c.ClubTold
    )
    async def link(request: Request, club_id: ClubId, body: c.ClubLink) -> Json:
        player, _ = await require_device(service, request, KEPT)
        await service.clubs.set_link(club_id, player.id, body.secret_hash)
        return await answer_with_club(service, club_id, player)

    @at_club.put(
        "/owner", summary="The owner hands the club over to a member", response_model=c.ClubTold
    )
    async def hand_over(request: Request, club_id: ClubId, body: c.Heir) -> Json:
        player, _ = await require_device(service, request, KEPT)
        heir = await find_member(service, club_id, player, body.member)
        await service.clubs.hand_over(club_id, player.id, heir)
        return await answer_with_club(service, club_id, player)

    @at_club.delete("", summary="The owner dissolves it", response_model=p.Gone)
    async def dissolve(request: Request, club_id: ClubId) -> Json:
        player, _ = await require_device(service, request)
        await service.clubs.dissolve(club_id, player.id)
        return Json({"gone": True})


def add_talk(at_club: APIRouter, service: Service) -> None:
    @at_club.get("/chat", summary="What was said, newest last", response_model=c.ClubTalkTold)
    async def talk(
        request: Request,
        club_id: ClubId,
        after: Annotated[int, Query(ge=0, le=2**31 - 1, description="the last one seen")] = 0,
    ) -> Response:
        player, _ = await require_device(service, request)
        await service.clubs.require(club_id, player.id)
        lines = [
            {
                "number": each.number,
                "at": each.at,
                "name": each.name,
                "you": each.player == player.id,
                "text": each.text,
            }
            for each in await service.club_talk.since(club_id, after)
        ]
        return await compressed(request, {"chat": lines})

    @at_club.post(
        "/chat", status_code=201, summary="Say something to the club", response_model=c.ClubSaid
    )
    async def say(request: Request, club_id: ClubId, body: c.ClubChat) -> Json:
        player, _ = await require_device(service, request, KEPT)
        text = check_chat(body.text)
        return Json(
            {"number": await service.club_talk.say(club_id, player.id, text, now_ms())}, 201
        )


def add_seasons(at_club: APIRouter, service: Service) -> None:
    @at_club.post(
        "/seasons", status_code=201, summary="The owner starts a season", response_model=c.ClubTold
    )
    async def start(request: Request, club_id: ClubId, body: c.NewSeason) -> Json:
        player, _ = await require_device(service, request, KEPT)
        name = check_title(body.name)
        await service.club_games.start_season(club_id, player.id, name, now_ms())
        return await answer_with_club(service, club_id, player, 201)

    @at_club.post(
        "/seasons/end", summary="The owner ends the season that goes on", response_model=c.ClubTold
    )
    async def end(request: Request, club_id: ClubId) -> Json:
        player, _ = await require_device(service, request)
        await service.club_games.end_season(club_id, player.id, now_ms())
        return await answer_with_club(service, club_id, player)

    @at_club.get(
        "/leaderboard",
        summary="The leaderboard of a game: of a season, or of all games so far",
        response_model=c.ClubBoard,
    )
    async def board(
        request: Request,
        club_id: ClubId,
        game: Annotated[str, Query(max_length=40, examples=[m.GAME])],
        season: Annotated[int | None, Query(ge=1, le=100_000)] = None,
    ) -> Response:
        player, _ = await require_device(service, request, BOARD)
        await service.clubs.require(club_id, player.id)
        if game not in game_names():
            raise refuse("no_figures_of", 404, game=game)
        return await compressed(request, await board_of(service, club_id, player, game, season))
