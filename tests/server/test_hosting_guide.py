"""The chapter on backing up, restoring, upgrading and going back: its steps are done as written."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from helpers.databases import FOLDER, content, version_of
from helpers.server import running
from moonlit.core.errors import MoonlitError
from moonlit.server import hosting
from moonlit.server.settings import Settings
from moonlit.server.storage.schema import HEAD

pytestmark = pytest.mark.process
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"


def steps() -> dict[str, list[str]]:
    """The commands of the chapter, by the bold word before them."""
    chapter = GUIDE.read_text(encoding="utf-8").split("\n## Backing up")[1].split("\n## ")[0]
    found = re.findall(r"\*\*([\w ]+?)\.?\*\*(?:(?!\*\*).)*?```\n(.*?)```", chapter, re.DOTALL)
    return {name: block.strip().splitlines() for name, block in found}


class Host:
    """A machine of somebody who follows the guide."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.data.mkdir()
        programs = folder / "programs"
        programs.mkdir()
        ours = f'#!/bin/sh\nexec "{sys.executable}" -m moonlit "$@"\n'
        for name, text in (("moonlit", ours), ("pip", "#!/bin/sh\nexit 0\n")):
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "MOONLIT_DATA": str(self.data),
        }

    @property
    def file(self) -> Path:
        return self.data / "tables.sqlite"

    def follow(self, lines: list[str]) -> None:
        for line in lines:
            if line == "moonlit serve":
                with running(self.data) as server:
                    assert server.ask("GET", "/readyz")[0] == 200
                continue
            done = subprocess.run(
                ["sh", "-c", line],
                cwd=self.folder,
                env=self.environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, (line, done.stderr)


@pytest.mark.long
def test_every_step_works_as_it_is_written(tmp_path: Path) -> None:
    written, host = steps(), Host(tmp_path)
    assert set(written) == {"Backing up", "Restoring", "Upgrading", "Going back"}
    shutil.copy(FOLDER / "release-1.sqlite", host.file)
    shutil.copy(FOLDER / "release-1.sqlite", tmp_path / "old.sqlite")
    before = content(host.file)

    # upgrading leaves everything in place, and a copy of what was
    kept = host.data / "tables-0001.sqlite"
    host.follow(written["Upgrading"][1:])
    assert version_of(host.file) == HEAD
    assert content(kept) == before
    assert [row[0] for row in content(host.file)["tables"]] == [row[0] for row in before["tables"]]

    # going back has everything as it was before
    host.follow(written["Going back"])
    assert version_of(host.file) == "0001"
    assert content(host.file) == before

    # and once more the other way, first with a backup
    host.follow(written["Upgrading"])
    host.follow(written["Backing up"])
    assert lines_of(tmp_path / "backup.jsonl") == len(before["tables"])
    events = content(host.file)["events"]
    host.follow(written["Restoring"])
    assert version_of(host.file) == HEAD
    assert content(host.file)["events"] == events
    with running(host.data) as server:
        table = str(before["tables"][0][0])
        assert server.ask("GET", f"/api/tables/{table}")[0] == 200


def lines_of(file: Path) -> int:
    return len([orjson.loads(line) for line in file.read_bytes().splitlines()])


def test_what_is_to_be_installed_is_a_server_that_was_released() -> None:
    commands = [line for lines in steps().values() for line in lines if line.startswith("pip")]
    changes = (GUIDE.parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d\S*)", changes, re.MULTILINE)
    assert len(commands) == 2
    for line in commands:
        named = re.search(r"'moonlit\[server\](?:==(\S+))?'$", line)
        assert named, line
        assert named[1] is None or named[1] in released


def test_an_older_moonlit_says_that_it_is_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Settings(data=str(tmp_path))
    hosting.prune_tables(here, 1)  # makes the newest there is
    monkeypatch.setattr("moonlit.server.storage.migrate.VERSIONS", ("0001",))
    monkeypatch.setattr("moonlit.server.storage.migrate.HEAD", "0001")
    with pytest.raises(MoonlitError, match="Going back"):
        hosting.prune_tables(here, 1)
