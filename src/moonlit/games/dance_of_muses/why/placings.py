"""Why one placing is better than another: what is known of suns, and who lies where.

Most of it hangs on the suns. The die of a Muse who lies face up becomes a 6 at a number that all
know: the others move it on, and it is worth most where that number is still ahead. Face down it is
a secret, and best where the number is low. Where she lies matters less. bench/reasons.py counts how
often each reason speaks for the move that a search prefers. That few of one's own dice lie in the
area of somebody who lowers does not, so it is none.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.bits import bit_count
from moonlit.core.comparing import less, more
from moonlit.core.game import Entry, entry
from moonlit.core.jit import plain
from moonlit.games.dance_of_muses.actions import Placing
from moonlit.games.dance_of_muses.components import POWERS, RAISE, SWAP
from moonlit.games.dance_of_muses.notation import title
from moonlit.games.dance_of_muses.rules.floor import ALL
from moonlit.games.dance_of_muses.rules.legal import odd_places, targets
from moonlit.games.dance_of_muses.scoring import companies, company_of
from moonlit.games.dance_of_muses.state import FACE_DOWN, MUSE_COUNT, UNKNOWN

_companies, _company_of = plain(companies), plain(company_of)
_odd_places, _targets = plain(odd_places), plain(targets)


def why(before: Any, best: Placing, after_best: Any, made: Placing, after_made: Any) -> list[Entry]:
    """What the better placing has that the other has not; the weightiest first."""
    seat = int(before.to_move)
    pair = (after_best, after_made)
    if best.face_down:
        found = of_secret(before, best, made)
    else:
        found = of_mystery_to_come(seat, best, made, *pair)
    found += of_open_suns(best, made, *pair)
    found += of_pushes(seat, best, *pair)
    return found + of_powers(seat, *pair)


# ---- the suns ------------------------------------------------------------------------------------


def of_secret(before: Any, best: Placing, made: Placing) -> list[Entry]:
    """The Mystery Muse is placed: only her player knows at which number her die becomes a 6."""
    value, other = int(before.suns[best.muse]), int(before.suns[made.muse])
    if not made.face_down:
        return [entry("why.secret", muse=title(best.muse), value=value)]
    return [entry("why.secret_lower", value=value, other=other)] if value < other else []


def of_mystery_to_come(
    seat: int, best: Placing, made: Placing, after_best: Any, after_made: Any
) -> list[Entry]:
    """A Muse is placed face up: who will be the Mystery Muse may still be to choose."""
    found = []
    value, other = (fewest_suns(state, seat) for state in (after_best, after_made))
    if value < other:
        found.append(entry("why.mystery", value=value, other=other))
    if made.face_down:
        count = bit_count(after_best.hand[seat])
        if count > 1:
            found.append(entry("why.choice", count=count))
        if best.muse == made.muse:
            power = POWERS[after_best.power[best.muse]]
            found.append(entry(f"why.can_{power}", muse=title(best.muse)))
    return found


def fewest_suns(state: Any, seat: int) -> int:
    """The fewest suns that a seat's Mystery Muse has, or can have."""
    secret = int(state.secret[1 + seat])
    hand = int(state.hand[seat])
    able = [secret] if secret != UNKNOWN else [m for m in range(MUSE_COUNT) if hand >> m & 1]
    return min(int(state.suns[muse]) for muse in able)


def of_open_suns(best: Placing, made: Placing, after_best: Any, after_made: Any) -> list[Entry]:
    """Everybody sees at which number the die of a face-up Muse becomes a 6."""
    if made.face_down or best.muse == made.muse:
        return []
    die = int(after_made.die[after_made.pieces - 1])
    value, other = int(after_best.suns[best.muse]), int(after_best.suns[made.muse])
    if other == die and (best.face_down or value != die):
        return [entry("why.open_six", muse=title(made.muse), value=die)]
    if not best.face_down and value > other > die:
        names = {"muse": title(best.muse), "instead": title(made.muse)}
        return [entry("why.later", value=value, other=other, **names)]
    return []


# ---- the floor -----------------------------------------------------------------------------------


def of_pushes(seat: int, best: Placing, after_best: Any, after_made: Any) -> list[Entry]:
    """Muses of one's own side by side, who can push each other; or more neighbors of any."""
    pair = (after_best, after_made)
    pairs = [pairs_beside(state, seat) for state in pair]
    if pairs[0] != pairs[1]:
        return more("beside", pairs)
    count, other = (bit_count(beside(state, int(state.pieces) - 1)) for state in pair)
    if count > other > 0:
        return [entry("why.edges", count=count, other=other, muse=title(best.muse))]
    return []


def of_powers(seat: int, after_best: Any, after_made: Any) -> list[Entry]:
    """Dice that Muses who raise reach, and dice that one's own Muses can swap among them."""
    pair = (after_best, after_made)
    own = seat % _companies(after_best)
    found = more("raised", [raised(state, own) for state in pair])
    if _companies(after_best) == 2:
        found += less("raised_rivals", [raised(state, 1 - own) for state in pair])
    return found + more("swaps", [swaps(state, own) for state in pair])


def dice_of(state: Any, company: int) -> int:
    """The mask of a company's dice on the table."""
    return sum(1 << p for p in range(state.pieces) if _company_of(state, p) == company)


def beside(state: Any, piece: int) -> int:
    """The mask of those at a piece's edges: seen as a chessboard, they lie on the other color."""
    odd = _odd_places(state)
    other = ~odd if odd >> piece & 1 else odd
    return int(state.near[piece]) & ALL & other


def pairs_beside(state: Any, seat: int) -> int:
    """How many pairs of a seat's company lie side by side."""
    own = dice_of(state, seat % _companies(state))
    return sum(bit_count(beside(state, p) & own) for p in range(state.pieces) if own >> p & 1) // 2


def reach(state: Any, power: int) -> list[tuple[int, int]]:
    """Who lies face up and has a power, and the mask of those in her area."""
    odd = _odd_places(state)
    return [
        (piece, int(_targets(state, piece, int(state.near[piece]) & ALL, odd, 0)))
        for piece in range(state.pieces)
        if state.called[piece] < FACE_DOWN and state.power[state.called[piece]] == power
    ]


def raised(state: Any, company: int) -> int:
    """How many dice of a company lie in the area of somebody who raises."""
    reached = 0
    for _, area in reach(state, RAISE):
        reached |= area
    return bit_count(reached & dice_of(state, company))


def swaps(state: Any, company: int) -> int:
    """How many pairs of a company's dice a Muse of its own can swap."""
    own = dice_of(state, company)
    pairs = {
        frozenset((piece, other))
        for piece, area in reach(state, SWAP)
        for other in range(state.pieces)
        if own >> piece & 1 and (area & own) >> other & 1
    }
    return len(pairs)
