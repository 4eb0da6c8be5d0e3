"""Every record under tests/games/ replays to the end it was played to.

A bug report's record dropped into tests/games/<game>/records/ is picked up here.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import moonlit
from helpers.packages import OURS

GAMES = Path(__file__).parent.parent / "games"
RECORDS = sorted(GAMES.glob("*/records/*.json"))


def game_of(path: Path) -> str:
    return path.parent.parent.name.replace("_", "-")


def test_there_are_records_of_every_game() -> None:
    assert {game_of(path) for path in RECORDS} == set(OURS)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{game_of(path)}/{path.stem}")
def test_record_replays(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["game"] == game_of(path)
    match = moonlit.load(record)
    assert match.record() == record
