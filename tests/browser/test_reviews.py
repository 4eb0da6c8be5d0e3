"""The review of a finished game in a real browser: the curve, the marks, the sentences."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from helpers.browser import Message, Reader, click, finished, send, turn_of, two_guests
from helpers.hands import hand
from helpers.look import GAMES, SEEN, look
from helpers.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.process]

BAD = ("inaccuracy", "mistake", "blunder")


@pytest.fixture(scope="module")
def tables(server: Server) -> dict[str, tuple[str, str]]:
    """A finished game of each kind, with its review, in which the first seat has erred."""
    found = {}
    for game in GAMES:
        while game not in found:
            table = finished(server, game)
            if mistakes(server, table[0]):
                found[game] = table
    return found


def mistakes(server: Server, table: str) -> list[Message]:
    """What the first seat did badly, as the review says it."""
    server.ask("POST", f"/api/tables/{table}/review", {"budget": "quick"})
    end = time.monotonic() + 240
    while time.monotonic() < end:
        _, told = server.ask("GET", f"/api/tables/{table}/review")
        if told["status"] == "done":
            return [
                one for one in told["review"]["moves"] if one["mark"] in BAD and not one["seat"]
            ]
        time.sleep(0.5)
    raise AssertionError(f"no review of {table}")


def at(reader: Reader) -> int:
    return int(reader.page.get_attribute("[data-testid=curve]", "aria-valuenow") or -1)


def beside(reader: Reader) -> set[str]:
    """Which moves have a name on the board."""
    tags = reader.page.locator("section.board [data-tag]:visible")
    return set(tags.evaluate_all("(all) => all.map((one) => one.dataset.tag)"))


@pytest.mark.parametrize(("game", "language", "theme", "phone"), SEEN)
def test_a_review(
    ana: Reader, tables: dict[str, tuple[str, str]], game: str, language: str
) -> None:
    ana.take_seats([tables[game]])
    ana.go(f"/t/{tables[game][0]}")
    ana.until(lambda: ana.sees("[data-testid=to-review]"), "the way to the review", 60)
    faults = look(ana, f"the end of {game}", language)
    click(ana, "[data-testid=to-review]")
    ana.until(lambda: ana.sees("[data-testid=curve]"), "the review is there", 240)
    name = f"review-{game}-{language}"
    # a phone's controls stay at the bottom, over whatever lies there
    ana.find("[data-testid=curve]").evaluate("curve => curve.scrollIntoView({ block: 'center' })")
    ana.picture(f"{name}-start")
    faults += look(ana, name, language)
    count = int(ana.page.get_attribute("[data-testid=curve]", "aria-valuemax") or 0)
    # by a click on the curve, by keys, by a finger that is drawn along it
    box = ana.find("[data-testid=curve]").bounding_box()
    assert box is not None
    ana.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(at(ana) - count / 2) <= 1
    ana.find("[data-testid=curve]").focus()
    before = at(ana)
    ana.page.keyboard.press("ArrowRight")
    assert at(ana) == before + 1
    box = ana.find("[data-testid=curve]").bounding_box()
    assert box is not None
    ana.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ana.page.mouse.down()
    ana.page.mouse.move(box["x"] + box["width"] * 0.25, box["y"] + box["height"] / 2, steps=5)
    ana.page.mouse.up()
    assert abs(at(ana) - count / 4) <= 1
    # her own mistakes alone, and what is said of the first
    ana.page.locator("[data-testid=only]").select_option(index=1)
    rows = ana.page.locator("section ol li button:has(.pill)")
    assert 0 < rows.count() < count
    rows.first.click()
    ana.until(lambda: ana.sees("[data-testid=why]"), "why it was one", 5)
    ana.page.wait_for_timeout(200)
    ana.picture(f"{name}-mistake")
    faults += look(ana, f"{name} mistake", language)
    ana.page.evaluate("scrollTo(0, 0)")
    ana.until(lambda: beside(ana) == {"best", "made"}, "both moves are on the board", 5)
    ana.picture(f"{name}-beside")
    faults += look(ana, f"{name} beside", language)
    click(ana, "[data-testid=show-best]")
    ana.until(lambda: not beside(ana), "the move made alone", 5)
    ana.picture(f"{name}-made")
    click(ana, "[data-testid=show-best]")
    ana.until(lambda: beside(ana) == {"best", "made"}, "both again", 5)
    ana.find("[data-testid=account]").scroll_into_view_if_needed()
    ana.picture(f"{name}-account")
    assert not faults, "\n".join(faults)


AGAIN = [
    ("nova-luna", "es", "day", True),
    ("dance-of-muses", "fr", "night", False),
    ("nomads", "en", "night", True),
]


@pytest.mark.parametrize(("game", "language", "theme", "phone"), AGAIN)
def test_a_mistake_is_made_good_and_played_on_from(
    ana: Reader, server: Server, tables: dict[str, tuple[str, str]], game: str, language: str
) -> None:
    table, _ = tables[game]
    ana.take_seats([tables[game]])
    ana.go(f"/t/{table}/replay?review")
    ana.until(lambda: ana.sees("[data-testid=curve]"), "the review is there", 240)
    worst = max(mistakes(server, table), key=lambda one: one["loss"])
    ana.page.evaluate(f"location.hash = '#{worst['number'] + 1}'")
    name = f"try-{game}-{language}"

    def set_back() -> None:
        click(ana, "[data-testid=try-again]")
        ana.find("[data-testid=trying][aria-busy=false]").wait_for()  # what may be played is there

    def attempt(move: str) -> str:
        """Plays it on the board; what is said of it."""
        hand(game)(ana, move, click)
        ana.find("[data-answered]").wait_for(timeout=60_000)
        ana.picture(f"{name}-{'good' if move == worst['best'] else 'bad'}")
        return ana.find("[data-answered]").inner_text()

    set_back()
    ana.page.wait_for_timeout(400)
    ana.picture(f"{name}-asked")
    faults = look(ana, name, language)
    said = attempt(worst["move"])
    assert "−" in said, "what it loses"
    assert not ana.sees("[data-testid=play-on-tried]")
    click(ana, "[data-testid=stop-trying]")
    set_back()
    assert "✓" in attempt(worst["best"])
    faults += look(ana, f"{name} good", language)
    click(ana, "[data-testid=play-on-tried]")
    ana.page.wait_for_timeout(300)
    ana.picture(f"{name}-dialog")
    faults += look(ana, f"{name} dialog", language)
    ana.find("[data-testid=play-on-level]").select_option("novice")
    click(ana, "[data-testid=play-on-start]")
    ana.until(lambda: ana.number == worst["number"], "a table that begins there")
    ana.wait_for_turn()
    ana.picture(f"{name}-played-on")
    faults += look(ana, f"{name} played on", language)
    click(ana, "[data-testid=origin]")
    ana.until(lambda: ana.page.url.endswith(f"{table}/replay#{worst['number']}"), "the way back")
    ana.find("[data-testid=play-on]").wait_for()
    assert not faults, "\n".join(faults)


def test_masters_play_the_same_deal(
    reader: Callable[..., Reader], tables: dict[str, tuple[str, str]]
) -> None:
    ana = reader()
    ana.go(f"/t/{tables['nova-luna'][0]}/replay?review")
    ana.until(lambda: ana.sees("[data-testid=ask-masters]"), "the review is there", 240)
    assert ana.sees("[data-testid=deepen]")
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url.partition("/api/tables/")[2]))
    click(ana, "[data-testid=ask-masters]")
    ana.until(lambda: ana.sees("[data-testid=masters]"), "masters have played", 120)
    pushed = [each for each in asked if each.endswith("/same-deal/stream")]
    looked = [each for each in asked if each.endswith("/same-deal")]
    assert (len(pushed), len(looked)) == (1, 2), "asked for, pushed, and taken when it was there"
    ana.find("[data-testid=masters]").scroll_into_view_if_needed()
    ana.picture("masters")
    assert ana.page.locator("[data-testid=masters] tbody tr").count() == 2
    faults = look(ana, "masters", "en")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("language", "phone"), [pytest.param("en", False, marks=pytest.mark.long), ("es", True)]
)
def test_a_game_that_was_given_up_is_said_not_to_be_finished(
    reader: Callable[..., Reader], server: Server, language: str, phone: bool
) -> None:
    table, tokens = two_guests(server, "nova-luna")
    for _ in range(6):
        state = turn_of(server, table, tokens)
        send(server, table, tokens[state["to_move"]], state, state["moves"][0])
    server.ask("POST", f"/api/tables/{table}/resign", {}, token=tokens[0])
    mistakes(server, table)
    ana = reader(language=language, phone=phone)
    ana.take_seats([(table, tokens[0])])
    ana.go(f"/t/{table}/replay?review")
    ana.until(lambda: ana.sees("[data-testid=unfinished]"), "it was not finished", 60)
    ana.picture(f"review-unfinished-{language}")
    expected = {"en": "expected", "es": "esperado"}[language]
    assert expected in ana.find("[data-testid=account]").inner_text()
    assert look(ana, "review unfinished", language) == []
