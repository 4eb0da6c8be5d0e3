"""Why one move of Nomads is better than another: moons, cards, Lys, who takes what.

Told from what everyone can see before the move. A moon goes to the chart, so only story tiles and
wilds count as taken; where a seat takes a tile that nobody can know yet, its tiles are not counted.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.comparing import less, more
from moonlit.core.game import Entry, entry
from moonlit.core.jit import plain_names
from moonlit.games.nomads import actions
from moonlit.games.nomads.actions import LEGEND, MOVE, SONG, STAY, TOP
from moonlit.games.nomads.components import LEGEND_COUNT, MOON, WILD
from moonlit.games.nomads.previews import UNKNOWN, Take, lys_take, preview, written
from moonlit.games.nomads.previews import listening as heard
from moonlit.games.nomads.state import ASK_LAST, ASK_LYS, ASK_TOP, PILE
from moonlit.games.nomads.views import rack

_actions = plain_names(actions)

Move = tuple[int, Any]  # an action, and the state after it


def why(before: Any, best: int, after_best: Any, made: int, after_made: Any) -> list[Entry]:
    """What the better move has that the other has not; the weightiest first."""
    seat = int(before.to_move)
    both = [(best, after_best), (made, after_made)]
    found = of_moons(before, seat, both)
    found += of_cards(before, seat, both)
    found += of_song(before, best, made)
    found += of_lys(before, both)
    if all(writes(action) or listens(before, action, after) for action, after in both):
        takes = [[] if writes(one[0]) else kept(before, *one) for one in both]
        found += of_tiles(before, seat, takes)
        if not any(writes(action) for action, _ in both):
            found += of_hand(before, seat, takes)
    return found


def writes(action: int) -> bool:
    return _actions.kind_of(action) in (SONG, LEGEND)


def last(before: Any) -> bool:
    """Whether each writes one last card."""
    return bool(before.asks == ASK_LAST)


def listens(before: Any, action: int, after: Any) -> bool:
    """Whether everyone listens at once after the move: nothing is asked in between."""
    kind = _actions.kind_of(action)
    settles = kind in (MOVE, TOP, STAY) or before.asks == ASK_LYS
    return bool(settles and after.asks not in (ASK_LYS, ASK_TOP))


def kept(before: Any, action: int, after: Any) -> list[Take]:
    """The tiles that would be taken and kept, and those of which nobody knows whether they are."""
    first = lys_take(before, action)
    return [take for take in first + heard(before, after, first, seen=False) if take.tile != MOON]


# ---- moons and cards -----------------------------------------------------------------------------


def of_moons(before: Any, seat: int, both: list[Move]) -> list[Entry]:
    """What a moon scoring gives, where both moves are sure to bring one or none."""
    follows, won = [], []
    for action, after in both:
        scoring = preview(before, action, after)["scoring"]
        if scoring["follows"] is None or (scoring["follows"] and scoring["moons"] is None):
            return []
        follows.append(scoring["follows"])
        won.append(scoring["moons"] if scoring["follows"] else [0] * before.players)
    if won[0][seat] > won[1][seat]:
        if not follows[1]:
            return [entry("why.moons_now", count=won[0][seat])]
        return more("moons", [moons[seat] for moons in won])
    rival = max(range(before.players), key=lambda who: won[1][who] - won[0][who])
    if won[0][seat] < won[1][seat] or won[0][rival] >= won[1][rival]:
        return []
    if not follows[0]:
        return [entry("why.no_scoring", seat=rival, count=won[1][rival])]
    return less("rival_moons", [moons[rival] for moons in won], seat=rival)


def of_cards(before: Any, seat: int, both: list[Move]) -> list[Entry]:
    """A card that brings more points than the other move's, is kept from others, or saves wilds."""
    best, after = both[0]
    if not writes(best):
        return []
    kinds = [_actions.kind_of(action) for action, _ in both]
    told = [written(before, *one) for one in both]
    card, other = (each and each["card"] for each in told)
    # a card's points come, and as many tiles that count against go
    gains = [2 * (cards(after, seat) - cards(before, seat)) for _, after in both]
    if kinds[0] == SONG:
        found = more("song", gains, value=int(after.song[seat]))
    else:
        found = more("writes", gains, card=card)
    saved = int(after.held[seat][WILD]) - int(both[1][1].held[seat][WILD])
    if other and saved > 0:
        found.append(entry("why.wilds", count=saved))
    if card == other or last(before):
        return found  # at the end some have had their moment, and write nothing more
    for rival in range(before.players):
        if rival != seat and card in payable(before, rival):
            key = "denies_song" if kinds[0] == SONG else "denies"
            return [*found, entry(f"why.{key}", card=card, seat=rival)]
    return found


def cards(state: Any, seat: int) -> int:
    return int(state.song[seat]) + sum(int(value) for value in state.legend[seat])


def payable(state: Any, seat: int) -> list[str]:
    """The cards that a seat could pay for with the tiles it has."""
    return [
        f"song {card['value']}" if name == "song" else f"{name[0]}{card['value']}"
        for name, offered in rack(state, seat, state.held[seat]).items()
        for card in offered
        if not card["lacks"]
    ]


def of_song(before: Any, best: int, made: int) -> list[Entry]:
    """A song is for good: another might have been dearer."""
    if _actions.kind_of(made) != SONG or _actions.kind_of(best) == SONG or last(before):
        return []
    value = _actions.unpack_song(made)[0]
    left = enumerate(before.song_values)
    dearer = [int(song) for card, song in left if before.songs_left >> card & 1 and song > value]
    return [entry("why.song_for_good", value=value, other=max(dearer))] if dearer else []


def of_lys(before: Any, both: list[Move]) -> list[Entry]:
    """A tile of choice, because the last disc falls where Lys is."""
    if before.asks == ASK_LYS or [after.asks == ASK_LYS for _, after in both] != [True, False]:
        return []
    lys = int(before.lys)
    tiles = any(gone < PILE for space, gone in enumerate(before.gone) if space != lys)
    return [entry("why.lys")] if tiles else []


# ---- tiles ---------------------------------------------------------------------------------------


def of_tiles(before: Any, seat: int, takes: list[list[Take]]) -> list[Entry]:
    """Who takes more, and who takes less."""
    counts = {
        who: [sum(take.seat == who for take in chosen) for chosen in takes]
        for who in range(before.players)
        if not unsure(takes[0], who) and not unsure(takes[1], who)
    }
    found = more("takes", counts.pop(seat, [0, 0]))
    if counts:
        spared = max(counts, key=lambda who: counts[who][1] - counts[who][0])
        found += less("rival", counts[spared], seat=spared)
    return found


def unsure(takes: list[Take], seat: int) -> bool:
    return any(take.seat == seat and take.tile == UNKNOWN for take in takes)


def of_hand(before: Any, seat: int, takes: list[list[Take]]) -> list[Entry]:
    """A dearer card that could be paid next; or more tiles that go together."""
    if any(unsure(chosen, seat) for chosen in takes):
        return []
    hands = []
    for chosen in takes:
        held = list(before.held[seat])
        for take in chosen:
            if take.seat == seat:
                held[take.tile] += 1
        hands.append(held)
    racks = [rack(before, seat, held) for held in hands]
    found = more("reach", [dearest(each) for each in racks])
    if racks[0]["song"]:
        different = [sum(count > 0 for count in held[:LEGEND_COUNT]) for held in hands]
        found += more("different", different)
    # of legends of which a card can still be written
    open_ones = [
        legend for legend, name in enumerate(list(racks[0])[:LEGEND_COUNT]) if racks[0][name]
    ]
    alike = [max((held[legend] for legend in open_ones), default=0) for held in hands]
    return found + more("alike", alike)


def dearest(offered: dict[str, list[dict[str, int]]]) -> int:
    """The highest value of a card that lacks nothing."""
    return max(
        (card["value"] for row in offered.values() for card in row if not card["lacks"]), default=0
    )
