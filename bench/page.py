"""How soon a click shows its effect, and how much is loaded first: the page on a local server.

python bench/page.py      needs Chromium and the built page (make page)
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import pytest
from playwright.sync_api import Browser

from helpers.browser import Reader, open_browser, pick
from helpers.server import Server, running, warm_up
from moonlit import game_names

GAMES = game_names()
MOVES = 20
GOAL = 100  # ms

# From the click to the first frame after the board has changed.
WATCH = """() => {
  window.effects = [];
  let clicked = null;
  const board = document.querySelector('.board');
  document.addEventListener('click', (event) => (clicked = event.timeStamp), true);
  new MutationObserver(() => {
    if (clicked === null) return;
    const since = clicked;
    clicked = null;
    requestAnimationFrame(() => window.effects.push(performance.now() - since));
  }).observe(board, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def press(reader: Reader, selector: str) -> None:
    """A click without the browser driver's own waiting, which would be measured as well."""
    reader.find(selector).wait_for()
    reader.find(selector).click()
    reader.page.wait_for_timeout(60)


def measure(browser: Browser, server: Server, game: str) -> list[float]:
    ana = Reader(browser, server, levels={game: "novice"}, players={game: 2})
    ana.go("/")
    ana.page.click(f"[data-testid=play-{game}]")
    ana.wait_for_turn()
    ana.page.evaluate(WATCH)
    chance = random.Random(1)
    for _ in range(MOVES):
        ana.wait_for_turn()
        if ana.over or ana.state is None:
            break
        ana.play(pick(ana.state, chance), press)
    took: list[float] = ana.page.evaluate("window.effects")
    ana.close()
    return took


def main() -> None:
    warm_up()
    print(f"From a click to its effect on the board, ms (goal: under {GOAL})")
    print(f"{'game':<16}{'clicks':>7}{'median':>8}{'slowest':>9}")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data,
        running(Path(data)) as server,
        open_browser() as browser,
    ):
        for game in GAMES:
            took = measure(browser, server, game)
            print(f"{game:<16}{len(took):>7}{statistics.median(took):>8.0f}{max(took):>9.0f}")


try:
    main()
except pytest.skip.Exception as lacking:
    print(f"not measured: {lacking}")
