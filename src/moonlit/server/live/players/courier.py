"""What waits in the outbox is sent, by one worker at a time to each address.

A notice is in the database as soon as what it tells of is, and leaves it when it has been sent; so
a process may die at any instant, and the next one sends it. Only if it dies after a message was
delivered and before that was noted, the message comes twice, with the same mark.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging

from sqlalchemy.exc import SQLAlchemyError

from moonlit.core.errors import MoonlitError
from moonlit.server.live.hub import Hub
from moonlit.server.live.live_table import now_ms
from moonlit.server.notices.channel import Channel, Waiting
from moonlit.server.notices.guard import Poster
from moonlit.server.notices.senders import Outcome, Senders, cleaner, subject_of
from moonlit.server.notices.texts import message, plain_message, still_so
from moonlit.server.settings import Settings
from moonlit.server.storage.players.outbox import Outbox

log = logging.getLogger("moonlit.courier")
SCAN = 0.5  # seconds between two looks
AT_ONCE = 8  # messages on their way
LEASE = 45_000  # ms; no message takes that long
SOON = 1_000  # ms: what is due in a moment goes with what is due now
MINUTE = 60_000
# after the first, the second … failure in a row; then the address is given up
BACKOFF = (MINUTE // 4, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 480 * MINUTE, 960 * MINUTE)


class Courier:
    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub = hub
        self.settings = settings
        self.outbox = Outbox(hub.store)
        self.poster = Poster(settings.webhooks_private)
        self.senders: Senders
        self._secret = b""
        self._room = asyncio.Semaphore(AT_ONCE)
        self._busy: set[str] = set()

    async def open(self) -> None:
        await self.prepare()
        self.hub.repeat(self._send_due, SCAN, "courier")

    async def prepare(self) -> None:
        self._secret = (await self.outbox.secret("stop")).encode()
        vapid = await self.outbox.secret("vapid")
        subject = subject_of(self.settings.address, self.settings.smtp)
        self.senders = Senders(self.poster, self.settings.smtp, vapid, subject)

    async def _send_due(self) -> None:
        if self.hub.store.health.is_down or len(self._busy) >= AT_ONCE:
            return
        for channel in await self.outbox.due(now_ms(), 10 * AT_ONCE):
            if channel not in self._busy:
                self._busy.add(channel)
                self.hub.spawn(self._attend(channel))

    async def _attend(self, channel: str) -> None:
        try:
            async with self._room:
                await self.deliver(channel, now_ms())
        except (MoonlitError, SQLAlchemyError):
            pass
        except Exception:
            log.exception("deliver")
        finally:
            self._busy.discard(channel)

    # ---- one address

    async def deliver(self, channel_id: str, now: int) -> Outcome | None:
        """Send what is due there as one message; None: there is nothing to send now."""
        if not await self.outbox.lease(channel_id, self.hub.worker, now, now + LEASE):
            return None
        channel = await self.outbox.find(channel_id)
        if channel is None:
            return None
        rows = await self._to_send(channel, now)
        if not rows:
            await self.outbox.release(channel_id)
            return None
        sent = message(channel, rows, self.stop_url(channel), cleaner(channel))
        outcome = await self.senders.send(channel, sent)
        log.info("notice", extra={"channel": channel.kind, "outcome": outcome.value})
        if outcome is Outcome.SENT:
            wait = now + 1000 * self.settings.notice_gap
            await self.outbox.sent(channel_id, rows, wait)
        else:
            await self._failed(channel, outcome, now)
        return outcome

    async def _to_send(self, channel: Channel, now: int) -> list[Waiting]:
        """What is due and still so, unless the player wants quiet now."""
        rows = await self.outbox.waiting(channel.id, now + SOON)
        quiet = await self.outbox.quiet(channel.player)
        until = quiet.until(now) if quiet is not None else None
        if until is not None:
            await self.outbox.postpone(channel.id, rows, until)
            return []
        kept: list[Waiting] = []
        idle: list[Waiting] = []
        for row in rows:
            so = still_so(row, now)
            if so is True:
                kept.append(row)
            elif so is False:
                idle.append(row)
            else:
                await self.outbox.postpone(channel.id, [row], so)
        if idle:
            await self.outbox.forget(channel.id, idle)
        return kept

    async def _failed(self, channel: Channel, outcome: Outcome, now: int) -> None:
        if outcome is Outcome.GONE or channel.failures >= len(BACKOFF):
            await self.outbox.drop(channel.id, now)
            return
        wait = now + BACKOFF[channel.failures]
        await self.outbox.release(channel.id, failures=channel.failures + 1, wait=wait)

    async def send_now(self, channel: Channel, key: str) -> bool:
        """A message about the channel itself, while the player waits."""
        confirms = key == "confirm"
        url = f"{channel.origin}/confirm/{self.token('confirm', channel.id)}"
        mark = f"{channel.id}-{key}-{now_ms():x}"
        told = plain_message(
            channel, key, url if confirms else f"{channel.origin}/", self.stop_url(channel), mark
        )
        async with self._room:
            return await self.senders.send(channel, told) is Outcome.SENT

    # ---- links that need no other proof

    def secret_of(self, purpose: str, what: str) -> bytes:
        """What this server alone can know of something, the same at every worker."""
        return hmac.digest(self._secret, f"{purpose}:{what}".encode(), hashlib.sha256)

    def token(self, purpose: str, channel: str) -> str:
        return f"{channel}.{self.secret_of(purpose, channel).hex()[:40]}"

    def channel_of(self, purpose: str, token: str) -> str | None:
        """The channel that a link was made for."""
        channel = token.partition(".")[0]
        right = self.token(purpose, channel)
        same = hmac.compare_digest(token.encode("utf-8", "replace"), right.encode())
        return channel if same else None

    def stop_url(self, channel: Channel) -> str:
        return f"{channel.origin}/stop/{self.token('stop', channel.id)}"
