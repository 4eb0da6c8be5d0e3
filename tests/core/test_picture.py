"""Pictures of positions: whole, the same every time, with nothing that a seat cannot know."""

from __future__ import annotations

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import moonlit
from helpers.packages import NAME, copy_example, looking_into
from moonlit.core.registry import find_game
from moonlit.core.themes import THEMES
from moonlit.core.words import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"
PEOPLE = ("Ana & <Co>", 'a "name"', "五郎", "x" * 40, "")
TAGS = {"svg", "title", "defs", "g", "use", "text", "path", "rect", "circle", "ellipse", "stop"}
TAGS |= {"clipPath", "pattern", "linearGradient", "radialGradient"}
TABLES = [(name, players) for name in moonlit.game_names() for players in find_game(name).seats]


def positions(game: str, players: int, seed: int) -> list[moonlit.Match]:
    """A random game at its beginning, twice on the way, and at its end."""
    match, chance = moonlit.new(game, PEOPLE[:players], seed=seed), random.Random(seed)
    found = [match.copy()]
    while not match.over:
        match.play_action(chance.choice(match.legal_actions().tolist()))
        if match.number in (7, 23):
            found.append(match.copy())
    return [*found, match]


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [node.text or "" for node in root.iter(f"{SVG}text")]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_position_is_a_whole_picture(game: str, players: int) -> None:
    for index, match in enumerate(positions(game, players, players)):
        theme, language = list(THEMES)[index % 2], LANGUAGES[index % 3]
        seat = None if index % 2 else players - 1
        drawn = moonlit.svg(match, seat, theme=theme, language=language)
        assert drawn == moonlit.svg(match.copy(), seat, theme=theme, language=language)
        root = ElementTree.fromstring(drawn)
        used = {node.get("href", "")[1:] for node in root.iter(f"{SVG}use")}
        used |= set(re.findall(r"url\(#(\w+)\)", drawn))
        ids = [node.get("id") for node in root.iter() if node.get("id")]
        assert used == set(ids)
        assert len(ids) == len(set(ids))
        values = [value for node in root.iter() for value in node.attrib.values()]
        assert not [value for value in values if re.search(r"http|\b(nan|inf|None)\b", value)]
        assert {node.tag.removeprefix(SVG) for node in root.iter()} <= TAGS
        assert {str(number + 1) for number in range(players)} <= set(texts(drawn))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(game: str, players: int) -> None:
    for match in positions(game, players, 5)[:-1]:
        for seat in (None, 0, players - 1):
            drawn = moonlit.svg(match, seat)
            for seed in range(2):
                assert moonlit.svg(match.redeal(seat, seed), seat) == drawn


def test_names_are_text_and_nothing_else() -> None:
    match = moonlit.new(moonlit.game_names()[0], 2, seed=1)
    told = texts(moonlit.svg(match, names=['</g>"&<b', "a\u202e\x00\x1bb"]))
    assert '</g>"&<b' in told
    assert "a···b" in told


def test_a_width_is_only_how_large_it_is_shown() -> None:
    match = moonlit.new(moonlit.game_names()[0], 2, seed=1)
    small, large = moonlit.svg(match, width=400), moonlit.svg(match, width=1600)
    assert 'width="400"' in small
    assert small.partition("viewBox")[2] == large.partition("viewBox")[2]
    assert match._repr_svg_() == moonlit.svg(match)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"theme": "dusk"}, "themes are night, day"),
        ({"language": "de"}, "languages are en, es, fr"),
        ({"width": 10}, "200 to 4000 pixels wide, not 10"),
        ({"seat": 2}, "no seat 2 here"),
    ],
)
def test_what_cannot_be_drawn_says_why(given: dict[str, object], told: str) -> None:
    match = moonlit.new(moonlit.game_names()[0], 2, seed=1)
    with pytest.raises(moonlit.MoonlitError, match=told):
        moonlit.svg(match, **given)  # type: ignore[arg-type]


def test_a_game_without_a_drawing_is_laid_out_from_its_view(tmp_path: Path) -> None:
    copy_example(tmp_path)
    with looking_into(tmp_path):
        match = moonlit.new(NAME, ["Ana", "Bo"], seed=3)
        told = texts(moonlit.svg(match, 0))
        assert {"Ana", "Bo", "Ana to move", "Could be", "In the hands"} <= set(told)
        for seat in (None, 0):
            assert moonlit.svg(match.redeal(seat, 1), seat) == moonlit.svg(match, seat)
        while not match.over:
            match.play(match.moves()[-1])
        assert "Puesto 1" in texts(moonlit.svg(match, theme="day", language="es"))
