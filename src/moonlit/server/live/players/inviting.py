"""Players ask people whom they have played with to a table that waits for players.

Nobody is told who somebody is: a person goes by a handle that means something to one reader alone,
at one table. Whether an invitation was declined, or is wanted at all, its sender does not learn.
"""

from __future__ import annotations

from typing import Any

from moonlit.server.errors import refuse
from moonlit.server.live.live_table import LiveTable, now_ms
from moonlit.server.live.players.courier import Courier
from moonlit.server.notices.what import DELAY
from moonlit.server.storage.players.invitations import Invitation, Invitations, Person
from moonlit.server.storage.players.players import Player, Players
from moonlit.server.table.clocks import DAY
from moonlit.server.table.fold import Table
from moonlit.server.table.permissions import require_open

SHOWN, KNOWN = 10, 50  # people who are listed, and who can be asked
MAX_INVITED, MAX_EACH = 30, 5  # invitations within a day, by one player and from one to another


class Inviting:
    def __init__(self, players: Players, courier: Courier) -> None:
        self.invitations = Invitations(players)
        self.courier = courier

    # ---- asking

    async def known(self, live: LiveTable, player: Player) -> list[dict[str, Any]]:
        """Whom a player may ask here, without those who sit here by the same name."""
        table = live.table
        require_part(table, player)
        if not waits(table):
            return []
        asked = await self.invitations.asked(table.id, player.id)
        here = {seat.name for seat in table.seats}
        return [
            {
                "who": self._handle(table.id, player.id, each.player),
                "name": each.name,
                "invited": each.player in asked,
            }
            for each in await self.invitations.known(player.id, SHOWN + len(table.seats))
            if each.name not in here
        ][:SHOWN]

    async def invite(self, live: LiveTable, player: Player, who: str) -> None:
        """Ask somebody; whoever is asked twice is told once."""
        table = live.table
        name = require_part(table, player)
        require_open(table)
        if table.join == "closed":
            raise refuse("closed", 403)
        if not waits(table):
            raise refuse("table_full")
        for each in await self.invitations.known(player.id, KNOWN):
            if self._handle(table.id, player.id, each.player) == who:
                break
        else:
            raise refuse("not_played_with", 404)
        if each.player in await self.invitations.asked(table.id, player.id):
            return
        now = now_ms()
        lately = await self.invitations.count(player.id, now - DAY)
        if lately.get(each.player, 0) >= MAX_EACH:
            raise refuse("invited_often", 429, most=MAX_EACH)
        if sum(lately.values()) >= MAX_INVITED:
            raise refuse("too_many_invitations", 429, most=MAX_INVITED)
        asked = Invitation(each.player, table.id, Person(player.id, name), now)
        await self.invitations.add(asked, now + DELAY)

    def _handle(self, table_id: str, player: str, other: str) -> str:
        return self.courier.secret_of("known", f"{table_id}:{player}:{other}").hex()[:16]

    # ---- being asked

    async def invitations_json(self, player: str) -> dict[str, Any]:
        """The invitations that a player can follow, and those of whom they want none."""
        found = await self.invitations.open_for(player)
        refused = await self.invitations.refused(player)
        return {
            "invitations": [
                {**summary, "by": each.by.name, "invited": each.made} for each, summary in found
            ],
            "refused": [
                {"who": self._handle("", player, each.player), "name": each.name}
                for each in refused
            ],
        }

    async def sat_down(self, player: str, table_id: str) -> None:
        await self.invitations.answer(player, table_id, "answered")

    async def decline(self, player: str, table_id: str, never: bool) -> None:
        """Not this time; `never`: nor another time, whenever the same one asks."""
        state = "refused" if never else "answered"
        if not await self.invitations.answer(player, table_id, state):
            raise refuse("no_such_invitation", 404)

    async def allow(self, player: str, who: str) -> None:
        """Let somebody invite again of whom a player wanted none."""
        for each in await self.invitations.refused(player):
            if self._handle("", player, each.player) == who:
                await self.invitations.allow(player, each.player)
                return
        raise refuse("not_refused", 404)


def require_part(table: Table, player: Player) -> str:
    """The name of a player who sits at a table, or hosts it."""
    token = table.token_of(player.id)
    if token is None:
        raise refuse("not_seated", 403)
    seat = table.seat_of(token)
    return (table.seats[seat].name if seat is not None else None) or player.name


def waits(table: Table) -> bool:
    """Whether a table waits for players who come by themselves."""
    free = any(seat.kind == "open" for seat in table.seats)
    return table.match is None and table.join == "link" and free
