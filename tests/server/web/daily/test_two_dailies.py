"""Somebody who has played a day twice, as a guest and as a player, and turns out to be one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from moonlit.core import engine
from moonlit.server.settings import Settings
from moonlit.server.storage.schema import dailies, players
from moonlit.server.web.service import Service

GUEST = "9" * 64  # the hash of a browser's key
DAY, OTHER_DAY = "2026-11-01", "2026-11-02"


def test_no_result_is_kept_by_a_key_that_has_become_a_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "hurry", lambda: None)

    async def check() -> None:
        result = {"name": "Ana", "began": 1, "ended": 2, "score": 10}
        rows = [("ana", DAY, "one"), (GUEST, DAY, "two"), (GUEST, OTHER_DAY, "three")]
        service = Service(Settings(data=str(tmp_path)))
        await service.store.open()
        async with service.players.writing() as connection:
            ana = {"id": "ana", "name": "Ana", "created": 1, "settings": "{}", "made_by": ""}
            await connection.execute(insert(players).values(ana))
            for player, date, table in rows:
                row = {"player": player, "date": date, "table_id": table, **result}
                await connection.execute(insert(dailies).values(row))
        await service.players.add_device("ana", GUEST, "Phone", 3)
        async with service.store.reading() as connection:
            query = select(dailies.c.table_id, dailies.c.player)
            kept = {row.table_id: row.player for row in await connection.execute(query)}
        assert (kept["one"], kept["three"]) == ("ana", "ana")
        assert kept["two"].startswith("gone-"), "it stands on the board of that day, by nobody"
        await service.hub.close()
        await service.store.close()

    asyncio.run(check())
