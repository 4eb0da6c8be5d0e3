"""What somebody's games say of them: the same figures for a server and for a folder."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import moonlit
from moonlit.cli import app
from moonlit.cli.stats import run
from moonlit.core.errors import BadTable
from moonlit.core.match import Match
from moonlit.core.words import LANGUAGES
from moonlit.study.command import Task, work
from moonlit.study.reviewing import review
from moonlit.study.stats import POINTS, Played, against, figures, outcome_of, played
from moonlit.study.stats_report import report

GAME = "nova-luna"


def row(**given: Any) -> Played:
    usual: dict[str, Any] = {
        "game": GAME, "players": 2, "outcome": "won", "place": 1, "score": 0, "ended": 0,
        "against": "people",
    }  # fmt: skip
    return Played(**{**usual, **given})


def finished(game: str, names: list[str], seed: int, date: str | None = None) -> Match:
    match, chance = moonlit.new(game, names, seed=seed), random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.moves()))
    if date:
        match.info["date"] = date
    return match


def test_results_are_counted_by_players_and_by_opponents() -> None:
    rows = [
        row(),
        row(outcome="lost", place=2, score=4, against="club"),
        row(players=3, outcome="shared", against="mixed"),
        row(players=1, outcome="solo", score=90, against="nobody", ended=5, id="x"),
        row(players=1, outcome="solo", score=80, against="nobody", ended=7, id="y"),
        row(game="nomads"),
    ]
    found = figures(GAME, rows)
    assert found["games"] == 5
    assert [(each["players"], each["games"], each["score"]) for each in found["by_players"]] == [
        (1, 2, 85.0),
        (2, 2, 2.0),
        (3, 1, 0.0),
    ]
    counted = [(each["against"], each["won"], each["lost"]) for each in found["by_opponents"]]
    assert counted == [("club", 0, 1), ("mixed", 0, 0), ("people", 1, 0)]
    assert found["best_solo"] == {"score": 80, "ended": 7, "id": "y"}  # low wins here
    assert [point["value"] for point in found["scores"]["1"]] == [90, 80]


def test_luck_has_a_mean_that_goes_to_zero_and_long_series_are_averaged() -> None:
    chance = random.Random(1)
    rows = [row(luck=chance.gauss(0, 0.1), accuracy=80.0, ended=n) for n in range(5000)]
    found = figures(GAME, rows)
    points = found["luck"]["points"]
    assert len(points) <= POINTS
    assert sum(point["games"] for point in points) == 5000
    assert abs(points[-1]["mean"]) < abs(points[0]["mean"]) or abs(points[-1]["mean"]) < 0.005
    assert found["luck"]["mean"] == points[-1]["mean"]
    assert {point["value"] for point in found["accuracy"]} == {80.0}
    assert figures(GAME, [row(players=1, luck=3.0)])["solo_luck"]["mean"] == 3.0


@pytest.mark.parametrize("game", ["nova-luna", "nomads", "dance-of-muses"])
def test_a_record_says_all_of_it(game: str) -> None:
    match = finished(game, ["Ana", "bot:club"], 3)
    found = played(match, 0, ended=17)
    assert (found.game, found.players, found.against, found.ended) == (game, 2, "club", 17)
    assert found.outcome in ("won", "shared", "lost")
    assert found.opening is not None
    assert found.opening["args"]


def test_companies_win_together() -> None:
    standings = [{"seat": seat, "place": place} for seat, place in enumerate((1, 2, 1, 2))]
    assert outcome_of(standings, 0, [0, 1, 0, 1]) == "won"
    assert outcome_of(standings, 1, [0, 1, 0, 1]) == "lost"
    assert outcome_of(standings, 0, [0, 1, 2, 3]) == "shared"
    assert against([(None, "club"), ("Ben", None)]) == "mixed"
    assert against([]) == "nobody"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    days = ("2026-11-03", "2026-11-01", "2026-11-02")
    for number, day in enumerate(days):
        match = finished(GAME, ["Ana", f"Ben {number}"], number, day)
        (tmp_path / f"{number}.json").write_text(json.dumps(match.record()))
    return tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_folder_is_told_in_the_persons_language(
    folder: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(folder, None, None, False, language)
    told = capsys.readouterr().out
    assert "Nova Luna" in told
    assert "Ana" in told


def test_a_file_of_games_gives_json_by_date(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [path.read_text() for path in sorted(folder.glob("*.json"))]
    file = folder / "many.jsonl"
    file.write_text("\n".join(lines) + "\n")
    run(file, "Ana", GAME, True, "en")
    found = json.loads(capsys.readouterr().out)
    ended = [point["ended"] for point in found["scores"]["2"]]
    assert len(ended) == 3
    assert ended == sorted(ended)
    with pytest.raises(BadTable) as caught:
        run(file, "Eve", None, True, "en")
    assert caught.value.key == "nobody_played"


REVIEWED = {
    "en": ("Accuracy over time", "Luck over time, in points of a hundred", " %"),
    "es": ("Precisión a lo largo", "Suerte a lo largo del tiempo, en puntos", " %"),
    "fr": ("Précision au fil du temps", "Chance au fil du temps, en points sur", " %"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_accuracy_and_luck_are_told_where_there_are_reviews(language: str) -> None:
    rows = [row(accuracy=80.0, luck=-0.05), row(accuracy=90.5, luck=0.25)]
    told = report(figures(GAME, rows), "Ana", language)
    accuracy, luck, unit = REVIEWED[language]
    decimal = "." if language == "en" else ","
    assert accuracy in told
    assert f"80{decimal}0{unit} ▁█ 90{decimal}5{unit}" in told
    assert luck in told
    assert f"−5{decimal}0 ▁█ 25{decimal}0" in told
    assert f"10{decimal}0" in told.split(luck)[1].split("\n")[0]
    assert accuracy not in report(figures(GAME, [row()]), "Ana", language)
    alone = report(figures(GAME, [row(players=1, luck=3.0)]), "Ana", language)
    assert luck not in alone
    assert f"3{decimal}0" in alone


def here(tasks: list[Task], jobs: int | None) -> Iterator[tuple[int, Any]]:
    """Other processes would not know of the small budget."""
    yield from enumerate(map(work, tasks))


@pytest.mark.compiled
def test_the_records_of_a_folder_are_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = finished("dance-of-muses", ["bot:club", "Ana"], 1)
    (tmp_path / "game.json").write_text(json.dumps(match.record()))
    monkeypatch.setattr("moonlit.study.command.on_cores", here)
    words = ["stats", str(tmp_path), "--review", "--json"]
    app(words, exit_on_error=False, result_action="return_value")
    found = json.loads(capsys.readouterr().out)
    seat = review(match, "quick", seed=1).seats[1]
    assert [point["value"] for point in found["accuracy"]] == [round(seat.accuracy or 0, 4)]
    assert found["luck"]["mean"] == round(seat.luck, 4)
    with pytest.raises(BadTable, match="0 is not a number of processes"):
        run(tmp_path, "Ana", None, True, "en", reviewed=True, jobs=0)
