"""The report as a page: what the tables say, and boards of the games that it names."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

import moonlit
from helpers.arena import small
from helpers.documents import stands_alone
from moonlit.arena import Setup, compete, page
from moonlit.arena.boards import Notable, notable
from moonlit.arena.results import NAME, Results
from moonlit.core.words import LANGUAGES, say

pytestmark = pytest.mark.compiled  # plain Python would only play the same games more slowly


def captions(told: str) -> list[str]:
    return [html.unescape(text) for text in re.findall(r"<figcaption>(.*?)</figcaption>", told)]


def shown(results: Results) -> list[Notable]:
    return notable(results, results.wanted())


def rewritten(path: Path, change: Any) -> None:
    """The lines of a file of results as somebody else left them."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for number, line in enumerate(lines[1:]):
        change(number, line)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def forget(_: int, line: dict[str, Any]) -> None:
    """As lines were before moves were kept."""
    line.pop("history", None)


# ---- which games -------------------------------------------------------------------------------


def test_the_closest_and_the_most_one_sided_game(tmp_path: Path) -> None:
    results = compete(small(games=8), tmp_path, jobs=1)
    gaps = [abs(line["scores"][0] - line["scores"][1]) for line in results.wanted()]
    closest, one_sided = shown(results)
    assert [closest.kind, one_sided.kind] == ["closest", "one_sided"]
    for game, gap in ((closest, min(gaps)), (one_sided, max(gaps))):
        rows = game.match.standings()
        assert rows is not None
        assert abs(rows[0]["score"] - rows[1]["score"]) == gap
        assert [row["place"] for row in rows] == game.line["places"]
        assert game.match.number == game.line["moves"]
        assert sorted(game.match.players) == ["greedy", "random"]
    assert min(gaps) < max(gaps)


def test_partners_are_one_company(tmp_path: Path) -> None:
    """The lead is that over the other company, not over one's partner, who has the same score."""
    setup = Setup("dance-of-muses", ("random", "greedy"), players=4, games=4)
    results = compete(setup, tmp_path, jobs=1)
    gaps = [abs(line["scores"][0] - line["scores"][1]) for line in results.wanted()]
    rows = shown(results)[1].match.standings()
    assert rows is not None
    assert abs(rows[0]["score"] - rows[1]["score"]) == max(gaps) > 0


def test_at_a_larger_table_it_is_the_two_bots_that_are_compared(tmp_path: Path) -> None:
    results = compete(small(players=3, games=6), tmp_path, jobs=1)
    gaps = {}
    for line in results.wanted():
        others = [score for seat, score in enumerate(line["scores"]) if seat != line["turn"]]
        gaps[line["id"]] = abs(line["scores"][line["turn"]] - min(others))
    closest, one_sided = shown(results)
    assert gaps[closest.line["id"]] == min(gaps.values())
    assert gaps[one_sided.line["id"]] == max(gaps.values())


def test_the_best_and_the_worst_game_alone(tmp_path: Path) -> None:
    results = compete(small("greedy", players=1, games=6), tmp_path, jobs=1)
    scores = [line["scores"][0] for line in results.wanted()]
    best, worst = shown(results)
    assert (best.kind, best.line["scores"]) == ("best", [min(scores)])  # a lower score is better
    assert (worst.kind, worst.line["scores"]) == ("worst", [max(scores)])


# ---- the page ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page(tmp_path: Path, language: str) -> None:
    results = compete(small("random", "greedy", "arena_bots:First"), tmp_path, jobs=1)
    told = page(results, language)
    stands_alone(told)
    assert f'<html lang="{language}">' in told
    assert html.escape(say("arena", "boards", language)) in told
    assert "<td>arena_bots:First</td>" in told
    assert 'class="plot ratings"' in told
    assert told.count("<h3>") == 3
    assert len(captions(told)) == told.count("</svg>") == 6
    assert "{" not in re.sub(r"<style>.*?</style>", "", told, flags=re.DOTALL)
    closest = shown(Results(tmp_path / NAME, small("random", "greedy")))[0]
    scores = zip(closest.match.players, closest.line["scores"], strict=True)
    assert any(
        " – ".join(f"{name} {score}" for name, score in scores) in caption
        and str(closest.match.seed) in caption
        for caption in captions(told)
    )


def test_a_page_of_games_alone(tmp_path: Path) -> None:
    results = compete(small("greedy", "random", players=1, games=5), tmp_path, jobs=1)
    told = page(results)
    stands_alone(told)
    assert told.count('class="bar"') > 2
    kinds = [caption.split(":")[0] for caption in captions(told)]
    assert kinds == ["The best game", "The worst game"] * 2


def test_a_page_of_many_pairings_shows_the_most_even(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = compete(small("random", "greedy", "arena_bots:First", games=8), tmp_path, jobs=1)
    monkeypatch.setattr("moonlit.arena.boards.MAX_PAIRINGS", 1)
    told = page(results)
    assert "Of 3 pairings, the 1 most even ones." in told
    assert re.findall(r"<h3>(.*?)</h3>", told) == ["arena_bots:First – random"]


def test_a_page_of_nothing_yet(tmp_path: Path) -> None:
    told = page(Results(tmp_path / NAME, small()))
    stands_alone(told)
    assert "0 of 4 games" in told
    assert "Boards" not in told


def test_a_page_of_forfeits(tmp_path: Path) -> None:
    told = page(compete(small("random", "arena_bots:Broken", games=2), tmp_path, jobs=1))
    stands_alone(told)
    assert "forfeited 2 games" in told
    assert captions(told) == []


# ---- what is not kept --------------------------------------------------------------------------


def test_older_results_are_reported_without_boards(tmp_path: Path) -> None:
    setup = small(games=2)
    compete(setup, tmp_path, jobs=1)
    rewritten(tmp_path / NAME, forget)
    told = page(Results(tmp_path / NAME, setup))
    stands_alone(told)
    assert "2 of 2 games" in told
    assert "The moves of 2 of the 2 games were not kept" in told
    assert captions(told) == []
    more = compete(small(games=4), tmp_path, jobs=1)  # an arena that goes on
    told = page(more)
    assert "The moves of 2 of the 4 games were not kept" in told
    assert len(captions(told)) == 2


def test_records_stand_in_for_moves(tmp_path: Path) -> None:
    setup = small(games=4)
    compete(setup, tmp_path, jobs=1, keep_records=True)
    before = shown(Results(tmp_path / NAME, setup))
    rewritten(tmp_path / NAME, forget)
    after = shown(Results(tmp_path / NAME, setup))
    assert [game.match for game in after] == [game.match for game in before]
    assert len(after) == 2


@pytest.mark.parametrize("history", ["", "1@0,0\nnonsense", 7, None])
def test_moves_that_are_not_those_of_the_game(tmp_path: Path, history: Any) -> None:
    setup = small(games=2)
    compete(setup, tmp_path, jobs=1)
    rewritten(tmp_path / NAME, lambda number, line: line.update(history=history))
    told = page(Results(tmp_path / NAME, setup))
    assert ("2 of 2 games" in told, captions(told)) == (True, [])


def test_moves_of_another_game_are_not_drawn(tmp_path: Path) -> None:
    setup = small(games=2)
    results = compete(setup, tmp_path, jobs=1)
    rewritten(tmp_path / NAME, lambda number, line: line.update(scores=[50 + number, 0]))
    assert shown(results)
    assert shown(Results(tmp_path / NAME, setup)) == []


def test_a_board_is_that_of_a_record(tmp_path: Path) -> None:
    """What the page draws is what `moonlit.svg` draws of the same game's record."""
    results = compete(small(games=2), tmp_path, jobs=1, keep_records=True)
    closest = shown(results)[0]
    record = results.record_path(*(closest.line[name] for name in ("pair", "deal", "turn")))
    drawn = moonlit.svg(moonlit.load(record), theme="day")
    assert drawn in page(results)
