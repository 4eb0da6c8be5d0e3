"""The shape of a game: which files its folder has, and what is in each.

A role is a module of the game's package, or a package of that name where one file would be too
large. docs/adding-a-game.md walks through all of them.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from moonlit.core.errors import BrokenGame

ROLES: dict[str, tuple[str, ...]] = {
    "components": (),
    "options": ("OPTIONS", "read"),
    "deals": ("sizes", "write", "read", "after_redeal"),
    "state": ("STATE",),
    "actions": ("MAX_ACTIONS", "ACTION_SPACE"),
    "rules": ("setup", "legal", "play"),
    "scoring": ("result",),
    "hidden": ("redeal",),
    "heuristic": ("rate", "budgets", "search_settings"),
    "notation": ("spell",),
    "refusals": ("refuse",),
    "views": ("view", "standing", "columns"),
    "writing": ("MAX_BYTES", "write"),
    "previews": ("preview",),
    "log": ("log", "describe"),
    "observation": ("VERSION", "sections", "longest", "observe"),
    "features": ("VERSION", "size", "features"),
    "terminal": ("draw",),
    "drawing": ("draw",),
    "why": ("why",),
    "themes": ("themes",),
    "openings": ("opening",),
}
# What stands in for a role that a game does not bring.
INSTEAD = {
    "terminal": "moonlit.core.plain_board",
    "drawing": "moonlit.core.plain_drawing",
    "features": "moonlit.core.plain_features",
    "writing": "moonlit.core.plain_writing",
    "why": "moonlit.core.plain_why",
    "themes": "moonlit.core.plain_themes",
    "openings": "moonlit.core.plain_openings",
}
FILES = ("emblem.svg", "text/en.toml", "text/es.toml", "text/fr.toml")


def load_role(package: str, role: str) -> ModuleType:
    """A role of a game, checked for what belongs into it."""
    try:
        module = importlib.import_module(f"{package}.{role}")
    except ModuleNotFoundError as error:
        missing = (error.name or "").removeprefix(f"{package}.")
        if missing not in ROLES:
            raise
        if missing == role and role in INSTEAD:
            return importlib.import_module(INSTEAD[role])
        raise BrokenGame("role_missing", package=package, role=missing) from None
    for name in ROLES[role]:
        if not hasattr(module, name):
            raise BrokenGame("role_lacks", package=package, role=role, name=name)
    return module
