"""What all answers share, for /openapi.json. They are made as bytes elsewhere, not from these."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


def example(**values: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [values]})


class Problem(BaseModel):
    """A refusal: a key with arguments, and an English sentence that says it."""

    topic: str
    key: str
    args: dict[str, Any]
    text: str


class Refusal(BaseModel):
    error: Problem


# Each of them looks like Refusal. To name the model here instead would have it built for every
# status of every address, which is half a second of the server's start; app.py names it once.
REFUSED = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Refusal.__name__}"}}}
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"content": REFUSED, "description": said}
    for status, said in {
        400: "The request cannot be read",
        401: "A token is needed, or this one opens nothing here",
        403: "This is not for you to do",
        404: "There is no such thing",
        405: "This address is asked in another way",
        409: "This cannot be done now",
        413: "The request is too large",
        422: "The request, or the move, is not possible",
        429: "Too much at once",
        503: "The database does not work right now",
    }.items()
}


class Ready(Model):
    model_config = example(status="ready", worker="805c60f60fea")
    status: Literal["ready"]
    worker: str


class About(Model):
    model_config = example(version="0.1.0", docs="/docs/", ratings=True, pixels=True)
    version: str
    ratings: bool  # whether games may count for the ratings of players
    docs: str | None  # where its documentation is, if it has been built
    pixels: bool  # whether it draws PNG: an extra brings what that takes


class Health(Model):
    model_config = example(status="ok", worker="805c60f60fea")
    status: Literal["ok"]
    worker: str
