"""Hours in which nobody wants to be told anything, in the player's own time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones


@dataclass(frozen=True)
class Quiet:
    zone: str
    begins: int  # minutes after midnight
    ends: int

    def until(self, now: int) -> int | None:
        """When the quiet hours end that it is in, in ms; None: it is in none."""
        try:
            zone = ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):  # the system has lost it since
            return None
        here = datetime.fromtimestamp(now / 1000, zone)
        minute = here.hour * 60 + here.minute
        over_midnight = self.begins > self.ends
        if over_midnight:
            inside = minute >= self.begins or minute < self.ends
        else:
            inside = self.begins <= minute < self.ends
        if not inside:
            return None
        day = here.date() + timedelta(days=int(over_midnight and minute >= self.begins))
        end = datetime.combine(day, time(self.ends // 60, self.ends % 60), zone)
        return max(int(end.timestamp() * 1000), now + 1000)


@cache
def zones() -> frozenset[str]:
    return frozenset(available_timezones())
