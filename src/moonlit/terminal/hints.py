"""What the terminal says to whoever asks for a hint: the best moves, and why the first."""

from __future__ import annotations

import secrets

from moonlit.bots import LEVELS, searcher
from moonlit.core.match import Match
from moonlit.core.words import say
from moonlit.study import explain
from moonlit.study.words import decimal, sentence
from moonlit.terminal.screen import TOPIC


def hint_lines(match: Match, language: str, names: list[str]) -> list[str]:
    """The best moves with what they promise, why the first, how the game is expected to end."""
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
    if thought.candidates:
        lines += why_line(match, world.spell(thought.action, seat), language, names)
    expected = "  ".join(
        say(
            TOPIC,
            "hint_seat",
            language,
            names,
            seat=other,
            win=round(100 * thought.wins[other]),
            score=decimal(thought.merits[other] * (-1 if match.game.low_wins else 1), language),
        )
        for other in range(players)
    )
    return [*lines, expected]


def why_line(match: Match, move: str, language: str, names: list[str]) -> list[str]:
    """What speaks for a move, against one that looks good; nothing if there is no other move."""
    reasons = explain(match, move)
    if reasons.instead is None:
        return []
    why = " ".join(sentence(entry, language, names) for entry in reasons.why)
    return [say(TOPIC, "hint_why", language, why=why, instead=reasons.instead)]
