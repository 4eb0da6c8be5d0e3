"""A second opinion on Nomads: the same game on plain lists, read from a record's deal and moves.

Written from the rules page alone and slow on purpose; it shares nothing with the game's folder.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

NAMES = ("ulrich", "siana", "red", "moon", "nostromo")
LEGENDS = ("amber", "coral", "indigo", "jade", "onyx", "pearl", "rose")
WORDS = {**dict(zip("acijopr", LEGENDS, strict=True)), "wild": "wild", "moon": "moon"}
VALUES = {letter: (2, 3, 4, 5) if letter in "acij" else (3, 4, 5, 6) for letter in "acijopr"}
SONGS = (4, 5, 6, 7)


class Model:
    def __init__(self, record: dict[str, Any]) -> None:
        deal, lumathon = record["deal"], record["options"].get("lumathon")
        self.players = len(record["players"])
        self.who = deal["adventurers"]
        self.start = deal["start"]
        self.piles = [list(pile) for pile in deal["piles"]]
        self.stacks: list[list[str]] = [[] for _ in range(8)]
        self.hands: list[Counter[str]] = [Counter() for _ in range(self.players)]
        self.legends: list[dict[str, int]] = [{} for _ in range(self.players)]
        self.songs: list[int | None] = [None] * self.players
        self.moons = [0] * self.players
        self.chart = self.turns = 0
        self.moments: int | None = None  # left in the last writing
        self.lys: int | None = None
        self.last = (self.start - 1) % self.players
        placer = self.last
        if lumathon:
            self.hands[lumathon["winner"]]["wild"] += 1
            placer = lumathon["last"]
        unplayed = [name for name in NAMES if name not in self.who]
        self.setup = [(self.who.index("nostromo"), "frog")] if "nostromo" in self.who else []
        if not self.setup:
            self.add_nomads()
        self.setup += [(placer, "unplayed")] * 2 * len(unplayed)
        order = [(self.start + step) % self.players for step in range(self.players)] * 2
        self.setup += [(seat, "disc") for seat in order] + [(self.last, "lys")]
        self.seat = self.setup[0][0]

    def add_nomads(self) -> None:
        for stack in self.stacks:
            stack.append("nomad")

    def owner(self, disc: str) -> int | None:
        name = "nostromo" if disc == "frog" else disc
        return self.who.index(name) if name in self.who else None

    # ---- moves

    def play(self, move: str) -> None:
        if self.setup:
            self.play_setup(*move.split("@"))
        elif move in ("lys+", "lys-"):
            assert self.lys is not None
            self.lys = (self.lys + (1 if move == "lys+" else -1)) % 8
        elif move.startswith("lys@"):
            self.lys = int(move[4:]) - 1
            self.take(self.lys, self.seat)
            self.after_lys()
        elif move.startswith("top@"):
            space, height = (int(part) - 1 for part in move[4:].split("."))
            self.stacks[space].append(self.stacks[space].pop(height))
            self.listen()
        elif move == "stay":
            self.listen()
        elif move == "pass":
            self.next_turn()
        elif move[0].isdigit():
            self.sow(move)
        else:
            self.write(move.split())
            self.end_turn()

    def play_setup(self, disc: str, space: str) -> None:
        if disc == "lys":
            self.lys = int(space) - 1
        else:
            self.stacks[int(space) - 1].append(disc)
        if disc == "frog":
            self.add_nomads()
        self.setup.pop(0)
        self.seat = self.setup[0][0] if self.setup else self.start

    def sow(self, move: str) -> None:
        found = re.fullmatch(r"(\d)([<>])(?:([ds])(\d+))?", move)
        assert found
        at, way, number = int(found[1]) - 1, found[3], int(found[4] or 0)
        hand, self.stacks[at] = self.stacks[at], []
        reached = 0
        while hand:
            at = (at + (1 if found[2] == ">" else -1)) % 8
            reached += 1
            for _ in range({"d": 2, "s": 0}.get(way or "", 1) if reached == number else 1):
                self.stacks[at].append(hand.pop(0))
        if at != self.lys:
            self.after_lys()

    def after_lys(self) -> None:
        if self.who[self.seat] == "red" and any("red" in stack[:-1] for stack in self.stacks):
            return
        self.listen()

    def take(self, space: int, seat: int | None) -> None:
        if self.piles[space]:
            tile = self.piles[space].pop(0)
            if tile == "moon":
                self.chart += 1
            elif seat is not None:
                self.hands[seat][tile] += 1

    def listen(self) -> None:
        for space, stack in enumerate(self.stacks):
            if stack and stack[-1] != "nomad":
                self.take(space, self.owner(stack[-1]))
        self.end_turn()

    def write(self, words: list[str]) -> None:
        hand = self.hands[self.seat]
        stars = words[-1].count("*")
        if words[0] == "song":
            self.songs[self.seat] = int(words[1])
            hand.subtract(words[2].strip("*"))
        else:
            letter, value = words[1][0], int(words[1][1:].strip("*"))
            hand[letter] -= value - self.legends[self.seat].get(letter, 0) - stars
            self.legends[self.seat][letter] = value
        hand["wild"] -= stars

    # ---- scoring

    def points(self, seat: int) -> int:
        cards = sum(self.legends[seat].values()) + (self.songs[seat] or 0)
        return cards - self.hands[seat].total()

    def end_turn(self) -> None:
        while self.chart >= 4:
            self.chart -= 4
            ranks = sorted({self.points(seat) for seat in range(self.players)}, reverse=True)
            first, second = (
                [seat for seat in range(self.players) if self.points(seat) == rank]
                for rank in (*ranks, None)[:2]
            )
            for seat in first:
                self.moons[seat] += 3 if len(first) == 1 else 4 // len(first)
            if len(first) == len(second) == 1:
                self.moons[second[0]] += 1
        self.next_turn()

    def next_turn(self) -> None:
        """The next player's turn, or moment in the last writing; nobody's after that."""
        self.seat = (self.seat + 1) % self.players
        if self.moments is None:
            self.turns += 1
            if sum(len(pile) > 0 for pile in self.piles) > 2 and self.turns < 200:
                return
            self.moments = self.players + 1
        self.moments -= 1
        while self.moments and not self.can_write(self.seat):
            self.seat = (self.seat + 1) % self.players
            self.moments -= 1

    def can_write(self, seat: int) -> bool:
        hand, mine = self.hands[seat], self.legends[seat]
        for letter, values in VALUES.items():
            taken = {own.get(letter) for own in self.legends}
            enough = mine.get(letter, 0) + hand[letter] + hand["wild"]
            if any(mine.get(letter, 0) < v <= enough for v in values if v not in taken):
                return True
        different = sum(hand[letter] > 0 for letter in VALUES) + hand["wild"]
        free = [value for value in SONGS if value not in self.songs]
        return self.songs[seat] is None and any(value <= different for value in free)

    @property
    def to_move(self) -> int | None:
        return None if self.moments == 0 else self.seat

    # ---- to compare with a view

    def picture(self) -> dict[str, Any]:
        return {
            "lys": None if self.lys is None else self.lys + 1,
            "stacks": self.stacks,
            "piles": [len(pile) for pile in self.piles],
            "tops": [WORDS[pile[0]] if pile else None for pile in self.piles],
            "chart": self.chart,
            "moons": self.moons,
            "hands": [{WORDS[k]: n for k, n in sorted(h.items()) if n} for h in self.hands],
            "legends": [{WORDS[k]: n for k, n in sorted(own.items())} for own in self.legends],
            "songs": self.songs,
            "points": [self.points(seat) for seat in range(self.players)],
        }


def picture(view: dict[str, Any]) -> dict[str, Any]:
    """The same things as a view tells them."""
    seats, spaces = view["seats"], view["spaces"]
    return {
        "lys": view["lys"],
        "stacks": [space["stack"] for space in spaces],
        "piles": [space["pile"] for space in spaces],
        "tops": [space["tile"] for space in spaces],
        "chart": view["chart"],
        "moons": [seat["moons"] for seat in seats],
        "hands": [{k: n for k, n in seat["tiles"].items() if n} for seat in seats],
        "legends": [{k: n for k, n in seat["legends"].items() if n} for seat in seats],
        "songs": [seat["song"] for seat in seats],
        "points": [seat["points"] for seat in seats],
    }
