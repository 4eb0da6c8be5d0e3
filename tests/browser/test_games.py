"""Whole games in a browser: by clicks, by keys, with a friend, through a dying server."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from helpers.browser import Reader, click, in_the_middle, state_of
from helpers.hands import FEWEST, hand, pick
from helpers.server import Server, running
from helpers.whole_games import play_on, see_the_end

pytestmark = [pytest.mark.browser, pytest.mark.process]


@pytest.mark.parametrize("game", FEWEST)
def test_a_whole_game_against_a_bot_by_clicks_only(
    reader: Callable[..., Reader], game: str
) -> None:
    ana = reader(levels={game: "novice"}, players={game: 2})
    ana.go("/")
    ana.page.click(f"[data-testid=play-{game}]")
    assert play_on(ana, click, seed=3) >= FEWEST[game]
    see_the_end(ana)


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "laptop"])
def test_a_tile_goes_to_the_end_of_a_long_display(
    reader: Callable[..., Reader], server: Server, phone: bool
) -> None:
    asked = {"game": "nova-luna", "players": 1, "name": "Ana"}
    _, made = server.ask("POST", "/api/tables", asked)
    table, token, state = f"/api/tables/{made['id']}", made["token"], made["state"]
    for row in range(11):
        move = next(move for move in state["moves"] if move.endswith(f"@0,{row}"))
        order = {"number": state["number"], "move": move}
        server.ask("POST", f"{table}/moves", order, token)
        _, state = server.ask("GET", table, token=token)
    ana = reader(phone=phone)
    ana.take_seats([(made["id"], token)])
    ana.go(f"/t/{made['id']}")
    ana.wait_for_turn()
    number, choice = ana.number, state["moves"][0].partition("@")[0]
    for row in (-1, 11):
        hand("nova-luna")(ana, f"{choice}@0,{row}", click)
        ana.until(lambda: ana.number > number, "it lies there")  # noqa: B023
        number = ana.number


def test_a_song_is_paid_for_with_any_of_the_tiles_that_may_be_given(
    reader: Callable[..., Reader], server: Server
) -> None:
    songs: list[str] = []
    while len(songs) < 4:
        held = in_the_middle(server, "nomads", 2, 24, r"^song \d \w{3}")
        moves = state_of(server, *held)["moves"]
        songs = [move for move in moves if move.startswith("song")]
    ana = reader()
    ana.open_table(held)
    ana.wait_for_turn()

    def choose(reader: Reader, selector: str) -> None:
        """Everything but the move itself is pressed."""
        if selector.startswith("[data-move="):
            reader.find(selector).wait_for(timeout=8000)
        else:
            click(reader, selector)

    for move in random.Random(1).sample(songs, min(12, len(songs))):
        hand("nomads")(ana, move, choose)
        ana.page.keyboard.press("Escape")


def test_moves_can_be_typed(reader: Callable[..., Reader]) -> None:
    ana = reader(levels={"nova-luna": "novice"})
    ana.go("/")
    ana.page.click("[data-testid=play-nova-luna]")
    ana.wait_for_turn()
    number = ana.number
    ana.page.keyboard.press("m")
    ana.page.locator("dialog[open] input").wait_for()
    ana.page.keyboard.type("2@0,0")
    ana.page.keyboard.press("Enter")
    ana.until(lambda: ana.number > number, "the typed move is played")


def test_two_browsers_and_an_invite_link(reader: Callable[..., Reader]) -> None:
    ana, bea = reader(name="Ana"), reader(name="Béatrice", language="fr")
    ana.go("/")
    ana.page.click("[data-testid=invite-nova-luna]")
    link = ana.page.locator("[data-testid=invite-link]").input_value()
    assert link.startswith(ana.server.url)
    bea.go(link.removeprefix(bea.server.url))
    bea.page.click("[data-testid=join]")
    bea.until(lambda: bea.state and bea.state["you"]["seat"] == 1, "Béatrice sits")
    ana.page.click("[data-testid=ready]")
    both = [ana, bea]
    for one in both:
        one.until(lambda one=one: one.state and one.state["view"], "the game begins")
    chance = random.Random(2)
    for _ in range(8):
        ana.until(lambda: ana.may_move or bea.may_move, "a turn")
        for one in both:
            one.until(lambda: ana.number == bea.number, "both know of the move")
        mover = ana if ana.may_move else bea
        assert not (ana.may_move and bea.may_move)
        mover.wait_for_turn()
        assert mover.state is not None
        mover.play(chance.choice(mover.state["moves"]), click)
    ana.until(lambda: ana.number == bea.number == 8, "eight moves")
    # what one says the other reads
    ana.page.keyboard.press("c")
    ana.page.locator("#chat-text").fill("Bonne chance, Béatrice")
    ana.page.keyboard.press("Enter")
    bea.page.keyboard.press("c")
    bea.page.get_by_text("Bonne chance, Béatrice").first.wait_for()
    # one gives up, and both are told
    bea.page.click("[data-testid=more]")
    bea.page.click("[data-testid=resign]")
    bea.page.click("[data-testid=resign-yes]")
    for one in both:
        one.until(lambda one=one: one.over, "the end")
        see_the_end(one)


def test_the_server_dies_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ana = Reader(browser, server, levels={"nova-luna": "novice"})
        ana.go("/")
        ana.page.click("[data-testid=play-nova-luna]")
        chance = random.Random(4)
        for _ in range(3):
            ana.wait_for_turn()
            assert ana.state is not None
            ana.play(pick(ana.state, chance), click)
        ana.wait_for_turn()
        number, url = ana.number, ana.page.url
        server.kill()
        ana.page.locator("[data-testid=reconnecting]").wait_for()
        server.start()
        ana.page.locator("[data-testid=reconnecting]").wait_for(state="hidden", timeout=20_000)
        assert ana.page.url == url
        assert ana.number == number, "nothing is lost"
        assert ana.state is not None
        ana.play(pick(ana.state, chance), click)
        assert ana.number > number
        ana.close()
        # a lost connection is the one thing that the browser itself complains about
        ana.check(allowed=r"WebSocket connection|ERR_CONNECTION|Failed to load resource")


def test_undo_hint_and_confirmation(reader: Callable[..., Reader]) -> None:
    ana = reader(levels={"nova-luna": "novice"}, confirm=True)
    ana.go("/")
    ana.page.click("[data-testid=play-nova-luna]")
    ana.wait_for_turn()
    number = ana.number
    ana.page.click("[data-testid=hint]")
    said = ana.page.locator(".hint strong")
    said.wait_for()
    words = r"Take a (blue|red|turquoise|yellow) tile for \d and place it where it is marked\."
    assert re.fullmatch(words, said.inner_text())
    assert re.fullmatch(r"[123]@0,0", ana.page.locator(".hint code").inner_text())
    ana.page.click('[data-choice="1"]')
    ana.page.click('[data-move="1@0,0"]')
    ana.page.locator("[data-testid=confirm]").wait_for()
    assert ana.number == number, "nothing is played before it is confirmed"
    ana.page.click("[data-testid=cancel]")
    assert not ana.sees("[data-testid=confirm]")
    ana.page.click('[data-choice="2"]')
    ana.page.click('[data-move="2@0,0"]')
    ana.page.click("[data-testid=confirm]")
    ana.until(lambda: ana.number > number, "the move is played")
    ana.wait_for_turn()
    ana.page.click("[data-testid=undo]")
    ana.until(lambda: ana.number == number and ana.may_move, "the move is taken back")
