"""Draw many positions of every game, look at them in Chromium: is all text readable, apart, inside?

    python bench/pictures.py --out build/pictures [--positions 50]

writes contact sheets, and says what is too small or lies over another text. At 800 pixels no text
may be under 9, and no two may touch.
"""

from __future__ import annotations

import argparse
import random
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

import moonlit
from moonlit.core.registry import find_game
from moonlit.core.words import LANGUAGES

MIN_SIZE, WIDTH = 9.0, 800
ACROSS, SMALL = 5, 400  # of a contact sheet: pictures in a row, pixels of each
PEOPLE = ("Ana María de los Ríos", "Bo & <Co>", "Chloé", "Wilhelmina MMMMMMMMMMMMMMMMMMWW", "")

# Every text's box, and how large its letters are on the screen.
READ = """() => [...document.querySelectorAll('text')].map((node) => {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  const scale = node.getScreenCTM().a;
  return { text: node.textContent, left, right, top, bottom,
           size: parseFloat(getComputedStyle(node).fontSize) * Math.abs(scale) };
})"""


def positions(game: str, count: int) -> list[tuple[str, str]]:
    """Names and pictures: every number of players, from the deal to the end, both themes."""
    chance, found = random.Random(1), []
    seats = list(find_game(game).seats)
    for number in range(count):
        players = seats[number % len(seats)]
        share = number // len(seats) / max(1, (count - 1) // len(seats))
        match = played(game, players, number, share, chance)
        seat = chance.choice([None, *range(players)])
        theme, language = ("night", "day")[number % 2], LANGUAGES[number % 3]
        name = f"{game} {players} players, move {match.number}, seat {seat}, {theme}, {language}"
        found.append((name, moonlit.svg(match, seat, theme=theme, language=language)))
    return found


def played(
    game: str, players: int, seed: int, share: float, chance: random.Random
) -> moonlit.Match:
    """A game of random moves, played to a share of its length."""
    match = moonlit.new(game, PEOPLE[:players], seed=seed)
    while not match.over:
        match.play_action(int(chance.choice(match.legal_actions().tolist())))
    whole = match.actions
    match = moonlit.new(game, PEOPLE[:players], seed=seed)
    for action in whole[: round(share * len(whole))]:
        match.play_action(action)
    return match


def faults(page: Page, svg: str) -> list[str]:
    page.set_content(f'<body style="margin:0">{svg}</body>')
    boxes: list[dict[str, Any]] = page.evaluate(READ)
    found = [f"{b['text']!r} is {b['size']:.1f} px" for b in boxes if b["size"] < MIN_SIZE]
    found += [
        f"{b['text']!r} leaves the picture"
        for b in boxes
        if b["left"] < 0 or b["right"] > WIDTH or b["top"] < 0
    ]
    for index, one in enumerate(boxes):
        found += [
            f"{one['text']!r} touches {other['text']!r}"
            for other in boxes[index + 1 :]
            if overlap(one, other)
        ]
    return found


def overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """A box has air above and below its letters, so a little of it may be shared."""
    air = 0.22 * min(one["bottom"] - one["top"], other["bottom"] - other["top"])
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return bool(across > 0.5 and down > air)


def contact_sheet(page: Page, pictures: list[tuple[str, str]], path: Path) -> None:
    cells = "".join(f'<div style="width:{SMALL}px">{svg}</div>' for _, svg in pictures)
    style = "<style>body{margin:0;background:#777;display:flex;flex-wrap:wrap;gap:8px}"
    style += "div svg{width:100%;height:auto;display:block}</style>"
    page.set_viewport_size({"width": ACROSS * (SMALL + 8), "height": 800})
    page.set_content(style + cells)
    page.screenshot(path=path, full_page=True)
    page.set_viewport_size({"width": WIDTH, "height": 800})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/pictures"))
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--game", action="append", choices=moonlit.game_names())
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        chromium = shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": 800})
        for game in given.game or moonlit.game_names():
            pictures = positions(game, given.positions)
            wrong = {name: told for name, svg in pictures if (told := faults(page, svg))}
            for name, told in wrong.items():
                print(name, *told, sep="\n  ")
            size = sum(len(svg) for _, svg in pictures) / len(pictures) / 1000
            print(f"{game}: {len(pictures)} pictures, {size:.0f} kB each, {len(wrong)} with faults")
            for start in range(0, len(pictures), 25):
                sheet = given.out / f"{game}-{start // 25 + 1}.png"
                contact_sheet(page, pictures[start : start + 25], sheet)


if __name__ == "__main__":
    main()
