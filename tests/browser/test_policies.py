"""A trained policy at a table, against a person in a browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.browser import Reader, click
from helpers.hands import FEWEST
from helpers.lacking import need
from helpers.whole_games import play_on, see_the_end

pytestmark = [pytest.mark.browser, pytest.mark.process, pytest.mark.long]
EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_policy_of_sb3_plays_a_whole_game_against_a_person(
    reader: Callable[..., Reader], tmp_path: Path
) -> None:
    need("sb3_contrib", "learn")
    kept = tmp_path / "learnt.zip"
    given = ("--steps", "2048", "--rounds", "1", "--games", "16", "--save", str(kept))
    subprocess.run([sys.executable, str(EXAMPLES / "learn.py"), *given], check=True, timeout=240)

    ana = reader(name="Ana", players={"nomads": 2})
    ana.go("/")
    ana.page.click("[data-testid=invite-nomads]")
    link = ana.page.locator("[data-testid=invite-link]").input_value()
    asked = ("seat", link, "learnt:Learnt", "--name", "Learnt", "--language", "en")
    command = (sys.executable, "-m", "moonlit", *asked)
    environment = {**os.environ, "MOONLIT_LEARNT": str(kept)}
    with subprocess.Popen(
        command, cwd=EXAMPLES, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as policy:
        try:
            ana.page.click("[data-testid=ready]")
            ana.until(lambda: ana.state and ana.state["view"], "the policy sits down", 60)
            assert play_on(ana, click, seed=3) >= FEWEST["nomads"]
            see_the_end(ana)
            said = policy.communicate(timeout=30)[0].decode()
        finally:
            policy.kill()
    assert policy.returncode == 0, said
    assert ana.state is not None
    assert ana.state["ended"]["by"] == "rules"
    assert {seat["name"] for seat in ana.state["table"]["seats"]} == {"Ana", "Learnt"}
    assert "loses its turn" not in said, said
