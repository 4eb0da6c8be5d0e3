"""The daily over HTTP: the deal and the puzzles of a date, its board, its par, and playing it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request, Response

from moonlit.core.registry import find_game
from moonlit.server.errors import refuse
from moonlit.server.live.study.pars import is_closed, today
from moonlit.server.storage.tables.results import Result
from moonlit.server.web.auth import find_holder, sent_key
from moonlit.server.web.daily import models as d
from moonlit.server.web.service import Service
from moonlit.server.web.tables import response_models as a
from moonlit.server.web.tables.command_table import KEPT
from moonlit.server.web.transport.encoding import Json, compressed, created
from moonlit.server.web.transport.middleware import address_of
from moonlit.server.web.transport.security import token_hash
from moonlit.study.puzzles import EPOCH, Daily, closes, daily

REPLAY = 20.0  # what it costs besides being read: see transport/limits.py
SHOWN = 100  # rows of the board
DateText = Annotated[str, Path(max_length=40, examples=[EPOCH.isoformat()])]


def add_dailies(api: APIRouter, service: Service) -> None:
    add_days(api, service)
    add_playing(api, service)


def add_days(api: APIRouter, service: Service) -> None:
    @api.get("/daily", summary="Today's daily, and how it stands", response_model=d.Day)
    async def of_today(request: Request) -> Json:
        return Json(await daily_json(service, find_day(today().isoformat()), sent_key(request)))

    @api.get("/daily/{day}", summary="The daily of a date", response_model=d.Day)
    async def of_day(request: Request, day: DateText) -> Json:
        service.limits.charge(address_of(request.scope), KEPT)
        return Json(await daily_json(service, find_day(day), sent_key(request)))

    @api.get(
        "/daily/{day}/solution",
        summary="The best of the bots' games of a day that is over, move by move",
        response_model=a.Replayed,
    )
    async def solution(request: Request, day: DateText) -> Response:
        service.limits.charge(address_of(request.scope), REPLAY)
        found = find_day(day)
        if not is_closed(found.date):
            raise refuse("daily_goes_on", date=found.date.isoformat())
        par = orjson.loads(await service.reviews.par(found.date.isoformat())).get("par")
        if par is None or found.solo is None:
            raise refuse("no_par_yet", date=found.date.isoformat())
        match = found.solo.match()
        for move in par["best"]["moves"]:
            match.play(move)
        return await compressed(request, await service.replay(match.record()))


def add_playing(api: APIRouter, service: Service) -> None:
    @api.post(
        "/daily/{day}",
        status_code=201,
        summary="Play the deal of a day: once for its board, else for fun",
        response_model=a.Created,
    )
    async def play(request: Request, day: DateText, body: d.PlayDaily) -> Response:
        service.limits.charge(address_of(request.scope), KEPT)
        key, found = sent_key(request), find_day(day)
        if key is None:
            raise refuse("no_key", 401)
        address = address_of(request.scope)
        live, is_new = await service.play_daily(found, key, body.name, body.again, address)
        answer = {"id": live.id, "seat": 0, "token": key, "path": f"/t/{live.id}"}
        own = await find_holder(service.players, live, token_hash(key))
        response = created(answer, live.render(own.token, 0))
        if not is_new:
            response.status_code = 200
        return response


def find_day(given: str) -> Daily:
    """The daily of a date that has come: nobody is told of tomorrow's."""
    found = daily(given)
    if found.date > today():
        raise refuse("daily_to_come", 404, date=found.date.isoformat())
    return found


# ---- what is told ------------------------------------------------------------------------------


async def daily_json(service: Service, found: Daily, key: str | None) -> dict[str, Any]:
    player = await service.players.identity(token_hash(key)) if key is not None else None
    low_wins = found.solo is not None and find_game(found.solo.game).low_wins
    date = found.date.isoformat()
    results = await service.results.of_day(date, low_wins)
    rows = [placed(results, result, player) for result in results]
    past = await service.results.of_player(player) if player is not None else []
    midnight = datetime.combine(found.date + timedelta(days=1), datetime.min.time(), UTC)
    return {
        **found.to_json(),
        "first": EPOCH.isoformat(),
        "latest": today().isoformat(),
        "ends": int(midnight.timestamp() * 1000),
        "closes": closes(found.date),
        "par": await par_json(service, found),
        "board": rows[:SHOWN] + [row for row in rows[SHOWN:] if row["you"]],
        "players": len(rows),
        "you": own(past, rows, date),
        "streak": streak(past, reckoned(past)),
        "days": {result.date: result.score for result in past},
    }


async def par_json(service: Service, found: Daily) -> dict[str, Any]:
    """Par by itself: how somebody got there is told when nobody plays for the board any more."""
    recent = found.date >= today() - timedelta(days=1)
    if recent:
        known = orjson.loads(await service.pars.of_day(found.date))
    else:
        known = orjson.loads(await service.reviews.par(found.date.isoformat()))
    par = known.pop("par", None)
    if par is not None:
        best = {"level": par["best"]["level"], "score": par["best"]["score"]}
        known |= {**par, "best": best if is_closed(found.date) else None}
    return dict(known)


def placed(results: list[Result], result: Result, player: str | None) -> dict[str, Any]:
    """A row of the board: equal scores have the same place."""
    place = 1 + next(at for at, each in enumerate(results) if each.score == result.score)
    you = result.player == player
    return {"place": place, "name": result.name, "score": result.score, "you": you}


def own(past: list[Result], rows: list[dict[str, Any]], day: str) -> dict[str, Any] | None:
    found = next((result for result in past if result.date == day), None)
    if found is None:
        return None
    place = next((row["place"] for row in rows if row["you"]), None)
    over = found.ended is not None
    late = found.score is None and (found.ended or 0) >= closes(found.date)
    told = {"id": found.table_id, "over": over, "score": found.score, "place": place}
    return {**told, "late": late}


def reckoned(past: list[Result]) -> date:
    """The day that a streak is told on: yesterday, while a game of it may still be finished."""
    yesterday = today() - timedelta(days=1)
    is_open = any(each.date == yesterday.isoformat() and each.ended is None for each in past)
    return yesterday if is_open and not is_closed(yesterday) else today()


def streak(past: list[Result], now: date) -> dict[str, int]:
    """Days in a row. One that has not been played today goes on until midnight."""
    days = sorted(date.fromisoformat(each.date) for each in past if each.score is not None)
    best = run = 0
    last: date | None = None
    for day in days:
        run = run + 1 if last is not None and day - last == timedelta(days=1) else 1
        best, last = max(best, run), day
    alive = last is not None and now - last <= timedelta(days=1)
    return {"now": run if alive else 0, "best": best}
