"""The end at the terminal: the columns that a game declares, within 80 letters."""

from __future__ import annotations

import random

import pytest

import moonlit
from moonlit.core.registry import games
from moonlit.core.words import LANGUAGES, phrases
from moonlit.terminal.standings import standings


def played(game: str, players: int) -> moonlit.Match:
    match, chance = moonlit.new(game, players=players, seed=3), random.Random(3)
    while not match.over:
        match.play(chance.choice(match.moves()))
    return match


@pytest.mark.parametrize("game", games(), ids=lambda game: str(game.name))
def test_the_columns_of_a_game_are_read_at_80_letters(game: moonlit.Game) -> None:
    for players in game.seats:
        match = played(game.name, players)
        companies = {game.company(players, seat) for seat in range(players)}
        for language in LANGUAGES:
            names = [f"A name that is much longer than others {seat}" for seat in range(players)]
            head, *lines = standings(match, names, language, 80)
            titles = phrases(game.name, language)
            for column in game.columns(players):
                assert titles[f"standings.{column.field}"] in head
            assert len(lines) == len(companies)
            assert {len(line) for line in [head, *lines]} == {len(head)}, "all end alike"
            assert len(head) <= 80


def test_the_numbers_behind_a_score_are_told() -> None:
    match = played("nomads", 2)
    head, *lines = standings(match, ["Ana", "Ben"], "en", 80)
    assert head.split("  ")[-1].strip() == "Score"
    by_place = sorted(match.standings() or [], key=lambda row: row["place"])
    for line, row in zip(lines, by_place, strict=True):
        told = [row["cards"], row["moons"], -row["tiles"], row["score"]]
        assert line.startswith(f"{row['place']}. {('Ana', 'Ben')[row['seat']]} ")
        assert [int(part.replace("−", "-")) for part in line.split()[2:]] == told


def test_a_game_that_goes_on_has_no_standings() -> None:
    assert standings(moonlit.new("nomads", players=2, seed=1), ["", ""], "en", 80) == []
