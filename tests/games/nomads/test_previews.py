"""What a move would bring, before it is made."""

from __future__ import annotations

import random
from typing import Any

import pytest

import moonlit
from games.nomads.tools import THREE, game, gather, go_round, lay, play, table
from moonlit.core.words import LANGUAGES, say


def said(match: moonlit.Match, move: str, language: str = "en") -> list[str]:
    """The sentences of a preview."""
    names = ["Ana", "Ben", "Cleo", "Dan", "Eva"]
    return [
        say("nomads", entry["key"], language, names, **entry["args"])
        for entry in match.preview(move)["entries"]
    ]


def told(match: moonlit.Match, move: str) -> list[tuple[str, dict[str, Any]]]:
    return [(entry["key"], entry["args"]) for entry in match.preview(move)["entries"]]


def test_a_preview_shows_who_would_take_what() -> None:
    match = lay(table("ulrich siana red", {3: "p", 4: "moon", 7: "o"}), THREE, lys=8)
    seen = match.preview("1>")
    assert seen["dropped"] == [
        {"space": 2, "discs": ["nomad"]},
        {"space": 3, "discs": ["ulrich"]},
    ]
    assert (seen["then"], seen["next"]) == (None, 1)
    takes = {take["space"]: take for take in seen["takes"]}
    assert takes[3] == {"space": 3, "seat": 0, "by": "ulrich", "tile": "pearl"}
    assert takes[4] == {"space": 4, "seat": 1, "by": "siana", "tile": "moon"}
    assert takes[7] == {"space": 7, "seat": None, "by": "moon", "tile": "onyx"}
    assert seen["scoring"] == {"follows": False, "moons": [0, 0, 0]}


def test_a_preview_says_that_lys_would_move_and_leaves_the_scoring_open() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=3)
    seen = match.preview("1>")
    assert (seen["then"], seen["next"]) == ("lys", 0)
    assert seen["scoring"] == {"follows": None, "moons": None}


def test_the_second_tile_of_a_pile_is_unknown() -> None:
    match = lay(table("ulrich siana red", {4: "p moon"}), THREE, lys=3)
    play(match, "1>")
    there = [take for take in match.preview("lys@4")["takes"] if take["space"] == 4]
    assert there == [
        {"space": 4, "seat": 0, "by": "lys", "tile": "pearl"},
        {"space": 4, "seat": 1, "by": "siana", "tile": None},
    ]
    assert match.preview("lys@4")["scoring"]["follows"] is False, "one moon would not be enough"
    assert ("board.would_take", {"seat": 1, "tiles": "?"}) in told(match, "lys@4")


def test_a_scoring_that_hangs_on_an_unknown_tile_is_unknown() -> None:
    tops = {1: "a", 4: "p moon", 5: "moon", 6: "moon", 7: "moon"}
    match = play(lay(table("ulrich siana red", tops), THREE, lys=3), "1>")
    assert match.preview("lys@4")["scoring"] == {"follows": None, "moons": None}
    assert match.preview("lys@1")["scoring"] == {"follows": False, "moons": [0, 0, 0]}
    assert ("board.may_score", {}) in told(match, "lys@4")
    tops = {4: "moon p", 5: "moon", 6: "moon", 7: "moon"}
    match = play(lay(table("ulrich siana red", tops), THREE, lys=3), "1>")
    seen = match.preview("lys@4")
    assert seen["scoring"] == {"follows": True, "moons": None}, "who wins hangs on Siana's tile"
    assert told(match, "lys@4")[-3:-1] == [("board.would_score", {}), ("board.may_win", {})]


def test_a_preview_of_a_card() -> None:
    match = gather("ulrich siana red", "a a a wild")
    assert match.preview("legend a3*")["written"] == {
        "card": "a3",
        "returned": None,
        "paid": "aa*",
        "points": 3 - 1,
    }
    play(match, "legend a2")
    go_round(match)
    assert match.preview("legend a3")["written"]["returned"] == "a2"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_previews_leak_nothing_and_come_true(players: int) -> None:
    """Over whole games: the same for every redeal, and what they say for sure happens."""
    for seed in (players, players + 10):
        chance = random.Random(seed)
        match = moonlit.new("nomads", players, seed)
        while not match.over:
            moves = match.moves()
            if match.view()["asks"] in ("lys", "top") or chance.random() < 0.1:
                other = match.redeal(match.to_move, seed)
                for move in moves:
                    assert other.preview(move) == match.preview(move)
            move = chance.choice(moves)
            check_truth(match, move)


def check_truth(match: moonlit.Match, move: str) -> None:
    seen, before = match.preview(move), match.view()
    for entry in seen["entries"]:
        for language in LANGUAGES:
            assert "{" not in say("nomads", entry["key"], language, **entry["args"])
    match.play(move)
    after = match.view()
    check_sentences(seen["entries"], match.log(since=match.number - 1)[0])
    assert seen["stacks"] == [space["stack"] for space in after["spaces"]]
    assert seen["lys"] == after["lys"]
    if seen["next"] is not None:
        assert seen["next"] == match.to_move
    if seen["over"] is not None:
        assert seen["over"] == match.over
    assert seen["last_writing"] == after["last_writing"]
    if seen["then"] is not None:
        return
    gone = [a["pile"] - b["pile"] for a, b in zip(before["spaces"], after["spaces"], strict=True)]
    assert gone == [sum(take["space"] == space for take in seen["takes"]) for space in range(1, 9)]
    won = [b["moons"] - a["moons"] for a, b in zip(before["seats"], after["seats"], strict=True)]
    if seen["scoring"]["moons"] is not None:
        assert seen["scoring"]["moons"] == won
    if all(take["tile"] for take in seen["takes"]) and seen["written"] is None:
        for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
            mine = [take["tile"] for take in seen["takes"] if take["seat"] == seat]
            for kind, count in new["tiles"].items():
                assert count - old["tiles"][kind] == mine.count(kind)


def check_sentences(would: list[Any], happened: list[Any]) -> None:
    """What was to be discarded and to go to the chart is so told again when it has happened."""
    would_be = [(entry["key"], entry["args"]) for entry in would]
    was = [(entry["key"], entry["args"]) for entry in happened]
    keys = [key for key, _ in would_be]
    assert would_be, "something is always told"
    if "board.would_move_lys" in keys or "board.would_ask_red" in keys:
        return
    if "?" in "".join(args.get("tiles", "") for _, args in would_be):
        return
    tiles = [(args["adventurer"], args["tiles"]) for key, args in was if key == "log.discarded"]
    assert tiles == [
        (args["adventurer"], args["tiles"]) for key, args in would_be if "discard" in key
    ]
    moons = sum(args["count"] for key, args in was if key == "log.moons")
    moons += sum(key == "log.lys_moon" for key, _ in was)
    assert moons == sum(args["count"] for key, args in would_be if key == "board.would_chart")
    assert ("board.would_end" in keys) == (("log.end", {}) in was)
    closes = "board.would_close" in keys
    if "board.would_end" not in keys:
        assert closes == any(key in ("log.last_piles", "log.last_turns") for key, _ in was)


# ---- the sentences -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            "Ana would take p. Cleo would take aa. Moon would discard o. Nostromo would discard a. "
            "1 opal moon would go to the chart. Next would be Ben.",
        ),
        (
            "es",
            "Ana cogería p. Cleo cogería aa. Moon descartaría o. Nostromo descartaría a. "
            "Iría a la Carta Lunar 1 Fragmento de luna de ópalo. Después jugaría Ben.",
        ),
        (
            "fr",
            "Ana prendrait p. Cleo prendrait aa. Moon défausserait o. Nostromo défausserait a. "
            "1 lune d'opale irait sur la Carte Lunaire. Ce serait ensuite à Ben.",
        ),
    ],
)
def test_who_would_take_what(language: str, sentences: str) -> None:
    match = lay(table("ulrich siana red", {3: "p", 4: "moon", 7: "o"}), THREE, lys=8)
    assert " ".join(said(match, "1>", language)) == sentences


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            "4 opal moons would go to the chart. A moon scoring would follow. "
            "Ana would win 3 moons. Ben would win 1 moon. Next would be Ben.",
        ),
        (
            "es",
            "Irían a la Carta Lunar 4 Fragmentos de luna de ópalo. "
            "Habría una puntuación intermedia. Ana ganaría 3 Fragmentos. "
            "Ben ganaría 1 Fragmento. Después jugaría Ben.",
        ),
        (
            "fr",
            "4 lunes d'opale iraient sur la Carte Lunaire. Un décompte intermédiaire suivrait. "
            "Ana gagnerait 3 lunes. Ben gagnerait 1 lune. Ce serait ensuite à Ben.",
        ),
    ],
)
def test_a_moon_scoring_and_what_it_would_give(language: str, sentences: str) -> None:
    tops = {2: "moon", 3: "moon", 4: "a", 5: "a", 6: "c", 7: "moon", 8: "moon"}
    match = lay(table("ulrich siana red", tops), THREE, lys=8)
    assert " ".join(said(match, "1>d1", language)[2:]) == sentences


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", "a3 would cost a and leave you with 0 points. a2 would lie there for all again."),
        (
            "es",
            "a3 costaría a y te dejaría con 0 puntos. a2 volvería a estar disponible para todos.",
        ),
        (
            "fr",
            "a3 coûterait a et vous laisserait avec 0 point. "
            "a2 serait de nouveau disponible pour tous.",
        ),
    ],
)
def test_what_a_card_would_cost(language: str, sentences: str) -> None:
    match = gather("ulrich siana red", "a a a wild")
    play(match, "legend a2")
    go_round(match)
    assert " ".join(said(match, "legend a3", language)[:2]) == sentences


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["It would still be your turn."]),
        ("es", ["Seguiría siendo tu turno."]),
        ("fr", ["Ce serait encore à vous de jouer."]),
    ],
)
def test_a_move_after_which_the_same_seat_goes_on(language: str, sentences: list[str]) -> None:
    match = table("ulrich siana")
    assert said(match, "red@1", language) == sentences


def test_seats_are_told_from_the_one_to_move_on() -> None:
    match = lay(table("red ulrich siana", start=2), THREE, lys=8)
    seats = [args["seat"] for key, args in told(match, "3>") if key == "board.would_take"]
    assert seats == [2, 0, 1]


def test_lys_and_red_are_told_before_and_after_the_tiles() -> None:
    match = lay(table("ulrich siana red"), THREE, lys=3)
    keys = [key for key, _ in told(match, "1>")]
    assert keys[0] == "board.would_move_lys"
    assert "board.would_play" not in keys, "the turn is not over"
    under = {**THREE, 5: "red siana", 3: ""}
    match = lay(table("red ulrich siana"), under, lys=1)
    assert told(match, "6>")[-1] == ("board.would_ask_red", {})


def test_the_last_writing_is_told_once_and_not_when_the_game_would_end() -> None:
    match = game("five-players")
    keys = [key for key, _ in told(match, match.undo())]
    assert keys[-1] == "board.would_end"
    assert "board.would_close" not in keys
    closed = 0
    while match.number:
        move = match.undo()
        closed += "board.would_close" in [key for key, _ in told(match, move)]
    assert closed == 1
