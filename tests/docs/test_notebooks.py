"""Tutorials as notebooks: their cells run one after the other, as in Jupyter, beside a loop."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import importlib
import inspect
import json
import linecache
from pathlib import Path
from typing import Any

import pytest

from helpers.lacking import need

DOCS = Path(__file__).resolve().parents[2] / "docs"
TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))


@pytest.fixture
def notebooks(monkeypatch: pytest.MonkeyPatch) -> Any:
    """docs/notebooks.py, which lies beside the pages and in no package."""
    need("nbformat", "docs")
    monkeypatch.syspath_prepend(str(DOCS))
    return importlib.import_module("notebooks")


def code_in(notebook: str) -> list[str]:
    cells = json.loads(notebook)["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


async def run_cells(cells: list[str], name: str, **known: Any) -> dict[str, Any]:
    """What is known after all cells. A loop runs meanwhile, so a cell must await, not start one."""
    known["__name__"] = "__main__"
    for number, source in enumerate(cells, 1):
        file = f"<{name}, cell {number}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        code = compile(source, file, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        made = eval(code, known)
        if inspect.iscoroutine(made):
            await made
    return known


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_notebook_runs_from_its_first_cell_to_its_last(
    page: Path, notebooks: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cells = code_in(notebooks.notebook(page.read_text(encoding="utf-8")))
    assert len(cells) >= 3
    asyncio.run(run_cells(cells, page.stem))


def test_what_starts_a_loop_is_awaited_in_a_notebook(notebooks: Any) -> None:
    page = """# A page

```python
>>> import asyncio
>>> async def double(number):
...     return 2 * number
>>> found = asyncio.run(double(21))
>>> found
42

```
"""
    cells = code_in(notebooks.notebook(page))
    assert asyncio.run(run_cells(cells, "page"))["found"] == 42
    pause = asyncio.sleep(0)
    with contextlib.closing(pause), pytest.raises(RuntimeError, match="running event loop"):
        asyncio.run(run_cells(["import asyncio", "asyncio.run(pause)"], "page", pause=pause))
