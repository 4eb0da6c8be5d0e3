"""The rules of Nomads: legal, play, result, redeal, over the record in state.py.

The table is set in setting.py; stacks of discs are handled in stacks.py, cards in writing.py.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.jit import njit
from moonlit.core.rng import below
from moonlit.games.nomads.components import MOON, MOON_DISC, NOMAD, RED, SIANA, ULRICH
from moonlit.games.nomads.setting import legal_places, next_seat, place_disc
from moonlit.games.nomads.stacks import disc_at, holds, raise_disc, read_way, sow, top_disc
from moonlit.games.nomads.state import (
    ASK_DISC,
    ASK_FIRST_LYS,
    ASK_LAST,
    ASK_LYS,
    ASK_NOTHING,
    ASK_TOP,
    ASK_TURN,
    DOUBLE,
    LAST_PILES,
    LEGEND,
    LYS,
    MOST_TURNS,
    MOVE,
    PASS,
    PILE,
    PLACE,
    SCORING,
    SKIP,
    SONG,
    SPACES,
    STAY,
    STEP,
    TOP,
)
from moonlit.games.nomads.writing import (
    can_write,
    legal_legends,
    legal_songs,
    legend_cards,
    points,
    write_legend,
    write_song,
)

KIND_BITS = 7  # there are at most 98 tiles of a kind under the tops, and nine kinds
KIND_MASK = (1 << KIND_BITS) - 1

# ---- what may be done ------------------------------------------------------------------------


@njit
def legal(state: Any, actions: Any) -> int:
    if state.asks <= ASK_DISC:
        return legal_places(state, actions)
    if state.asks == ASK_FIRST_LYS or state.asks == ASK_LYS:
        return legal_piles(state, actions)
    if state.asks == ASK_TOP:
        return legal_tops(state, actions)
    seat = int(state.to_move)
    written = 0
    if state.asks == ASK_TURN:
        written = legal_moves(state, seat, actions)
    written = legal_songs(state, seat, actions, written)
    written = legal_legends(state, seat, actions, written)
    if state.asks == ASK_LAST:
        actions[written] = PASS
        written += 1
    return written


@njit
def legal_piles(state: Any, actions: Any) -> int:
    """Lys goes to any pile but the one she is at."""
    written = 0
    for space in range(SPACES):
        if space != state.lys:
            actions[written] = LYS + space
            written += 1
    return written


@njit
def legal_tops(state: Any, actions: Any) -> int:
    """Red's discs that are not on top, and to leave them all where they are."""
    written = 0
    for space in range(SPACES):
        for height in range(int(state.heights[space]) - 1):
            if disc_at(state, space, height) == RED:
                actions[written] = TOP + height * SPACES + space
                written += 1
    actions[written] = STAY
    return written + 1


@njit
def legal_moves(state: Any, seat: int, actions: Any) -> int:
    disc = int(state.disc_of[seat])
    written = 0
    if disc == MOON_DISC and state.stepped == 0:
        actions[0] = STEP
        actions[1] = STEP + 1
        written = 2
    for space in range(SPACES):
        if not holds(state, space, disc):
            continue
        height = int(state.heights[space])
        for direction in range(2):
            move = MOVE + direction * SPACES + space
            actions[written] = move
            written += 1
            if disc == ULRICH:
                for reached in range(1, height):
                    actions[written] = move + (DOUBLE + reached) * 2 * SPACES
                    written += 1
            if disc == SIANA:
                for reached in range(1, height + 1):
                    actions[written] = move + (SKIP + reached) * 2 * SPACES
                    written += 1
    return written


# ---- a turn ----------------------------------------------------------------------------------


@njit
def play(state: Any, action: int) -> None:
    if action >= LEGEND or action == PASS:
        if action >= SONG:
            write_song(state, state.to_move, (action - SONG) >> 7, (action - SONG) & 127)
        elif action >= LEGEND:
            card = (action - LEGEND) >> 2
            write_legend(state, state.to_move, card >> 4, card & 15, (action - LEGEND) & 3)
        if state.asks == ASK_LAST:
            end_last_writing(state)
        else:
            end_turn(state)
    elif action >= MOVE:
        move(state, (action - MOVE) % SPACES, (action - MOVE) // SPACES)
    elif action >= TOP:
        raise_disc(state, (action - TOP) % SPACES, (action - TOP) // SPACES)
        listen(state)
    elif action == STAY:
        listen(state)
    elif action >= STEP:
        state.lys = (state.lys + (1 if action == STEP else SPACES - 1)) % SPACES
        state.stepped = 1
    elif action >= LYS:
        put_lys(state, action - LYS)
    else:
        place_disc(state, (action - PLACE) // SPACES, (action - PLACE) % SPACES)


@njit
def move(state: Any, space: int, how: int) -> None:
    """Sow a stack. Where its last disc falls on Lys's space, she must be moved first."""
    step, double, skip = read_way(how)
    if sow(state, space, step, double, skip) == state.lys:
        state.asks = ASK_LYS
    else:
        ask_red(state)


@njit
def put_lys(state: Any, space: int) -> None:
    """Place Lys in the setup; in play, the seat to move takes the tile she then points at."""
    state.lys = space
    if state.asks == ASK_FIRST_LYS:
        state.to_move = state.first
        state.asks = ASK_TURN
        return
    take_tile(state, space, state.to_move)
    ask_red(state)


@njit
def ask_red(state: Any) -> None:
    """Red may put one of his discs on top before anyone listens, if one is not there already."""
    if state.disc_of[state.to_move] == RED:
        for space in range(SPACES):
            for height in range(int(state.heights[space]) - 1):
                if disc_at(state, space, height) == RED:
                    state.asks = ASK_TOP
                    return
    listen(state)


@njit
def listen(state: Any) -> None:
    """Every adventurer on top of a stack takes the tile there; nomads leave it."""
    for space in range(SPACES):
        disc = top_disc(state, space)
        if disc > NOMAD:
            take_tile(state, space, state.owner[disc])
    end_turn(state)


@njit
def take_tile(state: Any, space: int, seat: int) -> None:
    """The top tile, if any: a moon goes to the chart, others to the seat, or away if unplayed."""
    depth = int(state.gone[space])
    if depth == PILE:
        return
    tile = state.tiles[space, depth]
    state.gone[space] = depth + 1
    if depth + 1 == PILE:
        state.piles -= 1
    if tile == MOON:
        state.chart += 1
    elif seat >= 0:
        state.held[seat, tile] += 1


@njit
def end_turn(state: Any) -> None:
    while state.chart >= SCORING:
        score_moons(state)
    state.turn += 1
    state.stepped = 0
    state.to_move = next_seat(state)
    if state.piles <= LAST_PILES or state.turn >= MOST_TURNS:
        state.asks = ASK_LAST
        find_writer(state)
    else:
        state.asks = ASK_TURN


# ---- moon scoring ----------------------------------------------------------------------------


@njit
def score_moons(state: Any) -> None:
    state.chart -= SCORING
    for seat in range(state.players):
        state.moons[seat] += moons_won(state, seat)


@njit
def moons_won(state: Any, seat: int) -> int:
    """Three for the highest, one for the second; those tied share, and nothing is halved."""
    mine = points(state, seat)
    ahead, equal = 0, 0
    for other in range(state.players):
        theirs = points(state, other)
        ahead += theirs > mine
        equal += theirs == mine
    if ahead == 0:
        return SCORING - 1 if equal == 1 else SCORING // equal
    return 1 if ahead == 1 and equal == 1 else 0


# ---- the end ---------------------------------------------------------------------------------


@njit
def find_writer(state: Any) -> None:
    """Who can write nothing is passed over; after the last seat the game is over."""
    while state.closing < state.players and not can_write(state, state.to_move):
        state.closing += 1
        state.to_move = next_seat(state)
    if state.closing == state.players:
        state.to_move = -1
        state.asks = ASK_NOTHING


@njit
def end_last_writing(state: Any) -> None:
    state.closing += 1
    state.to_move = next_seat(state)
    find_writer(state)


@njit
def final_score(state: Any, seat: int) -> int:
    return points(state, seat) + int(state.moons[seat])


@njit
def result(state: Any, places: Any, merits: Any) -> None:
    """Most points first; tied, more legend cards; still tied, a shared place."""
    for seat in range(state.players):
        mine = final_score(state, seat)
        places[seat] = 1
        merits[seat] = float(mine)
        for other in range(state.players):
            theirs = final_score(state, other)
            if theirs > mine or (
                theirs == mine and legend_cards(state, other) > legend_cards(state, seat)
            ):
                places[seat] += 1


# ---- hidden ----------------------------------------------------------------------------------


@njit
def redeal(state: Any, seat: int, rng: Any) -> None:
    """What lies under the tops is hidden from everyone alike: draw it anew from its kinds.

    Only how many there are of each kind is used, never where they lay.
    """
    counts = 0  # packed, 7 bits a kind
    left = 0
    for space in range(SPACES):
        for depth in range(int(state.gone[space]) + 1, PILE):
            counts += 1 << KIND_BITS * int(state.tiles[space, depth])
            left += 1
    for space in range(SPACES):
        for depth in range(int(state.gone[space]) + 1, PILE):
            passed = below(rng, left)
            kind = 0
            while passed >= counts >> KIND_BITS * kind & KIND_MASK:
                passed -= counts >> KIND_BITS * kind & KIND_MASK
                kind += 1
            state.tiles[space, depth] = kind
            counts -= 1 << KIND_BITS * kind
            left -= 1
