"""The solo game of Nova Luna."""

from __future__ import annotations

import pytest

import moonlit
from games.nova_luna.tools import goals, greedy, lay, table


def test_solo_has_21_discs_no_track_and_eleven_tiles() -> None:
    match = moonlit.new("nova-luna", players=1, seed=5)
    view = match.view()
    assert view["track"] == []
    assert view["displays"][0]["discs"] == 21
    assert view["solo"]["phase"] == 1
    with pytest.raises(moonlit.IllegalMove, match="once 8 discs are placed"):
        match.play("refill")


def test_solo_phase_1_ends_by_itself_and_fines_the_missing_discs() -> None:
    match = table([])
    tiles = match.record()["deal"]["tiles"]
    for number in range(11):
        assert "refill" not in match.moves(), "fewer than 8 discs: no refill, few tiles or not"
        match.play(f"1@{number},0")
    solo = match.view()["solo"]
    cost = sum(int(name[1]) for name in tiles[:11])
    assert solo["placed"] < 8
    assert solo["note1"] == cost + 10 * (8 - solo["placed"])
    assert solo["phase"] == 2
    with pytest.raises(moonlit.IllegalMove, match="once only"):
        match.play("refill")
    for number in range(11, 22):
        match.play(f"1@{number},0")
    (row,) = match.standings() or []
    total = sum(int(name[1]) for name in tiles[:22])
    assert row["note1"] == solo["note1"]
    assert row["note2"] == total + 10 * row["discs"]
    assert row["score"] == row["note1"] + row["note2"]
    assert row["place"] == 1


def test_solo_eighth_disc_allows_the_refill_at_any_time() -> None:
    match = eight_discs()
    view = match.view()
    assert view["solo"]["placed"] >= 8
    left = [tile for tile in view["wheel"] if tile]
    assert len(left) > 2, "with many tiles on the wheel too"
    cost = view["displays"][0]["cost"]
    go_on = match.copy()
    go_on.play(next(move for move in go_on.moves() if move.startswith("1@")))
    assert go_on.view()["solo"]["phase"] == 1, "one may also go on taking"
    match.play("refill")
    after = match.view()
    assert after["solo"]["note1"] == cost, "no fine: all 8 are placed"
    assert after["solo"]["phase"] == 2
    assert sum(tile is not None for tile in after["wheel"]) == 11
    for tile in left:
        assert tile in after["wheel"], "what was left stays"
    assert after["displays"][0]["discs"] == 21 - view["solo"]["placed"], "extra discs count at once"
    assert "refill" not in match.moves()


# Eleven tiles that meet 22 goals, in an order in which they can be laid.
RICH = [
    ("y6[tt,rr,b]", 0, 0),
    ("b6[yyy,ry,rr]", 0, 1),
    ("b5[tt,bb,yy]", -1, 1),
    ("y6[bbb,bt,tt]", -1, 0),
    ("t5[yyy,y]", 0, -1),
    ("t6[bb,yy,r]", -1, -1),
    ("y5[rr,bb,yy]", -2, 0),
    ("b7[rt,ty,ry]", -2, 1),
    ("r6[bb,yy,t]", -2, -1),
    ("r5[bbb,b]", -2, 2),
    ("t4[bbb,yyy,rr]", -3, 1),
]


def eight_discs() -> moonlit.Match:
    match = table([name for name, _, _ in RICH])
    for _, x, y in RICH:
        if match.view()["solo"]["placed"] < 8:
            match.play(f"1@{x},{y}")
    return match


def test_solo_refill_when_the_eighth_disc_empties_the_wheel() -> None:
    """The last tile of phase 1 ends it, whatever it brings; there is nothing left to decide."""
    for seed in range(8):
        match = moonlit.new("nova-luna", players=1, seed=seed)
        while match.view()["solo"]["phase"] == 1 and not match.over:
            takes = [move for move in match.moves() if move != "refill"]
            match.play(max(takes, key=lambda move: len(match.preview(move)["goals"])))
        view = match.view()
        assert match.number == 11
        assert view["solo"]["note1"] == view["displays"][0]["cost"] + 10 * max(
            0, 8 - view["solo"]["placed"]
        )


def test_solo_all_discs_placed_ends_at_once() -> None:
    for seed in range(40):
        match = moonlit.new("nova-luna", players=1, seed=seed)
        greedy(match)
        (row,) = match.standings() or []
        if row["discs"] == 0:
            assert any(match.view()["wheel"]), "there were tiles left"
            assert row["note2"] == match.view()["displays"][0]["cost"]
            return
    pytest.fail("no seed places all discs")


def test_solo_all_discs_placed_in_phase_1_takes_both_notes_there() -> None:
    """Eleven tiles can meet 22 goals, so the count stops at 0 here too."""
    match = lay(RICH)
    assert match.over
    (row,) = match.standings() or []
    cost = sum(int(name[1]) for name, _, _ in RICH)
    assert row == {
        "seat": 0,
        "place": 1,
        "score": 2 * cost,
        "note1": cost,
        "note2": cost,
        "discs": 0,
    }
    met = sum(sum(goals(match, x, y).values()) for _, x, y in RICH)
    assert met == 22
