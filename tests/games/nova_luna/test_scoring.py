"""How a game of Nova Luna ends, and who has won it."""

from __future__ import annotations

import pytest

import moonlit
from games.nova_luna.tools import greedy, played_out


def test_the_last_disc_wins_at_once_and_the_count_stops_at_0() -> None:
    match = moonlit.new("nova-luna", players=2, seed=0)
    greedy(match)
    first, second = sorted(match.standings() or [], key=lambda row: int(row["place"]))
    assert first["goals"] == 21, "one more goal than discs"
    assert first["score"] == first["discs"] == 0
    assert second["score"] > 0
    assert match.log()[-1][-1] == {"key": "log.last_disc", "args": {"seat": first["seat"]}}
    assert match.view()["supply"] > 0, "there were tiles left"


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 9), (4, 9)])
def test_a_tie_for_the_first_place_goes_to_whoever_would_play_first(
    players: int, seed: int
) -> None:
    check_places(played_out(players, seed), tied_places=(1, 2))


@pytest.mark.parametrize(("players", "seed"), [(3, 4), (4, 0)])
def test_a_tie_for_a_later_place_goes_to_whoever_would_play_first(players: int, seed: int) -> None:
    check_places(played_out(players, seed), tied_places=(2, 3))


def check_places(match: moonlit.Match, tied_places: tuple[int, int]) -> None:
    standings, track = match.standings() or [], match.view()["track"]
    by_place = {row["place"]: row for row in standings}
    assert by_place[tied_places[0]]["discs"] == by_place[tied_places[1]]["discs"]
    expected = sorted(
        range(len(standings)),
        key=lambda seat: (
            standings[seat]["discs"],
            track[seat]["progress"],
            -track[seat]["height"],
        ),
    )
    assert [by_place[place]["seat"] for place in sorted(by_place)] == expected


def test_no_tile_to_take_ends_the_game_and_fewest_discs_win() -> None:
    match = played_out(4, 9)
    view = match.view()
    assert view["supply"] == 0
    assert not any(view["wheel"])
    assert match.log()[-1][-1]["key"] == "log.no_tiles"
    for row in match.standings() or []:
        assert row["discs"] == 20 - row["goals"]
