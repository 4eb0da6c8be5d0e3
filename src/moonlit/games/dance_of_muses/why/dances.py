"""Why one dance is better than another: dice, columns, and what Apollo's Will would make of them.

A Muse counts as far as the player knows her: of one who lies face down only the die is told.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.core.jit import plain
from moonlit.games.dance_of_muses.notation import title
from moonlit.games.dance_of_muses.scoring import companies, company_of, dice_count, muse_of
from moonlit.games.dance_of_muses.state import FACE_DOWN, LAST_VALUE, MUSE_COUNT, MYSTERY_NAME

_companies, _company_of = plain(companies), plain(company_of)
_dice_count, _muse_of = plain(dice_count), plain(muse_of)


def why(before: Any, after_best: Any, after_made: Any) -> list[Entry]:
    """What the better dance has that the other has not; the weightiest first."""
    seat = int(before.to_move)
    found = of_end(seat, after_best, after_made)
    if not found:
        found = of_columns(seat, after_best, after_made)
    found += of_will(before, after_best, after_made)
    found += of_sums(seat, after_best, after_made)
    if after_best.to_move >= 0 and after_made.to_move >= 0:
        near_end = LAST_VALUE - 1
        if near_end in after_made.die and near_end not in after_best.die:
            found.append(entry("why.five"))
    return found


def knows(state: Any, seat: int, piece: int) -> bool:
    """Whether a seat knew who a piece is, before anything was revealed."""
    name = int(state.called[piece])
    return name < FACE_DOWN or name == MYSTERY_NAME + seat


def willed(state: Any, seat: int, piece: int) -> bool:
    """Whether a seat knows that Apollo's Will makes this die a 6."""
    return bool(
        knows(state, seat, piece) and state.die[piece] == state.suns[_muse_of(state, piece)]
    )


def dice_of(state: Any, seat: int, company: int) -> list[int]:
    """A company's dice from high to low, as far as a seat knows."""
    own = [piece for piece in range(MUSE_COUNT) if _company_of(state, piece) == company]
    known = (LAST_VALUE if willed(state, seat, p) else int(state.die[p]) for p in own)
    return sorted(known, reverse=True)


def of_end(seat: int, after_best: Any, after_made: Any) -> list[Entry]:
    """Whether the dance ends with one of the moves and goes on with the other."""
    ends = [LAST_VALUE in after.die for after in (after_best, after_made)]
    if ends == [False, True]:
        return [entry("why.goes_on")]
    if ends != [True, False]:
        return []
    own = seat % _companies(after_best)
    won = [columns_won(after_best, seat, each) for each in range(_companies(after_best))]
    if won[own] > max(count for company, count in enumerate(won) if company != own):
        return [entry("why.ends_ahead", count=won[own])]
    return [entry("why.ends")]


def of_columns(seat: int, after_best: Any, after_made: Any) -> list[Entry]:
    """More columns for one's own company, or fewer for the only other one."""
    own = seat % _companies(after_best)
    pair = (after_best, after_made)
    count, other = (columns_won(after, seat, own) for after in pair)
    if count > other:
        return [entry("why.columns", count=count, other=other)]
    if count == other and _companies(after_best) == 2:
        count, other = (columns_won(after, seat, 1 - own) for after in pair)
        if count < other:
            return [entry("why.rival_columns", count=count, other=other)]
    return []


def columns_won(state: Any, seat: int, own: int) -> int:
    """The columns that a company would win, as far as a seat knows."""
    dice = [dice_of(state, seat, company) for company in range(_companies(state))]
    rivals = [row for company, row in enumerate(dice) if company != own]
    return sum(
        dice[own][column] > max(row[column] for row in rivals)
        for column in range(_dice_count(state))
    )


def of_will(before: Any, after_best: Any, after_made: Any) -> list[Entry]:
    """A die of one's own that Apollo's Will raises, or one of the others' that it does not."""
    seat = int(before.to_move)
    own = seat % _companies(after_best)
    for piece in range(MUSE_COUNT):
        company = _company_of(after_best, piece)
        kept, other = (willed(state, seat, piece) for state in (after_best, after_made))
        name = {"muse": title(int(after_best.called[piece]))}
        if company == own and kept and not other:
            return [entry("why.will", value=int(after_best.die[piece]), **name)]
        if company not in (own, -1) and other and not kept:
            value = int(after_made.die[piece])
            key = "why.no_will" if before.die[piece] == value else "why.not_there"
            return [entry(key, value=value, **name)]
    return []


def of_sums(seat: int, after_best: Any, after_made: Any) -> list[Entry]:
    """What the dice add up to with Apollo's Will, as far as a seat knows."""
    own = seat % _companies(after_best)
    count, other = (sum(dice_of(state, seat, own)) for state in (after_best, after_made))
    if count > other:
        return [entry("why.dice", count=count, other=other)]
    if _companies(after_best) == 2:
        count, other = (sum(dice_of(state, seat, 1 - own)) for state in (after_best, after_made))
        if count < other:
            return [entry("why.rivals", count=count, other=other)]
    return []
