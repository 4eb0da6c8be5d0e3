"""The commands around positions and collections of games: analyse, export, corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moonlit.cli.app import AsJson, Jobs, Language, Ray, Whole, announce_compiling, app, screen
from moonlit.core.errors import BadTable
from moonlit.core.registry import games as known_games
from moonlit.core.words import say


@app.command
def analyse(
    file: Path,
    *,
    move: Annotated[
        int | None, Whole, Parameter(help="before which move of the record, from 1; else its end")
    ] = None,
    seconds: Annotated[float | None, Parameter(help="how long to think; else 1")] = None,
    iterations: Annotated[int | None, Whole, Parameter(help="or how many times to look")] = None,
    seed: Annotated[int, Whole, Parameter(help="another seed, another search")] = 1,
    jobs: Annotated[int, Whole, Parameter(help="threads")] = 1,
    best: Annotated[int, Whole, Parameter(help="how many moves to show")] = 8,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Analyse a position of a record: what each move is worth to every seat."""
    from moonlit.cli.analyses import run

    shown = screen(language)
    budget = {"seconds": seconds, "iterations": iterations, "seed": seed, "threads": jobs}
    run(file, move, budget, best, as_json, shown.language)


@app.command
def export(
    *paths: Path,
    database: Annotated[str | None, Parameter(help="URL of a server's database")] = None,
    moves: Annotated[bool, Parameter(negative="", help="Parquet with a row a move")] = False,
    names: Annotated[bool, Parameter(help="with who played, or without")] = True,
    language: Language = None,
) -> None:
    """Write games to a file (.jsonl, .jsonl.gz, .parquet): export SOURCE OUT.

    SOURCE is the folder of an arena (--keep-records), of a corpus, of a server or of records, or a
    file of games; with --database there is none. Of a server's games the finished ones count.
    """
    from moonlit.corpus.command import export as write
    from moonlit.sources import of_server, records

    shown = screen(language)
    if len(paths) != (1 if database else 2):
        raise BadTable("source_and_out", "corpus")
    found = of_server(database=database) if database else records(paths[0])
    count = write(found, paths[-1], moves=moves, names=names)
    key = "exported_moves" if moves else "exported"
    shown.show(say("corpus", key, shown.language, count=count, path=paths[-1]))


@app.command
def corpus(
    folder: Path,
    *,
    games: Annotated[int, Whole, Parameter(help="how many; more can follow later")] = 30_000,
    game: Annotated[
        list[str] | None, Parameter(negative="", help="of this game; else of all")
    ] = None,
    players: Annotated[
        list[int] | None, Parameter(negative="", help="with so many seats; else all counts")
    ] = None,
    seed: Annotated[int, Whole, Parameter(help="another seed, other games")] = 1,
    masters: Annotated[float, Parameter(help="the part of games by masters alone")] = 0.5,
    strong: Annotated[str, Parameter(help="who plays those")] = "master",
    mixed: Annotated[
        list[str] | None, Parameter(negative="", help="who plays the others; else all levels")
    ] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    language: Language = None,
) -> int:
    """Let bots play thousands of games into FOLDER, and go on where it was stopped."""
    from moonlit.corpus.command import run_corpus
    from moonlit.corpus.plan import MIXED, Corpus

    shown = screen(language)
    chosen = tuple(game or [found.name for found in known_games() if found.bundled])
    plan = Corpus(
        chosen,
        games,
        seed,
        tuple(players or ()),
        strong,
        tuple(mixed or MIXED),
        masters,
    )
    announce_compiling(shown, chosen)
    return run_corpus(plan, folder, jobs=jobs, ray=ray, language=shown.language)
