"""The commands of a table: each row says what is sent, what it does, and what it costs.

The routes of HTTP and the messages of the socket are both made from these rows. A new command is a
row here, its request model, and the function that decides which events come of it
(table/commands).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from moonlit.server.live.live_table import LiveTable, now_ms
from moonlit.server.table import commands
from moonlit.server.table.events import Draft
from moonlit.server.table.fold import Table
from moonlit.server.web.request_models import Model
from moonlit.server.web.service import Service
from moonlit.server.web.slow_games.models import Supposed
from moonlit.server.web.tables import request_models as m
from moonlit.server.web.tables import response_models as a
from moonlit.server.web.tables.match_views import Reply, previewed

# called with the service, the table, the hash of the token of who asks, and what was sent;
# its name is the operation's in /openapi.json
Handler = Callable[..., Awaitable[Reply]]


@dataclass(frozen=True)
class Route:
    """How a command is sent over HTTP."""

    path: str  # behind /api/tables/{table_id}; a field of the request may stand in it
    summary: str
    response: type[BaseModel]
    method: str = "POST"
    body: type[Model] | None = None  # where the path says the rest; None: the whole request
    needs_body: bool = True


@dataclass(frozen=True)
class Command:
    request: type[Model]
    handler: Handler
    route: Route | None = None  # None: it is for the socket only
    cost: float | Callable[[dict[str, Any]], float] = 0.0  # besides being read: transport/limits.py
    aside: bool = False  # on a socket: it may take long, so whatever is sent meanwhile goes on

    def cost_of(self, arguments: dict[str, Any]) -> float:
        return self.cost(arguments) if callable(self.cost) else self.cost


def appends(decide: Callable[..., list[Draft]]) -> Handler:
    """A command that only appends events; the reply is the last one's number."""

    async def handler(
        service: Service, live: LiveTable, token: str | None, **arguments: Any
    ) -> Reply:
        events = await service.hub.execute(live, lambda table: decide(table, token, **arguments))
        return {"seq": events[-1].seq if events else live.table.seq}

    handler.__name__ = decide.__name__
    return handler


async def ping(service: Service, live: LiveTable, token: str | None) -> Reply:
    return {}


async def change(
    service: Service, live: LiveTable, token: str | None, changes: dict[str, Any]
) -> Reply:
    """A table may be for a club of which whoever says so is a member."""
    service.check_ratings(bool(changes.get("rated")))
    if changes.get("club") is not None:
        await service.clubs.require(changes["club"], live.table.player_of(token))
    return await appends(commands.change)(service, live, token, changes=changes)


async def suppose(
    service: Service,
    live: LiveTable,
    token: str | None,
    number: int,
    seed: int,
    moves: list[str],
    previews: list[str],
) -> Reply:
    """A position in which a seat can plan; it sees there what it may see."""
    seat = live.table.seat_of(token)
    secret = secret_of(service, live, number, seed)
    world = commands.suppose(live.table, token, number, secret, moves)
    own = not world.over and world.to_move == seat
    return {
        "number": number,
        "seed": seed,
        "view": world.view(seat),
        "moves": world.moves() if own else None,
        "previews": await previewed(world, previews if own else []),
    }


async def plan(
    service: Service,
    live: LiveTable,
    token: str | None,
    number: int,
    seed: int,
    moves: list[str],
) -> Reply:
    secret = secret_of(service, live, number, seed)
    events = await service.hub.execute(
        live, lambda table: commands.plan(table, token, number, secret, moves)
    )
    return {"seq": events[-1].seq}


def secret_of(service: Service, live: LiveTable, number: int, seed: int) -> bytes:
    """By what a supposed position is dealt: nobody can work it out from the seed."""
    return service.courier.secret_of("suppose", f"{live.id} {number} {seed}")


def remind(table: Table, token: str | None) -> list[Draft]:
    return commands.remind(table, token, now_ms())


PREVIEWS = 20  # that cost as much as a request
KEPT = 5.0  # what is kept for ever, or takes long to find out
THOUGHT = 10.0  # what takes a core for a while

COMMANDS: dict[str, Command] = {
    "table": Command(
        m.TableChange,
        change,
        Route("", "The host changes the table before the start", a.Done, "PUT"),
    ),
    "seat": Command(
        m.SeatSet,
        appends(commands.set_seat),
        Route(
            "/seats/{seat}",
            "The host opens a seat or seats a bot",
            a.Done,
            "PUT",
            body=m.SeatChange,
        ),
    ),
    "ready": Command(
        m.Ready,
        appends(commands.ready),
        Route("/ready", "Say whether you are ready to start", a.Done),
    ),
    "choose": Command(
        m.Choose,
        appends(commands.choose),
        Route("/choice", "Choose for your seat before the start", a.Done, "PUT"),
    ),
    "move": Command(
        m.MoveMade,
        Service.move,
        Route("/moves", "Make the move that fills a number", a.Moved),
    ),
    "undo": Command(
        m.AtNumber,
        Service.undo,
        Route("/undo", "Take your last move back, or ask the others to let you", a.Undo),
        cost=KEPT,
    ),
    "answer": Command(
        m.Answer,
        appends(commands.answer),
        Route("/undo/answer", "Agree that another takes a move back, or refuse", a.Done),
    ),
    "suppose": Command(
        m.Suppose,
        suppose,
        Route("/suppose", "A position that may come at your next turn", Supposed),
        cost=lambda sent: 1 + len(sent["previews"]) / PREVIEWS,
        aside=True,
    ),
    "plan": Command(
        m.PlanMade,
        plan,
        Route("/plan", "Plan your next moves: made if they mean the same then", a.Done, "PUT"),
        cost=KEPT,
    ),
    "unplan": Command(
        m.Nothing,
        appends(commands.unplan),
        Route("/plan", "Drop what you have planned", a.Done, "DELETE", needs_body=False),
    ),
    "remind": Command(
        m.Nothing,
        appends(remind),
        Route("/remind", "Ask whoever is to move to do so", a.Done, needs_body=False),
        cost=KEPT,
    ),
    "resign": Command(
        m.Nothing,
        appends(commands.resign),
        Route("/resign", "Give up", a.Done, needs_body=False),
    ),
    "leave": Command(
        m.Leave,
        appends(commands.leave),
        Route(
            "/leave", "Leave your seat; during the game a bot plays on", a.Done, needs_body=False
        ),
    ),
    "return": Command(
        m.Nothing,
        appends(commands.come_back),
        Route("/return", "Take your seat back from the bot", a.Done, needs_body=False),
    ),
    "chat": Command(
        m.Chat,
        appends(commands.chat),
        Route("/chat", "Say something to the table", a.Done),
        cost=KEPT,
    ),
    "rematch": Command(
        m.Nothing,
        Service.rematch,
        Route(
            "/rematch", "Play again: a new table with the same seats", a.Rematch, needs_body=False
        ),
        cost=KEPT,
    ),
    "preview": Command(
        m.Previews,
        Service.previews,
        Route("/previews", "What your moves would bring", a.Previewed),
        cost=lambda sent: len(sent["moves"]) / PREVIEWS,
        aside=True,
    ),
    "observe": Command(
        m.AtNumber,
        Service.observe,
        Route("/observe", "The position in numbers, for a trained policy", a.Observed),
        cost=1.0,
    ),
    "hint": Command(
        m.AtNumber,
        Service.hint,
        Route("/hint", "What a strong bot would do in your place", a.Hint),
        cost=THOUGHT,
        aside=True,
    ),
    "ping": Command(m.Nothing, ping),
}
