"""Games that last for days, in a real browser: reminders, the next of one's turns, vacations,
plans; and who is invited to another game."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from helpers.browser import Reader, Readers, send, state_of
from helpers.look import LOOKS, look, seen
from helpers.server import Server, running, warm_up

pytestmark = [pytest.mark.browser, pytest.mark.process]

GAME, DAYS = "nova-luna", {"kind": "days", "days": 3}
LATE = 13 * 3_600_000  # ms
Held = tuple[str, list[str]]  # a table, and what opens its seats


def set_up(server: Server, *keys: str | None, clock: Any = DAYS) -> Held:
    """A table of Ana and Ben, each a player if there is a key."""
    asked = {"game": GAME, "players": 2, "name": "Ana", "ready": True, "clock": clock}
    own, other = [*keys, None, None][:2]
    made = server.must("POST", "/tables", asked, own)
    sit = {"name": "Ben", "ready": True}
    there = server.must("POST", f"/tables/{made['id']}/seats", sit, other)
    return made["id"], [made["token"], there["token"]]


def let_play(
    server: Server, held: Held, seat: int, choose: Callable[[Any], str] | None = None
) -> None:
    """A seat moves until it is not its turn."""
    table, tokens = held
    while (state := state_of(server, table, tokens[seat]))["moves"]:
        send(server, table, tokens[seat], state, choose(state) if choose else state["moves"][0])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("slow")


@pytest.fixture(scope="module")
def slow(folder: Path) -> list[Held]:
    """Tables where Ben has kept Ana waiting since yesterday."""
    warm_up()
    with running(folder) as server:
        found = [set_up(server) for _ in LOOKS]
        for held in found:
            let_play(server, held, 0)
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        connection.execute("UPDATE events SET at = at - ?", (LATE,))
        connection.execute("UPDATE tables SET due = due - ?", (LATE,))
        connection.commit()
    return found


@pytest.fixture(scope="module")
def server(browser: Browser, folder: Path, slow: list[Held]) -> Iterator[Server]:
    with running(folder) as started:
        yield started


def somebody(ana: Reader) -> str:
    """The reader is a player; the key."""
    ana.go("/me")
    ana.find("[data-testid=begin]").click()
    ana.find("[data-testid=devices]").wait_for()
    return str(ana.page.evaluate("JSON.parse(localStorage.getItem('moonlit.player'))"))


@pytest.mark.parametrize(("language", "theme", "phone"), seen(1))
def test_somebody_slow_is_reminded_once(
    ana: Reader, reader: Readers, slow: list[Held], language: str, theme: str, phone: bool
) -> None:
    table, tokens = slow[LOOKS.index((language, theme, phone))]
    ana.open_table((table, tokens[0]))
    ana.find("[data-testid=remind]").wait_for()
    ana.picture(f"remind-{language}")
    assert look(ana, "remind", language) == []
    ana.find("[data-testid=remind]").click()
    ana.find("[data-testid=declined]").wait_for()
    assert look(ana, "reminded", language) == []
    ana.until(lambda: not ana.sees("[data-testid=remind]"), "once is enough")
    ben = reader(name="Ben")
    ben.open_table((table, tokens[1]))
    ben.page.get_by_text("Ana asks Ben to move.").first.wait_for()


@pytest.mark.parametrize(("language", "theme", "phone"), seen(2))
def test_one_goes_from_turn_to_turn_until_there_is_none(
    ana: Reader, server: Server, language: str
) -> None:
    key = somebody(ana)
    tables = [set_up(server, key) for _ in range(3)]
    for held in tables:
        let_play(server, held, 1)
    ana.go("/me/games")
    turns = ana.page.locator("[data-testid=turns]")
    turns.wait_for()
    assert turns.locator("li").count() == 3
    assert look(ana, "turns", language) == []
    turns.locator("a.button").click()
    seen = []
    for left in (2, 1, 0):
        ana.wait_for_turn()
        assert ana.state is not None
        seen.append(ana.state["table"]["id"])
        while ana.may_move:
            number = ana.number
            ana.page.keyboard.press("m")
            ana.page.locator("dialog[open] input").fill(ana.state["moves"][0])
            ana.page.keyboard.press("Enter")
            ana.until(lambda number=number: ana.number > number, "the move is made")
        ana.find("[data-testid=plan]").wait_for()
        if left:
            ana.find("[data-testid=next-game]").wait_for()
            ana.picture(f"next-{language}")
            assert look(ana, "next", language) == []
            ana.state = None
            ana.find("[data-testid=next-game]").click()
    assert sorted(seen) == sorted(table for table, _ in tables)
    assert not ana.sees("[data-testid=next-game]")


@pytest.mark.parametrize(("language", "theme", "phone"), seen(3))
def test_a_vacation_is_seen_at_the_table(
    ana: Reader, reader: Readers, server: Server, language: str
) -> None:
    """Ana goes; Ben, who reads the page in her language, sees until when."""
    table, tokens = set_up(server, somebody(ana))
    ben = reader(name="Ben", language=language, phone=ana.size.startswith("390"))
    ben.open_table((table, tokens[1]))
    vacation = ana.page.locator("[data-testid=vacation]")
    vacation.locator("input[type=number]").fill("3")
    vacation.locator("form button").click()
    vacation.locator("[role=status]").wait_for()
    ana.whole_picture(f"vacation-{language}")
    assert look(ana, "vacation", language) == []
    until = {"en": "Away until", "fr": "Absent jusqu'au", "es": "Fuera hasta el"}[language]
    ben.page.get_by_text(until).first.wait_for()
    ben.picture(f"away-{language}")
    assert look(ben, "away", language) == []
    vacation.locator("button").click()
    vacation.locator("input[type=number]").wait_for()
    ben.until(lambda: not ben.sees(f"text={until}"), "she is back")


def plan_what_ben_takes(server: Server, held: Held) -> str:
    """Ana plans to take a tile that Ben can take before; its name."""
    table, tokens = held
    mine, theirs = state_of(server, table, tokens[0]), state_of(server, table, tokens[1])
    offered = {tile_of(theirs["view"], move) for move in theirs["moves"]}
    for seed in range(200):
        body = {"number": mine["number"], "seed": seed, "moves": [], "previews": []}
        supposed = server.must("POST", f"/tables/{table}/suppose", body, tokens[0])
        for move in supposed["moves"] or ():
            name = tile_of(supposed["view"], move)
            if name in offered:
                plan = {"number": mine["number"], "seed": seed, "moves": [move]}
                server.must("PUT", f"/tables/{table}/plan", plan, tokens[0])
                return name
    raise AssertionError("there is no such tile")


def tile_of(view: Any, move: str) -> str:
    place = view["available"][int(move.partition("@")[0]) - 1] if "@" in move else None
    return str(view["wheel"][place]["name"]) if place is not None else ""


@pytest.mark.parametrize(("language", "theme", "phone"), seen())
def test_a_plan_is_seen_dropped_by_hand_and_dropped_when_it_does_not_fit(
    ana: Reader, server: Server, language: str
) -> None:
    held = set_up(server)
    table, tokens = held
    let_play(server, held, 0)
    plan_what_ben_takes(server, held)
    ana.open_table((table, tokens[0]))
    planned = ana.find("[data-testid=planned]")
    planned.wait_for()
    assert len(planned.locator("strong").inner_text()) > 10
    ana.picture(f"plan-seen-{language}")
    assert look(ana, "a plan", language) == []
    planned.locator("button").click()
    ana.find("[data-testid=plan]").wait_for()
    assert not ana.sees("[data-testid=planned]")

    name = plan_what_ben_takes(server, held)
    ana.find("[data-testid=planned]").wait_for()

    def take(state: Any) -> str:
        fits = [move for move in state["moves"] if tile_of(state["view"], move) == name]
        return str((fits or state["moves"])[0])

    let_play(server, held, 1, take)
    ana.find("[data-testid=declined]").wait_for()
    ana.find("[data-testid=status].yours").wait_for()
    assert not ana.sees("[data-testid=planned]")
    ana.picture(f"plan-dropped-{language}")
    assert look(ana, "a plan that was dropped", language) == []


# ---- invitations -------------------------------------------------------------------------------


def played_with(server: Server, *keys: str) -> None:
    """These have finished a game of two."""
    table, _ = set_up(server, *keys)
    server.must("POST", f"/tables/{table}/resign", None, keys[1])


@pytest.mark.parametrize(("language", "theme", "phone"), seen(3))
def test_somebody_known_is_invited_and_comes(
    ana: Reader, reader: Readers, server: Server, language: str
) -> None:
    """Ana invites from the table; Ben finds it at home, declines one and follows the other."""
    ben = reader(name="Ben", language=language, phone=ana.size.startswith("390"))
    keys = somebody(ana), somebody(ben)
    played_with(server, *keys)
    tables = []
    for _ in range(2):
        asked = {"game": GAME, "players": 2, "name": "Ana"}
        tables.append(server.must("POST", "/tables", asked, keys[0])["id"])
        ana.go(f"/t/{tables[-1]}")
        known = ana.page.locator("[data-testid=known]")
        known.locator("button").click()
        known.locator(".invited").wait_for()
    ana.whole_picture(f"invite-{language}")
    assert look(ana, "invite", language) == []
    ben.go("/")
    rows = ben.page.locator("[data-testid=invitations] li")
    rows.nth(1).wait_for()
    ben.picture(f"invited-{language}")
    assert look(ben, "invited", language) == []
    rows.filter(has=ben.page.locator(f"a[href$='{tables[0]}']")).locator("button").click()
    ben.find("[data-testid=never]").wait_for()
    ben.until(lambda: rows.count() == 1, "it is put away")
    ben.picture(f"declined-{language}")
    assert look(ben, "declined", language) == []
    ben.go("/me/games")
    rows.first.wait_for()
    assert look(ben, "invited, among the turns", language) == []
    rows.locator("a").click()
    ben.find("[data-testid=join]").click()
    for one in (ana, ben):
        one.find("[data-testid=status]").wait_for()  # both are there, so the game begins
    ben.go("/")
    ben.find(f"a[href$='{tables[1]}']").wait_for()
    assert rows.count() == 0


def test_whoever_wants_no_invitations_of_somebody_can_want_them_again(
    reader: Readers, server: Server
) -> None:
    ana, ben = reader(), reader(name="Ben", phone=True)
    keys = somebody(ana), somebody(ben)
    played_with(server, *keys)

    def invite() -> None:
        made = server.must("POST", "/tables", {"game": GAME, "players": 2, "name": "Ana"}, keys[0])
        ana.go(f"/t/{made['id']}")
        ana.page.locator("[data-testid=known] button").click()
        ana.page.locator("[data-testid=known] .invited").wait_for()

    invite()
    ben.go("/")
    ben.page.locator("[data-testid=invitations] li button").click()
    ben.find("[data-testid=never]").click()
    ben.page.get_by_text("no more invitations from Ana").wait_for()
    invite()  # and finds nothing different
    ben.go("/me")
    section = ben.page.locator("[data-testid=not-invited]")
    section.wait_for()
    assert look(ben, "not invited", "en") == []
    told = server.must("GET", "/me/invitations", None, keys[1])
    assert (told["invitations"], len(told["refused"])) == ([], 1)
    section.locator("button").click()
    ben.until(lambda: not ben.sees("[data-testid=not-invited]"), "they may again")
    invite()
    ben.go("/")
    ben.page.locator("[data-testid=invitations] li").wait_for()
