"""Long games of Dance of Muses: 200 turns, and a group that drifts far away."""

from __future__ import annotations

import games.dance_of_muses.reference as reference
import moonlit
from games.dance_of_muses import tools
from moonlit.games.dance_of_muses.components import MUSE_NAMES

LOWERING = {name: tools.muse("lower", "all", 3) for name in MUSE_NAMES}


def circle(match: moonlit.Match, until: int) -> None:
    """Calliope and Erato step out and back and take each other's pip away, for ever."""
    turn = 0
    while match.view()["turns"] < until:
        name, other = ("calliope", "erato") if turn % 2 == 0 else ("erato", "calliope")
        step = f"{name}:{'n' if turn % 4 < 2 else 's'}"
        match.play(f"{step}*{other}" if turn else step)
        turn += 1


def test_after_200_turns_the_game_ends_and_nobody_has_ended_it() -> None:
    match = tools.two_rows(2, tools.EIGHT, muses=LOWERING)
    circle(match, 200)
    assert match.over
    assert max(tools.dice(match).values()) == 2
    assert match.view()["scoring"]["ended_by"] is None
    assert "log.turns_over" in [entry["key"] for entry in match.log(since=match.number - 1)[0]]


def test_a_six_in_the_200th_turn_is_a_normal_end() -> None:
    match = tools.two_rows(2, tools.EIGHT, muses=LOWERING)
    tools.raise_dice(match, {"melpomene": 5})
    circle(match, 199)
    mover = match.to_move
    match.play(tools.lone_step(match, "melpomene") or "")
    assert match.view()["turns"] == 200
    assert match.view()["scoring"]["ended_by"] == mover


def test_the_group_may_drift_far_away() -> None:
    """Three rows of three go east, row by row, and whoever can takes a pip off the highest die."""
    cells = ["1,1", "0,1", "-1,1", "1,0", "-1,0", "1,-1", "0,-1", "-1,-1"]
    placings = [f"{name}@{cell}" for name, cell in zip(tools.EIGHT, cells, strict=True)]
    match = tools.table(2, placings, muses=LOWERING)
    row_by_row = sorted(tools.pieces(match).values(), key=lambda piece: (-piece["y"], -piece["x"]))
    names = [piece["name"] for piece in row_by_row]
    while not match.over:
        assert set(match.moves()) == set(reference.moves(match.view()))
        for name in names:
            if not match.over:
                match.play(eastward(match, name))
    xs = [piece["x"] for piece in tools.pieces(match).values()]
    assert min(xs) >= 8  # nine cells from where it began
    assert moonlit.load(match.record()).view() == match.view()


def eastward(match: moonlit.Match, name: str) -> str:
    """A step east that lowers the highest die it can."""
    now = {**tools.dice(match), "": 0}
    choices = [move for move in match.moves() if move.startswith((f"{name}:e", f"{name}*"))]
    choices = [move for move in choices if ":e" in move]
    return max(choices, key=lambda move: now[(move.replace(":e", "") + "*").split("*")[1]])
