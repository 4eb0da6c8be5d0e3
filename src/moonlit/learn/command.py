"""`moonlit train`, as the terminal shows it: a bar, and a row for each look at the strength."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from moonlit.core.errors import BadTable
from moonlit.core.game import Game
from moonlit.core.words import say
from moonlit.learn import card
from moonlit.learn.train import TOPIC, Plan, Training
from moonlit.learn.train import Progress as Standing
from moonlit.search.weights import Weights, save_weights

MAX_MINUTES = 10_000.0
MAX_GAMES = 1_000_000
MAX_CANDIDATES = 512
MAX_HIDDEN = 4096


CPU_GAMES = 512  # side by side where there is no GPU


def default_plan(game: Game, players: int, **given: Any) -> Plan:
    """What was asked for, and otherwise what suits the game and the machine."""
    role = game.role("features")
    own = role.training(players) if hasattr(role, "training") else {}
    if not torch.cuda.is_available():
        own = {**own, "games": CPU_GAMES, "batch": 2048}
    asked = {key: value for key, value in given.items() if value is not None}
    return replace(Plan(), **{**own, **asked})


def check(plan: Plan) -> None:
    """Complain before anything is compiled."""
    if not 0.01 <= plan.minutes <= MAX_MINUTES:
        raise BadTable("bad_minutes", TOPIC, given=plan.minutes, most=MAX_MINUTES)
    for key, given, low, most in (
        ("games", plan.games, 1, MAX_GAMES),
        ("candidates", plan.candidates, 2, MAX_CANDIDATES),
        ("hidden", plan.hidden, 1, MAX_HIDDEN),
        ("hidden", plan.fewer, 1, MAX_HIDDEN),
    ):
        if not low <= given <= most:
            name = say(TOPIC, f"name.{key}")
            raise BadTable("bad_size", TOPIC, given=given, name=name, low=low, most=most)


def run(game: Game, players: int, plan: Plan, out: Path, language: str) -> int:
    """Train into a folder, and answer with the exit code."""
    check(plan)
    weights_path = out / f"{players}.npz"
    checkpoint = out / f"{players}.checkpoint"
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        why = reason.strerror
        raise BadTable("unwritable", TOPIC, path=str(out), reason=why) from None
    training = Training(game, players, plan, checkpoint)
    print_start(training, checkpoint, language)
    try:
        weights = with_a_bar(training, language)
    except KeyboardInterrupt:
        print(say(TOPIC, "stopped", language, path=str(checkpoint)), file=sys.stderr)
        return 130
    save_weights(weights, weights_path)
    card_path = weights_path.with_suffix(".md")
    card_path.write_text(card.card_text(weights, language), encoding="utf-8")
    card.plot(weights, weights_path.with_suffix(".svg"))
    checkpoint.unlink(missing_ok=True)
    print(say(TOPIC, "done", language, path=str(weights_path), card=str(card_path)))
    print(say(TOPIC, "try", language, game=game.name, players=players, path=str(weights_path)))
    return 0


def print_start(training: Training, checkpoint: Path, language: str) -> None:
    plan = training.plan
    print(
        say(
            TOPIC,
            "head",
            language,
            game=say(training.game.name, "name", language),
            players=training.players,
            features=training.features.size,
            hidden=plan.hidden,
            fewer=plan.fewer,
            games=plan.games,
            device=training.device,
        )
    )
    standing = training.progress
    if standing.rounds:
        count = f"{standing.games:,}"
        text = say(
            TOPIC, "resumed", language, path=str(checkpoint), rounds=standing.rounds, games=count
        )
        print(text)


def with_a_bar(training: Training, language: str) -> Weights:
    console = Console()
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(say(TOPIC, "training", language), total=1.0)
        shown = len(training.progress.history)

        def report(standing: Standing) -> None:
            nonlocal shown
            bar.update(task, completed=min(1.0, training.part_done()))
            if len(standing.history) > shown:
                shown = len(standing.history)
                bar.console.print(row_text(training, standing, language), highlight=False)

        return training.run(report)


def row_text(training: Training, standing: Standing, language: str) -> str:
    row, players = standing.history[-1], training.players
    return say(
        TOPIC,
        "row",
        language,
        minutes=f"{row['seconds'] / 60:.1f}",
        rounds=standing.rounds,
        games=f"{standing.games:,}",
        loss=f"{row['loss']:.4f}",
        greedy=card.strength(row["greedy"], players),
        shipped=card.strength(row.get("shipped"), players),
    )
