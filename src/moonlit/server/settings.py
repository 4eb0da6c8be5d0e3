"""What a host can set. Everything has a default; `moonlit serve` and the environment change it.

A setting called `max_tables` is read from MOONLIT_MAX_TABLES. Workers get theirs this way too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs

from moonlit.server.errors import refuse

MAX_DAYS = 36_500
SMTP = re.compile(r"smtps?://[^\s?#]+\?from=[^\s@&]+@[^\s@&]+")
ADDRESS = re.compile(r"https?://[^\s/@?#\x80-\U0010ffff]+")  # as it stands in a mail


@dataclass(frozen=True)
class Settings:
    data: str = ""  # folder of the SQLite file; empty: the user's data folder
    database: str = ""  # URL; empty: SQLite in that folder
    redis: str = ""  # URL; empty: this is the only worker
    workers: int = 1
    origin: str = ""  # other addresses whose pages may talk to this server, comma between
    proxy: bool = False  # whether X-Forwarded-For tells the client's address
    thinkers: int = 0  # bots that think at once; 0: one core is left for the rest
    reviewers: int = 1  # reviews that are made at once, each in a process of its own
    par: bool = True  # bots play the deals that people have played, when nobody needs the core
    ratings: bool = True  # hosts of tables may let games count for the ratings of players
    hosts: str = ""  # other names of this server, comma between
    metrics_token: str = ""  # who sends it may read /metrics from elsewhere
    max_tables: int = 200  # that an address may make within a day
    keep_finished_days: int = 0  # how long the server keeps a finished game; 0: for ever
    keep_unfinished_days: int = 90  # and one that nobody has gone on with
    max_sockets: int = 200  # open sockets and streams of an address
    message_rate: float = 20.0  # a second and socket
    request_rate: float = 50.0  # HTTP requests a second and address
    max_memory_tables: int = 2000  # tables kept in memory although nobody looks at them
    address: str = ""  # how guests call this server, for links in messages: https://club.example
    smtp: str = ""  # the mail server that sends them, see notices/senders.py; empty: none
    webhooks_private: bool = False  # whether messages may go into the server's own network
    notice_gap: int = 60  # seconds between two messages to one address of a player

    @property
    def folder(self) -> Path:
        home = self.data or os.environ.get("MOONLIT_DATA") or platformdirs.user_data_dir("moonlit")
        return Path(home)

    @property
    def url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.folder / 'tables.sqlite'}"

    @property
    def file(self) -> str:
        """The SQLite file; empty: it is another database."""
        scheme, _, path = self.url.partition(":///")
        return path.partition("?")[0] if scheme.startswith("sqlite") else ""

    @property
    def origins(self) -> frozenset[str]:
        return frozenset(each.strip().rstrip("/") for each in self.origin.split(",") if each)

    @property
    def names(self) -> frozenset[str]:
        """By which names the server may be called, besides an IP address and this machine's own."""
        given = {each.strip().lower() for each in self.hosts.split(",") if each.strip()}
        return frozenset(given | {urlsplit(each).hostname or "" for each in self.origins})

    def checked(self) -> Settings:
        """These settings, if they fit together."""
        if self.database and not self.database.startswith(
            ("sqlite+aiosqlite:", "postgresql+psycopg:")
        ):
            raise refuse("bad_database", 422)
        if self.redis and not self.redis.startswith(("redis://", "rediss://", "unix://")):
            raise refuse("bad_redis", 422)
        shared = self.database.startswith("postgresql")
        if self.workers < 1:
            raise refuse("bad_setting", 422, name="--workers", given=self.workers)
        if self.workers > 1 and not (shared and self.redis):
            raise refuse("bad_workers", 422, workers=self.workers)
        for setting in ("keep_finished_days", "keep_unfinished_days"):
            if not 0 <= getattr(self, setting) <= MAX_DAYS:
                raise refuse("bad_setting", 422, name=name(setting), given=getattr(self, setting))
        if self.redis and not shared:
            raise refuse("redis_alone", 422)
        if self.address and not ADDRESS.fullmatch(self.address):
            raise refuse("bad_address", 422)
        if self.smtp and not SMTP.fullmatch(self.smtp):
            raise refuse("bad_smtp", 422)
        return self

    def make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as reason:
            raise refuse("no_folder", path=str(self.folder), reason=reason.strerror) from None

    def to_environment(self) -> dict[str, str]:
        return {name(field.name): str(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        found: dict[str, Any] = {}
        for field in fields(cls):
            given = environment.get(name(field.name), "")
            if given:
                found[field.name] = read(name(field.name), given, type(field.default))
        return cls(**found)


def name(setting: str) -> str:
    return f"MOONLIT_{setting.upper()}"


def read(variable: str, given: str, kind: type) -> Any:
    if kind is bool:
        return given.lower() in ("1", "true", "yes")
    try:
        return kind(given)
    except ValueError:
        raise refuse("bad_setting", 422, name=variable, given=given) from None
