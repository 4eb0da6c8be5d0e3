"""The command `moonlit`: each module here registers some of its commands."""

import sys
from importlib import import_module

from moonlit.cli.app import app, main

MODULES = ("play", "puzzles", "study", "library", "host")  # in the order in which help lists them
ALONE = {"play": "play", "serve": "host"}  # who plays or hosts does not wait for all the others

for name in MODULES:
    if name == ALONE.get(sys.argv[1] if len(sys.argv) > 1 else "", name):
        import_module(f"moonlit.cli.{name}")

__all__ = ["app", "main"]
