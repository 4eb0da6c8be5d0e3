"""The terminal program in a real terminal of 80 × 24."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

import moonlit
from helpers.terminal import Terminal, playing
from moonlit.bots import LEVELS
from moonlit.cli.menu import choose_options
from moonlit.core.options import Option
from moonlit.core.registry import find_game, games
from moonlit.core.words import LANGUAGES, say
from moonlit.terminal import hints
from moonlit.terminal.files import read_match
from moonlit.terminal.play import Table
from moonlit.terminal.replay import Replay
from moonlit.terminal.screen import Screen, board, in_columns, wrapped

RECORDS = Path(__file__).parent.parent / "games/nova_luna/records"


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
    with playing("nova-luna --players 2 --people 2 --seed 5", "Player", tmp_path) as terminal:
        terminal.play_out(mirror, chance)
        terminal.type("quit")
        assert terminal.end() == 0
    assert not (tmp_path / "unfinished.json").exists(), "a finished game is not resumed"


@pytest.mark.process
def test_a_whole_game_against_bots_undone_saved_and_resumed(tmp_path: Path) -> None:
    with playing("nova-luna --players 3 --seed 1", "Your turn", tmp_path) as terminal:
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
    with playing("nova-luna --players 1", "À vous", tmp_path, LC_ALL="fr_FR") as terminal:
        assert "Phase 1" in terminal.text
        for _ in range(22):
            terminal.screen.reset()
            terminal.type(next(move for move in legal(terminal) if move != "refill"))
            terminal.wait_for("Nova Luna")
            if "La partie est finie" in terminal.text:
                break
        assert "total 2" in terminal.text


@pytest.mark.process
def test_words_of_the_prompt(tmp_path: Path) -> None:
    with playing("nova-luna --people 2 --seed 5 --language es", "Le toca a", tmp_path) as terminal:
        terminal.enter("ayuda", "deshacer")
        terminal.enter("", "Le toca a")
        terminal.enter("reglas", "Intro: más")
        assert "Toma losetas" in terminal.text, "from the beginning"
        for _ in range(9):
            if "Pulsa Intro para volver" in terminal.text:
                break
            terminal.enter("", "mesa")
        assert "Modo solitario" in terminal.text, "to the end of the rulings"
        terminal.enter("", "Le toca a")
        terminal.enter("jugadas", "1@0,0  2@0,0  3@0,0")
        terminal.enter("", "Le toca a")
        terminal.enter("2@0,0?", "no completaría ninguna tarea")
        terminal.enter("deshacer", "nada que deshacer")
        terminal.enter("9@0,0", "La loseta 9 no se puede tomar")
        terminal.enter("mirar 7", "un número de 1 a 2")
        terminal.enter("mirar 2", "Le toca a")
        terminal.enter("2@0,0", "toma")
        terminal.enter("historial", "toma")
        terminal.enter("", "Le toca a")
        terminal.enter("idioma xx", "Idiomas")
        terminal.enter("idioma fr", "de jouer")
        terminal.enter("enregistrer /proc/nowhere/x.json", "n'a pas pu")
        terminal.enter("aide", "reprendre")


@pytest.mark.process
def test_a_killed_program_loses_no_move(tmp_path: Path) -> None:
    with playing("nova-luna --people 2 --seed 5", "to move", tmp_path) as terminal:
        terminal.enter("2@0,0", "takes")
        os.kill(terminal.process, signal.SIGKILL)
        assert terminal.end() == -signal.SIGKILL
    with Terminal("resume", data=tmp_path) as terminal:
        terminal.wait_for("to move")
        assert terminal.kept()["moves"] == ["2@0,0"]


@pytest.mark.process
def test_the_menu_chooses_game_and_players(tmp_path: Path) -> None:
    with playing("", "Which game?", tmp_path) as terminal:
        number = [game.name for game in games()].index("nova-luna") + 1
        terminal.enter("99", "Write a number")
        terminal.enter(str(number), "How many players?")
        terminal.enter("1", "Phase 1")


@pytest.mark.process
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", moonlit.game_names())
def test_a_few_turns_against_each_level(game: str, level: str, tmp_path: Path) -> None:
    with playing(f"{game} --players 2 --bot {level} --seed 3", "Your turn", tmp_path) as terminal:
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
    with playing("nomads --seed 3", "Your turn", tmp_path) as terminal:
        terminal.enter("hint", "tried")
        assert "wins" in terminal.text
        assert re.search(r"\w+@\d  Put [\w ]+ on space \d\. \(worth", terminal.text)
        assert re.search(r"\(compared with\s\S+\)", terminal.text), "and why"


@pytest.mark.parametrize(
    ("game", "language", "told"),
    [("nova-luna", "en", "ends at 12.7"), ("nomads", "es", "acaba en −12,7"),
     ("dance-of-muses", "fr", "finit à −12,7")],
)  # fmt: skip
def test_a_hint_tells_scores_with_their_sign(
    game: str, language: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the fewest win, a merit of −12.7 is a score of 12.7; elsewhere it is what it is."""

    class Certain:
        def think(self, world: Any, seed: int) -> Any:
            return SimpleNamespace(candidates=[], wins=[0.5, 0.5], merits=[-12.7, 3.0])

    monkeypatch.setattr(hints, "searcher", lambda *_: Certain())
    match = moonlit.new(game, players=2, seed=1)
    assert told in hints.hint_lines(match, language, ["Ana", "Ben"])[-1]


@pytest.mark.process
def test_a_long_hint_is_not_cut(tmp_path: Path) -> None:
    with playing("nomads --seed 3 --players 5 --bot novice", "Your turn", tmp_path) as terminal:
        terminal.enter("hint", "tried")
        assert terminal.text.count("worth") == 2
        assert terminal.text.count("wins") == 5


@pytest.mark.process
def test_replay_of_a_record(tmp_path: Path) -> None:
    record = RECORDS / "two.json"
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


@pytest.mark.long
@pytest.mark.process
def test_first_board_without_compiled_code(tmp_path: Path) -> None:
    """With an empty cache the game is there at once, and the cache is filled meanwhile."""
    cache, ready = tmp_path / "cache", "compiled/*/moonlit.games.nova_luna.ready"
    asked, environment = "nova-luna --seed 1 --bot random", {"MOONLIT_CACHE": str(cache)}
    with playing(asked, "Your turn", tmp_path, **environment) as terminal:
        terminal.enter("1@0,0", "Your turn")
        assert not list(cache.glob(ready)), "it did not wait for the compiler"
        start = time.monotonic()
        while not list(cache.glob(ready)) and time.monotonic() - start < 120:
            time.sleep(0.2)
        assert list(cache.glob(ready))
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
        (("bench", "nova-luna", "--seconds", "0"), "above 0"),
        (("bench", "nova-luna", "--seconds", "nan"), "above 0"),
        (("play", "nova-luna", "--option", "beginner=" + "[" * 5000), "NAME=VALUE"),
        (("play", "nova-luna", "--option", "beginner=" + "1" * 5000), "NAME=VALUE"),
        (("show", "/dev/zero"), "longer than 10 MB"),
        (("seat", "http://127.0.0.1:1/t/abc", "random", "--seat", "0"), "count from 1"),
        (("seat", "http://127.0.0.1:1/t/abc", "random"), "does not answer"),
    ],
)
def test_a_wrong_command_line(arguments: tuple[str, ...], complaint: str) -> None:
    done = moonlit_command(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout, "nothing was begun"


@pytest.mark.parametrize(
    "written",
    [b"", b"[" * 100_000, b'{"format": %s}' % (b"1" * 5000), b'{"format": "\xe9"}', b"\0" * 99],
)
def test_a_file_that_is_no_json(written: bytes, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(written)
    with pytest.raises(moonlit.BadRecord, match="not JSON"):
        read_match(path)


def test_a_pipe_is_read_and_one_without_a_writer_does_not_keep_us(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(moonlit.BadRecord, match="not JSON"):
        read_match(pipe)
    written = (RECORDS / "two.json").read_bytes()
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    writing = os.open(pipe, os.O_WRONLY)
    os.close(reading)
    threading.Timer(0.2, lambda: (os.write(writing, written), os.close(writing))).start()
    assert read_match(pipe).over


def test_an_editor_may_have_put_a_mark_in_front(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(b"\xef\xbb\xbf" + (RECORDS / "two.json").read_bytes())
    assert read_match(path).over


def test_a_replay_loads_no_bots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record from elsewhere names its bots; they may be missing, and must not be run."""
    record = json.loads((RECORDS / "two.json").read_text())
    (tmp_path / "loaded_by_a_record.py").write_text("raise SystemExit('loaded')")
    sys.path.insert(0, str(tmp_path))
    try:
        record["players"] = ["bot:loaded_by_a_record:Bot", "bot:deepblue"]
        Replay(moonlit.load(record), Screen("en")).run()
    finally:
        sys.path.remove(str(tmp_path))
    assert "deepblue bot 2" in capsys.readouterr().out


@pytest.mark.parametrize(("answer", "chosen"), [("", {}), ("1", {}), ("2", {"beginner": False})])
def test_an_option_that_is_on_by_itself_can_be_switched_off(
    monkeypatch: pytest.MonkeyPatch, answer: str, chosen: dict[str, bool]
) -> None:
    game = find_game("nova-luna")
    options = (Option("beginner", "flag", default=True), Option("whole", "table"))
    monkeypatch.setattr(game, "options", options)
    monkeypatch.setattr(Screen, "ask", lambda *_: answer)
    assert choose_options(Screen("en"), game, 2) == chosen


@pytest.mark.process
def test_bad_weights_are_refused_before_there_is_a_board() -> None:
    done = moonlit_command("play", "nova-luna", "--players", "2", MOONLIT_WEIGHTS="nowhere.npz")
    assert (done.returncode, done.stdout) == (2, "")
    assert "nowhere.npz" in done.stderr


@pytest.mark.process
def test_help_of_a_command_whose_argument_is_called_like_another() -> None:
    done = moonlit_command("serve", "--data", "play", "--help")
    assert done.returncode == 0, done.stderr
    assert "--port" in done.stdout


@pytest.mark.process
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("nonsense", "No existe la orden nonsense. Para ver las que hay: moonlit --help"),
        (
            "tables nonsense",
            "No existe la orden nonsense. Para ver las que hay: moonlit tables --help",
        ),
        (
            "games x y",
            "x, y está de más en esta orden. Para ver lo que admite: moonlit games --help",
        ),
        ("rules", "--game necesita un valor. Para ver cuál: moonlit rules --help"),
        ("play --players", "--players necesita un valor. Para ver cuál: moonlit play --help"),
        ("play --players x", "x no vale para --players. Para ver lo que vale: moonlit play --help"),
        (
            "bench --seconds x",
            "x no vale para --seconds. Para ver lo que vale: moonlit bench --help",
        ),
        (
            "play --bogus",
            "Aquí no existe la opción --bogus. Para ver las que hay: moonlit play --help",
        ),
        ("play --players 2.5", "2.5 no vale para --players."),
        ("play nova-luna --seed 1.5", "1.5 no vale para --seed."),
        ("serve --port 1.5", "1.5 no vale para --port."),
        ("rules chess --language=es", "No hay ningún juego llamado chess."),
    ],
)
def test_a_command_line_that_cannot_be_read(arguments: str, complaint: str) -> None:
    done = moonlit_command(
        *arguments.split(), LC_ALL="es_ES.UTF-8" if "=es" not in arguments else "C"
    )
    assert done.returncode == 2
    assert done.stderr.startswith(complaint)
    assert done.stderr.count("\n") == 1


@pytest.mark.process
def test_complaints_in_the_language_asked_for(tmp_path: Path) -> None:
    done = moonlit_command("show", "/nowhere.json", "--language", "es")
    assert "No existe el archivo" in done.stderr
    damaged = tmp_path / "damaged.json"
    record = json.loads((RECORDS / "solo.json").read_text())
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


@pytest.mark.process
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8:strict"])
def test_letters_that_the_terminal_does_not_have(encoding: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "moonlit", "play", "nova-luna", "--seed", "3", "--language", "fr"],
        input=b"\xff\xfe\n1@0,0?\nquitter\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "MOONLIT_DATA": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 0
    assert not done.stderr
    assert b"n'accomplirait aucun objectif" in done.stdout


@pytest.mark.process
def test_nobody_at_the_keyboard(tmp_path: Path) -> None:
    started = f"{sys.executable} -m moonlit play nova-luna --seed 3"
    done = subprocess.run(
        f"{started} <&-",
        shell=True,
        capture_output=True,
        env={**os.environ, "MOONLIT_DATA": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 0
    assert not done.stderr


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
        seen = match.preview(move)
        assert seen.get("entries") or drawn.describe(seen, match.players, language)
        match.play(move)


# ---- what the screen tells -------------------------------------------------------------------


def table_on(match: moonlit.Match, language: str = "en", **size: int) -> tuple[Table, StringIO]:
    """A table whose screen is a text."""
    shown = StringIO()
    console = Console(file=shown, highlight=False, **{"width": 80, **size})
    return Table(match, Screen(language, console)), shown


def test_while_a_bot_thinks_the_screen_shows_what_the_person_knows() -> None:
    match = moonlit.new("dance-of-muses", ["", "bot:greedy"], seed=4)
    while match.to_move != 1:
        match.play(match.moves()[0])
    table, shown = table_on(match)
    table.draw()
    assert "Hand: Euterpe" in shown.getvalue(), "one's own"
    assert "Your turn" not in shown.getvalue()
    hidden = next(move for move in match.moves() if move.startswith("?"))
    match.play(hidden)
    table.told = match.number - 1
    table.draw()
    assert hidden[1:].partition("@")[0].title() not in shown.getvalue().splitlines()[-1]


def test_while_a_bot_thinks_several_people_see_what_everybody_knows() -> None:
    match = moonlit.new("dance-of-muses", ["", "", "bot:greedy"], seed=4)
    while match.to_move != 2:
        match.play(match.moves()[0])
    table, shown = table_on(match)
    table.draw()
    assert "Hand: 3 hidden Muses" in shown.getvalue()
    assert table.viewer() is None


def test_an_answer_is_shown_whole_and_news_from_their_beginning() -> None:
    match = moonlit.new("nova-luna", players=4, seed=7)
    while match.number < 30:
        match.play(match.moves()[0])
    table, _ = table_on(match)
    table.message = [f"goal {number}" for number in range(8)]
    assert table.news(60, 4) == [f"goal {number}" for number in range(8)]
    table.told = 20
    told = [line for move in table.log_lines(20) for line in move]
    for width in (60, 70, 80):
        news = " ".join(table.news(width, 4))
        count = next(n for n in range(1, 9) if " ".join(told[-n:]) == news)
        assert count >= 2
    assert len(table.news(80, 12)) > 4, "a larger window tells more"


@pytest.mark.parametrize("given", ["~nobody-of-that-name/x.json", "a\0b", "/proc/nowhere/x.json"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_place_that_cannot_be_written_to(given: str, language: str) -> None:
    table, _ = table_on(moonlit.new("nova-luna", players=2, seed=7), language)
    table.obey(f"save {given}")
    assert len(table.message) == 1
    assert table.running


def test_look_at_a_seat_of_many_digits() -> None:
    table, _ = table_on(moonlit.new("nova-luna", players=2, seed=7))
    table.obey("look " + "1" * 5000)
    assert "from 1 to 2" in table.message[0]


@pytest.mark.parametrize("game", moonlit.game_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_and_their_meanings_keep_their_columns(game: str, language: str) -> None:
    for width in (60, 80):
        for line in say(game, "help.notation", language).splitlines():
            first, *rest = wrapped(line, width)
            assert len(first) <= width
            if "  " in line and width == 80:
                assert not rest, "a word and its meaning fit one line"
    assert wrapped("  word  a meaning", 15) == ["  word  a", "        meaning"]
    assert wrapped("   a longer text", 12) == ["   a longer", "   text"]
    assert wrapped("place 1 : 9 ; 8", 8) == ["place", "1 : 9 ;", "8"]
    assert wrapped("a\n\n· b", 9) == ["a", "", "· b"]
    assert in_columns(["a", "bbb", "cc", "d"], 12) == "a    bbb\ncc   d"


def test_the_whole_wheel_is_told_on_80_columns_and_18_lines() -> None:
    for players in (1, 2, 4):
        match = moonlit.new("nova-luna", players=players, seed=7)
        drawn = board(match.game).draw(match.view(0), 0, "en", 80, 18).plain
        lines = drawn.split("\n")[-11:]
        told = [tile["name"] for tile in match.view(0)["wheel"] if tile]
        for name, line in zip(told, lines, strict=True):
            assert name[:2] in line
            assert name[3:-1].replace(",", " ") in line


@pytest.mark.parametrize("width", [60, 80])
def test_every_disc_and_every_seat_is_on_the_track(width: int) -> None:
    match = moonlit.new("nova-luna", ["Ana María", "Björn", "", "bot:master"], seed=7)
    chance = random.Random(7)
    while not match.over:
        seats, track = (
            board(match.game).draw(match.view(0), 0, "fr", width, 14).plain.split("\n")[:2]
        )
        assert sorted(letter for letter in track if letter.isdecimal()) == list("1234")
        for name, display in zip(
            ("1 An", "2 Bj", "Joue", "4 bo"), match.view()["displays"], strict=True
        ):
            assert name in seats
            assert f"●{display['discs']}" in seats
        match.play(chance.choice(match.moves()))


def test_a_small_window_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns, lines, small in (
        (80, 24, False),
        (79, 24, True),
        (80, 23, True),
        (120, 40, False),
    ):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("LINES", str(lines))
        table, shown = table_on(moonlit.new("nomads", players=2, seed=7))
        table.draw()
        assert ("80 × 24" in shown.getvalue().splitlines()[0]) == small


def test_a_game_that_cannot_be_kept_is_not_called_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MOONLIT_DATA", str(tmp_path / "file"))
    match = moonlit.new("nova-luna", players=1, seed=7)
    table, shown = table_on(match)
    table.obey("1@0,0")
    table.obey("quit")
    assert "could not be written" in shown.getvalue()
    assert "Saved" not in shown.getvalue()
    while not match.over:
        match.play(match.moves()[0])
    table.obey("quit")
    assert not table.running
