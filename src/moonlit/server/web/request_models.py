"""What requests look like. Whatever is not described here is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from moonlit.bots import LEVELS
from moonlit.bots.levels import STAND_IN
from moonlit.core.registry import game_names
from moonlit.server.table.plans import MAX_PLANNED
from moonlit.study.plan import BUDGETS

Text = Annotated[str, StringConstraints(max_length=4000)]
Move = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
ClubId = Annotated[str, StringConstraints(pattern="^[a-z0-9]{10}$")]
Players = Annotated[int, Field(ge=1, le=10)]
SeatNumber = Annotated[int, Field(ge=0, le=9)]
if TYPE_CHECKING:
    Level = str
    Budget = str
else:
    Level = Literal[LEVELS]
    Budget = Literal[tuple(BUDGETS)]
GAME = game_names()[0]  # for examples


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    def arguments(self) -> dict[str, Any]:
        """What the handler of this request is called with."""
        return vars(self)  # a move comes by here, and dict(self) takes as long as all the rest


def example(**values: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [values]})


class OpenSeat(Model):
    kind: Literal["open"]


class BotSeat(Model):
    kind: Literal["bot"]
    level: Level = STAND_IN


SeatChoice = Annotated[OpenSeat | BotSeat, Field(discriminator="kind")]


class MoveClock(Model):
    """So much time for each move."""

    kind: Literal["move"]
    seconds: Annotated[int, Field(ge=5, le=86_400)]


class GameClock(Model):
    """So much time for a game, and some more for each move."""

    kind: Literal["game"]
    seconds: Annotated[int, Field(ge=10, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)] = 0


class DaysClock(Model):
    """So many days for each turn."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


Clock = Annotated[MoveClock | GameClock | DaysClock, Field(discriminator="kind")]


class NewTable(Model):
    model_config = example(
        game=GAME,
        players=2,
        seats=[{"kind": "open"}, {"kind": "bot", "level": STAND_IN}],
        name="Ana",
    )
    game: Text
    players: Players = 2
    options: dict[str, Any] = Field(default_factory=dict)
    seats: Annotated[list[SeatChoice], Field(max_length=10)] | None = None
    clock: Clock | None = None
    listed: bool = False
    join: Literal["link", "closed"] = "link"
    name: Text | None = None
    ready: bool = True
    rated: bool = False  # the result counts for the ratings of players
    club: ClubId | None = None  # whose members find it in their list, and nobody else


class TableChange(Model):
    model_config = example(players=3, listed=True)
    players: Players | None = None
    options: dict[str, Any] | None = None
    clock: Clock | None = None
    listed: bool | None = None
    join: Literal["link", "closed"] | None = None
    rated: bool | None = None
    club: ClubId | None = None

    def arguments(self) -> dict[str, Any]:
        """What was really asked for: clock and club may be changed to none, the others not."""
        given = self.model_dump(exclude_unset=True)
        may_be_none = ("clock", "club")
        changes = {
            name: value for name, value in given.items() if value is not None or name in may_be_none
        }
        return {"changes": changes}


class Join(Model):
    model_config = example(name="Ben")
    name: Text
    seat: SeatNumber | None = None
    ready: bool = False


class SeatChange(Model):
    model_config = example(kind="bot", level=STAND_IN)
    kind: Literal["open", "bot"]
    level: Level | None = None


class SeatSet(SeatChange):
    """On a socket; over HTTP the path names the seat."""

    seat: SeatNumber


class Ready(Model):
    model_config = example(ready=True)
    ready: bool = True


class Choose(Model):
    """One of an option's choices, for one's own seat; null leaves it to chance."""

    option: Annotated[str, StringConstraints(max_length=100)]
    choice: Annotated[str, StringConstraints(max_length=100)] | None = None
    seat: SeatNumber | None = None  # of a bot, or open: the host chooses for it


class MoveMade(Model):
    model_config = example(number=0, move="2@0,1")
    number: Number
    move: Move


class AtNumber(Model):
    model_config = example(number=1)
    number: Number


class Suppose(Model):
    """A position that may come: the same for the same seed, after moves of one's own there."""

    model_config = example(number=1, seed=7, moves=[])
    number: Number
    seed: Annotated[int, Field(ge=0, le=2**48)]
    moves: Annotated[list[Move], Field(max_length=MAX_PLANNED)] = Field(default_factory=list)
    previews: Annotated[list[Move], Field(max_length=400)] = Field(default_factory=list)


class PlanMade(Model):
    """Moves for the next turn, as they were chosen in a supposed position."""

    model_config = example(number=1, seed=7, moves=["2@0,1"])
    number: Number
    seed: Annotated[int, Field(ge=0, le=2**48)]
    moves: Annotated[list[Move], Field(min_length=1, max_length=MAX_PLANNED)]


class Answer(Model):
    model_config = example(agree=True)
    agree: bool


class Leave(Model):
    model_config = example(bot=STAND_IN)
    bot: Level | None = None
    keep: bool = True


class Nothing(Model):
    model_config = example()


class Chat(Model):
    model_config = example(text="Good game!")
    text: Text
    company: bool = False  # only one's partners read it


class Previews(Model):
    model_config = example(number=0, moves=["2@0,1"])
    number: Number
    moves: Annotated[list[Move], Field(max_length=400)]


class Review(Model):
    model_config = example(budget="quick")
    budget: Budget = "quick"


class Attempt(Model):
    model_config = example(move="2@0,1")
    move: Move
    budget: Budget = "quick"
    again: bool = False  # whether the review has thought about that decision for longer


class PositionPreviews(Model):
    model_config = example(moves=["2@0,1"])
    moves: Annotated[list[Move], Field(max_length=400)]


class PlayOn(Model):
    """Who plays on from a position, and how strong the bots in the other seats are."""

    model_config = example(seat=0, level=STAND_IN, name="Ana")
    seat: SeatNumber
    level: Level = STAND_IN
    name: Text


class Tokens(Model):
    model_config = example(tokens=["the-secret-of-a-seat"])
    tokens: Annotated[
        list[Annotated[str, StringConstraints(max_length=200)]], Field(max_length=200)
    ]


class Replay(Model):
    model_config = example(record={"format": 1, "game": GAME, "moves": []})
    record: dict[str, Any]


class PlayDaily(Model):
    """Who plays the daily; `again` is for fun, besides the game that counts."""

    model_config = example(name="Ana")
    name: Text
    again: bool = False


Found = Annotated[list[Move], Field(max_length=20)]


class PuzzleTry(Model):
    """A move in a puzzle, after those of the solution that were found."""

    model_config = example(move="2@0,1")
    move: Move
    found: Found = Field(default_factory=list)


class PuzzlePreviews(Model):
    model_config = example(moves=["2@0,1"])
    moves: Annotated[list[Move], Field(max_length=400)]
    found: Found = Field(default_factory=list)


class PuzzleShown(Model):
    """The solution is asked for, from where it has been found."""

    model_config = example(found=[])
    found: Found = Field(default_factory=list)


class Skill(Model):
    """How good somebody is at puzzles, and how sure that is."""

    mu: Annotated[float, Field(ge=-10_000, le=10_000)]
    sigma: Annotated[float, Field(gt=0, le=10_000)]


class Rated(Model):
    """A puzzle was solved at the first try, or not. `solver` is what was answered last time."""

    model_config = example(solved=True, solver=None)
    solved: bool
    solver: Skill | None = None
