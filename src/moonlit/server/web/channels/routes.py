"""How a player wants to be told: /api/me/channels, and the links in messages."""

from __future__ import annotations

import re
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, FastAPI, Path, Request

from moonlit.server.errors import refuse
from moonlit.server.live.live_table import now_ms
from moonlit.server.notices.channel import Channel
from moonlit.server.notices.guard import allowed_addresses, checked_url
from moonlit.server.notices.quiet import Quiet, zones
from moonlit.server.notices.senders import is_push_key
from moonlit.server.notices.what import EVENTS
from moonlit.server.web import response_models as a
from moonlit.server.web.auth import require_device
from moonlit.server.web.channels import models as c
from moonlit.server.web.service import Service
from moonlit.server.web.transport.encoding import Json
from moonlit.server.web.transport.middleware import address_of
from moonlit.server.web.transport.security import came_by_https, new_id

MAX_CHANNELS = 10  # ways to reach one player
ASKED = 40.0  # what a message costs that is sent while somebody waits: see transport/limits.py
MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")
ChannelId = Annotated[str, Path(pattern="^[a-z0-9]{10}$", examples=["k3v9x2m7qa"])]
Token = Annotated[str, Path(max_length=100, examples=["k3v9x2m7qa.0123456789abcdef"])]


def add_channels(api: APIRouter, service: Service) -> None:
    add_new(api, service)
    add_choices(api, service)


def add_new(api: APIRouter, service: Service) -> None:
    courier, outbox = service.courier, service.courier.outbox

    @api.get("/me/channels", summary="How you are told of your turn", response_model=c.Channels)
    async def channels(request: Request) -> Json:
        return Json(await channels_json(service, await own_player(service, request)))

    @api.post(
        "/me/channels",
        status_code=201,
        summary="Be told by push, mail or a webhook",
        response_model=c.ChannelTold,
    )
    async def add(request: Request, body: c.NewChannel) -> Json:
        found, device = await require_device(service, request)
        player = found.id
        service.limits.charge(address_of(request.scope), ASKED)
        known = await outbox.of_player(player)
        address = await checked(service, body.address.model_dump(exclude_none=True), known)
        if len(known) >= MAX_CHANNELS:
            raise refuse("too_many_channels", 409, most=MAX_CHANNELS)
        channel = Channel(
            new_id(),
            player,
            body.address.kind,
            address,
            tuple(each for each in EVENTS if each in body.events),
            body.language,
            origin_of(service, request),
            now_ms(),
            confirmed=body.address.kind != "mail",
            failures=0,
            dropped=None,
            device=device if body.address.kind == "push" else None,
        )
        await outbox.add(channel)
        if not channel.confirmed and not await courier.send_now(channel, "confirm"):
            await outbox.remove(channel.id)
            raise refuse("not_sent")
        return Json(shown(channel), 201)


def add_choices(api: APIRouter, service: Service) -> None:
    courier, outbox = service.courier, service.courier.outbox

    @api.put("/me/channels/{channel}", summary="Choose of what", response_model=c.ChannelTold)
    async def choose(request: Request, channel: ChannelId, body: c.ChannelChange) -> Json:
        found = await own_channel(service, request, channel)
        await outbox.choose(found.id, [each for each in EVENTS if each in body.events])
        return Json(shown(await own_channel(service, request, channel)))

    @api.delete("/me/channels/{channel}", summary="Be told no more", response_model=c.Stopped)
    async def remove(request: Request, channel: ChannelId) -> Json:
        await outbox.remove((await own_channel(service, request, channel)).id)
        return Json({"done": True})

    @api.post("/me/channels/{channel}/test", summary="Try it", response_model=c.Stopped)
    async def test(request: Request, channel: ChannelId) -> Json:
        found = await own_channel(service, request, channel)
        service.limits.charge(address_of(request.scope), ASKED)
        if not found.confirmed or not await courier.send_now(found, "test"):
            raise refuse("not_sent")
        await outbox.release(found.id, failures=0, dropped=None, wait=0)
        return Json({"done": True})

    @api.put("/me/quiet", summary="When not to be told anything", response_model=c.Channels)
    async def quiet(request: Request, body: c.QuietChange) -> Json:
        player = await own_player(service, request)
        hours = body.quiet
        if hours is not None and hours.zone not in zones():
            raise refuse("bad_zone", 422, given=hours.zone)
        await outbox.set_quiet(player, Quiet(**hours.model_dump()) if hours is not None else None)
        return Json(await channels_json(service, player))


def add_links(app: FastAPI, service: Service) -> None:
    """What the links in messages lead to; the page asks first, a mail program does not."""

    outbox = service.courier.outbox
    links = APIRouter(responses=a.REFUSALS)

    async def channel_of(purpose: str, token: str) -> Channel:
        channel = service.courier.channel_of(purpose, token)
        found = await outbox.find(channel) if channel is not None else None
        if found is None:
            raise refuse("bad_stop" if purpose == "stop" else "bad_confirm", 404)
        return found

    @links.post("/stop/{token}", summary="Stop such messages", response_model=c.Stopped)
    async def stop(token: Token) -> Json:
        found = await channel_of("stop", token)
        if found.confirmed:
            await outbox.remove(found.id)
        else:  # kept for a day, so that nobody has this mailbox asked again and again
            await outbox.drop(found.id, now_ms())
        return Json({"done": True})

    @links.post("/confirm/{token}", summary="Say that a mailbox is yours", response_model=c.Stopped)
    async def confirm(token: Token) -> Json:
        await outbox.confirm((await channel_of("confirm", token)).id)
        return Json({"done": True})

    app.router.routes.extend(links.routes)


async def own_player(service: Service, request: Request) -> str:
    return (await require_device(service, request))[0].id


async def own_channel(service: Service, request: Request, channel: str) -> Channel:
    player = await own_player(service, request)
    found = await service.courier.outbox.find(channel)
    if found is None or found.player != player:
        raise refuse("no_such_channel", 404)
    return found


async def checked(service: Service, address: dict[str, Any], known: list[Channel]) -> Any:
    """An address that a player has given, if a message may go there."""
    kind = address.pop("kind")
    private = service.settings.webhooks_private
    if kind == "mail":
        if not service.settings.smtp or not service.settings.address:
            raise refuse("no_mail", 409)
        if not MAIL.fullmatch(address["mail"]):
            raise refuse("bad_mail", 422, given=address["mail"])
        if await service.courier.outbox.unconfirmed(address, now_ms()):
            raise refuse("mail_asked", 409)
        return address
    url = checked_url(address["endpoint" if kind == "push" else "url"], private, kind == "push")
    port = url.port or (443 if url.scheme == b"https" else 80)
    await allowed_addresses(url.host.decode("ascii"), port, private)
    if kind == "push" and not is_push_key(address["keys"]):
        raise refuse("bad_push", 422)
    for old in known:  # a browser that asks again has new keys at the same place
        if kind == "push" and old.address.get("endpoint") == address["endpoint"]:
            await service.courier.outbox.remove(old.id)
            known.remove(old)
            break
    return address


def origin_of(service: Service, request: Request) -> str:
    """How the links in messages begin."""
    if service.settings.address:
        return service.settings.address
    https = service.settings.proxy and came_by_https(request.headers.raw)
    return f"{'https' if https else 'http'}://{request.headers.get('host', '')}"


async def channels_json(service: Service, player: str) -> dict[str, Any]:
    outbox = service.courier.outbox
    quiet = await outbox.quiet(player)
    hours = {"zone": quiet.zone, "begins": quiet.begins, "ends": quiet.ends} if quiet else None
    return {
        "channels": [shown(channel) for channel in await outbox.of_player(player)],
        "quiet": hours,
        "push_key": service.courier.senders.push_key,
        "mail": bool(service.settings.smtp and service.settings.address),
        "events": list(EVENTS),
    }


def shown(channel: Channel) -> dict[str, Any]:
    address = channel.address
    where = address.get("url") or address.get("endpoint") or ""
    return {
        "id": channel.id,
        "kind": channel.kind,
        "shown": address.get("mail") or urlsplit(where).hostname or "",
        "endpoint": address.get("endpoint"),
        "events": list(channel.events),
        "confirmed": channel.confirmed,
        "dropped": channel.dropped,
    }
