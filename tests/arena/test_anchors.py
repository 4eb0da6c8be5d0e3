"""What levels are rated: steps that are measured one by one, and added up."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from moonlit.arena import anchors
from moonlit.bots import LEVELS


def test_steps_add_up_from_club() -> None:
    rows = anchors.ladder(dict.fromkeys(LEVELS[1:], (200.0, 30.0)))
    assert [row[0] for row in rows.values()] == [1100, 1300, 1500, 1700, 1900, 2100]
    assert [row[1] for row in rows.values()] == [42, 30, 0, 30, 42, 52]
    again = anchors.steps_of(rows)
    assert list(again) == list(LEVELS[1:])
    assert all(step == pytest.approx((200, 30), abs=1.5) for step in again.values())


def test_a_share_of_the_win_is_a_step() -> None:
    assert anchors.share_step(10 / 11, 200)[0] == pytest.approx(400)
    assert anchors.share_step(1 / 4, 200, companies=4)[0] == pytest.approx(0, abs=1e-9)
    few, many = (anchors.likeliest(anchors.share_step(0.9, games)) for games in (10, 1000))
    assert anchors.EXPECTED[0] < few[0] < many[0] < anchors.share_step(0.9, 10)[0]
    assert many[1] < few[1] < anchors.EXPECTED[1]


def test_a_table_is_measured_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MOONLIT_DATA", str(tmp_path))
    monkeypatch.setattr(anchors, "measure", lambda *_: (240.0, 50.0))
    out = tmp_path / "ratings.json"
    known = ["--share", "casual:.8:200", "club:.8:200", "--above", "master:100:50"]
    asked = ["anchors", "nova-luna", "--players", "3", "--levels", "expert", *known]
    monkeypatch.setattr(sys, "argv", [*asked, "grandmaster:100:50", "--out", str(out)])
    assert anchors.main() == 0
    assert "expert - club 240 50" in capsys.readouterr().out
    [rows] = json.loads(out.read_text()).values()
    assert list(rows) == list(LEVELS)
    assert rows["club"] == [1500, 0]
    assert 1700 < rows["expert"][0] < 1740
    assert rows["grandmaster"][0] == rows["expert"][0] + 200
