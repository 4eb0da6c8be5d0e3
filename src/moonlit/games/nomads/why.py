"""Why one move of Nomads is better than another: who hears what, cards, moons.

Told from what everyone can see before the move: a tile under another counts for nothing here.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry, entry
from moonlit.core.jit import plain_names
from moonlit.games.nomads import actions
from moonlit.games.nomads.actions import LEGEND, MOVE, SONG, STAY, TOP
from moonlit.games.nomads.components import CARDS, LEGEND_COUNT, MOON, WILD
from moonlit.games.nomads.previews import UNKNOWN, Take, lys_take, preview, written
from moonlit.games.nomads.previews import listening as heard
from moonlit.games.nomads.state import ASK_LYS, ASK_TOP

_actions = plain_names(actions)


def why(before: Any, best: int, after_best: Any, made: int, after_made: Any) -> list[Entry]:
    """What the better move has that the other has not; the weightiest first."""
    seat = int(before.to_move)
    both = [(best, after_best), (made, after_made)]
    found = of_moons(before, seat, both)
    found += of_cards(before, seat, best, after_best, after_made)
    writes = [_actions.kind_of(action) in (SONG, LEGEND) for action, _ in both]
    if all(wrote or listens(before, *one) for wrote, one in zip(writes, both, strict=True)):
        takes = [
            [] if wrote else known(before, *one) for wrote, one in zip(writes, both, strict=True)
        ]
        found += of_tiles(before, seat, takes)
        if not any(writes):
            found += of_reach(before, seat, takes)
    return found


def listens(before: Any, action: int, after: Any) -> bool:
    """Whether everyone listens at once after the move: nothing is asked in between."""
    kind = _actions.kind_of(action)
    settles = kind in (MOVE, TOP, STAY) or before.asks == ASK_LYS
    return bool(settles and after.asks not in (ASK_LYS, ASK_TOP))


def known(before: Any, action: int, after: Any) -> list[Take]:
    """The tiles that would be taken, as far as anyone can see them."""
    first = lys_take(before, action)
    takes = first + heard(before, after, first, seen=False)
    return [take for take in takes if take.tile not in (UNKNOWN, MOON)]


def of_moons(before: Any, seat: int, both: list[tuple[int, Any]]) -> list[Entry]:
    """What a moon scoring gives, where both moves are sure to bring one or none."""
    won = []
    for action, after in both:
        scoring = preview(before, action, after)["scoring"]
        if scoring["follows"] is None or (scoring["follows"] and scoring["moons"] is None):
            return []
        won.append(scoring["moons"] if scoring["follows"] else [0] * before.players)
    if won[0][seat] > won[1][seat]:
        return [entry("why.moons", count=won[0][seat], other=won[1][seat])]
    for rival in range(before.players):
        if rival != seat and won[0][rival] < won[1][rival] and won[0][seat] == won[1][seat]:
            return [entry("why.rival_moons", seat=rival, count=won[0][rival], other=won[1][rival])]
    return []


def of_cards(before: Any, seat: int, best: int, after_best: Any, after_made: Any) -> list[Entry]:
    """A card that is written now and brings more points than the other move's."""
    gains = [cards(after, seat) - cards(before, seat) for after in (after_best, after_made)]
    if _actions.kind_of(best) not in (SONG, LEGEND) or gains[0] <= gains[1]:
        return []
    card = written(before, best, after_best)
    assert card is not None
    return [entry("why.writes", card=card["card"], value=gains[0])]


def cards(state: Any, seat: int) -> int:
    return int(state.song[seat]) + sum(int(value) for value in state.legend[seat])


def of_tiles(before: Any, seat: int, takes: list[list[Take]]) -> list[Entry]:
    """Who hears more, and who hears less."""

    def count(number: int, who: int) -> int:
        return sum(take.seat == who for take in takes[number])

    found = []
    if count(0, seat) > count(1, seat):
        found.append(entry("why.hears", count=count(0, seat), other=count(1, seat)))
    rivals = [who for who in range(before.players) if who != seat]
    spared = max(rivals, key=lambda who: count(1, who) - count(0, who))
    if count(0, spared) < count(1, spared):
        found.append(
            entry("why.rival", seat=spared, count=count(0, spared), other=count(1, spared))
        )
    return found


def of_reach(before: Any, seat: int, takes: list[list[Take]]) -> list[Entry]:
    """A dearer card that could be paid next."""
    values = []
    for chosen in takes:
        held = list(before.held[seat])
        for take in chosen:
            if take.seat == seat:
                held[take.tile] += 1
        values.append(dearest(before, seat, held))
    if values[0] <= values[1]:
        return []
    if values[1] == 0:
        return [entry("why.reach_none", value=values[0])]
    return [entry("why.reach", value=values[0], other=values[1])]


def dearest(state: Any, seat: int, held: list[int]) -> int:
    """The highest value of a card that these tiles pay for."""
    best = 0
    different = sum(count > 0 for count in held[:LEGEND_COUNT]) + held[WILD]
    for card in range(CARDS):
        song = int(state.song_values[card])
        if state.song[seat] == 0 and state.songs_left >> card & 1 and different >= song:
            best = max(best, song)
        for legend in range(LEGEND_COUNT):
            value = int(state.legend_values[legend][card])
            cost = value - int(state.legend[seat][legend])
            free = int(state.legends_left[legend]) >> card & 1
            if free and 0 < cost <= held[legend] + held[WILD]:
                best = max(best, value)
    return best
