"""The commands around puzzles and the daily: solve, mine, check, pack; the game of the day."""

from __future__ import annotations

import datetime
import json
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from moonlit.cli.app import AsJson, Jobs, Language, Ray, Whole, announce_compiling, app, screen
from moonlit.core import engine
from moonlit.core.errors import BadTable
from moonlit.core.jit import COMPILING
from moonlit.core.match import Match
from moonlit.core.registry import find_game
from moonlit.core.registry import games as known_games
from moonlit.core.words import phrases
from moonlit.terminal.screen import TOPIC, Screen

puzzles = App(name="puzzles", help="Solve puzzles: find the best move. Or mine new ones.")
app.command(puzzles)


@puzzles.default
def solve(
    *,
    game: Annotated[str | None, Parameter(help="of this game; else of all")] = None,
    theme: Annotated[
        str | None, Parameter(help="about this; a wrong one lists those of GAME")
    ] = None,
    id: Annotated[str | None, Parameter(help="this one first")] = None,
    language: Language = None,
) -> None:
    """Solve puzzles here in the terminal, about as hard as you are good."""
    from moonlit.study.puzzles import find, load, themes
    from moonlit.terminal.puzzles import Solving
    from moonlit.terminal.solver import next_of

    shown = screen(language)
    names = [find_game(game).name] if game else [each.name for each in known_games()]
    wanted = [each for name in names for each in load(name) if not theme or theme in each.themes]
    first = find(id) if id else next_of(wanted)
    if first is None and theme is not None:
        known = ", ".join(sorted({each for name in names for each in themes(name)}))
        raise BadTable("no_puzzles_of", TOPIC, game=", ".join(names), themes=known)
    if first is None:
        raise BadTable("no_puzzles_here", TOPIC)
    Solving(first, shown, lambda last: next_of(wanted, last.id)).run()


@puzzles.command
def mine(
    game: str,
    *,
    out: Annotated[Path | None, Parameter(help="FILE.jsonl that grows; go on with it")] = None,
    count: Annotated[int, Whole, Parameter(help="until the file holds so many")] = 450,
    records: Annotated[Path | None, Parameter(help="look into these games of your own")] = None,
    players: Annotated[list[int] | None, Parameter(negative="", help="tables of so many")] = None,
    without: Annotated[
        list[str] | None, Parameter(negative="", help="a move that no solution begins with")
    ] = None,
    seed: Annotated[int, Whole, Parameter(help="another seed, other games")] = 1,
    jobs: Jobs = None,
    ray: Ray = None,
    gpu: Annotated[bool | None, Parameter(help="else where one is quicker than the cores")] = None,
    language: Language = None,
) -> None:
    """Mine puzzles in masters' games or in your own, and go on where it was stopped."""
    from moonlit.arena.command import progress
    from moonlit.study.puzzles.mining import mine as run

    shown = screen(language)
    found = find_game(game)
    path = out or Path(f"{found.name}-puzzles.jsonl")
    announce_compiling(shown, [found.name])
    try:
        with progress(shown.say("mining")) as report:
            mined = run(
                found.name,
                path,
                count=count,
                seed=seed,
                players=tuple(players or ()),
                records=records,
                without=tuple(without or ()),
                jobs=jobs,
                ray=ray,
                gpu=gpu,
                progress=report,
            )
    except KeyboardInterrupt:
        print(shown.say("mining_stopped", path=path), file=sys.stderr)
        sys.exit(130)
    told = {"games": len(mined.dug), "positions": mined.positions, "path": path}
    shown.show(shown.say("mined", count=len(mined.puzzles), **told))
    for key, clock in (("mined_core", mined.core), ("mined_gpu", mined.gpu)):
        if clock.seconds:
            hourly = {"positions": clock.hourly(clock.positions), "seconds": round(clock.seconds)}
            shown.show(shown.say(key, count=clock.hourly(clock.puzzles), **hourly))


@puzzles.command
def check(
    source: str,
    *,
    count: Annotated[int, Whole, Parameter(help="so many, chosen at random")] = 100,
    times: Annotated[int, Whole, Parameter(help="the budget they were mined with")] = 10,
    seed: Annotated[int, Whole, Parameter(help="another seed, another choice and search")] = 2,
    jobs: Jobs = None,
    ray: Ray = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Prove puzzles anew, with many times the budget: those of a game, or of a file."""
    from moonlit.arena.command import progress
    from moonlit.study.puzzles import load
    from moonlit.study.puzzles.checking import check as run
    from moonlit.study.puzzles.shelf import read
    from moonlit.study.words import decimal

    shown = screen(language)
    chosen = read(Path(source)) if Path(source).is_file() else load(source)
    announce_compiling(shown, {puzzle.game for puzzle in chosen})
    with progress(shown.say("checking")) as report:
        found = run(
            chosen, count=count, seed=seed, times=times, jobs=jobs, ray=ray, progress=report
        )
    if as_json:
        print(json.dumps([each.to_json() for each in found]))
        return
    kept, clear = sum(each.kept for each in found), sum(each.clear for each in found)
    shown.show(shown.say("checked", kept=kept, clear=clear, count=len(found)))
    for each in found:
        if not each.clear:
            margin = decimal(100 * each.margin, shown.language)
            shown.show(shown.say("checked_line", id=each.id, margin=margin))


@puzzles.command
def pack(
    *files: Path,
    out: Annotated[Path | None, Parameter(help="FILE.jsonl.gz; else the game's own")] = None,
    language: Language = None,
) -> None:
    """Add mined puzzles to the file that a game brings, behind those it has."""
    from moonlit.study.puzzles.packing import pack as run
    from moonlit.study.puzzles.packing import solved_by_level
    from moonlit.study.puzzles.shelf import path_of

    shown = screen(language)
    game, found, fresh = run(files, out)
    path = out or path_of(game)
    shown.show(shown.say("packed", game=game, count=len(found), fresh=fresh, path=path))
    words = phrases("bots", shown.language)
    for level, share in solved_by_level(found).items():
        told = {"level": words[f"level.{level}"], "share": round(100 * share)}
        shown.show(shown.say("packed_level", **told))


@app.command
def daily(
    *,
    date: Annotated[str | None, Parameter(help="a day that was, like 2026-11-16")] = None,
    as_json: Annotated[
        bool, Parameter(name="--json", negative="", help="the day's seed and puzzles, as JSON")
    ] = False,
    language: Language = None,
) -> None:
    """The daily: a deal to play alone and a puzzle of each game, the same for everybody."""
    from moonlit.study.puzzles import daily as of
    from moonlit.terminal.daily import Day, check_come

    shown = screen(language)
    today = datetime.datetime.now(datetime.UTC).date()
    found = of(date or today)
    check_come(found.date, today)
    if as_json:
        print(json.dumps(found.to_json()))
        return
    if found.solo is not None:
        engine.quick_start(find_game(found.solo.game))
    Day(found, today, shown, lambda match: par(match, shown)).run()


def par(match: Match, shown: Screen) -> dict[str, float]:
    """What each level makes of a deal, on average."""
    from concurrent.futures import ThreadPoolExecutor

    from moonlit.arena.command import progress
    from moonlit.study.judging import cores, counted
    from moonlit.study.par import GAMES, LEVELS, par_game, summed_up

    if COMPILING:
        engine.wait_until_warm(match.game)
    numbers = range(GAMES * len(LEVELS))
    with progress(shown.say("day_par_works")) as report, ThreadPoolExecutor(cores()) as pool:
        games = counted(
            pool,
            lambda number: par_game(match, number),
            numbers,
            lambda done: report(done, len(numbers)),
        )
    return summed_up(match, games).means
