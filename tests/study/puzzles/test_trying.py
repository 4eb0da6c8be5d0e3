"""Moves tried in a puzzle, and proofs: they look at what the seat to move knows, and no further."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

import moonlit
from moonlit.bots.evaluator import Evaluator
from moonlit.core.errors import BadTable, IllegalMove
from moonlit.core.match import Match
from moonlit.study.puzzles import Puzzle, try_move
from moonlit.study.puzzles import proof as proving
from moonlit.study.puzzles.model import made
from moonlit.study.puzzles.proof import distinct, prove, worths

pytestmark = pytest.mark.compiled  # plain Python would only search the same trees more slowly

GAMES = [("nova-luna", 2), ("nova-luna", 1), ("dance-of-muses", 2), ("nomads", 3)]


@pytest.fixture(autouse=True)
def _small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "SHORT", 4)
    monkeypatch.setattr(proving, "LONGER", 8)
    monkeypatch.setattr(proving, "ROUNDS", ((8, 3), (16, 2), (24, 2)))
    monkeypatch.setattr("moonlit.study.puzzles.trying.ITERATIONS", 16)


def played(game: str, players: int, moves: int = 12) -> Match:
    match = moonlit.new(game, players=players, seed=11)
    for number in range(moves):
        match.play(match.moves()[7 * number % len(match.moves())])
    return match


def puzzle(match: Match, best: str) -> Puzzle:
    told = {"also": [], "themes": [], "level": "club", "rating": 1, "margin": 12.0, "value": 60.0}
    return made(match, solution=[best], **told)


def test_right_and_wrong() -> None:
    match = played("nova-luna", 2)
    best, other, third = match.moves()[:3]
    given = replace(puzzle(match, best), rivals={other: 16.5}, also=[third])
    right = try_move(given, [], best)
    assert (right.right, right.solved, right.loss, right.mark) == (True, True, 0.0, "best")
    assert right.why
    assert try_move(given, [], third).right
    wrong = try_move(given, [], other)
    assert (wrong.right, wrong.solved, wrong.loss, wrong.mark) == (False, False, 16.5, "blunder")
    assert wrong.why
    assert wrong.to_json()["why"] == wrong.why
    unknown = try_move(given, [], match.moves()[5])
    assert not unknown.right
    assert unknown.loss >= 0.0
    assert unknown == try_move(given, [], match.moves()[5])


def test_moves_that_cannot_be_tried() -> None:
    match = played("nova-luna", 2)
    given = puzzle(match, match.moves()[0])
    with pytest.raises(IllegalMove):
        try_move(given, [], "9@9,9")
    with pytest.raises(BadTable, match="Start it again"):
        try_move(given, [match.moves()[1]], match.moves()[0])
    with pytest.raises(BadTable, match="Start it again"):
        try_move(given, [match.moves()[0]], match.moves()[0])


def test_a_line_goes_on() -> None:
    match = moonlit.new("nova-luna", players=2, seed=7)
    while not (twice := again(match)):
        match.play(match.moves()[0])
    first, second = twice
    given = replace(puzzle(match, first), solution=[first, second])
    found = try_move(given, [], first)
    assert (found.right, found.solved) == (True, False)
    assert try_move(given, [first], second).solved


def again(match: Match) -> tuple[str, str] | None:
    """Two moves of the seat to move, one after the other."""
    for move in match.moves():
        after = match.copy()
        after.play(move)
        if after.to_move == match.to_move:
            return move, after.moves()[0]
    return None


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_hidden_things_do_not_count(game: str, players: int) -> None:
    match = played(game, players)
    worlds = (match.redeal(match.to_move, seed) for seed in range(20))
    other = next(world for world in worlds if world != match)
    evaluator = Evaluator(match.game, players)
    assert prove(evaluator, match.states, 3) == prove(evaluator, other.states, 3)
    best, made = match.moves()[:2]
    tried = [try_move(puzzle(each, best), [], made) for each in (match, other)]
    assert tried[0] == tried[1]


def test_moves_that_come_to_the_same_are_no_rivals() -> None:
    match = moonlit.new("dance-of-muses", players=2, seed=4)
    evaluator = Evaluator(match.game, 2)
    while not any((found := distinct(evaluator, match.states, 1)).values()):
        match.play(match.moves()[0])
    action, also = next((action, also) for action, also in found.items() if also)
    proof = prove(evaluator, match.states, 1, wanted=action)
    assert proof is not None
    assert proof.also == also
    assert not {action, *also} & set(proof.rivals)
    for same in also:
        assert worths(evaluator, match.states, [action], 8, 1) == worths(
            evaluator, match.states, [same], 8, 1
        )


def test_a_proof_is_given_up_where_nothing_stands_out() -> None:
    match = moonlit.new("nova-luna", players=2, seed=7)
    evaluator = Evaluator(match.game, 2)
    assert prove(evaluator, match.states, 1, least=0.9) is None
    proof = prove(evaluator, match.states, 1)
    assert proof is not None
    assert proof.margin == next(iter(proof.rivals.values()))
    assert proof.foreseen <= proof.margin


def test_a_rival_that_gains_with_depth_is_foreseen_to_go_on() -> None:
    assert proving.foreseen([0.2, 0.2, 0.2]) == pytest.approx(0.2)
    assert proving.foreseen([0.1, 0.2, 0.3]) == pytest.approx(0.3)
    falling = proving.foreseen([0.3, 0.25, 0.2])  # from 8 to 24 iterations: on to 240
    assert falling == pytest.approx(0.2 - 0.1 * math.log(10) / math.log(3))
