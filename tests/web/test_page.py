"""The page is in the package, and mistakes in its sources are found before a reader finds them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "moonlit" / "server" / "page"

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not (PAGE / "index.html").exists(), reason="make page has not been run"),
]


def build(target: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    # the page has been built by make; two builds at once would get in each other's way
    environment = {**os.environ, "MOONLIT_PAGE": "later"}
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env=environment)
    return next(folder.iterdir())


def test_the_wheel_contains_the_page(tmp_path: Path) -> None:
    with zipfile.ZipFile(build("wheel", tmp_path)) as wheel:
        names = set(wheel.namelist())
        index = wheel.read("moonlit/server/page/index.html").decode()
    wanted = set(re.findall(r'(?:src|href)="/([^"]+)"', index))
    assert any(name.endswith(".js") for name in wanted)
    assert any(name.endswith(".css") for name in wanted)
    assert {f"moonlit/server/page/{name}" for name in wanted} <= names
    assert not any("node_modules" in name for name in names)
    assert "moonlit/py.typed" in names
    docs = ROOT / "src" / "moonlit" / "server" / "docs"  # if make docs has been run
    built = {
        path.relative_to(ROOT / "src").as_posix() for path in docs.rglob("*") if path.is_file()
    }
    assert built <= names


@pytest.mark.long
def test_the_sdist_contains_the_page_and_its_sources(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"src/moonlit/server/page/index.html", "web/src/App.svelte", "web/build.py"} <= names
    assert "hatch_build.py" in names
    assert not any("node_modules" in name for name in names)


def test_the_lock_names_no_registry() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"]
    for name, package in lock["packages"].items():
        assert "resolved" not in package, name
        assert not name or package["integrity"].startswith("sha512-"), name


COMPONENTS = {
    "Sound": '<script lang="ts">\n  const seats: number = 3;\n</script>\n<p>{seats}</p>\n',
    "WrongType": '<script lang="ts">\n  const seats: number = "3";\n</script>\n<p>{seats}</p>\n',
    "Unknown": '<script lang="ts"></script>\n<p>{nobody}</p>\n',
    "Unlabelled": '<img src="/moon.png" />\n',
}


def checked(program: str, folder: Path) -> str:
    """What one of the very commands that make check runs complains about in a folder."""
    scripts = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["scripts"]
    commands = (command.split() for command in scripts["check"].split(" && "))
    options = next(options for name, *options in commands if name == program)
    node = Path(sys.executable).parent / "node"
    where = WEB / "node_modules" / ".bin" / program
    done = subprocess.run(
        [node, where.resolve(), *options], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    return done.stdout + done.stderr


def test_a_deliberate_mistake_in_a_component_is_caught(tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(WEB / "node_modules")
    (tmp_path / "tsconfig.json").write_bytes((WEB / "tsconfig.json").read_bytes())
    (tmp_path / "src").mkdir()
    for name, source in COMPONENTS.items():
        (tmp_path / "src" / f"{name}.svelte").write_text(source, encoding="utf-8")
    said = checked("svelte-check", tmp_path)
    found = {name for name in COMPONENTS if f"{name}.svelte" in said}
    assert found == set(COMPONENTS) - {"Sound"}, said


# name, and whether the formatter and the linter have something to say
SOURCES = {
    "sound": ("export const seats = 3;\n", False, False),
    "ugly": ("export const seats  =  3\n", True, False),
    "floating": ("async function wait(): Promise<void> {}\nwait();\n", False, True),
}


@pytest.mark.long
@pytest.mark.parametrize("program", ["prettier", "eslint"])
def test_a_deliberate_slip_in_a_script_is_caught(program: str, tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(WEB / "node_modules")
    for name in ("tsconfig.json", "package.json", "eslint.config.js", "svelte.config.js"):
        (tmp_path / name).write_bytes((WEB / name).read_bytes())
    (tmp_path / ".prettierrc.json").write_bytes((WEB / ".prettierrc.json").read_bytes())
    (tmp_path / "src").mkdir()
    for name, (source, _, _) in SOURCES.items():
        (tmp_path / "src" / f"{name}.ts").write_text(source, encoding="utf-8")
    said = checked(program, tmp_path)
    found = {name for name in SOURCES if f"{name}.ts" in said}
    wanted = {
        name
        for name, (_, ugly, wrong) in SOURCES.items()
        if (ugly if program == "prettier" else wrong)
    }
    assert found == wanted, said


def test_the_app_can_be_installed() -> None:
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        drawn = (PAGE / icon["src"].lstrip("/")).read_bytes()
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(drawn[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]
