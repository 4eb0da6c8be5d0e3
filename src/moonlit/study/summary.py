"""What a review sums up: luck in words, turning points, the level somebody played like, and who
played better."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import Any

from moonlit.bots.evaluator import Evaluator
from moonlit.bots.levels import LEVELS
from moonlit.core.discovery import origins
from moonlit.core.game import Game
from moonlit.study.model import Entry, MoveReview, SeatReview, TurningPoint
from moonlit.study.plan import TOPIC

LEVELS_FILE = "review.json"  # of a game's folder: what each level loses a move
ENOUGH = 4  # decisions before somebody is likened to a level
TURNING = 3  # points
SMALL, LARGE = 0.02, 0.10  # luck that is not worth a word; luck that decides games
CLOSE = 0.05  # of a share: who played better cannot be said by less


def said(key: str, /, **args: Any) -> Entry:
    return {"topic": TOPIC, "key": key, "args": args}


def points(evaluator: Evaluator, amount: float) -> float:
    """As a person reads it: points of a hundred, or of the score."""
    return round(abs(amount), 1) if evaluator.solo else round(100 * abs(amount), 1)


def unit(evaluator: Evaluator) -> str:
    return "score" if evaluator.solo else "share"


# ---- luck --------------------------------------------------------------------------------------


def luck_words(evaluator: Evaluator, seat: int, luck: float) -> list[Entry]:
    size = abs(luck) * evaluator.point
    if size < SMALL:
        return [said("luck.none", seat=seat)]
    good = ("good_little", "good_much")[size >= LARGE]
    bad = ("bad_little", "bad_much")[size >= LARGE]
    key = f"luck.{unit(evaluator)}.{good if luck > 0 else bad}"
    return [said(key, seat=seat, points=points(evaluator, luck))]


def touched(luck: list[float]) -> int:
    """The seat that luck touched most."""
    return max(range(len(luck)), key=lambda seat: abs(luck[seat]))


def lucky(evaluator: Evaluator, luck: list[float]) -> int | None:
    """The same, where the luck of a move is worth a word."""
    seat = touched(luck)
    return None if abs(luck[seat]) * evaluator.point < SMALL else seat


# ---- turning points ----------------------------------------------------------------------------


def turning_points(evaluator: Evaluator, moves: list[MoveReview]) -> list[TurningPoint]:
    """Where play or luck changed most, in the order of the game."""
    swings = [found for move in moves for found in swings_of(evaluator, move)]
    swings.sort(key=lambda found: (-found.amount, found.number, found.kind))
    kept: dict[int, TurningPoint] = {}
    for found in swings:
        if found.amount * evaluator.point >= SMALL:
            kept.setdefault(found.number, found)
    return sorted(list(kept.values())[:TURNING], key=lambda found: found.number)


def swings_of(evaluator: Evaluator, move: MoveReview) -> list[TurningPoint]:
    lucky = touched(move.luck)
    luck = move.luck[lucky]
    key = "luck" if luck > 0 else "bad_luck"
    amount = points(evaluator, luck)
    told = {"number": move.number + 1, "points": amount}
    lost = {**told, "points": points(evaluator, move.loss), "move": move.move, "best": move.best}
    return [
        TurningPoint(
            move.number,
            "play",
            move.seat,
            move.loss,
            [said(f"turn.{unit(evaluator)}.play", seat=move.seat, **lost)],
        ),
        TurningPoint(
            move.number,
            "luck",
            lucky,
            abs(luck),
            [said(f"turn.{unit(evaluator)}.{key}", seat=lucky, **told)],
        ),
    ]


# ---- levels ------------------------------------------------------------------------------------


@cache
def level_losses(game: str, players: int) -> dict[str, float]:
    """What each level was measured to lose a move; empty where nobody has measured it."""
    path = origins()[game].folder / LEVELS_FILE
    if not path.exists():
        return {}
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    measured = found.get(str(players), {})
    return {level: float(measured[level]["loss"]) for level in LEVELS if level in measured}


def plays_like(game: Game, players: int, loss: float | None, decisions: int) -> str | None:
    """The level whose own loss a move is nearest, in proportion."""
    losses = level_losses(game.name, players)
    if loss is None or decisions < ENOUGH or not losses:
        return None
    least = 1e-4 * max(losses.values())

    def away(level: str) -> float:
        return abs(math.log(max(loss or 0.0, least)) - math.log(max(losses[level], least)))

    return min(losses, key=away)


# ---- who played better -------------------------------------------------------------------------


def verdict(
    game: Game, evaluator: Evaluator, seats: list[SeatReview], finished: bool
) -> tuple[int | None, list[Entry]]:
    """By what each company's own moves lost, as far as could be known then: neither luck nor the
    result has a say, as they would have by the account, which knows how the game went on."""
    if evaluator.solo:
        return None, []
    cost: dict[int, float] = {}
    for seat in seats:
        company = game.company(len(seats), seat.seat)
        lost = (seat.loss_per_move or 0.0) * seat.decisions
        cost[company] = cost.get(company, 0.0) + lost
    first, second = sorted(cost, key=lambda company: (cost[company], company))[:2]
    margin = cost[second] - cost[first]
    if margin < CLOSE:
        return None, [said("better.close")]
    ahead = min(one.seat for one in seats if game.company(len(seats), one.seat) == first)
    key = "better.company" if len(cost) < len(seats) else "better.seat"
    told = [said(key, seat=ahead, points=points(evaluator, margin))]
    if finished and seats[ahead].result < max(one.result for one in seats):
        told.append(said("better.lost"))
    return ahead, told
