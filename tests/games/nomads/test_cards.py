"""Writing songs and legends."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

import moonlit
from games.nomads.tools import gather, go_round, keys, play, points, tiles
from moonlit.core.conformance import random_match
from moonlit.games.nomads.components import LETTERS

THREE_WILDS = {"lumathon": {"captain": 0, "winner": 0, "last": 2}}


def writings(match: moonlit.Match) -> list[str]:
    return [move for move in match.moves() if move.startswith(("song", "legend"))]


def owners(match: moonlit.Match, legend: str) -> list[int | None]:
    return [card["seat"] for card in match.view()["legends"][legend]]


# ---- legends -------------------------------------------------------------------------------------


def test_a_legend_costs_as_many_tiles_of_it_as_its_value() -> None:
    match = gather("ulrich siana red", "a a a c o o")
    assert writings(match) == ["legend a2", "legend a3"], "one coral and two onyx do not do"
    play(match, "legend a2")
    assert tiles(match, 0) == "acoo"
    assert owners(match, "amber") == [0, None, None, None]
    assert points(match)[0] == 2 - 4
    assert match.to_move == 1, "the turn is over and nobody listens"
    assert keys(match) == ["legend"]


@pytest.mark.parametrize(
    ("held", "written", "card"),
    [("a a a", "legend a3", "a3"), ("a c i j", "song 4 acij", "song 4")],
)
def test_a_card_that_somebody_has_cannot_be_written(held: str, written: str, card: str) -> None:
    match = gather("ulrich siana red", held)
    play(match, written)
    with pytest.raises(moonlit.IllegalMove, match=f"Player 1 has {card}"):
        match.play(written)


def test_an_upgrade_costs_the_difference_and_puts_the_old_card_back() -> None:
    match = gather("ulrich siana red", "a a a c")
    play(match, "legend a2")
    go_round(match)
    before = match.view()["seats"][0]["tiles"]["amber"]
    assert not {"legend a2", "legend a2*"} & set(match.moves()), "one card of each legend"
    play(match, "legend a3")
    assert match.view()["seats"][0]["tiles"]["amber"] == before - 1
    assert owners(match, "amber") == [None, 0, None, None], "the 2 lies there for all again"
    assert match.view()["seats"][0]["legends"]["amber"] == 3
    assert keys(match) == ["improved"]
    assert any(card["value"] == 2 for card in match.view()["seats"][1]["rack"]["amber"])


def test_a_lower_card_is_no_improvement() -> None:
    match = gather("ulrich siana red", "a a a a a")
    play(match, "legend a3")
    go_round(match)
    with pytest.raises(moonlit.IllegalMove, match="a2 is no higher"):
        match.play("legend a2")


def test_wilds_in_a_legend() -> None:
    match = gather("ulrich siana red", "a wild wild")
    assert writings(match) == [
        "legend a2*",
        "legend a2**",
        "legend a3**",
        "legend c2**",
        "legend i2**",
        "legend j2**",
    ], "every split is a move, all wilds included"
    play(match, "legend a2**")
    assert tiles(match, 0) == "a"


def test_wilds_in_an_upgrade_count_within_the_difference() -> None:
    match = gather("ulrich siana red", "a a a wild wild")
    play(match, "legend a2")
    go_round(match)
    held = match.view()["seats"][0]["tiles"]
    assert (held["wild"], held["amber"]) == (2, 1)
    offered = [move for move in match.moves() if move.startswith("legend a")]
    assert offered == [
        "legend a3",
        "legend a3*",
        "legend a4*",
        "legend a4**",
        "legend a5**",
    ]
    with pytest.raises(moonlit.IllegalMove, match="costs you 1, and you discard 2 wilds"):
        match.play("legend a3**")
    play(match, "legend a4**")
    assert owners(match, "amber") == [None, None, 0, None]
    assert match.view()["seats"][0]["tiles"]["wild"] == 0


def test_three_wilds_write_a_legend_without_a_tile() -> None:
    match = gather("ulrich siana red", "wild wild", **THREE_WILDS)
    assert tiles(match, 0) == "***"
    assert {"legend o3***", "legend a3***", "legend a2**"} <= set(match.moves())
    play(match, "legend o3***")
    assert tiles(match, 0) == ""
    assert points(match)[0] == 3


# ---- songs ---------------------------------------------------------------------------------------


def test_a_song_costs_as_many_different_tiles_as_its_value() -> None:
    match = gather("ulrich siana red", "a c i j o o")
    assert [move for move in writings(match) if move.startswith("song")] == [
        "song 4 acij",
        "song 4 acio",
        "song 4 acjo",
        "song 4 aijo",
        "song 4 cijo",
        "song 5 acijo",
    ]
    play(match, "song 5 acijo")
    assert tiles(match, 0) == "o"
    assert match.view()["seats"][0]["song"] == 5
    assert [card["seat"] for card in match.view()["songs"]] == [None, 0, None, None]
    assert points(match)[0] == 5 - 1


def test_one_song_a_player_and_never_exchanged() -> None:
    match = gather("ulrich siana red", "a c i j o p r a c i j o p")
    play(match, "song 4 acij")
    go_round(match)
    assert not any(move.startswith("song") for move in match.moves())
    assert match.view()["seats"][0]["rack"]["song"] == []
    with pytest.raises(moonlit.IllegalMove, match="nobody writes a second one"):
        match.play("song 5 acijo")


def test_wilds_in_a_song() -> None:
    match = gather("ulrich siana red", "a c i j wild wild")
    songs = [move for move in writings(match) if move.startswith("song")]
    assert set(songs) == {
        "song 4 acij",
        *(f"song 4 {''.join(given)}*" for given in combinations("acij", 3)),
        *(f"song 4 {''.join(given)}**" for given in combinations("acij", 2)),
        "song 5 acij*",
        *(f"song 5 {''.join(given)}**" for given in combinations("acij", 3)),
        "song 6 acij**",
    }
    assert len(songs) == len(set(songs))
    play(match, "song 6 acij**")
    assert tiles(match, 0) == ""


def test_a_wild_and_a_tile_twice_give_no_payment_twice() -> None:
    match = gather("ulrich siana red", "a a c i wild")
    songs = [move for move in writings(match) if move.startswith("song")]
    assert songs == ["song 4 aci*"], "the second amber cannot be given as another legend"


# ---- against a second opinion --------------------------------------------------------------------


def expected(view: dict[str, Any]) -> set[str]:
    """All ways to write, by trying every bag of tiles, from the view alone."""
    mine = view["seats"][view["to_move"]]
    held = dict(zip(LETTERS, mine["tiles"].values(), strict=False))
    wilds = mine["tiles"]["wild"]
    found = set()
    for letter, name in zip(LETTERS, view["legends"], strict=True):
        owned = mine["legends"][name] or 0
        for card in view["legends"][name]:
            if card["seat"] is None and card["value"] > owned:
                for given, stars in product(range(held[letter] + 1), range(wilds + 1)):
                    if owned + given + stars == card["value"]:
                        found.add(f"legend {letter}{card['value']}{'*' * stars}")
    for card in view["songs"] if mine["song"] is None else []:
        for stars in range(wilds + 1) if card["seat"] is None else []:
            kinds = [letter for letter in LETTERS if held[letter]]
            for given in combinations(kinds, max(0, card["value"] - stars)):
                if len(given) + stars == card["value"]:
                    found.add(f"song {card['value']} {''.join(given)}{'*' * stars}")
    return found


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_payment_is_offered_once(players: int) -> None:
    options = {"lumathon": {"captain": 0, "winner": 1, "last": 0}}
    for seed in range(4):
        for match in random_match("nomads", players, seed, options):
            if match.view()["asks"] in ("turn", "last"):
                offered = writings(match)
                assert len(offered) == len(set(offered))
                assert set(offered) == expected(match.view())
