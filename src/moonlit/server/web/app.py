"""The application: everything put together."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

import moonlit
from moonlit.core import engine
from moonlit.core.errors import MoonlitError
from moonlit.core.words import guess_language
from moonlit.server import logs, metrics
from moonlit.server.errors import error_json, refuse, status_of
from moonlit.server.live import warmup
from moonlit.server.settings import Settings
from moonlit.server.storage.health import explained
from moonlit.server.web.channels.routes import add_links
from moonlit.server.web.page.static import add_docs, add_page
from moonlit.server.web.response_models import REFUSALS, Health, Ready, Refusal
from moonlit.server.web.routes import routes
from moonlit.server.web.service import Service
from moonlit.server.web.tables.socket import LiveSocket
from moonlit.server.web.transport.encoding import Json
from moonlit.server.web.transport.handoff import Handoff
from moonlit.server.web.transport.middleware import Middleware, address_of
from moonlit.server.web.transport.security import bearer_token, is_loopback

log = logging.getLogger("moonlit.app")
AGAIN = 2.0  # seconds between two tries to open the database
KEYS = {404: "not_found", 405: "bad_method", 413: "too_large_here"}


def create_app(settings: Settings) -> Any:
    """The ASGI application."""
    service = Service(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        engine.hurry()
        await open_or_explain(service, patient=settings.workers > 1)
        warmup.warm_up(alone=settings.workers == 1)
        collect_garbage_seldom()
        yield
        await service.close()

    app = FastAPI(
        title="Moonlit",
        version=moonlit.__version__,
        summary="Tables for modern board games",
        docs_url=None,  # /docs is our own; /openapi.json is all a program needs
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.service = service
    adopt(app, routes(service))
    add_error_handlers(app)
    add_status_routes(app, service)
    add_links(app, service)
    add_docs(app)
    add_page(app, service.hub)
    return Middleware(app, LiveSocket(service), settings, service.limits, Handoff())


def adopt(app: FastAPI, router: APIRouter) -> None:
    """Take a router's routes as they are. To include it would build each of them a second time."""
    app.router.routes.extend(router.routes)


def collect_garbage_seldom() -> None:
    """Python looks for garbage by looking at everything, and meanwhile everybody waits.

    Tables live long and hold no circles, so it need not look often, nor at what is here already.
    A move makes some hundred objects and lets go of as many, so when all tables move at once, that
    alone is no reason to look.
    """
    gc.collect()
    gc.freeze()
    gc.enable()  # serve.py has it wait until here
    gc.set_threshold(30_000, 5, 20)


async def open_or_explain(service: Service, patient: bool) -> None:
    """One of several workers waits for a database that is away: if it gave up, all would end."""
    try:
        while True:
            try:
                await service.open()
                return
            except (SQLAlchemyError, OSError) as error:
                told = explained(error, service.settings.url).text(guess_language())
                print(told, file=sys.stderr, flush=True)
                if not patient:
                    raise
            await asyncio.sleep(AGAIN)
    except MoonlitError as error:
        print(error.text(guess_language()), file=sys.stderr)
        raise


def add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(MoonlitError)
    async def refused(_: Request, error: MoonlitError) -> Response:
        return Json(error_json(error), status_of(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return Json(error_json(refuse("bad_request", 422, where=where, reason=first["msg"])), 422)

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> Response:
        log.error("unhandled", exc_info=error)
        return Json(error_json(refuse("internal", 500)), 500)

    @app.exception_handler(HTTPException)
    async def failed(_: Request, error: HTTPException) -> Response:
        status = error.status_code
        problem = refuse(KEYS.get(status, "unreadable"), status)
        response = Json(error_json(problem), status)
        response.headers.update(error.headers or {})
        return response


def add_status_routes(app: FastAPI, service: Service) -> None:
    api = APIRouter(responses=REFUSALS)

    @api.get("/healthz", summary="Whether the server lives", response_model=Health)
    async def healthz() -> Json:
        return Json({"status": "ok", "worker": service.worker})

    @api.get(
        "/readyz",
        summary="Whether tables can be read and moves be saved",
        response_model=Ready,
        responses={503: {"model": Refusal}},
    )
    async def readyz() -> Json:
        problem = await service.readiness.problem()
        if problem is not None:
            raise refuse("not_ready", 503, reason=problem)
        return Json({"status": "ready", "worker": service.worker})

    @api.get(
        "/metrics",
        summary="Figures for Prometheus, on this machine or with the token for it",
        response_class=PlainTextResponse,
    )
    async def figures(request: Request) -> Response:
        token = service.settings.metrics_token
        sent = bearer_token(request.headers.raw) or ""
        has_token = bool(token) and secrets.compare_digest(sent.encode(), token.encode())
        if not has_token and not is_loopback(address_of(request.scope)):
            raise refuse("no_figures", 403)
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")

    adopt(app, api)


def from_environment() -> Any:
    """What a worker process runs."""
    logs.configure()
    sys.setswitchinterval(0.001)  # the writer and the bots get their turn soon on a full server
    return create_app(Settings.from_environment())
