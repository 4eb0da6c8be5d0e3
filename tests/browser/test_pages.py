"""Every page, in every language, in both themes and sizes: words, access, pictures, weight."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from helpers.browser import PAGE, WEB, Reader, click, finished, in_the_middle
from helpers.hands import hand
from helpers.look import look, seen
from helpers.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.process]

GAMES = ("nova-luna", "dance-of-muses", "nomads")
MIDDLE = {"nova-luna": (3, 24), "dance-of-muses": (2, 12), "nomads": (4, 40)}
HOME_BYTES = 200_000
TABLE_BYTES = 300_000


@pytest.fixture(scope="session")
def tables(server: Server) -> dict[str, tuple[str, str]]:
    """A table in the middle of each game, one that is over, one that waits for players."""
    found = {game: in_the_middle(server, game, *MIDDLE[game]) for game in GAMES}
    found["over"] = finished(server, "nova-luna")
    waiting = server.create("nomads", 4, name="Ana", listed=True)
    found["lobby"] = waiting["id"], waiting["token"]
    return found


def places(tables: dict[str, tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Name, address, and what is to be seen there before anything is looked at."""
    yield "home", "/", "[data-testid=play-nomads]:enabled"
    yield "lobby", f"/t/{tables['lobby'][0]}", "[data-testid=ready]"
    for game in GAMES:
        yield game, f"/t/{tables[game][0]}", "[data-testid=status]"
    yield "over", f"/t/{tables['over'][0]}", "[data-testid=standings]"
    yield "replay", f"/t/{tables['over'][0]}/replay#12", "[data-testid=replay-at]"
    yield "open-record", "/replay", "input[type=file]"
    yield "learn", "/learn", "h2"
    for game in GAMES:
        yield f"learn-{game}", f"/learn/{game}", "#step-title[tabindex]"
    yield "lost", "/nowhere/at/all", "h1"


@pytest.mark.parametrize(
    ("language", "theme", "phone"),
    [
        ("en", "night", True),
        ("fr", "day", False),
        pytest.param("es", "night", False, marks=pytest.mark.long),
        pytest.param("es", "day", True, marks=pytest.mark.long),
    ],
)
def test_every_page(
    ana: Reader, tables: dict[str, tuple[str, str]], language: str, theme: str
) -> None:
    ana.take_seats(tables.values())
    faults = []
    for name, path, sight in places(tables):
        ana.go(path)
        ana.find(sight).wait_for()
        ana.page.wait_for_load_state("networkidle")
        ana.page.wait_for_timeout(100)  # what fades in has come
        ana.picture(name if theme == "night" else f"{name}-day")
        faults += look(ana, name, language)
        if name == "home":
            ana.page.keyboard.press("Tab")  # the settings are on every page; once is enough
            ana.page.locator("header nav button").last.click()
            ana.page.locator("dialog[open]").wait_for()
            ana.picture("settings" if theme == "night" else "settings-day")
            faults += look(ana, "settings", language)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("language", "theme", "phone"), seen(1))
def test_what_is_not_there_is_a_page_like_the_others(
    ana: Reader, server: Server, language: str, theme: str
) -> None:
    going = server.create("nova-luna", 2, name="Ana")["id"]
    faults = []

    def see(name: str, path: str, sight: str) -> None:
        ana.go(path)
        ana.find(sight).wait_for()
        ana.picture(f"{name}-{language}-{theme}")
        faults.extend(look(ana, name, language))

    see("no table", "/t/k3v9x2m7qa", "main .middle a")
    see("no replay", "/t/k3v9x2m7qa/replay", "main .middle a")
    see("no replay yet", f"/t/{going}/replay", "main [role=alert]")
    see("no club", "/clubs/k3v9x2m7qa", "main [role=alert]")
    for mine in ("games", "stats"):
        see(f"a guest's {mine}", f"/me/{mine}", "main a.primary")
    ana.errors.clear()  # the browser complains about what was refused
    ana.page.route_web_socket(re.compile("/live$"), lambda socket: None)
    see("a table that is being opened", f"/t/{going}", "main .middle h1")
    ana.page.route_web_socket(re.compile("/live$"), lambda socket: socket.close())
    see("a table out of reach", f"/t/{going}", "[data-testid=reconnecting]")
    assert not faults, "\n".join(faults)


def test_the_log_on_a_phone_opens_at_the_newest_move(
    reader: Callable[..., Reader], tables: dict[str, tuple[str, str]]
) -> None:
    ana = reader(phone=True)
    ana.take_seats(tables.values())
    ana.go(f"/t/{tables['nomads'][0]}")
    ana.find("button.talk").click()
    ana.find("dialog[open] ol li").wait_for()
    ana.until(lambda: ana.page.evaluate(AT_THE_END), "the newest move is in sight", 5)


AT_THE_END = """() => {
  const list = document.querySelector('dialog[open] ol');
  return list.scrollTop > 0 && list.scrollTop + list.clientHeight > list.scrollHeight - 2;
}"""


# ---- learning and replaying ------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_an_introduction_from_the_first_step_to_the_last(
    reader: Callable[..., Reader], game: str
) -> None:
    ana = reader()
    ana.go(f"/learn/{game}")
    steps = json.loads((WEB / "src" / "games" / game / "lesson.json").read_text(encoding="utf-8"))
    for number, step in enumerate(steps):
        ana.page.locator("#step-title[tabindex]").wait_for()
        assert not ana.sees("[data-answered]")
        # moves that are not the answer get one, and change nothing
        wrong = [move for move in step["moves"] if move not in step["after"]]
        if wrong and game == "nova-luna":
            hand(game)(ana, wrong[0], click)
            ana.find(".other").wait_for()
        hand(game)(ana, next(iter(step["after"])), click)
        ana.find("[data-answered]").wait_for()
        if number < len(steps) - 1:
            ana.page.click("[data-testid=next]")
    ana.find("[data-testid=play]").wait_for()


def test_a_replay_by_keys_link_and_file(
    reader: Callable[..., Reader], tables: dict[str, tuple[str, str]], tmp_path: Path
) -> None:
    table, _ = tables["over"]
    ana = reader()
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.go(f"/t/{table}/replay#12")
    at = ana.page.locator("[data-testid=replay-at]")
    at.wait_for()
    count = int(re.findall(r"\d+", at.inner_text())[1])
    keys = {"ArrowRight": 13, "ArrowLeft": 12, "End": count, "Home": 0}
    for key, number in keys.items():
        ana.page.keyboard.press(key)
        ana.until(lambda number=number: ana.page.url.endswith(f"#{number}"), f"{key} goes there")
        if number:
            assert at.inner_text() == f"Move {number} of {count}"
    ana.page.keyboard.press("Space")
    ana.page.locator("[data-testid=replay-pause]").wait_for()
    ana.until(lambda: ana.page.url.endswith("#2"), "it plays by itself")
    ana.page.keyboard.press("Space")
    ana.page.locator("[data-testid=replay-play]").wait_for()
    ana.page.locator("ol button").nth(29).click()
    ana.page.click("[data-testid=copy]")
    copied = ana.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{ana.server.url}/t/{table}/replay?move=30"
    with ana.page.expect_download() as coming:
        ana.page.click("[data-testid=download]")
    coming.value.save_as(tmp_path / "game.json")

    # the file opens the same game again, for anybody
    bea = reader(name="Béatrice")
    bea.go("/replay")
    bea.page.set_input_files("input[type=file]", tmp_path / "game.json")
    bea.page.locator("[data-testid=replay-at]").wait_for()
    bea.page.keyboard.press("End")
    assert bea.page.locator("[data-testid=replay-at]").inner_text() == f"Move {count} of {count}"
    # and a file that is none says so
    bea.go("/replay")
    (tmp_path / "other.txt").write_text("a shopping list", encoding="utf-8")
    bea.page.set_input_files("input[type=file]", tmp_path / "other.txt")
    bea.page.get_by_role("alert").filter(has_text="not a record").wait_for()


# ---- weight ----------------------------------------------------------------------------------


def test_how_much_comes_first(
    reader: Callable[..., Reader], tables: dict[str, tuple[str, str]]
) -> None:
    weights = {}
    for name, path, sight in places(tables):
        if name in ("home", *GAMES):
            ana = reader()
            ana.take_seats(tables.values())
            ana.go(path)
            ana.find(sight).wait_for()
            ana.page.wait_for_load_state("networkidle")
            weights[name] = sum(weight(url) for url in ana.page.evaluate(LOADED))
            ana.close()
    print(", ".join(f"{name} {weight / 1000:.1f} kB" for name, weight in weights.items()))
    assert 0 < weights["home"] < HOME_BYTES, weights
    assert all(0 < weights[game] < TABLE_BYTES for game in GAMES), weights


LOADED = "performance.getEntriesByType('resource').map((entry) => entry.name)"


def weight(url: str) -> int:
    """Compressed bytes of a script or a style sheet, from the built file."""
    name = url.split("?")[0].rpartition("/")[2]
    if not name.endswith((".js", ".css")):
        return 0
    return len(gzip.compress((PAGE / "assets" / name).read_bytes(), 9))
