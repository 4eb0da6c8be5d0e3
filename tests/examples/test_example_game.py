"""The example game, installed as anybody would: it gets everything, and leaves nothing behind."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import moonlit
from helpers.packages import EXAMPLE, NAME, PACKAGE, Installed, looking_into, serving
from helpers.server import Server, eventually, seat_guests
from helpers.terminal import Terminal
from helpers.words import arguments
from moonlit.core.errors import UnknownGame
from moonlit.core.roles import FILES, INSTEAD, ROLES
from moonlit.core.words import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
SEATS = range(2, 5)
# Tests that ask every game there is.
FOR_EVERY_GAME = (
    "bots/test_bots.py",
    "core/test_match.py",
    "core/test_words.py",
    "envs/test_pettingzoo.py",
)

pytestmark = pytest.mark.process


# ---- its files ---------------------------------------------------------------------------------


def test_it_has_the_shape_of_a_game() -> None:
    own = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    assert own == ROLES.keys() - INSTEAD.keys(), "a role a file, and nothing else"
    for name in FILES:
        assert (PACKAGE / name).is_file()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_the_same_in_every_language(language: str) -> None:
    english, other = (flat(tomllib.loads(words(name))) for name in ("en", language))
    assert list(english) == list(other)
    for key, text in other.items():
        assert arguments(text) == arguments(english[key]), key


def words(language: str) -> str:
    return (PACKAGE / "text" / f"{language}.toml").read_text(encoding="utf-8")


def flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        name = f"{prefix}{key}"
        found |= flat(value, f"{name}.") if isinstance(value, dict) else {name: value}
    return found


def test_it_has_a_word_for_all_that_a_plain_board_shows(installed: Installed) -> None:
    shown: set[str] = set()
    with looking_into(installed.folder):
        match = moonlit.new(NAME, players=2, seed=1)
        common = set(match.view()) - set(match.game.view(match._state, 0))
        while not match.over:
            for move in match.moves():
                shown |= {part for part in move.split() if not part.isdecimal()}
            shown |= keys(match.view(0)) - common
            match.play(match.moves()[0])
    assert shown == tomllib.loads(words("en"))["word"].keys()


def keys(value: Any) -> set[str]:
    """The names of all fields, however deep."""
    if isinstance(value, list):
        return set().union(*map(keys, value))
    if isinstance(value, dict):
        return value.keys() | set().union(*map(keys, value.values()))
    return set()


# ---- installed ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_listed(language: str, installed: Installed) -> None:
    listed = installed.run("-m", "moonlit", "games", "--language", language)
    assert re.search(rf"^{NAME}  \(2–4 ", listed.stdout, re.MULTILINE)
    assert listed.stderr == ""
    for game in moonlit.game_names():
        assert game in listed.stdout


def test_its_option_is_in_the_help(installed: Installed) -> None:
    told = installed.run("-m", "moonlit", "play", "--help").stdout
    assert f"• {NAME}  --option moonlight  Moonlight" in told


def test_it_passes_the_conformance_kit(installed: Installed) -> None:
    checked = installed.run("-m", "moonlit", "conformance", NAME, "--games", "3")
    assert checked.stdout.count("✓") >= 9


@pytest.mark.long
def test_it_passes_its_own_tests(installed: Installed) -> None:
    assert " passed" in pytest_of(installed, str(EXAMPLE / "tests"))


@pytest.mark.long
def test_it_passes_the_tests_for_every_game(installed: Installed) -> None:
    paths = [str(ROOT / "tests" / path) for path in FOR_EVERY_GAME]
    assert " passed" in pytest_of(installed, *paths, "-k", f"{NAME} and not drawing")


def pytest_of(installed: Installed, *paths: str) -> str:
    plain = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-c"]
    return installed.run(*plain, str(ROOT / "pyproject.toml"), *paths).stdout


def test_bots_play_it_in_the_arena(compiled: Installed, tmp_path: Path) -> None:
    bots = ("novice", "casual")
    table = ("--players", "3", "--games", "6", "--jobs", "1", "--out", str(tmp_path))
    told = compiled.run("-m", "moonlit", "arena", NAME, *bots, *table, "--json")
    report = json.loads(told.stdout)
    assert report["setup"]["game"] == NAME
    assert report["games"] == 6


BATCH = """
from moonlit.envs.batch import Batch

for players in (2, 3, 4):
    batch = Batch("moths", players, 64, options={"moonlight": players == 3})
    ended = 0
    for _ in range(40):
        batch.step(batch.sample())
        assert (batch.observations >= batch.layout.low).all()
        assert (batch.observations <= batch.layout.high).all()
        assert abs(batch.rewards.sum(axis=1)).max() < 1e-6
        ended += batch.dones.sum()
    print(players, ended)
"""


def test_it_is_played_in_a_batch(installed: Installed) -> None:
    told = installed.run("-c", BATCH).stdout.split()
    assert told[::2] == ["2", "3", "4"]
    for ended in told[1::2]:
        assert int(ended) >= 2 * 64  # every game twice over: a night has at most 14 moves


# ---- in the terminal ---------------------------------------------------------------------------


def test_it_is_played_in_the_terminal(compiled: Installed, tmp_path: Path) -> None:
    command = ("play", NAME, "--players", "3", "--bot", "novice", "--seed", "5", "--name", "Ana")
    with Terminal(*command, data=tmp_path, **compiled.environment) as terminal:
        terminal.wait_for("Your turn")
        while "Your turn" in terminal.text:
            assert re.search(r"▸ Ana +[1-9] ", terminal.text), "one's own moth is seen"
            terminal.enter("moves", "Moves you can make")
            moves = re.findall(r"lure|guess \w+ \d", terminal.text)
            terminal.enter("", "Your turn")
            terminal.enter(f"{moves[-1]}?", "This would")
            terminal.enter(moves[-1], "Moths · ")
        assert "The game is over" in terminal.text
        assert "▒▒" not in terminal.text, "in the end all moths are turned up"
        assert "In the hands" in terminal.text
        assert re.search(r"^1\. \w+.*  \d+", terminal.text, re.MULTILINE)
        terminal.type("quit")
        assert terminal.end() == 0


def test_the_menu_asks_for_its_option_in_ones_language(
    installed: Installed, tmp_path: Path
) -> None:
    with Terminal("play", "--language", "fr", data=tmp_path, **installed.environment) as terminal:
        terminal.wait_for("Phalènes")
        number = next(line[0] for line in terminal.text.splitlines() if "Phalènes" in line)
        terminal.enter(number, "?")
        terminal.enter("2", "Clair de lune")
        terminal.enter("2", "Phalènes · ")
        assert "Dans les mains" in terminal.text
        terminal.type("quit")
        assert terminal.end() == 0


# ---- on a server -------------------------------------------------------------------------------


@pytest.fixture
def server(compiled: Installed, tmp_path: Path) -> Iterator[Server]:
    with serving(compiled, tmp_path) as started:
        yield started


def test_a_server_offers_it_and_hides_what_is_hidden(server: Server, compiled: Installed) -> None:
    _, told = server.ask("GET", "/api/games")
    about = next(game for game in told if game["name"] == NAME)
    check_about(about)
    assert all(game["bundled"] for game in told if game is not about)
    for language in LANGUAGES:
        _, said = server.ask("GET", f"/api/games/{NAME}/text/{language}")
        assert said.keys() == flat(tomllib.loads(words(language))).keys()
    table, (token,) = seat_guests(server, NAME, 3, guests=1)
    seen = play_to_the_end(server, table, token)
    with looking_into(compiled.folder):
        check_seen(seen, server.record(table))


def check_about(about: dict[str, Any]) -> None:
    assert not about["bundled"]
    assert about["seats"] == list(SEATS)
    assert about["options"] == ["moonlight"]
    (option,) = about["schema"]
    assert (option["kind"], option["default"], option["offered"]) == ("flag", False, True)
    for players in SEATS:
        fields = [column["field"] for column in about["columns"][str(players)]]
        assert fields == ["caught", "kept"]
    assert about["emblem"].startswith("<svg")


def play_to_the_end(server: Server, table: str, token: str) -> list[tuple[int | None, Any]]:
    """Every view that seat 0 and a spectator were shown, from the first move to the last."""
    seen: list[tuple[int | None, Any]] = []
    while True:
        for seat, known in ((0, token), (None, None)):
            _, state = server.ask("GET", f"/api/tables/{table}", token=known)
            seen.append((seat, state["view"]))
            assert seat == 0 or state["moves"] is None
            if seat == 0:
                own = state
        if own["ended"]:
            return seen
        if own["moves"]:
            move = {"number": own["number"], "move": own["moves"][-1]}
            status, told = server.ask("POST", f"/api/tables/{table}/moves", move, token)
            assert status == 200, told
        else:
            wait_for_bots(server, table, own["number"])


def wait_for_bots(server: Server, table: str, number: int) -> None:
    def has_moved() -> bool:
        return bool(server.ask("GET", f"/api/tables/{table}")[1]["number"] > number)

    eventually(has_moved, 120, "a bot moves")


def check_seen(seen: list[tuple[int | None, Any]], record: dict[str, Any]) -> None:
    """No view had a moth that its reader could not know, nor anything that depends on one."""
    dealt = record["deal"]["hands"]
    caught = {seat: record["moves"].index(f"guess {seat + 1} {moth}") for seat, moth in
              enumerate(dealt) if f"guess {seat + 1} {moth}" in record["moves"]}  # fmt: skip
    hidden = 0
    for reader, view in seen:
        if view["over"]:
            continue
        for hands in view["hands"]:
            seat = hands["seat"]
            knows = seat == reader or caught.get(seat, 99) < view["number"]
            assert hands["moth"] == (dealt[seat] if knows else None)
            hidden += hands["moth"] is None
        assert view["lamp"]["moth"] is None
        moves = record["moves"][: view["number"]]
        match = moonlit.load({**record, "moves": moves, "result": None})
        for seed in range(3):
            assert match.redeal(reader, seed).view(reader) == view
    assert hidden > 5


# ---- removed -----------------------------------------------------------------------------------


def test_removed_nothing_is_left(installed: Installed) -> None:
    """Another Python that does not look into the folder is one from which it was removed."""
    without = {**installed.environment, "PYTHONPATH": own_path(installed)}
    gone = Installed(installed.folder, without)
    assert NAME not in gone.run("-m", "moonlit", "games").stdout
    refused = gone.run("-m", "moonlit", "play", NAME, check=False)
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"There is no game called {NAME}. The games are ")
    assert gone.run("-c", "import moonlit_moths", check=False).returncode == 1
    with pytest.raises(UnknownGame):
        moonlit.new(NAME, players=2)


def own_path(installed: Installed) -> str:
    return installed.environment["PYTHONPATH"].removeprefix(str(installed.folder)).lstrip(":")


def test_installing_leaves_nothing_in_the_sources(installed: Installed) -> None:
    left = {path.name for path in EXAMPLE.iterdir()}
    assert left == {"README.md", "pyproject.toml", "moonlit_moths", "tests"}


REVIEWED = """
import random, moonlit
from moonlit.study import review
match, chance = moonlit.new("moths", 3, seed=3), random.Random(1)
while not match.over:
    match.play(chance.choice(match.moves()))
for seat in review(match).seats:
    parts = seat.own_play + seat.others_play + seat.luck + seat.sight
    assert abs(seat.result - seat.start - parts) < 1e-9
print(len(review(match).moves) == match.number)
"""


@pytest.mark.compiled
def test_its_games_are_reviewed(compiled: Installed) -> None:
    """Without a network, and without reasons of its own."""
    assert compiled.run("-c", REVIEWED).stdout == "True\n"
