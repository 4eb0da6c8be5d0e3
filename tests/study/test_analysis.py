"""Analyses: deterministic, streamed, beside a loop, and blind to what the seat cannot know."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import moonlit
from helpers.reviews import played
from moonlit.cli import app

pytestmark = pytest.mark.compiled  # plain Python would only search the same trees more slowly


def opening(game: str, players: int, moves: int) -> moonlit.Match:
    match = moonlit.new(game, players, seed=5)
    for _ in range(moves):
        match.play(match.moves()[0])
    return match


@pytest.mark.parametrize(
    ("game", "players"), [("nova-luna", 1), ("nova-luna", 2), ("dance-of-muses", 3), ("nomads", 2)]
)
def test_it_sees_what_the_seat_to_move_may_know(game: str, players: int) -> None:
    match = opening(game, players, 8)
    seat = match.to_move
    found = moonlit.analyse(match, iterations=200, seed=3)
    other = moonlit.analyse(match.redeal(seat, 77), iterations=200, seed=3)
    assert (found.moves, found.standings) == (other.moves, other.standings)
    assert found.best in match.moves()
    assert sum(move.visits for move in found.moves) == found.iterations == 200
    for move in found.moves:
        assert move.value == move.values[seat or 0]
        assert players == 1 or abs(sum(move.values) - 1) < 1e-4
    assert [row.seat for row in found.standings] == list(range(players))
    assert abs(sum(row.win for row in found.standings) - 1) < 1e-4
    assert match.number == 8


def test_streams_end_where_one_call_does() -> None:
    match = opening("nova-luna", 2, 6)
    whole = moonlit.analyse(match, iterations=300)
    steps = list(moonlit.analysis(match, iterations=300))
    assert [step.iterations for step in steps] == sorted({step.iterations for step in steps})
    assert len(steps) > 1
    assert (steps[-1].moves, steps[-1].iterations) == (whole.moves, 300)
    endless = moonlit.analysis(match)
    for step in endless:
        if step.iterations > 200:
            endless.stop()

    async def beside() -> list[Any]:
        seen = [info async for info in moonlit.analysis(match, iterations=300)]
        return [*seen, await moonlit.analyse_async(match, iterations=300)]

    assert [info.moves for info in asyncio.run(beside())[-2:]] == 2 * [whole.moves]
    timed = moonlit.analyse(match, seconds=0.05)
    assert timed.seconds >= 0.05
    assert moonlit.ask(match, "club", seed=1) in match.moves()


def test_what_cannot_be_analysed() -> None:
    match = opening("nova-luna", 2, 1)
    for budget in ({"iterations": 0}, {"seconds": 0}, {"iterations": 5, "seconds": 1.0}):
        with pytest.raises(moonlit.BadTable):
            moonlit.analyse(match, **budget)  # type: ignore[arg-type]
    over = played("nova-luna", 2, 1)
    for asked in (moonlit.analyse, lambda match: moonlit.ask(match, "club")):
        with pytest.raises(moonlit.BadTable, match="is over"):
            asked(over)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played("nova-luna", 2, 1).record()))
    asked = ["analyse", str(path), "--move", "9", "--iterations", "100", "--language", "en"]
    app(asked, result_action="return_value")
    shown = capsys.readouterr().out
    assert "tried" in shown
    assert " %" in shown
    app([*asked, "--json"], result_action="return_value")
    assert json.loads(capsys.readouterr().out)["iterations"] == 100
    with pytest.raises(moonlit.BadTable, match="from 1 to"):
        app(
            ["analyse", str(path), "--move", "999"],
            result_action="return_value",
            exit_on_error=False,
        )
