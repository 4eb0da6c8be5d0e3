"""Following a game: what the others did, one's own games, the end, and partners."""

from __future__ import annotations

from itertools import takewhile

import pytest

from helpers.browser import Readers, finished, in_the_middle, state_of
from helpers.server import Server, seat_guests

pytestmark = [pytest.mark.browser, pytest.mark.process]


def test_every_move_since_ones_own_stays_marked(reader: Readers, server: Server) -> None:
    placed: list[str] = []
    while not placed:  # deals are drawn, and in some she has just moved
        held = in_the_middle(server, "nova-luna", 4, 20)
        log = [line for line in state_of(server, *held)["log"] if line["number"] is not None]
        others = takewhile(lambda line: line["seat"] != 0, reversed(log))
        placed = [line["move"] for line in others if "@" in line["move"]]
    ana = reader()
    ana.open_table(held)
    ana.find(".thumb").wait_for()
    assert ana.page.locator(".thumb .tile.last").count() == len(placed) > 0


def test_a_line_of_the_log_lights_its_piece(reader: Readers, server: Server) -> None:
    held = in_the_middle(server, "dance-of-muses", 2, 14)
    ana = reader()
    ana.open_table(held)
    lines = [line for line in state_of(server, *held)["log"] if line["number"] is not None]
    early = next(line for line in lines if line["number"] >= 8)
    muse = early["move"].partition(":")[0].partition("*")[0]
    ana.page.hover(f'li[data-number="{early["number"]}"]')
    ana.find(f'.piece.last:has([data-spot="{muse}"])').wait_for()


def test_one_can_look_back_and_comes_to_now_again(reader: Readers, server: Server) -> None:
    ana = reader()
    ana.open_table(in_the_middle(server, "nova-luna", 2, 4))
    ana.wait_for_turn()
    assert ana.state is not None
    number = ana.number
    ana.page.keyboard.press("m")
    ana.page.locator("dialog[open] input").fill(ana.state["moves"][-1])
    ana.page.keyboard.press("Enter")
    ana.until(lambda: ana.number > number, "a move is made")
    ana.wait_for_turn()
    ana.page.keyboard.press("b")
    ana.page.get_by_text("As it was after move").wait_for()
    assert not ana.sees("[data-testid=status].yours"), "the past cannot be played on"
    ana.find("[data-testid=to-now]").click()
    ana.find("[data-testid=status].yours").wait_for()


def test_running_games_come_first_and_say_whose_turn_it_is(reader: Readers, server: Server) -> None:
    mine = in_the_middle(server, "nomads", 2, 3)
    table, tokens = seat_guests(server, "nova-luna", 2, 2)
    over = finished(server, "dance-of-muses")
    ana = reader(phone=True)
    mover = state_of(server, table, tokens[0])["to_move"]
    ana.take_seats([mine, (table, tokens[1 - mover]), over])
    ana.go("/")
    rows = ana.page.locator("section.running li")
    rows.first.wait_for()
    assert rows.count() == 2
    assert "Your turn" in rows.nth(0).inner_text()
    assert f"Guest {mover} to play" in rows.nth(1).inner_text()
    box = rows.nth(0).bounding_box()
    assert box is not None
    assert box["y"] < 600, "on a phone they are in sight at once"


def test_the_end_covers_nothing(reader: Readers, server: Server) -> None:
    for phone in (False, True):
        ana = reader(phone=phone)
        ana.open_table(finished(server, "dance-of-muses"))
        ana.page.locator("[data-testid=standings]").wait_for()
        assert not ana.sees("dialog[open]")
        assert ana.sees("[data-spot]"), "the board is there to be looked at"


def test_the_speed_of_things_is_set(reader: Readers) -> None:
    ana = reader()
    ana.go("/")
    ana.page.locator("header nav button").last.click()
    ana.page.get_by_label("Slow").check()
    ana.until(
        lambda: (
            ana.page.evaluate("document.documentElement.style.getPropertyValue('--pace')") == "2"
        ),
        "things move at half the speed",
    )


def test_partners_are_named_and_talk_alone(reader: Readers, server: Server) -> None:
    made = server.create("dance-of-muses", 4, name="Ana", ready=False)
    readers = {"Ana": reader(name="Ana")}
    readers["Ana"].open_table((made["id"], made["token"]))
    for name in ("Ben", "Cleo", "Dan"):
        other = server.join(made["id"], name)
        if name != "Dan":
            readers[name] = reader(name=name)
            readers[name].open_table((made["id"], other["token"]))
    ana, ben, cleo = readers.values()
    assert "Plays with Cleo" in ana.page.get_by_test_id("partners-0").inner_text()
    ana.find("[data-testid=ready]").click()
    ana.page.get_by_test_id("with-0").get_by_text("with Cleo").wait_for()
    assert ana.page.get_by_test_id("with-3").inner_text() == "with Ben"
    for one in (ana, ben, cleo):
        one.page.get_by_role("tab", name="Chat").click()
    ana.page.get_by_test_id("chat-alone").check()
    ana.page.fill("#chat-text", "Push Clio")
    ana.page.keyboard.press("Enter")
    cleo.page.get_by_text("Push Clio").wait_for()
    ana.page.get_by_test_id("chat-alone").uncheck()
    ana.page.fill("#chat-text", "Hello all")
    ana.page.keyboard.press("Enter")
    ben.page.get_by_text("Hello all").wait_for()
    assert not ben.sees("text=Push Clio")
    colors = ana.page.evaluate(
        "[0, 2].map((seat) => getComputedStyle(document.querySelector('.table'))"
        ".getPropertyValue(`--seat-${seat}`))"
    )
    assert colors[0] == colors[1], "partners have one color"


def test_any_muse_opens_her_card(reader: Readers, server: Server) -> None:
    ana = reader()
    ana.open_table(in_the_middle(server, "dance-of-muses", 2, 2))
    ana.find("button[data-card]").click()
    name = ana.find("button[data-card][aria-pressed=true]").inner_text().strip()
    ana.page.locator(".side h2", has_text=name).wait_for()


IN_SIGHT = {"nova-luna": ".wheel", "dance-of-muses": ".floor", "nomads": ".ring"}


@pytest.mark.parametrize("game", IN_SIGHT)
def test_on_a_phone_on_its_side_the_board_is_in_sight(
    reader: Readers, server: Server, game: str
) -> None:
    ana = reader(phone=True)
    ana.page.set_viewport_size({"width": 844, "height": 390})
    ana.open_table(in_the_middle(server, game, 4, 12))
    ana.find(IN_SIGHT[game]).wait_for()

    def is_in_sight() -> bool:
        box = ana.find(IN_SIGHT[game]).bounding_box()
        return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 390

    ana.until(is_in_sight, "all of it is in sight")


def test_a_phone_tells_what_another_did_last(reader: Readers, server: Server) -> None:
    held = in_the_middle(server, "nova-luna", 3, 6)
    ana = reader(phone=True)
    ana.open_table(held)
    lines = [line for line in state_of(server, *held)["log"] if line["number"] is not None]
    name = state_of(server, *held)["table"]["seats"][lines[-1]["seat"]]["name"]
    ana.find(".happened").wait_for()
    said = ana.find(".happened").inner_text()
    assert said.startswith(name or "") and said if lines[-1]["seat"] else not said
