"""The daily, puzzles and positions by their links, in a real browser."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest

from helpers.browser import Reader, click, finished, send, state_of
from helpers.hands import hand
from helpers.look import GAMES, SEEN, SEEN_ONCE, look, seen
from helpers.server import Server, running
from moonlit.server.live.study.late import PAR, par_summed_up
from moonlit.server.live.study.reviews import PAR_VERSION
from moonlit.study.par import par_game
from moonlit.study.puzzles import Puzzle, daily, load

pytestmark = [pytest.mark.browser, pytest.mark.process]


def attempt(reader: Reader, game: str, move: str) -> str:
    """Plays a move on the board; what is said of it."""
    # what was said before is no answer to this one
    reader.page.evaluate(
        "document.querySelectorAll('[data-answered]')"
        ".forEach((said) => said.removeAttribute('data-answered'))"
    )
    hand(game)(reader, move, click)
    reader.find("[data-answered]").wait_for(timeout=120_000)
    return reader.find("[data-answered]").inner_text()


def short_puzzle(game: str) -> Puzzle:
    return next(each for each in load(game) if len(each.solution) == 1)


@pytest.mark.parametrize(("game", "language", "theme", "phone"), SEEN)
def test_a_puzzle_is_failed_and_then_solved(
    reader: Callable[..., Reader], game: str, language: str, theme: str, phone: bool
) -> None:
    ana = reader(language=language, theme=theme, phone=phone)
    puzzle = short_puzzle(game)
    right = {*puzzle.solution, *puzzle.also}
    wrong = next(move for move in puzzle.match().moves() if move not in right)
    name = f"puzzle-{game}-{language}"
    ana.go(f"/puzzle/{puzzle.id}")
    ana.find("[data-testid=puzzle]").wait_for()
    ana.page.wait_for_timeout(400)
    ana.picture(f"{name}-asked")
    faults = look(ana, name, language)
    said = attempt(ana, game, wrong)
    assert ana.find("[data-testid=puzzle-why]").inner_text() in said
    assert ana.sees("[data-answered=wrong]")
    assert ana.sees("[data-testid=show-solution]")  # nothing is given away
    ana.until(lambda: ana.sees("[data-testid=skill]"), "the rating has changed", 20)
    rating = ana.find("[data-testid=skill]").inner_text()
    assert "−" in rating
    ana.picture(f"{name}-wrong")
    faults += look(ana, f"{name} wrong", language)
    assert "✓" in attempt(ana, game, puzzle.solution[0])
    assert not ana.sees("[data-testid=show-solution]")
    assert ana.find("[data-testid=skill]").inner_text() == rating  # it counts once
    ana.picture(f"{name}-solved")
    faults += look(ana, f"{name} solved", language)
    click(ana, "[data-testid=next-puzzle]")
    ana.until(lambda: puzzle.id not in ana.page.url and "/puzzle/" in ana.page.url, "the next one")
    ana.find("[data-testid=show-solution]").wait_for()
    click(ana, "[data-testid=show-solution]")
    ana.until(lambda: not ana.sees("[data-testid=show-solution]"), "the solution", 120)
    ana.page.wait_for_timeout(300)
    ana.picture(f"{name}-shown")
    faults += look(ana, f"{name} shown", language)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("language", "theme", "phone"), seen(2))
def test_puzzles_by_theme(ana: Reader, language: str) -> None:
    ana.go("/puzzles")
    ana.find("a[href*='theme=']").wait_for()
    ana.picture(f"puzzles-{language}")
    faults = look(ana, "puzzles", language)
    chosen = ana.find("a[href*='theme=']")
    asked = str(chosen.get_attribute("href")).partition("theme=")[2]
    chosen.click()
    ana.until(lambda: ana.sees("[data-testid=puzzle]"), "a puzzle")
    found = ana.page.url.rpartition("/")[2].partition("?")[0]
    assert asked in next(each for game in GAMES for each in load(game) if each.id == found).themes
    ana.go("/puzzle/nosuchone")
    ana.until(lambda: ana.sees("main .middle h1"), "that it is not there")
    faults += look(ana, "no puzzle", language)
    assert not faults, "\n".join(faults)
    ana.errors.clear()  # the browser complains about the puzzle that is not there


# ---- the daily -----------------------------------------------------------------------------------


def keep_par(folder: Path, day: date) -> dict[str, Any]:
    """As if the server had worked out par, though from fewer games than it would play."""
    solo = daily(day).solo
    assert solo is not None
    match = solo.match()
    club = par_game(match, 0)
    games = [vars(club) | {"level": level} for level in ("club", "expert", "master")]
    found = par_summed_up(match, games)

    row = (day.isoformat(), PAR_VERSION, PAR, 0, orjson.dumps(found).decode())
    with sqlite3.connect(folder / "tables.sqlite", timeout=30) as connection:
        connection.execute("INSERT OR IGNORE INTO reviews VALUES (?, ?, ?, ?, ?)", row)
    connection.close()
    return dict(found["par"])


def play_to_the_end(reader: Reader) -> int:
    """The first move by hand, the others quicker; the score."""
    server = reader.server
    reader.until(lambda: "/t/" in reader.page.url, "the table")
    table = reader.page.url.rpartition("/")[2]
    token = reader.page.evaluate("JSON.parse(localStorage.getItem('moonlit.player'))")
    chance = random.Random(3)
    reader.wait_for_turn()
    assert reader.state is not None
    reader.play(chance.choice(reader.state["moves"]), click)
    while not (state := state_of(server, table, token))["ended"]:
        send(server, table, token, state, chance.choice(state["moves"]))
    return int(state["ended"]["standings"][0]["score"])


# a browser that gives files to other programs, as those on phones do
SHARES = """
navigator.canShare = (data) => Boolean(data);
navigator.share = async ({ text, files = [] }) => {
  const told = await Promise.all(files.map(async (file) => [file.name, file.type, file.size]));
  window.sent = { text, files: told };
};
"""


def send_the_result(reader: Reader, text: str) -> None:
    """As text with a picture in pixels; and the picture alone is saved."""

    def sent() -> Any:
        click(reader, "[data-testid=send-result]")
        reader.page.wait_for_timeout(50)
        return reader.page.evaluate("window.sent")

    reader.until(lambda: sent()["files"], "the picture has come and goes with the text")
    told = sent()
    assert told["text"].split() == text.split()
    ((name, kind, size),) = told["files"]
    assert (name.endswith(".png"), kind) == (True, "image/png")
    with reader.page.expect_download() as coming:
        click(reader, "[data-testid=share-picture]")
    assert coming.value.suggested_filename == name
    saved = Path(coming.value.path()).read_bytes()
    assert (saved[1:4], len(saved)) == (b"PNG", size)


@pytest.mark.parametrize(("language", "theme", "phone"), SEEN_ONCE)
def test_the_daily_is_played_and_shared(
    reader: Callable[..., Reader], server: Server, language: str, theme: str, phone: bool
) -> None:
    today = date.fromisoformat(server.ask("GET", "/api/daily")[1]["latest"])
    par = keep_par(server.said.parent, today)
    before = today - timedelta(days=2)  # yesterday may not have closed yet
    keep_par(server.said.parent, before)
    ana = reader(language=language, theme=theme, phone=phone, name=f"Ana {language}")
    ana.context.add_init_script(SHARES)
    name = f"daily-{language}"
    ana.go("/")
    click(ana, "[data-testid=to-today]")
    ana.find("[data-testid=play-daily]").wait_for()
    assert not ana.sees("[data-testid=par]")  # before the game it would be a hint
    ana.picture(f"{name}-start")
    faults = look(ana, name, language)
    click(ana, "[data-testid=play-daily]")
    score = play_to_the_end(ana)
    ana.until(lambda: ana.sees("[data-testid=to-daily]"), "the end", 60)
    ana.until(lambda: ana.sees("[data-testid=par] td"), "par", 20)
    ana.picture(f"{name}-end")
    faults += look(ana, f"{name} end", language)
    click(ana, "[data-testid=to-daily]")
    ana.find("[data-testid=share-text]").wait_for()
    row = ana.page.locator("[data-testid=daily-board] tr.own").inner_text()
    assert f"Ana {language}" in row
    assert str(score) in row
    assert str(score) in ana.find("[data-testid=daily-score]").inner_text()
    told = ana.find("[data-testid=par]").inner_text()
    assert all(str(reached[0]) in told for reached in par["scores"].values())
    assert "1" in ana.find("[data-testid=streak]").inner_text()
    text = ana.find("[data-testid=share-text]").inner_text()
    assert str(score) in text
    assert today.isoformat() in text
    moons = sum(text.count(moon) for moon in "🌕🌑")
    assert moons == len(par["means"])
    reached = sum(score <= mean for mean in par["means"].values())
    assert text.count("🌕") == reached
    ana.page.wait_for_function(
        "() => [...document.images].every((image) => image.complete && image.naturalWidth)"
    )
    ana.picture(f"{name}-done")
    send_the_result(ana, text)
    faults += look(ana, f"{name} done", language)
    # it cannot be played for the board again
    ana.page.reload()
    ana.find("[data-testid=again]").wait_for()
    assert not ana.sees("[data-testid=play-daily]")
    ana.go(f"/daily/{before}")
    click(ana, "[data-testid=watch-best]")
    ana.find("[data-testid=replay-at]").wait_for()
    assert not ana.sees("[data-testid=download]")  # there is no record of it
    assert ana.sees("[data-testid=copy]")
    ana.go(f"/daily/{before}/solution?move=5")
    ana.find("[data-testid=replay-at]").wait_for()
    assert ana.page.url.endswith("/solution#5")
    faults += look(ana, f"{name} best", language)
    assert not faults, "\n".join(faults)


@pytest.mark.long
def test_par_comes_by_itself(reader: Callable[..., Reader], browser: Any, tmp_path: Path) -> None:
    """At the end of a game alone and of one against a bot, without a click."""
    with running(tmp_path, MOONLIT_PAR="1") as own:
        for players in (1, 2):
            seats = [{"kind": "open"}] + [{"kind": "bot", "level": "novice"}] * (players - 1)
            made = own.create("nova-luna", players, seats=seats, name="Ana", join="closed")
            chance = random.Random(players)
            while not (state := state_of(own, made["id"], made["token"]))["ended"]:
                if state["moves"]:
                    send(own, made["id"], made["token"], state, chance.choice(state["moves"]))
            ana = Reader(browser, own)
            ana.take_seats([(made["id"], made["token"])])
            ana.go(f"/t/{made['id']}")
            ana.until(lambda ana=ana: ana.sees("[data-testid=table-par]"), "par", 500)
            ana.picture(f"par-{players}")
            ana.close()


# ---- positions -----------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("game", "language", "theme", "phone"), SEEN)
def test_a_position_is_opened_by_its_link_and_tried(
    reader: Callable[..., Reader],
    server: Server,
    game: str,
    language: str,
    theme: str,
    phone: bool,
) -> None:
    table, _ = finished(server, game)
    number = 8
    ana = reader(language=language, theme=theme, phone=phone)
    ana.go(f"/t/{table}/replay?move={number}")
    ana.find("[data-testid=trying][aria-busy=false]").wait_for()
    ana.page.wait_for_timeout(400)
    ana.picture(f"position-{game}-{language}")
    faults = look(ana, f"position {game}", language)
    _, there = server.ask("GET", f"/api/tables/{table}/positions/{number}")
    assert attempt(ana, game, there["moves"][-1])
    ana.picture(f"position-{game}-{language}-tried")
    faults += look(ana, f"position {game} tried", language)
    click(ana, "[data-testid=stop-trying]")
    assert ana.page.url.endswith(f"/t/{table}/replay#{number}")
    click(ana, "[data-testid=try-here]")
    ana.find("[data-testid=trying][aria-busy=false]").wait_for()
    assert not faults, "\n".join(faults)
