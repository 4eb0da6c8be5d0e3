"""The page without a network: what was opened works, and a running game says what it needs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from helpers.browser import PAGE, Reader, finished
from helpers.look import look, seen
from helpers.page_words import page_phrases
from helpers.server import Server
from moonlit.study.puzzles import load

pytestmark = [pytest.mark.browser, pytest.mark.process]

OFFLINE = "ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection"
CONTROLLED = "navigator.serviceWorker.controller !== null"
READY = "navigator.serviceWorker.ready.then(() => true)"


def keeping(reader: Callable[..., Reader], **settings: Any) -> Reader:
    """A reader whose browser has the whole page."""
    ana = reader(keeps=True, **settings)
    ana.go("/")
    assert ana.page.evaluate(READY)
    ana.go("/")
    ana.until(lambda: ana.page.evaluate(CONTROLLED), "the worker has taken over")
    return ana


def forgive(ana: Reader) -> None:
    """Without a network a browser complains, and rightly."""
    ana.check(OFFLINE)
    ana.errors.clear()


@pytest.mark.parametrize(("language", "theme", "phone"), seen())
def test_the_page_opens_without_a_network(
    reader: Callable[..., Reader], server: Server, language: str, theme: str, phone: bool
) -> None:
    table, token = finished(server, "nova-luna")
    running = server.create("nova-luna", 2, name="Ana")
    puzzle = next(each for each in load("nova-luna") if len(each.solution) == 1)
    ana = keeping(reader, language=language, theme=theme, phone=phone)
    ana.take_seats([(table, token), (running["id"], running["token"])])
    seen = {
        f"/t/{table}/replay": "[data-testid=replay-at]",
        f"/puzzle/{puzzle.id}": ".board button",
    }
    for path, sight in seen.items():
        ana.go(path)
        ana.find(sight).wait_for()
    ana.go(f"/t/{running['id']}")
    ana.find("[data-testid=ready], h1").wait_for()

    ana.context.set_offline(True)
    seen |= {
        "/": "[data-testid^=play-]",
        "/learn": "h2",
        "/learn/nova-luna": "#step-title[tabindex]",
        "/learn/nomads#rules": "#rules",
    }
    for path, sight in seen.items():
        ana.go(path)
        ana.find(sight).wait_for()
    ana.page.goto(f"/t/{running['id']}")
    said = ana.find("[data-testid=reconnecting]")
    said.wait_for()
    assert page_phrases(language)["table.offline"] == " ".join(said.inner_text().split())
    ana.picture(f"offline-table-{language}")
    assert look(ana, "offline-table", language) == []
    ana.context.set_offline(False)
    ana.until(lambda: not ana.sees("[data-testid=reconnecting]"), "the game goes on")
    forgive(ana)


def test_nothing_of_a_running_game_is_kept(reader: Callable[..., Reader], server: Server) -> None:
    running = server.create("nova-luna", 2, name="Ana")
    ana = keeping(reader)
    ana.open_table((running["id"], running["token"]))
    ana.page.evaluate(f"fetch('/api/tables/{running['id']}')")
    kept = ana.page.evaluate(
        "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)"
        ".then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => url)))))"
    )
    addresses = [url for cache in kept for url in cache]
    assert any(url.endswith(".js") for url in addresses)
    assert not [url for url in addresses if "/api/tables" in url or "/api/me" in url]


@contextmanager
def new_version() -> Iterator[None]:
    """As if the page had been built anew."""
    worker = PAGE / "worker.js"
    before = worker.read_text(encoding="utf-8")
    worker.write_text(before.replace('VERSION="', 'VERSION="new'), encoding="utf-8")
    try:
        yield
    finally:
        worker.write_text(before, encoding="utf-8")


@pytest.mark.parametrize(("language", "theme", "phone"), seen(3))
def test_an_update_asks_before_it_reloads(
    reader: Callable[..., Reader], language: str, theme: str, phone: bool
) -> None:
    ana = keeping(reader, language=language, theme=theme, phone=phone)
    ana.page.evaluate("window.marked = true")
    with new_version():
        ana.page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.update())")
        ana.find("[data-testid=update]").wait_for()
        assert ana.page.evaluate("window.marked")
        ana.picture(f"update-{language}")
        assert look(ana, "update", language) == []
        with ana.page.expect_navigation():
            ana.find("[data-testid=update] .button").click()
        assert ana.page.evaluate("window.marked") is None
        kept = ana.page.evaluate("caches.keys()")
        assert any(name.startswith("shell-new") for name in kept)


def test_two_notices_lie_below_each_other(reader: Callable[..., Reader], server: Server) -> None:
    running = server.create("nova-luna", 2, name="Ana")
    for phone in (True, False):
        ana = reader(keeps=True, phone=phone)
        ana.go("/")
        assert ana.page.evaluate(READY)
        ana.open_table((running["id"], running["token"]))
        with new_version():
            ana.page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.update())")
            ana.find("[data-testid=update]").wait_for()
            ana.context.set_offline(True)
            ana.page.goto(f"/t/{running['id']}")
            boxes = []
            for name in ("update", "reconnecting"):
                ana.find(f"[data-testid={name}]").wait_for()
                boxes.append(ana.find(f"[data-testid={name}]").bounding_box() or {})
            ana.picture(f"notices-{'phone' if phone else 'wide'}")
        first, second = sorted(boxes, key=lambda box: box["y"])
        assert first["y"] + first["height"] <= second["y"]
        ana.context.set_offline(False)
        forgive(ana)


def test_a_push_message_is_shown(reader: Callable[..., Reader], server: Server) -> None:
    """As a push service would bring it: the browser decrypts, the page's worker shows it."""
    ana = keeping(reader)
    ana.context.grant_permissions(["notifications"])
    shown = {
        "title": "Moonlit", "body": "Nova Luna: it is your turn, with Ben.", "path": "/learn",
        "tag": "one", "stop": "/stop/x", "stop_label": "Stop these messages", "language": "en",
    }  # fmt: skip
    session = ana.context.new_cdp_session(ana.page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    ana.until(lambda: found, "the worker is known")
    message = {"origin": server.url, "registrationId": found[0], "data": json.dumps(shown)}
    session.send("ServiceWorker.deliverPushMessage", message)
    told = "navigator.serviceWorker.ready.then((r) => r.getNotifications())"
    texts = f"{told}.then((all) => all.map(({{ body, tag }}) => [body, tag]))"
    wanted = [[shown["body"], shown["tag"]]]
    ana.until(lambda: ana.page.evaluate(texts) == wanted, "the message is shown")
