"""Build the documentation site into build/site, and into the package, where the server finds it.

    python docs/build.py            build
    python docs/build.py --stale    build, if something has changed

Pages are gathered in build/docs, so that links out of docs/ lead somewhere: to the pages of the
repository's root, or to a copy of the file. Tutorials are downloadable as notebooks as well. What
the theme has as scripts inside its pages becomes files: the server allows no other scripts.
Nothing is asked of the network.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
GATHERED = ROOT / "build" / "docs"
SITE = ROOT / "build" / "site"
SERVED = ROOT / "src" / "moonlit" / "server" / "docs"
SETTINGS = ROOT / "zensical.toml"
PROJECT = {
    ROOT / "CONTRIBUTING.md": Path("project/contributing.md"),
    ROOT / "SECURITY.md": Path("project/security.md"),
    ROOT / "CHANGELOG.md": Path("project/changelog.md"),
    ROOT / "README.md": Path("index.md"),
}
ICON = ROOT / "web" / "public" / "icon.svg"
LINK = re.compile(r"(\]\()(?!\w+:|#)([^)\s#]+)")
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def sources() -> Iterator[Path]:
    """What the site is made of: the guides and the docstrings."""
    yield from (
        path for path in DOCS.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    yield from PROJECT
    yield SETTINGS
    yield from (path for path in (ROOT / "src").rglob("*.py"))


def stale() -> bool:
    built = SERVED / "index.html"
    return not built.exists() or any(
        path.stat().st_mtime > built.stat().st_mtime for path in sources()
    )


def gather() -> None:
    """All pages in one folder, with links that hold there."""
    shutil.rmtree(GATHERED, ignore_errors=True)
    shutil.copytree(DOCS, GATHERED, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copy(ICON, GATHERED / "icon.svg")
    pages = {path: path.relative_to(DOCS) for path in DOCS.rglob("*.md")}
    pages |= {origin: place for origin, place in PROJECT.items() if place != Path("index.md")}
    for origin, place in pages.items():
        text = linked(origin.read_text(encoding="utf-8"), origin, place)
        if place.parent.name == "tutorials":
            text = with_notebook(text, place)
        (GATHERED / place).parent.mkdir(parents=True, exist_ok=True)
        (GATHERED / place).write_text(text, encoding="utf-8")


def linked(text: str, origin: Path, place: Path) -> str:
    """The text with its links rewritten for its place on the site."""

    def moved(found: re.Match[str]) -> str:
        target = (origin.parent / found[2]).resolve()
        if not target.exists():
            return found[0]  # the strict build names it
        new = os.path.relpath(placed(target), place.parent)
        return found[1] + Path(new).as_posix()

    parts = FENCED.split(text)
    return "".join(part if part.startswith("```") else LINK.sub(moved, part) for part in parts)


def placed(target: Path) -> Path:
    """Where on the site a file of the repository is; what is no page is copied."""
    if target in PROJECT:
        return PROJECT[target]
    if target.is_relative_to(DOCS) and target.suffix != ".py":
        return target.relative_to(DOCS)
    place = Path("source") / target.relative_to(ROOT)
    copy = (GATHERED / place).with_name(place.name + ".txt")  # shown, not downloaded
    copy.parent.mkdir(parents=True, exist_ok=True)
    if target.is_dir():
        names = sorted(p.relative_to(ROOT).as_posix() for p in target.rglob("*.py"))
        copy.write_text("\n".join(names) + "\n", encoding="utf-8")
    else:
        shutil.copy(target, copy)
    return place.with_name(place.name + ".txt")


def with_notebook(text: str, place: Path) -> str:
    """The page with a link to itself as a notebook, which is written beside it."""
    from notebooks import notebook  # not needed to say what is stale

    file = (GATHERED / place).with_suffix(".ipynb")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(notebook(text), encoding="utf-8")
    title, rest = text.split("\n", 1)
    return f"{title}\n\n[This page as a notebook]({file.name}) for Jupyter.\n{rest}"


def set_apart(site: Path) -> None:
    """Scripts inside of pages become files, so that the strictest policy lets them run; site.js
    does the same for styles."""
    folder = site / "assets" / "javascripts"
    for page in site.rglob("*.html"):

        def to_file(found: re.Match[str], page: Path = page) -> str:
            name = f"inline.{hashlib.sha256(found[1].encode()).hexdigest()[:12]}.js"
            (folder / name).write_text(found[1], encoding="utf-8")
            return f'<script src="{os.path.relpath(folder / name, page.parent)}"></script>'

        text = SCRIPT.sub(to_file, page.read_text(encoding="utf-8"))
        ours = f'<script src="{os.path.relpath(site / "site.js", page.parent)}"></script>'
        page.write_text(text.replace("<script", ours + "<script", 1), encoding="utf-8")


def build() -> None:
    gather()
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(
        [*command, "--config-file", str(SETTINGS)],
        cwd=ROOT,
        text=True,
        capture_output=True,
        env={**os.environ, "NO_COLOR": "1"},
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nThe documentation was not built: see above.")
    (SITE / "404.html").unlink(missing_ok=True)  # it would look for its parts at the server's root
    set_apart(SITE)
    shutil.rmtree(SERVED, ignore_errors=True)
    shutil.copytree(SITE, SERVED)


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--stale"]):
        sys.exit(__doc__)
    if not sys.argv[1:] or stale():
        build()
