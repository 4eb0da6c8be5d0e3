"""What a review says, in a language: sentences, numbers, and the little curve of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moonlit.core.match import Match
from moonlit.core.record import rewound
from moonlit.core.words import phrases, say
from moonlit.study.model import Entry, MoveReview, Review
from moonlit.study.plan import TOPIC

BLOCKS = "▁▂▃▄▅▆▇█"
WIDEST = 60  # characters of a curve


def decimal(value: float, language: str) -> str:
    """A number to a tenth, as the language writes it."""
    text = f"{value:.1f}".replace("-", "−")
    return text if language == "en" else text.replace(".", ",")


def sentence(entry: Entry, language: str, names: Sequence[str]) -> str:
    """A sentence of a review or of a hint."""
    arguments = {
        name: decimal(value, language) if isinstance(value, float) else value
        for name, value in entry["args"].items()
    }
    return say(entry["topic"], entry["key"], language, names, **arguments)


Told = dict[str, list[Entry]]  # moves of a position, each as the log would tell it


def described(match: Match, review: Review) -> list[Told]:
    """For each move of the match that was reviewed: those that the review names, in words."""
    copy = rewound(match, 0)
    told = []
    for move in review.moves:
        told.append({one.move: copy.describe(one.move) for one in move.candidates})
        copy.play(move.move)
    return told


class Words:
    """A review in one language, with names for its seats."""

    def __init__(
        self,
        review: Review,
        language: str,
        names: Sequence[str] | None = None,
        told: Sequence[Told] = (),
    ) -> None:
        self.review = review
        self.told = told
        self.language = language
        self.names = list(names if names is not None else review.players)
        self.solo = review.unit == "score"

    def say(self, key: str, **arguments: Any) -> str:
        return say(TOPIC, key, self.language, self.names, **arguments)

    def entry(self, entry: Entry) -> str:
        return sentence(entry, self.language, self.names)

    def sentences(self, entries: Sequence[Entry]) -> str:
        return " ".join(self.entry(entry) for entry in entries)

    def name(self, seat: int) -> str:
        return self.names[seat] or say("core", "seat", self.language, number=seat + 1)

    def head(self) -> str:
        return self.say(
            "head",
            game=say(self.review.game, "name", self.language),
            players=len(self.review.players),
            moves=len(self.review.moves),
            budget=self.say(f"budget.{self.review.budget}"),
        )

    def how(self) -> str:
        return self.say("how_score" if self.solo else "how_share")

    # ---- numbers

    def decimal(self, value: float) -> str:
        return decimal(value, self.language)

    def worth(self, value: float) -> str:
        """What a seat can expect: a score, or its part of a hundred."""
        if self.solo:
            return self.decimal(-value if self.review.low_wins else value)
        return self.decimal(100 * value)

    def change(self, value: float) -> str:
        """By how much that changes, for better (+) or for worse."""
        told = self.decimal(value if self.solo else 100 * value)
        return told if told.startswith("−") else f"+{told}"

    def loss(self, value: float | None) -> str:
        return "–" if value is None else self.decimal(value if self.solo else 100 * value)

    def level(self, name: str | None) -> str:
        if name is None:
            return "–"
        return phrases("bots", self.language)[f"level.{name}"]

    def moves(self, move: MoveReview) -> list[str]:
        """The move made and the best one in words, behind their notation."""
        told = self.told[move.number] if self.told else {}
        game = self.review.game
        return [
            f"{each}: {self.sentences([{'topic': game, **entry} for entry in told[each]])}"
            for each in dict.fromkeys((move.move, move.best))
            if each in told
        ]

    def mark(self, name: str | None) -> str:
        return "" if name is None else self.say(f"mark.{name}")

    # ---- the curve

    def curve(self, seat: int) -> list[float]:
        moves = self.review.moves
        return [*(move.shares[seat] for move in moves), self.review.final[seat]]

    def sparkline(self, seat: int) -> str:
        """The curve of a seat in a line of characters."""
        curve = self.curve(seat)
        step = max(1, -(-len(curve) // WIDEST))
        kept = [*curve[:-1:step], curve[-1]]
        low, high = (min(curve), max(curve)) if self.solo else (0.0, 1.0)
        if high <= low:
            return BLOCKS[0] * len(kept)
        top = len(BLOCKS) - 1
        return "".join(BLOCKS[round(top * (value - low) / (high - low))] for value in kept)
