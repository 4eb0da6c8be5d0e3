"""Without `moonlit[server]` games, bots and the arena work, and hosting says what it needs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest

import moonlit
from moonlit.server.packages import server_packages

pytestmark = pytest.mark.process
SOURCES = Path(moonlit.__file__).parents[1]


def as_installed(folder: Path, without: Iterable[str]) -> dict[str, str]:
    """The environment of a Python with all packages that this one has, but for some."""
    site = Path(sysconfig.get_paths()["purelib"])
    left_out = {
        file.parts[0]
        for package in without
        for file in metadata.files(package) or ()
        if file.parts[0] != ".."
    }
    for found in site.iterdir():
        if found.name not in left_out and found.suffix != ".pth":
            (folder / found.name).symlink_to(found)
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(SOURCES)))}


def run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-S", "-m", "moonlit", *arguments, "--language", "en"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_nothing_of_a_server_is_needed_to_play(tmp_path: Path) -> None:
    environment = as_installed(tmp_path, [*server_packages(), "starlette"])
    arena = ("arena", "nova-luna", "random", "greedy", "--games", "4", "--jobs", "1")
    assert "greedy" in run(environment, *arena)
    assert "nonsense" in run(environment, "seat", "nonsense", "random")
    told = run(environment, "serve")
    assert "pip install 'moonlit[server]'" in told
    assert all(package in told for package in server_packages())


def test_hosting_names_each_package_that_it_lacks(tmp_path: Path) -> None:
    """As after `pip install --upgrade moonlit`, where the server has come to need more."""
    lacking = ("aiosmtplib", "cryptography", "webauthn")
    environment = as_installed(tmp_path, lacking)
    there = tmp_path / "there"
    there.mkdir()
    (there / "tables.sqlite").touch()
    tables = ("tables", "prune"), ("tables", "export", "all.jsonl")
    for command in (("serve",), *tables, ("export", str(there), "games.jsonl")):
        told = run(environment, *command)
        assert "not installed: aiosmtplib, cryptography, webauthn." in told


def test_what_hosting_needs_is_what_the_project_says() -> None:
    project = tomllib.loads((SOURCES.parent / "pyproject.toml").read_text(encoding="utf-8"))
    extra = project["project"]["optional-dependencies"]["server"]
    assert server_packages() == [re.match(r"[\w.-]+", each)[0] for each in extra]  # type: ignore[index]
