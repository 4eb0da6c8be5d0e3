"""The end, and a count on the way, happen on the board so that one can follow, or skip."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from helpers.browser import Message, Reader, Readers, just_before, send
from helpers.look import GAMES
from helpers.server import Server
from moonlit.core.registry import find_game

pytestmark = [pytest.mark.browser, pytest.mark.process]

STANDINGS = "[data-testid=standings]"


def sit_and_see(
    make: Readers, server: Server, game: str, brings: Callable[[Message], bool], **settings: Any
) -> Reader:
    """Somebody who looks on while the other makes the move that brings this."""
    reader = make(**settings)
    table, tokens, state, move = just_before(server, game, brings)
    mover = state["to_move"]
    reader.take_seats([(table, tokens[1 - mover])])
    reader.go(f"/t/{table}")
    reader.until(lambda: reader.number == state["number"], "the table is there")
    reader.find("section.board button").wait_for()
    send(server, table, tokens[mover], state, move)
    reader.until(lambda: reader.number > state["number"], "the move is made")
    return reader


def ends(preview: Message) -> bool:
    return preview["over"] is True


def test_the_last_disc_is_laid_before_the_standings_come(reader: Readers, server: Server) -> None:
    ana = sit_and_see(
        reader,
        server,
        "nova-luna",
        lambda one: one["over"] and one["discs"] == 0,
        moves=True,
        pace="slow",
    )
    ana.find("section.board .newest").wait_for()
    assert not ana.sees(STANDINGS)
    assert "last disc" in ana.find(".stage .line").inner_text()
    ana.find("section.board .line").click()
    ana.find(STANDINGS).wait_for()
    assert "wins" in ana.find(".stage .line").inner_text()
    assert ana.page.locator(".stage .newest").count() == 1, "the last disc stays marked"


def test_points_are_counted_seat_by_seat_before_the_standings_come(
    reader: Readers, server: Server
) -> None:
    ana = sit_and_see(reader, server, "nomads", ends, moves=True)
    rows = ana.page.locator(".panel-room tbody tr")
    ana.until(lambda: rows.nth(0).locator(".score").inner_text() != "", "the first is counted")
    assert rows.nth(1).locator(".score").inner_text() == ""
    assert not ana.sees(STANDINGS)
    ana.page.keyboard.press("Escape")
    ana.find(STANDINGS).wait_for()
    assert rows.nth(1).locator(".score").inner_text() != ""
    assert rows.nth(0).locator("td").first.inner_text() == "1."


def scores(preview: Message) -> bool:
    return bool(preview["scoring"]["follows"] and any(preview["scoring"]["moons"] or []))


def test_a_moon_scoring_is_told_seat_by_seat_and_can_be_skipped(
    reader: Readers, server: Server
) -> None:
    ana = sit_and_see(reader, server, "nomads", scores, moves=True)
    told = ana.page.get_by_test_id("moon-scoring")
    told.wait_for()
    assert told.locator(".moons").count() == 0
    ana.until(lambda: told.locator(".score").nth(0).inner_text() != "", "the first is counted")
    told.locator(".moons").first.wait_for()
    told.get_by_role("button").click()
    told.wait_for(state="detached")


def test_where_nothing_moves_all_is_told_at_once(reader: Readers, server: Server) -> None:
    ana = sit_and_see(reader, server, "nomads", ends)
    places = ana.page.locator(".panel-room tbody tr td:first-child")
    assert ana.state is not None
    rows = ana.state["ended"]["standings"]
    told = sorted(f"{row['place']}." for row in rows)  # both may have won
    ana.until(lambda: places.all_inner_texts() == told, "all places are told")


def test_a_long_sowing_is_cut_short(reader: Readers, server: Server) -> None:
    long = 8  # discs, each of which falls a while after the one before it
    ana = sit_and_see(
        reader,
        server,
        "nomads",
        lambda one: sum(len(drop["discs"]) for drop in one["dropped"]) >= long,
        moves=True,
        pace="slow",
    )
    ana.find(".disc.moved").wait_for()
    falling = """() => document.querySelector('.ring').getAnimations({subtree: true})
        .filter((one) => one instanceof CSSTransition).length"""
    ana.until(lambda: ana.page.evaluate(falling) > 2, "discs fall")
    ana.find(".strip").click()
    assert ana.page.evaluate(falling) == 0


CUT = """() => [...document.querySelectorAll('.labelled span')]
    .filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.innerText)"""
SEEN_WHOLE = """(one) => {
  const box = one.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.bottom - 2);
  return box.bottom <= innerHeight && one.contains(found);
}"""


def many_at_the_end(server: Server, game: str) -> tuple[str, str]:
    """A table with as many as there may be, from which the one person has gone."""
    most = max(find_game(game).seats)
    seats = [{"kind": "open"}, *[{"kind": "bot", "level": "novice"}] * (most - 1)]
    made = server.create(game, most, seats=seats, name="Maximiliana", join="closed", ready=True)
    assert server.ask("POST", f"/api/tables/{made['id']}/resign", {}, made["token"])[0] == 200
    return str(made["id"]), str(made["token"])


@pytest.mark.parametrize("game", GAMES)
def test_the_way_on_is_in_sight_below_many_standings(
    reader: Readers, server: Server, game: str
) -> None:
    ana = reader(language="es")
    ana.open_table(many_at_the_end(server, game))
    again = ana.find("[data-testid=rematch]")
    again.wait_for()
    assert again.evaluate(SEEN_WHOLE)
    again.click(trial=True)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_no_label_at_the_bottom_of_a_phone_is_cut_off(
    reader: Readers, server: Server, language: str
) -> None:
    ana = reader(language=language, phone=True)
    table, tokens, state, move = just_before(server, GAMES[0], ends)
    ana.open_table((table, tokens[state["to_move"]]))
    send(server, table, tokens[state["to_move"]], state, move)
    ana.find(STANDINGS).wait_for()
    assert ana.page.locator(".tools .labelled").count() == 5  # one more than who looks in later
    assert ana.page.evaluate(CUT) == []
