"""The nine Muses of the box, another table of Muses, and what is wrong with bad ones."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import moonlit
from games.dance_of_muses.tools import GAME, dice, muse, table
from moonlit import BadTable
from moonlit.core.conformance import CHECKS
from moonlit.core.words import LANGUAGES
from moonlit.games import dance_of_muses
from moonlit.games.dance_of_muses import options
from moonlit.games.dance_of_muses.components import MUSE_NAMES, MUSES, numbers

FILE = Path(dance_of_muses.__file__).with_name("components.toml")
OTHERS = {name: muse("lower", "diagonal", 1 + n % 3) for n, name in enumerate(MUSE_NAMES)}


def test_the_muses_are_every_power_with_every_area_and_suns_in_a_latin_square() -> None:
    kinds = {(face["power"], face["area"]) for face in MUSES.values()}
    assert len(kinds) == 9
    for kind in ("power", "area"):
        for value in {face[kind] for face in MUSES.values()}:
            suns = [face["suns"] for face in MUSES.values() if face[kind] == value]
            assert sorted(suns) == [1, 2, 3]


def test_what_the_rulebook_shows_of_the_muses() -> None:
    assert MUSES["thalia"]["power"] == "raise"
    assert MUSES["euterpe"]["area"] == "orthogonal"


def test_the_data_file_says_that_it_is_reconstructed() -> None:
    assert "RECONSTRUCTED" in FILE.read_text(encoding="utf-8")
    for language in LANGUAGES:
        text = tomllib.loads((FILE.parent / "text" / f"{language}.toml").read_text("utf-8"))
        assert text["rulings"]["components"]


def test_the_data_file_itself_can_be_given_as_components() -> None:
    given = tomllib.loads(FILE.read_text(encoding="utf-8"))
    match = moonlit.new(GAME, 2, seed=1, options={"components": given})
    plain = moonlit.new(GAME, 2, seed=1)
    assert match.view()["muses"] == plain.view()["muses"]


def test_another_table_of_muses_is_played_and_kept_in_the_record() -> None:
    match = moonlit.new(GAME, 3, seed=2, options={"components": OTHERS})
    assert {face["power"] for face in match.view()["muses"]} == {"lower"}
    assert match.record()["options"] == {"components": OTHERS}
    again = moonlit.load(json.loads(json.dumps(match.record())))
    assert again.view() == match.view()


def test_another_table_is_declared_for_every_count_and_not_offered() -> None:
    (option,) = options.OPTIONS
    assert (option.name, option.kind, option.offered) == ("components", "table", False)
    for players in (2, 3, 4):
        assert option.fits(players)
        assert options.read(players, {}) == ({}, numbers(MUSES))
        given = {"components": OTHERS}
        assert options.read(players, given) == (given, numbers(OTHERS))


def test_another_table_changes_what_a_power_does() -> None:
    placings = ["clio@0,1", "erato@1,0", "?euterpe@1,1", "?melpomene@2,0"]
    placings += ["polyhymnia@2,1", "terpsichore@3,0", "thalia@3,1", "urania@4,1"]
    match = table(2, placings, muses={"clio": muse("raise", "orthogonal", 1)})
    match.play("clio*?0:w")
    assert dice(match)["?0"] == 2


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_another_table_keeps_the_contract(check: Any) -> None:
    check(GAME, 2, 5, {"components": OTHERS})


def changed(**changes: Any) -> dict[str, Any]:
    return {**MUSES, "clio": {**MUSES["clio"], **changes}}


@pytest.mark.parametrize(
    ("given", "key"),
    [
        (7, "components_no_table"),
        (["clio"], "components_no_table"),
        ({**MUSES, "zeus": MUSES["clio"]}, "components_unknown_muse"),
        ({1: 2}, "components_unknown_muse"),
        ({name: MUSES[name] for name in MUSE_NAMES[1:]}, "components_missing"),
        ({}, "components_missing"),
        ({**MUSES, "clio": "raise"}, "components_fields"),
        ({**MUSES, "clio": {"power": "raise", "area": "all"}}, "components_fields"),
        (changed(color="red"), "components_fields"),
        (changed(power="fly"), "components_power"),
        (changed(power=["raise"]), "components_power"),
        (changed(area="far"), "components_area"),
        (changed(area={}), "components_area"),
        (changed(suns=0), "components_suns"),
        (changed(suns=4), "components_suns"),
        (changed(suns=True), "components_suns"),
        (changed(suns=1.0), "components_suns"),
        (changed(suns="2"), "components_suns"),
    ],
)
def test_a_bad_table_is_refused_with_a_reason(given: Any, key: str) -> None:
    with pytest.raises(BadTable) as error:
        moonlit.new(GAME, 2, seed=1, options={"components": given})
    assert error.value.key == key
    for language in LANGUAGES:
        assert error.value.text(language)


def test_other_tables_are_refused() -> None:
    for players in (1, 5):
        with pytest.raises(BadTable):
            moonlit.new(GAME, players)
    with pytest.raises(BadTable):
        moonlit.new(GAME, 2, options={"beginner": True})
