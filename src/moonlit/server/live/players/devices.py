"""Connections of players' devices: one that was signed out is told nothing more, at any worker."""

from __future__ import annotations

from moonlit.server.live.bus import Message
from moonlit.server.live.hub import Hub
from moonlit.server.live.live_table import Subscriber
from moonlit.server.storage.players.players import Players

CHECK_EVERY = 2.0  # seconds: what was not heard is seen so much later
KIND = "signed_out"  # of messages to other workers


class Devices:
    def __init__(self, hub: Hub, players: Players) -> None:
        self.hub = hub
        self.players = players

    def open(self) -> None:
        if self.hub.store.is_shared:
            self.hub.repeat(self._look, CHECK_EVERY, "devices")

    def sign_out(self, hashes: set[str]) -> None:
        """These keys are no device's any more."""
        self._dismiss(hashes)
        if self.hub.bus.is_shared:
            self.hub.bus.publish({"kind": KIND, "devices": sorted(hashes)})

    def hear(self, message: Message) -> None:
        self._dismiss(set(message["devices"]))

    def _dismiss(self, hashes: set[str]) -> None:
        for subscriber in self._connected():
            if subscriber.device in hashes:
                subscriber.dismiss()

    def _connected(self) -> list[Subscriber]:
        return [
            subscriber
            for live in list(self.hub.tables.values())
            for subscriber in live.subscribers
            if subscriber.device is not None
        ]

    async def _look(self) -> None:
        """A message may be lost; the database is not."""
        here = {each.device for each in self._connected() if each.device is not None}
        if here:
            self._dismiss(here - await self.players.known(here))
