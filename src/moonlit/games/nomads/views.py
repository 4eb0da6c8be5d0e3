"""What a seat may know of a game of Nomads.

The tiles under the tops of the piles are hidden from everyone; all else is open to everyone, so
one view serves every seat. Spaces and heights count from 1, as in the notation.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import plain
from moonlit.games.nomads import rules, writing
from moonlit.games.nomads.components import (
    ADVENTURERS,
    CARDS,
    DISC_NAMES,
    FIRST_ADVENTURER,
    LEGENDS,
    TILE_WORDS,
    WILD,
)
from moonlit.games.nomads.stacks import disc_at
from moonlit.games.nomads.state import (
    ASK_LAST,
    ASK_NOTHING,
    MOST_TURNS,
    NOBODY,
    PILE,
    SPACES,
    UNPLAYED,
)

ASKS = ("frog", "unplayed", "disc", "first_lys", "turn", "lys", "top", "last", None)

_disc_at = plain(disc_at)
_points = plain(writing.points)
_final_score = plain(rules.final_score)
_legend_cards = plain(writing.legend_cards)


def view(state: Any) -> dict[str, Any]:
    return {
        "asks": ASKS[state.asks],
        "turn": int(state.turn) + 1,
        "turns": MOST_TURNS,
        "first": int(state.first),
        "stepped": bool(state.stepped),
        "last_writing": state.asks in (ASK_LAST, ASK_NOTHING),
        "lys": None if state.lys == NOBODY else int(state.lys) + 1,
        "spaces": [space_view(state, space) for space in range(SPACES)],
        "piles": int(state.piles),
        "to_come": to_come(state),
        "chart": int(state.chart),
        "songs": songs(state),
        "legends": {name: legend(state, number) for number, name in enumerate(LEGENDS)},
        "unplayed": unplayed(state),
        "seats": [seat_view(state, seat) for seat in range(state.players)],
    }


def stack(state: Any, space: int) -> list[str]:
    """The discs on a space by name, from the bottom."""
    return [DISC_NAMES[_disc_at(state, space, height)] for height in range(state.heights[space])]


def space_view(state: Any, space: int) -> dict[str, Any]:
    gone = int(state.gone[space])
    return {
        "space": space + 1,
        "stack": stack(state, space),
        "pile": PILE - gone,
        "tile": TILE_WORDS[state.tiles[space][gone]] if gone < PILE else None,
        "lys": bool(state.lys == space),
    }


def to_come(state: Any) -> dict[str, int]:
    """How many tiles of each kind lie under the tops, all piles together."""
    hidden = [
        int(tile) for space in range(SPACES) for tile in state.tiles[space][state.gone[space] + 1 :]
    ]
    return {word: hidden.count(kind) for kind, word in enumerate(TILE_WORDS)}


def songs(state: Any) -> list[dict[str, Any]]:
    """The song cards: whose each is, or nobody's yet."""
    owners = {int(state.song[seat]): seat for seat in range(state.players)}
    return [
        {"value": int(value), "seat": owners.get(int(value))} for value in state.song_values[:CARDS]
    ]


def legend(state: Any, number: int) -> list[dict[str, Any]]:
    """The four cards of a legend, likewise."""
    owners = {int(state.legend[seat][number]): seat for seat in range(state.players)}
    return [
        {"value": int(value), "seat": owners.get(int(value))}
        for value in state.legend_values[number]
    ]


def unplayed(state: Any) -> list[dict[str, Any]]:
    """The adventurers whom nobody plays, and how many discs of theirs are yet to be placed."""
    return [
        {"adventurer": name, "to_place": int(state.to_place[disc])}
        for disc, name in enumerate(ADVENTURERS, FIRST_ADVENTURER)
        if state.owner[disc] == UNPLAYED
    ]


def seat_view(state: Any, seat: int) -> dict[str, Any]:
    held = [int(count) for count in state.held[seat]]
    disc = int(state.disc_of[seat])
    return {
        "seat": seat,
        "adventurer": DISC_NAMES[disc],
        "to_place": int(state.to_place[disc]),
        "tiles": dict(zip(TILE_WORDS, held, strict=False)),
        "held": sum(held),
        "song": int(state.song[seat]) or None,
        "legends": {
            name: int(state.legend[seat][number]) or None for number, name in enumerate(LEGENDS)
        },
        "moons": int(state.moons[seat]),
        "points": _points(state, seat),
        "score": _final_score(state, seat),
        "rack": rack(state, seat, held),
    }


def rack(state: Any, seat: int, held: list[int]) -> dict[str, list[dict[str, int]]]:
    """The cards that a seat could yet write: what each costs, and the tiles it lacks for it."""

    def offer(left: int, values: Any, owned: int, have: int) -> list[dict[str, int]]:
        return [
            {"value": int(value), "cost": int(value) - owned, "lacks": max(0, value - owned - have)}
            for card, value in enumerate(int(value) for value in values)
            if left >> card & 1 and value > owned
        ]

    cards = {}
    for number, name in enumerate(LEGENDS):
        owned, have = int(state.legend[seat][number]), held[number] + held[WILD]
        cards[name] = offer(
            int(state.legends_left[number]), state.legend_values[number], owned, have
        )
    different = sum(count > 0 for count in held[:WILD]) + held[WILD]
    left = 0 if state.song[seat] else int(state.songs_left)
    return {**cards, "song": offer(left, state.song_values, 0, different)}


def standing(state: Any, seat: int) -> dict[str, Any]:
    held = int(state.held[seat].sum())
    moons = int(state.moons[seat])
    return {
        "score": _final_score(state, seat),
        "cards": _points(state, seat) + held,
        "moons": moons,
        "tiles": held,
        "legends": _legend_cards(state, seat),
    }
