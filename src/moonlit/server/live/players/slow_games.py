"""Games that last for days: vacations stop the clocks of a player everywhere.

A vacation is kept first and then told to each table. Should the server die in between, the table
hears of it when the player's time would be out.
"""

from __future__ import annotations

import logging

from moonlit.core.errors import MoonlitError
from moonlit.server.errors import refuse
from moonlit.server.live.hub import Decide, Hub
from moonlit.server.live.live_table import LiveTable, now_ms
from moonlit.server.storage.players.players import Players
from moonlit.server.storage.players.vacations import Vacation, Vacations
from moonlit.server.table import commands
from moonlit.server.table.clocks import DAY

log = logging.getLogger("moonlit.slow")
YEAR = 365 * DAY
MAX_AWAY = 30 * DAY  # ms of vacation within a year


class SlowGames:
    def __init__(self, hub: Hub, players: Players) -> None:
        self.hub = hub
        self.vacations = Vacations(players)

    async def left(self, player: str, now: int) -> int:
        """How much vacation a player has left of the last year's, in ms."""
        taken = await self.vacations.since(player, now - YEAR)
        return MAX_AWAY - sum(each.ends - max(each.begins, now - YEAR) for each in taken)

    async def current(self, player: str, now: int) -> Vacation | None:
        found = await self.vacations.since(player, now)
        return found[0] if found else None

    async def leave(self, player: str, days: int) -> None:
        """A vacation from now on."""
        now = now_ms()
        if await self.current(player, now) is not None:
            raise refuse("on_vacation")
        left = await self.left(player, now)
        if days * DAY > left:
            raise refuse("too_long_away", 422, left=max(0, left // DAY), most=MAX_AWAY // DAY)
        vacation = Vacation(now, now + days * DAY)
        await self.vacations.begin(player, vacation)
        await self._tell(player, vacation)

    async def come_back(self, player: str) -> None:
        """The vacation ends now; what is left of it counts no more."""
        now = now_ms()
        found = await self.current(player, now)
        if found is None:
            raise refuse("no_vacation")
        await self.vacations.end(player, found.begins, now)
        await self._tell(player, Vacation(found.begins, now))

    async def _tell(self, player: str, vacation: Vacation) -> None:
        for seat, summary, _ in await self.vacations.turns(player):
            clock = summary["clock"]
            if clock is not None and clock["kind"] == "days":
                await self._append(summary["id"], seat, vacation)

    async def _append(self, table_id: str, seat: int, vacation: Vacation) -> None:
        try:
            live = await self.hub.find(table_id)
            await self.hub.execute(live, away(seat, vacation))
        except MoonlitError as error:  # the others hear of it, and this one when time is out
            log.warning("vacation", extra={"refused": error.key})

    async def missed(self, live: LiveTable) -> list[Decide]:
        """What a table has not heard of when somebody's time would be out."""
        table, clocks = live.table, live.table.clocks
        if clocks is None or clocks.kind != "days" or clocks.running is None:
            return []
        player = table.seats[clocks.running].player
        found = await self.vacations.since(player, clocks.since) if player is not None else []
        return [away(clocks.running, each) for each in apart(found)]


def apart(found: list[Vacation]) -> list[Vacation]:
    """Two that overlap are one; so they may, if two players have become one."""
    made: list[Vacation] = []
    for each in found:
        if made and each.begins <= made[-1].ends:
            last = made.pop()
            each = Vacation(last.begins, max(last.ends, each.ends))
        made.append(each)
    return made


def away(seat: int, vacation: Vacation) -> Decide:
    return lambda table: commands.away(table, seat, vacation.begins, vacation.ends)
