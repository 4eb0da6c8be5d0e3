"""Par by itself: when a game of one guest is over, bots play its deal, if nobody needs the core."""

from __future__ import annotations

import logging
from datetime import UTC, date, datetime

from moonlit.core.errors import MoonlitError
from moonlit.server.live.hub import Hub
from moonlit.server.live.live_table import LiveTable, now_ms
from moonlit.server.live.study.late import SAME_DEAL
from moonlit.server.live.study.reviews import NONE, SERVER, Reviews
from moonlit.study.puzzles import closes, daily

log = logging.getLogger("moonlit.pars")


def today() -> date:
    """The day that it is everywhere at once: days begin at midnight UTC."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date()


def is_closed(day: date) -> bool:
    """Whether games of a day count no more: from then on its solution is told."""
    return now_ms() >= closes(day)


class Pars:
    def __init__(self, hub: Hub, reviews: Reviews, wanted: bool) -> None:
        self.hub, self.reviews, self.wanted = hub, reviews, wanted
        if wanted:
            hub.on_change.append(self._see)

    def _see(self, live: LiveTable) -> None:
        """Something was committed at a table here."""
        if live.table.ended is not None and not live.par_asked:
            live.par_asked = True
            self.hub.spawn(self._offer(live))

    async def look(self, live: LiveTable) -> bytes:
        """Masters' games of a table's deal, or how far they have come. What a server had begun
        when it went down is begun again by whoever looks."""
        found = await self.reviews.look(live, SAME_DEAL)
        if found == NONE and self.wanted:
            await self._offer(live)
            found = await self.reviews.look(live, SAME_DEAL)
        return found

    async def _offer(self, live: LiveTable) -> None:
        if not has_par(live):
            return
        if live.table.daily is not None:
            await self.of_day(date.fromisoformat(live.table.daily["date"]))
            return  # which says more
        try:
            await self.reviews.ask(live, SAME_DEAL, SERVER)
        except MoonlitError as reason:  # too much waits: somebody may ask for it later
            log.info("no par", extra={"reason": reason.key})

    async def of_day(self, day: date) -> bytes:
        """The par of a day's deal, or how far it has come: whoever asks first has it made."""
        found = await self.reviews.par(day.isoformat())
        solo = daily(day).solo
        if found != NONE or not self.wanted or solo is None:
            return found
        try:
            return await self.reviews.par(day.isoformat(), solo.match())
        except MoonlitError:  # as above
            return NONE


def has_par(live: LiveTable) -> bool:
    """Whether a person has played by themselves, alone or against bots, to the end."""
    table = live.table
    people = [seat for seat in table.seats if seat.token is not None]
    by_rules = table.ended is not None and table.ended["by"] == "rules"
    return by_rules and len(people) == 1 and table.match is not None and table.match.number > 0
