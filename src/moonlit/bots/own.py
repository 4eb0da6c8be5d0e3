"""Bots of one's own: what one may be, how it is found, and what comes of it when it fails.

One is asked `choose(view, moves)` and answers with one of the moves, or, as a trained policy,
`choose_action(observation, mask)` and answers with the number of an action. It may be an object
that has one of these, a class of such objects, or a plain function. A function is a policy when
its second argument is called `mask` or `action_mask`.
"""

from __future__ import annotations

import importlib
import inspect
import operator
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from moonlit.core.errors import BadTable, MoonlitError
from moonlit.core.words import say

TOPIC = "bots"
MASKS = ("mask", "action_mask", "action_masks")


class OwnBot(Protocol):
    """What its seat sees and the moves it has go in, one of them comes out."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str: ...


class Policy(Protocol):
    """An observation as `moonlit.envs.layout` tells it and a mask of the legal actions go in, an
    action's number comes out. With an attribute `scaled = True` it gets float32 numbers between -1
    and 1, as environments give them with `scaled=True`.
    """

    def choose_action(self, observation: Any, mask: Any) -> int: ...


Own = OwnBot | Policy | Callable[[Any, Any], Any]


class OwnBotFailed(MoonlitError):
    """A bot of somebody's own raised an error, or answered what is no move of its seat."""

    def turn_lost(self, language: str = "en") -> str:
        """What happened, and that any legal move is made instead."""
        return say(TOPIC, "own_bot_turn", language, reason=self)


def load_own(path: str) -> Own:
    """`package.module:Name`, from the current folder too; a class is made an object of."""
    module_name, _, attribute = path.partition(":")
    try:
        made = getattr(_imported(module_name), attribute)
        own: Own = made() if isinstance(made, type) else made
    except (Exception, SystemExit) as reason:
        raise BadTable("own_bot_missing", TOPIC, given=path, reason=_reason(reason)) from None
    is_policy(own, path)
    return own


def _imported(name: str) -> Any:
    """A module; the current folder is looked into first, as `python -m` does it, and stays on the
    path at its end, for what the bot imports later.
    """
    here = str(Path.cwd())
    if here in sys.path or "" in sys.path:
        return importlib.import_module(name)
    sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(here)
        sys.path.append(here)


def is_policy(own: Any, name: str) -> bool:
    """Whether it takes an observation and a mask; BadTable where it is no bot at all."""
    for method in ("choose", "choose_action"):
        if callable(getattr(own, method, None)):
            return method == "choose_action"
    if not callable(own) or isinstance(own, type):
        raise BadTable("own_bot_no_choose", TOPIC, given=name)
    try:
        signature = inspect.signature(own)
        signature.bind(None, None)
    except (TypeError, ValueError):
        raise BadTable("own_bot_no_choose", TOPIC, given=name) from None
    return list(signature.parameters)[1:2] in ([mask] for mask in MASKS)


def function_of(own: Any) -> Callable[..., Any]:
    """What is called for a move."""
    found: Callable[..., Any] = next(
        (getattr(own, name) for name in ("choose", "choose_action") if hasattr(own, name)), own
    )
    return found


def is_scaled(own: Any) -> bool:
    return bool(getattr(own, "scaled", False))


def name_of(own: Any) -> str:
    """What messages call a bot that was not named by a path."""
    kind = own if hasattr(own, "__qualname__") else type(own)
    return f"{kind.__module__}:{kind.__qualname__}"


# ---- when it fails -----------------------------------------------------------------------------


def raised(name: str, error: BaseException) -> OwnBotFailed:
    return OwnBotFailed("own_bot_raised", TOPIC, given=name, reason=_reason(error))


def checked_move(name: str, answer: Any, moves: list[str]) -> str:
    if not isinstance(answer, str) or answer not in moves:
        raise OwnBotFailed(
            "own_bot_no_move", TOPIC, given=name, answer=answer, count=len(moves), example=moves[0]
        )
    return answer


def checked_action(name: str, answer: Any, mask: Any) -> int:
    """An action of the mask: a whole number, or what holds one, as arrays and tensors do."""
    try:
        number = operator.index(answer.item() if hasattr(answer, "item") else answer)
    except (TypeError, ValueError, RuntimeError):
        number = -1
    if not 0 <= number < len(mask) or not mask[number]:
        first = int(mask.argmax())
        raise OwnBotFailed(
            "own_bot_no_action",
            TOPIC,
            given=name,
            answer=answer,
            count=int(mask.sum()),
            example=first,
        )
    return number


def _reason(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
