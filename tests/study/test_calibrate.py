"""What is told of levels: means over games, and how sure they are."""

from __future__ import annotations

import json

from moonlit.study.calibrate import Line, means_of


def test_few_games_have_wide_intervals() -> None:
    lines = [Line([0.2, 0.4], [10, 20], [90.0, 80.0]), Line([0.6, 0.9], [10, 20], [70.0, 60.0])]
    assert means_of(lines) == {
        "loss": 0.035,
        "loss_within": 0.19059,  # 12.7062 times half the difference of 0.02 and 0.05
        "accuracy": 75.0,
        "accuracy_within": 127.06,
        "games": 2,
    }


def test_of_one_game_nothing_is_sure_and_it_can_be_written() -> None:
    found = means_of([Line([0.2, 0.4], [10, 20], [90.0, 80.0])])
    assert found["loss_within"] is found["accuracy_within"] is None
    assert json.loads(json.dumps(found, allow_nan=False)) == found
