"""The page, and the documentation: files that their builds have left here, served as they are.

Whatever is no file is a place in the page, so it gets the page itself. The documentation is under
/docs, if it has been built, and keeps to the same policy: its build leaves no script in a page.
"""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path
from zlib import crc32

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from moonlit.core.words import LANGUAGES, say
from moonlit.server.errors import TOPIC
from moonlit.server.live.hub import Hub
from moonlit.server.web.page.links import SHOWN, link_tags

FOLDER = Path(__file__).resolve().parents[2] / "page"
DOCS = FOLDER.with_name("docs")
DOCS_PATH = "/docs/"
FOR_EVER = "public, max-age=31536000, immutable"  # a hash in the name: it never changes
COMPRESSED = {".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt", ".ipynb"}
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("application/x-ipynb+json", ".ipynb")


def add_docs(app: FastAPI) -> None:
    @app.get("/docs", include_in_schema=False)
    @app.head("/docs", include_in_schema=False)
    async def without_slash() -> Response:
        """Links on its first page are told from the folder."""
        return RedirectResponse(DOCS_PATH, 308)

    @app.get("/docs/{path:path}", include_in_schema=False)
    @app.head("/docs/{path:path}", include_in_schema=False)
    async def docs(request: Request, path: str) -> Response:
        if not has_docs():
            return Response(say(TOPIC, "no_docs") + "\n", 404, media_type="text/plain")
        found = inside(DOCS, path or "index.html") or inside(DOCS, f"{path}/index.html")
        if found is None:
            raise HTTPException(404)
        return file_response(request, found, for_ever=False)


def has_docs() -> bool:
    return (DOCS / "index.html").is_file()


def add_page(app: FastAPI, hub: Hub) -> None:
    @app.get("/{path:path}", include_in_schema=False)
    @app.head("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404)
        found = find_file(FOLDER, path)
        if found is None:
            return Response(say(TOPIC, "no_page") + "\n", 404, media_type="text/plain")
        tags = ""
        if found.name == "index.html" and SHOWN.match(path):
            tags = await link_tags(hub, request, path, spoken(request))
        return file_response(request, found, found.parent.name == "assets", tags)


def file_response(request: Request, found: Path, for_ever: bool, tags: str = "") -> Response:
    """A file; `tags` go into the head of a page."""
    etag = f'"{found.stat().st_mtime_ns:x}-{found.stat().st_size:x}"'
    etag = etag if not tags else f'{etag[:-1]}-{crc32(tags.encode()):x}"'
    headers = {"cache-control": FOR_EVER if for_ever else "no-cache", "etag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    if found.suffix == ".gz":
        kind = "application/gzip"  # a file to keep, not one to be unpacked on its way
    body = found.read_bytes()
    if tags:
        body = body.replace(b"</head>", tags.encode() + b"</head>", 1)
    if found.suffix in COMPRESSED:
        headers["vary"] = "accept-encoding, accept-language" if tags else "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = gzip.compress(body, 5) if tags else compressed(found, etag)
    return Response(body, headers=headers, media_type=kind)


def spoken(request: Request) -> str:
    """The language that a reader likes best, if we speak it; else English."""
    asked = request.headers.get("accept-language", "")[:2].lower()
    return asked if asked in LANGUAGES else "en"


def find_file(folder: Path, path: str) -> Path | None:
    """The file at a path inside the folder, else the page; None when it has not been built."""
    index = folder / "index.html"
    if not index.is_file():
        return None
    found = inside(folder, path)
    if found is None and path.startswith("assets/"):
        raise HTTPException(404)
    return found or index


def inside(folder: Path, path: str) -> Path | None:
    """The file at a path inside the folder, if there is one."""
    try:
        wanted = (folder / path).resolve()
        if wanted.is_relative_to(folder.resolve()) and wanted.is_file():
            return wanted
    except (OSError, ValueError):  # a name no file can have
        pass
    return None


@lru_cache(maxsize=256)
def compressed(path: Path, etag: str) -> bytes:
    return gzip.compress(path.read_bytes(), 9)
