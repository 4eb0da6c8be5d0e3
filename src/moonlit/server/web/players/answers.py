"""What a player is told of themselves."""

from __future__ import annotations

from typing import Any

from moonlit.server.storage.players.players import Player
from moonlit.server.web.service import Service

SHORT = 16  # letters of a hash that name a device among a player's


async def player_json(service: Service, player: Player, own: str) -> dict[str, Any]:
    devices = await service.players.devices_of(player.id)
    passkeys = await service.players.passkeys_of(player.id)
    return {
        "name": player.name,
        "created": player.created,
        "settings": player.settings,
        "devices": [
            {
                "id": each.key_hash[:SHORT],
                "label": each.label,
                "added": each.added,
                "seen": each.seen,
                "here": each.key_hash == own,
            }
            for each in devices
        ],
        "passkeys": [{"id": each.credential[:SHORT], "added": each.added} for each in passkeys],
    }
