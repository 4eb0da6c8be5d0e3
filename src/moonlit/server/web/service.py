"""The parts of a server put together, and what is asked of them, over HTTP or a socket."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from moonlit.core.layout import find_layout
from moonlit.core.observing import observation
from moonlit.server.errors import refuse
from moonlit.server.live.bots import BotWorkers
from moonlit.server.live.bus import Bus, NoBus, RedisBus
from moonlit.server.live.due import DueScan
from moonlit.server.live.hub import Hub
from moonlit.server.live.live_table import LiveTable, now_ms
from moonlit.server.live.players.claims import Claims
from moonlit.server.live.players.courier import Courier
from moonlit.server.live.players.devices import KIND as DEVICES
from moonlit.server.live.players.devices import Devices
from moonlit.server.live.players.inviting import Inviting
from moonlit.server.live.players.slow_games import SlowGames
from moonlit.server.live.pruning import Pruning
from moonlit.server.live.rater import Rater
from moonlit.server.live.readiness import Readiness
from moonlit.server.live.study.attempts import Attempts
from moonlit.server.live.study.pars import Pars, is_closed, today
from moonlit.server.live.study.reviews import Reviews
from moonlit.server.live.sync import Sync
from moonlit.server.settings import Settings
from moonlit.server.storage.clubs.clubs import Clubs
from moonlit.server.storage.clubs.games import ClubGames
from moonlit.server.storage.clubs.talk import ClubTalk
from moonlit.server.storage.players.history import History
from moonlit.server.storage.players.players import Player, Players
from moonlit.server.storage.players.puzzle_tries import PuzzleTries
from moonlit.server.storage.ratings.ratings import Ratings
from moonlit.server.storage.tables.change import Change
from moonlit.server.storage.tables.commits import Conflict
from moonlit.server.storage.tables.makers import Makers
from moonlit.server.storage.tables.results import Results
from moonlit.server.storage.tables.store import Store
from moonlit.server.storage.tables.trusted_clock import DAY
from moonlit.server.table import commands
from moonlit.server.table.events import Draft
from moonlit.server.table.fold import Table
from moonlit.server.table.permissions import require_play, require_turn
from moonlit.server.web.study.models import PlayOn
from moonlit.server.web.tables.match_views import Reply, previewed, replayed
from moonlit.server.web.tables.request_models import NewTable
from moonlit.server.web.transport.limits import Limits
from moonlit.server.web.transport.security import ADDRESS, new_id, new_token, token_hash
from moonlit.study.puzzles import Daily


class Made(NamedTuple):
    """A new table, its maker's seat there, and the token that opens it. Where a player's devices
    open it, nobody is told the token."""

    live: LiveTable
    seat: int | None
    token: str

    @property
    def path(self) -> str:
        return f"/t/{self.live.id}"

    @property
    def hash(self) -> str:
        return token_hash(self.token)


class Service:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = uuid.uuid4().hex[:12]
        self.store = Store(settings.url)
        self.makers = Makers(self.store)
        bus: Bus = RedisBus(settings.redis, self.worker) if settings.redis else NoBus()
        self.hub = Hub(self.store, bus, self.worker)
        self.limits = Limits(settings)
        self.sync = Sync(self.hub, settings.max_memory_tables, self.limits)
        self.bots = BotWorkers(self.hub, settings.thinkers)
        self.reviews = Reviews(self.hub, settings.reviewers)
        self.pars = Pars(self.hub, self.reviews, settings.par)
        self.attempts = Attempts()
        self.sync.listeners["review"] = self.reviews.hear
        self.results = Results(self.store)
        self.players = Players(self.store)
        self.history = History(self.players)
        self.claims = Claims(self.hub, self.players, self.history)
        self.clubs = Clubs(self.players)
        self.club_talk, self.club_games = ClubTalk(self.clubs), ClubGames(self.clubs)
        self.devices = Devices(self.hub, self.players)
        self.sync.listeners[DEVICES] = self.devices.hear
        self.reviews.on_review.append(self.history.note_review)
        self.puzzle_tries = PuzzleTries(self.players)
        self.ratings = Ratings(self.players)
        self.rater = Rater(self.hub, self.ratings)
        self.courier = Courier(self.hub, settings)
        self.inviting = Inviting(self.players, self.courier)
        self.slow_games = SlowGames(self.hub, self.players)
        self.bots.vacations = self.slow_games.missed
        self.due = DueScan(self.hub, self.bots)
        self.readiness = Readiness(self.store, settings.url)
        self.pruning = Pruning(self.hub, settings)
        self._replays = asyncio.Semaphore(2)

    async def open(self) -> None:
        await self.store.open()
        await self.sync.open()
        await self.bots.open()
        await self.reviews.open()
        self.attempts.open()
        self.due.open()
        self.pruning.open()
        self.devices.open()
        self.claims.open()
        self.rater.open()
        await self.courier.open()
        self.hub.spawn(self.readiness.look_for_damage())

    async def close(self) -> None:
        await self.attempts.close()
        await self.reviews.close()
        await self.bots.close()
        await self.hub.close()
        await self.store.close()

    # ---- tables and seats

    async def create(self, request: NewTable, address: str, player: Player | None = None) -> Made:
        if request.club is not None:
            await self.clubs.require(request.club, id_of(player))
        token = new_token()
        self.check_ratings(request.rated)
        drafts, seat = commands.create(
            **request.model_dump(), token=token_hash(token), player=id_of(player)
        )
        async with self._another_table(address) as made_by:
            live = await self.hub.create(new_id(), drafts, made_by)
        return Made(live, seat, token)

    def check_ratings(self, rated: bool) -> None:
        if rated and not self.settings.ratings:
            raise refuse("no_ratings", 403)

    @asynccontextmanager
    async def _another_table(self, address: str) -> AsyncIterator[str]:
        """A table is about to be made, if its maker has not made too many today."""
        made_by, most, now = self.store.maker(address), self.settings.max_tables, now_ms()
        async with self.makers.another(made_by, now - DAY, most, now) as allowed:
            if not allowed:
                raise refuse("too_many_tables", 429, most=most)
            yield made_by

    async def join(
        self,
        live: LiveTable,
        holder: str | None,
        name: str,
        seat: int | None,
        ready: bool,
        player: Player | None = None,
    ) -> tuple[int, str | None]:
        """The seat and its new token; None where the one that was shown opens a seat already."""
        held = live.table.seat_of(holder)
        if held is not None:
            return held, None
        token = new_token()
        own, taken = token_hash(token), -1

        def decide(table: Table) -> list[Draft]:
            nonlocal taken
            whose = id_of(player)
            drafts, taken = commands.join(table, own, name, seat, ready, now_ms(), whose)
            return drafts

        await self.hub.execute(live, decide)
        if player is not None:
            await self.inviting.sat_down(player.id, live.id)
        return taken, token

    async def mine(self, tokens: list[str]) -> list[Reply]:
        """The tables at which tokens open a seat."""
        found: dict[str, Reply] = {}
        for seat, summary in await self.store.tables_of([token_hash(each) for each in tokens]):
            known = found.get(summary["id"])
            if known is None or known["seat"] is None:
                found[summary["id"]] = self.mine_at(summary, seat)
        return list(found.values())

    def mine_at(self, summary: Reply, seat: int) -> Reply:
        sits = seat if seat >= 0 else None
        turn = sits is not None and summary["to_move"] == sits
        if turn and summary["seats"][seat]["kind"] != "guest":
            turn = False  # a bot sits in
        return {**summary, "seat": sits, "your_turn": turn}

    # ---- commands with a reply of their own; the others are in tables/command_table.py

    async def move(self, live: LiveTable, token: str | None, number: int, move: str) -> Reply:
        events = await self.hub.execute(
            live, lambda table: commands.move(table, token, number, move, now_ms())
        )
        return {"number": number + 1, "seq": events[-1].seq}

    async def undo(self, live: LiveTable, token: str | None, number: int) -> Reply:
        events = await self.hub.execute(live, lambda table: commands.undo(table, token, number))
        done = events[-1].kind == "undone"
        return {"undo": "done" if done else "asked", "seq": events[-1].seq}

    async def rematch(self, live: LiveTable, token: str | None) -> Reply:
        """A new table with the same seats, once: who asks second finds it."""
        if token is None or live.table.rematch is not None:
            commands.rematch(live.table, token, live.id)  # whether this one may ask
        else:
            async with self._another_table(ADDRESS.get()) as made_by:
                await self._rematch(live, token, made_by)
        return {"id": live.table.rematch, "path": f"/t/{live.table.rematch}"}

    async def _rematch(self, live: LiveTable, token: str | None, made_by: str) -> None:
        also: list[Change] = []
        made: list[LiveTable] = []
        club = live.table.club
        if not await self.clubs.has(club, live.table.player_of(token)):
            club = None

        def decide(table: Table) -> list[Draft]:
            also.clear()
            made.clear()
            may_count = self.settings.ratings
            here, there = commands.rematch(table, token, new_id(), club, may_count)
            if table.rematch is not None:
                return []
            fresh, change = self.hub.prepare(here[0][1]["id"], there, made_by)
            made.append(fresh)
            also.append(change)
            return here

        await self.hub.execute(live, decide, also)
        if made:
            self.hub.add(made[0], also[0])

    async def previews(
        self, live: LiveTable, token: str | None, number: int, moves: list[str]
    ) -> Reply:
        """What moves would bring, for the seat that may make them."""
        require_turn(live.table, token, number)
        match = require_play(live.table).copy()
        return {"number": number, "previews": await previewed(match, moves)}

    async def observe(self, live: LiveTable, token: str | None, number: int) -> Reply:
        """The position in numbers, for the seat that is to move: what a trained policy is asked."""
        seat = require_turn(live.table, token, number)
        match = require_play(live.table)
        layout = find_layout(match.game, len(match.players))
        return {
            "number": number,
            "layout": layout.version,
            "observation": observation(match, seat, compiled=False).tolist(),
            "actions": {move: match.action(move) for move in match.moves()},
            "action_space": match.game.action_space,
        }

    async def hint(self, live: LiveTable, token: str | None, number: int) -> Reply:
        move, entries, reasons = await self.bots.hint(live, token, number)
        instead = {"move": reasons.instead, "told": reasons.told} if reasons.instead else None
        parts = {"number": number, "move": move, "told": entries}
        return {**parts, "why": reasons.why, "instead": instead}

    # ---- finished games

    async def play_on(
        self, live: LiveTable, number: int, request: PlayOn, address: str, player: Player | None
    ) -> Made:
        """A new table that begins at a position of this one."""
        token = new_token()
        asked = request.model_dump() | {"player": id_of(player)}
        drafts = commands.play_on(live.table, token_hash(token), number, **asked)
        async with self._another_table(address) as made_by:
            made = await self.hub.create(new_id(), drafts, made_by)
        return Made(made, request.seat, token)

    async def play_daily(
        self, day: Daily, key: str, name: str, again: bool, address: str
    ) -> tuple[LiveTable, bool]:
        """A table for a day's deal, and whether it is new. On the day itself a player has one that
        counts, whoever asks for it and how often; all others are for fun, and come after it."""
        known_as, date = await self.players.find(token_hash(key)), day.date.isoformat()
        player = known_as.id if known_as is not None else token_hash(key)
        known, is_today = await self.results.find(date, player), day.date == today()
        going = known is not None and known.ended is None and not is_closed(day.date)
        if again and (going or (is_today and known is None)):
            raise refuse("daily_first")
        counts = not again and (is_today or going)
        if counts and known is not None:
            return await self.hub.find(known.table_id), False
        if known_as is None:
            drafts = commands.play_daily(day, player, name, counts)
        else:  # the seat is opened by all of their devices, and by no token
            drafts = commands.play_daily(day, token_hash(new_token()), name, counts, player)
        try:
            async with self._another_table(address) as made_by:
                return await self.hub.create(new_id(), drafts, made_by), True
        except Conflict:  # another request was quicker
            known = await self.results.find(date, player)
            if known is None:
                raise
            return await self.hub.find(known.table_id), False

    def record(self, live: LiveTable) -> Reply:
        if live.table.ended is None or live.table.match is None:
            raise refuse("not_over")
        return live.table.match.record()

    async def replay(self, record: Any) -> Reply:
        """A whole game as a spectator saw it, in one answer."""
        async with self._replays:
            return await asyncio.to_thread(replayed, record)


def id_of(player: Player | None) -> str | None:
    return player.id if player is not None else None
