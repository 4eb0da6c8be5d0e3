"""Whole games by the keyboard alone, and by what a screen reader is told alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Error as BrowserError

from helpers.browser import Reader
from helpers.hands import FEWEST
from helpers.whole_games import play_on, see_the_end

pytestmark = [pytest.mark.browser, pytest.mark.process]


def by_keys(reader: Reader, selector: str) -> None:
    """Tab to the element, or into the board it is part of and on by arrows; then Enter."""
    keyboard = reader.page.keyboard
    reader.find(selector).wait_for()
    tried: dict[str, set[str]] = {}  # arrows, by where they were pressed
    for _ in range(200):
        spot, arrows = reader.page.evaluate(ARROWS, selector)
        if arrows == "there":
            keyboard.press("Enter")
            return
        if arrows == "chosen":
            return
        before = tried.setdefault(spot, set())
        key = next((arrow for arrow in arrows if arrow not in before), "Tab")
        if key == "Tab":
            before.clear()
        elif arrows != ["ArrowDown"]:  # a group of choices is gone through from first to last
            before.add(key)
        keyboard.press(key)
    raise AssertionError(f"no key leads to {selector}")


# Where the focus is; and, in what is steered by arrows, which of them lead nearer.
ARROWS = """selector => {
  const here = document.activeElement;
  const all = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const wanted = all[0];
  const spotOf = (e) => e?.dataset?.spot ?? e?.dataset?.at ?? e?.dataset?.space ?? '';
  const spot = spotOf(here);
  if (!wanted) return [spot, 'chosen'];  // a choice that was not made yet, and now is
  if (all.includes(here)) return [spot, 'there'];
  const radio = wanted?.querySelector?.('input[type=radio]');
  if (radio?.checked) return [spot, 'chosen'];
  if (radio && here?.name === radio.name && here?.type === 'radio') return [spot, ['ArrowDown']];
  const ring = '.space[data-space]';  // where a number leads to the space that has it
  if (here?.matches(ring) && wanted.matches(ring)) return [spot, [wanted.dataset.space]];
  const room = (e) => e.closest('svg, [role=group]');
  if (!spot || !spotOf(wanted) || room(wanted) !== room(here)) return [spot, []];
  const one = here.getBoundingClientRect(), other = wanted.getBoundingClientRect();
  const x = other.x + other.width / 2 - one.x - one.width / 2;
  const y = other.y + other.height / 2 - one.y - one.height / 2;
  const sides = x > 0 ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  const ups = y > 0 ? ['ArrowDown', 'ArrowUp'] : ['ArrowUp', 'ArrowDown'];
  return [spot, Math.abs(y) < 3  // up or down to its row, then along it
    ? [sides[0], ups[0], ups[1], sides[1]]
    : [ups[0], sides[0], sides[1], ups[1]]];
}"""

# each game in one of the two ways, and in both where there is time
BY_KEYS, BY_EAR = (
    [
        pytest.param(game, marks=() if number % 2 == way else pytest.mark.long)
        for number, game in enumerate(FEWEST)
    ]
    for way in range(2)
)
PLAIN = {"nomads": {"adventurers": "nostromo"}}  # whose moves have no ways to choose from


@pytest.mark.parametrize("game", BY_KEYS)
def test_a_whole_game_by_keys_only(reader: Callable[..., Reader], game: str) -> None:
    ana = reader(levels={game: "novice"}, players={game: 2}, choices=PLAIN)
    ana.go("/")
    ana.find(f"[data-testid=play-{game}]").wait_for()
    ana.until(lambda: ana.find(f"[data-testid=play-{game}]").is_enabled(), "the games are known")
    by_keys(ana, f"[data-testid=play-{game}]")
    assert play_on(ana, by_keys, seed=5) >= FEWEST[game]
    see_the_end(ana)


# What is tried first, by what it is called.
CALLED = {
    "nova-luna": [r"^Place it at .*Meets [1-9]", r"^Place it at", r"of those within reach$"],
    "dance-of-muses": [
        r"^Finish without power",
        r"^Place her at",
        r"^Step (up|down|left|right)$",
        r"^Face down$",
        r"^\w+\. Power:",
        r"die 5",
        r"die 4",
        r"die \d",
    ],
    "nomads": [
        r"^Write: ",
        r"can be paid$",
        r"^(Clockwise|Counterclockwise) ",
        r"^Leave them$",
        r"^Write nothing$",
        r"^Space \d",
    ],
}
THING = re.compile(r"""- '?button "((?:[^"\\]|\\.)*)"(.*)$""")


def heard(reader: Reader) -> list[str]:
    """The buttons of the board that can be pressed, by their names: all that is told of them."""
    told = reader.page.locator("section[aria-label=Board]").aria_snapshot()
    found = []
    for line in told.splitlines():
        if (match := THING.search(line)) and "[disabled]" not in match[2]:
            found.append(match[1].replace('\\"', '"').replace("''", "'"))
    return found


@pytest.mark.parametrize("game", BY_EAR)
def test_a_whole_game_by_what_is_told_only(reader: Callable[..., Reader], game: str) -> None:
    """Nothing is looked at but the accessibility tree: roles and names."""
    ana = reader(levels={game: "novice"}, players={game: 2}, choices=PLAIN)
    ana.go("/")
    ana.page.get_by_role("button", name=f"Play now: {NAMES[game]}").click()
    chance = random.Random(7)
    played = 0
    for _ in range(900):
        ana.wait_for_turn()
        if ana.over:
            break
        number = ana.number
        press(ana, chance, CALLED[game])
        ana.page.wait_for_timeout(60)
        played += ana.number > number
    assert ana.over
    assert played >= FEWEST[game] / 2
    ana.page.get_by_role("table").wait_for()


NAMES = {"nova-luna": "Nova Luna", "dance-of-muses": "Dance of Muses", "nomads": "Nomads"}


def press(reader: Reader, chance: random.Random, called: list[str]) -> None:
    """What comes first, mostly: now and then something else, so that nothing goes in circles."""
    names = heard(reader)
    ways = [[name for name in names if re.search(way, name)] for way in called]
    ways = [found for found in ways if found]
    if not ways:
        return
    wanted = chance.choice(ways[0] if chance.random() < 0.8 else chance.choice(ways))
    button = reader.page.get_by_role("button", name=wanted, exact=True).first
    try:
        button.press("Enter", timeout=2000)
    except BrowserError:
        return  # it has gone meanwhile
