"""The examples of the rulebook, one test each, in our notation.

The pictures are told in words only, so this floor is one that fits everything they say:

      -3  -2  -1   0   1
   1       ?1  Th       Eu(C)      ?1 ?2 ?3: Erato, Melpomene, Terpsichore
   0  ?3      Cl(D) Ca(B)
  -1       ?2  Ur       Po(A)
"""

from __future__ import annotations

import pytest

from games.dance_of_muses.tools import dice, pieces, steps, table
from moonlit import IllegalMove, Match

FLOOR = [
    "calliope@0,0",
    "clio@-1,0",
    "polyhymnia@1,-1",
    "euterpe@1,1",
    "thalia@-1,1",
    "urania@-1,-1",
    "?erato@-2,1",
    "?melpomene@-2,-1",
    "?terpsichore@-3,0",
]


@pytest.fixture
def floor() -> Match:
    return table(3, FLOOR)


def test_polyhymnia_may_not_step_away_from_the_group(floor: Match) -> None:
    assert steps(floor, "polyhymnia") == {"n", "w"}
    with pytest.raises(IllegalMove, match="split the group"):
        floor.play("polyhymnia:e")


def test_calliope_cannot_step_at_all(floor: Match) -> None:
    """Up she loses Polyhymnia, to the right she splits the group, down she leaves Euterpe."""
    assert steps(floor, "calliope") == set()


def test_calliope_cannot_push_clio_to_the_left(floor: Match) -> None:
    """That would leave Euterpe and Polyhymnia behind."""
    assert "calliope:w" not in floor.moves()


def test_clio_can_push_calliope_to_the_right(floor: Match) -> None:
    """Urania and Thalia stay in the group, and both that moved gain a pip."""
    floor.play("clio:e")
    after = pieces(floor)
    assert (after["clio"]["x"], after["clio"]["y"]) == (0, 0)
    assert (after["calliope"]["x"], after["calliope"]["y"]) == (1, 0)
    assert {name for name, die in dice(floor).items() if die == 2} == {"clio", "calliope"}


def test_thalia_can_raise_calliope(floor: Match) -> None:
    before = [move for move in floor.moves() if move.startswith("thalia*calliope:")]
    floor.play(before[0])
    assert dice(floor)["calliope"] == 2


def test_euterpe_has_nobody_in_her_area(floor: Match) -> None:
    assert not [move for move in floor.moves() if move.startswith("euterpe*")]
    assert "euterpe:s" in floor.moves()


def test_the_muse_that_pushes_uses_the_power_not_the_pushed_one(floor: Match) -> None:
    """Clio pushes Calliope: afterwards Clio may lower, and nothing of Calliope's is offered."""
    late = [move for move in floor.moves() if move.startswith("clio:e*")]
    assert late == ["clio:e*calliope"]  # of all around her, only the pushed die is above 1
    floor.play("clio:e*calliope")
    assert dice(floor)["clio"] == 2
    assert dice(floor)["calliope"] == 1


def test_no_power_of_a_muse_that_cannot_step(floor: Match) -> None:
    """Calliope could swap with five others, but she cannot step."""
    assert not [move for move in floor.moves() if move.startswith("calliope")]


# ---- the three powers ------------------------------------------------------------------------


def powers_floor(center: str) -> list[str]:
    """The center at 0,0 with one at an edge face up and down, and one at a corner likewise."""
    edge = "calliope" if center != "calliope" else "erato"
    spare = [name for name in ("melpomene", "euterpe", "erato") if name not in (center, edge)]
    return [
        f"{center}@0,0",
        f"{edge}@0,1",
        "thalia@1,1",
        "?terpsichore@1,0",
        "?urania@1,-1",
        "clio@2,1",
        f"{spare[0]}@2,0",
        "polyhymnia@3,0",
        f"?{spare[1]}@3,1",
    ]


def test_a_power_that_raises_the_four_orthogonal_cells() -> None:
    match = table(3, powers_floor("erato"))
    before = {move.split("*")[1][:-2] for move in match.moves() if move.startswith("erato*")}
    assert before == {"calliope", "?1"}
    match.play("erato*calliope:w")
    assert dice(match)["calliope"] == 2


def test_a_power_that_lowers_the_four_diagonal_cells() -> None:
    match = table(3, powers_floor("melpomene"))
    assert not [move for move in match.moves() if move.startswith("melpomene*")]  # all show 1
    with pytest.raises(IllegalMove, match="shows 1"):
        match.play("melpomene*thalia:w")
    match.play("thalia:n")
    match.play("thalia:s")
    assert dice(match)["thalia"] == 3
    before = {move.split("*")[1][:-2] for move in match.moves() if move.startswith("melpomene*")}
    assert before == {"thalia"}
    match.play("melpomene*thalia:w")
    assert dice(match)["thalia"] == 2


def test_a_power_that_swaps_values_with_any_of_the_eight_cells() -> None:
    match = table(3, powers_floor("calliope"))
    before = {move.split("*")[1][:-2] for move in match.moves() if move.startswith("calliope*")}
    assert before == {"erato", "thalia", "?1", "?2"}  # equal dice may be swapped too
    match.play("thalia:n")
    match.play("calliope:s*?2")  # the step first: 2 against 1
    assert dice(match)["calliope"] == 1
    assert dice(match)["?2"] == 2
    owners = {name: piece["owner"] for name, piece in pieces(match).items()}
    assert owners["calliope"] == 0  # the values have changed places, not the dice
