"""The arena plays fairly, loses nothing, plays nothing twice, and survives what goes wrong."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import moonlit
from helpers.arena import GAME, lines_of, small
from moonlit.arena import Setup, compete, report
from moonlit.arena.plan import roles
from moonlit.arena.play import play_fixture, share
from moonlit.arena.results import NAME, Results

pytestmark = pytest.mark.compiled  # plain Python would only play the same games more slowly


def without_times(line: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key != "times"}


# ---- the plan ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_meets_every_deal_from_every_seat(players: int) -> None:
    setup = small("random", "greedy", "flat:1", games=7, players=players)
    seats: Counter[tuple[tuple[str, ...], int, str, int]] = Counter()
    for fixture in setup.fixtures():
        for seat, role in enumerate(roles(setup.companies, fixture.turn)):
            seats[fixture.pair, fixture.deal, fixture.pair[role], seat] += 1
    for pair in setup.pairings:
        for deal in range(setup.deals):
            for seat in range(players):
                assert seats[pair, deal, pair[0], seat] == 1
                assert seats[pair, deal, pair[1], seat] == players - 1
    assert len(setup.pairings) == (3 if players == 2 else 6)
    assert setup.deals * players >= 7 > (setup.deals - 1) * players
    assert setup.total == len({fixture.id for fixture in setup.fixtures()})


def test_two_bots_at_a_larger_table_meet_one_way_or_both() -> None:
    assert small("random", "greedy", players=3).pairings == [("random", "greedy")]
    assert len(small("random", "greedy", players=3, both=True).pairings) == 2


def test_companies_win_and_lose_together() -> None:
    teams = [[0, 2], [1, 3]]
    setup = Setup("dance-of-muses", ("random", "greedy"), players=4, games=4)
    assert setup.companies == teams
    assert (setup.turns, setup.deals, setup.pairings) == (2, 2, [("greedy", "random")])
    assert [roles(setup.companies, turn) for turn in (0, 1)] == [[0, 1, 0, 1], [1, 0, 1, 0]]
    assert share({"turn": 1, "places": [3, 1, 3, 1]}, teams) == 1
    assert share({"turn": 0, "places": [1, 1, 1, 1]}, teams) == 0.5


def test_the_order_of_names_does_not_matter() -> None:
    one, other = small("random", "greedy"), small("greedy", "random")
    assert list(one.fixtures()) == list(other.fixtures())


def test_a_shared_win_is_shared() -> None:
    seats = [[0], [1], [2]]
    places = [1, 1, 3]
    shares = [share({"turn": turn, "places": places}, seats) for turn in range(3)]
    assert shares == [0.5, 0.5, 0]


@pytest.mark.parametrize(
    ("bots", "more", "said"),
    [
        (("random",), {}, "at least two bots"),
        (("random", "random"), {}, "named twice"),
        (("random", "nobody"), {}, "nobody"),
        (("random", "greedy"), {"games": 0}, "number of games"),
        (("random", "greedy"), {"seed": -1}, "seed"),
        (("random", "greedy"), {"players": 9}, "players"),
        (("random", "greedy"), {"options": {"wind": 1}}, "wind"),
    ],
)
def test_a_bad_setup_says_why(bots: tuple[str, ...], more: dict[str, Any], said: str) -> None:
    with pytest.raises(moonlit.MoonlitError, match=said):
        Setup(GAME, bots, **more)


# ---- games -------------------------------------------------------------------------------------


def test_a_fixture_is_the_same_game_everywhere() -> None:
    setup = small()
    fixture = next(setup.fixtures())
    assert without_times(play_fixture(setup, fixture)) == without_times(
        play_fixture(setup, fixture)
    )


def test_records_are_kept_on_demand(tmp_path: Path) -> None:
    setup = small(players=3, games=3)
    compete(setup, tmp_path, jobs=1)
    assert not (tmp_path / "records").exists()
    before = (tmp_path / NAME).read_bytes()
    results = compete(setup, tmp_path, jobs=1, keep_records=True)
    assert (tmp_path / NAME).read_bytes().startswith(before)
    assert len(lines_of(tmp_path / NAME)) == len(results.lines) == 3
    for line in results.lines.values():
        path = results.record_path(line["pair"], line["deal"], line["turn"])
        standings = moonlit.load(json.loads(path.read_text())).standings()
        assert [row["place"] for row in standings or []] == line["places"]
        assert [row["score"] for row in standings or []] == line["scores"]


@pytest.mark.parametrize(
    ("bot", "why", "reason"),
    [("Cheat", "illegal", "99@0,0"), ("Broken", "raised", "SystemExit: no idea")],
)
def test_a_bad_own_bot_forfeits(tmp_path: Path, bot: str, why: str, reason: str) -> None:
    setup = small("random", f"arena_bots:{bot}", games=2)
    results = compete(setup, tmp_path, jobs=1, keep_records=True)
    for line in results.wanted():
        assert line["forfeit"]["bot"] == f"arena_bots:{bot}"
        assert line["forfeit"]["why"] == why
        assert reason in line["forfeit"].get("move", "") + line["forfeit"]["reason"]
        assert line["places"][line["turn"]] == 2
    found = {row.bot: row for row in report(results).bots}
    assert found[f"arena_bots:{bot}"].forfeits == 2
    assert found["random"].forfeits == 0


# ---- results on disk ---------------------------------------------------------------------------


def test_a_line_torn_anywhere_is_played_again(tmp_path: Path) -> None:
    setup = small()
    path = tmp_path / NAME
    compete(setup, path, jobs=1)
    whole, lines = path.read_bytes(), lines_of(path)
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in (last, last + 1, last + 40, len(whole) - 1):
        path.write_bytes(whole[:cut])
        assert len(Results(path, setup).missing()) == 1
    compete(setup, path, jobs=1)
    again = lines_of(path)
    assert [without_times(line) for line in again] == [without_times(line) for line in lines]
    assert compete(setup, path).missing() == []


@pytest.mark.parametrize("left", [b"", b'{"are', b'{"arena": 1, "game": "no'])
def test_a_run_killed_at_once_leaves_nothing_to_stumble_over(tmp_path: Path, left: bytes) -> None:
    (tmp_path / NAME).write_bytes(left)
    assert len(compete(small(games=2), tmp_path, jobs=1).wanted()) == 2


def test_more_games_and_other_bots_may_join(tmp_path: Path) -> None:
    first = compete(small(games=2), tmp_path, jobs=1).lines
    more = compete(small("greedy", "random", "arena_bots:First", games=4), tmp_path, jobs=1)
    assert len(more.wanted()) == 12
    assert all(more.lines[name] == line for name, line in first.items())


def test_files_of_several_machines_lie_side_by_side(tmp_path: Path) -> None:
    setup = small(games=6)
    compete(small(games=2), tmp_path / "results-far.jsonl", jobs=1)
    results = compete(setup, tmp_path, jobs=1)
    assert (len(results.wanted()), len(lines_of(tmp_path / NAME))) == (6, 4)


def test_another_setup_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compete(small(players=3, games=3), tmp_path, jobs=1)
    before = (tmp_path / NAME).read_bytes()
    for more in ({"seed": 2}, {"players": 4}, {"options": {"beginner": True}}):
        with pytest.raises(moonlit.BadTable, match=f"its {next(iter(more))} is"):
            compete(small(**{"players": 3, **more}), tmp_path, jobs=1)
    monkeypatch.setattr("moonlit.arena.plan.engine_print", lambda game: "other")
    # with nothing left to play, old results can still be reported
    assert len(compete(small(players=3, games=3), tmp_path).wanted()) == 3
    with pytest.raises(moonlit.BadTable, match="changed: moonlit"):
        compete(small(players=3, games=6), tmp_path, jobs=1)
    assert (tmp_path / NAME).read_bytes() == before


def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    for text in ("my diary", "my diary\n", '{"id": 1}\n'):
        (tmp_path / NAME).write_text(text)
        with pytest.raises(moonlit.BadTable, match="not a file of arena results"):
            compete(small(), tmp_path, jobs=1)
        assert (tmp_path / NAME).read_text() == text


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    with (
        Results(tmp_path / NAME, small()),
        pytest.raises(moonlit.BadTable, match="Another arena"),
    ):
        compete(small(), tmp_path, jobs=1)
