"""No sentence is missing, unused or different in its arguments, in any language."""

from __future__ import annotations

import re

import pytest

import moonlit
from helpers.words import arguments, read
from moonlit.core.registry import find_game
from moonlit.core.words import LANGUAGES, PACKAGE, folder, is_singular, phrases, say

CLI = sorted((PACKAGE / "cli").glob("*.py"))
TOPICS = [
    *moonlit.game_names(),
    "core",
    "arena",
    "corpus",
    "study",
    "terminal",
    "bots",
    "search",
    "learn",
    "client",
    "server",
    "envs",
    "cuda",
]
ON_THE_PAGE = ("page.", "learn.")  # test_page_words.py looks for these
DECLARED = ("option.", "standings.")  # words of what a game declares
# Groups that are shown as a whole, or looked up by a name that is made at run time.
# A game's test_why.py sees every sentence of `why` said.
WHOLE_GROUPS = {
    *("rules", "rulings", "command", "command_help", "level", "about", "word", "theme"),
    *("why", "shown.why"),
}


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_same_keys_with_the_same_arguments(topic: str, language: str) -> None:
    english, other = phrases(topic, "en"), phrases(topic, language)
    assert list(other) == list(english)
    for key, text in other.items():
        assert text, f"{key} says nothing"
        assert arguments(text) == arguments(english[key]), key


@pytest.mark.parametrize("topic", TOPICS)
def test_every_key_is_used(topic: str) -> None:
    sources = own_sources(topic) + read(CLI) + read((PACKAGE / "terminal").rglob("*.py"))
    for key in phrases(topic, "en"):
        group, _, name = key.rpartition(".")
        if group not in WHOLE_GROUPS and not key.startswith((*ON_THE_PAGE, *DECLARED)):
            assert re.search(rf"[\"'.]{re.escape(name)}[\"']", sources), f"nothing says {key}"


@pytest.mark.parametrize("topic", TOPICS)
def test_every_key_that_is_said_has_words(topic: str) -> None:
    sources = own_sources(topic)
    said = set(re.findall(r"[\"']((?:log|board|help|command_help)\.\w+)[\"']", sources))
    said |= set(re.findall(r"\bentry\(\s*\"([\w.]+)\"", sources))
    said |= {f"log.{name}" for name in re.findall(r"\btell\(\s*\"(\w+)\"", sources)}
    where = "" if topic == "core" else r", (?:TOPIC|self\.name)"
    said |= set(re.findall(rf"(?:{ERRORS})\(\s*\"(\w+)\"{where}", sources))
    said |= set(re.findall(REFUSED, sources))
    assert said
    assert said - set(phrases(topic, "en")) - {"help.notation", "help.drawing"} <= set()
    if topic in moonlit.game_names():
        assert {"name", "summary", "help.notation", "help.drawing"} <= set(phrases(topic, "en"))


ERRORS = "BadTable|BadRecord|BadSeat|IllegalMove|NothingToUndo|UnknownGame|NoDevice"
REFUSED = r"\brefuse\(\s*\"(\w+)\""


def own_sources(topic: str) -> str:
    return read(folder(topic).parent.rglob("*.py")) + (read(CLI) if topic == "terminal" else "")


@pytest.mark.parametrize("game", moonlit.game_names())
def test_what_a_game_declares_has_words_and_nothing_else_has(game: str) -> None:
    found = find_game(game)
    wanted = {f"option.{option.name}.{key}" for option in found.options for key in option.texts()}
    for players in found.seats:
        wanted.add("standings.how_solo" if players == 1 else "standings.how")
        for column in found.columns(players):
            wanted.add(f"standings.{column.field}")
            wanted |= {"standings.mark"} if column.mark else set()
    assert wanted == {key for key in phrases(game, "en") if key.startswith(DECLARED)}


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", ["es", "fr"])
def test_nothing_is_left_in_english(topic: str, language: str) -> None:
    english, other = phrases(topic, "en"), phrases(topic, language)
    title = english.get("name", "\n")  # a game keeps its name
    for key, text in other.items():
        text = text.replace(title, "")
        if len(re.findall(r"[a-z]{2,}", re.sub(r"\{[^}]*\}", "", english[key]))) > 2:
            assert text != english[key], f"{key} is not translated"
        words = set(re.findall(r"[a-zé]+", re.sub(r"\{[^}]*\}", "", text.lower())))
        left = words & {"the", "and", "is", "of", "with", "you", "your", "this", "which"}
        assert not left, f"{key} has {left}"


def test_singular_and_plural() -> None:
    for language, zero, one, two in (
        ("en", "goals", "goal", "goals"),
        ("es", "tareas", "tarea", "tareas"),
        ("fr", "objectif", "objectif", "objectifs"),
    ):
        for count, word in ((0, zero), (1, one), (2, two)):
            said = say("nova-luna", "log.met", language, ["Ana"], seat=0, count=count, left=5)
            assert f" {count} {word}" in said
    assert is_singular(-1, "en")


def test_a_seat_is_said_by_name_or_number() -> None:
    assert say("nova-luna", "log.last_disc", "en", ["Ana", ""], seat=0).startswith("Ana ")
    assert say("nova-luna", "log.last_disc", "fr", ["Ana", ""], seat=1).startswith("Joueur 2 ")


@pytest.mark.parametrize("game", moonlit.game_names())
def test_every_move_with_its_preview_and_its_log_can_be_said(game: str) -> None:
    match = moonlit.new(game, players=3, seed=1)
    told = []
    while not match.over:
        moves = match.moves()
        for move in moves[:: max(1, len(moves) // 9)]:
            told += match.describe(move) + match.preview(move)["entries"]
        match.play(moves[match.number % len(moves)])
    told += [entry for move in match.log() for entry in move]
    assert {"move", "log"} <= {entry["key"].partition(".")[0] for entry in told}
    for language in LANGUAGES:
        for entry in told:
            said = say(game, entry["key"], language, **entry["args"])
            assert not re.search("[<>@]", said), f"notation: {said}"
