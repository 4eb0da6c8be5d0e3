"""What can go wrong between a program and a server."""

from __future__ import annotations

from typing import Any

from moonlit.core.errors import MoonlitError

TOPIC = "client"


class Refused(MoonlitError):
    """The server did not do what it was asked, and says why."""

    def __init__(self, error: dict[str, Any], status: int = 0) -> None:
        super().__init__(str(error["key"]), str(error["topic"]), **error.get("args", {}))
        self.arguments = error.get("args", {})  # as the server wrote them
        self.status = status  # of the HTTP answer, or 0 on a socket
        self.english = str(error.get("text", error["key"]))

    def __reduce__(self) -> Any:
        error = {"key": self.key, "topic": self.topic, "args": self.arguments}
        return Refused, ({**error, "text": self.english}, self.status)

    def text(self, language: str = "en") -> str:
        """In any language; in English where a newer server says what we have no words for."""
        try:
            return super().text(language)
        except (KeyError, OSError, ValueError):
            return self.english


class Unreachable(MoonlitError):
    """No server answers there, or not as one of ours would."""

    @classmethod
    def at(cls, url: str, reason: object) -> Unreachable:
        return cls("unreachable", TOPIC, url=url, reason=str(reason) or type(reason).__name__)


class Lost(Exception):
    """The connection broke before the answer came. What was asked may have been done or not."""
