"""The commands for those who study the games: speed, bots against bots, compiled code."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moonlit.cli.app import (
    AsJson,
    Given,
    Jobs,
    Language,
    Ray,
    Whole,
    announce_compiling,
    app,
    screen,
)
from moonlit.cli.typed import read_options, use_weights
from moonlit.core import engine, registry
from moonlit.core.errors import BadTable
from moonlit.core.registry import find_game
from moonlit.terminal.screen import TOPIC

MAX_SECONDS = 3600


@app.command
def bench(
    game: str | None = None,
    *,
    seconds: Annotated[float, Parameter(help="how long to measure each row")] = 1.0,
    as_json: Annotated[bool, Parameter(name="--json", help="print a line of JSON a row")] = False,
) -> None:
    """Random games and moves a second on one core, beside the same rules in plain Python."""
    from moonlit.bench import run

    if not 0 < seconds <= MAX_SECONDS:
        raise BadTable("bad_seconds", TOPIC, given=seconds, most=MAX_SECONDS)
    run([find_game(game)] if game else list(registry.games()), seconds, as_json)


@app.command
def arena(
    game: str,
    *bots: str,
    players: Annotated[int, Whole, Parameter(help="how many seats the table has; 1: solo")] = 2,
    games: Annotated[int, Whole, Parameter(help="for each pairing of the bots")] = 200,
    seed: Annotated[int, Whole, Parameter(help="the same seed plays the same deals")] = 1,
    option: Given = None,
    both: Annotated[bool, Parameter(negative="", help="two bots, 3+ seats: both ways")] = False,
    less_luck: Annotated[bool, Parameter(negative="", help="take luck out of the shares")] = False,
    out: Annotated[Path | None, Parameter(help="folder for results; go on with it")] = None,
    keep_records: Annotated[bool, Parameter(negative="", help="keep every game")] = False,
    jobs: Jobs = None,
    ray: Ray = None,
    weights: Annotated[Path | None, Parameter(help="a file of moonlit train")] = None,
    plot: Annotated[Path | None, Parameter(help="draw the ratings: FILE.svg, .png, .pdf")] = None,
    html: Annotated[Path | None, Parameter(help="write a page with boards: FILE.html")] = None,
    markdown: Annotated[bool, Parameter(negative="", help="tables in Markdown")] = False,
    as_json: AsJson = False,
    language: Language = None,
) -> int:
    """Let bots play each other, every deal from every seat; ratings with 95 % intervals."""
    from moonlit.arena.command import run
    from moonlit.arena.plan import Setup

    shown = screen(language)
    use_weights(weights)
    setup = Setup(game, bots, players, games, seed, read_options(option or []), both, less_luck)
    announce_compiling(shown, [game])
    return run(
        setup,
        language=shown.language,
        out=out,
        keep_records=keep_records,
        jobs=jobs,
        ray=ray,
        picture=plot,
        html=html,
        as_json=as_json,
        markdown=markdown,
    )


@app.command
def review(
    file: Path,
    *,
    budget: Annotated[str, Parameter(help="quick: seconds a game; deep: about a minute")] = "quick",
    seed: Annotated[int, Whole, Parameter(help="another seed, another search")] = 1,
    jobs: Annotated[int | None, Whole, Parameter(help="cores; else all")] = None,
    ray: Annotated[str | None, Parameter(help="a folder on a Ray cluster, at this address")] = None,
    html: Annotated[Path | None, Parameter(help="write a page with the curve: FILE.html")] = None,
    png: Annotated[Path | None, Parameter(help="draw the curve: FILE.png, .svg, .pdf")] = None,
    same_deal: Annotated[bool, Parameter(negative="", help="masters play the same deal")] = False,
    as_json: AsJson = False,
    language: Language = None,
) -> int:
    """Review a game, or a folder of games: where it was lost, and was it play or luck?"""
    from moonlit.cli.reviews import run

    said = screen(language).language
    return run(file, budget, seed, jobs, ray, html, png, as_json, said, same_deal)


@app.command
def stats(
    folder: Path,
    *,
    name: Annotated[str | None, Parameter(help="whose games; else who is in most of them")] = None,
    game: Annotated[str | None, Parameter(help="of one game only")] = None,
    review: Annotated[
        bool, Parameter(negative="", help="review all games quickly, for accuracy and luck")
    ] = False,
    jobs: Jobs = None,
    as_json: Annotated[bool, Parameter(name="--json", negative="", help="a line a game")] = False,
    language: Language = None,
) -> None:
    """Results, scores and openings of somebody, from a folder or a file of records."""
    from moonlit.cli.stats import run

    wanted = find_game(game).name if game else None
    run(folder, name, wanted, as_json, screen(language).language, review, jobs)


@app.command
def train(
    game: str,
    *,
    players: Annotated[int, Whole, Parameter(help="how many seats the table has")] = 2,
    minutes: Annotated[float, Parameter(help="how long to train")] = 8.0,
    seed: Annotated[int, Whole, Parameter(help="another seed, another training")] = 1,
    games: Annotated[int | None, Whole, Parameter(help="side by side")] = None,
    candidates: Annotated[int | None, Whole, Parameter(help="moves valued in a position")] = None,
    hidden: Annotated[int, Whole, Parameter(help="units of the first hidden layer")] = 256,
    out: Annotated[Path | None, Parameter(help="folder for the weights; go on with it")] = None,
    language: Language = None,
) -> int:
    """Train an evaluator by self-play, from nothing: on a GPU, or slowly without."""
    found, shown = find_game(game), screen(language)
    found.configure(players, {})
    try:
        from moonlit.learn.command import default_plan, run
    except ImportError:
        raise BadTable("no_torch", "learn") from None
    plan = default_plan(
        found,
        players,
        minutes=minutes,
        seed=seed,
        games=games,
        candidates=candidates,
        hidden=hidden,
    )
    return run(found, players, plan, out or Path("weights") / found.name, shown.language)


@app.command
def conformance(
    game: str,
    *,
    games: Annotated[int, Whole, Parameter(help="random games for each number of players")] = 2,
    language: Language = None,
) -> None:
    """Check that a game keeps every promise of the contract, at tables of every size."""
    from moonlit.core.conformance import CHECKS, NotConforming, check_roles

    shown = screen(language)
    found = find_game(game)
    try:
        check_roles(found.name)
        for check in CHECKS:
            for players in found.seats:
                for seed in range(games):
                    check(found.name, players, seed)
            shown.show(f"✓ {check.__name__.removeprefix('check_').replace('_', ' ')}")
    except NotConforming as error:
        raise BadTable("not_conforming", TOPIC, game=found.name, promise=str(error)) from None


@app.command
def warm(*names: str, language: Language = None) -> None:
    """Compile all games now, or those with these NAMES, so that nobody waits for it later."""
    from moonlit.search import plan, think

    shown = screen(language)
    wanted = names or [game.name for game in registry.games()]
    found = [game for name in wanted for game in registry.versions(name)]
    for number, game in enumerate(found, 1):
        shown.show(shown.say("warming", game=game.name, number=number, count=len(found)))
        with engine.alone_at(game) as alone:
            if alone:
                engine.warm(game)
                think.warm(game)
                plan.warm(game)
                engine.mark_warm(game)
