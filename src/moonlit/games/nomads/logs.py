"""A move of Nomads and what came of it, as lines of the log.

Tiles go by their letter, wilds by a star. Nothing here is secret: what was taken was seen.
"""

from __future__ import annotations

from typing import Any

from moonlit.core.game import Entry
from moonlit.core.jit import plain
from moonlit.games.nomads import notation, writing
from moonlit.games.nomads.components import DISC_NAMES, FROG, LETTERS, MOON
from moonlit.games.nomads.previews import Take, kind, listening, lys_take, written
from moonlit.games.nomads.state import (
    ASK_FIRST_LYS,
    ASK_LAST,
    ASK_LYS,
    ASK_NOTHING,
    LAST_PILES,
    LYS,
    SCORING,
    SPACES,
    STEP,
)

LETTER = (*LETTERS, "*")

_points = plain(writing.points)


def name(disc: int) -> str:
    return DISC_NAMES[disc].capitalize()


class Telling:
    """The entries of one move, in the order in which they are told."""

    def __init__(self, before: Any, action: int, after: Any) -> None:
        self.before = before
        self.action = action
        self.after = after
        self.seat = int(before.to_move)
        self.entries: list[Entry] = []

    def tell(self, key: str, **args: Any) -> None:
        self.entries.append({"key": f"log.{key}", "args": args})

    def tell_action(self) -> None:
        what = kind(self.action)
        if what == "place":
            disc, space = notation.place_of(self.action)
            if disc == FROG:
                self.tell("frog", seat=self.seat, space=space + 1)
            else:
                self.tell("placed", seat=self.seat, adventurer=name(disc), space=space + 1)
        elif what == "lys":
            key = "first_lys" if self.before.asks == ASK_FIRST_LYS else "lys"
            self.tell(key, seat=self.seat, space=int(self.after.lys) + 1)
        elif what == "step":
            self.tell("stepped", seat=self.seat, space=int(self.after.lys) + 1)
        elif what == "move":
            self.tell_move()
        elif what == "top":
            space, _ = notation.top_of(self.action)
            self.tell("topped", seat=self.seat, space=space + 1)
        elif what in ("song", "legend"):
            self.tell_written()
        else:  # stay, pass
            self.tell(what, seat=self.seat)

    def tell_move(self) -> None:
        space = notation.move_space(self.action)
        self.tell(
            "moved" if notation.is_clockwise(self.action) else "moved_back",
            seat=self.seat,
            count=int(self.before.heights[space]),
            space=space + 1,
        )
        self.entries += ability(self.action)
        if self.after.asks == ASK_LYS:
            self.tell("lys_called", seat=self.seat)

    def tell_written(self) -> None:
        card = written(self.before, self.action, self.after)
        assert card is not None
        if card["returned"] is not None:
            self.tell(
                "improved",
                seat=self.seat,
                card=card["card"],
                old=card["returned"],
                paid=card["paid"],
            )
        elif card["card"].startswith("song"):
            value, _ = notation.song_of(self.action)
            self.tell("song", seat=self.seat, value=value, paid=card["paid"])
        else:
            self.tell("legend", seat=self.seat, card=card["card"], paid=card["paid"])

    # ---- tiles and moons

    def tell_tiles(self) -> int:
        """What was taken, by Lys first and then by listening; how many moons were among it."""
        first = lys_take(self.before, self.action)
        for take in first:
            if take.tile == MOON:
                self.tell("lys_moon")
            else:
                self.tell("lys_tile", seat=self.seat, tile=LETTER[take.tile])
        if not first and self.before.asks == ASK_LYS:
            self.tell("lys_empty", space=int(self.after.lys) + 1)
        takes = []
        if self.has_listened():
            takes = listening(self.before, self.after, first, seen=True)
            self.tell_listening(takes)
        return sum(take.tile == MOON for take in first + takes)

    def has_listened(self) -> bool:
        is_written = kind(self.action) in ("song", "legend")
        return bool(self.after.turn > self.before.turn) and not is_written

    def tell_listening(self, takes: list[Take]) -> None:
        players = int(self.before.players)
        for offset in range(players):
            seat = (self.seat + offset) % players
            tiles = [take.tile for take in takes if take.seat == seat and take.tile != MOON]
            if tiles:
                heard = "".join(LETTER[tile] for tile in sorted(tiles))
                self.tell("heard", seat=seat, tiles=heard)
        lost = [take for take in takes if take.seat is None and take.tile != MOON]
        for disc in dict.fromkeys(take.disc for take in lost):
            tiles = sorted(take.tile for take in lost if take.disc == disc)
            letters = "".join(LETTER[tile] for tile in tiles)
            self.tell("discarded", adventurer=name(disc), tiles=letters, count=len(tiles))
        moons = sum(take.tile == MOON for take in takes)
        if moons:
            self.tell("moons", count=moons)
        if not takes:
            self.tell("silence")

    def tell_scoring(self, taken: int) -> None:
        """Every scoring of a turn has the same outcome: the points stay as they are."""
        if self.after.turn == self.before.turn:
            return
        scorings = (int(self.before.chart) + taken) // SCORING
        if not scorings:
            return
        self.tell("scoring", count=scorings)
        left = scorings * SCORING
        for seat in range(self.after.players):
            won = int(self.after.moons[seat]) - int(self.before.moons[seat])
            left -= won
            if won:
                self.tell("won", seat=seat, points=_points(self.after, seat), count=won)
        if left:
            self.tell("boxed", count=left)

    # ---- the end

    def tell_end(self) -> None:
        if self.after.asks not in (ASK_LAST, ASK_NOTHING):
            return
        players = int(self.after.players)
        seat, moment = (self.seat + 1) % players, 0
        if self.before.asks == ASK_LAST:
            moment = int(self.before.closing) + 1
        elif self.after.piles <= LAST_PILES:
            self.tell("last_piles", count=int(self.after.piles))
        else:
            self.tell("last_turns", count=int(self.after.turn))
        while moment < self.after.closing:
            self.tell("passed_over", seat=seat)
            seat, moment = (seat + 1) % players, moment + 1
        if self.after.to_move < 0:
            self.tell("end")


def ability(action: int) -> list[Entry]:
    """Where Ulrich drops two discs, or which space Siana skips, if they do."""
    way, reached = notation.way_of(action)
    if not way:
        return []
    step = 1 if notation.is_clockwise(action) else -1
    space = (notation.move_space(action) + step * reached) % SPACES
    lap = 1 + (reached - 1) // SPACES
    return [{"key": f"move.{way}", "args": {"space": space + 1, "lap": lap}}]


def tell(before: Any, action: int) -> list[Entry]:
    """A move in words, for the seat that may make it."""
    what = kind(action)
    args: dict[str, Any] = {}
    if what == "place":
        disc, space = notation.place_of(action)
        what = "frog" if disc == FROG else "place"
        args = {"space": space + 1} | ({} if disc == FROG else {"adventurer": name(disc)})
    elif what == "lys":
        args = {"space": action - LYS + 1}
    elif what == "step":
        step = 1 if action == STEP else -1
        args = {"space": (int(before.lys) + step) % SPACES + 1}
    elif what == "move":
        what = "forth" if notation.is_clockwise(action) else "back"
        space = notation.move_space(action)
        args = {"count": int(before.heights[space]), "space": space + 1}
    elif what == "top":
        space, height = notation.top_of(action)
        args = {"space": space + 1, "height": height + 1}
    elif card := written(before, action, before):
        args = {"card": card["card"], "paid": card["paid"]}
        what = "write"
        if card["returned"] is not None:
            what, args["old"] = "improve", card["returned"]
    told: list[Entry] = [{"key": f"move.{what}", "args": args}]
    return told + (ability(action) if notation.is_move(action) else [])


def log(before: Any, action: int, after: Any) -> list[Entry]:
    telling = Telling(before, action, after)
    telling.tell_action()
    telling.tell_scoring(telling.tell_tiles())
    telling.tell_end()
    return telling.entries
