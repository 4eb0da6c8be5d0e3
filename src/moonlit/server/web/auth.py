"""Who asks: the token that came with a request, and whether it opens something at a table.

What is shown is the token of a seat, or the key of a player's device. A key acts with the token of
the player's seat; who has none at the table watches. A socket is looked up once, when it opens.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fastapi import Request

from moonlit.server.errors import refuse
from moonlit.server.live.live_table import LiveTable
from moonlit.server.storage.players.players import Player, Players
from moonlit.server.web.service import Service
from moonlit.server.web.transport.middleware import address_of
from moonlit.server.web.transport.security import bearer_token, token_hash

KEY = re.compile(r"[A-Za-z0-9_-]{20,200}")


@dataclass(frozen=True)
class Holder:
    token: str | None  # the hash of the token of a seat; None: a spectator
    device: str | None = None  # the hash of the key, if it was a device's


def sent_token(request: Request) -> str | None:
    return bearer_token(request.headers.raw)


def sent_hash(request: Request) -> str | None:
    token = sent_token(request)
    return token_hash(token) if token is not None else None


def sent_key(request: Request) -> str | None:
    """The key that a browser has made for its player, if it was sent."""
    key = sent_token(request)
    if key is not None and not KEY.fullmatch(key):
        raise refuse("bad_key", 401)
    return key


async def find_holder(players: Players, live: LiveTable, given: str | None) -> Holder:
    """Who shows a token or a key, by its hash."""
    if given is None or live.table.knows(given):
        return Holder(given)
    player = await players.find(given)
    if player is None and live.may_be_behind:  # it may be of a seat that was taken elsewhere
        raise refuse("cannot_load", 503)
    if player is None:
        raise refuse("bad_token", 401)
    return Holder(live.table.token_of(player.id), given)


async def holder(service: Service, live: LiveTable, request: Request) -> Holder:
    return await find_holder(service.players, live, sent_hash(request))


async def sent_player(service: Service, request: Request) -> Player | None:
    """The player whose device asks; None: a guest."""
    given = sent_hash(request)
    return await service.players.find(given) if given is not None else None


async def require_device(
    service: Service, request: Request, cost: float = 0.0
) -> tuple[Player, str]:
    """The player whose device asks, and the hash of its key; the request costs so much more."""
    service.limits.charge(address_of(request.scope), cost)
    key = sent_key(request)
    found = await service.players.find(token_hash(key)) if key is not None else None
    if key is None or found is None:
        raise refuse("not_signed_in", 401)
    return found, token_hash(key)
