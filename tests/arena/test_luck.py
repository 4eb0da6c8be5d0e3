"""Luck that is taken out of results is nothing on average, changes no game, and saves games."""

from __future__ import annotations

import json
import random
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import moonlit
from helpers.arena import lines_of, made_up_line, small
from helpers.packages import OURS
from moonlit.arena import Setup, compete, report
from moonlit.arena.fairness import of_scores
from moonlit.arena.judge import OPEN, SECRET, Effort, Judge, judge_of
from moonlit.arena.luck import Luck
from moonlit.arena.play import play_fixture
from moonlit.arena.render import Rendering
from moonlit.arena.results import NAME, Results
from moonlit.bots.bot import move_of
from moonlit.core.engine import engine
from moonlit.core.registry import find_game
from moonlit.core.rng import MAX_SEED
from moonlit.core.words import LANGUAGES

pytestmark = pytest.mark.compiled  # plain Python would only play the same games more slowly


def without_times(line: dict[str, Any]) -> dict[str, Any]:
    found = {key: value for key, value in line.items() if key != "times"}
    return {**found, "luck": line["luck"]["sum"]}


def bad_worth(judge: Judge, states: Any, effort: Effort, seed: int) -> list[float]:
    """A bad judge, who goes by how many moves there are, and always for the first seat."""
    if states["to_move"][0] < 0:
        return [0.0] * judge.players
    count = len(engine(judge.game).legal(states))
    return [count / 10, *[-count / 10] * (judge.players - 1)]


# ---- nothing on average ------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("game", OURS)
def test_luck_is_nothing_on_average_however_badly_positions_are_judged(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Judge, "worth", bad_worth)
    for name in ("OPEN", "SECRET"):
        monkeypatch.setattr(f"moonlit.arena.luck.{name}", Effort(worlds=3, asks=2))
    setup = Setup(game, ("greedy", "random"), games=100, less_luck=True)
    lines = [play_fixture(setup, fixture) for fixture in setup.fixtures()]
    # of one turn only: the seats of a deal would cancel out a bias of the first seat's
    sums = np.array([line["luck"]["sum"] for line in lines if line["turn"] == 0])
    assert sums.std() > 0.05
    assert abs(sums.mean()) < 4 * sums.std() / len(sums) ** 0.5


def test_each_of_the_positions_that_might_have_come_counts_alike() -> None:
    setup = small(less_luck=True)
    match = moonlit.new(setup.game, 2, seed=3)
    positions = []
    for action in match.legal_actions()[:5]:
        other = match.copy()
        other.play_action(int(action))
        positions.append(other.states)
    total = 0.0
    for number in range(len(positions)):
        luck = Luck(setup, next(setup.fixtures()), match)
        luck.count(positions[number:] + positions[:number])
        assert luck.sum != 0.0
        total += luck.sum
    assert total == pytest.approx(0.0, abs=1e-9)


def test_where_nothing_could_have_come_otherwise_there_is_no_luck() -> None:
    setup = small(less_luck=True)
    match = moonlit.new(setup.game, 2, seed=3)
    luck = Luck(setup, next(setup.fixtures()), match)
    luck.count([match.states, match.redeal(None, 8).states])
    assert luck.sum == 0.0


def test_a_twin_answers_as_its_bot_would_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search bot goes on with its last trees; who is asked again must have them as well."""
    asked: list[bool] = []

    def move(luck: Luck, match: Any, twin: Any, made: str) -> None:
        seed = seeds[len(asked)]
        asked.append(move_of(copy(twin), match, seed) == made)

    setup = small("net:40", "net:60", games=2, less_luck=True)
    fixture = next(setup.fixtures())
    chance = random.Random(f"bots {setup.seed} {fixture.id}")
    seeds = [chance.randrange(MAX_SEED + 1) for _ in range(500)]
    monkeypatch.setattr(Luck, "move", move)
    play_fixture(setup, fixture)
    assert len(asked) > 20
    assert all(asked)


@pytest.mark.parametrize("game", OURS)
def test_only_what_nobody_knows_is_dealt_anew(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before: list[Any] = []
    dealt: list[Any] = []
    whole, redealt = Luck.count, Judge.redealt

    def anew(judge: Judge, states: Any, seed: int) -> Any:
        world = redealt(judge, states, seed)
        assert judge.seen(world) == judge.seen(states), "what is known stays"
        dealt.append(world)
        return world

    def count(luck: Luck, positions: list[Any]) -> None:
        before.append(positions)
        whole(luck, positions)

    monkeypatch.setattr(Luck, "count", count)
    monkeypatch.setattr(Judge, "redealt", anew)
    monkeypatch.setattr(Judge, "worth", bad_worth)
    play_fixture(setup := Setup(game, ("greedy", "random"), less_luck=True), next(setup.fixtures()))
    found = find_game(game)
    assert bool(dealt) != found.has_secrets
    for positions in before:
        if found.has_secrets:  # only the bot was asked again
            assert len(positions) == 1 + SECRET.asks > 1
        else:
            assert len(positions) == (1 + OPEN.asks) * (1 + OPEN.worlds) > 1


# ---- games stay as they are --------------------------------------------------------------------


# the first of them takes half a minute
@pytest.mark.parametrize("game", [pytest.param(OURS[0], marks=pytest.mark.long), *OURS[1:]])
def test_taking_out_luck_is_the_same_every_time_and_changes_no_game(game: str) -> None:
    setup = Setup(game, ("novice", "net:20"), games=2, less_luck=True)
    fixture = next(setup.fixtures())
    line = play_fixture(setup, fixture)
    assert without_times(play_fixture(setup, fixture)) == without_times(line)
    plain = play_fixture(Setup(game, ("novice", "net:20"), games=2), fixture)
    assert "luck" not in plain
    assert (plain["history"], plain["places"]) == (line["history"], line["places"])
    assert line["luck"]["sum"] != 0.0
    assert line["luck"]["seconds"] > 0.0


@pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in OURS for players in find_game(game).seats if players != 2],
)
def test_every_table_can_take_out_luck(game: str, players: int) -> None:
    bots = ("novice",) if players == 1 else ("novice", "random")
    setup = Setup(game, bots, players=players, games=1, less_luck=True)
    line = play_fixture(setup, next(setup.fixtures()))
    assert abs(line["luck"]["sum"]) < (200 if players == 1 else 5)


def test_an_own_bot_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may remember what it was asked: then a second answer would not be like the first."""
    import arena_bots

    asked = []

    def choose(self: Any, view: dict[str, Any], moves: list[str]) -> str:
        asked.append(view["number"])
        return moves[len(asked) % len(moves)]

    monkeypatch.setattr(arena_bots.First, "choose", choose)
    setup = small("random", "arena_bots:First", less_luck=True)
    line = play_fixture(setup, next(setup.fixtures()))
    assert len(asked) == len(set(asked)) == line["times"][0][0]


def test_a_forfeit_has_the_luck_until_then() -> None:
    setup = small("random", "arena_bots:Cheat", less_luck=True)
    line = play_fixture(setup, next(setup.fixtures()))
    assert line["forfeit"]["why"] == "illegal"
    assert "luck" in line


def test_without_a_network_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moonlit.arena.plan.find_weights", lambda game, players: None)
    with pytest.raises(moonlit.BadTable, match="moonlit train"):
        small(less_luck=True)
    small()


# ---- results and the report --------------------------------------------------------------------


def test_results_without_luck_get_it_when_it_is_asked_for(tmp_path: Path) -> None:
    plain = compete(small(), tmp_path, jobs=1)
    assert all(row.less_luck is None for row in report(plain).pairs)
    results = compete(small(less_luck=True), tmp_path, jobs=1)
    assert len(lines_of(tmp_path / NAME)) == 8
    for name, line in plain.lines.items():
        assert results.lines[name]["history"] == line["history"]
        assert "luck" in results.lines[name]
    again = Results(tmp_path / NAME, small(less_luck=True))
    assert again.missing() == []
    assert again.lines == results.lines
    assert Results(tmp_path / NAME, small()).missing() == []
    assert report(again).pairs[0].less_luck is not None


def test_a_record_is_of_the_game_that_counts(tmp_path: Path) -> None:
    """A game that is played again for its luck may be another one: an own bot may answer anew."""
    compete(small(), tmp_path, jobs=1, keep_records=True)
    assert len(list((tmp_path / "records").iterdir())) == 4
    compete(small(less_luck=True), tmp_path, jobs=1)
    assert list((tmp_path / "records").iterdir()) == []
    again = Results(tmp_path / NAME, small(less_luck=True))
    assert again.missing() == []
    assert len(again.missing(keep_records=True)) == 4


def test_luck_that_is_judged_otherwise_is_no_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compete(small(less_luck=True), tmp_path, jobs=1)
    monkeypatch.setattr("moonlit.arena.plan.luck_print", lambda game, players: "another network")
    with pytest.raises(moonlit.BadTable, match="changed: luck"):
        compete(small(less_luck=True, games=6), tmp_path, jobs=1)


def made_up(path: Path, setup: Setup) -> Results:
    """Results without games: half of what decides them is luck that is known."""
    results = Results(path, setup)
    chance = random.Random(5)
    for fixture in setup.fixtures():
        luck = chance.choice((-0.25, 0.25))
        wins = chance.random() < 0.7 + luck
        scores = [100 + int(100 * luck) + fixture.deal % 3] * setup.players
        line = made_up_line(setup, fixture, wins, scores)
        line["luck"] = {"sum": luck * (100 if setup.solo else 1), "seconds": 0.51}
        results.lines[fixture.id] = line
    return results


def test_the_share_with_luck_taken_out(tmp_path: Path) -> None:
    setup = Setup("nova-luna", ("club", "master"), games=2000, less_luck=True)
    first, other = report(made_up(tmp_path / NAME, setup)).pairs
    fair = first.less_luck
    assert fair is not None
    assert other.less_luck is not None
    assert fair.value.low < 0.7 < fair.value.high
    assert fair.luck.low < 0.0 < fair.luck.high
    assert fair.value.value == pytest.approx(first.share.value - fair.luck.value)
    assert other.less_luck.value.value == pytest.approx(1 - fair.value.value)
    assert other.less_luck.luck.value == pytest.approx(-fair.luck.value)
    # of a variance of 0.21 the luck is 0.0625
    assert fair.fewer == pytest.approx(0.21 / (0.21 - 0.0625), rel=0.1)
    narrower = (first.share.high - first.share.low) / (fair.value.high - fair.value.low)
    assert narrower == pytest.approx(fair.fewer**0.5, rel=0.1)
    assert fair.longer == pytest.approx(2.0 if len(setup.bots) == 2 else 1.0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_tells_it_in_words(tmp_path: Path, language: str) -> None:
    setup = Setup("nova-luna", ("club", "master"), games=100, less_luck=True)
    found = report(made_up(tmp_path / NAME, setup))
    text = Rendering(found, language).text()
    assert "club – master" in text
    assert "2.00 ×" in text
    assert json.loads(json.dumps(found.as_json()))["pairs"][0]["less_luck"]["longer"] == 2.0


def test_scores_of_games_alone_with_luck_taken_out(tmp_path: Path) -> None:
    setup = Setup("nova-luna", ("master",), players=1, games=60, less_luck=True)
    results = made_up(tmp_path / NAME, setup)
    fair = of_scores(results.wanted())
    assert fair is not None
    assert fair.value.value == pytest.approx(101.0)  # 100, 101 and 102 in turn
    assert fair.fewer > 100
    assert "101.0" in Rendering(report(results)).text()


def test_what_a_position_is_worth_adds_up() -> None:
    for game in OURS:
        match = moonlit.new(game, 2, seed=4)
        judge = judge_of(game, 2)
        found = judge.worth(match.states, Effort(20), 7)
        assert sum(found) == pytest.approx(1.0)
        assert judge.worth(match.states, Effort(20), 7) == found
        assert judge.worth(match.states, Effort(200), 7) != found
