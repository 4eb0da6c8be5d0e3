"""A game from a package of its own, in a browser: the plain board, and nothing hidden on it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from helpers.browser import Reader, click, finished
from helpers.look import look
from helpers.packages import NAME, install, serving
from helpers.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.process]


@pytest.fixture(scope="module")
def visited(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has found the example game."""
    installed = install(tmp_path_factory.mktemp("installed"))
    with serving(installed, tmp_path_factory.mktemp("data")) as server:
        yield server


IS_SEEN = """() => {
  const move = document.querySelector('section.board [data-tag=made]').parentElement;
  const { x, y, width, height } = move.getBoundingClientRect();
  return move.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def by_keys(reader: Reader, selector: str) -> None:
    reader.find(selector).focus()
    reader.page.keyboard.press("Enter")


def sit(browser: Browser, server: Server, **settings: Any) -> Reader:
    ana = Reader(browser, server, levels={NAME: "novice"}, players={NAME: 3}, **settings)
    ana.go("/")
    ana.page.click(f"[data-testid=play-{NAME}]")
    ana.wait_for_turn()
    return ana


@pytest.mark.parametrize("press", [click, by_keys])
def test_a_whole_game(
    browser: Browser, visited: Server, press: Callable[[Reader, str], None]
) -> None:
    ana = sit(browser, visited)
    chance = random.Random(3)
    closed = ana.page.locator("[aria-label='not known']")
    while not ana.over:
        assert ana.state is not None
        view = ana.state["view"]
        hidden = [place for place in (view["lamp"], *view["hands"]) if place["moth"] is None]
        count = len(hidden)
        assert count
        ana.until(lambda count=count: closed.count() == count, "what is hidden is closed")
        ana.play(chance.choice(ana.state["moves"]), press)
        ana.wait_for_turn()
    ana.page.locator("[data-testid=standings]").wait_for()
    ana.close()
    ana.check()


def test_a_move_is_seen_before_it_is_played(browser: Browser, visited: Server) -> None:
    ana = sit(browser, visited, confirm=True)
    number = ana.number
    ana.find('[data-move="lure"]').click()
    ana.page.locator("[data-testid=confirm]").wait_for()
    said = ana.page.locator(".pending p")
    ana.until(lambda: "a match" in said.inner_text(), "what the move would bring")
    assert ana.number == number
    ana.page.keyboard.press("Escape")
    ana.until(lambda: not ana.sees("[data-testid=confirm]"), "the move is taken back")
    ana.close()
    ana.check()


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "laptop"])
def test_the_best_move_stands_beside_the_one_made(
    browser: Browser, visited: Server, phone: bool
) -> None:
    table, _ = finished(visited, NAME)
    ana = Reader(browser, visited, phone=phone, language="es")
    ana.go(f"/t/{table}/replay?review")
    ana.until(lambda: ana.sees("[data-testid=curve]"), "the review is there", 120)
    told = visited.must("GET", f"/tables/{table}/review")
    worse = [one for one in told["review"]["moves"] if one["mark"] and one["best"] != one["move"]]
    worst = max(worse, key=lambda one: one["loss"])
    ana.page.evaluate(f"location.hash = '#{worst['number'] + 1}'")
    ana.find("[data-testid=show-best]").wait_for()
    if not ana.sees("section.board [data-tag]"):
        click(ana, "[data-testid=show-best]")
    for move, tag in ((worst["best"], "best"), (worst["move"], "made")):
        ana.find(f'section.board [data-move="{move}"] [data-tag={tag}]').wait_for()
    ana.page.evaluate("scrollTo(0, 0)")
    ana.until(lambda: ana.page.evaluate(IS_SEEN), "nothing lies over it")
    ana.picture("plain-board-beside")
    assert look(ana, "beside", "es") == []
    ana.close()
    ana.check()


@pytest.mark.parametrize(
    ("language", "theme", "phone"), [("en", "night", False), ("fr", "day", True)]
)
def test_its_pages(
    browser: Browser, visited: Server, language: str, theme: str, phone: bool
) -> None:
    ana = sit(browser, visited, language=language, theme=theme, phone=phone)
    faults = look(ana, "table", language)
    ana.picture("plain-board" if theme == "night" else "plain-board-day")
    waiting = visited.create(NAME, 3, name="Ana")
    ana.take_seats([(waiting["id"], waiting["token"])])
    for name, path, sight in (
        ("home", "/", f"[data-testid=play-{NAME}]:enabled"),
        ("lobby", f"/t/{waiting['id']}", "[data-testid=ready]"),
        ("rules", f"/learn/{NAME}", "#rules"),
    ):
        ana.go(path)
        ana.find(sight).wait_for()
        faults += look(ana, name, language)
    assert not faults, "\n".join(faults)
    ana.close()
    ana.check()
