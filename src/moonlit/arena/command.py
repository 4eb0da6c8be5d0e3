"""The arena as the terminal shows it: a progress bar, then the report."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
from moonlit.arena.document import check, write
from moonlit.arena.page import Page
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
    html: Path | None,
    as_json: bool,
    markdown: bool,
) -> int:
    """Play, show, and answer with the exit code. Only the report goes to standard output."""
    if picture is not None:
        plot.check(picture)
    if html is not None:
        check(html)
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
    if html is not None:
        write(html, Page(found, results, language).text())
        note("page_written", path=str(html))
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
    with progress(say(TOPIC, "playing", language), setup.total) as shown:
        first = True

        def report(done: int, total: int) -> None:
            nonlocal first
            if first and done:
                found = say(TOPIC, "resumed", language, count=done, total=total, path=str(folder))
                print(found, file=sys.stderr)
            first = False
            shown(done, total)

        return compete(
            setup, folder, jobs=jobs, ray=ray, keep_records=keep_records, progress=report
        )


@contextmanager
def progress(text: str, total: int | None = None) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, elsewhere nothing; to be told how much of how much is done."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(text, total=total)
        yield lambda done, total: bar.update(task, completed=done, total=total)
