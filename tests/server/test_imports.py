"""The server's folders import one way, as the package says."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import moonlit.server
from moonlit.server.packages import server_packages

SERVER = Path(moonlit.server.__file__).parent
BASE = ("errors", "settings", "metrics", "logs", "memory", "packages", "ratings")
LAYERS = ("table", "notices", "storage", "live", "web")  # each may import what stands before it
TOP = ("serve", "hosting")
TOPICS = {  # of web/, each in a folder of its own
    *("channels", "clubs", "daily", "games", "invitations", "players", "puzzles", "ratings"),
    *("slow_games", "study", "tables"),
}
MAX_FILES = 16  # in one folder
OUTSIDE = {"asyncio", "fastapi", "os", "pathlib", "socket", "sqlalchemy", "threading", "time"}


def rank(name: str) -> int:
    if name in BASE:
        return 0
    return 1 + LAYERS.index(name) if name in LAYERS else 1 + len(LAYERS)


def imported(path: Path) -> Iterator[str]:
    """Everything that a file imports, by its full name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            assert node.level == 0, f"{path} imports relatively"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_every_file_has_its_place() -> None:
    here = {path.stem for path in SERVER.glob("*.py")} - {"__init__"}
    assert here == {*BASE, *TOP}
    folders = {path.parent.relative_to(SERVER).parts[0] for path in SERVER.glob("*/**/*.py")}
    assert folders == set(LAYERS)


def test_imports_point_one_way() -> None:
    for path in SERVER.rglob("*.py"):
        own = path.relative_to(SERVER).with_suffix("").parts[0]
        for name in imported(path):
            if name.startswith("moonlit.server."):
                other = name.split(".")[2]
                assert rank(other) <= rank(own), f"{path} imports {name}"
                assert own not in BASE or other in BASE, f"{path} imports {name}"


def test_a_thing_is_found_by_the_names_of_folders() -> None:
    for folder in SERVER.rglob("__init__.py"):
        files = list(folder.parent.glob("*.py"))
        assert len(files) <= MAX_FILES or folder.parent.name == "versions", folder.parent
    web = SERVER / "web"
    assert {path.parent.name for path in web.glob("*/__init__.py")} == {
        *TOPICS,
        "page",
        "transport",
    }
    for topic in TOPICS:
        assert (web / topic / "routes.py").is_file(), topic


def test_what_carries_requests_knows_no_topic() -> None:
    for path in (SERVER / "web" / "transport").glob("*.py"):
        for name in imported(path):
            if name.startswith("moonlit.server.web"):
                assert name.startswith("moonlit.server.web.transport."), f"{path} imports {name}"


def test_a_table_knows_nothing_of_the_world() -> None:
    for path in (SERVER / "table").rglob("*.py"):
        roots = {name.partition(".")[0] for name in imported(path)}
        assert not roots & OUTSIDE, path


def required(package: str) -> set[str]:
    """What comes with a package, but for what one asks for besides."""
    plain = [each for each in metadata.requires(package) or () if "extra ==" not in each]
    return {plainly(each) for each in plain}


def plainly(name: str) -> str:
    """A package's name without its version, as everybody else writes it too."""
    found = re.match(r"[\w.-]+", name)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def test_a_server_imports_nothing_that_is_not_installed_with_it() -> None:
    own = required("moonlit") | {plainly(package) for package in server_packages()}
    brought = own.union(*(required(package) for package in own))
    packages = metadata.packages_distributions()
    for path in SERVER.rglob("*.py"):
        for name in {name.partition(".")[0] for name in imported(path)}:
            if name != "moonlit" and name not in sys.stdlib_module_names:
                assert {plainly(each) for each in packages[name]} & brought, f"{path}: {name}"
