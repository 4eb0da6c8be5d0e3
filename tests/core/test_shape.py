"""The shape of the project: a game is one folder, imports point one way, and files stay small."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.packages import OURS
from moonlit.core.discovery import origins
from moonlit.core.errors import BrokenGame
from moonlit.core.roles import FILES, INSTEAD, ROLES, load_role

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "moonlit"
WEB = ROOT / "web"
MAX_FILE, MAX_FUNCTION = 350, 60  # lines
NAMES = re.compile("|".join(name.replace("-", "[-_ ]?") for name in OURS), re.IGNORECASE)
BINARY = {".png", ".woff2", ".ico"}
LIMITS = re.compile(r"\b_?(MO|LEA)ST(_|\b)")  # constants that should be MAX_… or MIN_…


def tracked(*folders: Path) -> list[Path]:
    """The files of the project in some folders, as git has them; elsewhere all that lie there."""
    if (ROOT / ".git").exists():
        listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        answer = subprocess.run(
            [*listed, *map(str, folders)], cwd=ROOT, capture_output=True, text=True, check=True
        )
        found = [ROOT / name for name in answer.stdout.split("\0") if name]
    else:
        found = [path for folder in folders for path in (folder, *folder.rglob("*"))]
    return [path for path in found if path.is_file() and path.suffix not in BINARY]


def outside(files: list[Path]) -> list[Path]:
    """Those that belong to no game."""
    homes = [(SOURCE / "games").resolve(), (WEB / "src" / "games").resolve()]
    own = [home / name for home in homes for game in OURS for name in spellings(game)]
    return [path for path in files if not any(folder in path.parents for folder in own)]


def spellings(game: str) -> tuple[str, str]:
    return game, game.replace("-", "_")


def names_a_game(path: Path) -> list[str]:
    where = [str(path.relative_to(path.anchor))] if NAMES.search(path.name) else []
    return where + lines_with(NAMES, path)


def lines_with(pattern: re.Pattern[str], path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [f"{path}:{n}: {line}" for n, line in enumerate(lines, 1) if pattern.search(line)]


# What is scanned besides the source and the page, and who may name a game there, and why.
ELSEWHERE = ("bench", "examples", "tests/helpers", "Makefile", "hatch_build.py", "pyproject.toml")
MAY_NAME = {
    "bench/envs.py": "a goal was set for this game",
    "bench/gpu.py": "each game has its own goal",
    "bench/install.py": "what somebody types who has just installed it",
    "bench/search.py": "a goal was set for this game",
    "examples/learn.py": "an example of one game",
    "pyproject.toml": "what an index of packages tells",
    "tests/helpers/hands.py": "each board has places of its own",
}


def test_no_file_outside_a_games_folder_names_it() -> None:
    allowed = {ROOT / name for name in MAY_NAME}
    files = outside(tracked(SOURCE, WEB, *(ROOT / name for name in ELSEWHERE)))
    assert len(files) > 300
    found = {path: names for path in files if (names := names_a_game(path))}
    assert [line for path in found.keys() - allowed for line in found[path]] == []
    assert allowed <= found.keys()  # whoever names none any more is not on the list


def test_a_name_would_be_found(tmp_path: Path) -> None:
    for text in ("nova-luna", "NovaLuna", "dance_of_muses", "Dance of Muses", "import nomads"):
        path = tmp_path / "shared.ts"
        path.write_text(f"// {text}\n", encoding="utf-8")
        assert names_a_game(path), text


def test_limits_are_named_alike() -> None:
    files = [*source_files(), *(path for path in tracked(ROOT / "tests") if path.suffix == ".py")]
    assert len(files) > 400
    assert [line for path in files for line in lines_with(LIMITS, path)] == []
    for name in ("MO" + "ST_KEPT = 3", "LEA" + "ST, WIDTH = 9, 800", "from a import MO" + "ST"):
        assert LIMITS.search(name)


# ---- a game's folder -------------------------------------------------------------------------


def lacking(folder: Path) -> list[str]:
    """What the folder of a game of ours does not have."""
    roles = [
        role
        for role in ROLES
        if not (folder / f"{role}.py").is_file() and not (folder / role / "__init__.py").is_file()
    ]
    return roles + [name for name in FILES if not (folder / name).is_file()]


@pytest.mark.parametrize("game", OURS)
def test_a_games_folder_has_every_role(game: str) -> None:
    origin = origins()[game]
    assert lacking(origin.folder) == []
    for role in ROLES:
        module = load_role(origin.package, role)
        assert module.__name__ == f"{origin.package}.{role}"  # its own, nothing that stands in
    page = WEB / "src" / "games" / game
    assert not page.parent.exists() or (page / "index.ts").is_file()


@pytest.mark.parametrize("gone", [*ROLES, *FILES])
def test_a_folder_without_a_roles_file_is_noticed(gone: str, tmp_path: Path) -> None:
    name = OURS[0]
    folder = tmp_path / "game"
    shutil.copytree(origins()[name].folder, folder)
    if gone in FILES:
        (folder / gone).unlink()
    elif (folder / f"{gone}.py").exists():
        (folder / f"{gone}.py").unlink()
    else:
        shutil.rmtree(folder / gone)
    assert lacking(folder) == [gone]


def test_a_package_without_a_role_says_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "half_a_game"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "rules.py").write_text("def setup(): ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BrokenGame, match="lacks the module scoring"):
        load_role("half_a_game", "scoring")
    with pytest.raises(BrokenGame, match="its module rules lacks legal"):
        load_role("half_a_game", "rules")
    assert load_role("half_a_game", "terminal").__name__ == INSTEAD["terminal"]


# ---- one way ---------------------------------------------------------------------------------

# What each part may know of the others. Whoever is not here is known to nobody but itself.
MAY_IMPORT = {
    "core": set(),
    "games": {"core"},
    "search": {"core"},
    "bots": {"core", "search"},
    "arena": {"bots", "core", "search"},
    "study": {"arena", "bots", "core", "corpus", "cuda", "search"},
    "corpus": {"arena", "bots", "core"},
    "cuda": {"core", "search"},
    "envs": {"bots", "core", "cuda", "search"},
    "terminal": {"bots", "core", "search", "study"},
    "client": {"bots", "core"},
    "learn": {"bots", "core", "cuda", "search"},
    "server": {"bots", "core", "search", "study"},
}


def imported(path: Path) -> Iterator[str]:
    """The parts of Moonlit that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] + [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            first, _, rest = name.partition(".")
            if first == "moonlit" and rest and (SOURCE / rest.split(".")[0]).is_dir():
                yield rest.split(".")[0]


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_point_one_way(part: str) -> None:
    for path in (SOURCE / part).rglob("*.py"):
        known = set(imported(path)) - {part}
        assert known <= MAY_IMPORT[part], path


# ---- small -----------------------------------------------------------------------------------


def source_files() -> list[Path]:
    kept = tracked(ROOT / "src", ROOT / "web", ROOT / "bench", ROOT / "examples")
    return [path for path in kept if path.suffix in (".py", ".ts", ".svelte", ".css")]


def test_no_source_file_is_long() -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in source_files()}
    assert len(lines) > 200
    assert {path.name: count for path, count in lines.items() if count > MAX_FILE} == {}


def test_no_function_is_long() -> None:
    long = []
    for path in source_files():
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    assert node.end_lineno is not None
                    count = node.end_lineno - node.lineno + 1
                    if count > MAX_FUNCTION:
                        long.append(f"{path.name}: {node.name} has {count} lines")
    assert long == []
