"""Why one dance is better than another: every sentence is true of the positions it is about."""

from __future__ import annotations

import random
from typing import Any

import moonlit
from moonlit.games.dance_of_muses.notation import title
from moonlit.games.dance_of_muses.state import LAST_VALUE, MUSE_COUNT
from moonlit.games.dance_of_muses.why import dice_of, why, willed
from moonlit.study.puzzles.naming import compared

GAMES, PAIRS = 60, 4


def piece_called(state: Any, muse: Any) -> int:
    return next(p for p in range(MUSE_COUNT) if title(int(state.called[p])) == muse)


def check(key: str, told: dict[str, Any], before: Any, best: Any, made: Any) -> None:
    seat = int(before.to_move)
    if key in ("why.will", "why.no_will", "why.not_there"):
        piece = piece_called(best, told["muse"])
        dice = [int(state.die[piece]) for state in (before, best, made)]
        wills = [willed(state, seat, piece) for state in (best, made)]
        at = {"why.will": dice[1], "why.no_will": dice[0], "why.not_there": dice[2]}[key]
        assert at == told["value"]
        assert wills == ([True, False] if key == "why.will" else [False, True])
        if key == "why.not_there":
            assert dice[0] != told["value"] != dice[1]
    elif key in ("why.dice", "why.rivals"):
        count = 2 if before.players in (2, 4) else int(before.players)
        own = seat % count
        company = own if key == "why.dice" else 1 - own
        sums = [sum(dice_of(state, seat, company)) for state in (best, made)]
        assert sums == [told["count"], told["other"]]
        assert (sums[0] > sums[1]) == (key == "why.dice")
    elif key == "why.five":
        assert LAST_VALUE - 1 in made.die
        assert LAST_VALUE - 1 not in best.die
    else:
        assert key == "why.columns"
        assert told["count"] > told["other"]


def test_every_sentence_is_true() -> None:
    chance, seen = random.Random(1), set()
    for number in range(GAMES):
        match = moonlit.new("dance-of-muses", players=2 + number % 3, seed=number)
        while not match.over:
            moves = match.moves()
            for _ in range(PAIRS):
                one, other = (match.action(chance.choice(moves)) for _ in range(2))
                seen_by = compared(match, one, other)
                before, _, best, _, made = seen_by
                for each in why(*seen_by):
                    check(each["key"], each["args"], before, best, made)
                    seen.add(each["key"])
            match.play(chance.choice(moves))
    assert len(seen) == 7
