"""Results outlive their tables, without the names of others."""

from __future__ import annotations

import orjson
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from moonlit.server.storage.schema import invitations, played


async def forget_opponents(connection: AsyncConnection, gone: list[str]) -> None:
    """A player keeps the result of a game whose table was removed, but not who the others were.
    Whom they want no invitations of, they go on wanting none of."""
    there = invitations.c.table_id.in_(gone), invitations.c.state != "refused"
    await connection.execute(delete(invitations).where(*there))
    kept = select(played.c.player, played.c.table_id, played.c.opponents)
    for row in (await connection.execute(kept.where(played.c.table_id.in_(gone)))).all():
        nameless = [[name and "", level] for name, level in orjson.loads(row.opponents)]
        where = played.c.player == row.player, played.c.table_id == row.table_id
        told = orjson.dumps(nameless).decode()
        await connection.execute(update(played).where(*where).values(opponents=told))
