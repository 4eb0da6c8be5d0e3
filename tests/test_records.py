"""Every record under tests/games/ replays to the end it was played to.

A bug report's record dropped into tests/games/<game>/ is picked up here.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import moonlit

GAMES = Path(__file__).parent / "games"
RECORDS = sorted(GAMES.glob("*/*.json"))


def test_there_are_records_of_every_game() -> None:
    assert {path.parent.name for path in RECORDS} == set(moonlit.game_names())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_record_replays(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["game"] == path.parent.name
    match = moonlit.load(record)
    assert match.record() == record
