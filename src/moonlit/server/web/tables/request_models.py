"""What is asked of tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from moonlit.bots.levels import STAND_IN
from moonlit.server.table.plans import MAX_PLANNED
from moonlit.server.web import request_models as m


class OpenSeat(m.Model):
    kind: Literal["open"]


class BotSeat(m.Model):
    kind: Literal["bot"]
    level: m.Level = STAND_IN


SeatChoice = Annotated[OpenSeat | BotSeat, Field(discriminator="kind")]


class MoveClock(m.Model):
    """So much time for each move."""

    kind: Literal["move"]
    seconds: Annotated[int, Field(ge=5, le=86_400)]


class GameClock(m.Model):
    """So much time for a game, and some more for each move."""

    kind: Literal["game"]
    seconds: Annotated[int, Field(ge=10, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)] = 0


class DaysClock(m.Model):
    """So many days for each turn."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


Clock = Annotated[MoveClock | GameClock | DaysClock, Field(discriminator="kind")]


class NewTable(m.Model):
    model_config = m.example(
        game=m.GAME,
        players=2,
        seats=[{"kind": "open"}, {"kind": "bot", "level": STAND_IN}],
        name="Ana",
    )
    game: m.Text
    players: m.Players = 2
    options: dict[str, Any] = Field(default_factory=dict)
    seats: Annotated[list[SeatChoice], Field(max_length=10)] | None = None
    clock: Clock | None = None
    listed: bool = False
    join: Literal["link", "closed"] = "link"
    name: m.Text | None = None
    ready: bool = True
    rated: bool = False  # the result counts for the ratings of players
    club: m.ClubId | None = None  # whose members find it in their list, and nobody else


class TableChange(m.Model):
    model_config = m.example(players=3, listed=True)
    players: m.Players | None = None
    options: dict[str, Any] | None = None
    clock: Clock | None = None
    listed: bool | None = None
    join: Literal["link", "closed"] | None = None
    rated: bool | None = None
    club: m.ClubId | None = None

    def arguments(self) -> dict[str, Any]:
        """What was really asked for: clock and club may be changed to none, the others not."""
        given = self.model_dump(exclude_unset=True)
        may_be_none = ("clock", "club")
        changes = {
            name: value for name, value in given.items() if value is not None or name in may_be_none
        }
        return {"changes": changes}


class Join(m.Model):
    model_config = m.example(name="Ben")
    name: m.Text
    seat: m.SeatNumber | None = None
    ready: bool = False


class SeatChange(m.Model):
    model_config = m.example(kind="bot", level=STAND_IN)
    kind: Literal["open", "bot"]
    level: m.Level | None = None


class SeatSet(SeatChange):
    """On a socket; over HTTP the path names the seat."""

    seat: m.SeatNumber


class Ready(m.Model):
    model_config = m.example(ready=True)
    ready: bool = True


class Choose(m.Model):
    """One of an option's choices, for one's own seat; null leaves it to chance."""

    option: Annotated[str, StringConstraints(max_length=100)]
    choice: Annotated[str, StringConstraints(max_length=100)] | None = None
    seat: m.SeatNumber | None = None  # of a bot, or open: the host chooses for it


class MoveMade(m.Model):
    model_config = m.example(number=0, move="2@0,1")
    number: m.Number
    move: m.Move


class AtNumber(m.Model):
    model_config = m.example(number=1)
    number: m.Number


class Suppose(m.Model):
    """A position that may come: the same for the same seed, after moves of one's own there."""

    model_config = m.example(number=1, seed=7, moves=[])
    number: m.Number
    seed: Annotated[int, Field(ge=0, le=2**48)]
    moves: Annotated[list[m.Move], Field(max_length=MAX_PLANNED)] = Field(default_factory=list)
    previews: Annotated[list[m.Move], Field(max_length=400)] = Field(default_factory=list)


class PlanMade(m.Model):
    """Moves for the next turn, as they were chosen in a supposed position."""

    model_config = m.example(number=1, seed=7, moves=["2@0,1"])
    number: m.Number
    seed: Annotated[int, Field(ge=0, le=2**48)]
    moves: Annotated[list[m.Move], Field(min_length=1, max_length=MAX_PLANNED)]


class Answer(m.Model):
    model_config = m.example(agree=True)
    agree: bool


class Leave(m.Model):
    model_config = m.example(bot=STAND_IN)
    bot: m.Level | None = None
    keep: bool = True


class Nothing(m.Model):
    model_config = m.example()


class Chat(m.Model):
    model_config = m.example(text="Good game!")
    text: m.Text
    company: bool = False  # only one's partners read it


class Previews(m.Model):
    model_config = m.example(number=0, moves=["2@0,1"])
    number: m.Number
    moves: Annotated[list[m.Move], Field(max_length=400)]


class Tokens(m.Model):
    model_config = m.example(tokens=["the-secret-of-a-seat"])
    tokens: Annotated[
        list[Annotated[str, StringConstraints(max_length=200)]], Field(max_length=200)
    ]


class Replay(m.Model):
    model_config = m.example(record={"format": 1, "game": m.GAME, "moves": []})
    record: dict[str, Any]
