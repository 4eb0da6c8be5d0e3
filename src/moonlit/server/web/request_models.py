"""What all requests share. Whatever is not described is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from moonlit.bots import LEVELS
from moonlit.core.registry import game_names

Text = Annotated[str, StringConstraints(max_length=4000)]
Move = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
ClubId = Annotated[str, StringConstraints(pattern="^[a-z0-9]{10}$")]
Players = Annotated[int, Field(ge=1, le=10)]
SeatNumber = Annotated[int, Field(ge=0, le=9)]
if TYPE_CHECKING:
    Level = str
else:
    Level = Literal[LEVELS]
GAME = game_names()[0]  # for examples


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    def arguments(self) -> dict[str, Any]:
        """What the handler of this request is called with."""
        return vars(self)  # a move comes by here, and dict(self) takes as long as all the rest


def example(**values: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [values]})
