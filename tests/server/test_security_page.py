"""SECURITY.md promises nothing that no test holds it to."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
PAGE = TESTS.parent / "SECURITY.md"


def test_every_line_has_its_test() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    rows = [line for line in rows if line.strip("| ")]
    assert len(rows) > 25
    for row in rows:
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", row)
        assert named, row
        for file, test in named:
            source = (TESTS / file).read_text(encoding="utf-8")
            assert re.search(rf"^(def {test}\(|{test} = )", source, re.MULTILINE), (file, test)
