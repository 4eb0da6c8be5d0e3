"""A club from the page, by two people with a browser each: founded, joined by its link, played and
talked in, with a season that begins and ends."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.browser import Reader, Readers, begin, click, key_of, send, state_of
from helpers.look import SEEN_ONCE, look
from helpers.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.process]

GAME = "nova-luna"


def play_to_the_end(server: Server, table: str, keys: list[str]) -> None:
    """Both take the first move that they see."""
    for _ in range(400):
        for key in keys:
            state = state_of(server, table, key)
            if state["ended"]:
                return
            if state["moves"]:
                send(server, table, key, state, state["moves"][0])
                break
    raise AssertionError("it does not end")


def say(reader: Reader, text: str) -> None:
    reader.find("[data-testid=club-text]").fill(text)
    reader.page.keyboard.press("Enter")


def sees_text(reader: Reader, where: str, text: str) -> None:
    found = reader.page.locator(f"[data-testid={where}]").get_by_text(text).first
    found.wait_for(timeout=15_000)


def founded(ana: Reader, name: str) -> str:
    """A club with an invitation: its link."""
    ana.go("/clubs")
    ana.find("[data-testid=club-name]").fill(name)
    click(ana, "[data-testid=found]")
    click(ana, "[data-testid=club-invite]")
    return ana.find("#club-link").input_value()


def table_set(ana: Reader, ben: Reader) -> str:
    """A table that Ana sets for the club and Ben finds there: its id."""
    click(ana, "[data-testid=club-set]")
    ana.find("[data-testid=club-link-back]").wait_for()
    table = ana.page.url.rpartition("/")[2]
    click(ana, "[data-testid=ready]")
    row = ben.page.locator(f"[data-testid=club-tables] a[href='/t/{table}']")
    row.wait_for(timeout=15_000)
    row.click()
    click(ben, "[data-testid=join]")
    ben.until(lambda: ben.state and ben.state["table"]["status"] == "playing", "it has begun")
    return table


@pytest.mark.parametrize(("language", "theme", "phone"), SEEN_ONCE)
def test_the_life_of_a_club(
    reader: Readers, server: Server, language: str, theme: str, phone: bool
) -> None:
    settings: dict[str, Any] = {"language": language, "theme": theme, "phone": phone}
    ana, ben = reader(name="Ana", **settings), reader(name="Béatrice", **settings)
    ana.go("/clubs")
    ana.page.locator("a[href='/me'].primary").wait_for()
    faults = look(ana, "clubs, a guest", language)
    begin(ana, "Ana")
    link = founded(ana, "Luna & Co.")
    club = ana.page.url
    # a guest who is invited says who they are, and is in
    ben.page.goto(link)
    ben.find("[data-testid=join-club]").wait_for()
    ben.whole_picture(f"club-invited-{language}-{theme}")
    faults += look(ben, "invited", language)
    click(ben, "[data-testid=join-club]")
    ben.find("[data-testid=leave]").wait_for()
    assert ben.page.url == club
    sees_text(ana, "members", "Béatrice")
    say(ben, "Buh")
    sees_text(ana, "club-talk", "Buh")
    ana.find("[data-testid=season-name]").fill("XXVI")
    click(ana, "[data-testid=season-start]")
    ana.find("[data-testid=season-end]").wait_for()
    table = table_set(ana, ben)
    play_to_the_end(server, table, [key_of(ana), key_of(ben)])
    for each in (ana, ben):
        each.page.goto(club)
        sees_text(each, "club-board", "Béatrice")
        assert each.page.locator("[data-testid=club-board] tbody tr").count() == 2
    ana.find("#club-link").wait_for()
    for each, name in ((ana, "club-owner"), (ben, "club-member")):
        each.whole_picture(f"{name}-{language}-{theme}")
        faults += look(each, name, language)
    click(ana, "[data-testid=season-end]")
    click(ana, "[data-testid=sure]")
    ana.find("[data-testid=season-start]").wait_for()
    ana.page.select_option("[data-testid=period]", "0")
    ana.page.select_option("[data-testid=period]", "1")
    assert ana.page.locator("[data-testid=club-board] tbody tr").count() == 2
    ana.go("/clubs")
    ana.find("[data-testid=my-clubs] a").wait_for()
    ana.whole_picture(f"clubs-{language}-{theme}")
    faults += look(ana, "clubs", language)
    assert not faults, "\n".join(faults)


@pytest.mark.long
def test_the_owner_rules_and_members_leave(reader: Readers, server: Server) -> None:
    ana, ben = reader(name="Ana"), reader(name="Ben")
    begin(ana, "Ana")
    link = founded(ana, "Two Owls")
    ben.page.goto(link)
    click(ben, "[data-testid=join-club]")
    ben.find("[data-testid=leave]").wait_for()
    # a table is given to the club, and to all, from its lobby
    made = server.ask(
        "POST", "/api/tables", {"game": GAME, "players": 2, "name": "Ana"}, key_of(ana)
    )[1]
    ana.go(f"/t/{made['id']}")
    ana.find("[data-testid=finders]").wait_for()
    ana.page.select_option("[data-testid=finders]", label="Table of Two Owls")
    ana.find("[data-testid=club-link-back]").wait_for()
    ben.page.locator(f"a[href='/t/{made['id']}']").wait_for(timeout=15_000)
    ana.page.select_option("[data-testid=finders]", "all")
    ana.until(lambda: ana.state and ana.state["table"]["listed"], "everybody finds it")
    # the club is handed over; who was its owner can leave then
    ana.find("[data-testid=club-link-back]").wait_for(state="detached")
    ana.page.goto(ben.page.url)
    ana.page.get_by_role("button", name="Hand over: Ben").click()
    click(ana, "[data-testid=sure]")
    click(ana, "[data-testid=leave]")
    click(ana, "[data-testid=sure]")
    ana.find("[data-testid=my-clubs]").wait_for()
    assert ana.page.locator("[data-testid=my-clubs] a").count() == 0
    ana.page.goto(ben.page.url)
    ana.page.get_by_role("alert").wait_for()
    ana.errors.clear()  # the browser complains about what was refused
    ben.page.reload()
    click(ben, "[data-testid=dissolve]")
    click(ben, "[data-testid=sure]")
    ben.find("[data-testid=my-clubs]").wait_for()
    assert ben.page.locator("[data-testid=my-clubs] a").count() == 0
    # an old link opens nothing
    ben.page.goto(link)
    ben.page.reload()
    ben.find("[data-testid=invited] [role=alert]").wait_for()
    ben.errors.clear()
