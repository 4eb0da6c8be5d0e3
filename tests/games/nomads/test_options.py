"""What a table may choose."""

from __future__ import annotations

import json
from typing import Any

import pytest

import moonlit
from games.nomads.tools import LUMATHON, THREE, lay, new, play, table, tiles
from moonlit.core.registry import find_game
from moonlit.core.words import LANGUAGES
from moonlit.games.nomads.components import ADVENTURERS, DEFAULT_CARDS, LEGENDS
from moonlit.games.nomads.options import OPTIONS


def test_what_is_declared() -> None:
    assert [(option.name, option.kind, option.offered) for option in OPTIONS] == [
        ("adventurers", "names", True),
        ("lumathon", "seats", True),
        ("components", "table", False),
    ]
    assert OPTIONS[0].choices == ADVENTURERS
    assert OPTIONS[1].fields == tuple(LUMATHON)


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


def test_some_seats_choose_and_the_others_are_dealt() -> None:
    seen = set()
    for seed in range(40):
        match = moonlit.new("nomads", 3, seed, {"adventurers": [None, "red", None]})
        names = match.record()["deal"]["adventurers"]
        assert [seat["adventurer"] for seat in match.view()["seats"]] == names
        assert names[1] == "red"
        assert len(set(names)) == 3
        assert match.record()["options"] == {"adventurers": [None, "red", None]}
        assert moonlit.load(match.record()).view() == match.view()
        seen |= {names[0], names[2]}
    assert seen == set(ADVENTURERS) - {"red"}
    nobody = moonlit.new("nomads", 2, 5, {"adventurers": [None, None]})
    assert nobody.record() == moonlit.new("nomads", 2, 5).record(), "as if nothing was said"


def test_a_record_of_a_lumathon_whose_winner_came_last_still_replays() -> None:
    record = new(3, lumathon=LUMATHON).record()
    record["options"]["lumathon"] = {"captain": 2, "winner": 0, "last": 0}
    assert moonlit.load(record).record()["options"] == record["options"]


def test_the_next_round_of_a_lumathon_is_led_by_the_winner() -> None:
    game = find_game("nomads")
    options = {"lumathon": LUMATHON, "adventurers": [None, "red", None]}
    led = {"captain": 1, "winner": 1, "last": 2}
    assert game.options_again(options, [2, 1, 3]) == {**options, "lumathon": led}
    assert game.options_again(options, [1, 1, 1]) == options, "nobody has won alone"
    assert game.options_again({}, [2, 1, 3]) == {}
    assert find_game("nova-luna").options_again({"beginner": True}, [1, 2]) == {"beginner": True}


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
        ({"lumathon": {"captain": 0, "winner": 1, "last": 1}}, "seats_apart"),
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
    for language in LANGUAGES:
        assert error.value.text(language)


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_players(players: int) -> None:
    with pytest.raises(moonlit.BadTable):
        new(players)
