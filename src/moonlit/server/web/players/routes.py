"""Players over HTTP: who somebody is on all their devices. The key of a device is the bearer."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request
from sqlalchemy.exc import IntegrityError

from moonlit.server.errors import refuse
from moonlit.server.live.live_table import now_ms
from moonlit.server.storage.players.players import LINK_LASTS, Player
from moonlit.server.table.names import check_name, normalize
from moonlit.server.web.auth import require_device, sent_key
from moonlit.server.web.players import models as p
from moonlit.server.web.players.answers import SHORT, player_json
from moonlit.server.web.players.archive import add_archive
from moonlit.server.web.players.games_routes import add_games_of_mine
from moonlit.server.web.players.passkeys import Passkeys
from moonlit.server.web.puzzles.tries_routes import add_puzzles_of_mine
from moonlit.server.web.service import Service
from moonlit.server.web.tables.command_table import KEPT
from moonlit.server.web.tables.request_models import Tokens
from moonlit.server.web.transport.encoding import Json
from moonlit.server.web.transport.middleware import address_of
from moonlit.server.web.transport.security import token_hash

MAX_LABEL, MAX_SETTINGS = 60, 8_000  # letters, bytes
Short = Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=[p.SHA[:SHORT]])]


def add_me(api: APIRouter, service: Service) -> None:
    add_player(api, service)
    add_devices(api, service)
    add_signing_in(api, service)
    add_passkeys(api, service)
    add_games_of_mine(api, service)
    add_puzzles_of_mine(api, service)
    add_archive(api, service)


def add_player(api: APIRouter, service: Service) -> None:
    @api.post("/me", summary="Be somebody: this device is yours", response_model=p.Me)
    async def begin(request: Request, body: p.Begin) -> Json:
        service.limits.charge(address_of(request.scope), KEPT)
        key = own_key(request)
        own, name = token_hash(key), check_name(body.name)
        made_by, label = service.store.maker(address_of(request.scope)), clean_label(body.label)
        player = await service.players.make(own, name, label, now_ms(), made_by)
        await service.claims.claim(player.id, [own])  # its dailies
        return Json(await player_json(service, player, own))

    @api.get("/me", summary="Who you are, and on which devices", response_model=p.Me)
    async def me(request: Request) -> Json:
        player, own = await require_device(service, request)
        await service.players.saw(player.id, own, now_ms())
        return Json(await player_json(service, player, own))

    @api.put("/me", summary="Change your name or your settings", response_model=p.Me)
    async def change(request: Request, body: p.MeChange) -> Json:
        player, own = await require_device(service, request)
        values: dict[str, Any] = {}
        if body.name is not None:
            values["name"] = check_name(body.name)
        if body.settings is not None:
            merged = {**player.settings, **body.settings}
            kept = {name: value for name, value in merged.items() if value is not None}
            values["settings"] = orjson.dumps(kept).decode()
            if len(values["settings"]) > MAX_SETTINGS:
                raise refuse("too_many_settings", 422, most=MAX_SETTINGS)
        if values:
            await service.players.change(player.id, **values)
        return Json(await player_json(service, await service.players.get(player.id) or player, own))

    @api.delete("/me", summary="Delete yourself, and every trace of you", response_model=p.Gone)
    async def delete(request: Request) -> Json:
        player, _ = await require_device(service, request, KEPT)
        service.devices.sign_out(await service.claims.erase(player.id))
        return Json({"gone": True})

    @api.post(
        "/me/seats",
        summary="Seats that you took as a guest are yours on every device",
        response_model=p.Claimed,
    )
    async def claim(request: Request, body: Tokens) -> Json:
        player, _ = await require_device(service, request, KEPT)
        hashes = [token_hash(token) for token in body.tokens]
        return Json({"claimed": await service.claims.claim(player.id, hashes)})


def add_devices(api: APIRouter, service: Service) -> None:
    @api.post(
        "/me/keys", status_code=201, summary="A key that is kept in a file", response_model=p.Me
    )
    async def add_key(request: Request, body: p.KeyFile) -> Json:
        player, own = await require_device(service, request)
        label = clean_label(body.label)
        try:
            await service.players.add_device(player.id, body.key_hash, label, now_ms())
        except IntegrityError:
            raise refuse("known_key") from None
        return Json(await player_json(service, player, own), 201)

    @api.put("/me/devices/{device}", summary="Call a device otherwise", response_model=p.Me)
    async def call(request: Request, device: Short, body: p.Called) -> Json:
        player, own = await require_device(service, request)
        found = await device_of(service, player, device)
        await service.players.name_device(player.id, found, clean_label(body.label))
        return Json(await player_json(service, player, own))

    @api.delete("/me/devices/{device}", summary="Sign a device out", response_model=p.Gone)
    async def sign_out(request: Request, device: Short) -> Json:
        player, _ = await require_device(service, request)
        found = await device_of(service, player, device)
        await service.players.remove_device(player.id, found)
        service.devices.sign_out({found})
        return Json({"gone": True})


def add_signing_in(api: APIRouter, service: Service) -> None:
    @api.post(
        "/me/links",
        status_code=201,
        summary="A link that adds another device, once",
        response_model=p.Until,
    )
    async def link(request: Request, body: p.Link) -> Json:
        player, _ = await require_device(service, request, KEPT)
        now = now_ms()
        try:
            await service.players.add_secret(body.secret_hash, player.id, now)
        except IntegrityError:
            raise refuse("known_key") from None
        return Json({"until": now + LINK_LASTS}, 201)

    @api.post("/me/devices", summary="This device is yours, too", response_model=p.Me)
    async def sign_in(request: Request, body: p.SignIn) -> Json:
        service.limits.charge(address_of(request.scope), KEPT)
        own = token_hash(own_key(request))
        player = await shown_player(service, request, body)
        await service.claims.join(player.id, own, clean_label(body.label))
        return Json(await player_json(service, player, own))

    @api.post(
        "/me/challenge", summary="A challenge for a passkey to sign in", response_model=p.Challenge
    )
    async def challenge(request: Request) -> Json:
        service.limits.charge(address_of(request.scope), KEPT)
        return Json({"options": await Passkeys(service.players, request).ask()})


async def shown_player(service: Service, request: Request, body: p.SignIn) -> Player:
    """Who the sender has proved to be."""
    if [body.secret, body.key, body.passkey].count(None) != 2:
        raise refuse("one_proof", 422)
    found: Player | None = None
    if body.secret is not None:
        player = await service.players.use_secret(token_hash(body.secret), now_ms())
        found = await service.players.get(player) if player else None
        if found is None:
            raise refuse("bad_link", 401)
    elif body.key is not None:
        found = await service.players.find(token_hash(body.key))
        if found is None:
            raise refuse("bad_key_file", 401)
    elif body.passkey is not None:
        player = await Passkeys(service.players, request).check(body.passkey)
        found = await service.players.get(player)
    if found is None:
        raise refuse("bad_passkey", 401)
    return found


def add_passkeys(api: APIRouter, service: Service) -> None:
    @api.post(
        "/me/passkeys/challenge",
        summary="What a new passkey is made with",
        response_model=p.Challenge,
    )
    async def challenge(request: Request) -> Json:
        player, _ = await require_device(service, request, KEPT)
        return Json({"options": await Passkeys(service.players, request).invite(player)})

    @api.post(
        "/me/passkeys", status_code=201, summary="A passkey that signs you in", response_model=p.Me
    )
    async def add_passkey(request: Request, body: p.NewPasskey) -> Json:
        player, own = await require_device(service, request)
        await Passkeys(service.players, request).add(player, body.passkey)
        return Json(await player_json(service, player, own), 201)

    @api.delete("/me/passkeys/{passkey}", summary="Drop a passkey", response_model=p.Gone)
    async def drop(request: Request, passkey: Short) -> Json:
        player, _ = await require_device(service, request)
        for each in await service.players.passkeys_of(player.id):
            if each.credential.startswith(passkey):
                await service.players.remove_passkey(player.id, each.credential)
                return Json({"gone": True})
        raise refuse("no_such_device", 404)


# ---- what was sent -----------------------------------------------------------------------------


def own_key(request: Request) -> str:
    key = sent_key(request)
    if key is None:
        raise refuse("no_key", 401)
    return key


async def device_of(service: Service, player: Player, short: str) -> str:
    for each in await service.players.devices_of(player.id):
        if each.key_hash.startswith(short):
            return each.key_hash
    raise refuse("no_such_device", 404)


def clean_label(given: str) -> str:
    label = normalize(given, MAX_LABEL)[:MAX_LABEL]
    return "".join(letter for letter in label if letter.isprintable())
