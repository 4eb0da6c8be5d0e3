"""What the terminal says at some length: the rules; and how bots are called."""

from __future__ import annotations

import os

from moonlit.core.words import phrases, say
from moonlit.terminal.screen import TOPIC

BOT = "bot:"  # how a record names a seat that a bot plays


def is_bot(name: str) -> bool:
    return name.startswith(BOT)


def is_shipped(name: str) -> bool:
    """A level that judges by the game's own weights: nothing of it can be refused."""
    from moonlit.search.weights import OWN_WEIGHTS

    is_level = f"level.{name.removeprefix(BOT)}" in phrases("bots", "en")
    return is_level and not os.environ.get(OWN_WEIGHTS)


def rules_text(game: str, language: str) -> str:
    """The rules of a game in our words, and our rulings."""
    texts = phrases(game, language)
    lines = [texts["name"], "", texts["summary"], ""]
    lines += [text + "\n" for key, text in texts.items() if key.startswith("rules.")]
    lines += [say(TOPIC, "rulings_title", language), ""]
    lines += [f"· {text}" for key, text in texts.items() if key.startswith("rulings.")]
    return "\n".join(lines)


def bot_name(name: str, language: str) -> str:
    """How a bot is called at the table: a level in the person's language, or what was typed."""
    kind = name.removeprefix(BOT)
    known = phrases("bots", language).get(f"level.{kind}")
    return say(TOPIC, "bot", language, name=known or kind.rpartition(":")[2] or kind)


def bots_and_people(players: int, people: int, names: list[str], bots: list[str]) -> list[str]:
    """Names in seat order: people first, then bots, the last kind of bot as often as needed."""
    seats: list[str] = [names[seat] if seat < len(names) else "" for seat in range(people)]
    kinds = bots or ["casual"]
    return seats + [f"{BOT}{kinds[min(n, len(kinds) - 1)]}" for n in range(players - people)]
