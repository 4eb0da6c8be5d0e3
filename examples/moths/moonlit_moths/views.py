"""What a seat may know of the night: all that is drawn on a board comes from here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moonlit.core.columns import Column
from moonlit.core.jit import plain
from moonlit_moths import hidden
from moonlit_moths.components import MOTHS
from moonlit_moths.rules import on_wall
from moonlit_moths.scoring import kept
from moonlit_moths.state import HANDS, LAMP, NOBODY

_on_wall, _kept = plain(on_wall), plain(kept)
_knows, _could_be = plain(hidden.knows), plain(hidden.could_be)


def view(state: Any, seat: int) -> dict[str, Any]:
    """A moth that is there but not seen is None."""
    wall = HANDS + state.players
    return {
        "wall": _on_wall(state),
        "light": state.moths[wall : wall + state.lured],
        "lamp": place(state, seat, LAMP),
        "hands": [
            {
                "seat": other,
                **place(state, seat, HANDS + other),
                "matches": state.matches[other],
                "caught": state.caught[other],
            }
            for other in range(state.players)
        ],
    }


def place(state: Any, seat: int, where: int) -> dict[str, Any]:
    """The moth there, or those that it could be. In the end all are turned up."""
    if state.to_move == NOBODY or _knows(state, seat, where):
        return {"moth": state.moths[where], "could_be": []}
    moths = _could_be(state, seat, where)
    return {"moth": None, "could_be": [n for n in range(1, MOTHS + 1) if moths >> n & 1]}


def standing(state: Any, seat: int) -> dict[str, Any]:
    caught, own = state.caught[seat], _kept(state, seat)
    return {"score": caught + own, "caught": caught, "kept": own}


def columns(players: int) -> Sequence[Column]:
    return [Column("caught"), Column("kept")]
