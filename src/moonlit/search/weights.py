"""What a network has learnt, as a file: a game's own lie in its folder, one for each player count.

A file names the game, the player count and the version of the features that it was trained with,
and has a checksum. `MOONLIT_WEIGHTS` names a file of one's own, which is used where it fits.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from moonlit.core.discovery import origins
from moonlit.core.errors import BadTable
from moonlit.core.features import find_features
from moonlit.core.game import Game
from moonlit.core.registry import find_game
from moonlit.search.network import HEADS, Network, new_network

TOPIC = "search"
FORMAT = 1
OWN_WEIGHTS = "MOONLIT_WEIGHTS"
LAYERS = ("first", "first_bias", "second", "second_bias", "last", "last_bias")


@dataclass(frozen=True)
class Weights:
    """The layers of a network, and what they are for."""

    game: str
    players: int
    features: int  # the version of the game's features
    layers: list[Any]
    merit: tuple[float, float]
    card: dict[str, Any] = field(default_factory=dict)  # how it was trained

    def network(self) -> Network:
        """A network with memory of its own; the weights are shared."""
        found = find_features(find_game(self.game), self.players)
        return new_network(self.layers, self.merit, found.scratch)


@cache
def shipped_weights(game: Game, players: int) -> Weights | None:
    """Those in the game's folder, if it brings any for so many players."""
    path = origins()[game.name].folder / "weights" / f"{players}.npz"
    return read_weights(path, game, players) if path.exists() else None


def find_weights(game: Game, players: int) -> Weights | None:
    """What to judge positions with: one's own weights where they fit, or the game's."""
    own = os.environ.get(OWN_WEIGHTS)
    if own:
        found = _own_weights(own, Path(own).stat().st_mtime_ns if Path(own).exists() else 0)
        if (found.game, found.players) == (game.name, players):
            return check_weights(found, own, game, players)
    return shipped_weights(game, players)


@cache
def _own_weights(path: str, _: int) -> Weights:
    return load_weights(Path(path))


def read_weights(path: Path, game: Game, players: int) -> Weights:
    """A file of weights for this table and no other."""
    return check_weights(load_weights(path), str(path), game, players)


def check_weights(found: Weights, path: str, game: Game, players: int) -> Weights:
    """Refuse what was trained for another table or with other features."""
    wanted = find_features(game, players)
    if (found.game, found.players) != (game.name, players):
        raise BadTable(
            "weights_other_table",
            TOPIC,
            path=path,
            game=found.game,
            players=found.players,
            wanted=game.name,
            wanted_players=players,
        )
    shapes = found.layers[0].shape[0], found.layers[4].shape[1]
    if found.features != wanted.version or shapes != (wanted.size, HEADS * players):
        raise BadTable("weights_other_features", TOPIC, path=path, game=game.name)
    return found


def load_weights(path: Path) -> Weights:
    """Whatever weights a file holds."""
    try:
        with np.load(path, allow_pickle=False) as file:
            layers = [file[name] for name in LAYERS]
            about = json.loads(file["about"].tobytes())
    except OSError as reason:
        why = reason.strerror or str(reason)
        raise BadTable("weights_unreadable", TOPIC, path=str(path), reason=why) from None
    except (ValueError, KeyError, zipfile.BadZipFile, EOFError):
        raise BadTable("weights_damaged", TOPIC, path=str(path)) from None
    if about.get("format") != FORMAT or about.get("checksum") != checksum(layers):
        raise BadTable("weights_damaged", TOPIC, path=str(path))
    return Weights(
        about["game"],
        about["players"],
        about["features"],
        [np.ascontiguousarray(layer, dtype=np.float32) for layer in layers],
        tuple(about["merit"]),
        about["card"],
    )


def save_weights(weights: Weights, path: Path) -> None:
    """Write a file of weights, all of it or nothing. Half precision is enough for play."""
    layers = [layer.astype(np.float16) for layer in weights.layers]
    about = {
        "format": FORMAT,
        "game": weights.game,
        "players": weights.players,
        "features": weights.features,
        "merit": list(weights.merit),
        "card": weights.card,
        "checksum": checksum(layers),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".half.npz")
    text = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    np.savez_compressed(half, about=text, **dict(zip(LAYERS, layers, strict=True)))
    half.replace(path)


def checksum(layers: list[Any]) -> str:
    key = hashlib.sha256()
    for layer in layers:
        key.update(str(layer.shape).encode())
        key.update(np.ascontiguousarray(layer).tobytes())
    return key.hexdigest()
