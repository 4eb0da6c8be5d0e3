"""What can be asked on a socket besides a move: each kind of message and what it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from moonlit.server.live.live_table import LiveTable
from moonlit.server.web import request_models as m
from moonlit.server.web.service import Reply, Service

Handler = Callable[[Service, LiveTable, str | None, dict[str, Any]], Awaitable[Reply]]


class SeatSet(m.SeatChange):
    seat: m.SeatNumber


async def undo(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    return await service.undo(live, token, m.AtNumber.model_validate(asked).number)


async def answer(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    return await service.answer(live, token, m.Answer.model_validate(asked).agree)


async def resign(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    m.Nothing.model_validate(asked)
    return await service.resign(live, token)


async def leave(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    return await service.leave(live, token, m.Leave.model_validate(asked).bot)


async def come_back(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    m.Nothing.model_validate(asked)
    return await service.come_back(live, token)


async def ready(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    return await service.ready(live, token, m.Ready.model_validate(asked).ready)


async def chat(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    return await service.chat(live, token, m.Chat.model_validate(asked).text)


async def rematch(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    m.Nothing.model_validate(asked)
    made = await service.rematch(live, token)
    return {"table": made["id"], "path": made["path"]}  # `id` is the message's own here


async def seat(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    body = SeatSet.model_validate(asked)
    return await service.set_seat(live, token, body.seat, body.kind, body.level)


async def table(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    return await service.change(live, token, m.TableChange.model_validate(asked).changes())


async def ping(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    m.Nothing.model_validate(asked)
    return {}


async def preview(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    body = m.Previews.model_validate(asked)
    return await service.previews(live, token, body.number, body.moves)


async def hint(service: Service, live: LiveTable, token: str | None, asked: Any) -> Reply:
    return await service.hint(live, token, m.AtNumber.model_validate(asked).number)


COMMANDS: dict[str, Handler] = {
    "undo": undo,
    "answer": answer,
    "resign": resign,
    "leave": leave,
    "return": come_back,
    "ready": ready,
    "chat": chat,
    "rematch": rematch,
    "seat": seat,
    "table": table,
    "ping": ping,
}
ASIDE: dict[str, Handler] = {"preview": preview, "hint": hint}
