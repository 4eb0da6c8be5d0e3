"""Reviewing a game: judged move by move, summed up seat by seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moonlit.bots.evaluator import Evaluator, Worth
from moonlit.core.checks import check_seed
from moonlit.core.errors import BadRecord, BadTable
from moonlit.core.match import Match
from moonlit.core.record import load
from moonlit.study import summary
from moonlit.study.account import Account, account
from moonlit.study.alone import at_least_what_came, evaluator_for
from moonlit.study.judging import Judged, Judging
from moonlit.study.marks import accuracy, mark
from moonlit.study.model import Candidate, MoveReview, Review, SeatReview
from moonlit.study.plan import TOPIC, find_budget
from moonlit.study.reasons import reasons

MAX_MOVES = 2000  # no game here can be half as long
SHOWN = 4  # candidates of a move, the one made included

Progress = Callable[[int, int], None]


def review(
    given: Match | dict[str, Any],
    budget: str = "quick",
    *,
    progress: Progress | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> Review:
    """Review a match or a record of one; `progress` hears how many of how many steps are done.

    The same game, budget and seed give the same review, whatever the threads. A game that is
    still going on is reviewed as far as it was played, unless its seats have secrets.
    """
    found = find_budget(budget)
    check_seed(seed)
    match = to_match(given)
    evaluator = evaluator_for(match.game, len(match.players))
    plan = found.plan(match.number, len(match.players))
    judging = Judging(match, evaluator, plan, seed)
    judged = judging.run(threads, progress or (lambda done, total: None))
    final = judging.final()
    booked = account(at_least_what_came(judged, final) if evaluator.solo else judged, final)
    moves = review_moves(match, evaluator, judging, judged, booked)
    seats = [
        review_seat(match, evaluator, booked, moves, seat) for seat in range(len(match.players))
    ]
    better, verdict = summary.verdict(match.game, evaluator, seats, match.over)
    return Review(
        game=match.game.name,
        rules=match.game.rules_version,
        players=list(match.players),
        budget=budget,
        seed=seed,
        evaluator=evaluator.version,
        finished=match.over,
        unit="score" if evaluator.solo else "share",
        low_wins=match.game.low_wins,
        final=numbers(final),
        seats=seats,
        moves=moves,
        turning_points=summary.turning_points(evaluator, moves),
        better=better,
        verdict=verdict,
    )


def to_match(given: Match | dict[str, Any]) -> Match:
    """What is to be reviewed, or why it cannot be."""
    if not isinstance(given, Match):
        moves = given.get("moves") if isinstance(given, dict) else None
        if isinstance(moves, list) and len(moves) > MAX_MOVES:
            raise BadRecord("too_many_moves", TOPIC, count=len(moves), most=MAX_MOVES)
        given = load(given)
    if not given.number:
        raise BadTable("no_moves", TOPIC)
    if given.game.has_secrets and not given.over:
        raise BadTable("still_secret", TOPIC)
    return given


def numbers(worth: Worth) -> list[float]:
    return [float(value) for value in worth]


# ---- moves -------------------------------------------------------------------------------------


def review_moves(
    match: Match, evaluator: Evaluator, judging: Judging, judged: list[Judged], booked: Account
) -> list[MoveReview]:
    told = []
    for number, move in enumerate(judged):
        states = judging.states[number]
        loss = max(0.0, -float(move.play[move.seat]))
        told.append(
            MoveReview(
                number=number,
                seat=move.seat,
                move=evaluator.spell(states, move.made),
                best=evaluator.spell(states, move.best),
                loss=loss,
                mark=mark_for(evaluator, move, loss),
                shares=numbers(booked.curve[number]),
                play=numbers(booked.play[number]),
                luck=numbers(booked.luck[number]),
                lucky=summary.lucky(evaluator, numbers(booked.luck[number])),
                sight=numbers(booked.sight[number]),
                candidates=candidates_of(evaluator, states, move),
                why=reasons(
                    evaluator,
                    states,
                    move.best,
                    move.made,
                    loss,
                    judging.seed_for(number, "why"),
                ),
                again=move.again,
            )
        )
    return told


def mark_for(evaluator: Evaluator, move: Judged, loss: float) -> str | None:
    if move.choices < 2:
        return None
    return mark(loss * evaluator.point, move.made == move.best)


def candidates_of(evaluator: Evaluator, states: Any, move: Judged) -> list[Candidate]:
    """The best moves that were looked at and the one made, by what they are worth to its player.

    The best is worth what the search says; the one made so much less as it was found to lose;
    no other is told to be worth more than the best.
    """
    top = move.found[0].worth
    worth = {found.action: found.worth for found in move.found[:SHOWN]}
    for action, value in worth.items():
        if value[move.seat] > top[move.seat]:
            worth[action] = top
    worth[move.best] = top
    if move.made != move.best:
        worth[move.made] = top + move.play
    ranked = sorted(worth, key=lambda action: (-worth[action][move.seat], action != move.best))
    kept = [action for action in ranked if action not in (move.best, move.made)]
    first = [move.best] if move.made == move.best else [move.best, move.made]
    shown = [*first, *kept[: SHOWN - len(first)]]
    shown.sort(key=ranked.index)
    return [
        Candidate(
            evaluator.spell(states, action),
            float(worth[action][move.seat]),
            numbers(worth[action]),
        )
        for action in shown
    ]


# ---- seats -------------------------------------------------------------------------------------


def review_seat(
    match: Match, evaluator: Evaluator, booked: Account, moves: list[MoveReview], seat: int
) -> SeatReview:
    own = [move.loss for move in moves if move.seat == seat and move.mark is not None]
    loss = sum(own) / len(own) if own else None
    luck = float(booked.luck[:, seat].sum())
    return SeatReview(
        seat=seat,
        start=float(booked.curve[0, seat]),
        result=float(booked.curve[-1, seat]),
        own_play=float(booked.own[seat]),
        others_play=float(booked.others[seat]),
        luck=luck,
        sight=float(booked.sight[:, seat].sum()),
        accuracy=accuracy([loss * evaluator.point for loss in own]),
        loss_per_move=loss,
        decisions=len(own),
        plays_like=summary.plays_like(match.game, len(match.players), loss, len(own)),
        luck_words=summary.luck_words(evaluator, seat, luck),
    )
