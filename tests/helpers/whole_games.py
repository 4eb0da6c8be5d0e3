"""Games from the first move to the last, however the moves are found."""

from __future__ import annotations

import random
from collections.abc import Callable

from helpers.browser import Reader
from helpers.hands import pick


def play_on(reader: Reader, press: Callable[[Reader, str], None], seed: int) -> int:
    chance = random.Random(seed)
    played = 0
    while True:
        reader.wait_for_turn()
        if reader.over or reader.state is None:
            return played
        reader.play(pick(reader.state, chance), press)
        played += 1


def see_the_end(reader: Reader) -> None:
    standings = reader.page.locator("[data-testid=standings]")
    standings.wait_for()
    assert reader.state is not None
    rows = reader.state["ended"]["standings"]
    assert standings.locator("tbody tr").count() == len(rows)
