"""Before the start, in a browser: everybody chooses for themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from helpers.browser import Reader
from helpers.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.process]


def sit(reader: Reader, server: Server, game: str, players: int) -> str:
    """A table for friends with the reader in its first seat: its id."""
    made = server.create(game, players, name="Ana", ready=False)
    reader.take_seats([(made["id"], made["token"])])
    reader.go(f"/t/{made['id']}")
    return str(made["id"])


def test_everybody_chooses_their_own_adventurer(
    reader: Callable[..., Reader], server: Server
) -> None:
    ana, bea = reader(name="Ana"), reader(name="Béatrice")
    table = sit(ana, server, "nomads", 3)
    bea.go(f"/t/{table}")
    bea.page.click("[data-testid=join]")
    bea.find("[data-testid=choose-1-moon]").click()
    ana.page.get_by_test_id("chosen-1").get_by_text("Moon").wait_for()
    assert not ana.sees("[data-testid=choose-1-red]"), "a guest chooses for herself"
    assert not bea.sees("[data-testid=choose-2-red]"), "the host chooses for open seats"
    ana.find("[data-testid=choose-0-ulrich]").click()
    assert ana.find("[data-testid=choose-0-moon]").is_disabled()
    ana.page.get_by_test_id("chosen-0").get_by_text("Ulrich").wait_for()
    ana.page.select_option("[data-testid=seat-2]", "novice")
    ana.page.click("[data-testid=ready]")
    ana.until(lambda: ana.state and ana.state["view"], "the game begins")
    assert ana.state is not None
    seats = ana.state["view"]["seats"]
    assert [seat["adventurer"] for seat in seats[:2]] == ["ulrich", "moon"]


def test_a_lumathon_can_be_set_on_the_page(reader: Callable[..., Reader], server: Server) -> None:
    ana = reader()
    sit(ana, server, "nomads", 2)
    ana.page.get_by_label("After a game of Oh Captain!").check()
    ana.page.select_option("[data-testid=option-lumathon-last]", "1")  # who has won so far
    ana.until(
        lambda: (
            ana.state
            and ana.state["table"]["options"].get("lumathon")
            == {"captain": 0, "winner": 0, "last": 1}
        ),
        "the two change places",
    )
    ana.page.select_option("[data-testid=seat-1]", "novice")
    ana.page.click("[data-testid=ready]")
    ana.until(lambda: ana.state and ana.state["view"], "the game begins")
    assert ana.state is not None
    assert ana.state["view"]["first"] == 0


def test_an_adventurer_is_chosen_where_one_plays_now(reader: Callable[..., Reader]) -> None:
    ana = reader(levels={"nomads": "novice"}, players={"nomads": 3})
    ana.go("/")
    ana.page.select_option("[data-testid=choice-nomads]", "siana")
    ana.page.click("[data-testid=play-nomads]")
    ana.until(lambda: ana.state and ana.state["view"], "the game begins")
    assert ana.state is not None
    assert ana.state["view"]["seats"][0]["adventurer"] == "siana"
    ana.go("/")
    assert ana.find("[data-testid=choice-nomads]").input_value() == "siana", "it is remembered"


def test_a_long_name_is_read_whole_on_the_list_of_open_tables(
    reader: Callable[..., Reader], server: Server
) -> None:
    name = "Ana-Sofía Rodríguez"
    clock = {"kind": "days", "days": 3}
    made = server.create("nova-luna", 2, name=name, listed=True, ready=True, clock=clock)
    ana = reader(language="es", phone=True)
    ana.go("/")
    row = ana.find(f"a[href='/t/{made['id']}']")
    row.wait_for()
    said = row.locator(".who")
    assert said.inner_text() == name
    assert said.evaluate("(one) => one.scrollWidth <= one.clientWidth")
