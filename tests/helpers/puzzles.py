"""Puzzles for tests: real positions, and a move that the test says is the one to find."""

from __future__ import annotations

import random

import pytest

from moonlit.core.match import Match, new
from moonlit.study.puzzles import Puzzle, shelf
from moonlit.study.puzzles.model import made


def some_puzzles(game: str, count: int = 3, players: int = 2) -> list[Puzzle]:
    return [puzzle_of(game, seed, players) for seed in range(count)]


def puzzle_of(game: str, seed: int, players: int = 2) -> Puzzle:
    """A position in the middle of a random game, where there is a choice."""
    chance = random.Random(seed)
    match = new(game, players, seed=seed)
    for _ in range(10 + seed):
        match.play(chance.choice(match.moves()))
    while len(match.moves()) < 3:
        match.play(match.moves()[0])
    right = match.moves()[-1]
    again = plays_on(match, right)
    return made(
        match,
        solution=[right, *([again] if again else [])],
        also=[],
        themes=["endgame"],
        level="club",
        rating=1500.0 + 100 * seed,
        margin=12.0,
        value=60.0,
    )


def plays_on(match: Match, move: str) -> str | None:
    """The first move of the same seat, where it moves again."""
    after = match.copy()
    after.play(move)
    return after.moves()[0] if after.to_move == match.to_move else None


def put(patch: pytest.MonkeyPatch, puzzles: dict[str, list[Puzzle]]) -> None:
    """As if games brought these and no others."""
    patch.setattr(shelf, "_shipped", lambda game: tuple(puzzles.get(game, ())))
    patch.setattr(shelf, "_by_id", lambda game: {each.id: each for each in puzzles.get(game, ())})
