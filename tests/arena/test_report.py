"""Ratings that can be worked out by hand, intervals that hold what they promise, and the report."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import moonlit
from helpers.arena import made_up_line
from moonlit.arena import Setup, report
from moonlit.arena.plot import plot
from moonlit.arena.ratings import ELO, Tally, fit, half_width, mean, rate, student
from moonlit.arena.render import Rendering
from moonlit.arena.report import histogram
from moonlit.arena.results import Results
from moonlit.core.words import LANGUAGES

HERE = Path(__file__).parent


def tallied(wins: Any, pairs: list[tuple[int, int]], bots: int, rivals: int = 1) -> Tally:
    wins = np.array(wins, dtype=float)
    return Tally(pairs, bots, rivals, wins, np.full(wins.shape, rivals + 1.0))


# ---- ratings -----------------------------------------------------------------------------------


def test_two_bots_have_a_closed_form() -> None:
    found = tallied([[2], [1], [2], [2], [0]], [(0, 1)], 2)  # 7 of 10; half a deal each is added
    ratings, shares = rate(found)
    gap = ratings[0].value - ratings[1].value
    assert gap == pytest.approx(400 * math.log10((7 + 1) / (3 + 1)))
    assert ratings[0].value == pytest.approx(-ratings[1].value)
    assert shares[0].value == 0.7


def test_one_against_several_has_a_closed_form() -> None:
    found = tallied([[2], [1], [3]], [(0, 1)], 2, rivals=3)  # 6 of 12 where 3 of 12 is fair
    gap = rate(found)[0][0].value * 2
    share = (6 + 2) / (12 + 4)
    assert gap == pytest.approx(400 * math.log10(3 * share / (1 - share)))
    fair = fit(found, np.array([[3.0]]), np.array([[12.0]]))
    assert fair == pytest.approx(np.zeros((1, 2)), abs=1e-6)


def test_what_a_model_made_is_found_again() -> None:
    true = np.array([1.3, 0.2, -0.4, -1.1])
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    chances = [1 / (1 + math.exp(true[other] - true[first])) for first, other in pairs]
    found = tallied([[2 * chance for chance in chances]], pairs, 4)
    assert fit(found, found.wins, found.games)[0] == pytest.approx(true * ELO)


def test_a_clean_sweep_stays_finite_and_unsure() -> None:
    ratings, shares = rate(tallied([[2]] * 100, [(0, 1)], 2))
    assert shares[0].value == shares[0].high == 1
    assert 0.96 < shares[0].low < 0.99  # 100 deals, as Jeffreys' interval has it
    assert 500 < 2 * ratings[0].low < 2 * ratings[0].value < 2 * ratings[0].high < 4000


@pytest.mark.parametrize("games", ["alike", "apart", "balanced"])
def test_intervals_hold_in_95_of_100_cases(games: str) -> None:
    """Also where the two games of a deal resemble each other, or balance each other out."""
    chance = np.random.RandomState(7)
    deals, runs, true = 60, 250, 0.7
    covered = 0
    for _ in range(runs):
        first, other = (chance.random(deals) < true for _ in range(2))
        if games == "alike":
            other = np.where(chance.random(deals) < 0.9, first, other)
        elif games == "balanced":  # what is lost from one seat is won from the other
            other = np.where(first, chance.random(deals) < (2 * true - 1) / true, True)
        found = tallied((first.astype(int) + other)[:, None], [(0, 1)], 2)
        share = rate(found, resamples=300)[1][0]
        covered += share.low <= true <= share.high
    assert 0.905 <= covered / runs <= 0.985


def test_the_mean_of_scores() -> None:
    values = [float(value) for value in np.random.RandomState(3).normal(100, 15, 400)]
    found = mean(values)
    assert found.value == pytest.approx(np.mean(values))
    assert found.high - found.low == pytest.approx(2 * 1.96 * np.std(values) / 20, rel=0.1)


def test_few_values_have_wide_intervals() -> None:
    known = {1: 12.706, 2: 4.303, 5: 2.571, 8: 2.306, 9: 2.262, 10: 2.228, 15: 2.131, 19: 2.093}
    known |= {30: 2.042, 39: 2.023, 60: 2.000, 120: 1.980, 1000: 1.962}
    assert {freedom: round(student(freedom), 3) for freedom in known} == known
    assert half_width([1.0, 2.0, 3.0]) == pytest.approx(4.3027 / math.sqrt(3))
    assert half_width([5.0]) == math.inf


def test_intervals_of_few_values_hold_what_they_promise() -> None:
    chance = np.random.RandomState(4)
    drawn = [chance.normal(0, 1, 5) for _ in range(4000)]
    covered = sum(abs(values.mean()) <= half_width(values) for values in drawn)
    assert 0.94 <= covered / len(drawn) <= 0.96


def test_a_histogram_has_round_bins() -> None:
    assert histogram((7.0, 7.0)) == [(7, 7, 2)]
    bins = histogram((88.0, 95.0, 99.0, 100.0, 143.0))
    assert bins[0] == (85, 89, 1)
    assert bins[-1] == (140, 144, 1)
    assert sum(count for _, _, count in bins) == 5


# ---- the report --------------------------------------------------------------------------------


def made_up(path: Path, setup: Setup, scores: Any = None) -> Results:
    """Results without games: the first bot of a pairing wins, but loses its last seat's games."""
    results = Results(path, setup)
    for fixture in setup.fixtures():
        wins = fixture.turn < setup.turns - 1 or fixture.deal % 5 == 0
        found = scores(fixture) if scores else None
        results.lines[fixture.id] = made_up_line(setup, fixture, wins, found)
    return results


def golden(name: str, text: str) -> None:
    path = HERE / "reports" / name
    if os.environ.get("MOONLIT_WRITE_GOLDEN"):
        path.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_of_a_duel(tmp_path: Path, language: str) -> None:
    setup = Setup("nova-luna", ("novice", "club", "master"), games=100)
    found = report(made_up(tmp_path / "results.jsonl", setup))
    golden(f"duel.{language}.txt", Rendering(found, language).text())


def test_the_report_of_a_larger_table(tmp_path: Path) -> None:
    setup = Setup("nova-luna", ("master", "club"), players=3, games=200)
    found = report(made_up(tmp_path / "results.jsonl", setup))
    assert found.pairs[0].times_fair.value == pytest.approx(3 * found.pairs[0].share.value)
    golden("larger.md", Rendering(found, markdown=True).text())


def test_the_report_of_a_solo_game(tmp_path: Path) -> None:
    setup = Setup("nova-luna", ("master",), players=1, games=60)
    results = made_up(tmp_path / "results.jsonl", setup, lambda f: [90 + f.deal * f.deal % 37])
    golden("solo.md", Rendering(report(results), markdown=True).text())


def test_the_report_of_nothing_yet(tmp_path: Path) -> None:
    found = report(Results(tmp_path / "none.jsonl", Setup("nova-luna", ("novice", "club"))))
    assert "0 of 200 games" in Rendering(found).text()
    json.dumps(found.as_json())


@pytest.mark.parametrize("players", [1, 2])
def test_a_plot(tmp_path: Path, players: int) -> None:
    pytest.importorskip("matplotlib")
    setup = Setup("nova-luna", ("novice", "club"), players=players, games=20)
    found = report(made_up(tmp_path / "results.jsonl", setup, lambda f: [100 + f.deal] * players))
    for ending, start in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        path = tmp_path / "new" / f"plot{ending}"
        plot(found, path, "fr")
        assert path.read_bytes().startswith(start)
    with pytest.raises(moonlit.BadTable, match=r"\.svg, \.png, \.pdf"):
        plot(found, tmp_path / "plot.docx")
