"""One player on two devices, each a browser of its own: by a link, its code, a key file, a passkey;
a seat played from both; a device signed out; everything deleted."""

from __future__ import annotations

import copy
import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from helpers.browser import (
    Reader,
    Readers,
    begin,
    click,
    finished,
    key_of,
    readers_of,
    send,
    state_of,
)
from helpers.look import GAMES, SEEN_ONCE, look
from helpers.qr import read_qr
from helpers.server import Server, running

pytestmark = [pytest.mark.browser, pytest.mark.process]

GAME = "nova-luna"


def new_link(reader: Reader) -> str:
    click(reader, "[data-testid=new-link]")
    return reader.find("#device-link").input_value()


def solo(reader: Reader) -> str:
    """A game of the reader's that goes on, made from their browser's key."""
    asked = {"game": GAME, "players": 1, "name": "Ana"}
    status, made = reader.server.ask("POST", "/api/tables", asked, key_of(reader))
    assert status == 201, made
    return str(made["id"])


def play_by_turns(table: str, *devices: Reader) -> None:
    """Each device makes the next move of the same seat; the others see it."""
    for device in devices:
        device.go(f"/t/{table}")
        device.until(lambda device=device: device.may_move, "the seat is this device's")
    for device in devices:
        assert device.state is not None
        device.play(device.state["moves"][0], click)
        for other in devices:
            other.until(
                lambda other=other, device=device: other.number >= device.number,
                "the other device sees it",
            )


def running_games(reader: Reader) -> list[str]:
    reader.go("/me/games")
    reader.find("[data-testid=outcome]").wait_for()
    told = reader.page.locator("[role=status]").first
    reader.until(lambda: told.inner_text().strip(), "the games are told")
    rows = reader.page.locator("a[href^='/t/']:not([href$=replay])").all()
    ids = [str(row.get_attribute("href")).rpartition("/")[2] for row in rows]
    return list(dict.fromkeys(ids))  # where it is one's turn a game is on both lists


def test_a_guest_becomes_somebody_and_a_link_brings_another_device(reader: Readers) -> None:
    laptop, phone = reader(name="Ana"), reader(name="", phone=True)
    made = laptop.server.create(GAME, 1, name="Ana")  # as a guest, before
    laptop.take_seats([(made["id"], made["token"])])
    begin(laptop)
    address = new_link(laptop)
    drawn = laptop.page.locator("[data-testid=device-link-code] svg path").first
    box = laptop.page.locator("[data-testid=device-link-code] svg").first
    size = int(str(box.get_attribute("viewBox")).split()[2]) - 8
    assert read_qr(str(drawn.get_attribute("d")), size) == address
    phone.page.goto(address)
    click(phone, "[data-testid=use-link]")
    phone.find("[data-testid=devices]").wait_for()
    assert "#" not in phone.page.url
    assert phone.page.locator("[data-testid=devices] li").count() == 2
    table = solo(laptop)
    for device in (laptop, phone):
        assert sorted(running_games(device)) == sorted([table, made["id"]])
    play_by_turns(table, laptop, phone, laptop)
    play_by_turns(made["id"], phone, laptop)
    # a link works once
    other = reader(name="Eve")
    other.page.goto(address)
    click(other, "[data-testid=use-link]")
    other.find("[role=alert]").wait_for()
    assert look(other, "me, a link that was used", "en") == []
    other.errors.clear()  # the browser complains about what was refused


def test_a_link_makes_one_of_two_who_were_somebody_already(reader: Readers) -> None:
    laptop, phone = reader(name="Ana"), reader(name="Somebody", phone=True)
    begin(laptop, "Ana")
    begin(phone, "Somebody")
    table = solo(phone)
    phone.page.goto(new_link(laptop))
    offered = phone.find("section:has([data-testid=use-link])")
    offered.wait_for()
    assert "Somebody" in offered.inner_text()
    assert look(phone, "me, linked", "en") == []
    click(phone, "[data-testid=use-link]")
    phone.until(
        lambda: phone.page.locator("[data-testid=devices] li").count() == 2, "two devices of one"
    )
    assert "#" not in phone.page.url
    assert not phone.sees("[data-testid=use-link]")
    assert phone.find("section:has(#name) input").input_value() == "Ana"
    for device in (laptop, phone):
        assert running_games(device) == [table]


def test_a_signed_out_device_gets_nothing_more(reader: Readers) -> None:
    laptop, phone = reader(name="Ana"), reader(name="", phone=True)
    begin(laptop)
    address = new_link(laptop)
    phone.page.goto(address)
    click(phone, "[data-testid=use-link]")
    phone.find("[data-testid=devices]").wait_for()
    table, key = solo(laptop), key_of(phone)
    phone.go(f"/t/{table}")
    phone.until(lambda: phone.may_move, "the seat is this device's")
    laptop.go("/me")
    click(laptop, "[data-testid=sign-out]")  # the other one
    phone.until(
        lambda: phone.state is not None and phone.state["you"]["seat"] is None,
        "its open table is told at once",
    )
    status, told = phone.server.ask("GET", f"/api/tables/{table}", token=key)
    assert (status, told["error"]["key"]) == (401, "bad_token")
    phone.go("/me")
    phone.find("[data-testid=begin]").wait_for()  # a guest like any other
    assert key_of(phone) != key
    phone.errors.clear()  # the browser complains about what was refused
    play_by_turns(table, laptop)


def test_a_key_file_signs_in(reader: Readers, tmp_path: Path) -> None:
    laptop, other = reader(name="Ana"), reader(name="")
    begin(laptop)
    table = solo(laptop)
    with laptop.page.expect_download() as download:
        click(laptop, "[data-testid=key-file]")
    file = tmp_path / "key.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["moonlit"] == "key"
    other.go("/me")
    other.page.set_input_files("[data-testid=use-file]", file)
    other.find("[data-testid=devices]").wait_for()
    assert other.page.locator("[data-testid=devices] li").count() == 3
    play_by_turns(table, laptop, other)
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[]")
    eve = reader(name="Eve")
    eve.go("/me")
    eve.page.set_input_files("[data-testid=use-file]", wrong)
    eve.find("[role=alert]").wait_for()
    assert look(eve, "me, no key file", "en") == []


# ---- passkeys: browsers want a name for them, so the server is asked as localhost


@pytest.fixture
def named(browser: Browser, server: Server) -> Iterator[Readers]:
    own = copy.copy(server)
    own.url = server.url.replace("127.0.0.1", "localhost")
    yield from readers_of(browser, own)


def authenticator(reader: Reader) -> tuple[Any, str]:
    session = reader.context.new_cdp_session(reader.page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, str(made["authenticatorId"])


def test_a_passkey_signs_in(named: Readers) -> None:
    laptop, other = named(name="Ana"), named(name="")
    begin(laptop)
    table = solo(laptop)
    here, first = authenticator(laptop)
    click(laptop, "[data-testid=add-passkey]")
    laptop.find("[data-testid=passkeys] li").wait_for()
    assert look(laptop, "me, a passkey", "en") == []
    # the passkey travels, as a password manager would take it along
    held = here.send("WebAuthn.getCredentials", {"authenticatorId": first})["credentials"]
    assert len(held) == 1
    other.go("/me")
    there, second = authenticator(other)
    there.send("WebAuthn.addCredential", {"authenticatorId": second, "credential": held[0]})
    click(other, "[data-testid=use-passkey]")
    other.find("[data-testid=devices]").wait_for()
    assert other.page.locator("[data-testid=devices] li").count() == 2
    play_by_turns(table, laptop, other)
    laptop.go("/me")
    click(laptop, "[data-testid=passkeys] button")
    laptop.until(lambda: not laptop.sees("[data-testid=passkeys] li"), "the passkey is dropped")
    eve = named(name="Eve")
    eve.go("/me")
    again, third = authenticator(eve)
    again.send("WebAuthn.addCredential", {"authenticatorId": third, "credential": held[0]})
    click(eve, "[data-testid=use-passkey]")
    eve.find("[role=alert]").wait_for()
    eve.errors.clear()  # the browser complains about what was refused


# ---- what the pages look like ------------------------------------------------------------------


def finish(reader: Reader, players: int = 1) -> str:
    """A finished game of the reader's."""
    bots = [{"kind": "bot", "level": "novice"}] * (players - 1)
    asked = {"game": GAME, "players": players, "name": "Ana", "seats": [{"kind": "open"}, *bots]}
    status, made = reader.server.ask("POST", "/api/tables", asked, key_of(reader))
    assert status == 201, made
    for _ in range(2000):
        state = state_of(reader.server, made["id"], key_of(reader))
        if state["ended"]:
            return str(made["id"])
        if state["moves"]:
            move = state["moves"][state["number"] * 7 % len(state["moves"])]
            send(reader.server, made["id"], key_of(reader), state, move)
    raise AssertionError("it does not end")


def have_played(server: Server, count: int = 90) -> None:
    """As if everybody here had played much, and had had some of it reviewed."""
    file = Path(server.command[server.command.index("--data") + 1]) / "tables.sqlite"
    chance = random.Random(7)
    with sqlite3.connect(file, timeout=30) as connection:
        names = [row[1] for row in connection.execute("PRAGMA table_info(played)")]
        marks = ", ".join("?" * len(names))
        for (player,) in connection.execute("SELECT id FROM players").fetchall():
            for number in range(count):
                players = chance.choice((1, 2, 2, 2, 4))
                level = chance.choice((None, "casual", "club", "master")) if players > 1 else None
                kind = level or ("people" if players > 1 else "nobody")
                outcome = chance.choice(("won", "lost", "lost", "shared", "resigned"))
                seen = chance.random() < 0.5
                opening = {"tile": f"{chance.choice('brty')}{chance.randrange(1, 4)}", "cost": 3}
                row = {
                    "player": player, "table_id": f"old{number:07}", "seat": 0, "game": GAME,
                    "players": players, "outcome": outcome if players > 1 else "solo",
                    "place": 1, "score": chance.randrange(90, 160) if players == 1 else number % 9,
                    "began": 0, "ended": 1_780_000_000_000 + number * 86_400_000, "moves": 40,
                    "whole": True, "against": kind,
                    "opponents": json.dumps([["Béatrice", None] if level is None else [None, level]]
                                            * (players - 1)),
                    "opening": json.dumps({"key": "opening", "args": opening}),
                    "accuracy": chance.uniform(60, 99) if seen else None,
                    "luck": chance.gauss(0, 8 if players == 1 else 0.1) if seen else None,
                }  # fmt: skip
                values = [row[name] for name in names]
                connection.execute(f"INSERT OR IGNORE INTO played VALUES ({marks})", values)
    connection.close()


@pytest.mark.parametrize(("language", "theme", "phone"), SEEN_ONCE)
def test_how_it_looks(
    reader: Readers, server: Server, language: str, theme: str, phone: bool
) -> None:
    others = {game: finished(server, game) for game in GAMES if game != GAME}
    ana = reader(language=language, theme=theme, phone=phone)
    ana.take_seats(others.values())
    ana.go("/me")
    ana.find("[data-testid=begin]").wait_for()
    ana.whole_picture(f"me-guest-{language}-{theme}")
    faults = look(ana, "me, a guest", language)
    begin(ana, "Ana")
    new_link(ana)
    ana.whole_picture(f"me-{language}-{theme}")
    faults += look(ana, "me", language)
    click(ana, "[data-testid=delete]")
    ana.find("[data-testid=delete-sure]").wait_for()
    ana.picture(f"me-delete-{language}-{theme}")
    faults += look(ana, "me, deleted?", language)
    finish(ana)
    finish(ana)
    table = solo(ana)
    assert running_games(ana) == [table]
    ana.whole_picture(f"my-games-{language}-{theme}")
    faults += look(ana, "my games", language)
    ana.page.select_option("[data-testid=outcome]", "resigned")
    ana.until(lambda: not ana.sees("[data-testid=played] li"), "none was given up")
    faults += look(ana, "my games, none given up", language)
    have_played(ana.server)
    running_games(ana)
    ana.whole_picture(f"my-games-many-{language}-{theme}")
    faults += look(ana, "my games, many", language)
    ana.go(f"/me/stats/{GAME}")
    ana.find("h2").wait_for()
    for summary in ana.page.locator("summary").all():
        summary.click()
    ana.whole_picture(f"my-figures-{language}-{theme}")
    faults += look(ana, "my figures", language)
    for game in others:
        ana.go(f"/me/stats/{game}")
        ana.find("main h2").wait_for()
        ana.whole_picture(f"my-figures-{game}-{language}-{theme}")
        faults += look(ana, f"my figures of {game}", language)
    assert not faults, "\n".join(faults)


def test_everything_is_deleted_from_the_page(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ana = Reader(browser, server, name="Zanahoria")
        begin(ana, "Zanahoria")
        key = key_of(ana)
        finish(ana)
        ana.go("/me")
        with ana.page.expect_download() as download:
            click(ana, "[data-testid=archive]")
        assert download.value.suggested_filename == "moonlit.zip"
        click(ana, "[data-testid=delete]")
        click(ana, "[data-testid=delete-sure]")
        ana.find("[data-testid=begin]").wait_for()
        assert key_of(ana) != key
        ana.check()
        ana.close()
    found = [path.name for path in tmp_path.glob("*.sqlite*") if b"Zanahoria" in path.read_bytes()]
    assert found == []
