"""Who knows what in Dance of Muses, and that nothing else gets out."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

import moonlit
from games.dance_of_muses.tools import GAME, pieces, table
from moonlit import IllegalMove, Match
from moonlit.core.conformance import all_told, random_match, sample
from moonlit.core.contract import reading
from moonlit.core.engine import engine as engine_for
from moonlit.core.engine import new_deal
from moonlit.core.registry import find_game
from moonlit.core.rng import generator
from moonlit.games.dance_of_muses.components import MUSE_NAMES

COUNTS = (2, 3, 4)


# ---- dealt anew, nothing changes -------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("players", COUNTS)
def test_no_view_changes_in_1000_games_when_the_hidden_is_dealt_anew(players: int) -> None:
    """One moment of each game, for every seat and a spectator; bench/leaks.py has all."""
    game = find_game(GAME)
    engine = engine_for(game)
    _, config = game.configure(players, {})
    chance = random.Random(players)
    for seed in range(1000):
        states = engine.setup(config, new_deal(game, config, seed))
        moment = chance.randrange(24)
        while moment and states["to_move"][0] >= 0:
            engine.play(states, chance.choice(engine.legal(states).tolist()))
            moment -= 1
        for seat in range(-1, players):
            other = states.copy()
            engine.redeal(other, seat, generator(seed))
            assert game.view(reading(other), seat) == game.view(reading(states), seat), seed


@pytest.mark.parametrize("players", COUNTS)
def test_nothing_that_a_seat_is_told_changes(players: int) -> None:
    """Log, history, previews, refusals and moves, at some moments of a game."""
    for match in sample(GAME, players, 11, None, 6):
        for seat in (None, *range(players)):
            assert all_told(match.redeal(seat, match.number), seat) == all_told(match, seat)


@pytest.mark.parametrize("players", COUNTS)
def test_a_redealt_match_can_be_played_on_and_taken_back(players: int) -> None:
    for match in sample(GAME, players, 5, None, 2):
        other = match.redeal(match.to_move, seed=8)
        while not other.over:
            other.play(other.moves()[0])
        assert moonlit.load(other.record()).record() == other.record()
        moves = other.record()["moves"]
        while other.number > match.number - 3 and other.number:
            assert other.undo() == moves[other.number]


# ---- every world is as likely as any other ---------------------------------------------------


def worlds(match: Match, seat: int, count: int) -> Counter[str]:
    """Redealt worlds: who is in which hand, and who is behind which name."""
    engine = engine_for(match.game)
    found: Counter[str] = Counter()
    for seed in range(count):
        states = match._states.copy()
        engine.redeal(states, seat, generator(seed))
        found[f"{states['hand']} {states['secret']}"] += 1
    return found


LATE = [
    "calliope@0,1",
    "clio@1,0",
    "?erato@1,1",
    "?euterpe@2,0",
    "melpomene@2,1",
    "polyhymnia@3,0",
]


@pytest.mark.parametrize(
    ("placings", "seat", "expected"),
    [
        ([], 0, 5),  # five unseen: one of them is the Neutral, the other four are one hand
        (LATE[:3], 1, 4 * 3),  # four unseen: the Neutral, ?1, two in one hand
        (LATE, 0, 3 * 2),  # three unseen: the Neutral, ?2, one in hand
        (LATE, -1, 5 * 4 * 3 * 2),  # five unseen: the Neutral, ?1, ?2, one in each hand
    ],
)
def test_redeal_reaches_every_world_equally_often(
    placings: list[str], seat: int, expected: int
) -> None:
    each = 20
    found = worlds(table(2, placings, neutral="urania"), seat, each * expected)
    assert len(found) == expected  # none is missing, and none is impossible
    squares = sum((number - each) ** 2 / each for number in found.values())
    assert squares < expected + 5 * (2 * expected) ** 0.5


def test_redeal_gives_each_player_as_many_as_they_hold() -> None:
    match = table(3, ["?calliope@0,0", "clio@1,0", "?erato@1,1", "euterpe@2,0"])
    for seed in range(50):
        other = match.redeal(1, seed)
        assert [len(hand["muses"] or []) for hand in full(other)] == [1, 2, 2]
        deal = other.record()["deal"]["hands"]
        assert {"clio"} <= set(deal[1])
        assert deal[1] == match.record()["deal"]["hands"][1]
        assert "euterpe" in deal[0]
        names = [name for hand in deal for name in hand]
        assert sorted(names) == sorted(MUSE_NAMES)


def full(match: Match) -> list[dict[str, list[str]]]:
    """Every hand, each by its own player's view."""
    return [match.view(seat)["hands"][seat] for seat in range(len(match.players))]


def test_the_mystery_muses_of_others_change_and_ones_own_stays() -> None:
    match = table(4, ["?calliope@0,1", "?clio@1,0", "?erato@1,1", "?euterpe@2,0"], neutral="urania")
    seen: dict[int, set[str]] = {seat: set() for seat in range(4)}
    for seed in range(60):
        for number, move in enumerate(match.redeal(0, seed).record()["moves"]):
            seen[number].add(move.split("@")[0])
    assert seen[0] == {"?calliope"}
    held = match.view(0)["hands"][0]["muses"]
    hidden = {f"?{name}" for name in MUSE_NAMES if name not in ("calliope", "urania", *held)}
    assert seen[1] == seen[2] == seen[3] == hidden


def test_at_the_end_all_is_known_and_nothing_is_dealt_anew() -> None:
    *_, match = random_match(GAME, 2, seed=4)
    for seat in (None, 0, 1):
        assert match.redeal(seat, 3).record() == {**match.record(), "seed": None}
        assert all(piece["muse"] for piece in match.view(seat)["table"])
        assert match.view(seat)["unseen"] == []


# ---- who knows what --------------------------------------------------------------------------


def test_a_hand_is_for_its_player_alone() -> None:
    match = moonlit.new(GAME, 3, seed=2)
    deal = match.record()["deal"]["hands"]
    for seat in (None, 0, 1, 2):
        for owner, hand in enumerate(match.view(seat)["hands"]):
            assert hand["count"] == 3
            assert hand["muses"] == (sorted(deal[owner]) if owner == seat else None)


def test_a_mystery_muse_is_for_her_player_alone_and_not_for_the_partner() -> None:
    placings = ["?calliope@0,1", "clio@1,0", "erato@1,1", "euterpe@2,0"]
    match = table(4, placings, neutral="urania")
    for seat in (None, 0, 1, 2, 3):
        piece = pieces(match, seat)["?1"]
        assert piece["muse"] == ("calliope" if seat == 0 else None)
        assert match.view(seat)["hands"][0]["mystery"] == piece["muse"]
        assert match.view(seat)["hands"][0]["mystery_placed"]
        assert match.history(seat)[0] == ("?calliope@0,1" if seat == 0 else "?@0,1")
        key = "log.placed_own_mystery" if seat == 0 else "log.placed_mystery"
        assert match.log(seat)[0][0]["key"] == key
        assert ("calliope" in json.dumps(match.log(seat)).lower()) == (seat == 0)
        assert ("calliope" in match.view(seat)["unseen"]) == (seat != 0)
    assert match.record()["moves"][0] == "?calliope@0,1"


def test_the_face_down_neutral_is_for_nobody() -> None:
    match = table(2, [], neutral="urania")
    for seat in (None, 0, 1):
        assert pieces(match, seat)["?0"]["muse"] is None
        assert "urania" in match.view(seat)["unseen"]


def test_the_owner_too_calls_a_face_down_muse_by_her_public_name() -> None:
    for match in random_match(GAME, 2, seed=9):
        if match.view()["phase"] == "dancing":
            secret = match.view(match.to_move)["hands"][match.to_move or 0]["mystery"]
            assert not any(secret in move for move in match.moves())
            assert any(f"?{(match.to_move or 0) + 1}:" in move for move in match.moves())


@pytest.mark.parametrize("players", COUNTS)
def test_no_hidden_name_is_told_before_the_end(players: int) -> None:
    """Whatever a seat is told, in words: only the table of all nine names what it cannot see."""
    for match in random_match(GAME, players, seed=21):
        if match.over:
            break
        for seat in (None, *range(players)):
            view = match.view(seat)
            open_to_all = {"muses": None, "unseen": None}
            told = json.dumps([{**view, **open_to_all}, match.log(seat), match.history(seat)])
            for name in view["unseen"]:
                assert name not in told.lower()


def test_a_refusal_is_the_same_wherever_a_hidden_muse_is() -> None:
    """Not in hand is all that is said: not whether she is the Neutral, a ?, or in another hand."""
    match = table(2, ["?calliope@0,1", "clio@1,0"], neutral="urania")
    held = match.view(0)["hands"][0]["muses"]
    reasons = set()
    for name in MUSE_NAMES:
        if name not in held:
            with pytest.raises(IllegalMove) as error:
                match.play(f"{name}@1,1")
            reasons.add(error.value.text().replace(name, "NAME"))
    assert len(reasons) == 1
    for name in MUSE_NAMES:  # a public reason comes first, whoever is asked for
        with pytest.raises(IllegalMove) as error:
            match.play(f"{name}@7,7")
        assert error.value.key == "not_beside"
