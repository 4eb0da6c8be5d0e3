"""How a Dance of Muses is scored: Apollo's Will, the columns of dice, the Suns, the places."""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.games.dance_of_muses.rules.setup import has_neutral
from moonlit.games.dance_of_muses.state import FACE_DOWN, LAST_VALUE, MUSE_COUNT, NOBODY

COUNT_BITS = 3  # a company's dice are counted by value, packed: 3 bits a value


@njit
def companies(state: Any) -> int:
    """Two companies of two with 4 players, otherwise one a player."""
    return 3 if state.players == 3 else 2


def company(players: int, seat: int) -> int:
    """Which company a seat is of: those across from each other are one with 4 players."""
    return seat % 2 if players == 4 else seat


@njit
def dice_count(state: Any) -> int:
    """How many dice a company has: so many columns are compared."""
    return MUSE_COUNT // companies(state)


@njit
def owner(state: Any, piece: int) -> int:
    """Pieces were placed in turn from the start player on, after the Neutral if there is one."""
    turn = piece - has_neutral(state)
    return int(state.start + turn) % int(state.players) if turn >= 0 else NOBODY


@njit
def company_of(state: Any, piece: int) -> int:
    seat = owner(state, piece)
    return seat % companies(state) if seat != NOBODY else NOBODY


@njit
def muse_of(state: Any, piece: int) -> int:
    """Who a piece is, revealed."""
    name = int(state.called[piece])
    return name if name < FACE_DOWN else int(state.secret[name - FACE_DOWN])


@njit
def fulfils_will(state: Any, piece: int) -> bool:
    """Apollo's Will: a die that equals the Muse's suns counts 6."""
    return bool(state.die[piece] == state.suns[muse_of(state, piece)])


@njit
def final_die(state: Any, piece: int) -> int:
    return LAST_VALUE if fulfils_will(state, piece) else int(state.die[piece])


# ---- the columns -----------------------------------------------------------------------------


@njit
def tally(state: Any, company: int) -> int:
    """How many dice of a company show each value, packed."""
    counts = 0
    for piece in range(MUSE_COUNT):
        if company_of(state, piece) == company:
            counts += 1 << COUNT_BITS * final_die(state, piece)
    return counts


@njit
def die_in_column(counts: int, column: int) -> int:
    """A company's dice in descending order: the one at this place, from 0."""
    passed = 0
    for value in range(LAST_VALUE, 0, -1):
        passed += counts >> COUNT_BITS * value & ((1 << COUNT_BITS) - 1)
        if passed > column:
            return value
    return 0


@njit
def column_winner(state: Any, column: int) -> int:
    """The company with the single highest die of a column, or NOBODY."""
    winner = NOBODY
    highest = 0
    for company in range(companies(state)):
        value = die_in_column(tally(state, company), column)
        if value > highest:
            highest = value
            winner = company
        elif value == highest:
            winner = NOBODY
    return winner


@njit
def suns_won(state: Any, company: int) -> int:
    won = 0
    for column in range(dice_count(state)):
        won += int(column_winner(state, column) == company)
    return won


@njit
def silver_holder(state: Any) -> int:
    """The company that won the first column anyone won, or NOBODY."""
    for column in range(dice_count(state)):
        winner = column_winner(state, column)
        if winner != NOBODY:
            return winner
    return NOBODY


@njit
def dice_sum(state: Any, company: int) -> int:
    total = 0
    for piece in range(MUSE_COUNT):
        if company_of(state, piece) == company:
            total += final_die(state, piece)
    return total


# ---- the places ------------------------------------------------------------------------------


@njit
def rank(state: Any, company: int) -> int:
    """A number that is higher for whoever is ahead: Suns, then Silver, then the sum of the dice,
    then not having triggered the end."""
    total = suns_won(state, company)
    total = total * 2 + int(silver_holder(state) == company)
    total = total * 32 + dice_sum(state, company)
    ended = state.ended_by != NOBODY and state.ended_by % companies(state) == company
    return total * 2 + int(not ended)


@njit
def result(state: Any, places: Any, merits: Any) -> None:
    """A place counts the companies ahead; the seats of a company share its place and Suns."""
    for company in range(companies(state)):
        place = 1
        for other in range(companies(state)):
            place += int(rank(state, other) > rank(state, company))
        for seat in range(company, state.players, companies(state)):
            places[seat] = place
            merits[seat] = float(suns_won(state, company))
