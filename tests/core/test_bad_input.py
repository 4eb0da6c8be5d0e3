"""Whatever is wrong gets an error of Moonlit's that says what would be right; nothing changes."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import moonlit
from moonlit.core.words import LANGUAGES


def record(moves: int = 5) -> dict[str, Any]:
    match = moonlit.new("nova-luna", players=2, seed=3)
    for _ in range(moves):
        match.play(match.moves()[0])
    return json.loads(json.dumps(match.record()))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("4@0,1", "Tile 4 cannot be taken"),
        ("0@0,1", "Tile 0 cannot be taken"),
        ("1@0,0", "lies at 0,0 already"),
        ("1@5,5", "does not touch your display"),
        ("1@99,0", "does not touch your display"),
        ("refill", "when 1 or 2 tiles are left"),
        ("", "is not a move"),
        ("1@0;1", "is not a move"),
        ("１@0,1", "is not a move"),
        ("1@0,1\n", "is not a move"),
        ("x" * 10_000, "is not a move"),
    ],
)
def test_a_wrong_move(move: str, reason: str) -> None:
    match = moonlit.load(record(6))
    before = match.record()
    with pytest.raises(moonlit.IllegalMove) as caught:
        match.play(move)
    assert reason in str(caught.value)
    with pytest.raises(moonlit.IllegalMove):
        match.preview(move)
    assert match.record() == before


def test_a_move_has_one_spelling() -> None:
    match = moonlit.load(record(6))
    right = next(move for move in match.moves() if move.endswith(",0"))
    with pytest.raises(moonlit.IllegalMove, match=f"Write {right}"):
        match.play(right + "0")


@pytest.mark.parametrize("move", [None, 3, ["1@0,0"], b"1@0,0"])
def test_a_move_that_is_no_text(move: Any) -> None:
    match = moonlit.new("nova-luna", players=2, seed=3)
    with pytest.raises(moonlit.IllegalMove):
        match.play(move)
    assert match.number == 0


def test_no_move_after_the_end() -> None:
    match = moonlit.new("nova-luna", players=1, seed=3)
    while not match.over:
        match.play(match.moves()[0])
    with pytest.raises(moonlit.IllegalMove, match="The game is over"):
        match.play("1@0,0")


@pytest.mark.parametrize("seat", [2, -1, True, "0", 1.0])
def test_a_seat_that_does_not_exist(seat: Any) -> None:
    match = moonlit.new("nova-luna", players=2, seed=3)
    for ask in (match.view, match.log, match.history, lambda s: match.redeal(s, 1)):
        with pytest.raises(moonlit.BadSeat, match="0 to 1"):
            ask(seat)


@pytest.mark.parametrize("players", [0, 5, 7, -1, 10**9, True])
def test_a_number_of_players_that_does_not_fit(players: int) -> None:
    with pytest.raises(moonlit.BadTable, match="1 to 4"):
        moonlit.new("nova-luna", players=players)


@pytest.mark.parametrize("name", ["chess", "", "nova_luna", "../core", "Nova Luna"])
def test_an_unknown_game(name: str) -> None:
    with pytest.raises(moonlit.UnknownGame, match="nova-luna"):
        moonlit.new(name, players=2)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"speed": 1}, "no option speed"),
        ({"beginner": "yes"}, "true or false"),
        ({"beginner": 1}, "true or false"),
        ({"beginner": True}, "3 or 4 players"),
        (["beginner"], "table of names"),
        ({1: True}, "table of names"),
    ],
)
def test_a_wrong_option(options: Any, reason: str) -> None:
    with pytest.raises(moonlit.BadTable, match=reason):
        moonlit.new("nova-luna", players=2, options=options)


@pytest.mark.parametrize("seed", [-1, 2**53, 1.5, "7", True])
def test_a_wrong_seed(seed: Any) -> None:
    with pytest.raises(moonlit.BadTable, match="whole number"):
        moonlit.new("nova-luna", players=2, seed=seed)


@pytest.mark.parametrize("names", ["Ana", [1, 2], ["a" * 41, "b"], ["a\nb", "c"], {"a": 1}])
def test_wrong_names(names: Any) -> None:
    with pytest.raises(moonlit.BadTable):
        moonlit.new("nova-luna", players=names)


def test_undo_without_a_move() -> None:
    with pytest.raises(moonlit.NothingToUndo):
        moonlit.new("nova-luna", players=2).undo()


def damage(change: Any) -> dict[str, Any]:
    damaged = copy.deepcopy(record())
    change(damaged)
    return damaged


def change_deal(key: str, value: Any) -> Any:
    return lambda r: r["deal"].__setitem__(key, value)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r.update(format=2), "format 2"),
        (lambda r: r.pop("format"), "format None"),
        (lambda r: r.update(format=True), "format True"),
        (lambda r: r.update(rules=1.0), "version 1.0"),
        (lambda r: r.update(game=["nova-luna"]), "no game called ['nova-luna']"),
        (lambda r: r.update(game="chess"), "no game called chess"),
        (lambda r: r.update(rules=9), "version 9"),
        (lambda r: r.update(players=["a"] * 7), "not by 7"),
        (lambda r: r.update(players="ab"), "list of names"),
        (lambda r: r.update(options={"x": 1}), "no option x"),
        (lambda r: r.update(seed=-3), "not a seed"),
        (lambda r: r.update(deal=None, seed=None), "neither a deal nor a seed"),
        (lambda r: r.update(extra=1), "no field extra"),
        (lambda r: r.update(moves="1@0,0"), "list of moves"),
        (lambda r: r.update(moves=[1]), "list of moves"),
        (lambda r: r["moves"].__setitem__(3, "9@0,0"), "Move 4 of the record, 9@0,0"),
        (lambda r: r.update(result=[{"seat": 0}]), "result"),
        (change_deal("order", [0, 0]), "each of these seats once"),
        (change_deal("order", [0, True]), "each of these seats once"),
        (change_deal("order", "01"), "each of these seats once"),
        (change_deal("tiles", []), "all 68 tiles"),
        (change_deal("more", 1), "order and tiles"),
        (lambda r: r["deal"]["tiles"].__setitem__(0, "b9[]"), "b9"),
        (lambda r: r["deal"]["tiles"].__setitem__(0, None), "None"),
        (lambda r: r["deal"]["tiles"].__setitem__(0, r["deal"]["tiles"][1]), "too often"),
    ],
)
def test_a_damaged_record(change: Any, reason: str) -> None:
    with pytest.raises(moonlit.BadRecord) as caught:
        moonlit.load(damage(change))
    assert reason in str(caught.value)


@pytest.mark.parametrize("foreign", [None, [], "record", 3, {}, {"format": 1}])
def test_a_foreign_record(foreign: Any) -> None:
    with pytest.raises(moonlit.BadRecord):
        moonlit.load(foreign)


RECORD = record()
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(RECORD)), json_values)
def test_any_field_of_a_record_may_be_anything(field: str, value: Any) -> None:
    """Either it still is a record, or a BadRecord says why not."""
    said = set()
    try:
        moonlit.load({**RECORD, field: value})
    except moonlit.BadRecord as error:
        said = {error.text(language) for language in LANGUAGES}
    assert len(said) in (0, 3)


def test_a_deal_is_preferred_to_a_seed() -> None:
    written = record(0)
    other = moonlit.new("nova-luna", players=2, seed=99).record()["deal"]
    match = moonlit.load({**written, "deal": other})
    assert match.record()["deal"] == other
    assert moonlit.load({**written, "deal": None}).record()["deal"] == written["deal"]


HUGE = 10**5000  # more digits than Python writes
DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]
LARGE: dict[str, Any] = {
    "number": HUGE,
    "negative": -HUGE,
    "list": [HUGE],
    "tuple": (HUGE,),
    "deep": DEEP,
    "table": {"a": DEEP},
    "long": 10**100,
}


@pytest.mark.parametrize("kind", LARGE)
def test_what_is_too_large_to_say_back_is_complained_about_too(kind: str) -> None:
    value = LARGE[kind]
    match = moonlit.new("nova-luna", players=2, seed=3)
    for attempt in (
        lambda: match.play(value),
        lambda: match.view(value),
        lambda: match.redeal(0, value),
        lambda: moonlit.new(value, players=2),
        lambda: moonlit.new("nova-luna", players=value),
        lambda: moonlit.new("nova-luna", players=2, seed=value),
        lambda: moonlit.new("nova-luna", players=3, options={"beginner": value}),
        *(lambda field=field: moonlit.load({**RECORD, field: value}) for field in RECORD),
        lambda: moonlit.load({**RECORD, "deal": {**RECORD["deal"], "order": [0, value]}}),
    ):
        with pytest.raises(moonlit.MoonlitError) as caught:
            attempt()
        for language in LANGUAGES:
            assert 20 < len(caught.value.text(language)) < 250
        assert len(repr(caught.value)) < 500


def test_what_a_match_hands_out_is_not_the_match() -> None:
    match = moonlit.new("nova-luna", players=3, seed=3, options={"beginner": True})
    match.record()["options"]["beginner"] = False
    match.view(0)["options"]["speed"] = 1
    assert match.record()["options"] == match.view(0)["options"] == {"beginner": True}
    lumathon = {"captain": 0, "winner": 1, "last": 0}
    match = moonlit.new("nomads", players=2, seed=3, options={"lumathon": lumathon})
    match.record()["options"]["lumathon"]["captain"] = 7
    assert match.record()["options"] == {"lumathon": lumathon}


def test_an_error_can_be_pickled_and_said_in_three_languages() -> None:
    with pytest.raises(moonlit.BadRecord) as caught:
        moonlit.load(damage(lambda r: r["moves"].__setitem__(0, "5@0,0")))
    again = pickle.loads(pickle.dumps(caught.value))
    said = {again.text(language) for language in LANGUAGES}
    assert len(said) == 3
    assert caught.value.text() in said
