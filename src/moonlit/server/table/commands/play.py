"""During the game: moves, chat, and seats that are given up, left and taken back."""

from __future__ import annotations

from moonlit.bots.levels import LEVELS, STAND_IN
from moonlit.server.errors import refuse
from moonlit.server.table.commands.lobby import choices_dropped
from moonlit.server.table.events import Draft
from moonlit.server.table.fold import Table
from moonlit.server.table.names import check_chat
from moonlit.server.table.permissions import (
    check_level,
    require_no_help,
    require_no_secrets,
    require_play,
    require_player,
    require_seat,
    require_turn,
)
from moonlit.server.table.state import MAX_SAID, line_cost


def move(table: Table, token: str | None, number: int, move: str, now: int) -> list[Draft]:
    seat = require_turn(table, token, number)
    deadline = table.clocks.deadline() if table.clocks is not None else None
    if deadline is not None and now > deadline:
        raise refuse("time_is_out")
    return move_of(table, seat, move)


def move_of(table: Table, seat: int, move: str) -> list[Draft]:
    """A move of the seat to move, whoever chose it; the game itself says what is illegal."""
    match = require_play(table)
    match.action(move)
    return [("moved", {"number": match.number, "seat": seat, "move": move})]


def resign(table: Table, token: str | None) -> list[Draft]:
    return [("resigned", {"seat": require_player(table, token), "level": STAND_IN})]


def leave(table: Table, token: str | None, bot: str | None, keep: bool = True) -> list[Draft]:
    """The seat is kept for who leaves it, unless they give it to anybody."""
    seat = require_seat(table, token)
    if table.match is None:
        return [("left", {"seat": seat, "level": None}), *choices_dropped(table, seat)]
    require_player(table, token)
    require_no_help(table)
    level = stand_in(table, bot)
    if keep:
        return [("left", {"seat": seat, "level": level})]
    require_no_secrets(table)
    return [("left", {"seat": seat, "level": level, "keep": False})]


def stand_in(table: Table, bot: str | None = None) -> str:
    """The level of who plays on for somebody; where the game counts, nobody gains by being away."""
    return LEVELS[0] if table.rated else check_level(bot or STAND_IN)


def come_back(table: Table, token: str | None) -> list[Draft]:
    seat = require_seat(table, token)
    require_play(table)
    if not table.seats[seat].stand_in:
        raise refuse("sits_already")
    if table.seats[seat].resigned:
        raise refuse("has_resigned")
    if table.has_lost_on_time(seat):
        raise refuse("time_is_out")
    return [("returned", {"seat": seat})]


def time_out(table: Table, now: int) -> list[Draft]:
    """The server's own command: whose time is out is played on for."""
    deadline = table.clocks.deadline() if table.clocks is not None else None
    if table.status != "playing" or deadline is None or now < deadline or table.clocks is None:
        return []
    return [("timed_out", {"seat": table.clocks.running, "level": stand_in(table)})]


def chat(table: Table, token: str | None, text: str, company: bool = False) -> list[Draft]:
    """To the whole table, or to one's company alone."""
    seat = require_seat(table, token)
    text = check_chat(text)
    if company and table.partners(seat) == [seat]:
        raise refuse("no_partners")
    if table.said.get(seat, 0) + line_cost(text) > MAX_SAID:
        raise refuse("enough_said")
    said = {"seat": seat, "text": text}
    return [("said", {**said, "company": True} if company else said)]
