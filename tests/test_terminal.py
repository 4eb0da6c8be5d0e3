"""The terminal program in a real terminal of 80 × 24."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import moonlit
from moonlit.bots import LEVELS
from moonlit.core.registry import find_game
from moonlit.core.words import LANGUAGES
from moonlit.terminal.screen import board
from terminal_tools import Terminal


def moonlit_command(*arguments: str, stdin: str = "", **env: str) -> Any:
    return subprocess.run(
        [sys.executable, "-m", "moonlit", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C", **env},
        check=False,
    )


@pytest.mark.process
def test_a_whole_game_hot_seat(tmp_path: Path) -> None:
    mirror = moonlit.new("nova-luna", players=2, seed=5)
    chance = random.Random(5)
    arguments = ("play", "nova-luna", "--players", "2", "--people", "2", "--seed", "5")
    with Terminal(*arguments, data=tmp_path) as terminal:
        terminal.wait_for("Seat")
        while True:
            move = chance.choice(mirror.moves())
            mirror.play(move)
            if mirror.over:
                break
            terminal.enter(move, f"Seat {(mirror.to_move or 0) + 1} to move")
        terminal.enter(move, "The game is over")
        for row in mirror.standings() or []:
            assert f"{row['place']}. Seat {row['seat'] + 1}: {row['score']}" in terminal.text
        terminal.type("quit")
        assert terminal.end() == 0
    assert not (tmp_path / "unfinished.json").exists(), "a finished game is not resumed"


@pytest.mark.process
def test_a_whole_game_against_bots_undone_saved_and_resumed(tmp_path: Path) -> None:
    with Terminal("play", "nova-luna", "--players", "3", "--seed", "1", data=tmp_path) as terminal:
        terminal.wait_for("Your turn")
        for _ in range(3):
            before = terminal.kept() if (tmp_path / "unfinished.json").exists() else None
            move = legal(terminal)[0]
            terminal.enter(move, "Your turn")
        terminal.enter("undo", "taken back")
        assert before is not None
        assert terminal.kept()["moves"][: len(before["moves"])] == before["moves"]
        saved = tmp_path / "mine.json"
        terminal.enter(f"save {saved}", "Saved as")
        assert json.loads(saved.read_text())["moves"] == terminal.kept()["moves"]
        terminal.type("quit")
        assert terminal.end() == 0
        assert "moonlit resume" in terminal.text
    with Terminal("resume", data=tmp_path) as terminal:
        terminal.wait_for("Your turn")
        assert terminal.kept() == json.loads(saved.read_text())
        while True:
            terminal.screen.reset()
            terminal.type(legal(terminal)[0])
            terminal.wait_for("Nova Luna")
            if "The game is over" in terminal.text:
                break
        assert terminal.kept()["result"] is not None


def legal(terminal: Terminal) -> list[str]:
    """The moves in the game that the program keeps; before the first one any tile will do."""
    if not (terminal.data / "unfinished.json").exists():
        return ["1@0,0"]
    return moonlit.load(terminal.kept()).moves()


@pytest.mark.process
def test_solo_in_french(tmp_path: Path) -> None:
    with Terminal("play", "nova-luna", "--players", "1", data=tmp_path, LC_ALL="fr_FR") as terminal:
        terminal.wait_for("À vous")
        assert "Phase 1" in terminal.text
        for _ in range(22):
            terminal.screen.reset()
            terminal.type(next(move for move in legal(terminal) if move != "refill"))
            terminal.wait_for("Nova Luna")
            if "La partie est finie" in terminal.text:
                break
        assert "note 2" in terminal.text


@pytest.mark.process
def test_words_of_the_prompt(tmp_path: Path) -> None:
    arguments = ("play", "nova-luna", "--people", "2", "--seed", "5", "--language", "es")
    with Terminal(*arguments, data=tmp_path) as terminal:
        terminal.wait_for("Le toca a")
        terminal.enter("ayuda", "deshacer")
        terminal.enter("", "Le toca a")
        terminal.enter("reglas", "Nuestras decisiones")
        terminal.enter("", "Le toca a")
        terminal.enter("jugadas", "1@0,0  2@0,0  3@0,0")
        terminal.enter("", "Le toca a")
        terminal.enter("2@0,0?", "no cumpliría ningún objetivo")
        terminal.enter("deshacer", "nada que deshacer")
        terminal.enter("9@0,0", "La loseta 9 no se puede tomar")
        terminal.enter("mirar 7", "un número de 1 a 2")
        terminal.enter("mirar 2", "Le toca a")
        terminal.enter("2@0,0", "toma")
        terminal.enter("historia", "toma")
        terminal.enter("", "Le toca a")
        terminal.enter("idioma xx", "Idiomas")
        terminal.enter("idioma fr", "Au tour de")
        terminal.enter("garder /proc/nowhere/x.json", "n'a pas pu")
        terminal.enter("aide", "annuler")


@pytest.mark.process
def test_a_killed_program_loses_no_move(tmp_path: Path) -> None:
    arguments = ("play", "nova-luna", "--people", "2", "--seed", "5")
    with Terminal(*arguments, data=tmp_path) as terminal:
        terminal.wait_for("to move")
        terminal.enter("2@0,0", "takes")
        os.kill(terminal.process, signal.SIGKILL)
        assert terminal.end() == -signal.SIGKILL
    with Terminal("resume", data=tmp_path) as terminal:
        terminal.wait_for("to move")
        assert terminal.kept()["moves"] == ["2@0,0"]


@pytest.mark.process
def test_the_menu_chooses_game_and_players(tmp_path: Path) -> None:
    with Terminal("play", data=tmp_path) as terminal:
        terminal.wait_for("Which game?")
        number = moonlit.game_names().index("nova-luna") + 1
        terminal.enter("99", "Write a number")
        terminal.enter(str(number), "How many players?")
        terminal.enter("1", "Phase 1")


@pytest.mark.process
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", moonlit.game_names())
def test_a_few_turns_against_each_level(game: str, level: str, tmp_path: Path) -> None:
    arguments = ("play", game, "--players", "2", "--bot", level, "--seed", "3")
    with Terminal(*arguments, data=tmp_path) as terminal:
        terminal.wait_for("Your turn")
        match = moonlit.new(game, ["", f"bot:{level}"], seed=3)
        while not bot_moves(match) and match.number < 40:
            if (tmp_path / "unfinished.json").exists():
                match = moonlit.load(terminal.kept())
            assert match.to_move == 0
            terminal.enter(match.moves()[0], "Your turn")
            match = moonlit.load(terminal.kept())
        assert bot_moves(match), "the bot has moved too"


def bot_moves(match: moonlit.Match) -> int:
    """How many of the moves so far were seat 1's."""
    return sum(entry["args"].get("seat") == 1 for move in match.log(0) for entry in move)


@pytest.mark.process
def test_a_hint(tmp_path: Path) -> None:
    with Terminal("play", "nomads", "--seed", "3", data=tmp_path) as terminal:
        terminal.wait_for("Your turn")
        terminal.enter("hint", "tried")
        assert "wins" in terminal.text
        assert re.search(r"\w+@\d  Put [\w ]+ on space \d\. \(worth", terminal.text)


@pytest.mark.process
def test_a_long_hint_is_not_cut(tmp_path: Path) -> None:
    asked = ("play", "nomads", "--seed", "3", "--players", "5", "--bot", "novice")
    with Terminal(*asked, data=tmp_path) as terminal:
        terminal.wait_for("Your turn")
        terminal.enter("hint", "tried")
        assert terminal.text.count("worth") == 2
        assert terminal.text.count("wins") == 5


@pytest.mark.process
def test_replay_of_a_record(tmp_path: Path) -> None:
    record = Path(__file__).parent / "games" / "nova-luna" / "two.json"
    moves = json.loads(record.read_text())["moves"]
    with Terminal("show", str(record), data=tmp_path) as terminal:
        terminal.wait_for(f"move 0 of {len(moves)}")
        terminal.enter("", "move 1 of")
        terminal.enter("12", "move 12 of")
        terminal.enter("b", "move 11 of")
        terminal.enter("look 2", "move 11 of")
        terminal.enter("99999", f"move {len(moves)} of")
        terminal.type("q")
        assert terminal.end() == 0
    shown = moonlit_command("show", str(record))
    assert shown.returncode == 0
    assert all(move in shown.stdout for move in moves)


@pytest.mark.process
def test_first_board_without_compiled_code(tmp_path: Path) -> None:
    """With an empty cache the game is there at once, and the cache is filled meanwhile."""
    arguments = ("play", "nova-luna", "--seed", "1", "--bot", "random")
    with Terminal(*arguments, data=tmp_path, MOONLIT_CACHE=str(tmp_path / "cache")) as terminal:
        terminal.wait_for("Your turn")
        terminal.enter("1@0,0", "Your turn")
        ready = "compiled/*/nova-luna.ready"
        assert not list((tmp_path / "cache").glob(ready)), "it did not wait for the compiler"
        start = time.monotonic()
        while not list((tmp_path / "cache").glob(ready)) and time.monotonic() - start < 120:
            time.sleep(0.2)
        assert list((tmp_path / "cache").glob(ready))
        terminal.enter(legal(terminal)[0], "Your turn")


# ---- the command line ------------------------------------------------------------------------


@pytest.mark.process
def test_games_lists_them_all() -> None:
    for language in LANGUAGES:
        shown = moonlit_command("games", "--language", language)
        assert shown.returncode == 0
        for name in moonlit.game_names():
            assert name in shown.stdout


@pytest.mark.process
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("play", "chess"), "no game called chess"),
        (("play", "nova-luna", "--players", "7"), "1 to 4 players, not by 7"),
        (("play", "nova-luna", "--people", "5"), "5 people cannot sit"),
        (("play", "nova-luna", "--option", "speed"), "no option speed"),
        (("play", "nova-luna", "--option", "beginner=yes"), "NAME=VALUE"),
        (("play", "nova-luna", "--option", "beginner"), "3 or 4 players"),
        (("play", "nova-luna", "--seed", "-4"), "whole number"),
        (("play", "nova-luna", "--components", "/nowhere.toml"), "no file /nowhere.toml"),
        (("play", "nova-luna", "--language", "de"), "no language de"),
        (("play", "nova-luna", "--bot", "deepblue"), "no bot called deepblue"),
        (("show", "/nowhere.json"), "no file /nowhere.json"),
        (("show", "/"), "cannot be read"),
        (("show", __file__), "not JSON"),
        (("rules", "chess"), "no game called chess"),
        (("bench", "chess"), "no game called chess"),
    ],
)
def test_a_wrong_command_line(arguments: tuple[str, ...], complaint: str) -> None:
    done = moonlit_command(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.process
def test_complaints_in_the_language_asked_for(tmp_path: Path) -> None:
    done = moonlit_command("show", "/nowhere.json", "--language", "es")
    assert "No existe el archivo" in done.stderr
    damaged = tmp_path / "damaged.json"
    record = json.loads((Path(__file__).parent / "games/nova-luna/solo.json").read_text())
    damaged.write_text(json.dumps({**record, "moves": ["7@0,0"]}))
    done = moonlit_command("show", str(damaged), LC_ALL="fr_FR.UTF-8")
    assert "Le coup 1 de l'enregistrement" in done.stderr


@pytest.mark.process
def test_bench_prints_a_line_of_json_a_row() -> None:
    done = moonlit_command(
        "bench", "nova-luna", "--seconds", "0.03", "--json", NUMBA_DISABLE_JIT="1"
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["players"] for row in rows] == [1, 2, 3, 4]
    keys = {"game", "players", "games_per_s", "moves_per_s", "plain_moves_per_s"}
    for row in rows:
        assert set(row) == keys
        assert row["moves_per_s"] > row["games_per_s"] > 0
    assert (
        "games/s"
        in moonlit_command("bench", "nova-luna", "--seconds", "0.01", NUMBA_DISABLE_JIT="1").stdout
    )


# ---- drawing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players"),
    [(name, players) for name in moonlit.game_names() for players in find_game(name).seats],
)
def test_every_board_fits_80_columns_and_18_lines(game: str, players: int) -> None:
    match = moonlit.new(game, players=players, seed=4)
    chance = random.Random(4)
    drawn = board(find_game(game))
    while True:
        focus = chance.randrange(players)
        language = LANGUAGES[match.number % 3]
        view = {**match.view(match.to_move), "players": ["A name of some length"] * players}
        lines = drawn.draw(view, focus, language, 80, 18).plain.split("\n")
        assert len(lines) <= 18
        assert max(len(line) for line in lines) <= 80
        if match.over:
            break
        move = chance.choice(match.moves())
        assert drawn.describe(match.preview(move), match.players, language)
        match.play(move)
