"""Why a text that is no legal move of Nomads cannot be played, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from moonlit.core.errors import IllegalMove
from moonlit.core.jit import plain
from moonlit.games.nomads.components import (
    DISC_NAMES,
    FROG,
    LETTERS,
    MOON_DISC,
    RED,
    SIANA,
    TOPIC,
    ULRICH,
    WILD,
)
from moonlit.games.nomads.rules.setup import is_asked_to_place
from moonlit.games.nomads.rules.stacks import disc_at, holds
from moonlit.games.nomads.state import (
    ASK_DISC,
    ASK_FIRST_LYS,
    ASK_LAST,
    ASK_LYS,
    ASK_TOP,
    ASK_TURN,
    SETUP_HEIGHT,
    SPACES,
)
from moonlit.games.nomads.views import legend, songs

NUMBER = "([1-9][0-9]?)"
PLACING = re.compile(rf"({'|'.join(DISC_NAMES[ULRICH:])})@{NUMBER}")
LYS_AT = re.compile(rf"lys@{NUMBER}")
STEPS = re.compile(r"lys[+-]")
MOVES = re.compile(rf"{NUMBER}[<>](?:([ds]){NUMBER})?")
TOPS = re.compile(rf"top@{NUMBER}\.{NUMBER}")
LEGENDS = re.compile(rf"legend ([{LETTERS}]){NUMBER}(\**)")
SONGS = re.compile(rf"song {NUMBER} ([{LETTERS}]*)(\**)")

NOT_ASKED = (
    "asks_frog",
    "asks_unplayed",
    "asks_disc",
    "asks_first_lys",
    "asks_turn",
    "asks_lys",
    "asks_top",
    "asks_last",
)

_is_asked_to_place = plain(is_asked_to_place)
_disc_at = plain(disc_at)
_holds = plain(holds)


def no(key: str, **arguments: Any) -> IllegalMove:
    return IllegalMove(key, TOPIC, **arguments)


def refuse(state: Any, text: str) -> IllegalMove:
    for pattern, asks, why in KINDS:
        found = pattern.fullmatch(text)
        if found:
            if state.asks not in asks:
                return not_asked(state, text)
            return why(state, *found.groups())
    return no("no_notation", move=text)


def not_asked(state: Any, text: str) -> IllegalMove:
    """A kind of move that is not due: what is asked for instead."""
    return no(NOT_ASKED[state.asks], move=text)


def own_disc(state: Any) -> int:
    return int(state.disc_of[state.to_move])


# ---- setup, Lys, Red -----------------------------------------------------------------------------


def refuse_placing(state: Any, name: str, space: str) -> IllegalMove:
    disc = DISC_NAMES.index(name)
    if not _is_asked_to_place(state, disc):
        asked = [other for other in range(ULRICH, FROG + 1) if _is_asked_to_place(state, other)]
        return no("other_disc", disc=name, discs=tuple(DISC_NAMES[other] for other in asked))
    if int(space) > SPACES:
        return no("no_space", space=int(space))
    return no("space_full", space=int(space), count=SETUP_HEIGHT)


def refuse_lys(state: Any, space: str) -> IllegalMove:
    if int(space) > SPACES:
        return no("no_space", space=int(space))
    return no("lys_there", space=int(space))


def refuse_step(state: Any) -> IllegalMove:
    if own_disc(state) != MOON_DISC:
        return no("not_moon")
    return no("stepped")


def refuse_top(state: Any, space: str, height: str) -> IllegalMove:
    if int(space) > SPACES:
        return no("no_space", space=int(space))
    at, up = int(space) - 1, int(height) - 1
    if up >= state.heights[at]:
        return no("no_height", space=int(space), height=int(height), count=int(state.heights[at]))
    if _disc_at(state, at, up) != RED:
        return no("not_red", space=int(space), height=int(height))
    return no("top_already", space=int(space))


# ---- moves ---------------------------------------------------------------------------------------


def refuse_move(state: Any, space: str, way: str | None, reached: str | None) -> IllegalMove:
    if int(space) > SPACES:
        return no("no_space", space=int(space))
    at = int(space) - 1
    if not _holds(state, at, own_disc(state)):
        spaces = [n + 1 for n in range(SPACES) if _holds(state, n, own_disc(state))]
        return no("not_yours", space=int(space), spaces=tuple(spaces))
    height = int(state.heights[at])
    if way == "s":
        if own_disc(state) != SIANA:
            return no("not_siana")
        return no("bad_skip", reached=int(reached or 0), count=height)
    if own_disc(state) != ULRICH:
        return no("not_ulrich")
    if height == 1:
        return no("single_disc", space=int(space))
    return no("bad_double", reached=int(reached or 0), count=height, most=height - 1)


# ---- cards ---------------------------------------------------------------------------------------


def refuse_card(card: str, value: int, cards: list[dict[str, Any]]) -> IllegalMove | None:
    """Why a card itself cannot be had: there is none, or somebody has it."""
    values = [int(other["value"]) for other in cards]
    if value not in values:
        return no("no_card", card=card, values=tuple(values))
    owner = cards[values.index(value)]["seat"]
    if owner is not None:
        return no("card_taken", card=card, seat=owner)
    return None


def refuse_wilds(state: Any, stars: str) -> IllegalMove | None:
    wilds = int(state.held[state.to_move][WILD])
    if len(stars) > wilds:
        return no("few_wilds", given=len(stars), count=wilds)
    return None


def refuse_legend(state: Any, letter: str, value: str, stars: str) -> IllegalMove:
    number, seat = LETTERS.index(letter), int(state.to_move)
    owned, held = int(state.legend[seat][number]), int(state.held[seat][number])
    card, cost = f"{letter}{value}", int(value) - owned
    if owned and cost <= 0:
        return no("not_higher", card=card, old=f"{letter}{owned}")
    reason = refuse_card(card, int(value), legend(state, number))
    if reason is not None:
        return reason
    if len(stars) > cost:
        return no("too_many_stars", card=card, cost=cost, given=len(stars))
    return refuse_wilds(state, stars) or no(
        "few_tiles", card=card, letter=letter, cost=cost, need=cost - len(stars), count=held
    )


def refuse_song(state: Any, value: str, letters: str, stars: str) -> IllegalMove:
    seat = int(state.to_move)
    if state.song[seat]:
        return no("one_song", value=int(state.song[seat]))
    reason = refuse_card(f"song {value}", int(value), songs(state))
    if reason is not None:
        return reason
    for letter in letters:
        if letters.count(letter) > 1:
            return no("letter_twice", letter=letter)
        if not state.held[seat][LETTERS.index(letter)]:
            return no("not_held", letter=letter)
    if len(letters) + len(stars) != int(value):
        return no("wrong_count", value=int(value), given=len(letters) + len(stars))
    return refuse_wilds(state, stars) or no(
        "other_spelling", right=f"song {value} {''.join(sorted(letters))}{stars}"
    )


WRITING = (ASK_TURN, ASK_LAST)
KINDS: tuple[tuple[re.Pattern[str], Sequence[int], Callable[..., IllegalMove]], ...] = (
    (PLACING, range(ASK_DISC + 1), refuse_placing),
    (LYS_AT, (ASK_FIRST_LYS, ASK_LYS), refuse_lys),
    (STEPS, (ASK_TURN,), refuse_step),
    (TOPS, (ASK_TOP,), refuse_top),
    (MOVES, (ASK_TURN,), refuse_move),
    (LEGENDS, WRITING, refuse_legend),
    (SONGS, WRITING, refuse_song),
    (re.compile("stay|pass"), (), no),
)
