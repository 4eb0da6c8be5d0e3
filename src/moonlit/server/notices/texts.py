"""What a message says: names, the game and a link; nothing that a spectator could not see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from moonlit.core.words import say
from moonlit.server.errors import TOPIC
from moonlit.server.notices.channel import Channel, Waiting
from moonlit.server.table.clocks import DAY

MAX_LINES = 20


@dataclass(frozen=True)
class Item:
    kind: str
    game: str
    table: str
    text: str
    url: str


@dataclass(frozen=True)
class Message:
    language: str
    title: str
    items: list[Item]
    stop: str  # the address that ends these messages
    mark: str  # the same for the same notices, so that a second copy can be told

    def say(self, key: str, **arguments: Any) -> str:
        return say(TOPIC, f"notice.{key}", self.language, **arguments)

    @property
    def lines(self) -> list[str]:
        return [f"{item.text}\n{item.url}" for item in self.items]


def still_so(row: Waiting, now: int) -> bool | int:
    """Whether a notice still tells what is so; a number: it will be at that time."""
    told = row.summary
    if told is None or not row.seat < len(told["seats"]):
        return False
    if row.seat < 0:  # asked to take one
        return row.by_name is not None and has_room(told)
    seat = told["seats"][row.seat]
    guest = seat["kind"] == "guest"
    if row.kind == "over":
        return bool(told["status"] == "over")
    if row.kind == "invited":
        return bool(told["status"] == "open" and guest and not seat["ready"])
    if told["status"] != "playing" or not guest:
        return False
    if row.kind == "undo":
        return row.seat in told.get("undo", ())
    if told["to_move"] != row.seat:
        return False
    if row.kind == "day_left":
        if row.deadline is None:
            return False
        return row.deadline - DAY if row.deadline - now > DAY + 60_000 else True
    return True


def has_room(told: dict[str, Any]) -> bool:
    """Whether somebody who is asked to a table can sit down there."""
    free = any(seat["kind"] == "open" for seat in told["seats"])
    return bool(told["status"] == "open" and told["join"] == "link" and free)


def message(
    channel: Channel, rows: list[Waiting], stop: str, clean: Callable[[str], str] = str
) -> Message:
    """One message for everything that is due; `clean` makes a name harmless where it goes."""
    items = [item_of(channel, row, clean) for row in rows[:MAX_LINES]]
    title = items[0].text
    if len(rows) > 1:
        title = say(TOPIC, "notice.several", channel.language, count=len(rows))
    mark = f"{channel.id}-{max(row.made for row in rows):x}"
    return Message(channel.language, title, items, stop, mark)


def item_of(channel: Channel, row: Waiting, clean: Callable[[str], str]) -> Item:
    told = row.summary
    assert told is not None
    language = channel.language
    others = [seat for seat in told["seats"] if seat["seat"] != row.seat and seat["name"]]
    named = [row.by_name] if row.by_name else [seat["name"] for seat in others]
    names = ", ".join(clean(name) for name in named)
    by = told["seats"][row.by_seat]["name"] if row.by_seat is not None else None
    arguments = {
        "game": say(told["game"], "name", language),
        "names": names or say(TOPIC, "notice.bots", language),
        "by": clean(by) if by else "",
    }
    text = say(TOPIC, f"notice.{row.kind}", language, **arguments)
    url = f"{channel.origin}/t/{row.table_id}"
    return Item(row.kind, told["game"], row.table_id, text, url)


def plain_message(channel: Channel, key: str, url: str, stop: str, mark: str) -> Message:
    """A message about the channel itself: a try, or the question whose mailbox it is."""
    title = text = say(TOPIC, f"notice.{key}", channel.language)
    if key == "confirm":  # which is long
        title = say(TOPIC, "notice.confirm_title", channel.language)
    return Message(channel.language, title, [Item(key, "", "", text, url)], stop, mark)
