"""Moonlit: play, host, study and master modern board games.

What most programs need is here by name. Bots, searches, pictures and collections are imported when
they are first asked for, so that `import moonlit` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
from moonlit.core.record import load
from moonlit.core.registry import game_names

if TYPE_CHECKING:
    from moonlit.bots.convenience import ask
    from moonlit.core.picture import svg
    from moonlit.corpus.frame import frame
    from moonlit.corpus.games import read_games, write_games
    from moonlit.sources import records
    from moonlit.study.analysis import Analysis, AnalysisStream, analyse, analyse_async, analysis

__version__ = "0.1.0"

_LATER = {
    "ask": "moonlit.bots.convenience",
    "Analysis": "moonlit.study.analysis",
    "AnalysisStream": "moonlit.study.analysis",
    "analyse": "moonlit.study.analysis",
    "analyse_async": "moonlit.study.analysis",
    "analysis": "moonlit.study.analysis",
    "frame": "moonlit.corpus.frame",
    "read_games": "moonlit.corpus.games",
    "records": "moonlit.sources",
    "svg": "moonlit.core.picture",
    "write_games": "moonlit.corpus.games",
}

__all__ = [
    "Analysis",
    "AnalysisStream",
    "BadRecord",
    "BadSeat",
    "BadTable",
    "IllegalMove",
    "Match",
    "MoonlitError",
    "NothingToUndo",
    "UnknownGame",
    "analyse",
    "analyse_async",
    "analysis",
    "ask",
    "frame",
    "game_names",
    "load",
    "new",
    "read_games",
    "records",
    "svg",
    "write_games",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'moonlit' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_LATER[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
