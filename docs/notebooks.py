"""A page with examples as a Jupyter notebook, its outputs included: those that the tests check."""

from __future__ import annotations

import ast
import doctest
import re
from typing import Any

import nbformat
from nbformat import v4

FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)

RUN = re.compile(r"asyncio\.run\((.*)\)$", re.MULTILINE)  # in a notebook a loop is running already


def notebook(text: str) -> str:
    """The notebook as JSON. A cell ends where something is shown."""
    cells: list[Any] = []
    for number, part in enumerate(FENCE.split(text)):
        if number % 2 == 0:
            if part.strip():
                cells.append(v4.new_markdown_cell(part.strip()))
        else:
            cells += code_cells(part)
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"  # the same page makes the same notebook
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    found = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.validate(found)
    return nbformat.writes(found) + "\n"


def code_cells(fenced: str) -> list[Any]:
    found: list[Any] = []
    lines: list[str] = []
    for example in doctest.DocTestParser().get_examples(fenced):
        lines.append(RUN.sub(r"await \1", example.source))
        if example.want:
            source = "".join(lines).rstrip("\n")
            found.append(v4.new_code_cell(source, outputs=[shown(example)]))
            lines = []
    if lines:
        found.append(v4.new_code_cell("".join(lines).rstrip("\n")))
    return found


def shown(example: doctest.Example) -> Any:
    """What an example shows: a value, or what it printed."""
    text = example.want.replace("<BLANKLINE>", "")
    last = ast.parse(example.source).body[-1]
    printed = not isinstance(last, ast.Expr) or ast.unparse(last).startswith("print(")
    if printed:
        return v4.new_output("stream", name="stdout", text=text)
    return v4.new_output("execute_result", data={"text/plain": text.rstrip("\n")})
