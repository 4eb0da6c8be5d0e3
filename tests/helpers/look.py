"""What is wrong with a page that a reader has open: its words, its access, its width."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.browser import WEB, Reader
from helpers.packages import SHOWN
from helpers.page_words import leftovers

GAMES = tuple(game.name for game in SHOWN)
# both themes at both sizes, in three languages
LOOKS = (
    ("en", "night", False),
    ("es", "day", True),
    ("fr", "night", True),
    ("fr", "day", False),
)


def seen(first: int = 0) -> list[Any]:
    """One look, and the others where there is time."""
    return [
        pytest.param(*each, marks=() if here == first else pytest.mark.long)
        for here, each in enumerate(LOOKS)
    ]


SEEN_ONCE = seen()
# each game in one look, and in all of them where there is time
SEEN = [
    pytest.param(game, *look, marks=() if here == there else pytest.mark.long)
    for here, game in enumerate(GAMES)
    for there, look in enumerate(LOOKS)
]


def look(reader: Reader, name: str, language: str) -> list[str]:
    return [
        *(f"{name}: {text}" for text in leftovers(texts(reader), language)),
        *(f"{name}: {finding}" for finding in barriers(reader)),
        *([f"{name}: wider than the screen"] if reader.page.evaluate(TOO_WIDE) else []),
        *(f"{name}: too small: {text}" for text in reader.page.evaluate(TOO_SMALL)),
    ]


TOO_WIDE = "document.documentElement.scrollWidth > innerWidth + 1"

# text of less than 14 pixels, or of less than 16 on a phone; what is drawn is no text
TOO_SMALL = """() => {
  const least = innerWidth < 600 ? 16 : 14, found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode;
    if (!data.trim() || !parent?.checkVisibility({ opacityProperty: true })) continue;
    if (parent.closest('script, style, svg, .unseen')) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < least) found.add(`${size} px: ${data.trim()}`);
  }
  return [...found];
}"""

TEXTS = """() => {
  const said = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent?.checkVisibility() && !parent.closest('script, style')) {
      said.push(walker.currentNode.data);
    }
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility()) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) {
      if (element.hasAttribute(name)) said.push(element.getAttribute(name));
    }
  }
  return said.map((text) => text.replace(/\\s+/g, ' ').trim()).filter(Boolean);
}"""


def texts(reader: Reader) -> set[str]:
    """Everything that is read or heard."""
    return set(reader.page.evaluate(TEXTS))


AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"


def barriers(reader: Reader) -> list[str]:
    """Whatever axe finds, and finds again: not what was just changing."""
    found = violations(reader)
    if found:
        reader.page.wait_for_timeout(300)
        again = violations(reader)
        found = [each for each in found if each in again]
    return found


def violations(reader: Reader) -> list[str]:
    """axe comes in by the debugger, past the content policy."""
    if not reader.page.evaluate("'axe' in window"):
        reader.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = reader.page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then((all) => all.violations)"
    )
    return [
        f"{rule['id']} ({rule['impact']}): {node['target']} {node['html'][:160]}"
        for rule in found
        for node in rule["nodes"][:3]
    ]
