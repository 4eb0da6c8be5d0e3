"""Tables are written to a file, read elsewhere, and removed when they are old."""

from __future__ import annotations

import asyncio
from pathlib import Path

import orjson
import pytest
from sqlalchemy.exc import SQLAlchemyError

import moonlit
from helpers.room import two
from moonlit.cli import app
from moonlit.core.errors import MoonlitError
from moonlit.corpus.frame import columns
from moonlit.server import hosting
from moonlit.server.settings import Settings
from moonlit.server.storage.tables.change import Change
from moonlit.server.storage.tables.store import Store
from moonlit.server.storage.tables.writer import SharedWriter
from moonlit.server.table.events import Event
from moonlit.server.table.fold import Table
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import COMMANDS
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.transport.security import token_hash


def with_tables(folder: Path, count: int) -> list[str]:
    """A data folder in which a server has left some tables."""

    async def make() -> list[str]:
        service = Service(Settings(data=str(folder)))
        await service.store.open()
        ids = []
        for _ in range(count):
            live, _, _ = await service.create(NewTable(game="nomads", players=2, name="Ana"), "x")
            ids.append(live.id)
        await service.store.close()
        return ids

    folder.mkdir(parents=True)
    return asyncio.run(make())


def test_tables_travel(tmp_path: Path) -> None:
    here, there = Settings(data=str(tmp_path / "a")), Settings(data=str(tmp_path / "b"))
    ids = with_tables(here.folder, 3)
    file = tmp_path / "tables.jsonl"
    assert hosting.export_tables(here, file, []) == 3
    assert hosting.export_tables(here, tmp_path / "one.jsonl", ids[:1]) == 1
    assert b'"token":' in file.read_bytes()  # their sums; the tokens themselves are nowhere
    assert hosting.import_tables(there, tmp_path / "one.jsonl") == (1, 0)
    assert hosting.import_tables(there, file) == (2, 1)
    other = tmp_path / "again.jsonl"
    hosting.export_tables(there, other, [])
    assert sorted(other.read_bytes().splitlines()) == sorted(file.read_bytes().splitlines())


def test_a_broken_file_changes_nothing(tmp_path: Path) -> None:
    here = Settings(data=str(tmp_path / "a"))
    with_tables(here.folder, 2)
    file = tmp_path / "tables.jsonl"
    hosting.export_tables(here, file, [])
    good = file.read_bytes().splitlines()
    there = Settings(data=str(tmp_path / "b"))
    for bad in (b"{", b"[]", b"{}", good[1].replace(b'"created"', b'"invented"'), good[1][:-9]):
        file.write_bytes(good[0] + b"\n" + bad)
        with pytest.raises(MoonlitError) as caught:
            hosting.import_tables(there, file)
        assert caught.value.arguments["line"] == 2
    assert hosting.export_tables(there, tmp_path / "none.jsonl", []) == 0
    with pytest.raises(MoonlitError, match="no table"):
        hosting.export_tables(here, file, ["nothing"])


def test_a_table_twice_or_with_another_kind_of_id_is_refused(tmp_path: Path) -> None:
    here, there = Settings(data=str(tmp_path / "a")), Settings(data=str(tmp_path / "b"))
    with_tables(here.folder, 1)
    file = tmp_path / "tables.jsonl"
    hosting.export_tables(here, file, [])
    good = file.read_bytes().strip()
    file.write_bytes(good + b"\n" + good)
    with pytest.raises(MoonlitError, match="second time in line 2"):
        hosting.import_tables(there, file)
    for bad in ("../../x", "", "k3v9x2m7q", "K3V9X2M7QA", 7, None):
        file.write_bytes(orjson.dumps({**orjson.loads(good), "id": bad}))
        with pytest.raises(MoonlitError) as caught:
            hosting.import_tables(there, file)
        assert caught.value.key == "bad_export"


def test_old_tables_are_removed(tmp_path: Path) -> None:
    here = Settings(data=str(tmp_path / "a"))
    ids = with_tables(here.folder, 2)
    assert hosting.prune_tables(here, 1) == 0
    file = tmp_path / "tables.jsonl"
    hosting.export_tables(here, file, [])
    assert hosting.prune_tables(here, 0) in (0, 2)  # the clock may not have ticked
    there = Settings(data=str(tmp_path / "b"))
    lines = [orjson.loads(line) for line in file.read_bytes().splitlines()]
    for event in lines[0]["events"]:
        event["at"] -= 100 * hosting.DAY
    file.write_bytes(b"\n".join(orjson.dumps(line) for line in lines))
    hosting.import_tables(there, file)
    assert hosting.prune_tables(there, 90) == 1
    hosting.export_tables(there, file, [])
    assert [orjson.loads(line)["id"] for line in file.read_bytes().splitlines()] == ids[1:]


@pytest.mark.parametrize("days", [-1, 10**14])
def test_days_that_are_no_days(days: int, tmp_path: Path) -> None:
    with pytest.raises(MoonlitError, match=f"--days cannot be {days}"):
        hosting.prune_tables(Settings(data=str(tmp_path)), days)


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(MoonlitError, match="cannot be made"):
        hosting.prune_tables(Settings(data=str(file)), 90)
    (tmp_path / "tables.sqlite").mkdir()
    with pytest.raises(MoonlitError, match="database cannot be opened"):
        hosting.prune_tables(Settings(data=str(tmp_path)), 90)
    with pytest.raises(MoonlitError, match="--workers cannot be 0"):
        Settings(workers=0).checked()


def test_games_that_nobody_went_on_with_are_removed_on_demand(tmp_path: Path) -> None:
    here = Settings(data=str(tmp_path / "a"))
    with_tables(here.folder, 2)
    file = tmp_path / "tables.jsonl"
    hosting.export_tables(here, file, [])
    lines = [orjson.loads(line) for line in file.read_bytes().splitlines()]
    for line in lines:
        seat = {"seat": 1, "name": "Ben", "token": "b" * 64, "ready": True}
        line["events"] += [
            {"seq": 2, "at": 5, "kind": "joined", "data": seat},
            {"seq": 3, "at": 5, "kind": "started", "data": {"seed": 7}},
        ]
    file.write_bytes(b"\n".join(orjson.dumps(line) for line in lines))
    there = Settings(data=str(tmp_path / "b"))
    assert hosting.import_tables(there, file) == (2, 0)
    assert hosting.prune_tables(there, 90) == 0
    assert hosting.prune_tables(there, 90, unfinished=True) == 2


def test_finished_games_are_exported(tmp_path: Path) -> None:
    here, there = Settings(data=str(tmp_path / "a")), Settings(data=str(tmp_path / "b"))
    with_tables(here.folder, 2)
    file = tmp_path / "tables.jsonl"
    hosting.export_tables(here, file, [])
    lines = [orjson.loads(line) for line in file.read_bytes().splitlines()]
    match = moonlit.new("nomads", ["Ana", "Ben"], seed=7)
    seat = {"seat": 1, "name": "Ben", "token": "b" * 64, "ready": True}
    first = {"number": 0, "seat": match.to_move, "move": match.moves()[0]}
    given_up = {"seat": 1, "level": None}
    drafts = [("joined", seat), ("started", {"seed": 7}), ("moved", first), ("resigned", given_up)]
    lines[0]["events"] += [
        {"seq": seq, "at": 1000 * seq, "kind": kind, "data": data}
        for seq, (kind, data) in enumerate(drafts, 2)
    ]
    file.write_bytes(b"\n".join(orjson.dumps(line) for line in lines))
    hosting.import_tables(there, file)
    out = tmp_path / "games.jsonl"
    app(["export", str(there.folder), str(out)], result_action="return_value")
    (record,) = moonlit.read_games(out)
    match.play(match.moves()[0])
    assert moonlit.load(record) == match
    assert record["info"] == {
        "date": "1970-01-01T00:00:03Z",
        "seconds": [1.0],
        "ended": {"by": "resign", "seat": 1, "places": [1, 2]},
    }
    for source in (there.folder, str(there.folder), there.url):
        assert list(moonlit.records(source)) == [record]


def test_records_of_a_server_are_read_beside_a_loop(tmp_path: Path) -> None:
    """As in a notebook, where one is always running."""
    settings = Settings(data=str(tmp_path / "server"))
    with_tables(settings.folder, 2)

    async def cell() -> int:
        return len(list(moonlit.records(settings.folder)))

    assert asyncio.run(cell()) == 0
    with pytest.raises(MoonlitError, match="A database is"):
        moonlit.records("mysql://somewhere/else")


def test_what_moves_took_is_told_from_where_a_table_began() -> None:
    """Played on from a position: nobody knows what the moves before it took."""
    room = two()
    assert room.events[-1].kind == "started"
    for _ in range(5):
        room.move()
    record = room.table.match.record() if room.table.match is not None else {}
    start = next(event for event in room.events if event.kind == "started")
    begun = Event(start.seq, 0, "started", {**start.data, "moves": record["moves"][:3]})
    events = [*room.events[: start.seq - 1], begun]
    for at, event in zip((4000, 9000), room.events[start.seq + 3 :], strict=True):
        events.append(Event(len(events) + 1, at, event.kind, event.data))
    events.append(Event(len(events) + 1, 9500, "resigned", {"seat": 1, "level": None}))
    table = Table("k3v9x2m7qa")
    for event in events:
        table.apply(event)
    assert table.match is not None
    table.match.info = hosting.info_of(table, events)
    assert table.match.info["seconds"] == [None, None, None, 4.0, 5.0]
    rows = columns([table.match.record()], "moves")
    assert rows["seconds"] == [None, None, None, 4.0, 5.0]


def test_no_error_tells_what_was_written(tmp_path: Path) -> None:
    """Errors of the database end up in the log, and the log has no seeds, names or chat."""

    async def fail(url: str) -> list[str]:
        store = Store(url)
        await store.open()
        said = []
        row = {"game": "nomads", "status": "open", "listed": False, "summary": "Zacharias"}
        event = Event(1, 1, "started", {"seed": 123_456_789})
        shared = SharedWriter(store.engine)
        for writer in (store._writer, shared):
            with pytest.raises(SQLAlchemyError) as caught:
                await writer.put([Change("k3v9x2m7qa", [event], row, is_new=True)])
            said.append(str(caught.value))
        await shared.close()
        await store.close()
        return said

    for text in asyncio.run(fail(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}")):
        assert "INSERT" in text
        assert "123456789" not in text
        assert "Zacharias" not in text


def test_a_table_that_is_pruned_under_its_guests_is_gone(tmp_path: Path) -> None:
    here = Settings(data=str(tmp_path))

    async def talk() -> str:
        service = Service(here)
        await service.open()
        asked = NewTable(game="nova-luna", players=1, name="Ana")
        live, _, token = await service.create(asked, "192.0.2.1")
        await COMMANDS["resign"].handler(service, live, token_hash(token))
        await asyncio.sleep(0.01)
        assert await asyncio.to_thread(hosting.prune_tables, here, 0) == 1
        say = COMMANDS["chat"].handler
        for _ in range(2):
            with pytest.raises(MoonlitError) as caught:
                await say(service, live, token_hash(token), text="Is anybody here?")
            assert caught.value.key == "no_such_table"
        assert live.gone
        assert live.id not in service.hub.tables
        left = await service.store.load(live.id)
        assert left == []
        await service.close()
        return live.id

    async def come_back(table: str) -> None:
        service = Service(here)
        await service.open()
        try:
            with pytest.raises(MoonlitError) as caught:
                await service.hub.find(table)
            assert caught.value.key == "no_such_table"
        finally:
            await service.close()

    asyncio.run(come_back(asyncio.run(talk())))
