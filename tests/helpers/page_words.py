"""What a page must not say: a key instead of its words, or English to those who read another."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import moonlit
from moonlit.core.words import _flat, phrases

TEXT = Path(__file__).resolve().parents[2] / "web" / "src" / "text"
OWN = ("core", "bots", "server", "study")  # topics of the package that the page can say


@cache
def page_phrases(language: str) -> dict[str, str]:
    """The page's own words."""
    files = sorted((TEXT / language).glob("*.toml"))
    found = [_flat(tomllib.loads(path.read_text(encoding="utf-8")), "") for path in files]
    return dict(pair for pairs in found for pair in pairs)


@cache
def all_phrases(language: str) -> dict[str, str]:
    """Everything a reader of the page may meet, by topic and key."""
    said = {f"page:{key}": text for key, text in page_phrases(language).items()}
    for topic in (*moonlit.game_names(), *OWN):
        said |= {f"{topic}:{key}": text for key, text in phrases(topic, language).items()}
    return said


ARGUMENT = re.compile(r"\{(\w+)(?::((?:[^{}|]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*))?\}")


def pattern(text: str) -> re.Pattern[str]:
    """What a phrase looks like once its arguments are in place."""
    parts, end = [], 0
    for found in ARGUMENT.finditer(text):
        parts.append(re.escape(text[end : found.start()]))
        if found[3] is None:
            parts.append(r".+?")
        else:
            one, many = (pattern(choice).pattern for choice in (found[2], found[3]))
            parts.append(f"(?:{one}|{many})")
        end = found.end()
    return re.compile("".join(parts) + re.escape(text[end:]))


@cache
def patterns(language: str) -> list[tuple[str, re.Pattern[str]]]:
    said = all_phrases(language)
    return [(key, pattern(text)) for key, text in said.items() if telling(text)]


def telling(text: str) -> bool:
    """Enough words of its own to be recognized; "{count} {of}" fits everything."""
    return len(re.findall(r"[^\W\d_]{3,}", ARGUMENT.sub(" ", text))) >= 2


TOPICS = "|".join((*moonlit.game_names(), *OWN, "page"))
KEY = re.compile(rf"\b(?:{TOPICS}):[a-z_]+(?:\.\w+)*")


def leftovers(texts: Iterable[str], language: str) -> list[str]:
    """What is wrong with texts that were read on a page in a language."""
    english, own = all_phrases("en"), all_phrases(language)
    plain = {text for text in own.values() if "{" not in text}
    wrong = {
        text: key
        for key, text in english.items()
        if own[key] != text and "{" not in text and text not in plain
    }
    found = []
    for text in texts:
        if KEY.search(text):
            found.append(f"a key: {text}")
        elif re.search(r"[{}]", text):
            found.append(f"a brace: {text}")
        elif language != "en" and text in wrong:
            found.append(f"English, {wrong[text]}: {text}")
        elif language != "en" and (key := english_of(text, language)):
            found.append(f"English, {key}: {text}")
    return found


def english_of(text: str, language: str) -> str | None:
    """The key of the English phrase that a text is, unless it is one of its own language too."""
    for key, shape in patterns("en"):
        if shape.fullmatch(text) and all_phrases(language)[key] != all_phrases("en")[key]:
            own = any(other.fullmatch(text) for _, other in patterns(language))
            return None if own else key
    return None
