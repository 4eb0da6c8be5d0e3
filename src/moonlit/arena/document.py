"""A page that needs nothing else: what every report in HTML has in common."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from html import escape
from pathlib import Path

from moonlit.arena.plan import TOPIC
from moonlit.core.errors import BadTable

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } h3 { font-size: 1rem; }
table { border-collapse: collapse; width: 100%; } .wide { overflow-x: auto; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; }
"""


def document(title: str, language: str, style: str, parts: Iterable[str]) -> str:
    """A whole page. The parts are HTML, the title is text; empty parts are left out."""
    told = escape(title)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{told}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n"
        + "\n".join([f"<h1>{told}</h1>", *filter(None, parts)])
        + "\n</body>\n</html>\n"
    )


def table(head: list[str], body: Iterable[str]) -> str:
    """A table of rows that are HTML already; it scrolls by itself where it is too wide."""
    cells = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    whole = f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    return f'<div class="wide">{whole}</div>'


def row(cells: Iterable[str], kind: str | None = None) -> str:
    """A row of such a table, of cells that are text."""
    told = f' class="{kind}"' if kind else ""
    return "<tr>" + "".join(f"<td{told}>{escape(cell)}</td>" for cell in cells) + "</tr>"


def check(path: Path) -> None:
    """Complain before hours of play, not behind them."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    except OSError as reason:
        raise BadTable("unwritable", TOPIC, path=str(path), reason=reason.strerror) from None


def write(path: Path, text: str) -> None:
    check(path)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as reason:
        raise BadTable("unwritable", TOPIC, path=str(path), reason=reason.strerror) from None
