"""What a review says: the same every time, nothing hidden, and clear words for what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import moonlit
from helpers.reviews import TABLES, part, played
from moonlit.bots.evaluator import ONLOOKER, Evaluator, mover_of
from moonlit.core.registry import find_game
from moonlit.core.words import LANGUAGES
from moonlit.study import Review, attempt, explain, judging, review, summary
from moonlit.study.judging import MAX_SURPRISES, positions
from moonlit.study.marks import MARKS, accuracy_of, mark
from moonlit.study.model import SeatReview
from moonlit.study.plan import BUDGETS
from moonlit.study.reasons import compared
from moonlit.study.reviewing import MAX_MOVES
from moonlit.study.summary import verdict
from moonlit.study.words import Words
from moonlit.study.worlds import luck_of, worlds_after
from study.conftest import QUICK

pytestmark = pytest.mark.compiled  # plain Python would only search the same trees more slowly

UNSEEN = Path(__file__).with_name("records") / "unseen_blunder.json"
TWO = [("nova-luna", 2), ("dance-of-muses", 2), ("nomads", 2)]
SEAT_FIELDS = {
    *("seat", "start", "result", "own_play", "others_play", "luck", "sight"),
    *("accuracy", "loss_per_move", "plays_like"),
}
MOVE_FIELDS = {
    *("number", "seat", "move", "best", "loss", "mark", "shares", "luck", "candidates", "why"),
}


@pytest.fixture(scope="module")
def reviews() -> dict[str, Review]:
    return {game: review(played(game, players)) for game, players in TWO}


def test_the_json_has_what_was_promised(reviews: dict[str, Review]) -> None:
    for found in reviews.values():
        told = json.loads(json.dumps(found.to_json()))
        assert told["seats"][0].keys() >= SEAT_FIELDS
        assert told["moves"][0].keys() >= MOVE_FIELDS
        assert [move["number"] for move in told["moves"]] == list(range(len(told["moves"])))


def test_what_is_said_of_a_move_fits_together(reviews: dict[str, Review]) -> None:
    for game, found in reviews.items():
        match = played(game, 2)
        assert [move.move for move in found.moves] == match.record()["moves"]
        for move in found.moves:
            worth = {one.move: one.worth for one in move.candidates}
            assert worth[move.best] == max(worth.values())
            assert abs(worth[move.best] - worth[move.move] - move.loss) < 1e-9
            assert move.mark in (*MARKS, None)
            assert (move.loss == 0) == (move.best == move.move)
            assert move.mark in ("best", None) or move.loss > 0
            assert not (move.why and move.best == move.move)
            assert len(move.why) <= 3
        assert len(found.turning_points) <= 3


@pytest.mark.parametrize(("game", "players"), TWO)
def test_the_same_seed_gives_the_same_review(game: str, players: int) -> None:
    match = played(game, players)
    heard: list[tuple[int, int]] = []
    first = review(match, seed=4, threads=1, progress=lambda *done: heard.append(done))
    assert review(match.record(), seed=4, threads=3) == first
    assert review(match, seed=5) != first
    total = 2 * match.number + MAX_SURPRISES
    assert heard[-1] == (total, total)
    assert heard == sorted(heard)


def test_a_review_can_be_called_off() -> None:
    def stop(done: int, total: int) -> None:
        if done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        review(played("nova-luna", 2), progress=stop, threads=1)


# ---- trying again ------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), TWO)
def test_a_decision_can_be_tried_again(game: str, players: int, reviews: dict[str, Review]) -> None:
    match = played(game, players)
    worst = max(reviews[game].moves[:-1], key=lambda move: move.loss)
    again = attempt(match, worst.number, worst.move)
    assert (again.loss, again.mark, again.best) == (worst.loss, worst.mark, worst.best)
    assert again.why == worst.why
    better = attempt(match.record(), worst.number, worst.best)
    assert (better.loss, better.mark, better.why) == (0.0, "best", [])
    with pytest.raises(moonlit.IllegalMove):
        attempt(match, worst.number, "nonsense")
    for number in (-1, match.number, True):
        with pytest.raises(moonlit.BadTable, match="not a move of this game"):
            attempt(match, number, worst.move)


def test_the_last_position_of_a_game_that_was_given_up_can_be_tried() -> None:
    left = part(played("nova-luna", 2), 12)
    tried = attempt(left, left.number, left.moves()[0])
    assert tried.number == left.number
    with pytest.raises(moonlit.BadTable, match="from 0 to 12"):
        attempt(left, left.number + 1, left.moves()[0])


def seat_of(seat: int, result: float, lost: float, own_play: float) -> SeatReview:
    """A seat with ten decisions, which lost so much by them."""
    account = {"own_play": own_play, "others_play": 0.0, "luck": 0.0, "sight": 0.0}
    told = {"accuracy": None, "plays_like": None, "luck_words": []}
    known = {"loss_per_move": lost / 10, "decisions": 10}
    return SeatReview(seat, 0.5, result, **account, **told, **known)


def sides(*seats: SeatReview, over: bool = True) -> tuple[int | None, list[str]]:
    kind = find_game("nova-luna")
    better, told = verdict(kind, Evaluator(kind, 2), list(seats), over)
    return better, [each["key"] for each in told]


def test_nobody_is_told_to_have_lost_a_game_that_was_given_up() -> None:
    seats = seat_of(0, 0.9, 0.5, -0.5), seat_of(1, 0.1, 0.0, 0.0)
    assert sides(*seats) == (1, ["better.seat", "better.lost"])
    assert sides(*seats, over=False) == (1, ["better.seat"])


def test_who_played_better_is_not_told_by_how_it_ended() -> None:
    """The account says whose play the result was; nobody could have known better."""
    assert sides(seat_of(0, 0.0, 0.0, -0.48), seat_of(1, 1.0, 0.0, 0.0)) == (None, ["better.close"])


# ---- nothing hidden ----------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), [("nova-luna", 2), ("nomads", 3), ("nova-luna", 1)])
def test_a_running_game_tells_nothing_hidden(game: str, players: int) -> None:
    """Whatever lies in the dark, the review is the same."""
    match = part(played(game, players), 12)
    found = review(match)
    assert not found.finished
    for seed in (1, 2):
        assert review(match.redeal(None, seed)) == found


def test_secrets_are_kept_until_the_end() -> None:
    match = played("dance-of-muses", 2)
    with pytest.raises(moonlit.BadTable, match="secrets"):
        review(part(match, match.number - 1))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_reasons_tell_what_the_player_could_know(game: str, players: int) -> None:
    """The same reasons in every world that the player could be in, and words for all of them."""
    match = played(game, players)
    evaluator = Evaluator(match.game, players)
    words = Words(review(part(match, 1)) if not match.game.has_secrets else review(match), "en")
    rng = np.random.default_rng(1)
    for states in positions(match)[:-1:3]:
        seat = mover_of(states)
        legal = moonlit.core.engine.engine(match.game).legal(states)
        if len(legal) < 2:
            continue
        best, made = (int(action) for action in rng.choice(legal, 2, replace=False))
        found = [compared(evaluator, states, seat, best, made, seed) for seed in range(4)]
        assert found[1:] == found[:-1]
        for language in LANGUAGES:
            assert Words(words.review, language).sentences(found[0])


# ---- luck --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["nova-luna", "nomads"])
def test_luck_is_fair(game: str) -> None:
    """What comes to light is drawn again and again: on average it is worth nothing."""
    match = played(game, 2)
    evaluator = Evaluator(match.game, 2)
    states, action = next(
        (states, action)
        for states, action, after in zip(
            positions(match), match.actions, positions(match)[1:], strict=False
        )
        if luck(evaluator, states, action, after, 1) is not None
    )
    drawn = worlds_after(evaluator, states, ONLOOKER, action, 60, 99)
    found = [luck(evaluator, states, action, after, n)[0] for n, after in enumerate(drawn)]
    assert np.std(found) > 0
    assert abs(np.mean(found)) < 4 * np.std(found) / np.sqrt(len(found))


def luck(evaluator: Evaluator, states: Any, action: int, after: Any, seed: int) -> Any:
    return luck_of(
        evaluator, states, action, after, worlds=8, glances=40, iterations=16, seed=1000 * seed
    )


def test_where_nothing_comes_to_light_there_is_no_luck(reviews: dict[str, Review]) -> None:
    for game, found in reviews.items():
        still = [move for move in found.moves if not any(move.luck)]
        assert still, game
    muses = reviews["dance-of-muses"].moves
    assert not any(any(move.luck) for move in muses[:-1])  # all is revealed at the end


# ---- marks -------------------------------------------------------------------------------------


def test_marks_and_accuracy_fall_with_the_loss() -> None:
    losses = [0.0, 0.004, 0.03, 0.07, 0.12, 0.3, 1.0]
    assert [mark(loss, False) for loss in losses] == [
        *("good", "good", "good", "inaccuracy", "mistake", "blunder", "blunder")
    ]
    assert mark(0.0, True) == "best"
    figures = [accuracy_of(loss) for loss in losses]
    assert figures == sorted(figures, reverse=True)
    assert (figures[0], round(figures[-1], 9)) == (100.0, 0.0)


# ---- bad input ---------------------------------------------------------------------------------


def test_bad_records_are_refused() -> None:
    record = played("nova-luna", 2).record()
    with pytest.raises(moonlit.BadRecord, match="Move 3"):
        review({**record, "moves": [*record["moves"][:2], "9@nonsense"], "result": None})
    with pytest.raises(moonlit.BadRecord, match="rules"):
        review({**record, "rules": 99})
    with pytest.raises(moonlit.BadRecord, match="format"):
        review({**record, "format": 2})
    with pytest.raises(moonlit.BadRecord, match="10000 moves"):
        review({**record, "moves": ["1@0,0"] * 10_000})
    assert MAX_MOVES < 10_000
    for nonsense in (None, [], "game", 7):
        with pytest.raises(moonlit.BadRecord):
            review(nonsense)  # type: ignore[arg-type]


def test_what_cannot_be_reviewed_is_said() -> None:
    match = played("nova-luna", 2)
    with pytest.raises(moonlit.BadTable, match="nothing to review"):
        review(moonlit.new("nova-luna", 2, 1))
    with pytest.raises(moonlit.BadTable, match="quick, deep"):
        review(match, "endless")
    with pytest.raises(moonlit.BadTable):
        review(match, seed=-1)


@pytest.mark.parametrize(("game", "players"), TWO)
def test_a_hint_is_explained_by_what_its_player_can_know(game: str, players: int) -> None:
    match = played(game, players)
    for number in range(0, match.number, 5):
        before = part(match, number)
        move = before.moves()[-1]
        told = explain(before, move)
        assert (told.instead is None) == (len(before.moves()) == 1)
        assert told.instead != move
        assert len(told.why) <= 3
        for seed in range(3):
            assert explain(before.redeal(before.to_move, seed), move) == told


def test_whose_luck_is_worth_a_word() -> None:
    """Alone at the table a point of the score is a small part of a win: 1 ÷ 48 here."""
    alone, several = Evaluator(find_game("nova-luna"), 1), Evaluator(find_game("nova-luna"), 2)
    assert summary.lucky(alone, [-0.9]) is None
    assert summary.lucky(alone, [-1.0]) == 0
    assert summary.lucky(several, [0.01, -0.01]) is None
    assert summary.lucky(several, [0.01, -0.03]) == 1


def test_a_blunder_that_only_its_consequences_give_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look calls move 5 the best; then the curve falls, and a longer look sees why."""
    record = json.loads(UNSEEN.read_text("utf-8"))
    monkeypatch.setitem(BUDGETS, "quick", QUICK)
    found = review(record)
    assert found.moves[5].mark == "blunder"
    move = found.moves[5]
    assert move.best != move.move
    assert move.again
    same = attempt(record, 5, move.move, again=True)
    assert (same.mark, same.best, same.loss) == (move.mark, move.best, move.loss)
    assert attempt(record, 5, move.best, again=True).mark == "best"
    monkeypatch.setattr(judging, "MAX_SURPRISES", 0)
    assert review(record).moves[5].mark == "best"
