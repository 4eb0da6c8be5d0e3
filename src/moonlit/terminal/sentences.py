"""What the terminal says at some length: the rules, a hint; and how bots are called."""

from __future__ import annotations

import secrets

from moonlit.bots import LEVELS, searcher
from moonlit.core.match import Match
from moonlit.core.words import phrases, say
from moonlit.terminal.screen import TOPIC

BOT = "bot:"  # how a record names a seat that a bot plays


def is_bot(name: str) -> bool:
    return name.startswith(BOT)


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


def tenths(value: float, language: str) -> str:
    """A number as the language writes it."""
    text = f"{value:.1f}".replace("-", "−")
    return text if language == "en" else text.replace(".", ",")


def hint_lines(match: Match, language: str, names: list[str]) -> list[str]:
    """The best moves with what they promise, and how the game is expected to end."""
    players = len(match.players)
    bot = searcher(LEVELS[-1], match.game, players)
    seat = match.to_move or 0
    seed = secrets.randbits(48)
    world = match.redeal(seat, seed)
    thought = bot.think(world, seed)
    lines = []
    for found in thought.candidates[:2]:
        move = world.spell(found.action, seat)
        told = " ".join(
            say(match.game.name, entry["key"], language, names, **entry["args"])
            for entry in match.describe(move)
        )
        share = round(100 * found.shares[seat])
        lines.append(
            say(
                TOPIC, "hint_move", language, move=move, told=told, share=share, visits=found.visits
            )
        )
    expected = "  ".join(
        say(
            TOPIC,
            "hint_seat",
            language,
            names,
            seat=other,
            win=round(100 * thought.wins[other]),
            score=tenths(thought.merits[other] * (-1 if match.game.low_wins else 1), language),
        )
        for other in range(players)
    )
    return [*lines, expected]
