"""Before the start, and again after the end: a table is set and filled with guests and bots."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from moonlit.bots.levels import STAND_IN
from moonlit.core.dealing import deal_by_chance
from moonlit.core.game import Game
from moonlit.core.options import Options
from moonlit.core.registry import find_game
from moonlit.server.errors import refuse
from moonlit.server.table.events import Draft
from moonlit.server.table.fold import Table
from moonlit.server.table.names import check_name, skeleton
from moonlit.server.table.permissions import (
    check_level,
    check_seat,
    require_host,
    require_no_secrets,
    require_open,
    require_play,
    require_seat,
)
from moonlit.server.table.seats import Seat, all_ready
from moonlit.server.table.state import with_choice


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
    player: str | None = None,
    rated: bool = False,
    club: str | None = None,
) -> tuple[list[Draft], int | None]:
    """The events of a new table, and the creator's seat."""
    found = find_game(game)
    kept, _ = found.configure(players, options)
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
        row[own].sit(check_name(name), token, ready, player)
    if rated:
        check_rated(found, row, kept, clock)
    check_listed(listed, club)
    data = {
        "game": game,
        "players": players,
        "options": kept,
        "clock": clock,
        "listed": listed,
        "join": join,
        "seats": [seat.to_json() for seat in row],
        "host": token,
        **of_player(player),
        **of_rated(rated),
        **of_club(club),
    }
    return start_if_ready([("created", data)], row, found, kept), own


def check_listed(listed: bool, club: str | None) -> None:
    if listed and club is not None:
        raise refuse("club_or_all", 422)


def of_club(club: str | None) -> dict[str, str]:
    """What an event says of the club that a table is for; otherwise it says nothing."""
    return {} if club is None else {"club": club}


def of_player(player: str | None) -> dict[str, str]:
    """What an event says of a player; of a guest it says nothing."""
    return {} if player is None else {"player": player}


def of_rated(rated: bool) -> dict[str, bool]:
    """What an event says of a game that counts; of another it says nothing."""
    return {"rated": True} if rated else {}


def check_rated(
    game: Game, seats: list[Seat], options: Options, clock: dict[str, Any] | None
) -> None:
    """Whether a game can count for ratings: people of whom it is known who they are, the game as it
    is in the box, and a clock, so that who is about to lose cannot stay away for ever."""
    if len(seats) < 2:
        raise refuse("rated_alone", 422)
    if clock is None:
        raise refuse("rated_clock", 422)
    own = [option.name for option in game.options if option.kind == "table"]
    if any(name in options for name in own):
        raise refuse("rated_components", 422)
    if any(seat.is_guest and seat.player is None for seat in seats):
        raise refuse("rated_players", 403)
    people = [seat.player for seat in seats if seat.player is not None]
    if len(set(people)) < len(people):
        raise refuse("rated_twice", 403)


def new_seat(kind: str, level: str | None) -> Seat:
    if kind == "bot":
        return Seat(kind="bot", level=check_level(level or STAND_IN), ready=True)
    return Seat()


def start_if_ready(
    drafts: list[Draft], seats: list[Seat], game: Game, options: Options
) -> list[Draft]:
    """The game starts by itself when every seat is filled and every guest is ready.

    It is dealt from the system's randomness: a seed could be found out from what is seen.
    """
    if all_ready(seats):
        deal = deal_by_chance(game, len(seats), options)
        drafts.append(("started", {"deal": deal, "rules": game.rules_version}))
    return drafts


def start_with(
    table: Table, drafts: list[Draft], number: int, seat: Seat, options: Options | None = None
) -> list[Draft]:
    """One seat is otherwise than before, and perhaps the options: perhaps the game starts now."""
    seats = [seat if each == number else old for each, old in enumerate(table.seats)]
    return start_if_ready(drafts, seats, table.game, table.options if options is None else options)


def change(table: Table, token: str | None, changes: dict[str, Any]) -> list[Draft]:
    require_host(table, token)
    require_open(table)
    players = changes.get("players", len(table.seats))
    kept, _ = table.game.configure(players, changes.get("options", table.options))
    if "options" in changes:
        changes = {**changes, "options": kept}
    if changes.get("rated", table.rated):
        after = [*table.seats, *(Seat() for _ in range(players))][:players]
        check_rated(table.game, after, kept, changes.get("clock", table.clock))
    check_listed(changes.get("listed", table.listed), changes.get("club", table.club))
    if any(seat.is_guest for seat in table.seats[players:]):
        raise refuse("guest_sits_there", players=players)
    drafts: list[Draft] = [("changed", changes)]
    left = [
        replace(seat, ready=seat.ready and (not seat.is_guest or seat.token == table.host))
        for seat in table.seats[:players]
    ]
    if players > len(table.seats):
        return drafts
    return start_if_ready(drafts, left, table.game, kept)


def set_seat(
    table: Table, token: str | None, seat: int, kind: str, level: str | None
) -> list[Draft]:
    """The host opens a seat or puts a bot into it; during the game only where a bot sits in."""
    require_host(table, token)
    check_seat(table, seat)
    chosen = new_seat(kind, level)
    if table.match is not None:
        require_play(table)
        if not table.seats[seat].stand_in:
            raise refuse("has_started")
        if kind == "open" or table.rated:
            require_no_secrets(table)
    drafts: list[Draft] = [("seat_set", {"seat": seat, "kind": kind, "level": chosen.level})]
    if table.match is not None:
        return drafts
    options = table.options
    if table.seats[seat].is_guest:
        for kind, dropped in choices_dropped(table, seat):
            drafts.append((kind, dropped))
            options = with_choice(options, len(table.seats), seat, dropped["option"], None)
    return start_with(table, drafts, seat, chosen, options)


def join(
    table: Table,
    token: str,
    name: str,
    seat: int | None,
    ready: bool,
    now: int,
    player: str | None = None,
) -> tuple[list[Draft], int]:
    """A guest takes an open seat, or during the game one that is no longer kept for another."""
    if table.ended is not None:
        raise refuse("is_over")
    if table.join == "closed":
        raise refuse("closed", 403)
    if table.rated and player is None:
        raise refuse("rated_players", 403)
    if table.rated and any(each.player == player for each in table.seats):
        raise refuse("rated_twice", 403)
    name = check_name(name)
    if seat is not None:
        check_seat(table, seat)
    free = [number for number in range(len(table.seats)) if can_be_taken(table, number, now)]
    kept = [number for number, each in enumerate(table.seats) if each.stand_in]
    if seat in kept and seat not in free:
        raise refuse("seat_kept", seat=seat)
    if not free:
        raise refuse("seat_kept", seat=kept[0]) if kept else refuse("table_full")
    if seat is None:
        seat = free[0]
    elif seat not in free:
        raise refuse("seat_taken", seat=seat)
    others = (each.name for number, each in enumerate(table.seats) if number != seat and each.name)
    if skeleton(name) in {skeleton(other) for other in others}:
        raise refuse("name_taken", name=name)
    data = {"seat": seat, "name": name, "token": token, "ready": ready, **of_player(player)}
    drafts: list[Draft] = [("joined", data)]
    if table.match is None:
        filled = replace(table.seats[seat])
        filled.sit(name, token, ready)
        drafts = start_with(table, drafts, seat, filled)
    return drafts, seat


def can_be_taken(table: Table, number: int, now: int) -> bool:
    if table.match is None:
        return table.seats[number].kind == "open"
    free = table.free_from(number)
    return free is not None and free <= now


def ready(table: Table, token: str | None, ready: bool) -> list[Draft]:
    seat = require_seat(table, token)
    require_open(table)
    drafts: list[Draft] = [("ready", {"seat": seat, "ready": ready})]
    return start_with(table, drafts, seat, replace(table.seats[seat], ready=ready))


def choose(
    table: Table, token: str | None, option: str, choice: str | None, seat: int | None
) -> list[Draft]:
    """A guest chooses for their own seat; the host also for seats without a guest."""
    if seat is None:
        seat = require_seat(table, token)
    own = seat == table.seat_of(token)
    if not own:
        require_host(table, token)
    require_open(table)
    check_seat(table, seat)
    if not own and table.seats[seat].is_guest:
        raise refuse("not_your_seat", 403)
    offered = (each for each in table.game.options if each.fits(len(table.seats)))
    declared = next((each for each in offered if each.name == option), None)
    if declared is None or declared.kind != "names" or choice not in (None, *declared.choices):
        raise refuse("no_such_choice", 422, given=choice if declared else option)
    chosen = table.options.get(option) or []
    if choice is not None and choice in chosen and chosen.index(choice) != seat:
        raise refuse("choice_taken", seat=chosen.index(choice))
    return [("chose", {"seat": seat, "option": option, "choice": choice})]


def choices_dropped(table: Table, seat: int) -> list[Draft]:
    """What a seat has chosen goes with who sat there."""
    names = [option.name for option in table.game.options if option.kind == "names"]
    return [
        ("chose", {"seat": seat, "option": name, "choice": None})
        for name in names
        if (table.options.get(name) or [None] * len(table.seats))[seat] is not None
    ]


def claim(table: Table, tokens: dict[str, str], player: str) -> list[Draft]:
    """Seats whose old tokens were shown are a player's now, with the new tokens given for each."""
    drafts: list[Draft] = []
    for old, new in tokens.items():
        seat = table.seat_of(old)
        if seat is None and not table.is_host(old):
            continue
        held = table.host_player if seat is None else table.seats[seat].player
        if held != player:
            at = -1 if seat is None else seat
            drafts.append(("renewed", {"seat": at, "token": new, "player": player}))
    return drafts


def rematch(
    table: Table,
    token: str | None,
    new_id: str,
    club: str | None = None,
    may_count: bool = True,
) -> tuple[list[Draft], list[Draft]]:
    """What happens here, and the events of the new table: same seats, same tokens."""
    if token is None:
        raise refuse("no_token", 401)
    if not table.knows(token):
        raise refuse("not_seated", 403)
    if table.ended is None:
        raise refuse("not_over")
    seats = []
    for old in table.seats:
        if old.token is None or not old.name:  # a bot, or somebody who was deleted
            seats.append(Seat(kind="bot", level=old.level or STAND_IN, ready=True))
        else:
            again = Seat("guest", old.name, None, old.token == token, old.token)
            again.player = old.player
            seats.append(again)
    places = [row["place"] for row in table.standings() or ()]
    options = table.game.options_again(table.options, places)
    data = {
        "game": table.game.name,
        "players": len(seats),
        "options": options,
        "clock": table.clock,
        "listed": table.listed,
        "join": table.join,
        "seats": [seat.to_json() for seat in seats],
        "host": table.host,
        **of_player(table.host_player),
        **of_rated(table.rated and may_count),
        **of_club(club),
    }
    game = find_game(table.game.name)  # by the rules of today
    there = start_if_ready([("created", data)], seats, game, options)
    return [("rematched", {"id": new_id})], there
