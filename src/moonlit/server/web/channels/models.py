"""What is asked and told about the ways to reach a player."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from moonlit.server.web import request_models as m
from moonlit.server.web import response_models as a

Url = Annotated[str, StringConstraints(min_length=8, max_length=1000)]
Key = Annotated[str, StringConstraints(max_length=200)]
EventName = Literal["turn", "day_left", "invited", "undo", "over"]
Events = Annotated[list[EventName], Field(max_length=5)]
Language = Literal["en", "es", "fr"]
Minute = Annotated[int, Field(ge=0, lt=1440)]


class PushKeys(m.Model):
    p256dh: Key
    auth: Key


class PushAddress(m.Model):
    """What a browser's push manager has made."""

    kind: Literal["push"]
    endpoint: Url
    keys: PushKeys


class MailAddress(m.Model):
    kind: Literal["mail"]
    mail: Annotated[str, StringConstraints(max_length=254)]


class WebhookAddress(m.Model):
    """Without a style it is told by the host: Discord, Slack, else plain JSON."""

    kind: Literal["webhook"]
    url: Url
    style: Literal["discord", "slack", "json"] | None = None


Address = Annotated[PushAddress | MailAddress | WebhookAddress, Field(discriminator="kind")]


class NewChannel(m.Model):
    model_config = m.example(
        address={"kind": "webhook", "url": "https://discord.com/api/webhooks/1/x"},
        events=["turn", "day_left"],
    )
    address: Address
    events: Events
    language: Language = "en"


class ChannelChange(m.Model):
    model_config = m.example(events=["turn"])
    events: Events


class QuietHours(m.Model):
    """From a minute of the day to another, over midnight if need be."""

    model_config = m.example(zone="Europe/Madrid", begins=1320, ends=420)
    zone: Annotated[str, StringConstraints(max_length=64)]
    begins: Minute
    ends: Minute


class QuietChange(m.Model):
    model_config = m.example(quiet=None)
    quiet: QuietHours | None


# ---- answers


class ChannelTold(a.Model):
    model_config = a.example(
        id="k3v9x2m7qa",
        kind="webhook",
        shown="discord.com",
        endpoint=None,
        events=["turn"],
        confirmed=True,
        dropped=None,
    )
    id: str
    kind: Literal["push", "mail", "webhook"]
    shown: str  # by what its owner knows it: the mailbox, or the host
    endpoint: str | None  # of push: by which a browser knows its own
    events: list[str]
    confirmed: bool
    dropped: int | None


class Channels(a.Model):
    channels: list[ChannelTold]
    quiet: QuietHours | None
    push_key: str
    mail: bool  # whether this server sends any
    events: list[str]


class Stopped(a.Model):
    model_config = a.example(done=True)
    done: bool
