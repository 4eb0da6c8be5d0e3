"""One word for one thing, and the rulebook's: the texts are held to docs/glossary."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from helpers.page_words import page_phrases
from moonlit.core.words import LANGUAGES, phrases

GLOSSARY = Path(__file__).resolve().parents[2] / "docs" / "glossary"


def rows(language: str) -> list[tuple[str, dict[str, Any]]]:
    table = tomllib.loads((GLOSSARY / f"{language}.toml").read_text(encoding="utf-8"))
    return [(topic, row) for topic, found in table.items() for row in found]


ROWS = [
    pytest.param(language, topic, row, id=f"{language}-{topic}-{row['term']}")
    for language in LANGUAGES
    for topic, row in rows(language)
]


def texts(topic: str, language: str) -> dict[str, str]:
    """What a topic says; how moves are written down is no language."""
    said = page_phrases(language) if topic == "page" else phrases(topic, language)
    return {key: text for key, text in said.items() if not key.startswith("help.")}


def without(text: str, allowed: list[str]) -> str:
    for phrase in allowed:
        text = text.replace(phrase, "")
    return text


def stands_in(word: str, text: str) -> bool:
    """As a word of its own, written just like that; what an argument is called is not said."""
    if "{" not in word:
        text = re.sub(r"\{\w+\}", "", text)
    edge = r"[^\W_]"
    return re.search(rf"(?<!{edge}){re.escape(word)}(?!{edge})", text) is not None


@pytest.mark.parametrize(("language", "topic", "row"), ROWS)
def test_a_thing_has_its_name_and_no_other(language: str, topic: str, row: dict[str, Any]) -> None:
    said = texts(topic, language)
    assert any(row["term"] in text for text in said.values()), f"nobody says {row['term']}"
    allowed = row.get("allowed", [])
    found = [
        f"{key}: {word}"
        for key, text in said.items()
        for word in row["not"]
        if stands_in(word, without(text, allowed))
    ]
    assert not found


def test_a_rejected_word_is_found() -> None:
    assert stands_in("roue", "Remplir la roue.")
    assert not stands_in("roue", "Le trouer")
    assert not stands_in("objetivo", without("Objetivo del juego", ["Objetivo del juego"]))
