"""Placing, steps, powers and the ends of Dance of Muses, rule by rule."""

from __future__ import annotations

import random

import pytest

import games.dance_of_muses.reference as reference
import moonlit
from games.dance_of_muses.tools import (
    EIGHT,
    GAME,
    dice,
    lone_step,
    muse,
    pieces,
    raise_dice,
    table,
    two_rows,
)
from moonlit import IllegalMove
from moonlit.core.conformance import random_match
from moonlit.core.jit import COMPILING
from moonlit.games.dance_of_muses.components import MUSE_NAMES

EIGHT4 = [name.lstrip("?") if n < 4 else f"?{name.lstrip('?')}" for n, name in enumerate(EIGHT)]


def refusal(match: moonlit.Match, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        match.play(move)
    return error.value.key


# ---- companies, dealing, the Neutral ---------------------------------------------------------


@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 3), (4, 2)])
def test_all_muses_are_dealt(players: int, each: int) -> None:
    deal = moonlit.new(GAME, players, seed=3).record()["deal"]
    assert [len(hand) for hand in deal["hands"]] == [each] * players
    dealt = [name for hand in deal["hands"] for name in hand]
    assert (deal["neutral"] is None) == (players == 3)
    assert sorted([*dealt, *([deal["neutral"]] if players != 3 else [])]) == sorted(MUSE_NAMES)


@pytest.mark.parametrize(("players", "on_table"), [(2, ["?0"]), (3, []), (4, ["urania"])])
def test_the_neutral_lies_face_down_with_two_and_face_up_with_four(
    players: int, on_table: list[str]
) -> None:
    match = table(players, [], neutral="urania" if players != 3 else None)
    assert list(pieces(match)) == on_table
    for piece in pieces(match).values():
        assert (piece["x"], piece["y"], piece["die"], piece["owner"]) == (0, 0, 1, None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_starts_sometimes(players: int) -> None:
    starts = {moonlit.new(GAME, players, seed=seed).to_move for seed in range(40)}
    assert starts == set(range(players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_placing_and_dancing_go_clockwise_from_the_start_player(players: int) -> None:
    seats = [match.to_move for match in random_match(GAME, players, seed=6)]
    start = seats[0]
    assert start is not None
    placings = 9 if players == 3 else 8
    assert seats[placings] == start
    assert seats[:-1] == [(start + number) % players for number in range(len(seats) - 1)]


# ---- placing ---------------------------------------------------------------------------------


def test_without_a_neutral_the_first_muse_goes_to_the_middle() -> None:
    match = moonlit.new(GAME, 3, seed=1)
    assert {move.split("@")[1] for move in match.moves()} == {"0,0"}
    held = match.view(match.to_move)["hands"][match.to_move or 0]["muses"][0]
    assert refusal(match, f"{held}@1,0") == "first_place"


def test_a_muse_goes_next_to_another_by_edge_or_corner() -> None:
    match = table(2, [])
    cells = {move.split("@")[1] for move in match.moves()}
    assert cells == {f"{x},{y}" for x, y in reference.around(0, 0)}
    held = match.view(0)["hands"][0]["muses"][0]
    assert refusal(match, f"{held}@2,0") == "not_beside"
    assert refusal(match, f"{held}@0,0") == "place_taken"
    assert refusal(match, f"{held}@1,00") == "other_spelling"


def test_each_player_places_exactly_one_muse_face_down() -> None:
    match = table(2, ["?calliope@0,1", "clio@1,0"], neutral="urania")
    assert refusal(match, "?erato@1,1") in ("mystery_placed", "not_in_hand")
    assert all(not move.startswith("?") for move in match.moves())
    match.play(match.moves()[0])
    assert any(move.startswith("?") for move in match.moves())
    assert any(not move.startswith("?") for move in match.moves())


def test_the_last_muse_is_the_mystery_muse_if_none_was_before() -> None:
    match = table(4, ["calliope@0,1", "clio@1,0", "erato@1,1", "euterpe@-1,0"], neutral="urania")
    assert all(move.startswith("?") for move in match.moves())
    held = match.view(0)["hands"][0]["muses"][0]
    assert refusal(match, f"{held}@0,-1") == "must_be_face_down"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_placing_is_offered_and_no_other(players: int) -> None:
    for seed in range(6):
        for match in random_match(GAME, players, seed):
            if match.view()["phase"] != "placing":
                break
            assert set(match.moves()) == reference.placings(match.view(match.to_move))


# ---- dancing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_dance_is_offered_and_no_other_and_does_what_it_says(players: int) -> None:
    chance = random.Random(players)
    for seed in range(5 if COMPILING else 1):
        for match in random_match(GAME, players, seed):
            if match.view()["phase"] != "dancing":
                continue
            expected = reference.moves(match.view())
            assert set(match.moves()) == set(expected)
            for move in chance.sample(sorted(expected), 3):
                copy = match.copy()
                copy.play(move)
                cells = {name: (piece["x"], piece["y"]) for name, piece in pieces(copy).items()}
                assert (cells, dice(copy)) == expected[move], move
                assert copy.over == (6 in dice(copy).values() or copy.view()["turns"] == 200)


def test_a_face_down_muse_steps_but_has_no_power() -> None:
    match = two_rows(2, EIGHT)
    assert "?0:w" in match.moves()
    assert not [move for move in match.moves() if move.startswith("?") and "*" in move]
    assert refusal(match, "?0:w*calliope") == "power_face_down"
    match.play("?0:w")
    assert dice(match)["?0"] == 2


def test_a_face_down_muse_can_be_a_target() -> None:
    match = two_rows(2, EIGHT)
    match.play("calliope:w*?0")
    assert dice(match)["?0"] == 2
    assert dice(match)["calliope"] == 1


def test_a_face_up_neutral_steps_and_uses_her_power() -> None:
    match = two_rows(4, EIGHT4)
    assert pieces(match)["urania"]["owner"] is None
    swaps = [move for move in match.moves() if move.startswith("urania:") and "*" in move]
    assert swaps
    match.play(swaps[0])


def test_anybody_may_move_anybody() -> None:
    match = two_rows(3, [*EIGHT[:6], "?terpsichore", "?thalia", "?urania"])
    movable = {move.split(":")[0].split("*")[0] for move in match.moves()}
    assert movable == set(pieces(match))


def test_a_power_is_used_once() -> None:
    match = two_rows(2, EIGHT)
    assert refusal(match, "calliope*?0:w*?0") == "power_once"


def test_a_power_never_works_on_its_own_muse() -> None:
    match = two_rows(2, EIGHT)
    assert refusal(match, "calliope*calliope:w") == "outside_before"
    assert refusal(match, "calliope:w*calliope") == "outside_after"


def test_the_area_is_seen_from_where_the_muse_stands_or_arrives() -> None:
    """Calliope at 0,1 has Erato at 1,1 beside her; one step west of there she has not."""
    match = two_rows(2, EIGHT)
    assert "calliope*erato:w" in match.moves()
    assert refusal(match, "calliope:w*erato") == "outside_after"
    assert refusal(match, "calliope*melpomene:w") == "outside_before"


def test_names_and_phases_in_refusals() -> None:
    match = two_rows(2, EIGHT)
    assert refusal(match, "urania:n") == "not_on_table"
    assert refusal(match, "clio:n*?4") == "not_on_table"
    assert refusal(match, "zeus:n") == "not_on_table"
    assert refusal(match, "clio@5,5") == "placing_over"
    assert refusal(match, "hello") == "no_dance"
    start = table(2, [])
    assert refusal(start, "clio:n") == "dance_too_soon"
    assert refusal(start, "hello") == "no_placing"
    assert refusal(start, "zeus@0,1") == "unknown_muse"
    away = next(name for name in MUSE_NAMES if name not in start.view(0)["hands"][0]["muses"])
    assert refusal(start, f"{away}@0,1") == "not_in_hand"


# ---- the end ---------------------------------------------------------------------------------


def test_a_power_before_the_step_can_end_the_game() -> None:
    """The step is void: nobody moves and no other die rises."""
    match = two_rows(2, EIGHT, muses={"calliope": muse("raise", "all", 2)})
    raise_dice(match, {"erato": 5})
    before = {name: (piece["x"], piece["y"]) for name, piece in pieces(match).items()}
    mover = match.to_move
    move = next(m for m in match.moves() if m.startswith("calliope*erato:"))
    seen = match.preview(move)
    assert seen["over"]
    assert seen["moved"] == []
    match.play(move)
    assert match.over
    assert dice(match)["calliope"] == 1
    assert {n: (p["x"], p["y"]) for n, p in pieces(match).items()} == before
    assert match.view()["scoring"]["ended_by"] == mover
    keys = [entry["key"] for entry in match.log()[-1]]
    assert keys[:2] == ["log.raise", "log.six"]


def test_a_pushed_neutral_can_end_the_game() -> None:
    match = two_rows(2, EIGHT)
    raise_dice(match, {"?0": 5})
    assert (pieces(match)["?0"]["x"], pieces(match)["?0"]["y"]) == (0, 0)  # four steps lead back
    mover = match.to_move
    match.play("calliope:s")  # from 0,1 onto 0,0
    assert dice(match)["?0"] == 6
    assert dice(match)["calliope"] == 2
    assert match.over
    assert match.view()["scoring"]["ended_by"] == mover


def test_no_power_after_a_step_that_ends_the_game() -> None:
    match = two_rows(2, EIGHT)
    raise_dice(match, {"calliope": 5})
    step = lone_step(match, "calliope")
    assert step is not None
    assert not [move for move in match.moves() if move.startswith(f"{step}*")]
    target = next(m for m in match.moves() if m.startswith("calliope*")).split("*")[1][:-2]
    assert refusal(match, f"{step}*{target}") == "step_ends"
    match.play(step)
    assert match.over
    assert match.moves() == []


def test_all_that_move_rise_together() -> None:
    """A push can bring two dice to 6 at once."""
    match = two_rows(2, EIGHT)
    raise_dice(match, {"calliope": 5, "?0": 5})
    match.play("calliope:s")
    assert [name for name, die in dice(match).items() if die == 6] == ["?0", "calliope"]
    assert match.log()[-1][2]["args"]["count"] == 2


def test_a_power_after_the_step_can_end_the_game() -> None:
    match = two_rows(2, EIGHT, muses={"calliope": muse("raise", "all", 2)})
    raise_dice(match, {"erato": 5})
    match.play(next(m for m in match.moves() if m.startswith("calliope:") and "*erato" in m))
    assert match.over
    assert dice(match)["calliope"] == 2
