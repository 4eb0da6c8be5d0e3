"""Refusals: what the server answers when somebody asks for what cannot be done."""

from __future__ import annotations

from typing import Any

from moonlit.core.errors import MAX_SHOWN, MoonlitError

TOPIC = "server"
MAX_EXACT = 2**53 - 1  # what every JSON reader can hold


class Refused(MoonlitError):
    """A request that changes nothing; `status` is the HTTP answer's."""

    status = 409


def refuse(key: str, status: int = 409, /, **arguments: Any) -> Refused:
    """An error to raise, said in the server's own words."""
    refused = Refused(key, TOPIC, **arguments)
    refused.status = status
    return refused


def reason_of(error: BaseException) -> str:
    """What a database says, in one line, when it cannot be opened."""
    told = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    return told or type(error).__name__


def status_of(error: MoonlitError) -> int:
    """What a game refuses is well-formed but cannot be done: 422."""
    return error.status if isinstance(error, Refused) else 422


def error_json(error: MoonlitError) -> dict[str, Any]:
    """An error as it goes over the wire."""
    return {
        "error": {
            "topic": error.topic,
            "key": error.key,
            "args": {name: _plain(value) for name, value in error.arguments.items()},
            "text": error.text(),
        }
    }


def _plain(value: Any) -> Any:
    if isinstance(value, MoonlitError):
        return error_json(value)["error"]
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, int) and abs(value) > MAX_EXACT:
        return str(value)[:MAX_SHOWN]
    return value
