"""The scripts of docs/library.md are short, run, and pass mypy --strict as a user's code."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import moonlit

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
SCRIPTS = [code for code in BLOCKS if ">>>" not in code]


def test_there_are_five_scripts_of_ten_lines_with_public_names() -> None:
    assert len(SCRIPTS) >= 5
    for code in SCRIPTS:
        lines = [line for line in code.splitlines() if line.strip()]
        assert len(lines) <= 10, code
        names = set(re.findall(r"\bmoonlit\.(\w+)", code))
        assert names <= set(moonlit.__all__), names
        assert not re.search(r"\._|from moonlit", code)


@pytest.mark.compiled
@pytest.mark.parametrize("code", SCRIPTS, ids=lambda code: re.findall(r"moonlit\.(\w+)", code)[-1])
def test_a_script_runs(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs").symlink_to(ROOT / "docs")  # where the sample is
    monkeypatch.chdir(tmp_path)
    (tmp_path / "script.py").write_text(code, encoding="utf-8")
    runpy.run_path(str(tmp_path / "script.py"), run_name="__main__")
    assert capsys.readouterr().out.strip()


@pytest.mark.long
def test_the_scripts_pass_a_strict_type_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mypy import api

    for number, code in enumerate(SCRIPTS):
        (tmp_path / f"script_{number}.py").write_text(code, encoding="utf-8")
    wrong = 'import moonlit\n\nmoonlit.new("nomads", players=2).play(3)\nmoonlit.analyse(7)\n'
    (tmp_path / "wrong.py").write_text(wrong)
    monkeypatch.chdir(tmp_path)  # a user's folder, with no settings of ours
    monkeypatch.setenv("MYPYPATH", str(ROOT / "src"))
    monkeypatch.setenv("MYPY_CACHE_DIR", str(ROOT / ".mypy_cache" / "guide"))
    told, said, _ = api.run(["--strict", "--follow-imports=silent", "."])
    assert said == ""
    assert {line.split(":")[0] for line in told.splitlines() if ": error" in line} == {"wrong.py"}
    assert told.count("[arg-type]") == 2
    assert (ROOT / "src" / "moonlit" / "py.typed").exists()
