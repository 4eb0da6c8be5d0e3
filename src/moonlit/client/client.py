"""Tables on a server: made, joined, watched, listed."""

from __future__ import annotations

from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import httpx

from moonlit.client.errors import TOPIC, Refused, Unreachable
from moonlit.client.table import Table
from moonlit.core.errors import BadTable

SECONDS = 20.0  # to wait for an answer


class Client:
    """A server, by its address: `http://127.0.0.1:8000`, or any link to one of its tables."""

    def __init__(self, url: str) -> None:
        self.url = server_of(url)
        self._http = httpx.AsyncClient(base_url=self.url, timeout=SECONDS)
        self._tables: list[Table] = []

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection to the server, and those of its tables."""
        for table in self._tables:
            await table.close()
        await self._http.aclose()

    # ---- sitting down

    async def create(
        self,
        game: str,
        players: int,
        *,
        name: str | None = None,
        seats: list[dict[str, Any]] | None = None,
        **terms: Any,
    ) -> Table:
        """Make a table and sit down in its first open seat; without a name only host it.

        `terms`: options, clock, listed, join, ready, as docs/protocol.md tells them.
        """
        body = {"game": game, "players": players, "name": name, **terms}
        if seats is not None:
            body["seats"] = seats
        made = await self.request("POST", "/api/tables", body)
        return self._table(made["id"], made["token"], made["state"])

    async def join(
        self, table: str, name: str, *, seat: int | None = None, ready: bool = True
    ) -> Table:
        """Take a seat at a table, given by its id or by a link to it."""
        table_id = table_of(table)
        body = {"name": name, "seat": seat, "ready": ready}
        made = await self.request("POST", f"/api/tables/{table_id}/seats", body)
        return self._table(table_id, made["token"], made["state"])

    async def watch(self, table: str, token: str | None = None) -> Table:
        """A table as a spectator, or as whoever has the token."""
        table_id = table_of(table)
        state = await self.request("GET", f"/api/tables/{table_id}", token=token)
        return self._table(table_id, token, state)

    def _table(self, table_id: str, token: str | None, state: dict[str, Any]) -> Table:
        table = Table(self, table_id, token, state)
        self._tables.append(table)
        return table

    # ---- what there is

    async def games(self) -> list[dict[str, Any]]:
        """The games that the server offers."""
        found: list[dict[str, Any]] = await self.request("GET", "/api/games")
        return found

    async def tables(self, game: str | None = None) -> list[dict[str, Any]]:
        """The open tables that are listed."""
        query = f"?game={game}" if game else ""
        found: list[dict[str, Any]] = (await self.request("GET", f"/api/tables{query}"))["tables"]
        return found

    async def request(
        self, method: str, path: str, body: Any = None, token: str | None = None
    ) -> Any:
        """An answer of the server, read; a refusal is raised."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            answer = await self._http.request(method, path, json=body, headers=headers)
            read = answer.json()
        except (httpx.HTTPError, ValueError) as reason:
            raise Unreachable.at(self.url, reason) from reason
        if answer.is_success:
            return read
        if isinstance(read, dict) and isinstance(read.get("error"), dict):
            raise Refused(read["error"], answer.status_code)
        raise Unreachable.at(self.url, answer.status_code)


def server_of(url: str) -> str:
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        parts.port  # noqa: B018 - reading it checks it
    except ValueError:
        raise BadTable("bad_url", TOPIC, given=url) from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadTable("bad_url", TOPIC, given=url)
    return f"{parts.scheme}://{parts.netloc}"


def table_of(link: str) -> str:
    """The id in a link, or the id itself."""
    found = urlsplit(link).path.rstrip("/").rpartition("/")[2]
    if not (found.isascii() and found.isalnum()):
        raise BadTable("bad_link", TOPIC, given=link)
    return found
