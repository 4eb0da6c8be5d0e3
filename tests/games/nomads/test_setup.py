"""Setting the table: options, deals, and the setup as moves."""

from __future__ import annotations

import json
from typing import Any

import pytest

import moonlit
from games.nomads.tools import THREE, all_piles, lay, play, stack, stacks, table, tiles
from moonlit.games.nomads.components import ADVENTURERS, DEFAULT_CARDS, LEGENDS

LUMATHON = {"captain": 2, "winner": 1, "last": 0}


def new(players: int, **options: Any) -> moonlit.Match:
    return moonlit.new("nomads", players, seed=3, options=options)


# ---- the setup as moves --------------------------------------------------------------------------


def test_the_frog_is_placed_before_the_nomads_by_nostromos_player() -> None:
    match = table("ulrich nostromo", start=0)
    assert match.to_move == 1
    assert match.moves() == [f"frog@{space}" for space in range(1, 9)]
    assert stacks(match) == "- - - - - - - -"
    play(match, "frog@3")
    assert stacks(match) == "o o Fo o o o o o", "the nomad lies on the frog"


def test_without_nostromo_the_nomads_are_there_at_once_and_no_frog() -> None:
    match = table("ulrich siana")
    assert stacks(match) == "o o o o o o o o"
    assert not any(move.startswith("frog") for move in match.moves())


def test_the_last_player_places_the_unplayed_discs_in_any_order() -> None:
    match = table("ulrich siana red", start=1)
    assert match.to_move == 0, "to the right of the start player"
    places = {f"{name}@{space}" for name in ("moon", "nostromo") for space in range(1, 9)}
    assert set(match.moves()) == places
    play(match, "nostromo@1, moon@1, nostromo@2")
    assert set(match.moves()) == {f"moon@{space}" for space in range(1, 9)}
    play(match, "moon@2")
    assert match.to_move == 1, "the start player goes on"


def test_discs_are_placed_twice_round_from_the_start_player_and_lys_by_the_last() -> None:
    match = new(5, adventurers=list(ADVENTURERS))
    order = []
    play(match, "frog@8")
    first = match.to_move
    assert first is not None
    while match.view()["asks"] == "disc":
        order.append(match.to_move)
        match.play(match.moves()[-1])
    assert order == [(first + step) % 5 for step in range(5)] * 2
    assert match.to_move == (first + 4) % 5
    assert match.moves() == [f"lys@{space}" for space in range(1, 9)]
    play(match, "lys@5")
    assert (match.to_move, match.view()["lys"], match.view()["turn"]) == (first, 5, 1)


def test_no_space_holds_more_than_four_discs_in_the_setup() -> None:
    match = table("ulrich siana")
    play(match, "red@1, red@1, moon@1")
    assert stack(match, 1) == "oRRM"
    assert not any(move.endswith("@1") for move in match.moves())
    with pytest.raises(moonlit.IllegalMove, match="Space 1 holds 4 discs"):
        match.play("moon@1")


def test_unplayed_nostromo_has_two_discs_and_no_frog() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=1)
    assert "F" not in stacks(match)
    assert stacks(match).count("N") == 2


# ---- options -------------------------------------------------------------------------------------


def test_adventurers_are_dealt_at_random_unless_chosen() -> None:
    seen = set()
    for seed in range(40):
        match = moonlit.new("nomads", 2, seed)
        names = match.record()["deal"]["adventurers"]
        assert len(set(names)) == 2
        seen |= set(names)
    assert seen == set(ADVENTURERS)
    chosen = new(3, adventurers=["moon", "red", "siana"])
    assert [seat["adventurer"] for seat in chosen.view()["seats"]] == ["moon", "red", "siana"]
    assert chosen.record()["options"] == {"adventurers": ["moon", "red", "siana"]}
    assert chosen.record()["deal"]["adventurers"] == ["moon", "red", "siana"]


def test_the_start_player_is_any_seat() -> None:
    starts = {moonlit.new("nomads", 4, seed).view()["first"] for seed in range(40)}
    assert starts == {0, 1, 2, 3}


def test_the_seed_alone_settles_the_piles() -> None:
    piles = [
        match.record()["deal"]["piles"]
        for match in (
            new(2),
            new(5),
            new(3, lumathon=LUMATHON),
            new(2, adventurers=["red", "moon"]),
        )
    ]
    assert piles[0] == piles[1] == piles[2] == piles[3]


def test_lumathon() -> None:
    match = new(4, lumathon=LUMATHON, adventurers=["ulrich", "siana", "red", "moon"])
    assert match.view()["first"] == 2, "the captain starts"
    assert tiles(match, 1) == "*", "the winner has a wild"
    assert match.view()["seats"][1]["points"] == -1, "which counts like any other"
    assert match.view()["to_come"]["wild"] + tops(match).count("wild") == 2, "beside the deal's"
    assert match.to_move == 0, "the last one places the unplayed discs"
    while match.view()["asks"] == "unplayed":
        match.play(match.moves()[-1])
    assert match.to_move == 2
    while match.view()["asks"] == "disc":
        match.play(match.moves()[-1])
    assert match.to_move == 1, "Lys stays with the last player of the table"
    again = moonlit.load(match.record())
    assert again.view() == match.view()


def tops(match: moonlit.Match) -> list[str]:
    return [space["tile"] for space in match.view()["spaces"]]


def test_other_cards_are_used_and_carried_by_the_record() -> None:
    cards = {"songs": [1, 2, 3, 7], "legends": {name: [1, 2, 9, 14] for name in LEGENDS}}
    match = lay(table("ulrich siana red", {2: "a"}, components=cards), THREE, lys=8)
    play(match, "1>d1, 3<, 5<")
    assert {"legend a1", "song 1 a"} <= set(match.moves())
    assert [card["value"] for card in match.view()["legends"]["rose"]] == [1, 2, 9, 14]
    assert moonlit.load(json.loads(json.dumps(match.record()))).moves() == match.moves()


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"adventurers": ["red"]}, "bad_adventurers"),
        ({"adventurers": ["red", "red"]}, "bad_adventurers"),
        ({"adventurers": ["red", "lys"]}, "bad_adventurers"),
        ({"adventurers": "red"}, "bad_adventurers"),
        ({"adventurers": [1, None]}, "bad_adventurers"),
        ({"lumathon": True}, "bad_lumathon"),
        ({"lumathon": {"captain": 0, "winner": 1}}, "bad_lumathon"),
        ({"lumathon": {"captain": 0, "winner": 1, "last": 2}}, "bad_lumathon"),
        ({"lumathon": {"captain": True, "winner": 1, "last": 0}}, "bad_lumathon"),
        ({"components": []}, "components_fields"),
        ({"components": {"songs": [4, 5, 6, 7]}}, "components_fields"),
        (
            {"components": {**DEFAULT_CARDS, "legends": {"amber": [1, 2, 3, 4]}}},
            "components_legends",
        ),
        ({"components": {**DEFAULT_CARDS, "songs": [4, 5, 6, 8]}}, "components_values"),
        ({"components": {**DEFAULT_CARDS, "songs": [4, 5, 5, 6]}}, "components_values"),
        ({"components": {**DEFAULT_CARDS, "songs": [7, 6, 5, 4]}}, "components_values"),
        ({"components": {**DEFAULT_CARDS, "songs": [4, 5, 6]}}, "components_values"),
        ({"components": {**DEFAULT_CARDS, "songs": [4, 5, 6, "7"]}}, "components_values"),
        ({"beginner": True}, "unknown_option"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], key: str) -> None:
    with pytest.raises(moonlit.BadTable) as error:
        new(2, **options)
    assert error.value.key == key
    for language in ("en", "es", "fr"):
        assert error.value.text(language)


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_players(players: int) -> None:
    with pytest.raises(moonlit.BadTable):
        new(players)


# ---- deals ---------------------------------------------------------------------------------------


def test_a_deal_holds_all_112_tiles() -> None:
    piles = new(2).record()["deal"]["piles"]
    assert [len(pile) for pile in piles] == [14] * 8
    names = [name for pile in piles for name in pile]
    assert {name: names.count(name) for name in names} == {
        **dict.fromkeys("acijopr", 14),
        "moon": 12,
        "wild": 2,
    }


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"start": 2}, "deal_start"),
        ({"start": True}, "deal_start"),
        ({"start": None}, "deal_start"),
        ({"adventurers": ["red"]}, "bad_adventurers"),
        ({"adventurers": ["red", "red"]}, "bad_adventurers"),
        ({"adventurers": {"red": 1}}, "bad_adventurers"),
        ({"piles": []}, "deal_piles"),
        ({"piles": [["a"] * 14] * 8}, "deal_tile_count"),
        ({"piles": [["x"] * 14] * 8}, "deal_unknown_tile"),
        ({"piles": [[["a"]] * 14] * 8}, "deal_unknown_tile"),
        ({"piles": [["a"] * 13] * 8}, "deal_piles"),
        ({"lys": 3}, "deal_fields"),
    ],
)
def test_a_deal_that_is_none_is_refused(change: dict[str, Any], key: str) -> None:
    record = new(2).record()
    record["deal"] = {**record["deal"], **change}
    with pytest.raises(moonlit.BadRecord) as error:
        moonlit.load(record)
    assert error.value.key == key


def test_a_deal_must_agree_with_the_options() -> None:
    record = new(3, lumathon=LUMATHON).record()
    record["deal"]["start"] = 1
    with pytest.raises(moonlit.BadRecord, match="captain starts"):
        moonlit.load(record)
    record = new(2, adventurers=["red", "moon"]).record()
    record["deal"]["adventurers"] = ["moon", "red"]
    with pytest.raises(moonlit.BadRecord, match="red, moon"):
        moonlit.load(record)


def test_the_deal_decides_and_not_the_seed() -> None:
    record = new(2).record()
    record["deal"] = {"start": 1, "adventurers": ["moon", "siana"], "piles": all_piles({4: "moon"})}
    match = moonlit.load(record)
    assert match.view()["first"] == 1
    assert match.view()["spaces"][3]["tile"] == "moon"
