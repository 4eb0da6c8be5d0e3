"""Moonlit: play, host, study and master modern board games."""

from moonlit.core.errors import (
    BadRecord,
    BadSeat,
    BadTable,
    IllegalMove,
    MoonlitError,
    NothingToUndo,
    UnknownGame,
)
from moonlit.core.match import Match, new
from moonlit.core.picture import svg
from moonlit.core.record import load
from moonlit.core.registry import game_names

__version__ = "0.1.0"

__all__ = [
    "BadRecord",
    "BadSeat",
    "BadTable",
    "IllegalMove",
    "Match",
    "MoonlitError",
    "NothingToUndo",
    "UnknownGame",
    "game_names",
    "load",
    "new",
    "svg",
]
