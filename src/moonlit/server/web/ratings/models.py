"""What is answered about ratings: of a table's seats, of oneself, of everybody who plays a game."""

from __future__ import annotations

from typing import Any

from moonlit.server.ratings import Rating
from moonlit.server.web import request_models as m
from moonlit.server.web import response_models as a

SHOWN = {"rating": 1587, "low": 1420, "high": 1754, "provisional": False}


class RatingTold(a.Model):
    """A rating as people read it, with its 95 % interval; provisional: not sure enough yet."""

    rating: int
    low: int
    high: int
    provisional: bool


class SeatRating(RatingTold):
    seat: int
    change: int | None  # what the game has made of it; None: it is not over, or a bot's


class TableRatings(a.Model):
    """Of players and bots; empty where the game does not count."""

    model_config = a.example(settled=True, seats=[{"seat": 0, **SHOWN, "change": 12}])
    settled: bool  # the game is over and has been rated
    seats: list[SeatRating]


class OnBoard(RatingTold):
    name: str
    games: int
    you: bool


class Anchor(a.Model):
    """What bots of a level are rated, at tables of so many players."""

    level: str
    players: int
    rating: int


class Leaderboard(a.Model):
    """The sure ones first, each the best first."""

    model_config = a.example(
        game=m.GAME,
        players=[{"name": "Ana", **SHOWN, "games": 21, "you": True}],
        bots=[{"level": "club", "players": 2, "rating": 1500}],
    )
    game: str
    players: list[OnBoard]
    bots: list[Anchor]


class RatingPoint(RatingTold):
    id: str  # the table
    ended: int
    change: int


class GameRating(RatingTold):
    game: str
    games: int
    points: list[RatingPoint]  # the oldest first


class MyRatings(a.Model):
    model_config = a.example(
        ratings=[
            {
                "game": m.GAME,
                **SHOWN,
                "games": 1,
                "points": [{"id": "k3v9x2m7qa", "ended": 1794960000000, **SHOWN, "change": 87}],
            }
        ]
    )
    ratings: list[GameRating]


def rating_json(rating: Rating) -> dict[str, Any]:
    low, high = rating.interval
    return {
        "rating": rating.shown,
        "low": low,
        "high": high,
        "provisional": rating.provisional,
    }
