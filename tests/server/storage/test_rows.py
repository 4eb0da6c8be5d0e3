"""The row of a table says at every moment what follows from its events, though not every column is
written with every move."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import select

from moonlit.server.live.live_table import LiveTable
from moonlit.server.settings import Settings
from moonlit.server.storage.schema import tables
from moonlit.server.table.render import summary
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import COMMANDS
from moonlit.server.web.tables.request_models import MoveClock, NewTable
from moonlit.server.web.transport.security import token_hash


async def check_row(service: Service, live: LiveTable) -> str:
    table = live.table
    async with service.store.reading() as connection:
        query = select(tables).where(tables.c.id == live.id)
        row = dict((await connection.execute(query)).one()._mapping)
    wanted = {
        "status": table.status,
        "listed": table.listed,
        "due": table.due(),
        "updated": table.updated,
        "seq": table.seq,
    }
    assert {name: row[name] for name in wanted} == wanted
    assert orjson.loads(row["summary"]) == orjson.loads(orjson.dumps(summary(table)))
    return str(row["status"])


async def play_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, clock: MoveClock | None = None
) -> tuple[set[str], set[bool]]:
    """Play a game, looking at its row behind every move: the statuses it had, and whether the
    columns that have an index were left as they were."""
    service = Service(Settings(data=str(folder)))
    await service.open()
    settled = set()
    put = service.store._writer.put

    async def listening(changes: Any) -> None:
        settled.update(change.is_settled for change in changes)
        await put(changes)

    monkeypatch.setattr(service.store._writer, "put", listening)
    try:
        asked = NewTable(game="nova-luna", players=1, name="Ana", clock=clock)
        live, _, token = await service.create(asked, "192.0.2.1")
        statuses = {await check_row(service, live)}
        while (match := live.table.match) is not None and not match.over:
            number, move = match.number, match.moves()[0]
            await COMMANDS["move"].handler(
                service, live, token_hash(token), number=number, move=move
            )
            statuses.add(await check_row(service, live))
        return statuses, settled
    finally:
        await service.close()


def test_the_row_of_a_table_follows_its_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses, settled = asyncio.run(play_on(tmp_path, monkeypatch))
    assert "over" in statuses
    assert settled == {True, False}


def test_with_a_clock_it_says_when_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = MoveClock(kind="move", seconds=600)
    statuses, _ = asyncio.run(play_on(tmp_path, monkeypatch, clock))
    assert "over" in statuses
