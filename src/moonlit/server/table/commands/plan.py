"""Moves planned for one's next turn; see table/plans.py."""

from __future__ import annotations

from typing import Any

from moonlit.core.match import Match
from moonlit.server.errors import refuse
from moonlit.server.table.commands.play import move_of
from moonlit.server.table.events import Draft
from moonlit.server.table.fold import Table
from moonlit.server.table.permissions import (
    require_no_help,
    require_number,
    require_play,
    require_player,
)
from moonlit.server.table.plans import meaning, same_move, supposed


def require_waiting(table: Table, token: str | None, number: int) -> tuple[int, Match]:
    """The seat of a guest who waits for others to move."""
    seat = require_player(table, token)
    require_number(table, number)
    require_no_help(table)
    if table.to_move == seat:
        raise refuse("your_turn_now")
    return seat, require_play(table)


def suppose(table: Table, token: str | None, number: int, secret: bytes, moves: list[str]) -> Match:
    """A position that may come, after some moves of one's own there."""
    seat, match = require_waiting(table, token, number)
    world = supposed(match, seat, secret)
    if world is None:
        raise refuse("no_turn_left")
    for move in moves:
        if world.to_move != seat:
            raise refuse("plan_too_long", 422)
        world.play(move)
    return world


def plan(
    table: Table, token: str | None, number: int, secret: bytes, moves: list[str]
) -> list[Draft]:
    """These moves are made when the turn comes, if they mean the same then."""
    seat, _ = require_waiting(table, token, number)
    steps: list[dict[str, Any]] = []
    for count, move in enumerate(moves):
        world = suppose(table, token, number, secret, moves[:count])
        if world.over or world.to_move != seat:
            raise refuse("plan_too_long", 422)
        steps.append(meaning(world, move))
    return [("planned", {"seat": seat, "steps": steps})]


def unplan(table: Table, token: str | None) -> list[Draft]:
    seat = require_player(table, token)
    if seat not in table.plans:
        raise refuse("nothing_planned")
    return [("planned", {"seat": seat, "steps": []})]


def play_planned(table: Table) -> list[Draft]:
    """The server's own command: the turn has come."""
    seat = table.to_move
    found = table.plan_to_play()
    if found is None or seat is None:
        return []
    move = same_move(require_play(table), found.steps[0])
    if move is None:
        return [("plan_dropped", {"seat": seat})]
    rest = found.rest()
    left = list(rest.steps) if rest is not None else []
    return [*move_of(table, seat, move), ("planned", {"seat": seat, "steps": left})]
