"""Why one move of Nova Luna is better than another: every sentence is counted again from views."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import moonlit
from helpers.reasons import Reasons
from moonlit.games.nova_luna.why import why
from moonlit.search.simple import ranked
from moonlit.study.puzzles.naming import compared

GAME = "nova-luna"
TABLES = [(1, {}), (2, {}), (1, {}), (3, {"beginner": True}), (4, {"beginner": True})]
GAMES = 40
AT_LEAST = 3  # of each sentence

View = dict[str, Any]
Cell = tuple[int, int]


# ---- a display, counted by flooding --------------------------------------------------------------


def beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def chain(colors: dict[Cell, str], start: Cell) -> set[Cell]:
    found, left = {start}, [start]
    while left:
        for cell in beside(left.pop()):
            if cell not in found and colors.get(cell) == colors[start]:
                found.add(cell)
                left.append(cell)
    return found


def short(colors: dict[Cell, str], cell: Cell, need: str) -> int:
    """How many tiles a goal at a cell waits for."""
    joined: set[Cell] = set()
    for other in beside(cell):
        if other in colors and other not in joined:
            joined |= chain(colors, other)
    have = Counter(colors[other] for other in joined - {cell})
    return sum((Counter(need) - have).values())


def colors_of(display: View) -> dict[Cell, str]:
    return {(tile["x"], tile["y"]): tile["color"][0] for tile in display["tiles"]}


def goals_of(display: View) -> dict[tuple[Cell, int], tuple[str, bool]]:
    return {
        ((tile["x"], tile["y"]), number): (goal["need"], goal["met"])
        for tile in display["tiles"]
        for number, goal in enumerate(tile["goals"])
    }


def lacking(display: View) -> dict[tuple[Cell, int], int]:
    colors = colors_of(display)
    return {
        where: 0 if met else short(colors, where[0], need)
        for where, (need, met) in goals_of(display).items()
    }


def met(display: View) -> int:
    return sum(done for _, done in goals_of(display).values())


def most(display: View, tiles: list[View]) -> dict[str, int]:
    """The most goals that each of these tiles could meet at once, by the tile's name."""
    goals = [(at[0], need) for at, (need, done) in goals_of(display).items() if not done]
    found: dict[str, int] = {tile["name"]: 0 for tile in tiles}
    for cell in map(tuple, display["free"]):
        for color in {tile["color"][0] for tile in tiles}:
            colors = {**colors_of(display), cell: color}
            old = sum(short(colors, at, need) == 0 for at, need in goals)
            for tile in tiles:
                if tile["color"][0] == color:
                    own = sum(short(colors, cell, need) == 0 for need in tile["goals"])
                    found[tile["name"]] = max(found[tile["name"]], old + own)
    return found


def on_wheel(view: View) -> list[View]:
    return [tile for tile in view["wheel"] if tile]


def within_reach(view: View) -> list[View]:
    return [view["wheel"][space] for space in view["available"]]


# ---- positions -----------------------------------------------------------------------------------


class Pair:
    """A position and two moves of it, as views tell them."""

    def __init__(self, match: moonlit.Match, best: str, made: str) -> None:
        self.before = match.view(None)
        self.seat = match.to_move
        self.moves = best, made
        self.after = []
        for move in self.moves:
            other = match.copy()
            other.play(move)
            self.after.append(other.view(None))

    def display(self, view: View) -> View:
        found: View = view["displays"][self.seat]
        return found

    def taken(self, number: int) -> tuple[int, View]:
        """The space and the tile that a move takes."""
        space = self.before["available"][int(self.moves[number][0]) - 1]
        return space, self.before["wheel"][space]

    def met(self) -> list[int]:
        old = met(self.display(self.before))
        return [met(self.display(view)) - old for view in self.after]

    def costs(self) -> list[int]:
        return [self.taken(number)[1]["cost"] for number in range(2)]

    def advanced(self) -> list[int]:
        """Goals that lack less than before; of the new tile those that lack less than all."""
        old = lacking(self.display(self.before))
        counts = []
        for view in self.after:
            needs = goals_of(self.display(view))
            new = lacking(self.display(view))
            counts.append(sum(new[at] < old.get(at, len(needs[at][0])) for at in new))
        return counts

    def nothing_drawn(self) -> bool:
        return all(view["supply"] == self.before["supply"] for view in self.after)


def positions() -> Iterator[tuple[moonlit.Match, list[str]]]:
    """Games of bots that see no further than a move, and of chance; the moves that look best."""
    for number in range(GAMES):
        players, options = TABLES[number % len(TABLES)]
        match = moonlit.new(GAME, players, number, options)
        chance = random.Random(number)
        while not match.over:
            good = [match.spell(action) for _, action in ranked(match.game, match.states)]
            yield match, good
            match.play(chance.choice(good) if chance.random() < 0.1 else good[0])


# ---- what is told --------------------------------------------------------------------------------


def check(key: str, told: dict[str, Any], pair: Pair) -> None:
    checks = {
        **dict.fromkeys(("last_disc", "all_discs"), check_last),
        **dict.fromkeys(("goals", "again", "time", "cost", "cost_twice"), check_now),
        **dict.fromkeys(("place", "nearer", "almost"), check_nearer),
        "next": check_next,
        **dict.fromkeys(("takes_away", "out_of_reach"), check_denial),
        **dict.fromkeys(("refill", "none_meets", "ends_phase"), check_refill),
        **dict.fromkeys(("goals_now", "refill_loses", "no_refill"), check_no_refill),
    }
    name = key.removeprefix("why.").removesuffix("_none")
    if key.endswith("_none"):
        assert "other" not in told
    checks[name](name, {"other": 0, **told} if "count" in told else told, pair)


def check_last(name: str, told: dict[str, Any], pair: Pair) -> None:
    best, made = pair.after
    assert best["over"]
    assert best["standings"][pair.seat]["place"] == 1
    assert pair.display(best)["discs"] == 0 < pair.display(made)["discs"]
    assert (name == "all_discs") == (len(best["players"]) == 1)


def check_now(name: str, told: dict[str, Any], pair: Pair) -> None:
    if name == "goals":
        assert pair.met() == [told["count"], told["other"]]
        assert told["count"] > told["other"]
        return
    assert pair.costs() == [told["cost"], told["other"]]
    assert told["cost"] < told["other"]
    if name == "again":
        assert [view["to_move"] for view in pair.after] == [pair.seat, told["seat"]]
        assert told["seat"] != pair.seat
    solo = pair.before["solo"]
    assert {"cost_twice": 1, "cost": 2}.get(name) == (solo and solo["phase"])


def check_nearer(name: str, told: dict[str, Any], pair: Pair) -> None:
    counts = [told["count"], told["other"]]
    assert counts[0] > counts[1]
    if name == "almost":
        assert pair.met()[0] == pair.met()[1]
        left = [lacking(pair.display(view)) for view in pair.after]
        assert [list(each.values()).count(1) for each in left] == counts
        return
    assert pair.advanced() == counts
    assert (name == "place") == (pair.taken(0)[0] == pair.taken(1)[0])


def check_next(name: str, told: dict[str, Any], pair: Pair) -> None:
    assert pair.nothing_drawn()
    best, made = (most(pair.display(view), on_wheel(view)) for view in pair.after)
    assert best[told["tile"]] == told["count"] == max(best.values())
    assert told["other"] == max(made.values()) < told["count"]
    # the same goals met now or a move later are no reason
    assert pair.met()[0] + told["count"] > pair.met()[1] + told["other"]
    assert told["cost"] in [t["cost"] for t in on_wheel(pair.after[0]) if t["name"] == told["tile"]]


def check_denial(name: str, told: dict[str, Any], pair: Pair) -> None:
    rival = told["seat"]
    assert [view["to_move"] for view in pair.after] == [rival, rival]
    assert rival != pair.seat
    assert pair.nothing_drawn()
    display = pair.before["displays"][rival]
    best, made = (most(display, within_reach(view)) for view in pair.after)
    tile = told["tile"] if name == "out_of_reach" else pair.taken(0)[1]["name"]
    assert made[tile] == told["count"] == max(made.values())
    assert max(best.values()) < told["count"]
    assert tile not in best
    if name == "out_of_reach":
        assert tile in [each["name"] for each in on_wheel(pair.after[0])]


def check_refill(name: str, told: dict[str, Any], pair: Pair) -> None:
    assert pair.moves[0] == "refill"
    if name == "ends_phase":
        assert pair.after[0]["solo"]["note1"] == told["note"]
        assert pair.before["solo"]["phase"] == 1
        return
    assert pair.before["solo"] is None
    choices = [within_reach(view) for view in (pair.after[0], pair.before)]
    if name == "refill":
        assert [len(each) for each in choices] == [told["count"], told["other"]]
        assert told["count"] > told["other"]
    else:
        assert not any(most(pair.display(pair.before), on_wheel(pair.before)).values())


def check_no_refill(name: str, told: dict[str, Any], pair: Pair) -> None:
    assert pair.moves[1] == "refill"
    if name == "goals_now":
        assert pair.met()[0] == told["count"] > 0
    elif name == "refill_loses":
        assert pair.taken(0)[0] not in pair.after[1]["available"]
    else:
        assert len(pair.before["players"]) > 1
        assert pair.before["supply"] - pair.after[1]["supply"] > 1


def pairs(good: list[str], chance: random.Random) -> list[tuple[str, str]]:
    """A move that looks good and any other; with a refill, and against one, where it is allowed."""
    best, made = chance.choice(good[:4]), chance.choice(good)
    if "refill" in good:
        return [(best, "refill"), ("refill", made)]
    return [(best, made)]


def test_every_sentence_is_true() -> None:
    chance, reasons = random.Random(1), Reasons(GAME)
    for match, good in positions():
        for best, made in pairs(good, chance):
            if best != made:
                told = why(*compared(match, match.action(best), match.action(made)))
                is_true = partial(check, pair=Pair(match, best, made))
                reasons.check(told, len(match.players), is_true)
    reasons.check_all_met(AT_LEAST)
