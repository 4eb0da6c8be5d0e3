"""The commands around a server: run one, look after its tables, let a bot sit at one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from moonlit.cli.app import Language, Whole, app, screen
from moonlit.core.errors import BadTable
from moonlit.core.words import say
from moonlit.server.packages import need_server


@app.command
def serve(
    *,
    host: Annotated[str, Parameter(help="0.0.0.0: everybody in your network")] = "127.0.0.1",
    port: Annotated[
        int | None, Whole, Parameter(help="else 8000, or the next that is free")
    ] = None,
    data: Annotated[Path | None, Parameter(help="folder for the tables")] = None,
    database: Annotated[str | None, Parameter(help="postgresql+psycopg://… instead")] = None,
    redis: Annotated[str | None, Parameter(help="redis://…, for several workers")] = None,
    workers: Annotated[int | None, Whole, Parameter(help="processes that share the work")] = None,
    origin: Annotated[str | None, Parameter(help="another address of the page")] = None,
    name: Annotated[str | None, Parameter(help="another name of this machine")] = None,
    proxy: Annotated[
        bool, Parameter(negative="", help="a proxy in front tells the clients' addresses")
    ] = False,
    open_page: Annotated[
        bool, Parameter(name="--open", negative="", help="open the page in a browser")
    ] = False,
    language: Language = None,
) -> None:
    """Turn this machine into a place to play: a page, tables, bots, an invite link that works."""
    need_server()
    from moonlit.server.serve import serve as run

    shown = screen(language)
    settings = server_settings(
        data,
        database,
        redis=redis,
        workers=workers,
        origin=origin,
        hosts=name,
        proxy=proxy or None,
    )
    run(settings, host, port, shown.language, open_page)


tables = App(name="tables", help="For the host: export, import or prune the tables of a server.")
app.command(tables)

Data = Annotated[Path | None, Parameter(help="folder of the tables")]
Database = Annotated[str | None, Parameter(help="URL of the database instead")]


@tables.command(name="export")
def export_tables(
    file: Path, *ids: str, data: Data = None, database: Database = None, language: Language = None
) -> None:
    """Write tables to FILE: all of them, or those with the given IDS."""
    need_server()
    from moonlit.server import hosting

    shown = screen(language)
    count = hosting.export_tables(server_settings(data, database), file, list(ids))
    shown.show(say("server", "exported", shown.language, count=count, path=file))


@tables.command(name="import")
def import_tables(
    file: Path, *, data: Data = None, database: Database = None, language: Language = None
) -> None:
    """Read tables from FILE, which another server has written. Those that are here stay."""
    need_server()
    from moonlit.server import hosting

    shown = screen(language)
    count, skipped = hosting.import_tables(server_settings(data, database), file)
    shown.show(say("server", "imported", shown.language, count=count, skipped=skipped))


@tables.command(name="prune")
def prune_tables(
    *,
    days: Annotated[int, Whole, Parameter(help="how long ago their last change must be")] = 90,
    unfinished: Annotated[bool, Parameter(help="also games that were never finished")] = False,
    data: Data = None,
    database: Database = None,
    language: Language = None,
) -> None:
    """Remove finished games and tables that never started, when they are old."""
    need_server()
    from moonlit.server import hosting

    shown = screen(language)
    count = hosting.prune_tables(server_settings(data, database), days, unfinished)
    shown.show(say("server", "pruned", shown.language, count=count))


def server_settings(data: Path | None, database: str | None, **given: Any) -> Any:
    """What was typed, over what the environment says."""
    from dataclasses import replace

    from moonlit.server.settings import Settings

    given |= {"data": str(data) if data is not None else None, "database": database}
    chosen = {name: value for name, value in given.items() if value is not None}
    return replace(Settings.from_environment(), **chosen)


@app.command
def seat(
    link: str,
    bot: str,
    *,
    name: Annotated[str, Parameter(help="how the bot is called at the table")] = "Bot",
    place: Annotated[int | None, Whole, Parameter(name="--seat", help="which seat, from 1")] = None,
    language: Language = None,
) -> None:
    """Let a bot of your own (package.module:Name, or random) play at a table of a server."""
    import asyncio
    import sys

    from moonlit.bots.own import OwnBotFailed
    from moonlit.client.player import find_own, take_seat

    shown = screen(language)
    own = find_own(bot)
    if place is not None and place < 1:
        raise BadTable("bad_place", "client", given=place)

    def seated() -> None:
        shown.show(say("client", "seated", shown.language, name=name, link=link))

    def lost_turn(failure: OwnBotFailed) -> None:
        print(failure.turn_lost(shown.language), file=sys.stderr)

    chosen = None if place is None else place - 1
    state = asyncio.run(take_seat(link, own, name, chosen, seated, lost_turn))
    mine = state["you"]["seat"]
    standings = state["ended"]["standings"] if state["ended"] else None
    if standings is not None and mine is not None:
        place, count = standings[mine]["place"], len(standings)
        shown.show(say("client", "finished", shown.language, place=place, count=count))
