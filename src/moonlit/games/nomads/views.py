"""What a seat may know of a game of Nomads.

The tiles under the tops of the piles are hidden from everyone; all else is open to everyone, so
one view serves every seat. Spaces and heights count from 1, as in the notation.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.columns import Column
from moonlit.core.jit import plain
from moonlit.games.nomads import scoring
from moonlit.games.nomads.components import (
    ADVENTURERS,
    DISC_NAMES,
    FIRST_ADVENTURER,
    LEGENDS,
    TILE_WORDS,
    WILD,
)
from moonlit.games.nomads.rules.stacks import BITS, DISC
from moonlit.games.nomads.state import (
    ASK_LAST,
    ASK_NOTHING,
    MAX_TURNS,
    NOBODY,
    PILE,
    SPACES,
    UNPLAYED,
)

ASKS = ("frog", "unplayed", "disc", "first_lys", "turn", "lys", "top", "last", None)

_points = plain(scoring.points)
_final_score = plain(scoring.final_score)
_legend_cards = plain(scoring.legend_cards)


def view(state: Any, seat: int) -> dict[str, Any]:
    return {
        "asks": ASKS[state.asks],
        "turn": int(state.turn) + 1,
        "turns": MAX_TURNS,
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
    discs = state.stacks[space]
    return [DISC_NAMES[discs >> BITS * height & DISC] for height in range(state.heights[space])]


def space_view(state: Any, space: int) -> dict[str, Any]:
    gone = state.gone[space]
    return {
        "space": space + 1,
        "stack": stack(state, space),
        "pile": PILE - gone,
        "tile": TILE_WORDS[state.tiles[space][gone]] if gone < PILE else None,
        "lys": state.lys == space,
    }


def to_come(state: Any) -> dict[str, int]:
    """How many tiles of each kind lie under the tops, all piles together."""
    hidden: list[int] = []
    for pile, gone in zip(state.tiles, state.gone, strict=True):
        hidden += pile[gone + 1 :]
    return {word: hidden.count(kind) for kind, word in enumerate(TILE_WORDS)}


def songs(state: Any) -> list[dict[str, Any]]:
    """The song cards: whose each is, or nobody's yet."""
    return owned_cards(state.song_values, state.song[: state.players])


def legend(state: Any, number: int) -> list[dict[str, Any]]:
    """The four cards of a legend, likewise."""
    return owned_cards(
        state.legend_values[number], [cards[number] for cards in state.legend[: state.players]]
    )


def owned_cards(values: list[int], owned: list[int]) -> list[dict[str, Any]]:
    """Cards by value, and the seat that has each: `owned` is every seat's card, 0 for none."""
    return [
        {"value": value, "seat": owned.index(value) if value in owned else None} for value in values
    ]


def unplayed(state: Any) -> list[dict[str, Any]]:
    """The adventurers whom nobody plays, and how many discs of theirs are yet to be placed."""
    return [
        {"adventurer": name, "to_place": int(state.to_place[disc])}
        for disc, name in enumerate(ADVENTURERS, FIRST_ADVENTURER)
        if state.owner[disc] == UNPLAYED
    ]


def seat_view(state: Any, seat: int) -> dict[str, Any]:
    held = state.held[seat]
    disc = state.disc_of[seat]
    points, moons = _points(state, seat), state.moons[seat]
    return {
        "seat": seat,
        "adventurer": DISC_NAMES[disc],
        "to_place": state.to_place[disc],
        "tiles": dict(zip(TILE_WORDS, held, strict=False)),
        "held": sum(held),
        "song": state.song[seat] or None,
        "legends": {
            name: value or None for name, value in zip(LEGENDS, state.legend[seat], strict=True)
        },
        "moons": moons,
        "points": points,
        "score": points + moons,
        "rack": rack(state, seat, held),
    }


def rack(state: Any, seat: int, held: list[int]) -> dict[str, list[dict[str, int]]]:
    """The cards that a seat could yet write: what each costs, and the tiles it lacks for it."""
    wilds = held[WILD]
    cards = {
        name: offer(left, values, owned, have + wilds)
        for name, left, values, owned, have in zip(
            LEGENDS,
            state.legends_left,
            state.legend_values,
            state.legend[seat],
            held[:WILD],
            strict=True,
        )
    }
    different = sum([count > 0 for count in held[:WILD]]) + wilds
    left = 0 if state.song[seat] else state.songs_left
    return {**cards, "song": offer(left, state.song_values, 0, different)}


def offer(left: int, values: list[int], owned: int, have: int) -> list[dict[str, int]]:
    """Cards of one kind: a bit of `left` for each that is there, the seat's own card's value."""
    paid = owned + have
    return [
        {"value": value, "cost": value - owned, "lacks": value - paid if value > paid else 0}
        for card, value in enumerate(values)
        if value > owned and left >> card & 1
    ]


def standing(state: Any, seat: int) -> dict[str, Any]:
    held = sum(state.held[seat])
    moons = int(state.moons[seat])
    return {
        "score": _final_score(state, seat),
        "cards": _points(state, seat) + held,
        "moons": moons,
        "tiles": held,
        "legends": _legend_cards(state, seat),
    }


def columns(players: int) -> tuple[Column, ...]:
    """What a score is made of, in the order in which it adds up."""
    return Column("cards"), Column("moons"), Column("tiles", "minus"), Column("score")
