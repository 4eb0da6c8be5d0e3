"""Why one move of Nomads is better than another: every sentence is counted again from views."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import moonlit
from helpers.reasons import Reasons
from moonlit.games.nomads.why import why
from moonlit.search.simple import ranked
from moonlit.study.puzzles.naming import compared

GAME = "nomads"
GAMES, PAIRS = 24, 3
AT_LEAST = 2  # of each sentence

View = dict[str, Any]


# ---- what views tell -----------------------------------------------------------------------------


def held(seat: View) -> int:
    return sum(seat["tiles"].values())


def legends(seat: View) -> dict[str, int]:
    """How many tiles of each legend a seat has."""
    return {name: seat["tiles"][name] for name in seat["legends"]}


def different(seat: View) -> int:
    return sum(count > 0 for count in legends(seat).values())


def payable(view: View, who: int) -> dict[str, int]:
    """The cards that a seat's tiles pay for, as the notation spells them, and their values."""
    seat = view["seats"][who]
    wilds = seat["tiles"]["wild"]
    found = {}
    for name, cards in view["legends"].items():
        owned = seat["legends"][name] or 0
        for card in cards:
            cost = card["value"] - owned
            if card["seat"] is None and 0 < cost <= seat["tiles"][name] + wilds:
                found[f"{name[0]}{card['value']}"] = card["value"]
    for card in view["songs"] if seat["song"] is None else []:
        if card["seat"] is None and card["value"] <= different(seat) + wilds:
            found[f"song {card['value']}"] = card["value"]
    return found


def card_of(move: str) -> str | None:
    """The card that a move writes."""
    kind, *rest = move.split(" ")
    if kind == "song":
        return f"song {rest[0]}"
    return rest[0].rstrip("*") if kind == "legend" else None


class Pair:
    """A position and two moves of it, as views and the log tell them."""

    def __init__(self, match: moonlit.Match, best: str, made: str) -> None:
        self.before = match.view(None)
        self.seat = match.to_move or 0
        self.moves = best, made
        self.cards = card_of(best), card_of(made)
        played = [match.copy(), match.copy()]
        for other, move in zip(played, self.moves, strict=True):
            other.play(move)
        self.played = played
        self.after = [other.view(None) for other in played]

    def own(self) -> list[View]:
        return [view["seats"][self.seat] for view in self.after]

    def scorings(self) -> list[bool]:
        """Whether a moon scoring has followed."""
        last = [other.log(None, other.number - 1)[0] for other in self.played]
        return [any(entry["key"] == "log.scoring" for entry in told) for told in last]

    def gained(self, who: int, field: str) -> list[int]:
        """By how much a number of a seat grows with each of the moves."""
        old = self.before["seats"][who][field]
        return [view["seats"][who][field] - old for view in self.after]

    def heard(self) -> bool:
        """Whether everyone has listened, or has nothing to listen to, after both moves."""
        return all(
            card is not None or view["asks"] not in ("lys", "top")
            for card, view in zip(self.cards, self.after, strict=True)
        )

    def taken(self, who: int) -> list[int]:
        """How many tiles a seat keeps with each of the moves; who writes takes none."""
        counts = self.gained(who, "held")
        return [0 if card else count for card, count in zip(self.cards, counts, strict=True)]


# ---- what is told --------------------------------------------------------------------------------


def check(key: str, told: dict[str, Any], pair: Pair) -> None:
    name = key.removeprefix("why.").removesuffix("_none")
    if key.endswith("_none"):
        lacking = "count" if name in ("rival", "rival_moons") else "other"
        assert lacking not in told
        told = {lacking: 0, **told}
    for names, checked in CHECKS.items():
        if name in names:
            checked(name, told, pair)
            return
    raise AssertionError(key)


def check_moons(name: str, told: dict[str, Any], pair: Pair) -> None:
    won = pair.gained(told.get("seat", pair.seat), "moons")
    assert pair.scorings() == [name != "no_scoring", name != "moons_now"]
    if name == "no_scoring":
        assert won == [0, told["count"]]
    elif name == "moons_now":
        assert won == [told["count"], 0]
    else:
        assert won == [told["count"], told["other"]]
        assert (won[0] > won[1]) == (name == "moons")
    assert won[0] != won[1]
    if "seat" in told:
        assert told["seat"] != pair.seat
        own = pair.gained(pair.seat, "moons")
        assert own[0] >= own[1]


def check_written(name: str, told: dict[str, Any], pair: Pair) -> None:
    scores = pair.gained(pair.seat, "score")
    assert pair.cards[0] == (f"song {told['value']}" if name == "song" else told["card"])
    assert scores[0] == told["count"] > told["other"]
    if told["other"]:
        assert scores[1] == told["other"]
    else:
        assert pair.cards[1] is None


def check_card(name: str, told: dict[str, Any], pair: Pair) -> None:
    card, other = pair.cards
    assert card is not None
    if name == "wilds":
        assert other is not None
        wilds = [seat["tiles"]["wild"] for seat in pair.own()]
        assert wilds[0] - wilds[1] == told["count"] > 0
        return
    assert (name == "denies_song") == card.startswith("song")
    assert told["card"] == card != other
    assert told["seat"] != pair.seat
    assert card in payable(pair.before, told["seat"])
    assert card not in payable(pair.after[0], told["seat"])
    assert not pair.before["last_writing"]


def check_song(name: str, told: dict[str, Any], pair: Pair) -> None:
    assert pair.cards[1] == f"song {told['value']}"
    assert not (pair.cards[0] or "").startswith("song")
    left = [card["value"] for card in pair.before["songs"] if card["seat"] is None]
    assert max(left) == told["other"] > told["value"]
    assert not pair.before["last_writing"]


def check_lys(name: str, told: dict[str, Any], pair: Pair) -> None:
    assert pair.before["asks"] == "turn"
    assert [view["asks"] == "lys" for view in pair.after] == [True, False]
    spaces = pair.after[0]["spaces"]
    assert any(space["tile"] for space in spaces if not space["lys"])


def check_tiles(name: str, told: dict[str, Any], pair: Pair) -> None:
    assert pair.heard()
    taken = pair.taken(told.get("seat", pair.seat))
    assert taken == [told["count"], told["other"]]
    assert (taken[0] > taken[1]) == (name == "takes")
    assert taken[0] != taken[1]


def check_hand(name: str, told: dict[str, Any], pair: Pair) -> None:
    assert pair.heard()
    assert pair.cards == (None, None)
    assert told["count"] > told["other"]
    if name == "reach":
        counts = [max(payable(view, pair.seat).values(), default=0) for view in pair.after]
    elif name == "different":
        assert pair.own()[0]["song"] is None
        assert any(card["seat"] is None for card in pair.before["songs"])
        counts = [different(seat) for seat in pair.own()]
    else:
        wanted = [
            name
            for name, cards in pair.before["legends"].items()
            if any(
                card["seat"] is None and card["value"] > (pair.own()[0]["legends"][name] or 0)
                for card in cards
            )
        ]
        counts = [max(legends(seat)[name] for name in wanted) for seat in pair.own()]
    assert counts == [told["count"], told["other"]]


CHECKS = {
    ("moons", "moons_now", "rival_moons", "no_scoring"): check_moons,
    ("writes", "song"): check_written,
    ("wilds", "denies", "denies_song"): check_card,
    ("song_for_good",): check_song,
    ("lys",): check_lys,
    ("takes", "rival"): check_tiles,
    ("reach", "different", "alike"): check_hand,
}


# ---- positions -----------------------------------------------------------------------------------


def positions() -> Iterator[tuple[moonlit.Match, random.Random]]:
    """Games of bots that see no further than a move, and of chance."""
    for number in range(GAMES):
        chance = random.Random(number)
        match = moonlit.new(GAME, 2 + number % 4, number)
        while not match.over:
            yield match, chance
            good = [match.spell(action) for _, action in ranked(match.game, match.states)]
            match.play(chance.choice(good if chance.random() < 0.3 else good[:3]))


def pairs(match: moonlit.Match, chance: random.Random) -> list[list[str]]:
    """Any two moves; more of them where a moon is all that a moon scoring lacks."""
    moves = match.moves()
    count = 4 * PAIRS if match.view(None)["chart"] == 3 else PAIRS
    return [chance.sample(moves, 2) for _ in range(count if len(moves) > 1 else 0)]


def test_every_sentence_is_true() -> None:
    reasons = Reasons(GAME)
    for match, chance in positions():
        for best, made in pairs(match, chance):
            told = why(*compared(match, match.action(best), match.action(made)))
            if told:
                is_true = partial(check, pair=Pair(match, best, made))
                reasons.check(told, len(match.players), is_true)
    reasons.check_all_met(AT_LEAST)
