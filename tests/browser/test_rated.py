"""A rated game between two people who were guests a moment ago, and what the pages make of it."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from helpers.browser import Reader, Readers, begin, click, key_of
from helpers.look import SEEN_ONCE, look
from helpers.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.process]

GAME = "nova-luna"
CLOCK = {"kind": "days", "days": 3}
# the longest words of all, beside a board
LONGEST = pytest.param("es", "day", False, marks=pytest.mark.long)
CUT_OFF = """() => {
  const table = document.querySelector('[data-testid=standings]');
  return table.scrollWidth > table.clientWidth;
}"""


def test_two_guests_become_players_and_play_a_rated_game(reader: Readers) -> None:
    ana, ben = reader(name="Ana Rated"), reader(name="Ben Rated", phone=True)
    made = ana.server.create(GAME, 2, name="Ana Rated", ready=False, listed=True)
    ana.open_table((made["id"], made["token"]))
    assert not ana.sees("[data-testid=rated-about]")
    ana.page.get_by_role("radio", name="Rated", exact=True).check(force=True)
    click(ana, "[data-testid=become-yes]")  # she was a guest
    ana.find("[data-testid=rated-about]").wait_for()
    assert ana.page.locator("select").filter(has_text="3 days").count() == 1
    ben.go("/")
    ben.find(f"a[href='/t/{made['id']}'] [data-testid=rated]").wait_for()
    click(ben, f"a[href='/t/{made['id']}']")
    click(ben, "[data-testid=join]")
    click(ben, "[data-testid=become-yes]")
    ben.until(lambda: ben.state is not None and ben.state["you"]["seat"] == 1, "he sits down")
    click(ana, "[data-testid=ready]")
    for each in (ana, ben):
        each.find("[data-testid=more]").wait_for()
        each.find("[data-testid=rated]").wait_for()
        assert not each.sees("[data-testid=undo]")
    ana.until(lambda: "1500?" in ana.page.locator(".seats").inner_text(), "her rating is there")
    click(ben, "[data-testid=more]")
    click(ben, "[data-testid=resign]")
    click(ben, "[data-testid=resign-yes]")
    for each, sign in ((ana, "+"), (ben, "−")):
        each.find("[data-testid=standings]").wait_for()
        each.find("[data-testid=rating-change]").wait_for()
        told = each.page.locator("[data-testid=rating-change]").all_inner_texts()
        assert sorted(text[0] for text in told) == ["+", "−"]
        each.go("/me")
        rating = int(each.find("[data-testid=my-ratings] .rating").inner_text())
        assert (rating > 1500) == (sign == "+")
    click(ana, f"a[href='/players/{GAME}']")
    ana.find("tbody th").wait_for()
    names = ana.page.locator("tbody th").all_inner_texts()
    places = [next(n for n, name in enumerate(names) if one in name) for one in ("Ana R", "Ben R")]
    assert places == sorted(places)
    ana.go(f"/me/stats/{GAME}")
    ana.page.locator("summary").first.click()
    assert ana.page.locator("details[open] tbody tr").count() == 1


# ---- what the pages look like ------------------------------------------------------------------


def rated_games(server: Server, keys: list[str]) -> str:
    """The first of these wins against each other; the last table."""
    for other in keys[1:]:
        asked = {"game": GAME, "players": 2, "name": "Ana", "rated": True, "clock": CLOCK}
        status, made = server.ask("POST", "/api/tables", asked, keys[0])
        assert status == 201, made
        at = f"/api/tables/{made['id']}"
        server.ask("POST", f"{at}/seats", {"name": "Maximiliano", "ready": True}, other)
        server.ask("POST", f"{at}/resign", {}, other)
    return str(made["id"])


def as_if_they_had_played(server: Server) -> None:
    """As if everybody who is rated here had played much."""
    file = Path(server.command[server.command.index("--data") + 1]) / "tables.sqlite"
    chance = random.Random(7)
    with sqlite3.connect(file, timeout=30) as connection:
        rows = connection.execute("SELECT player, game FROM ratings").fetchall()
        for player, game in rows:
            mu = chance.gauss(1500, 150)
            for number in range(60):
                before, mu = mu, mu + chance.gauss(1, 12)
                row = (player, f"old{number:07}", 0, game, 1_780_000_000_000 + number * 86_400_000)
                connection.execute(
                    "INSERT OR IGNORE INTO rating_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (*row, number - 100, before, mu, 60.0),
                )
            sigma = chance.choice((55.0, 60.0, 140.0))
            where = "WHERE player = ? AND game = ?"
            values = (mu, sigma, 61, player, game)
            connection.execute(f"UPDATE ratings SET mu = ?, sigma = ?, games = ? {where}", values)
    connection.close()


@pytest.mark.parametrize(("language", "theme", "phone"), [*SEEN_ONCE, LONGEST])
def test_how_it_looks(ana: Reader, language: str, theme: str) -> None:
    server, style = ana.server, f"{language}-{theme}"
    begin(ana)
    others = [f"a-key-of-somebody-{language}-{number}" for number in range(5)]
    for number, own in enumerate(others):
        server.ask("POST", "/api/me", {"name": f"Jugadora número {number}"}, own)
    ana.go("/players/nomads")
    ana.find("h2").wait_for()
    faults = look(ana, "an empty leaderboard", language)
    asked = {"game": GAME, "name": "Ana", "rated": True, "clock": CLOCK, "ready": False}
    _, made = server.ask("POST", "/api/tables", {**asked, "players": 4}, key_of(ana))
    ana.go(f"/t/{made['id']}")
    ana.find("[data-testid=rated-about]").wait_for()
    ana.whole_picture(f"rated-lobby-{style}")
    faults += look(ana, "a rated table", language)
    table = rated_games(server, [key_of(ana), *others])
    ana.go(f"/t/{table}")
    ana.find("[data-testid=rating-change]").wait_for()
    ana.whole_picture(f"rated-end-{style}")
    assert not ana.page.evaluate(CUT_OFF), "all columns of the standings are seen"
    faults += look(ana, "the end of a rated game", language)
    as_if_they_had_played(server)
    for path, name in (
        ("/players", "leaderboard"),
        ("/me", "me"),
        (f"/me/stats/{GAME}", "figures"),
    ):
        ana.go(path)
        ana.find("h2").wait_for()
        if path == "/me":
            ana.find("[data-testid=my-ratings]").wait_for()
        ana.whole_picture(f"rated-{name}-{style}")
        faults += look(ana, name, language)
    assert not faults, "\n".join(faults)
