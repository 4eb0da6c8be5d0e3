"""What is sent and answered about players: who somebody is, their devices, games and figures."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from moonlit.server.web import request_models as m
from moonlit.server.web import response_models as a
from moonlit.server.web.tables.response_models import Mine

Label = Annotated[str, StringConstraints(max_length=200)]
Hash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
Secret = Annotated[str, StringConstraints(min_length=20, max_length=200)]
SHA = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

# ---- sent


class Begin(m.Model):
    """Be somebody: a name, and what to call this device in the list of devices."""

    model_config = m.example(name="Ana", label="Firefox, Linux")
    name: m.Text
    label: Label = ""


class MeChange(m.Model):
    """Another name from now on; settings are merged key by key, and null removes one."""

    model_config = m.example(name="Ana Luna")
    name: m.Text | None = None
    settings: Annotated[dict[str, Any], Field(max_length=50)] | None = None


class Link(m.Model):
    """The SHA-256, in hex, of a secret of your own making: whoever shows the secret within ten
    minutes, once, adds a device."""

    model_config = m.example(secret_hash=SHA)
    secret_hash: Hash


class KeyFile(m.Model):
    """The SHA-256, in hex, of a key that is kept in a file."""

    model_config = m.example(key_hash=SHA, label="Key file")
    key_hash: Hash
    label: Label = ""


class SignIn(m.Model):
    """This device, whose key is the bearer token, is somebody's: by the secret of a link, the key
    of another device or of a key file, or a passkey's answer to a challenge."""

    model_config = m.example(label="Safari, iPhone", secret="the-secret-behind-the-hash-sign")
    label: Label = ""
    secret: Secret | None = None
    key: Secret | None = None
    passkey: dict[str, Any] | None = None


class Called(m.Model):
    model_config = m.example(label="The old tablet")
    label: Label


class NewPasskey(m.Model):
    """What navigator.credentials.create() gave, as JSON."""

    model_config = m.example(passkey={"id": "…", "type": "public-key"})
    passkey: dict[str, Any]


# ---- answered


class DeviceTold(a.Model):
    id: str
    label: str
    added: int
    seen: int
    here: bool  # it is the one that asks


class PasskeyTold(a.Model):
    id: str
    added: int


class Me(a.Model):
    model_config = a.example(
        name="Ana",
        created=1794960000000,
        settings={},
        devices=[{"id": SHA[:16], "label": "Firefox", "added": 0, "seen": 0, "here": True}],
        passkeys=[],
    )
    name: str
    created: int
    settings: dict[str, Any]
    devices: list[DeviceTold]
    passkeys: list[PasskeyTold]


class Claimed(a.Model):
    model_config = a.example(claimed=3)
    claimed: int  # tables


class Until(a.Model):
    model_config = a.example(until=1794960000000)
    until: int


class Challenge(a.Model):
    """What navigator.credentials is called with, as JSON."""

    model_config = a.example(options={"challenge": "…"})
    options: dict[str, Any]


class Gone(a.Model):
    model_config = a.example(gone=True)
    gone: Literal[True]


class OpponentTold(a.Model):
    name: str | None  # empty: nobody knows any more
    level: str | None  # of a bot


class PlayedTold(a.Model):
    """A finished game of yours."""

    id: str
    seat: int
    game: str
    players: int
    outcome: Literal["won", "shared", "lost", "resigned", "solo"]
    place: int | None
    score: int | None
    began: int
    ended: int
    moves: int
    whole: bool
    against: str
    opponents: list[OpponentTold]
    opening: dict[str, Any] | None
    accuracy: float | None
    luck: float | None


class MyGames(a.Model):
    """Those that go on come with the first page; `cursor` asks for the next one."""

    model_config = a.example(running=[], games=[], cursor=None, total=0, counts={})
    running: list[Mine]
    games: list[PlayedTold]
    cursor: str | None
    total: int  # that fit what was asked for
    counts: dict[str, int]  # all finished ones, by game


class Figures(a.Model):
    """See docs/players.md for each field."""

    model_config = a.example(game=m.GAME, low_wins=False, games=0)
    game: str
    low_wins: bool
    games: int
    by_players: list[dict[str, Any]]
    by_opponents: list[dict[str, Any]]
    scores: dict[str, list[dict[str, Any]]]
    best_solo: dict[str, Any] | None
    accuracy: list[dict[str, Any]]
    luck: dict[str, Any]
    solo_luck: dict[str, Any]
    openings: list[dict[str, Any]]
