"""Actions of Nova Luna as numbers."""

from __future__ import annotations

from games.nova_luna.tools import played
from moonlit.core.engine import engine
from moonlit.core.jit import plain
from moonlit.core.places import ORIGIN, ROW, place_at
from moonlit.games.nova_luna import GAME
from moonlit.games.nova_luna.actions import (
    ACTION_SPACE,
    MAX_ACTIONS,
    REFILL,
    choice_of,
    place_of,
    take_action,
)


def test_every_action_is_one_choice_and_one_place_or_the_refill() -> None:
    pack, choice, place = plain(take_action), plain(choice_of), plain(place_of)
    packed = [pack(c, p) for c in range(3) for p in range(ROW * ROW)]
    assert [*packed, REFILL] == list(range(ACTION_SPACE)), "no number is left out, none comes twice"
    unpacked = [(choice(action), place(action)) for action in packed]
    assert unpacked == [(c, p) for c in range(3) for p in range(ROW * ROW)]


def test_compiled_code_packs_alike() -> None:
    for action in (0, 1, ORIGIN, REFILL // 2, REFILL - 1):
        assert take_action(choice_of(action), place_of(action)) == action


def test_numbers_are_the_same_for_ever() -> None:
    """Records hold moves in writing, but trained agents hold these."""
    assert (MAX_ACTIONS, ACTION_SPACE, REFILL) == (271, 49153, 49152)
    assert plain(take_action)(1, plain(place_at)(-1, 3)) == 16384 + 8639


def test_legal_actions_and_spelled_moves_agree() -> None:
    for match in played(2, 6):
        actions = engine(GAME).legal(match._states).tolist() if not match.over else []
        for action, move in zip(actions, match.moves(), strict=True):
            if action == REFILL:
                assert move == "refill"
            else:
                choice, _, place = move.partition("@")
                x, y = (int(part) for part in place.split(","))
                assert plain(choice_of)(action) == int(choice) - 1
                assert plain(place_of)(action) == plain(place_at)(x, y)
