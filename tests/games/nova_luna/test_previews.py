"""What a preview of a move of Nova Luna says."""

from __future__ import annotations

import pytest

import moonlit
from games.nova_luna.tools import played, table
from moonlit.core.words import say


def test_preview_tells_who_plays_next() -> None:
    for match in played(3, 5):
        for move in match.moves()[::7]:
            seen, after = match.preview(move), match.copy()
            after.play(move)
            assert seen["next"] == after.to_move
            assert seen["over"] == after.over


# ---- in words --------------------------------------------------------------------------------


def said(
    match: moonlit.Match, move: str, language: str = "en", names: list[str] | None = None
) -> list[str]:
    return [
        say("nova-luna", entry["key"], language, names, **entry["args"])
        for entry in match.preview(move)["entries"]
    ]


@pytest.mark.parametrize(
    ("language", "none", "two"),
    [
        ("en", "This would meet no goal.", "This would meet 2 goals, at (0,0), (1,0)."),
        (
            "es",
            "Esto no completaría ninguna tarea.",
            "Esto completaría 2 tareas, en (0,0), (1,0).",
        ),
        (
            "fr",
            "Cela n'accomplirait aucun objectif.",
            "Cela accomplirait 2 objectifs, en (0,0), (1,0).",
        ),
    ],
)
def test_goals_are_counted_and_their_tiles_named(language: str, none: str, two: str) -> None:
    match = table(["t6[bb,yy,r]", "r6[bb,yy,t]"])
    assert said(match, "1@0,0", language)[0] == none
    match.play("1@0,0")
    assert said(match, "1@1,0", language)[0] == two


def test_a_tile_is_named_once_however_many_of_its_goals_are_met() -> None:
    reds = [("r3[brt]", 0, 0), ("r5[bb,y]", 0, 1), ("r2[rrrr]", 1, 1), ("r1[]", 2, 1)]
    match = table([*(name for name, _, _ in reds), "b4[rrrr,rr]"])
    for _, x, y in reds:
        match.play(f"1@{x},{y}")
    assert said(match, "1@0,-1")[0] == "This would meet 2 goals, at (0,-1)."


@pytest.mark.parametrize(
    ("language", "refills", "next_up"),
    [
        ("en", "This would bring 9 new tiles to the selection track.", "Next would be Ana."),
        ("es", "Esto llevaría 9 losetas nuevas a la Pista de Selección.", "Después jugaría Ana."),
        (
            "fr",
            "Cela apporterait 9 nouvelles tuiles sur la piste de sélection.",
            "Ce serait ensuite à Ana.",
        ),
    ],
)
def test_a_refill_and_who_plays_on(language: str, refills: str, next_up: str) -> None:
    match = next(match for match in played(2, 1) if "refill" in match.moves())
    ana = ["Bob", "Bob"]
    ana[match.to_move or 0] = "Ana"
    assert said(match, "refill", language, ana) == [refills, next_up]


@pytest.mark.parametrize(
    ("language", "end"),
    [
        ("en", "The game would end."),
        ("es", "La partida terminaría."),
        ("fr", "La partie se terminerait."),
    ],
)
def test_the_last_move(language: str, end: str) -> None:
    *_, match = played(3, 2)
    assert said(match, match.undo(), language)[1:] == [end]
