"""The arena as the terminal shows it: a progress bar, then the report."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from moonlit.arena import plot
from moonlit.arena.plan import TOPIC, Setup
from moonlit.arena.render import Rendering
from moonlit.arena.report import report
from moonlit.arena.results import Results
from moonlit.arena.run import compete, default_folder
from moonlit.core.words import say


def run(
    setup: Setup,
    *,
    language: str,
    out: Path | None,
    keep_records: bool,
    jobs: int | None,
    ray: str | None,
    picture: Path | None,
    as_json: bool,
    markdown: bool,
) -> int:
    """Play, show, and answer with the exit code. Only the report goes to standard output."""
    if picture is not None:
        plot.check(picture)
    folder = out if out is not None else default_folder(setup)

    def note(key: str, **arguments: object) -> None:
        print(say(TOPIC, key, language, **arguments), file=sys.stderr)

    if setup.games % setup.turns:
        count = setup.deals * setup.turns
        note("rounded", games=setup.games, turns=setup.turns, count=count)
    try:
        results = with_a_bar(setup, folder, keep_records, jobs, ray, language)
    except KeyboardInterrupt:
        note("stopped", path=str(folder))
        return 130
    found = report(results)
    if as_json:
        print(json.dumps(found.as_json()))
    else:
        print(Rendering(found, language, markdown).text())
    if picture is not None:
        plot.plot(found, picture, language)
        note("plotted", path=str(picture))
    note("kept", path=str(folder))
    if results.lost:
        note("lost_games", count=len(results.lost), first=results.lost[0].id)
    return 1 if results.lost else 0


def with_a_bar(
    setup: Setup,
    folder: Path,
    keep_records: bool,
    jobs: int | None,
    ray: str | None,
    language: str,
) -> Results:
    with progress() as bar:
        task = bar.add_task(say(TOPIC, "playing", language), total=setup.total)
        first = True

        def tell(done: int, total: int) -> None:
            nonlocal first
            if first and done:
                found = say(TOPIC, "resumed", language, count=done, total=total, path=str(folder))
                print(found, file=sys.stderr)
            first = False
            bar.update(task, completed=done)

        return compete(setup, folder, jobs=jobs, ray=ray, keep_records=keep_records, tell=tell)


def progress() -> Progress:
    """A bar on a terminal; elsewhere nothing."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, disable=not console.is_terminal)
