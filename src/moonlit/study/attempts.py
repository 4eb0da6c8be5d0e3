"""Trying a decision of a game again: how would another move have compared?"""

from __future__ import annotations

from typing import Any

from moonlit.core.checks import check_seed
from moonlit.core.errors import BadTable
from moonlit.core.match import Match
from moonlit.core.record import rewound
from moonlit.study.alone import evaluator_for
from moonlit.study.judging import Judging
from moonlit.study.marks import mark
from moonlit.study.model import Attempt
from moonlit.study.plan import TOPIC, find_budget
from moonlit.study.reasons import reasons
from moonlit.study.reviewing import to_match


def attempt(
    given: Match | dict[str, Any],
    number: int,
    move: str,
    budget: str = "quick",
    *,
    seed: int = 1,
    again: bool = False,
) -> Attempt:
    """A move instead of the one with this number, judged as a review judges the one made.

    For the move that was made it says what the review says, with the same budget, seed and `again`:
    whether that review has thought about it for longer.
    """
    found, match = find_budget(budget), to_match(given)
    check_seed(seed)
    last = match.number - match.over  # a game that was given up has a next move
    if type(number) is not int or not 0 <= number <= last:
        raise BadTable("no_such_move", TOPIC, given=number, last=last)
    tried = rewound(match, number)
    choices = len(tried.moves())
    tried.play(move)
    evaluator = evaluator_for(match.game, len(match.players))
    plan = found.plan(match.number, len(match.players))
    judging = Judging(tried, evaluator, plan, seed)
    states, made = judging.states[number], judging.actions[number]
    if again:
        _, best, play = judging.best_again(number, match.number)
    else:
        best, play = judging.best(number, {number: judging.look(number)})
    seat = int(states["to_move"][0])
    loss = max(0.0, -float(play[seat]))
    return Attempt(
        number=number,
        seat=seat,
        move=move,
        best=evaluator.spell(states, best),
        loss=loss,
        mark=mark(loss * evaluator.point, made == best) if choices > 1 else None,
        why=reasons(evaluator, states, best, made, loss, judging.seed_for(number, "why")),
    )
