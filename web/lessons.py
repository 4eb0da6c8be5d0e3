"""The introductions' positions, made from real matches: a game's lesson.toml → its lesson.json.

    python web/lessons.py

A step holds what the reader sees and may do, what each move would bring (as the server would say
it) and, for each move that is right, how the view changes: all that a board component needs.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import moonlit

GAMES = Path(__file__).resolve().parent / "src" / "games"

Json = Any


def difference(old: Json, new: Json) -> Json:
    """What turns one value into another: {"=": whole} or {"at": {key: change}, "add": [...]}."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        changed = {key: difference(old[key], new[key]) for key in old if old[key] != new[key]}
        return {"at": changed}
    if isinstance(old, list) and isinstance(new, list) and 0 < len(old) <= len(new):
        pairs = enumerate(zip(old, new, strict=False))
        at = {str(i): difference(one, other) for i, (one, other) in pairs if one != other}
        if len(at) <= len(old) / 2:
            return {"at": at, "add": new[len(old) :]}
    return {"=": new}


def step(deck: dict[str, Json], game: str, plan: dict[str, Json]) -> dict[str, Json]:
    options = plan.get("options", deck.get("options"))
    match = moonlit.new(game, deck["players"], plan["seed"], options)
    for move in plan["moves"]:
        match.play(move)
    seat = match.to_move
    assert seat is not None
    moves = [move for move in match.moves() if re.fullmatch(plan.get("offer", ".*"), move)]
    right = plan.get("right", moves)
    assert right, f"{game} {plan['id']}: nothing is right"
    assert set(right) <= set(moves), f"{game} {plan['id']}: {right} is not offered"
    view = match.view(seat)
    after = {}
    for move in right:
        then = match.copy()
        then.play(move)
        after[move] = difference(view, then.view(seat))
    last = None
    if match.number:
        before = match.copy()
        before.undo()
        number = match.number - 1
        last = {"number": number, "seat": before.to_move, "move": match.history(seat, number)[0]}
    return {
        "id": plan["id"],
        "view": view,
        "last": last,
        "moves": moves,
        "previews": {move: match.preview(move) for move in moves},
        "after": after,
    }


def lesson(game: str) -> list[dict[str, Json]]:
    deck = tomllib.loads((GAMES / game / "lesson.toml").read_text(encoding="utf-8"))
    return [step(deck, game, plan) for plan in deck["steps"]]


def written(game: str) -> str:
    return json.dumps(lesson(game), separators=(",", ":"), ensure_ascii=False) + "\n"


def main() -> None:
    for deck in sorted(GAMES.glob("*/lesson.toml")):
        deck.with_suffix(".json").write_text(written(deck.parent.name), encoding="utf-8")


if __name__ == "__main__":
    main()
