"""Dance of Muses on a terminal: the board from a view alone, and whole games at one keyboard."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from rich.console import Console

import moonlit
from games.dance_of_muses.tools import GAME, muse
from helpers.terminal import Terminal
from moonlit.core.conformance import sample
from moonlit.games.dance_of_muses.components import MUSE_NAMES
from moonlit.games.dance_of_muses.terminal import draw
from moonlit.terminal.play import Table
from moonlit.terminal.screen import Screen

WIDTH, HEIGHT = 80, 18


def drawn(match: moonlit.Match, seat: int | None, focus: int, language: str = "en") -> str:
    return draw(match.view(seat), focus, language, WIDTH, HEIGHT).plain


@pytest.mark.parametrize(("players", "language"), [(2, "es"), (3, "fr"), (4, "en")])
def test_every_board_fits_the_screen_and_shows_every_piece(players: int, language: str) -> None:
    for match in sample(GAME, players, players, None, 8):
        for seat in (None, *range(players)):
            text = drawn(match, seat, seat or 0, language)
            lines = text.split("\n")
            assert len(lines) <= HEIGHT
            assert max(len(line) for line in lines) <= WIDTH
            for piece in match.view(seat)["table"]:
                assert piece["name"][:2].capitalize() in text


def test_the_widest_floor_fits_too() -> None:
    """Eight in a diagonal line, with all the free cells around them."""
    match = moonlit.new(GAME, 2, seed=1)
    for number in range(1, 8):
        match.play(next(m for m in match.moves() if m.endswith(f"@{number},{number}")))
    text = drawn(match, match.to_move, match.to_move or 0)
    assert " 8" in text.split("\n")[2]
    assert text.count("·") >= 30
    assert max(len(line) for line in text.split("\n")) <= WIDTH


def test_the_board_is_the_same_when_the_hidden_is_dealt_anew() -> None:
    for match in sample(GAME, 3, 2, None, 6):
        for seat in range(3):
            for focus in range(3):
                other = match.redeal(seat, 9)
                assert drawn(other, seat, focus) == drawn(match, seat, focus)


# ---- hot seat --------------------------------------------------------------------------------


class Keyboard(Screen):
    """People who press Enter when asked to take over, and otherwise make random moves."""

    def __init__(self, language: str, seed: int) -> None:
        self.output = io.StringIO()
        super().__init__(language, Console(file=self.output, width=WIDTH, color_system=None))
        self.chance = random.Random(seed)
        self.table: Table
        self.pages: list[tuple[str, str]] = []  # what was asked, and all that was shown before

    def ask(self, question: str) -> str:
        shown = self.output.getvalue()
        self.output.seek(0)
        self.output.truncate()
        self.pages.append((question, shown))
        match = self.table.match
        if question not in (self.say("prompt"), self.say("prompt_over")):
            return ""
        return "quit" if match.over else self.chance.choice(match.moves())


@pytest.mark.parametrize(("players", "language"), [(2, "en"), (3, "es"), (4, "fr")])
def test_a_whole_game_at_one_keyboard_hides_secrets_between_players(
    players: int, language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MOONLIT_DATA", str(tmp_path))
    screen = Keyboard(language, seed=players)
    match = moonlit.new(GAME, players, seed=players)
    screen.table = Table(match, screen)
    screen.table.run()
    assert match.over
    prompts = [question for question, _ in screen.pages]
    assert prompts.count(screen.say("prompt")) == match.number
    replay = moonlit.load({**match.record(), "moves": [], "result": None})
    for (asked, blank), (_, board) in zip(screen.pages[:-1:2], screen.pages[1::2], strict=False):
        if replay.over:
            break
        seat = replay.to_move
        assert asked == screen.say("pass_on", seat=seat, players=match.players)
        assert blank.strip() == ""  # nothing of the last player is left on the screen
        for name in replay.view(seat)["hands"][seat or 0]["muses"] or []:
            assert name.capitalize() in board
        replay.play(match.record()["moves"][replay.number])
    assert replay.over


@pytest.mark.process
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_in_a_real_terminal(players: int, tmp_path: Path) -> None:
    """Between two players the screen shows whose turn comes, and no Muse at all."""
    mirror = moonlit.new(GAME, players=players, seed=5)
    chance = random.Random(players)
    arguments = ("play", GAME, "--players", str(players), "--people", str(players), "--seed", "5")
    with Terminal(*arguments, data=tmp_path) as terminal:
        terminal.wait_for("Press Enter")
        while not mirror.over:
            seat = mirror.to_move or 0
            assert f"Player {seat + 1} is next" in terminal.text
            assert not any(name.capitalize() in terminal.text for name in MUSE_NAMES)
            terminal.enter("", f"Player {seat + 1} to move")
            for name in mirror.view(seat)["hands"][seat]["muses"]:
                assert terminal.text.count(name.capitalize()) == 2  # among the nine, and in hand
            move = chance.choice(mirror.moves())
            mirror.play(move)
            terminal.enter(move, "The game is over" if mirror.over else "Press Enter")
        for row in mirror.standings() or []:
            line = rf"^{row['place']}\. .*Player {row['seat'] + 1}\b.*  {row['score']}\b"
            assert re.search(line, terminal.text, re.MULTILINE)
        terminal.type("quit")
        assert terminal.end() == 0


@pytest.mark.long
@pytest.mark.process
def test_another_table_of_muses_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    table = {name: muse("lower", "all", 2) for name in MUSE_NAMES}
    kinds = [f'[{name}]\npower = "lower"\narea = "all"\nsuns = 2\n' for name in table]
    file.write_text("\n".join(kinds), encoding="utf-8")
    seed = next(seed for seed in range(20) if moonlit.new(GAME, 2, seed).to_move == 0)
    arguments = ("play", GAME, "--seed", str(seed), "--components", str(file))
    with Terminal(*arguments, data=tmp_path) as terminal:
        terminal.wait_for("Your turn")
        assert terminal.text.count("▼ *") == 9
        terminal.enter(moonlit.new(GAME, 2, seed).moves()[0], "Your turn")
        assert terminal.kept()["options"]["components"] == table
        terminal.type("quit")
        assert terminal.end() == 0
    file.write_text(kinds[0], encoding="utf-8")
    with Terminal(*arguments, data=tmp_path) as terminal:
        assert terminal.end() != 0
        assert "The components leave out clio." in terminal.text
