"""The command `moonlit`: each module here registers some of its commands."""

from moonlit.cli import play, puzzles, study, library, host  # noqa: I001 - in the order in which help lists them
from moonlit.cli.app import app, main

__all__ = ["app", "host", "library", "main", "play", "puzzles", "study"]
