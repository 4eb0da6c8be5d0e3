"""A table as the fold of its events: the same events always give the same table. No IO here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from moonlit.core.dealing import new_from_deal, new_from_seed
from moonlit.core.match import Match
from moonlit.core.registry import earlier_rules, find_game
from moonlit.server.table.clocks import Clocks
from moonlit.server.table.events import Event
from moonlit.server.table.plans import Plan
from moonlit.server.table.seats import Seat, in_play
from moonlit.server.table.state import (
    MAX_SAID,
    SPECTATOR,
    Line,
    Said,
    TableState,
    UndoRequest,
    encode,
    line_cost,
    remembered,
    with_choice,
)


class Table(TableState):
    """Everything about a table that can be worked out from its events."""

    # ---- the fold

    def branch(self, events: list[Event]) -> Self:
        """The table after more events; this one stays as it is, and can be shown meanwhile."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.movers, other.log = self.movers.copy(), self.log.copy()
        if self.match is not None:
            other.match = self.match.branch()
        if self.clocks is not None:
            other.clocks = self.clocks.copy()
        if events[0].kind != "moved":  # which is all that a move changes
            other.seats = [seat.copy() for seat in self.seats]
            other.resigned, other.chat = self.resigned.copy(), self.chat.copy()
            other.said, other.sat_down = self.said.copy(), self.sat_down.copy()
        for event in events:
            other.apply(event)
        return other

    def apply(self, event: Event) -> None:
        assert event.seq == self.seq + 1, (self.id, self.seq, event.seq)
        getattr(self, f"_{event.kind}")(event, **event.data)
        self.seq = event.seq
        self.updated = event.at

    def _created(
        self,
        event: Event,
        game: str,
        players: int,
        options: dict[str, Any],
        clock: dict[str, Any] | None,
        listed: bool,
        join: str,
        seats: list[dict[str, Any]],
        host: str,
        origin: dict[str, Any] | None = None,
        daily: dict[str, Any] | None = None,
        player: str | None = None,
        rated: bool = False,
        club: str | None = None,
    ) -> None:
        self.created = event.at
        self.origin, self.daily, self.rated = origin, daily, rated
        self.game = find_game(game)
        self.options, self.clock, self.listed, self.join = options, clock, listed, join
        self.seats = [Seat(**seat) for seat in seats]
        self.host, self.host_player, self.club = host, player, club

    def _changed(self, event: Event, **changes: Any) -> None:
        players = changes.pop("players", len(self.seats))
        for name, value in changes.items():
            setattr(self, name, value)
        del self.seats[players:]
        self.seats += [Seat() for _ in range(players - len(self.seats))]
        for seat in self.seats:  # who agreed to other terms is asked again
            if seat.is_guest and seat.token != self.host:
                seat.ready = False

    def _seat_set(self, event: Event, seat: int, kind: str, level: str | None) -> None:
        if self.match is not None:
            if kind == "open":
                self.seats[seat].released = True
            else:
                self.seats[seat].level = level
            return
        gone = self.seats[seat]
        self.seats[seat] = Seat(kind=kind, level=level)
        if gone.is_guest:
            self._log(event, "log.removed", seat, name=gone.name)
            self._pass_on_hosting(gone)

    def _joined(
        self,
        event: Event,
        seat: int,
        name: str,
        token: str,
        ready: bool,
        player: str | None = None,
    ) -> None:
        old = self.seats[seat].name
        self.seats[seat].sit(name, token, ready, player)
        self.said[seat], self.sat_down[seat] = 0, event.seq
        if self.match is not None:
            self.match.players[seat] = name
            self._log(event, "log.took_over", seat, name=name, old=old)
            if self.clocks is not None:
                self.clocks.away.pop(seat, None)  # the vacation was somebody else's
            self._restart_clock(event)
        else:
            self._log(event, "log.joined", seat, name=name)

    def _ready(self, event: Event, seat: int, ready: bool) -> None:
        self.seats[seat].ready = ready

    def _chose(self, event: Event, seat: int, option: str, choice: str | None) -> None:
        self.options = with_choice(self.options, len(self.seats), seat, option, choice)

    def _started(
        self,
        event: Event,
        seed: int | None = None,
        deal: Any = None,
        rules: int | None = None,
        moves: Sequence[str] = (),
    ) -> None:
        """By the rules that were kept, whatever the newest are. Long ago there was a seed and no
        word of rules: then the oldest are meant."""
        name = self.game.name
        if rules is None:
            rules = min(earlier_rules(name), default=self.game.rules_version)
        self.game = find_game(name, rules)
        names = [seat.name_in_records for seat in self.seats]
        if deal is not None:
            self.match = new_from_deal(self.game, names, self.options, deal)
        else:
            assert seed is not None
            self.match = new_from_seed(self.game, names, self.options, seed)
        if self.clock is not None:
            self.clocks = Clocks.from_setting(self.clock, len(self.seats))
            self._restart_clock(event)
        for move in moves:
            self.movers.append(self.match.to_move or 0)
            self.match.play(move)
        self.match.release()
        self.began = len(moves)
        self.turn_since = event.at
        if self.origin is None:
            self._log(event, "log.started", None)
        else:
            self._log(event, "log.played_on", None, number=self.began)

    def _moved(self, event: Event, number: int, seat: int, move: str) -> None:
        match = self._playing
        match.play(move)
        self.movers.append(seat)
        self.positions += 1
        self.undo_request = None
        is_open = match.is_open(number)
        lines, self.last_move = {}, {}
        for perspective in [SPECTATOR] if is_open else self.perspectives:
            viewer = None if perspective == SPECTATOR else perspective
            read = move if is_open else match.history(viewer, since=number)[0]
            self.last_move[perspective] = read
            lines[perspective] = encode(
                {
                    "seq": event.seq,
                    "at": event.at,
                    "number": number,
                    "seat": seat,
                    "move": read,
                    "topic": self.game.name,
                    "entries": match.log(viewer, since=number)[0],
                }
            )
        match.release()
        self.log.append(Line(event.seq, lines))
        self.turn_since = event.at
        if match.over:
            self.ended, self.over_at = {"by": "rules", "seat": None}, event.at
        if self.clocks is not None:
            self.clocks.moved(seat, event.at)
            self.clocks.run(self._on_the_clock(), event.at)

    def _undo_asked(self, event: Event, seat: int, to: int) -> None:
        self.undo_request = UndoRequest(seat, to, [])
        self._log(event, "log.undo_asked", seat, number=to + 1)

    def _undo_agreed(self, event: Event, seat: int) -> None:
        asked = self.undo_request
        assert asked is not None
        self.undo_request = UndoRequest(asked.seat, asked.to, [*asked.agreed, seat])

    def _undo_refused(self, event: Event, seat: int) -> None:
        self.undo_request = None
        self._log(event, "log.undo_refused", seat)

    def _undone(self, event: Event, seat: int, to: int, free: bool) -> None:
        match = self._playing
        count = match.number - to
        for _ in range(count):
            match.undo()
        del self.movers[to:]
        self.last_move = {}
        self.positions += 1
        self.turn_since = event.at
        self.undo_request = None
        if self.clocks is not None:
            self.clocks.undone(to, free, event.at)
        self._restart_clock(event)
        self._log(event, "log.undone", seat, number=to + 1, count=count)

    def _resigned(self, event: Event, seat: int, level: str) -> None:
        self.seats[seat].resigned = True
        self.resigned.append(seat)
        self._hand_over(event, seat, level)
        self._log(event, "log.resigned", seat)
        if len(in_play(self.game, self.seats)) < 2:
            self.ended, self.over_at = {"by": "resign", "seat": seat}, event.at
            self._restart_clock(event)

    def _left(self, event: Event, seat: int, level: str | None, keep: bool = True) -> None:
        if self.match is None:
            gone, self.seats[seat] = self.seats[seat], Seat()
            self._log(event, "log.left_open", seat, name=gone.name)
            self._pass_on_hosting(gone)
        else:
            self._hand_over(event, seat, str(level))
            self.seats[seat].released = not keep
            self._log(event, "log.left", seat)

    def _timed_out(self, event: Event, seat: int, level: str) -> None:
        self._hand_over(event, seat, level)
        self._log(event, "log.timed_out", seat)

    def _returned(self, event: Event, seat: int) -> None:
        self.seats[seat].take_back()
        self._restart_clock(event)
        self._log(event, "log.returned", seat)

    def _said(self, event: Event, seat: int, text: str, company: bool = False) -> None:
        if not text:  # whoever said it was deleted
            return
        said: dict[str, Any] = {
            "seq": event.seq,
            "at": event.at,
            "seat": seat,
            "name": self.seats[seat].name,
            "text": text,
        }
        readers = [SPECTATOR]
        if company:
            said["company"] = True
            readers = self.partners(seat)
        line, cost = encode(said), line_cost(text)
        self.chat.append(Said(event.seq, dict.fromkeys(readers, line), seat, cost))
        self.said[seat] = self.said.get(seat, 0) + cost
        over = sum(line.cost for line in self.chat) - MAX_SAID * max(self.game.seats)
        if over > 0:  # people come, talk and go
            self.chat = remembered(self.chat, self.sat_down, over)

    def _rematched(self, event: Event, id: str) -> None:
        self.rematch = id

    def _renewed(self, event: Event, seat: int, token: str, player: str | None) -> None:
        old = self.host if seat < 0 else str(self.seats[seat].token)
        if self.host == old:
            self.host, self.host_player = token, player
        if seat >= 0:
            self.seats[seat].token, self.seats[seat].player = token, player
        self.spent |= {old}

    def _rewritten(self, event: Event) -> None:
        """Nothing new: a table that was in memory is read again (hub.py)."""

    def _planned(self, event: Event, seat: int, steps: list[dict[str, Any]]) -> None:
        self._drop_plan(seat)
        if steps:
            self.plans = {**self.plans, seat: Plan(tuple(steps))}

    def _plan_dropped(self, event: Event, seat: int) -> None:
        self._drop_plan(seat)

    def _reminded(self, event: Event, seat: int, to: int) -> None:
        self.reminded = event.at
        self._log(event, "log.reminded", seat, name=self.seats[to].name)

    def _away(self, event: Event, seat: int, since: int, until: int) -> None:
        assert self.clocks is not None
        self.clocks.leave(seat, since, until, event.at)
        self._log(event, "log.away" if until > event.at else "log.back", seat)

    # ---- steps that several events share

    def _drop_plan(self, seat: int) -> None:
        self.plans = {other: plan for other, plan in self.plans.items() if other != seat}

    @property
    def _playing(self) -> Match:
        assert self.match is not None
        return self.match

    def _log(self, event: Event, key: str, seat: int | None, /, **arguments: Any) -> None:
        if seat is not None:
            arguments["seat"] = seat
        line = {
            "seq": event.seq,
            "at": event.at,
            "number": None,
            "seat": seat,
            "move": None,
            "topic": "server",
            "entries": [{"key": key, "args": arguments}],
        }
        self.log.append(Line(event.seq, {SPECTATOR: encode(line)}))

    def _hand_over(self, event: Event, seat: int, level: str) -> None:
        self.seats[seat].hand_to_bot(level, event.at)
        self._drop_plan(seat)
        self.undo_request = None  # the circle of those asked has changed
        self._restart_clock(event)

    def _pass_on_hosting(self, gone: Seat) -> None:
        if gone.token == self.host:
            other = next((seat for seat in self.seats if seat.token), None)
            if other is not None and other.token is not None:
                self.host, self.host_player = other.token, other.player

    def _on_the_clock(self) -> int | None:
        mover = self.mover
        return self.to_move if mover is not None and mover.is_guest else None

    def _restart_clock(self, event: Event) -> None:
        """Whoever's time is to run now, it does."""
        if self.clocks is not None:
            self.clocks.run(self._on_the_clock(), event.at)
