"""Every record under tests/games/ replays to the end it was played to.

A bug report's record dropped into tests/games/<game>/records/ is picked up here.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import moonlit
from helpers.packages import OURS, copy_example, looking_into, upgrade
from moonlit.core.registry import versions

GAMES = Path(__file__).parent.parent / "games"
RECORDS = sorted(GAMES.glob("*/records/*.json"))


def game_of(path: Path) -> str:
    return path.parent.parent.name.replace("_", "-")


def test_there_are_records_of_every_game() -> None:
    assert {game_of(path) for path in RECORDS} == set(OURS)


def test_there_are_records_of_every_version_of_the_rules() -> None:
    """Whoever changes a rule leaves the old ones in v1, v2, …, and a record of each here."""
    played = {
        (game_of(path), json.loads(path.read_text(encoding="utf-8"))["rules"]) for path in RECORDS
    }
    assert played >= {(name, game.rules_version) for name in OURS for game in versions(name)}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{game_of(path)}/{path.stem}")
def test_record_replays(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["game"] == game_of(path)
    match = moonlit.load(record)
    assert match.record() == record


def test_a_record_replays_by_its_own_rules_after_they_have_changed(tmp_path: Path) -> None:
    """The example's rules change: the same moves come to another result, each by its own rules."""
    with looking_into(copy_example(tmp_path / "old").parent):
        match = moonlit.new("moths", 2, seed=4)
        while not match.over:
            guesses = [move for move in match.moves() if move != "lure"]
            match.play((guesses or match.moves())[0])
        old = match.record()
        assert any(row["score"] for row in old["result"])
    package = copy_example(tmp_path / "new")
    upgrade(package)
    with looking_into(package.parent):
        assert [game.rules_version for game in versions("moths")] == [2, 1]
        again = moonlit.load(old)
        assert (again.record(), again.game.rules_version) == (old, 1)
        new = moonlit.load({**old, "rules": 2, "result": None})
        assert new.record()["moves"] == old["moves"]
        assert new != again
        assert moonlit.load(new.record()) == new
        with pytest.raises(moonlit.BadRecord, match="The result in the record"):
            moonlit.load({**old, "rules": 2})
        with pytest.raises(moonlit.BadRecord, match="version 3"):
            moonlit.load({**old, "rules": 3})
