"""Why one move is better than another: every sentence is true of the positions it is about."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

import moonlit
from games.dance_of_muses.placing_reasons import check_placing
from helpers.reasons import Reasons
from moonlit.core.contract import reading
from moonlit.core.game import Entry
from moonlit.games.dance_of_muses.notation import title
from moonlit.games.dance_of_muses.state import LAST_VALUE, MUSE_COUNT
from moonlit.games.dance_of_muses.why import why
from moonlit.games.dance_of_muses.why.dances import dice_of, willed
from moonlit.study.puzzles.naming import compared

GAMES, PAIRS, WORLDS = 60, 4, 12


def piece_called(state: Any, muse: Any) -> int:
    return next(p for p in range(MUSE_COUNT) if title(int(state.called[p])) == muse)


def check(key: str, told: dict[str, Any], before: Any, best: Any, made: Any) -> None:
    seat = int(before.to_move)
    if key in ("why.will", "why.no_will", "why.not_there"):
        piece = piece_called(best, told["muse"])
        dice = [int(state.die[piece]) for state in (before, best, made)]
        wills = [willed(state, seat, piece) for state in (best, made)]
        at = {"why.will": dice[1], "why.no_will": dice[0], "why.not_there": dice[2]}[key]
        assert at == told["value"]
        assert wills == ([True, False] if key == "why.will" else [False, True])
        if key == "why.not_there":
            assert dice[0] != told["value"] != dice[1]
    elif key in ("why.dice", "why.rivals"):
        count = 2 if before.players in (2, 4) else int(before.players)
        own = seat % count
        company = own if key == "why.dice" else 1 - own
        sums = [sum(dice_of(state, seat, company)) for state in (best, made)]
        assert sums == [told["count"], told["other"]]
        assert (sums[0] > sums[1]) == (key == "why.dice")
    elif key == "why.five":
        assert LAST_VALUE - 1 in made.die
        assert LAST_VALUE - 1 not in best.die
    elif key in ("why.ends", "why.ends_ahead", "why.goes_on"):
        ends = [LAST_VALUE in state.die for state in (best, made)]
        assert ends == [key != "why.goes_on", key == "why.goes_on"]
        assert [state.to_move < 0 for state in (best, made)] == ends


def columns(seen: dict[str, Any], after: dict[str, Any]) -> list[int]:
    """What each company would win of columns after a move, by what a seat saw before it."""
    suns = {muse["name"]: muse["suns"] for muse in seen["muses"]}
    dice = {piece["name"]: piece["die"] for piece in after["table"]}
    rows: dict[int, list[int]] = {company: [] for company in range(len(seen["companies"]))}
    for piece in seen["table"]:
        if piece["company"] is not None:
            die = dice[piece["name"]]
            rows[piece["company"]].append(6 if die == suns.get(piece["muse"]) else die)
    ranked = [sorted(row, reverse=True) for row in rows.values()]
    return [
        sum(
            all(mine[k] > other[k] for other in ranked if other is not mine)
            for k in range(len(mine))
        )
        for mine in ranked
    ]


def check_columns(key: str, told: dict[str, Any], match: moonlit.Match, moves: list[str]) -> None:
    """What is said of columns, counted again from views."""
    seat = match.to_move or 0
    seen = match.view(seat)
    own = next(n for n, seats in enumerate(seen["companies"]) if seat in seats)
    won = []
    for move in moves:
        after = match.copy()
        after.play(move)
        won.append(columns(seen, after.view(seat)))
    if key == "why.columns":
        assert [each[own] for each in won] == [told["count"], told["other"]]
        assert told["count"] > told["other"]
    elif key == "why.rival_columns":
        assert [each[1 - own] for each in won] == [told["count"], told["other"]]
        assert told["count"] < told["other"]
        assert won[0][own] == won[1][own]
    elif key in ("why.ends", "why.ends_ahead"):
        ahead = all(won[0][own] > n for company, n in enumerate(won[0]) if company != own)
        assert ahead == (key == "why.ends_ahead")
        assert told.get("count", won[0][own]) == won[0][own]


def check_all(key: str, told: dict[str, Any], states: Any, match: Any, pair: list[str]) -> None:
    check(key, told, *states)
    if "columns" in key or "ends" in key:
        check_columns(key, told, match, pair)


def is_placing(match: moonlit.Match) -> bool:
    return bool(match.view(match.to_move)["phase"] == "placing")


def test_every_sentence_is_true() -> None:
    chance, reasons = random.Random(1), Reasons("dance-of-muses")
    for number in range(GAMES):
        match = moonlit.new("dance-of-muses", players=2 + number % 3, seed=number)
        while not match.over:
            moves = match.moves()
            for _ in range(PAIRS):
                pair = [chance.choice(moves) for _ in range(2)]
                one, other = (match.action(move) for move in pair)
                seen_by = compared(match, one, other)
                before, _, best, _, made = seen_by
                is_true = partial(check_all, states=(before, best, made), match=match, pair=pair)
                if is_placing(match):
                    is_true = partial(check_placing, match=match, moves=pair)
                reasons.check(why(*seen_by), len(match.players), is_true)
            match.play(chance.choice(moves))
    reasons.check_all_met(1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_hidden_is_told_of_placings(players: int) -> None:
    """The same sentences in every world that the player to move could be in."""
    chance = random.Random(players)
    told = differed = 0
    for seed in range(WORLDS):
        match = moonlit.new("dance-of-muses", players=players, seed=seed)
        while is_placing(match):
            moves = match.moves()
            pair = [chance.choice(moves) for _ in range(2)]
            worlds = [match.redeal(match.to_move, number) for number in range(4)]
            found = [told_of(world, pair) for world in worlds]
            assert found[1:] == found[:-1]
            told += len(found[0])
            differed += any(world != match for world in worlds)
            match.play(chance.choice(moves))
    assert told > WORLDS
    assert differed > WORLDS


def told_of(match: moonlit.Match, moves: list[str]) -> list[Entry]:
    """Why the first move is better, in the world that it really is."""
    best, made = (match.action(move) for move in moves)
    after_best, after_made = match.copy(), match.copy()
    after_best.play(moves[0])
    after_made.play(moves[1])
    states = [reading(each.states) for each in (match, after_best, after_made)]
    return why(states[0], best, states[1], made, states[2])
