"""Reviews as the terminal shows them: one game, or many of them on all cores or on a cluster."""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from moonlit.arena.command import progress
from moonlit.arena.document import write
from moonlit.core.errors import MoonlitError
from moonlit.core.words import say
from moonlit.study import picture
from moonlit.study.judging import cores
from moonlit.study.model import Review
from moonlit.study.page import page
from moonlit.study.plan import TOPIC, find_budget
from moonlit.study.report import masters_table, report
from moonlit.study.reviewing import review, to_match
from moonlit.study.same_deal import GAMES, same_deal
from moonlit.study.words import Words, described

Naming = Callable[[Review], list[str]]


def review_one(
    record: Any,
    *,
    budget: str,
    seed: int,
    threads: int | None,
    language: str,
    naming: Naming,
    html: Path | None,
    png: Path | None,
    as_json: bool,
    masters: bool = False,
) -> None:
    """Only the review goes to standard output."""
    find_budget(budget)
    if png is not None:
        picture.check(png)
    match = to_match(record)
    with progress(say(TOPIC, "reviewing", language), 2 * match.number) as show:
        found = review(match, budget, seed=seed, threads=threads, progress=show)
    same = None
    if masters:
        with progress(say(TOPIC, "masters_play", language), GAMES) as show:
            same = same_deal(match, seed=seed, threads=threads, progress=show)
    words = Words(found, language, naming(found), described(match, found))
    if as_json:
        print(json.dumps({**found.to_json(), **({"same_deal": same.to_json()} if same else {})}))
    else:
        print("\n\n".join([report(found, words), *([masters_table(same, words)] if same else [])]))
    if html is not None:
        write(html, page(found, words, match, same))
        print(say(TOPIC, "written", language, path=str(html)), file=sys.stderr)
    if png is not None:
        picture.draw(found, words, png)
        print(say(TOPIC, "written", language, path=str(png)), file=sys.stderr)


def review_many(
    records: list[tuple[str, Any]],
    *,
    budget: str,
    seed: int,
    jobs: int | None,
    ray: str | None,
    language: str,
    naming: Naming,
    as_json: bool,
) -> int:
    """Reviews of many games as they come; those that cannot be made are told at the end."""
    find_budget(budget)
    tasks = [(record, budget, seed) for _, record in records]
    found = reviews_of(tasks, jobs=jobs, ray=ray, language=language)
    made = {n: one for n, one in found.items() if isinstance(one, Review)}
    if as_json:
        print(json.dumps([{"file": records[n][0], **one.to_json()} for n, one in made.items()]))
    else:
        told = []
        for n, one in made.items():
            path, record = records[n]
            words = Words(one, language, naming(one), described(to_match(record), one))
            told.append(f"{path}\n\n{report(one, words)}")
        print("\n\n\n".join(told))
    print_failed(found, [path for path, _ in records], language)
    return 0 if len(made) == len(records) else 1


# ---- many at once ------------------------------------------------------------------------------

Task = tuple[Any, str, int]


def reviews_of(
    tasks: list[Task], *, jobs: int | None, ray: str | None = None, language: str
) -> dict[int, Review | MoonlitError]:
    """Reviews by the numbers of their tasks; a bar shows how far it is."""
    found: dict[int, Review | MoonlitError] = {}
    with progress(say(TOPIC, "reviewing", language), len(tasks)) as show:
        for number, one in on_cluster(tasks, ray) if ray else on_cores(tasks, jobs):
            found[number] = one
            show(len(found), len(tasks))
    return dict(sorted(found.items()))


def print_failed(
    found: dict[int, Review | MoonlitError], names: Sequence[str], language: str
) -> None:
    """Which games could not be reviewed, and why."""
    for number, one in found.items():
        if isinstance(one, MoonlitError):
            said = say(TOPIC, "failed", language, path=names[number], reason=one.text(language))
            print(said, file=sys.stderr)


def work(task: Task) -> Review | MoonlitError:
    """A review, or why there is none."""
    record, budget, seed = task
    if isinstance(record, MoonlitError):  # its file could not be read
        return record
    try:
        return review(record, budget, seed=seed, threads=1)
    except MoonlitError as error:
        return error


def on_cores(tasks: list[Task], jobs: int | None) -> Iterator[tuple[int, Review | MoonlitError]]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs or cores(), len(tasks)), mp_context=context) as pool:
        running = {pool.submit(work, task): number for number, task in enumerate(tasks)}
        for done in as_completed(running):
            yield running[done], done.result()


def on_cluster(tasks: list[Task], address: str) -> Iterator[tuple[int, Review | MoonlitError]]:
    """The same as tasks of a Ray cluster; it tries again by itself where a node dies."""
    from moonlit.arena.cluster import Cluster

    cluster = Cluster(address)
    try:
        remote = cluster.ray.remote(num_cpus=1)(work)
        running = {remote.remote(task): number for number, task in enumerate(tasks)}
        while running:
            for done in cluster.ray.wait(list(running))[0]:
                yield running.pop(done), cluster.ray.get(done)
    finally:
        cluster.ray.shutdown()
