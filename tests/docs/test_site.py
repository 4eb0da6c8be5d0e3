"""The documentation site: its list of pages is whole, names are documented, and it builds."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from helpers.lacking import need

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))
PARTS = ["study", "bots", "arena", "corpus", "envs", "cuda", "client"]
PUBLIC = ["moonlit", *(f"moonlit.{name}" for name in PARTS)]


def pages(nav: Any) -> Iterator[str]:
    for entry in nav:
        for told in entry.values():
            yield from [told] if isinstance(told, str) else pages(told)


def test_the_list_of_pages_is_whole() -> None:
    settings = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    listed = list(pages(settings["project"]["nav"]))
    assert len(listed) == len(set(listed))
    own = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    others = {f"project/{name}.md" for name in ("contributing", "security", "changelog")}
    assert set(listed) == own | others
    for name in ("CONTRIBUTING", "SECURITY", "CHANGELOG"):
        assert (ROOT / f"{name}.md").is_file()


def test_every_public_name_is_documented() -> None:
    told = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "api").glob("*.md"))
    for package in PUBLIC:
        assert f"::: {package}\n" in told, package
        module = importlib.import_module(package)
        assert module.__doc__, package
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isclass(value) or inspect.isfunction(value):
                assert value.__doc__, f"{package}.{name}"


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_has_examples_that_are_run(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.count("\n>>> ") >= 5
    for code in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        assert code.startswith(">>> "), "doctest runs what begins with >>>"
        assert code.endswith("\n\n"), "the fence would be taken for output"


class Links(HTMLParser):
    """What a page refers to, what can be referred to in it, and what a strict policy forbids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.forbidden: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if "href" in found:
            (self.loaded if tag == "link" else self.links).append(found["href"])
        if "src" in found:
            self.loaded.append(found["src"])
        inline = tag == "script" and "src" not in found and found.get("type") != "application/json"
        if inline or tag == "style" or "style" in found or any(n.startswith("on") for n in found):
            self.forbidden.append(self.get_starttag_text() or tag)


@pytest.mark.long
@pytest.mark.process
def test_the_site_builds_strictly_and_is_read_under_the_servers_policy(tmp_path: Path) -> None:
    need("zensical", "docs")
    need("nbformat", "docs")
    command = [sys.executable, str(DOCS / "build.py")]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    site = ROOT / "build" / "site"
    expect_links_to_lead_somewhere(site)
    api = (site / "api" / "moonlit.html").read_text(encoding="utf-8")
    for name in ("moonlit.Match", "moonlit.analyse", "moonlit.records"):
        assert f'id="{name}"' in api, name
    for page in TUTORIALS:
        expect_a_notebook(site / "tutorials" / f"{page.stem}.ipynb")
    read_in_a_browser(tmp_path)


def expect_links_to_lead_somewhere(site: Path) -> None:
    read = {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert len(read) > 30
    for page, found in read.items():
        assert not found.forbidden, (page, found.forbidden)
        for target in found.loaded + found.links:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                assert target in found.links, f"{page} loads {target} from elsewhere"
                continue
            file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            file = file / "index.html" if file.is_dir() else file
            assert file.is_file(), (page, target)
            assert file.is_relative_to(site), (page, target)
            if parts.fragment and file in read and not parts.fragment.startswith("__"):
                assert unquote(parts.fragment) in read[file].anchors, (page, target)


def expect_a_notebook(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    for source in code:
        compile(source, path.name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        assert "asyncio.run" not in source  # a notebook has a loop already
    assert any(cell.get("outputs") for cell in cells)


def read_in_a_browser(folder: Path) -> None:
    """From the foot of the home page to what a search finds, with nothing forbidden or foreign."""
    from helpers.browser import Reader, open_browser
    from helpers.server import running

    with open_browser() as browser, running(folder) as server:
        for phone, language in ((True, "fr"), (False, "es")):
            reader = Reader(browser, server, phone=phone, language=language)
            reader.go("/")
            reader.page.locator("footer a[hreflang=en]").click()
            reader.page.wait_for_url("**/docs/")
            reader.page.wait_for_load_state("networkidle")
            reader.page.keyboard.press("/")
            reader.page.locator("input:focus").wait_for()
            reader.page.keyboard.type("undo")
            found = reader.page.locator("a[href*='api/moonlit.html#moonlit.Match.undo']").last
            found.wait_for()
            found.click()
            reader.page.wait_for_url("**/docs/api/moonlit.html*")
            assert reader.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            reader.check()
            reader.close()
