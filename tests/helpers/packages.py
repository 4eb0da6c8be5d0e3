"""Packages that bring a game: made for one test, or ours under examples/, and never left behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from helpers.server import Server, running
from moonlit.core import discovery, engine, game, registry, words

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "moths"
PACKAGE = EXAMPLE / "moonlit_moths"
NAME = "moths"
OWN = "moonlit.games."
# The games that come with Moonlit; a developer may have installed others.
OURS = tuple(sorted(name for name, origin in discovery.origins().items() if origin.bundled))
SHOWN = tuple(each for each in registry.games() if each.name in OURS)  # in the order of the page
FIRST = SHOWN[0].name  # where it does not matter which


@dataclass(frozen=True)
class Installed:
    """Where the example was installed, and the environment for programs that shall find it."""

    folder: Path
    environment: dict[str, str]

    def run(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """A Python program; what it said is in the answer, and in the failure where it fails."""
        done = subprocess.run(
            [sys.executable, *arguments],
            env={**os.environ, **self.environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert not check or done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
        return done


def install(folder: Path) -> Installed:
    """Install the example into a folder, as pip does it."""
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    alone = ["--no-deps", "--no-build-isolation", "--target", str(folder)]
    own = [path for path in [os.environ.get("PYTHONPATH")] if path]
    environment = {"PYTHONPATH": os.pathsep.join([str(folder), *own]), "LC_ALL": "C"}
    found = Installed(folder, environment)
    found.run(*pip, *alone, str(EXAMPLE))
    return found


@contextmanager
def serving(installed: Installed, data: Path) -> Iterator[Server]:
    """A server that has the example, whose bots need not wait for compiled code."""
    installed.run("-m", "moonlit", "warm", NAME)
    with running(data, **installed.environment) as started:
        started.stop_compiling()  # of the other games: nobody plays them here
        yield started


def announce(folder: Path, package: str, *games: str) -> None:
    """What pip would write beside a package that brings games."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    points = "".join(f"{game} = {package}\n" for game in games)
    (info / "entry_points.txt").write_text(f"[{discovery.GROUP}]\n{points}")


def copy_example(folder: Path) -> Path:
    """The example in a folder of its own, as if it were installed there; its package."""
    announce(folder, PACKAGE.name, NAME)
    skipped = shutil.ignore_patterns("__pycache__")
    return Path(shutil.copytree(PACKAGE, folder / PACKAGE.name, ignore=skipped))


CAUGHT = "state.caught[seat] += moth"


def upgrade(package: Path) -> None:
    """The example's next release: its rules have changed, and the old ones are kept beside them.

    What has changed: a moth that is caught counts twice.
    """
    own = {path.name for path in package.iterdir() if path.suffix == ".py"}
    old = package / "v1"
    old.mkdir()
    for name in own:
        text = (package / name).read_text(encoding="utf-8")
        (old / name).write_text(text.replace("moonlit_moths.", "moonlit_moths.v1."))
    for path in package.glob("*.toml"):
        (old / path.name).write_text(path.read_text(encoding="utf-8"))
    start = package / "__init__.py"
    text = start.read_text(encoding="utf-8")
    start.write_text(text.replace("    name=", "    rules_version=2,\n    name=", 1))
    state = package / "state.py"
    text = state.read_text(encoding="utf-8")
    state.write_text(text + "\n\nSTATE = np.dtype([*STATE.descr, ('second', 'i1')])\n")
    rules = package / "rules.py"
    text = rules.read_text(encoding="utf-8")
    assert text.count(CAUGHT) == 1
    rules.write_text(text.replace(CAUGHT, CAUGHT.replace("moth", "2 * moth")))


EARLIER = (registry.earlier_rules, registry._load_earlier)


def forget() -> None:
    """Look for games anew."""
    for remembered in (discovery.origins, registry.games, registry._load, *EARLIER, words.phrases):
        remembered.cache_clear()
    for state in [state for state, of in game._packages.items() if not of.startswith(OWN)]:
        del game._packages[state]


@contextmanager
def looking_into(folder: Path) -> Iterator[None]:
    """Games of the packages in a folder are found, and forgotten again.

    They run as plain Python: where compiled code is kept was settled without them.
    """
    modules, quick = set(sys.modules), engine._quick
    sys.path.insert(0, str(folder))
    forget()
    engine._quick = True
    try:
        yield
    finally:
        engine._quick = quick
        sys.path.remove(str(folder))
        forget()
        for package in [each for each in engine._plain if not each.startswith(OWN)]:
            del engine._plain[package]
        for name in sys.modules.keys() - modules:
            path = getattr(sys.modules[name], "__file__", None) or ""
            if path.startswith(str(folder)):
                del sys.modules[name]
