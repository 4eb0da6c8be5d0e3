"""Who asks: the token that came with a request, and whether it opens something at a table."""

from __future__ import annotations

from fastapi import Request

from moonlit.server.errors import refuse
from moonlit.server.live.live_table import LiveTable
from moonlit.server.web.security import bearer_token, token_hash


def sent_token(request: Request) -> str | None:
    return bearer_token(request.headers.raw)


def sent_hash(request: Request) -> str | None:
    token = sent_token(request)
    return token_hash(token) if token is not None else None


def holder(live: LiveTable, request: Request) -> str | None:
    """The hash of the token of who asks; None: a spectator."""
    token = sent_hash(request)
    if token is not None and not live.table.knows(token):
        raise refuse("bad_token", 401)
    return token
