"""Bring a database up to date; two workers that start at once do it one after the other."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from moonlit.server.storage.schema import HEAD

FOLDER = Path(__file__).resolve().parent / "migrations"
LOCK = 6_806_471  # any number, but the same in every worker


async def migrate(engine: AsyncEngine) -> None:
    if await _is_current(engine):
        return
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        await connection.run_sync(_upgrade)


async def _is_current(engine: AsyncEngine) -> bool:
    try:
        async with engine.connect() as connection:
            found = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    except SQLAlchemyError:
        return False
    return bool(found == HEAD)


def _upgrade(connection: Connection) -> None:
    from alembic import command  # takes a while to import, and is needed once
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
