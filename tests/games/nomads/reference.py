"""A second opinion on Nomads: the same game on plain lists, read from a record's deal and moves.

Written from the rules page alone and slow on purpose; it shares nothing with the game's folder.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, product
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
        self.due = ""  # what the rest of a turn asks for: lys or top
        self.stepped = False
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

    # ---- what may be done

    def moves(self) -> list[str]:
        if self.to_move is None:
            return []
        if self.setup:
            return self.placings(self.setup[0][1])
        if self.due == "lys":
            return [f"lys@{space + 1}" for space in range(8) if space != self.lys]
        if self.due == "top":
            return ["stay", *self.raisings()]
        if self.moments is not None:
            return ["pass", *self.writings(self.seat)]
        return self.steps() + self.sowings() + self.writings(self.seat)

    def placings(self, what: str) -> list[str]:
        discs = [self.who[self.seat] if what == "disc" else what]
        if what == "unplayed":
            there = Counter(disc for stack in self.stacks for disc in stack)
            discs = [name for name in NAMES if name not in self.who and there[name] < 2]
        free = [n for n, stack in enumerate(self.stacks, 1) if what == "lys" or len(stack) < 4]
        return [f"{disc}@{space}" for disc in discs for space in free]

    def raisings(self) -> list[str]:
        return [
            f"top@{space}.{height}"
            for space, stack in enumerate(self.stacks, 1)
            for height, disc in enumerate(stack[:-1], 1)
            if disc == "red"
        ]

    def steps(self) -> list[str]:
        return ["lys+", "lys-"] if self.who[self.seat] == "moon" and not self.stepped else []

    def sowings(self) -> list[str]:
        found = []
        name = self.who[self.seat]
        for space, stack in enumerate(self.stacks, 1):
            if self.seat in [self.owner(disc) for disc in stack]:
                ways = [""]
                if name == "ulrich":
                    ways += [f"d{number}" for number in range(1, len(stack))]
                if name == "siana":
                    ways += [f"s{number}" for number in range(1, len(stack) + 1)]
                found += [f"{space}{arrow}{way}" for arrow in "<>" for way in ways]
        return found

    def writings(self, seat: int) -> list[str]:
        hand, mine, wilds = self.hands[seat], self.legends[seat], self.hands[seat]["wild"]
        found = []
        for letter, values in VALUES.items():
            taken = [own.get(letter) for own in self.legends]
            for value, stars in product(values, range(wilds + 1)):
                cost = value - mine.get(letter, 0)
                if value not in taken and stars <= cost <= hand[letter] + stars and cost > 0:
                    found.append(f"legend {letter}{value}{'*' * stars}")
        kinds = [letter for letter in VALUES if hand[letter]]
        for value, stars in product(SONGS, range(wilds + 1)):
            if self.songs[seat] is None and value not in self.songs and stars <= value:
                for given in combinations(kinds, value - stars):
                    found.append(f"song {value} {''.join(given)}{'*' * stars}")
        return found

    # ---- moves

    def play(self, move: str) -> None:
        if self.setup:
            self.play_setup(*move.split("@"))
        elif move in ("lys+", "lys-"):
            assert self.lys is not None
            self.lys = (self.lys + (1 if move == "lys+" else -1)) % 8
            self.stepped = True
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
        self.due = "lys"
        if at != self.lys:
            self.after_lys()

    def after_lys(self) -> None:
        if self.who[self.seat] == "red" and any("red" in stack[:-1] for stack in self.stacks):
            self.due = "top"
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
        self.due, self.stepped = "", False
        if self.moments is None:
            self.turns += 1
            if sum(len(pile) > 0 for pile in self.piles) > 2 and self.turns < 200:
                return
            self.moments = self.players + 1
        self.moments -= 1
        while self.moments and not self.writings(self.seat):
            self.seat = (self.seat + 1) % self.players
            self.moments -= 1

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
