"""`moonlit review`: a file is one game, a folder is many."""

from __future__ import annotations

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
) -> int:
    if jobs is not None and not 0 < jobs <= MAX_JOBS:
        raise BadTable("bad_jobs", "arena", given=jobs, most=MAX_JOBS)

    def naming(found: Review) -> list[str]:
        """Bots are called in the person's language."""
        return [bot_name(name, language) if is_bot(name) else name for name in found.players]

    asked: dict[str, Any] = {
        "budget": budget,
        "seed": seed,
        "language": language,
        "naming": naming,
        "as_json": as_json,
    }
    if not path.is_dir():
        review_one(read_json(path), threads=jobs, html=html, png=png, masters=masters, **asked)
        return 0
    for option, given in (("--html", html), ("--png", png), ("--same-deal", masters or None)):
        if given is not None:
            raise BadTable("one_game", "study", option=option)
    return review_many(read_all(path), jobs=jobs, ray=ray, **asked)


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
