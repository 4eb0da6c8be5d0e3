"""Pictures of tables, and what a link shows: what everybody may see, drawn once, and no more."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from helpers.asking import ask, by, key, new_table
from moonlit.core import raster
from moonlit.server.web.page import pictures, static

NAME = "Ana <b>&"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text("<head><title>Moonlit</title></head>")
    monkeypatch.setattr(static, "FOLDER", folder)
    return folder


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was drawn while the test ran."""
    made: list[Any] = []
    draw = pictures.drawn

    def count(*given: Any) -> bytes:
        made.append(given)
        return draw(*given)

    monkeypatch.setattr(pictures, "drawn", count)
    return made


async def started(client: httpx.AsyncClient) -> dict[str, Any]:
    """A game with secrets, of two people."""
    made = await new_table(client, game="dance-of-muses", name=NAME)
    joined = await client.post(
        f"/api/tables/{made['id']}/seats", json={"name": "Bo", "ready": True}
    )
    assert joined.json()["state"]["table"]["status"] == "playing", joined.text
    return made


def test_a_table_has_a_picture_once_it_plays(tmp_path: Path, page: Path, drawn: list[Any]) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        waiting = await new_table(client)
        at = f"/api/tables/{waiting['id']}/picture.svg"
        assert key(await client.get(at), 409) == "no_picture_yet"
        assert key(await client.get("/api/tables/nosuchtabl/picture.svg"), 404) == "no_such_table"

        made = await started(client)
        at = f"/api/tables/{made['id']}"
        shown = await client.get(f"{at}/picture.svg?theme=day&language=fr")
        assert shown.headers["content-type"].startswith("image/svg+xml")
        assert shown.headers["cache-control"] == "public, max-age=30"
        assert "Ana &lt;b&gt;&amp;" in shown.text
        mine = await client.get(shown.url, headers=by(made["token"]))
        assert mine.content == shown.content  # a seat's own view is nobody's picture
        assert len(drawn) == 1
        same = {"if-none-match": shown.headers["etag"]}
        assert (await client.get(shown.url, headers=same)).status_code == 304
        card = Image.open(io.BytesIO((await client.get(f"{at}/card.png")).content))
        assert card.size == (1200, 630)
        assert (await client.get(f"{at}/picture.svg?theme=dusk")).status_code == 422

    ask(tmp_path, check)


def test_a_link_shows_the_table(
    tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        made = await started(client)
        shown = await client.get(f"/t/{made['id']}", headers={"accept-language": "es-ES,es"})
        assert 'property="og:title" content="Dance of Muses · Ana &lt;b&gt;&amp;, ' in shown.text
        image = f"http://127.0.0.1/api/tables/{made['id']}/card.png?language=es"
        assert f'property="og:image" content="{image}"' in shown.text
        assert "og:" not in (await client.get("/")).text
        waiting = await new_table(client)
        assert "og:image" not in (await client.get(f"/t/{waiting['id']}")).text

        monkeypatch.setattr(raster, "is_available", lambda: False)
        plain = (await client.get(f"/t/{made['id']}/replay")).text
        assert "og:title" in plain
        assert "og:image" not in plain
        assert key(await client.get(f"/api/tables/{made['id']}/picture.png"), 404) == "no_png"

    ask(tmp_path, check)


def test_a_position_names_nobody_who_is_gone(tmp_path: Path, page: Path) -> None:
    own = by("anas-own-random-key-0000")

    async def check(client: httpx.AsyncClient) -> None:
        await client.post("/api/me", json={"name": NAME}, headers=own)
        asked = {"game": "nova-luna", "players": 2, "name": "Zanahoria"}
        made = (await client.post("/api/tables", json=asked, headers=own)).json()
        at = f"/api/tables/{made['id']}"
        await client.post(f"{at}/seats", json={"name": "Bo", "ready": True})
        await client.post(f"{at}/resign", json={}, headers=own)
        picture = f"{at}/positions/0/picture.svg"
        assert "Zanahoria" in (await client.get(picture)).text
        assert (await client.delete("/api/me", headers=own)).json() == {"gone": True}
        shown = await client.get(picture)
        assert shown.status_code == 200
        assert "Zanahoria" not in shown.text

    ask(tmp_path, check)
