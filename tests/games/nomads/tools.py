"""Tables of Nomads set up by writing a deal, and its setup played to a picture."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import moonlit
from moonlit.games.nomads.components import TILE_COUNTS, TILE_NAMES

BOX = Counter(dict(zip(TILE_NAMES, TILE_COUNTS, strict=True)))
Piles = dict[int, str]


def ring(discs: str) -> dict[int, str]:
    """What lies on each space, from the first on, with commas between them."""
    return dict(enumerate(discs.split(", "), 1))


# A setup for ulrich, siana and red in any order of seats, each alone on two spaces.
THREE = ring("ulrich, ulrich, siana, siana, red, red, moon moon, nostromo nostromo")

# The seats that a Lumathon names, at a table for three or more.
LUMATHON = {"captain": 2, "winner": 1, "last": 0}


def new(players: int, **options: Any) -> moonlit.Match:
    return moonlit.new("nomads", players, seed=3, options=options)


def all_piles(tops: Piles) -> list[list[str]]:
    """Eight piles of 14 with these tiles on top, "a c moon"; the box's moons lie at the bottom."""
    piles = [tops.get(space, "").split() for space in range(1, 9)]
    rest = BOX.copy()
    rest.subtract(tile for pile in piles for tile in pile)
    assert min(rest.values()) >= 0, "more tiles of a kind than the box holds"
    tiles = sorted(rest.elements(), key=lambda tile: ("moon wild".find(tile), tile))
    for depth in range(14):
        for pile in piles:
            if len(pile) == depth:
                pile.append(tiles.pop(0))
    return piles


def table(
    adventurers: str, tops: Piles | None = None, start: int = 0, **options: Any
) -> moonlit.Match:
    """A match with these adventurers in seat order and these tiles on top of the piles."""
    names = adventurers.split()
    return moonlit.load(
        {
            "format": 1,
            "game": "nomads",
            "rules": 1,
            "players": [""] * len(names),
            "options": options,
            "seed": None,
            "deal": {"start": start, "adventurers": names, "piles": all_piles(tops or {})},
            "moves": [],
            "result": None,
        }
    )


def play(match: moonlit.Match, moves: str) -> moonlit.Match:
    """Play moves written behind each other, with commas between them."""
    for move in moves.split(", "):
        match.play(move)
    return match


def lay(match: moonlit.Match, stacks: dict[int, str], lys: int) -> moonlit.Match:
    """Play the setup so that these discs lie on each space above its nomad, the lowest first.

    The frog, where there is one, is named first on its space, though it lies under the nomad.
    """
    wanted = {space: discs.split() for space, discs in stacks.items()}
    while match.view()["asks"] != "first_lys":
        for move in match.moves():
            disc, _, space = move.partition("@")
            if wanted.get(int(space), [])[:1] == [disc]:
                wanted[int(space)].pop(0)
                match.play(move)
                break
        else:
            raise AssertionError(f"no wanted disc among {match.moves()}; left: {wanted}")
    assert not any(wanted.values()), f"not placed: {wanted}"
    return play(match, f"lys@{lys}")


def stack(match: moonlit.Match, space: int) -> str:
    """The discs of a space from the bottom: o a nomad, capitals the first letters."""
    letters = {"nomad": "o", "frog": "F"}
    discs = match.view()["spaces"][space - 1]["stack"]
    return "".join(letters.get(disc, disc[0].upper()) for disc in discs)


def stacks(match: moonlit.Match) -> str:
    return " ".join(stack(match, space) or "-" for space in range(1, 9))


def tiles(match: moonlit.Match, seat: int) -> str:
    """What a seat holds, as letters with * for wilds."""
    held = match.view()["seats"][seat]["tiles"]
    return "".join(("*" if kind == "wild" else kind[0]) * count for kind, count in held.items())


def moons(match: moonlit.Match) -> list[int]:
    return [seat["moons"] for seat in match.view()["seats"]]


def points(match: moonlit.Match) -> list[int]:
    return [seat["points"] for seat in match.view()["seats"]]


def keys(match: moonlit.Match) -> list[str]:
    """What the log says of the last move, as keys."""
    return [entry["key"].removeprefix("log.") for entry in match.log()[-1]]


def game(name: str, moves: int | None = None) -> moonlit.Match:
    """One of the finished games in tests/games, as it was after so many moves."""
    path = Path(__file__).parent / "records" / f"{name}.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    if moves is None:
        return moonlit.load(record)
    return moonlit.load({**record, "moves": record["moves"][:moves], "result": None})


# ---- a seat with the tiles that a test wants -----------------------------------------------------


def quiet_moves(match: moonlit.Match) -> list[str]:
    """Moves of stacks that do not call Lys, and leaving Red's discs alone."""
    return [
        move
        for move in match.moves()
        if move == "stay" or (move[0].isdigit() and match.preview(move)["then"] != "lys")
    ]


def gather(adventurers: str, wanted: str, **options: Any) -> moonlit.Match:
    """A match in which seat 0 is to move and has taken just these tiles, in this order.

    Play does not depend on the tiles while nobody writes. So quiet moves are tried until seat 0
    has taken as many tiles as are wanted, and then they are dealt to the places it took them from.
    """
    for seed in range(1000):
        chance = random.Random(seed)
        match = lay(table(adventurers, **options), THREE, lys=8)
        begun = match.number
        taken: list[tuple[int, int]] = []
        while len(taken) < len(wanted.split()) or match.to_move != 0:
            move = chance.choice(quiet_moves(match))
            seen = match.preview(move)
            for take in seen["takes"] if seen["then"] is None else []:
                if take["seat"] == 0:
                    depth = 14 - match.view()["spaces"][take["space"] - 1]["pile"]
                    taken.append((take["space"] - 1, depth))
            match.play(move)
        if len(taken) == len(wanted.split()) and match.view()["chart"] == 0:
            return _dealt(match, begun, dict(zip(taken, wanted.split(), strict=True)))
    raise AssertionError("no such game was found")


def _dealt(match: moonlit.Match, begun: int, wanted: dict[tuple[int, int], str]) -> moonlit.Match:
    """The same moves with the wanted tiles at their places; the other places get what is left."""
    rest = BOX.copy()
    rest.subtract(wanted.values())
    tiles = sorted(rest.elements(), key=lambda tile: ("moon wild".find(tile), tile), reverse=True)
    piles: list[list[str]] = [[""] * 14 for _ in range(8)]
    for depth in reversed(range(14)):
        for pile in range(8):
            piles[pile][depth] = wanted.get((pile, depth)) or tiles.pop(0)
    record = match.record()
    record["deal"]["piles"] = piles
    again = moonlit.load({**record, "moves": record["moves"][:begun]})
    for move in record["moves"][begun:]:
        again.play(move)
    return again


def go_round(match: moonlit.Match) -> moonlit.Match:
    """Quiet moves of the others until the seat that has just played is to move again."""
    seat = (match.to_move or len(match.players)) - 1
    while match.to_move != seat:
        match.play(quiet_moves(match)[0])
    return match
