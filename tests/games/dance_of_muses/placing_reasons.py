"""What is said of placings, counted again from views."""

from __future__ import annotations

from typing import Any

import moonlit

AREAS = {"orthogonal": (1,), "diagonal": (2,), "all": (1, 2)}  # squared distances

View = dict[str, Any]


class Seen:
    """What the player to move sees after a placing of theirs, and counts of it."""

    def __init__(self, match: moonlit.Match, move: str) -> None:
        seat = match.to_move or 0
        after = match.copy()
        after.play(move)
        view: View = after.view(seat)
        self.faces = {face["name"]: face for face in view["muses"]}
        self.table = view["table"]
        self.placed = self.table[-1]
        self.hand = view["hands"][seat]
        sides = view["companies"]
        self.own = next(n for n, seats in enumerate(sides) if seat in seats)
        self.rival = 1 - self.own if len(sides) == 2 else None

    def suns(self, muse: str) -> int:
        return int(self.faces[muse]["suns"])

    def fewest(self) -> int:
        """The fewest suns that the Mystery Muse has or can have."""
        able = [self.hand["mystery"]] if self.hand["mystery_placed"] else self.hand["muses"]
        return min(self.suns(muse) for muse in able)

    def reached(self, piece: View, power: str) -> list[View]:
        """Who lies in the area of a face-up Muse of that power; nobody in another's."""
        if piece["face_down"] or self.faces[piece["muse"]]["power"] != power:
            return []
        reach = AREAS[self.faces[piece["muse"]]["area"]]
        return [other for other in self.table if away(piece, other) in reach]

    def raised(self, company: int | None) -> int:
        names = {
            other["name"]
            for piece in self.table
            for other in self.reached(piece, "raise")
            if other["company"] == company
        }
        return len(names)

    def swaps(self) -> int:
        pairs = {
            frozenset((piece["name"], other["name"]))
            for piece in self.of_company()
            for other in self.reached(piece, "swap")
            if other["company"] == self.own
        }
        return len(pairs)

    def of_company(self) -> list[View]:
        return [piece for piece in self.table if piece["company"] == self.own]

    def beside(self) -> int:
        own = self.of_company()
        return sum(away(one, other) == 1 for one in own for other in own) // 2

    def edges(self) -> int:
        return sum(away(self.placed, other) == 1 for other in self.table)


def away(one: View, other: View) -> int:
    """Squared: 1 by an edge, 2 by a corner."""
    return int((one["x"] - other["x"]) ** 2 + (one["y"] - other["y"]) ** 2)


def check_placing(key: str, told: dict[str, Any], match: moonlit.Match, moves: list[str]) -> None:
    best, made = (Seen(match, move) for move in moves)
    reason = key.removeprefix("why.").removesuffix("_none")
    if reason in ("beside", "edges", "raised", "raised_rivals", "swaps"):
        check_counts(reason, key.endswith("_none"), told, best, made)
        return
    down = [seen.placed["face_down"] for seen in (best, made)]
    muses = [seen.placed["muse"] for seen in (best, made)]
    suns = [best.suns(muse) for muse in muses]
    if "value" in told and reason not in ("mystery", "open_six"):
        assert told["value"] == suns[0]
    if reason == "secret":
        assert (down, told["muse"]) == ([True, False], muses[0].capitalize())
    elif reason == "secret_lower":
        assert down == [True, True]
        assert suns[0] < suns[1] == told["other"]
    elif reason == "mystery":
        assert not down[0]
        assert [best.fewest(), made.fewest()] == [told["value"], told["other"]]
        assert told["value"] < told["other"]
    elif reason == "choice":
        assert (down, best.hand["mystery_placed"]) == ([False, True], False)
        assert told["count"] == len(best.hand["muses"]) > 1
    elif reason == "open_six":
        assert not down[1]
        assert muses[0] != muses[1] == told["muse"].lower()
        assert made.placed["die"] == suns[1] == told["value"]
        assert down[0] or suns[0] != suns[1]
    elif reason == "later":
        assert down == [False, False]
        assert [told["muse"].lower(), told["instead"].lower()] == muses
        assert suns[0] > suns[1] == told["other"] > made.placed["die"]
    else:
        assert reason == "can_" + best.faces[muses[0]]["power"]
        assert (down, muses[0]) == ([False, True], muses[1])
        assert told["muse"] == muses[0].capitalize()


def check_counts(reason: str, none: bool, told: dict[str, Any], best: Seen, made: Seen) -> None:
    """More of it with the better placing; fewer of the other company's dice."""
    counts = {
        "beside": lambda seen: seen.beside(),
        "edges": lambda seen: seen.edges(),
        "raised": lambda seen: seen.raised(seen.own),
        "raised_rivals": lambda seen: seen.raised(seen.rival),
        "swaps": lambda seen: seen.swaps(),
    }
    found = [counts[reason](seen) for seen in (best, made)]
    fewer = reason == "raised_rivals"
    assert found[0] < found[1] if fewer else found[0] > found[1]
    assert found == [told.get("count", 0), told.get("other", 0)]
    assert none == (0 in found)
    if fewer:
        assert best.rival is not None
    if reason == "edges":
        assert told["muse"] == best.placed["muse"].capitalize()
        assert best.beside() == made.beside()
