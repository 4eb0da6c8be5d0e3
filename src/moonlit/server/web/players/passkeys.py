"""Passkeys (WebAuthn): what a browser is asked to make or to show, and whether its answer is right.

Challenges are kept in the database for some minutes and used once, so any worker can check them.
The server is known to a passkey by the host name of its address.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import orjson
from fastapi import Request

from moonlit.server.errors import refuse
from moonlit.server.live.live_table import now_ms
from moonlit.server.storage.players.players import NOBODY, Passkey, Player, Players

Verified = TypeVar("Verified")


def named(challenge: bytes) -> str:
    """How a challenge is kept: never like the secret of a link."""
    return hashlib.sha256(b"passkey:" + challenge).hexdigest()


def credential_hash(raw_id: bytes) -> str:
    return hashlib.sha256(raw_id).hexdigest()


class Passkeys:
    def __init__(self, players: Players, request: Request) -> None:
        self.players = players
        self.host = request.headers.get("host", "")
        self.rp = urlsplit(f"//{self.host}").hostname or ""

    @property
    def origins(self) -> list[str]:
        """Browsers allow passkeys with HTTPS alone, and on the own machine."""
        return [f"https://{self.host}", f"http://{self.host}"]

    async def invite(self, player: Player) -> dict[str, Any]:
        """What navigator.credentials.create() is called with."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        options = generate_registration_options(
            rp_id=self.rp,
            rp_name="Moonlit",
            user_id=player.id.encode(),
            user_name=player.name,
            challenge=await self._challenge(player.id),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
        )
        return dict(orjson.loads(options_to_json(options)))

    async def add(self, player: Player, answer: dict[str, Any]) -> None:
        from webauthn import verify_registration_response

        challenge = challenge_in(answer)
        if await self.players.use_secret(named(challenge), now_ms()) != player.id:
            raise refuse("bad_passkey", 401)
        made = self._verified(verify_registration_response, answer, challenge)
        await self.players.add_passkey(
            Passkey(
                credential_hash(made.credential_id),
                player.id,
                urlsafe_b64encode(made.credential_public_key).decode(),
                made.sign_count,
                now_ms(),
            )
        )

    async def ask(self) -> dict[str, Any]:
        """What navigator.credentials.get() is called with: any passkey of this server will do."""
        from webauthn import generate_authentication_options, options_to_json

        options = generate_authentication_options(
            rp_id=self.rp, challenge=await self._challenge(NOBODY)
        )
        return dict(orjson.loads(options_to_json(options)))

    async def check(self, answer: dict[str, Any]) -> str:
        """Whose passkey has met a challenge."""
        from webauthn import verify_authentication_response

        challenge = challenge_in(answer)
        kept = await self.players.passkey(credential_hash(raw_id_of(answer)))
        used = await self.players.use_secret(named(challenge), now_ms())
        if kept is None or used != NOBODY:
            raise refuse("bad_passkey", 401)
        shown = self._verified(
            verify_authentication_response,
            answer,
            challenge,
            credential_public_key=urlsafe_b64decode(kept.public_key),
            credential_current_sign_count=kept.sign_count,
        )
        await self.players.used_passkey(kept.credential, shown.new_sign_count)
        return kept.player

    def _verified(
        self,
        verify: Callable[..., Verified],
        answer: dict[str, Any],
        challenge: bytes,
        **kept: bytes | int,
    ) -> Verified:
        from webauthn.helpers.exceptions import WebAuthnException

        try:
            return verify(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self.rp,
                expected_origin=self.origins,
                **kept,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError):
            raise refuse("bad_passkey", 401) from None

    async def _challenge(self, player: str) -> bytes:
        made = secrets.token_bytes(32)
        await self.players.add_secret(named(made), player, now_ms())
        return made


def from_base64(text: Any) -> bytes:
    if not isinstance(text, str) or len(text) > 20_000:
        raise refuse("bad_passkey", 401)
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise refuse("bad_passkey", 401) from None


def raw_id_of(answer: dict[str, Any]) -> bytes:
    return from_base64(answer.get("rawId"))


def challenge_in(answer: dict[str, Any]) -> bytes:
    """The challenge that a browser says it has answered."""
    response = answer.get("response")
    told = response.get("clientDataJSON") if isinstance(response, dict) else None
    try:
        return from_base64(orjson.loads(from_base64(told))["challenge"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise refuse("bad_passkey", 401) from None
