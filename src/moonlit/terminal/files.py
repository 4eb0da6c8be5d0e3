"""Records as files: written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import platformdirs

from moonlit.core.match import Match
from moonlit.core.record import load


def data_folder() -> Path:
    """Where this person's games and results are kept."""
    return Path(os.environ.get("MOONLIT_DATA") or platformdirs.user_data_dir("moonlit"))


def unfinished() -> Path:
    """Where the game in progress is kept between two evenings."""
    return data_folder() / "unfinished.json"


def read_match(path: Path) -> Match:
    return load(path)


def write_match(match: Match, path: Path) -> None:
    write_json(match.record(), path)


def write_json(data: Any, path: Path) -> None:
    """Write beside the file and swap, so that a cut leaves the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
