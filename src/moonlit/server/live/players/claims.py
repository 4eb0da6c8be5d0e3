"""Seats become a player's, and cease to be: claimed with their tokens, handed over, erased.

A seat of a player is opened by their devices alone: the token that it had before is spent.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from moonlit.core.errors import MoonlitError
from moonlit.server.live.hub import Hub
from moonlit.server.live.live_table import now_ms
from moonlit.server.storage.players import erase
from moonlit.server.storage.players.history import History
from moonlit.server.storage.players.players import Players
from moonlit.server.table import commands
from moonlit.server.table.events import Draft
from moonlit.server.table.fold import Table

EVERY = 600.0  # seconds between two looks for deletions that were cut off


def spare_token() -> str:
    """The hash of a token that nobody has."""
    return hashlib.sha256(secrets.token_bytes(32)).hexdigest()


class Claims:
    def __init__(self, hub: Hub, players: Players, history: History) -> None:
        self.hub = hub
        self.players = players
        self.history = history

    async def claim(self, player: str, hashes: Iterable[str]) -> int:
        """Seats that tokens open are the player's from now on; how many tables."""
        wanted = set(hashes)
        count = 0
        for table_id in await self.players.tables_of_guests(wanted):
            fresh = {old: spare_token() for old in wanted}
            count += await self._claim(table_id, fresh, player)
        return count

    async def hand_over(self, player: str, other: str) -> None:
        """All seats of another player are this one's."""
        for table_id, tokens in (await erase.sat_at(self.players, other)).items():
            await self._claim(table_id, {old: spare_token() for old in tokens}, player)

    async def join(self, player: str, key_hash: str, label: str) -> None:
        """A device is the player's, too; whoever it was before is one with them."""
        before = await self.players.find(key_hash)
        if before is None:
            await self.players.add_device(player, key_hash, label, now_ms())
            await self.claim(player, [key_hash])  # its dailies
        elif before.id != player:
            await self.players.require(player)  # who is gone takes no seats along
            await self.hand_over(player, before.id)
            try:
                await self.players.absorb(player, before.id)
            except MoonlitError:
                if await self._is_done_or_given_back(player, before.id, key_hash):
                    return
                raise

    async def _is_done_or_given_back(self, player: str, other: str, key_hash: str) -> bool:
        """One of the two was gone. Either the same was asked for twice, and is done; or the player
        was deleted meanwhile, and gets no seats of the other's."""
        now = await self.players.find(key_hash)
        if now is not None and now.id == player:
            return True
        if await self.players.get(player) is None and now is not None:
            await self.hand_over(other, player)
            await self.players.forget_sat(player)
        return False

    async def _claim(self, table_id: str, tokens: dict[str, str], player: str) -> bool:
        try:
            live = await self.hub.find(table_id)
            done = await self.hub.execute(live, lambda t: commands.claim(t, tokens, player))
        except MoonlitError as error:
            if error.key == "no_such_table":  # it was removed meanwhile
                return False
            raise
        if done and live.table.ended is not None:
            await self.history.note_kept_review(table_id)
        return bool(done)

    # ---- the end of it

    async def erase(self, player: str) -> set[str]:
        """Delete a player and every trace of them; the keys that were theirs. What is cut off
        before the player is gone they begin again, what is cut off later we do."""
        await self._erase_tables(player)
        keys = {device.key_hash for device in await self.players.devices_of(player)}
        await erase.remove(self.players, player)
        while await erase.sat_at(self.players, player):  # another device was quicker
            await self._erase_tables(player)
            await erase.remove(self.players, player)
        await erase.overwrite(self.players)
        return keys

    def open(self) -> None:
        self.hub.repeat(self.finish_deletions, EVERY, "deletions")

    async def finish_deletions(self) -> None:
        """Those that were cut off."""
        for player in await erase.remains(self.players):
            await self.erase(player)
        await erase.overwrite(self.players)

    async def _erase_tables(self, player: str) -> None:
        """All at which they have sat, and those at which they are seated meanwhile."""
        while found := await erase.sat_at(self.players, player):
            for table_id in await erase.unfinished(self.players, player):
                live = await self.hub.find(table_id)
                await self.hub.execute(live, lambda table: given_up(table, player))
            for table_id, tokens in found.items():
                await self._erase_at(table_id, tokens)

    async def _erase_at(self, table_id: str, tokens: set[str]) -> None:
        now = now_ms()
        seq = await erase.erase_at(self.players, table_id, tokens, now)
        await self.hub.read_again(table_id)
        if seq is not None and self.hub.bus.is_shared:
            event = {"seq": seq, "at": now, "kind": "rewritten", "data": {}}
            self.hub.bus.publish({"kind": "events", "id": table_id, "events": [event]})


def given_up(table: Table, player: str) -> list[Draft]:
    """A player leaves for good: a bot plays on, and where nothing is secret anybody may sit down.
    A game of the daily that counts is resigned, as nobody plays it for somebody else."""
    if table.ended is not None:
        return []
    drafts: list[Draft] = []
    for seat in table.seats:  # two players who have become one may hold several
        if seat.player != player:
            continue
        if table.match is None:
            drafts += commands.leave(table, seat.token, None)
        elif seat.is_guest and table.daily is not None and table.daily["counts"]:
            return commands.resign(table, seat.token)
        elif seat.is_guest:
            keep = table.game.has_secrets or table.rated
            drafts += commands.leave(table, seat.token, None, keep=keep)
    return drafts
