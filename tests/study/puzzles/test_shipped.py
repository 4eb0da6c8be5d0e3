"""The puzzles that come with the games: enough of them, sound, and harder for weaker players."""

from __future__ import annotations

import datetime
import random
from collections import Counter
from itertools import pairwise

import pytest

from helpers.packages import OURS
from moonlit.core.words import LANGUAGES, phrases
from moonlit.study.puzzles import EPOCH, Puzzle, daily, load
from moonlit.study.puzzles.packing import solved_by_level
from moonlit.study.puzzles.shelf import path_of

SAMPLE = 8
MAX_BYTES = 300_000  # of a game's file


@pytest.mark.parametrize("game", OURS)
def test_enough_and_small(game: str) -> None:
    puzzles = load(game)
    assert len(puzzles) >= 400
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert path_of(game).stat().st_size < MAX_BYTES
    for puzzle in puzzles:
        assert puzzle.margin >= 12.0 or puzzle.unit == "score"
        assert not {*puzzle.solution[:1], *puzzle.also} & set(puzzle.rivals)


@pytest.mark.parametrize("game", OURS)
def test_the_stronger_the_level_the_more_it_solves(game: str) -> None:
    shares = list(solved_by_level(load(game)).values())
    assert all(weaker < stronger for weaker, stronger in pairwise(shares)), shares


@pytest.mark.parametrize("game", OURS)
def test_no_move_solves_most_of_them(game: str) -> None:
    moves = Counter(puzzle.solution[0] for puzzle in load(game))
    assert max(moves.values()) < len(load(game)) / 2


@pytest.mark.parametrize("game", OURS)
def test_every_theme_has_words(game: str) -> None:
    used = {theme for puzzle in load(game) for theme in puzzle.themes}
    for language in LANGUAGES:
        assert {f"theme.{theme}" for theme in used} <= set(phrases(game, language))


@pytest.mark.parametrize("game", OURS)
def test_some_are_sound(game: str) -> None:
    for puzzle in random.Random(1).sample(load(game), SAMPLE):
        check(puzzle)


@pytest.mark.long
@pytest.mark.parametrize("game", OURS)
def test_all_are_sound(game: str) -> None:
    for puzzle in load(game):
        check(puzzle)


def check(puzzle: Puzzle) -> None:
    """Its record replays, and what it calls moves are moves."""
    match = puzzle.match()
    assert match.to_move == puzzle.seat
    for move in (*puzzle.also, *puzzle.rivals):
        match.action(move)
    for move in puzzle.solution:
        assert match.to_move == puzzle.seat
        match.play(move)


def test_no_day_of_400_repeats_another() -> None:
    days = [daily(EPOCH + datetime.timedelta(days=number)) for number in range(400)]
    assert len({day.solo.seed for day in days if day.solo}) == 400
    for game in OURS:
        assert len({day.puzzles[game].id for day in days}) == 400
