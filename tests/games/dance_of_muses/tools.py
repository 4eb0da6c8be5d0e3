"""Setting up cases of Dance of Muses: by a deal and its placings, then by steps on the floor."""

from __future__ import annotations

from typing import Any

import moonlit
from moonlit import Match
from moonlit.games.dance_of_muses.components import MUSE_NAMES, MUSES

GAME = "dance-of-muses"


def table(
    players: int,
    placings: list[str],
    start: int = 0,
    neutral: str | None = None,
    muses: dict[str, dict[str, Any]] | None = None,
) -> Match:
    """A match whose Muses were placed like this; the hands follow from who placed whom."""
    hands: list[list[str]] = [[] for _ in range(players)]
    for number, placing in enumerate(placings):
        hands[(start + number) % players].append(placing.split("@")[0].lstrip("?"))
    left = [name for name in MUSE_NAMES if not any(name in hand for hand in hands)]
    if players != 3 and neutral is None:
        neutral = left[-1]
    each = len(MUSE_NAMES) // players
    for hand in hands:
        while len(hand) < each:
            taken = [neutral, *(name for other in hands for name in other)]
            hand.append(next(name for name in left if name not in taken))
    return moonlit.load(
        {
            "format": 1,
            "game": GAME,
            "rules": 1,
            "players": [""] * players,
            "options": {"components": {**MUSES, **muses}} if muses else {},
            "seed": None,
            "deal": {"start": start, "hands": hands, "neutral": neutral},
            "moves": placings,
            "result": None,
        }
    )


def muse(power: str, area: str, suns: int) -> dict[str, Any]:
    return {"power": power, "area": area, "suns": suns}


def pieces(match: Match, seat: int | None = None) -> dict[str, dict[str, Any]]:
    """What lies on the table, by name."""
    return {piece["name"]: piece for piece in match.view(seat)["table"]}


def dice(match: Match) -> dict[str, int]:
    return {name: piece["die"] for name, piece in pieces(match).items()}


def steps(match: Match, name: str) -> set[str]:
    """The ways in which a Muse may step."""
    return {move[-1] for move in match.moves() if move[:-1] == f"{name}:"}


def lone_step(match: Match, name: str, home: tuple[int, int] | None = None) -> str | None:
    """A step of a Muse that pushes nobody, back home if she is beside it; None if she has none."""
    found = None
    for way in sorted(steps(match, name)):
        moved = match.preview(f"{name}:{way}")["moved"]
        if len(moved) == 1 and (not found or (moved[0]["x"], moved[0]["y"]) == home):
            found = f"{name}:{way}"
    return found


def raise_dice(match: Match, wanted: dict[str, int]) -> None:
    """Steps without a push until the dice show what is wanted: first out and back in pairs, then
    one step out for those that need an odd number, in an order that keeps the group."""
    for name, value in wanted.items():
        home = pieces(match)[name]["x"], pieces(match)[name]["y"]
        for _ in range((value - dice(match)[name]) // 2 * 2):
            match.play(lone_step(match, name, home) or "nobody is in her way")
    left = [name for name, value in wanted.items() if dice(match)[name] < value]
    while left:
        name = next(name for name in left if lone_step(match, name))
        match.play(lone_step(match, name) or "")
        left.remove(name)


# Two rows, in which every Muse can step out and back again without pushing anyone:
#   a b c d e      (y 1)
#   f g h i        (y 0)
TWO_ROWS = ["0,0", "0,1", "1,0", "1,1", "2,0", "2,1", "3,0", "3,1", "4,1"]


def two_rows(
    players: int,
    names: list[str],
    start: int = 0,
    muses: dict[str, dict[str, Any]] | None = None,
) -> Match:
    """The Muses in two rows, in the order of placing; with a Neutral, she is the first."""
    cells = TWO_ROWS if players == 3 else TWO_ROWS[1:]
    placings = [f"{name}@{cell}" for name, cell in zip(names, cells, strict=True)]
    return table(players, placings, start, muses=muses)


# For two players: one Mystery Muse each, Urania is the Neutral.
EIGHT = [*MUSE_NAMES[:6], "?terpsichore", "?thalia"]


# ---- positions -------------------------------------------------------------------------------


def reached(players: int, stage: str) -> Match:
    """A position of one and the same game: "deal", "last two" are to be placed, "dance" begins,
    or a die shows "five"."""
    match = moonlit.new(GAME, players, seed=13)
    placings = 9 if players == 3 else 8
    goal = {"deal": 0, "last two": placings - 2, "dance": placings}.get(stage, 200)
    while match.number < goal and 5 not in dice(match).values():
        moves = match.moves()
        match.play(moves[31 * match.number % len(moves)])
    return match


def open_view(match: Match) -> dict[str, Any]:
    """The view of somebody who sees every hand."""
    hands = [match.view(seat)["hands"][seat] for seat in range(len(match.players))]
    return {**match.view(), "hands": hands}
