"""The commands around positions and collections of games: analyse, export, corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moonlit.cli.app import Language, Whole, app, screen


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
    as_json: Annotated[bool, Parameter(name="--json", negative="", help="JSON")] = False,
    language: Language = None,
) -> None:
    """Analyse a position of a record: what each move is worth to every seat."""
    from moonlit.cli.analyses import run

    shown = screen(language)
    budget = {"seconds": seconds, "iterations": iterations, "seed": seed, "threads": jobs}
    run(file, move, budget, best, as_json, shown.language)
