"""A passkey in software, as a browser shows it: WebAuthn Level 2, ES256, no attestation."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40  # flags


def base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class Authenticator:
    def __init__(self, origin: str, rp: str) -> None:
        self.origin, self.rp = origin, rp
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.count = 0

    def _client_data(self, kind: str, challenge: str) -> bytes:
        told = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin}
        return json.dumps(told).encode()

    def _data(self, flags: int) -> bytes:
        self.count += 1
        return (
            hashlib.sha256(self.rp.encode()).digest()
            + bytes([flags])
            + self.count.to_bytes(4, "big")
        )

    def _public_key(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        x, y = (each.to_bytes(32, "big") for each in (numbers.x, numbers.y))
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What navigator.credentials.create() gives."""
        own = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + self._public_key()
        data = self._data(PRESENT | VERIFIED | ATTESTED) + own
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client_data("create", options["challenge"])
        return self._answer(client, {"attestationObject": base64(attestation)})

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What navigator.credentials.get() gives."""
        client = self._client_data("get", options["challenge"])
        data = self._data(PRESENT | VERIFIED)
        signed = data + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        shown = {"authenticatorData": base64(data), "signature": base64(signature)}
        return self._answer(client, shown)

    def _answer(self, client: bytes, shown: dict[str, str]) -> dict[str, Any]:
        own = base64(self.id)
        response = {"clientDataJSON": base64(client), **shown}
        return {"id": own, "rawId": own, "type": "public-key", "response": response}
