"""What a training leaves behind beside the weights: a model card, and a plot of how it went."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from moonlit.core.words import say
from moonlit.search.weights import Weights

TOPIC = "learn"
INK, FILL = "#23395d", "#7f9cc9"


def card_text(weights: Weights, language: str = "en") -> str:
    """A model card in Markdown: what it is, how it came about, how strong it is."""
    card, first = weights.card, weights.layers[0]
    plan = card["plan"]
    facts = {
        "game": say(weights.game, "name", language),
        "players": weights.players,
        "features": first.shape[0],
        "version": weights.features,
        "hidden": plan["hidden"],
        "fewer": plan["fewer"],
        "weights": sum(layer.size for layer in weights.layers),
        "games": f"{card['games']:,}",
        "moves": f"{card['moves']:,}",
        "rounds": card["rounds"],
        "minutes": round(card["seconds"] / 60, 1),
        "device": card["device"],
        "seed": plan["seed"],
        "candidates": plan["candidates"],
        "decay": plan["decay"],
    }
    lines = [f"# {say(TOPIC, 'card.title', language, **facts)}", ""]
    lines += [say(TOPIC, key, language, **facts) + "\n" for key in ("card.what", "card.how")]
    lines += [say(TOPIC, "card.strength", language), ""]
    return "\n".join([*lines, *strength_table(weights, language), ""])


def strength_table(weights: Weights, language: str) -> list[str]:
    greedy = "card.greedy_solo" if weights.players == 1 else "card.greedy"
    keys = ("card.minutes", "card.games", "card.loss", greedy, "card.shipped")
    rows = ["| " + " | ".join(say(TOPIC, key, language) for key in keys) + " |"]
    rows.append("| ---: | ---: | ---: | ---: | ---: |")
    for row in weights.card["history"]:
        cells = [f"{row['seconds'] / 60:.1f}", f"{row['games']:,.0f}", f"{row['loss']:.4f}"]
        cells += [strength(row.get(key), weights.players) for key in ("greedy", "shipped")]
        rows.append("| " + " | ".join(cells) + " |")
    return rows


def strength(value: float | None, players: int) -> str:
    """A share of wins in per cent; alone, the score."""
    if value is None:
        return "–"
    return f"{-value:.1f}" if players == 1 else f"{100 * value:.1f} %"


def plot(weights: Weights, path: Path) -> bool:
    """Strength over time, with matplotlib; whether there was something to draw it with."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return False
    rows = weights.card["history"]
    made: Any = Figure(figsize=(7, 3.5), layout="constrained")
    axes = made.subplots()
    minutes = [row["seconds"] / 60 for row in rows]
    for key, color in (("greedy", INK), ("shipped", FILL)):
        values = [row.get(key) for row in rows]
        if rows and None not in values:
            sign = -1 if weights.players == 1 else 100
            axes.plot(minutes, [sign * value for value in values], color=color, label=key)
    axes.set_xlabel("min")
    axes.legend(frameon=False)
    axes.grid(color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)
    made.savefig(path)
    return True
