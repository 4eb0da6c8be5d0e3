"""Commands that guides and examples name are there, and fit together."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def test_a_file_of_tables_is_called_by_its_name() -> None:
    """`moonlit export` writes games; tables, players and clubs are `moonlit tables export`."""
    for page in ("hosting.md", "clubs.md"):
        text = (DOCS / page).read_text(encoding="utf-8")
        assert "moonlit tables export" in text
        assert "`moonlit export`" not in text, page


def test_what_is_learnt_is_saved_where_its_bot_looks() -> None:
    example = (ROOT / "examples" / "learnt.py").read_text(encoding="utf-8")
    guide = (DOCS / "environments.md").read_text(encoding="utf-8")
    steps = re.search(r"(python examples/learn\.py --save .+)\n\s*(cd examples && .+)", example)
    assert steps is not None
    assert f"{steps[1]}\n{steps[2]}" in guide
    assert "--save examples/learnt.zip" in steps[1]
