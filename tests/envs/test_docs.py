"""What docs/environments.md says of layouts is what they are, and its example learns."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.lacking import need
from moonlit.core.registry import find_game, game_names
from moonlit.envs import describe

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "environments.md"


def test_tables_and_picture_are_those_of_the_layouts() -> None:
    """After a change: python -m moonlit.envs.describe docs"""
    page = PAGE.read_text(encoding="utf-8")
    assert describe.filled(page) == page
    for game in game_names():
        assert describe.table(game) in page
    drawn = (ROOT / "docs" / "images" / "layouts.svg").read_text(encoding="utf-8")
    assert drawn == describe.picture()


def test_writing_the_page_anew(tmp_path: Path) -> None:
    emptied = re.sub(r"(<!-- layout [\w-]+ -->).*?(<!-- end -->)", r"\1\2", PAGE.read_text("utf-8"),
                     flags=re.DOTALL)  # fmt: skip
    (tmp_path / "environments.md").write_text(emptied, encoding="utf-8")
    describe.main(tmp_path)
    assert (tmp_path / "environments.md").read_text("utf-8") == PAGE.read_text("utf-8")
    assert (tmp_path / "images" / "layouts.svg").exists()


def test_pictures_are_small() -> None:
    for path in (ROOT / "docs" / "images").iterdir():
        assert path.stat().st_size < 200_000, path


@pytest.mark.process
def test_moonlit_alone_loads_nothing_of_the_environments() -> None:
    """So that play begins as soon as ever; and what is missing is named."""
    code = (
        "import sys, moonlit\n"
        "moonlit.new('nova-luna', players=2, seed=1)\n"
        "loaded = [name for name in sys.modules if 'observation' in name or '.envs' in name]\n"
        "print(loaded, 'gymnasium' in sys.modules, 'layout' in str(sys.modules.keys()))\n"
        "import importlib.util as u\n"
        "real = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'pettingzoo' else real(name, *more)\n"
        "try:\n"
        "    import moonlit.envs.pettingzoo\n"
        "except ImportError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first == "[] False False"
    assert second == "pettingzoo is not installed. It comes with pip install 'moonlit[envs]'."


@pytest.mark.long
@pytest.mark.compiled
def test_the_example_learns(tmp_path: Path) -> None:
    """At a reduced size: a few thousand steps already make it win more than it loses."""
    need("sb3_contrib", "learn")
    spec = importlib.util.spec_from_file_location("learn", ROOT / "examples" / "learn.py")
    assert spec is not None
    assert spec.loader is not None
    learn = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learn)
    model = learn.new_model(steps=128)
    curve = learn.learn(model, steps=8192, rounds=2, games=200)
    assert [steps for steps, _ in curve] == [0, 4096, 8192]
    assert curve[-1][1] > 0.5
    learn.plot(curve, 200, tmp_path / "curve.svg")
    assert "share of wins" in (tmp_path / "curve.svg").read_text(encoding="utf-8")


def test_every_game_is_in_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for game in game_names():
        assert f"<!-- layout {game} -->" in page
        assert f"{find_game(game).action_space:,}" in page
