"""What all commands share: the language they speak, and how a wrong command line is told."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from itertools import pairwise
from typing import Annotated, Any

from cyclopts import App, Parameter
from cyclopts.exceptions import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from moonlit.core import engine
from moonlit.core.errors import BadTable, MoonlitError, shown
from moonlit.core.jit import COMPILING
from moonlit.core.registry import find_game
from moonlit.core.words import LANGUAGES, guess_language, say
from moonlit.terminal.screen import TOPIC, Screen

app = App(
    name="moonlit",
    help="Play modern board games; host, study and master them.",
    version_flags=["--version"],
)

Language = Annotated[str | None, Parameter(help="en, es or fr; else that of your environment")]


def whole_number(_: Any, tokens: Sequence[Any]) -> int:
    """Left to itself, the command line would take 2.5 for 2."""
    return int(tokens[0].value)


Whole = Parameter(converter=whole_number)

Given = Annotated[list[str] | None, Parameter(negative="", help="NAME or NAME=VALUE of the game")]
Jobs = Annotated[int | None, Whole, Parameter(help="processes; else one a core")]
Ray = Annotated[str | None, Parameter(help="address of a Ray cluster to work on")]
AsJson = Annotated[bool, Parameter(name="--json", negative="", help="JSON")]


def screen(language: str | None) -> Screen:
    if language is not None and language not in LANGUAGES:
        raise BadTable("bad_language", given=language, languages=LANGUAGES)
    return Screen(language or guess_language())


def announce_compiling(shown: Screen, games: Iterable[str]) -> None:
    """Code is compiled once, when it is first needed: whoever waits for that is told."""
    if COMPILING and not all(engine.is_warm(find_game(name)) for name in games):
        print(shown.say("compiling"), file=sys.stderr, flush=True)


def spoken() -> str:
    """The language of complaints: what was typed may be too wrong to be read as a whole."""
    asked = [after for before, after in pairwise(sys.argv) if before == "--language"]
    asked += [word.removeprefix("--language=") for word in sys.argv]
    return next((language for language in asked if language in LANGUAGES), guess_language())


def main() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # letters it does not have must not end a game
            stream.reconfigure(errors="replace")
    if "--help" in sys.argv and "play" in sys.argv and "play" in app:
        from moonlit.cli.menu import options_help

        app["play"].help_epilogue = options_help(spoken())
    try:
        app(exit_on_error=False, print_error=False)
    except MoonlitError as error:
        print(error.text(spoken()), file=sys.stderr)
        sys.exit(2)
    except CycloptsError as error:
        print(complaint(error, spoken()), file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, EOFError):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


def complaint(error: CycloptsError, language: str) -> str:
    """What is wrong with a command line, in a sentence, and where to look."""
    given = ", ".join(error.unused_tokens or [])
    name = error.argument.name if error.argument is not None else ""
    key = "usage_other"
    if isinstance(error, UnknownCommandError):
        key = "usage_command"
    elif isinstance(error, UnknownOptionError):
        key, given = "usage_option", error.token.keyword or error.token.value
    elif isinstance(error, UnusedCliTokensError):
        key = "usage_extra"
    elif isinstance(error, MissingArgumentError):
        key = "usage_missing"
    elif isinstance(error, CoercionError) and error.token is not None:
        key, given = "usage_value", error.token.value
    chain = " ".join(["moonlit", *(error.command_chain or ()), "--help"])
    return say(TOPIC, key, language, given=shown(given), name=name, help=chain)
