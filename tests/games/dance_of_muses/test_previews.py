"""What a preview of Dance of Muses tells, in words, and that it tells nothing hidden."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from games.dance_of_muses.tools import EIGHT, GAME, dice, muse, raise_dice, reached, two_rows
from moonlit import Match
from moonlit.core.conformance import random_match, sample
from moonlit.core.words import LANGUAGES, say

COUNTS = (2, 3, 4)


def said(match: Match, move: str, language: str = "en") -> list[str]:
    names = ["Ana", "Ben", "Cleo", "Dan"]
    return [
        say(GAME, entry["key"], language, names, **entry["args"])
        for entry in match.preview(move)["entries"]
    ]


def test_a_placing_in_words() -> None:
    match = reached(2, "deal")
    name = match.view(match.to_move)["hands"][match.to_move or 0]["muses"][0]
    other = "Ben" if match.to_move == 0 else "Ana"
    assert said(match, f"{name}@1,0") == [
        f"{name.capitalize()} would lie face up at 1,0.",
        f"Next would be {other}.",
    ]
    assert said(match, f"?{name}@1,0")[0] == f"{name.capitalize()} would lie face down at 1,0."


def test_a_step_in_words_tells_who_is_pushed_and_which_dice_change_alike() -> None:
    match = two_rows(2, EIGHT)
    assert said(match, "calliope:w") == ["A die would go from 1 to 2: Calliope.", NEXT]
    assert said(match, "calliope:s") == [
        "A Muse would be pushed along: ?0.",
        "Dice would go from 1 to 2: ?0, Calliope.",
        NEXT,
    ]
    assert said(match, "calliope:s", "es") == [
        "Sería empujada: ?0.",
        "Varios dados pasarían de 1 a 2: ?0, Calliope.",
        "Después jugaría Ben.",
    ]
    assert said(match, "calliope:s", "fr") == [
        "Serait poussée : ?0.",
        "Des dés passeraient de 1 à 2 : ?0, Calliope.",
        "Ce serait ensuite à Ben.",
    ]


NEXT = "Next would be Ben."


def test_a_power_in_words_is_what_it_does_to_the_dice() -> None:
    match = two_rows(2, EIGHT)
    raise_dice(match, {"erato": 3})
    assert said(match, "calliope*erato:w") == [
        "A die would go from 1 to 4: Calliope.",
        "A die would go from 3 to 1: Erato.",
        NEXT,
    ]


def test_a_power_that_ends_the_game_before_the_step() -> None:
    match = two_rows(2, EIGHT, muses={"calliope": muse("raise", "all", 2)})
    raise_dice(match, {"erato": 5})
    move = next(move for move in match.moves() if move.startswith("calliope*erato:"))
    assert said(match, move) == [
        "A die would go from 5 to 6: Erato.",
        "The power would end the game before the step.",
    ]
    match.play("melpomene:s")
    assert said(match, "erato:n") == ["A die would go from 5 to 6: Erato.", "The game would end."]


@pytest.mark.parametrize("players", COUNTS)
def test_the_words_tell_what_the_numbers_tell(players: int) -> None:
    chance = random.Random(players)
    for match in random_match(GAME, players, seed=8):
        for move in chance.sample(match.moves(), min(6, len(match.moves()))):
            seen = match.preview(move)
            after = match.copy()
            after.play(move)
            told = {entry["key"]: entry["args"] for entry in seen["entries"]}
            assert ("board.would_play" in told) == (not after.over) == (not seen["over"])
            if seen["kind"] == "placing":
                assert told["board.would_play"] == {"seat": after.to_move}
                continue
            pushed = {piece["name"].capitalize() for piece in seen["moved"]}
            pushed -= {seen["muse"].capitalize()}
            assert set(told.get("board.would_push", {"muses": []})["muses"]) == pushed
            changes = {
                (name, entry["args"]["old"], entry["args"]["value"])
                for entry in seen["entries"]
                if entry["key"] == "board.would_change"
                for name in entry["args"]["muses"]
            }
            now, then = dice(match), dice(after)
            assert changes == {
                (name.capitalize(), now[name], then[name])
                for name in now
                if now[name] != then[name]
            }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", COUNTS)
def test_every_preview_can_be_said(players: int, language: str) -> None:
    chance = random.Random(players)
    keys = set()
    for match in random_match(GAME, players, seed=3):
        for move in chance.sample(match.moves(), min(8, len(match.moves()))):
            keys |= {entry["key"] for entry in match.preview(move)["entries"]}
            for line in said(match, move, language):
                assert line.endswith(".")
                assert "{" not in line
    assert len(keys) >= 6


# ---- nothing hidden --------------------------------------------------------------------------


def previews(match: Match, moves: list[str]) -> list[dict[str, Any]]:
    return [match.preview(move) for move in moves]


@pytest.mark.parametrize("players", COUNTS)
def test_a_preview_is_the_same_however_the_hidden_is_dealt(players: int) -> None:
    for match in sample(GAME, players, 17, None, 8):
        if match.over:
            continue
        moves = random.Random(match.number).sample(match.moves(), min(25, len(match.moves())))
        for seed in range(3):
            other = match.redeal(match.to_move, seed)
            assert previews(other, moves) == previews(match, moves)


@pytest.mark.parametrize("players", COUNTS)
def test_a_preview_names_nobody_whom_the_mover_has_not_seen(players: int) -> None:
    for match in sample(GAME, players, 23, None, 8):
        if match.over:
            continue
        view = match.view(match.to_move)
        own = view["hands"][match.to_move or 0]["mystery"]
        for seen in previews(match, match.moves()):
            told = json.dumps(seen).lower()
            assert not any(name in told for name in view["unseen"])
            assert seen["kind"] == "placing" or not own or own not in told


def test_a_preview_of_the_end_reveals_nothing() -> None:
    """Neither the Mystery Muses nor who would win."""
    for match, after in pairwise(m.copy() for m in random_match(GAME, 2, seed=3)):
        if not after.over:
            continue
        told = json.dumps(match.preview(after.record()["moves"][-1]))
        for name in match.view(match.to_move)["unseen"]:
            assert name not in told.lower()
        assert "place" not in told
        assert "suns" not in told
