"""Apollo's Will, the columns, the Suns and every tie-break of Dance of Muses.

Each case names the dice that the pieces are to show. They are brought there by steps alone, in
two rows of Muses; all have one sun, so that a die left at 1 counts 6 by Apollo's Will.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import games.dance_of_muses.reference as reference
import moonlit
from games.dance_of_muses.tools import GAME, dice, raise_dice, two_rows
from moonlit.core.contract import reading
from moonlit.core.engine import engine as engine_for
from moonlit.core.engine import new_deal
from moonlit.core.registry import find_game
from moonlit.games.dance_of_muses.components import MUSE_NAMES, MUSES

ONE_SUN = {name: {**MUSES[name], "suns": 1} for name in MUSE_NAMES}
LOWERING = {name: {"power": "lower", "area": "all", "suns": 1} for name in MUSE_NAMES}
ORDER = ["calliope", "clio", "erato", "euterpe", "melpomene", "polyhymnia"]
ORDER3 = [*ORDER, "?terpsichore", "?thalia", "?urania"]
ORDER2 = [*ORDER, "?terpsichore", "?thalia"]
ORDER4 = [*ORDER[:4], "?melpomene", "?polyhymnia", "?terpsichore", "?thalia"]
# whose dice are whose, by seat (with four by company), the one that ends the game first
ROWS3 = [["calliope", "euterpe", "?1"], ["clio", "melpomene", "?2"], ["erato", "polyhymnia", "?3"]]
ROWS2 = [["calliope", "erato", "melpomene", "?1"], ["clio", "euterpe", "polyhymnia", "?2"]]
ROWS4 = [["calliope", "erato", "?1", "?3"], ["clio", "euterpe", "?2", "?4"]]
TABLES: dict[int, Any] = {2: (ORDER2, ROWS2), 3: (ORDER3, ROWS3), 4: (ORDER4, ROWS4)}


def scored(*rows: list[int], players: int, ended_by: int) -> moonlit.Match:
    """A finished game with these dice, row by row; the first of the first row ends it at 6."""
    order, names = TABLES[players]
    wanted = {
        name: value
        for own, values in zip(names, rows, strict=True)
        for name, value in zip(own, values, strict=True)
    }
    assert wanted.pop("calliope") == 6
    match = two_rows(players, order, muses=ONE_SUN)
    turns = 5 + sum(value - 1 for value in wanted.values())
    waste(match, (ended_by + 1 - turns) % players, players)
    raise_dice(match, wanted)
    raise_dice(match, {"calliope": 6})
    assert match.over
    assert wanted.items() <= dice(match).items()
    assert match.view()["scoring"]["ended_by"] == ended_by
    return match


def waste(match: moonlit.Match, turns: int, players: int) -> None:
    """Turns that change nothing that counts: with the Neutral, or a pip given and taken."""
    if players != 3:
        raise_dice(match, {"?0" if players == 2 else "urania": 1 + turns})
    for turn in range(turns if players == 3 else 0):
        way = "ns"[turn % 2]
        match.play(f"euterpe:{way}")
        match.play(f"clio:{way}*euterpe")


def column(match: moonlit.Match, key: str) -> list[Any]:
    standings = match.standings()
    assert standings is not None
    return [row[key] for row in standings]


def places(match: moonlit.Match) -> list[int]:
    return column(match, "place")


# ---- the rulebook's example ------------------------------------------------------------------


def test_the_example_with_three_companies() -> None:
    """A tie of two 6; a 5 above two 4; a 4: one Sun each, and the first of them is Silver."""
    match = scored([6, 5, 2], [4, 4, 1], [5, 4, 3], players=3, ended_by=0)
    sheet = match.view()["scoring"]
    assert sheet["dice"] == [[6, 5, 2], [6, 4, 4], [5, 4, 3]]
    assert sheet["columns"] == [None, 0, 1]
    assert sheet["suns"] == [1, 1, 0]
    assert sheet["silver"] == 0
    assert places(match) == [1, 2, 3]
    assert column(match, "score") == [1, 1, 0]
    assert column(match, "silver") == [True, False, False]


# ---- Apollo's Will ---------------------------------------------------------------------------


def test_apollos_will_sets_a_die_that_equals_the_suns_to_six() -> None:
    match = scored([6, 5, 2], [4, 4, 1], [5, 4, 3], players=3, ended_by=0)
    assert match.view()["scoring"]["will"] == ["thalia"]
    assert dice(match)["?2"] == 1  # on the table it still shows what it showed
    assert column(match, "dice")[1] == [6, 4, 4]


def test_apollos_will_counts_the_suns_of_each_muse() -> None:
    """By the usual table: Calliope has 2 suns, Melpomene 3, Clio 1."""
    match = two_rows(2, ORDER2)
    raise_dice(match, {"melpomene": 3, "clio": 2, "euterpe": 3, "erato": 2, "polyhymnia": 4})
    raise_dice(match, {"?1": 3, "?2": 2, "calliope": 6})
    assert match.view()["scoring"]["will"] == ["urania", "melpomene"]
    assert column(match, "dice") == [[6, 6, 3, 2], [4, 3, 2, 2]]


def test_the_neutrals_die_does_not_count() -> None:
    """Left at 1, the Neutral fulfils Apollo's Will, and it is nobody's 6."""
    match = scored([6, 2, 2, 2], [2, 2, 2, 2], players=2, ended_by=0)
    sheet = match.view()["scoring"]
    assert "urania" in sheet["will"] or dice(match)["?0"] > 1
    assert sheet["dice"] == [[6, 2, 2, 2], [2, 2, 2, 2]]


# ---- Suns and Silver -------------------------------------------------------------------------


def test_most_suns_win_even_against_silver() -> None:
    match = scored([6, 3, 3, 2], [5, 4, 4, 2], players=2, ended_by=0)
    assert match.view()["scoring"]["columns"] == [0, 1, 1, None]
    assert column(match, "score") == [1, 2]
    assert places(match) == [2, 1]


def test_a_tie_of_suns_goes_to_the_silver_sun() -> None:
    match = scored([6, 5, 2, 2], [5, 4, 3, 3], players=2, ended_by=0)
    assert column(match, "score") == [2, 2]
    assert places(match) == [1, 2]


def test_silver_is_the_first_column_won_not_the_first_column() -> None:
    match = scored([6, 3, 3, 2], [1, 4, 2, 2], players=2, ended_by=0)
    assert match.view()["scoring"]["columns"] == [None, 1, 0, None]
    assert column(match, "silver") == [False, True]
    assert places(match) == [2, 1]


def test_a_tie_of_two_under_a_higher_die_does_not_matter() -> None:
    match = scored([6, 5, 5], [3, 4, 4], [2, 4, 4], players=3, ended_by=1)
    assert match.view()["scoring"]["columns"] == [0, 0, 0]


# ---- without a Sun ---------------------------------------------------------------------------


def test_if_nobody_won_a_sun_the_highest_sum_wins() -> None:
    match = scored([6, 5, 3], [3, 3, 1], [5, 5, 3], players=3, ended_by=0)
    assert match.view()["scoring"]["columns"] == [None, None, None]
    assert column(match, "sum") == [14, 12, 13]
    assert column(match, "score") == [0, 0, 0]
    assert places(match) == [1, 3, 2]


def test_still_tied_the_one_who_ended_the_game_is_last_of_the_tied() -> None:
    for ended_by in (0, 1):
        match = scored([6, 5, 3, 2], [1, 5, 3, 2], players=2, ended_by=ended_by)
        assert column(match, "sum") == [16, 16]
        assert places(match) == [1 + (ended_by == seat) for seat in (0, 1)]
        assert column(match, "ended") == [ended_by == 0, ended_by == 1]


def test_the_others_of_the_tied_share_the_place() -> None:
    match = scored([6, 5, 3], [5, 3, 1], [5, 3, 1], players=3, ended_by=2)
    assert column(match, "sum") == [14, 14, 14]
    assert places(match) == [1, 1, 3]


def test_the_same_chain_orders_the_places_behind_the_winner() -> None:
    """Two tied behind the first: the sum, then who ended the game; else they share."""
    by_sum = scored([6, 5, 5], [4, 4, 4], [4, 4, 3], players=3, ended_by=2)
    assert column(by_sum, "score") == [3, 0, 0]
    assert places(by_sum) == [1, 2, 3]
    by_end = scored([6, 5, 5], [4, 3, 3], [4, 3, 3], players=3, ended_by=1)
    assert places(by_end) == [1, 3, 2]
    shared = scored([6, 5, 5], [4, 3, 3], [4, 3, 3], players=3, ended_by=0)
    assert places(shared) == [1, 2, 2]


def test_after_200_turns_the_tied_share_the_place() -> None:
    """Calliope and Erato hand one pip to and fro, and the Neutral takes it in the last turn."""
    match = two_rows(4, ORDER4, muses=LOWERING)
    for turn in range(199):
        name, other = ("calliope", "erato") if turn % 2 == 0 else ("erato", "calliope")
        step = f"{name}:{'n' if turn % 4 < 2 else 's'}"
        match.play(f"{step}*{other}" if turn else step)
    assert not match.over
    match.play("urania*calliope:w")
    assert match.over
    assert match.view()["scoring"]["ended_by"] is None
    assert column(match, "ended") == [False] * 4
    assert column(match, "dice") == [[6, 6, 6, 6]] * 4
    assert places(match) == [1, 1, 1, 1]


# ---- four players ----------------------------------------------------------------------------


def test_partners_share_the_place_of_their_company() -> None:
    match = scored([6, 5, 3, 2], [5, 4, 3, 2], players=4, ended_by=1)
    assert places(match) == [1, 2, 1, 2]
    assert column(match, "score") == [2, 0, 2, 0]
    assert column(match, "company") == [0, 1, 0, 1]


def test_the_company_of_whoever_ended_the_game_loses_a_tie() -> None:
    for ended_by in range(4):
        match = scored([6, 5, 3, 2], [1, 5, 3, 2], players=4, ended_by=ended_by)
        assert places(match) == ([2, 1, 2, 1] if ended_by % 2 == 0 else [1, 2, 1, 2])
        assert column(match, "ended") == [seat == ended_by for seat in range(4)]


def test_a_finished_game_is_told_column_by_column() -> None:
    told = scored([6, 5, 3, 2], [5, 4, 3, 2], players=4, ended_by=1).log()[-1]
    keys = [entry["key"] for entry in told]
    assert keys[-4:] == [
        "log.silver_company",
        "log.bronze_company",
        "log.column_tied",
        "log.column_tied",
    ]
    assert keys.count("log.mystery_was") == 4


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("muses", [MUSES, ONE_SUN], ids=["usual", "one-sun"])
def test_random_games_end_as_a_second_count_says(players: int, muses: dict[str, Any]) -> None:
    game = find_game(GAME)
    engine = engine_for(game)
    _, config = game.configure(players, {"components": muses})
    chance = random.Random(players)
    for seed in range(150):
        states = engine.setup(config, new_deal(game, config, seed))
        while states["to_move"][0] >= 0:
            engine.play(states, chance.choice(engine.legal(states).tolist()))
        places, merits = engine.result(states)
        expected = reference.standings(game.view(reading(states), -1))
        found = [(places[seat], merits[seat]) for seat in range(players)]
        assert found == expected, seed
