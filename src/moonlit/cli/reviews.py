"""`moonlit review`: a file is one game, a folder is many."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from moonlit.arena.run import MAX_JOBS
from moonlit.core.errors import BadTable, MoonlitError
from moonlit.core.files import read_json
from moonlit.study.command import review_many, review_one
from moonlit.study.model import Review
from moonlit.terminal.sentences import bot_name, is_bot


def run(
    path: Path,
    budget: str,
    seed: int,
    jobs: int | None,
    ray: str | None,
    html: Path | None,
    png: Path | None,
    as_json: bool,
    language: str,
    masters: bool = False,
) -> None:
    if jobs is not None and not 0 < jobs <= MAX_JOBS:
        raise BadTable("bad_jobs", "arena", given=jobs, most=MAX_JOBS)

    def naming(found: Review) -> list[str]:
        """Bots are called in the person's language."""
        return [bot_name(name, language) if is_bot(name) else name for name in found.players]

    if not path.is_dir():
        review_one(
            read_json(path),
            budget=budget,
            seed=seed,
            threads=jobs,
            language=language,
            naming=naming,
            html=html,
            png=png,
            as_json=as_json,
            masters=masters,
        )
        return
    for option, given in (("--html", html), ("--png", png), ("--same-deal", masters or None)):
        if given is not None:
            raise BadTable("one_game", "study", option=option)
    code = review_many(
        read_all(path),
        budget=budget,
        seed=seed,
        jobs=jobs,
        ray=ray,
        language=language,
        naming=naming,
        as_json=as_json,
    )
    if code:
        sys.exit(code)


def read_all(folder: Path) -> list[tuple[str, Any]]:
    """The files of a folder and their records; in place of one that cannot be read, the reason."""
    found: list[tuple[str, Any]] = []
    for path in sorted(folder.glob("*.json")):
        try:
            found.append((path.name, read_json(path)))
        except MoonlitError as error:
            found.append((path.name, error))
    if not found:
        raise BadTable("no_games", "study", path=str(folder))
    return found
