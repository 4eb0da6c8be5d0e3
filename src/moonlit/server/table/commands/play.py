"""What a request does: checked against the table, it becomes events, or it is refused.

Each command takes the table, the token's sum of who asks, and what was asked; it returns the
events to append and changes nothing itself. So it can be asked again when another worker was
quicker.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from moonlit.core.errors import MoonlitError
from moonlit.core.match import Match
from moonlit.core.registry import find_game
from moonlit.core.rng import MAX_SEED
from moonlit.server.errors import refuse
from moonlit.server.table.events import Draft
from moonlit.server.table.fold import Table
from moonlit.server.table.names import check_chat, check_name
from moonlit.server.table.permissions import (
    check_level,
    check_seat,
    need_host,
    need_number,
    need_open,
    need_play,
    need_player,
    need_seat,
)
from moonlit.server.table.seats import STAND_IN, Seat, all_set

MOST_SAID = 2_000  # lines of chat; everybody who comes later is told all of them
WORLDS = 12  # deals tried to find out whether a move has revealed something


# ---- before the start --------------------------------------------------------------------------


def create(
    *,
    game: str,
    players: int,
    options: dict[str, Any],
    clock: dict[str, Any] | None,
    listed: bool,
    join: str,
    seats: list[dict[str, Any]] | None,
    name: str | None,
    ready: bool,
    token: str,
) -> tuple[list[Draft], int | None]:
    """The events of a new table, and the creator's seat."""
    kept, _ = find_game(game).configure(players, options)
    if seats is not None and len(seats) != players:
        raise refuse("seats_count", 422, given=len(seats), players=players)
    row = [
        new_seat(seat["kind"], seat.get("level")) for seat in seats or [{"kind": "open"}] * players
    ]
    own = None
    if name is not None:
        own = next((number for number, seat in enumerate(row) if seat.kind == "open"), None)
        if own is None:
            raise refuse("no_open_seat", 422)
        row[own].sit(check_name(name), token, ready)
    data = {
        "game": game,
        "players": players,
        "options": kept,
        "clock": clock,
        "listed": listed,
        "join": join,
        "seats": [seat.kept() for seat in row],
        "host": token,
    }
    return and_start([("created", data)], row), own


def new_seat(kind: str, level: str | None) -> Seat:
    if kind == "bot":
        return Seat(kind="bot", level=check_level(level or STAND_IN), ready=True)
    return Seat()


def and_start(drafts: list[Draft], seats: list[Seat]) -> list[Draft]:
    """The game starts by itself when every seat is filled and every guest is ready."""
    if all_set(seats):
        drafts.append(("started", {"seed": secrets.randbelow(MAX_SEED + 1)}))
    return drafts


def with_seat(table: Table, number: int, seat: Seat) -> list[Seat]:
    return [seat if each == number else old for each, old in enumerate(table.seats)]


def change(table: Table, token: str | None, changes: dict[str, Any]) -> list[Draft]:
    need_host(table, token)
    need_open(table)
    players = changes.get("players", len(table.seats))
    kept, _ = table.game.configure(players, changes.get("options", table.options))
    if "options" in changes:
        changes = {**changes, "options": kept}
    if any(seat.is_guest for seat in table.seats[players:]):
        raise refuse("guest_sits_there", players=players)
    drafts: list[Draft] = [("changed", changes)]
    left = [
        replace(seat, ready=seat.ready and (not seat.is_guest or seat.token == table.host))
        for seat in table.seats[:players]
    ]
    return and_start(drafts, left) if players <= len(table.seats) else drafts


def set_seat(
    table: Table, token: str | None, seat: int, kind: str, level: str | None
) -> list[Draft]:
    """The host opens a seat or puts a bot into it; during the game only a stand-in's level."""
    need_host(table, token)
    check_seat(table, seat)
    chosen = new_seat(kind, level)
    if table.match is not None:
        need_play(table)
        if not table.seats[seat].stand_in or chosen.level is None:
            raise refuse("has_started")
    drafts: list[Draft] = [("seat_set", {"seat": seat, "kind": kind, "level": chosen.level})]
    if table.match is not None:
        return drafts
    return and_start(drafts, with_seat(table, seat, chosen))


def join(
    table: Table, token: str, name: str, seat: int | None, ready: bool
) -> tuple[list[Draft], int]:
    """A guest takes an open seat, or during the game one that a bot holds for a guest."""
    if table.ended is not None:
        raise refuse("is_over")
    if table.join == "closed":
        raise refuse("closed", 403)
    name = check_name(name)
    if seat is not None:
        check_seat(table, seat)
    free = [number for number in range(len(table.seats)) if can_be_taken(table, number)]
    if not free:
        raise refuse("table_full")
    if seat is None:
        seat = free[0]
    elif seat not in free:
        raise refuse("seat_taken", seat=seat)
    others = (each.name for number, each in enumerate(table.seats) if number != seat and each.name)
    if name.casefold() in {other.casefold() for other in others}:
        raise refuse("name_taken", name=name)
    data = {"seat": seat, "name": name, "token": token, "ready": ready}
    drafts: list[Draft] = [("joined", data)]
    if table.match is None:
        filled = replace(table.seats[seat])
        filled.sit(name, token, ready)
        drafts = and_start(drafts, with_seat(table, seat, filled))
    return drafts, seat


def can_be_taken(table: Table, number: int) -> bool:
    seat = table.seats[number]
    if table.match is None:
        return seat.kind == "open"
    return seat.stand_in and not seat.resigned and not has_lost_on_time(table, number)


def has_lost_on_time(table: Table, number: int) -> bool:
    """Time a game is gone for good; time a move or a turn comes back with the next one."""
    clocks = table.clocks
    return clocks is not None and clocks.left[number] == 0


def ready(table: Table, token: str | None, is_ready: bool) -> list[Draft]:
    seat = need_seat(table, token)
    need_open(table)
    drafts: list[Draft] = [("ready", {"seat": seat, "ready": is_ready})]
    return and_start(drafts, with_seat(table, seat, replace(table.seats[seat], ready=is_ready)))


# ---- during the game ---------------------------------------------------------------------------


def move(table: Table, token: str | None, number: int, text: str, now: int) -> list[Draft]:
    seat = need_player(table, token)
    need_number(table, number)
    if table.to_move != seat:
        raise refuse("not_your_turn")
    deadline = table.clocks.deadline() if table.clocks is not None else None
    if deadline is not None and now > deadline:
        raise refuse("time_is_out")
    return move_of(table, seat, text)


def move_of(table: Table, seat: int, text: str) -> list[Draft]:
    """A move of the seat to move, whoever chose it; the game itself says what is illegal."""
    match = need_play(table)
    match.action(text)
    return [("moved", {"number": match.number, "seat": seat, "move": text})]


def undo(table: Table, token: str | None, number: int) -> list[Draft]:
    """Free while nothing hidden was revealed and nobody else has moved; else the others decide."""
    seat = need_player(table, token)
    need_number(table, number)
    to = table.last_own(seat)
    if to is None:
        raise refuse("nothing_to_undo")
    if table.asked is not None:
        raise refuse("undo_pending")
    others = [guest for guest in table.guests() if guest != seat]
    in_time = table.clocks is None or table.clocks.turns[to][1] != 0  # else no time to move again
    if not others or (to == number - 1 and in_time and not has_revealed(need_play(table), seat)):
        return [("undone", {"seat": seat, "to": to, "free": True})]
    return [("undo_asked", {"seat": seat, "to": to})]


def has_revealed(match: Match, seat: int) -> bool:
    """Whether the last move has shown its mover something hidden.

    Deal anew what the mover could not see before the move, and make it again: if they see
    anything else than they did, they have learnt something.
    """
    seen = match.view(seat)
    before = match.copy()
    made = before.undo()
    for seed in range(WORLDS):
        world = before.redeal(seat, seed)
        try:
            world.play(made)
        except MoonlitError:
            return True
        if world.view(seat) != seen:
            return True
    return False


def answer_undo(table: Table, token: str | None, agree: bool) -> list[Draft]:
    seat = need_player(table, token)
    asked = table.asked
    if asked is None or asked.seat == seat or seat in asked.agreed:
        raise refuse("nothing_asked")
    if not agree:
        return [("undo_refused", {"seat": seat})]
    drafts: list[Draft] = [("undo_agreed", {"seat": seat})]
    if set(table.guests()) <= {seat, asked.seat, *asked.agreed}:
        drafts.append(("undone", {"seat": asked.seat, "to": asked.to, "free": False}))
    return drafts


def resign(table: Table, token: str | None) -> list[Draft]:
    return [("resigned", {"seat": need_player(table, token), "level": STAND_IN})]


def leave(table: Table, token: str | None, level: str | None) -> list[Draft]:
    seat = need_seat(table, token)
    if table.match is None:
        return [("left", {"seat": seat, "level": None})]
    need_player(table, token)
    return [("left", {"seat": seat, "level": check_level(level or STAND_IN)})]


def come_back(table: Table, token: str | None) -> list[Draft]:
    seat = need_seat(table, token)
    need_play(table)
    if not table.seats[seat].stand_in:
        raise refuse("sits_already")
    if table.seats[seat].resigned:
        raise refuse("has_resigned")
    if has_lost_on_time(table, seat):
        raise refuse("time_is_out")
    return [("returned", {"seat": seat})]


def time_out(table: Table, now: int) -> list[Draft]:
    """The server's own command: whose time is out is played on for."""
    deadline = table.clocks.deadline() if table.clocks is not None else None
    if table.status != "playing" or deadline is None or now < deadline or table.clocks is None:
        return []
    return [("timed_out", {"seat": table.clocks.running, "level": STAND_IN})]


def say(table: Table, token: str | None, text: str) -> list[Draft]:
    seat = need_seat(table, token)
    if len(table.chat) >= MOST_SAID:
        raise refuse("enough_said")
    return [("said", {"seat": seat, "text": check_chat(text)})]


# ---- afterwards --------------------------------------------------------------------------------


def rematch(table: Table, token: str | None, new_id: str) -> tuple[list[Draft], list[Draft]]:
    """What happens here, and the events of the new table: same seats, same tokens."""
    if token is None:
        raise refuse("no_token", 401)
    if not table.knows(token):
        raise refuse("not_seated", 403)
    if table.ended is None:
        raise refuse("not_over")
    seats = []
    for old in table.seats:
        if old.token is None or old.name is None:
            seats.append(Seat(kind="bot", level=old.level, ready=True))
        else:
            seats.append(Seat("guest", old.name, None, old.token == token, old.token))
    data = {
        "game": table.game.name,
        "players": len(seats),
        "options": table.options,
        "clock": table.clock,
        "listed": table.listed,
        "join": table.join,
        "seats": [seat.kept() for seat in seats],
        "host": table.host,
    }
    return [("rematched", {"id": new_id})], and_start([("created", data)], seats)
