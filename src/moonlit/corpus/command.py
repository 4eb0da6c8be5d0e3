"""A corpus as the terminal makes it, and games copied from one place to another."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from moonlit.arena.command import progress
from moonlit.core.errors import BadTable
from moonlit.core.words import say
from moonlit.corpus.frame import MOVE_COLUMNS, columns
from moonlit.corpus.games import PARQUET, TOPIC, Record, beside, check_ending, write_games
from moonlit.corpus.making import make
from moonlit.corpus.parquet import write_columns
from moonlit.corpus.plan import Corpus


def run_corpus(
    corpus: Corpus, folder: Path, *, jobs: int | None, ray: str | None, language: str
) -> int:
    """Make it, show how far it is, and answer with the exit code."""

    def note(key: str, **arguments: object) -> None:
        print(say(TOPIC, key, language, **arguments), file=sys.stderr)

    try:
        with progress(say(TOPIC, "playing", language), corpus.count) as report:
            made = make(corpus, folder, jobs=jobs, ray=ray, progress=report)
    except KeyboardInterrupt:
        note("stopped", path=str(folder))
        return 130
    note("made", count=made.count, path=str(folder))
    if made.lost:
        note("lost", count=len(made.lost))
    return 1 if made.lost else 0


def export(games: Iterable[Record], out: Path, *, moves: bool, names: bool) -> int:
    """Write games to a file; how many games, or with `moves` how many moves."""
    check_ending(out)
    found = games if names else nameless(games)
    if not moves:
        return write_games(out, found)
    if not out.name.endswith(PARQUET):
        raise BadTable("moves_need_parquet", TOPIC, given=str(out))
    table = columns(found, "moves")
    with beside(out) as part:
        write_columns(part, table, MOVE_COLUMNS)
    return len(table["move"])


def nameless(games: Iterable[Record]) -> Iterator[Record]:
    """Games of which nobody can be told who played them: names and comments are left out."""
    for record in games:
        kept = dict(record)
        names = kept.get("players")
        if isinstance(names, list):
            kept["players"] = [
                name if isinstance(name, str) and name.startswith("bot:") else "" for name in names
            ]
        if isinstance(kept.get("info"), dict):
            kept["info"] = {k: v for k, v in kept["info"].items() if k not in ("comments", "place")}
        yield kept
