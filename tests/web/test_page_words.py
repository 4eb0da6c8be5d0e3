"""The page's words: all there, all used, in three languages; and the introductions' positions."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import moonlit
from helpers.page_words import english_of, leftovers, page_phrases
from helpers.words import arguments, read
from moonlit.core.words import LANGUAGES, phrases

WEB = Path(__file__).resolve().parents[2] / "web"
QUOTE = "[\"'`]"
GAMES = sorted(path.name for path in (WEB / "src" / "games").iterdir() if path.is_dir())


def sources(folder: str = "") -> str:
    """What the client is made of, or what belongs to one game's board."""
    found = (WEB / "src" / folder).rglob("*.*")
    wanted = (path for path in found if path.suffix in (".ts", ".svelte"))
    return read(path for path in wanted if not path.name.endswith(".test.ts"))


def is_used(key: str, text: str) -> bool:
    """Said in full, by its last part (a helper adds the section), or by a made-up last part."""
    section, _, name = key.rpartition(".")
    if re.search(rf"{QUOTE}{re.escape(key)}{QUOTE}", text):
        return True
    if re.search(rf"{QUOTE}{re.escape(section)}\.\$\{{", text) and re.search(
        rf"{QUOTE}{re.escape(name)}{QUOTE}", text
    ):
        return True
    made = re.findall(rf"{QUOTE}{re.escape(section)}\.(\w+)\$\{{", text)
    return any(name.startswith(beginning) for beginning in made)


def test_a_folder_is_named_as_its_game() -> None:
    assert set(GAMES) <= set(moonlit.game_names())


def files() -> Iterator[Path]:
    """The client's sources, tools and words, but for what is in a game's own folder."""
    for path in WEB.rglob("*"):
        inside = path.relative_to(WEB).parts
        made = "node_modules" in inside or inside[:2] == ("dev", "fixtures")
        if path.is_file() and not made and not set(inside[:-1]) & set(GAMES):
            yield path


def test_no_file_outside_a_games_folder_names_a_game() -> None:
    names = {game.replace("-", "[-_ ]?") for game in GAMES}
    names |= {re.escape(phrases(game, each)["name"]) for game in GAMES for each in LANGUAGES}
    name = re.compile("|".join(sorted(names)), re.IGNORECASE)
    found = [path for path in files() if name.search(path.read_text("utf-8", errors="ignore"))]
    assert len(list(files())) > 100
    assert not found


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_a_board_is_used_and_every_used_one_is_there(game: str) -> None:
    keys = {key for key in phrases(game, "en") if key.startswith("page.")}
    text = sources(f"games/{game}")
    unused = {key for key in keys if not is_used(key, text)}
    assert not unused, f"nothing on the board says {sorted(unused)}"
    said = set(re.findall(rf"{QUOTE}(page\.\w+){QUOTE}", text))
    assert said
    assert not said - keys, f"no words for {sorted(said - keys)}"


def test_every_key_of_the_page_is_used_and_every_used_one_is_there() -> None:
    keys = set(page_phrases("en"))
    text = sources()
    unused = {key for key in keys if not is_used(key, text)}
    assert not unused, f"nothing on the page says {sorted(unused)}"
    said = set(re.findall(rf"\bt\(\s*{QUOTE}([\w.]+){QUOTE}", text))
    said |= set(re.findall(rf"\bownRefusal\({QUOTE}([\w.]+){QUOTE}", text))
    assert len(said) > 50
    assert not said - keys, f"no words for {sorted(said - keys)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_the_same_in_every_language(language: str) -> None:
    english, other = page_phrases("en"), page_phrases(language)
    assert list(other) == list(english)
    for key, text in other.items():
        assert text, f"{key} says nothing"
        assert arguments(text) == arguments(english[key]), key
        assert "!" not in text, f"{key} shouts"
    if language != "en":
        left = {"the", "and", "is", "of", "with", "you", "your", "this", "which"}
        for key, text in other.items():
            words = set(re.findall(r"[a-zé]+", re.sub(r"\{[^}]*\}", "", text.lower())))
            assert not words & left, f"{key} has {words & left}"


def test_leftover_english_is_found() -> None:
    english = page_phrases("en")
    assert leftovers([english["home.promise"]], "es")
    assert leftovers(["Player 2 takes b4 for 4 and places it at 1,0."], "fr")
    assert leftovers(["page:home.title", "{count} goals"], "en")
    plain = [text for text in page_phrases("fr").values() if "{" not in text]
    assert not leftovers(plain, "fr")
    assert all(english_of(phrases(game, "en")["name"], "es") is None for game in GAMES)


# ---- introductions ---------------------------------------------------------------------------


def lessons() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lessons", WEB / "lessons.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def patched(old: Any, change: Any) -> Any:
    """As lib/patch.ts does it."""
    if "=" in change:
        return change["="]
    if isinstance(old, list):
        new: Any = [*old, *change.get("add", [])]
        for key, deeper in change["at"].items():
            new[int(key)] = patched(new[int(key)], deeper)
        return new
    return {**old, **{key: patched(old[key], deeper) for key, deeper in change["at"].items()}}


@pytest.mark.parametrize("game", GAMES)
def test_introductions_are_real_positions(game: str) -> None:
    made = lessons()
    kept = (WEB / "src" / "games" / game / "lesson.json").read_text(encoding="utf-8")
    assert kept == made.written(game), "web/lessons.py has not been run"
    steps = json.loads(kept)
    assert 6 <= len(steps) <= 13
    for step in steps:
        assert step["view"]["seat"] == step["view"]["to_move"]
        assert set(step["after"]) <= set(step["moves"]) == set(step["previews"])
        for move, change in step["after"].items():
            after = patched(step["view"], change)
            assert after["number"] == step["view"]["number"] + 1, move
            assert after.keys() == step["view"].keys()


@pytest.mark.parametrize("game", GAMES)
def test_introductions_have_words_for_every_step(game: str) -> None:
    steps = json.loads((WEB / "src" / "games" / game / "lesson.json").read_text(encoding="utf-8"))
    wanted = set()
    for step in steps:
        wanted |= {f"learn.{step['id']}.{part}" for part in ("title", "text", "ask", "good")}
        if len(step["after"]) < len(step["moves"]):
            wanted.add(f"learn.{step['id']}.other")
    assert wanted == {key for key in phrases(game, "en") if key.startswith("learn.")}
    for language in LANGUAGES:  # the page makes headings of them
        for key, text in phrases(game, language).items():
            if key.startswith("rules."):
                assert 0 < text.find(". ") < 40, key
