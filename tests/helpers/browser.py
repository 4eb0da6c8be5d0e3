"""Readers of the page in a real browser."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, WebSocket, sync_playwright
from playwright.sync_api import Error as BrowserError

from helpers.hands import hand, pick
from helpers.lacking import missing
from helpers.server import Server

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "moonlit" / "server" / "page"
PICTURES = ROOT / "build" / "screenshots"

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
Message = dict[str, Any]


@contextmanager
def open_browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if program is None:
        missing("no Chromium here: install Debian's package chromium")
    if not (PAGE / "index.html").exists():
        missing("the page has not been built: make page")
    with sync_playwright() as play:
        # a sandbox of its own is not to be had where everything runs as root
        arguments = ["--disable-gpu"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
        browser = play.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()


class Reader:
    """Somebody with a browser of their own. Whatever goes wrong in it is remembered."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        *,
        language: str = "en",
        theme: str = "night",
        phone: bool = False,
        moves: bool = False,
        name: str = "Ana",
        keeps: bool = False,
        **settings: Any,
    ) -> None:
        """Who `keeps` has the page's service worker; the others ask the server for everything."""
        self.server = server
        self.size = "390x844" if phone else "1440x900"
        self.context = browser.new_context(
            base_url=server.url,
            viewport=PHONE if phone else WIDE,
            is_mobile=phone,
            has_touch=phone,
            reduced_motion="no-preference" if moves else "reduce",
            service_workers="allow" if keeps else "block",
            locale="de",  # which we do not speak: what is shown comes from the settings
        )
        kept = {"language": language, "theme": theme, "name": name, "confirm": False, **settings}
        self.context.add_init_script(
            f"localStorage.getItem('moonlit.settings') ??"
            f"localStorage.setItem('moonlit.settings', {json.dumps(json.dumps(kept))})"
        )
        self.page: Page = self.context.new_page()
        self.state: Message | None = None
        self.errors: list[str] = []
        self.outside: list[str] = []
        self.page.on("console", lambda said: said.type == "error" and self.errors.append(said.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", self._listen)

    def _asked(self, url: str) -> None:
        if not url.startswith((self.server.url, "data:", "blob:")):
            self.outside.append(url)

    def _listen(self, socket: WebSocket) -> None:
        self._asked(socket.url.replace("ws", "http", 1))

        def hear(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["type"] == "state":
                self.state = message

        socket.on("framereceived", hear)

    def check(self, allowed: str = "$^") -> None:
        """Nothing was asked of another origin, and nothing was complained about."""
        assert not self.outside
        assert not [error for error in self.errors if not re.search(allowed, error)]

    def open_table(self, held: tuple[str, str]) -> None:
        """Sit down at a table by the token for a seat of it."""
        self.take_seats([held])
        self.go(f"/t/{held[0]}")
        self.until(lambda: self.state is not None, "the table is there")

    def close(self) -> None:
        self.context.close()

    def take_seats(self, held: Iterable[tuple[str, str]]) -> None:
        """As if this browser had sat down at these tables."""
        seats = json.dumps({table: {"token": token, "at": 1} for table, token in held})
        self.context.add_init_script(f"localStorage.setItem('moonlit.seats', {seats!r})")

    def go(self, path: str) -> None:
        self.page.goto(path)
        self.page.locator("h1").first.wait_for(state="attached")

    def until(self, holds: Callable[[], Any], what: str, seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"{what}: not within {seconds} s. {self.says()}"
            self.page.wait_for_timeout(10)

    def says(self) -> str:
        """Where the page stands, for whoever reads why a test has failed."""
        self.picture("failed")
        seen = ("[data-testid=status]", "[role=alert]", "dialog[open]")
        told = [text for where in seen for text in self.page.locator(where).all_inner_texts()]
        return f"{self.page.url} at move {self.number}: {' · '.join(told)} {self.errors}"

    def find(self, selector: str) -> Locator:
        return self.page.locator(f"{selector}:visible").first

    def sees(self, selector: str) -> bool:
        return self.page.locator(f"{selector}:visible").count() > 0

    def picture(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}-{self.size}.png")

    def whole_picture(self, name: str) -> None:
        """Of all of the page, however long it is."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.wait_for_timeout(300)
        self.page.screenshot(path=PICTURES / f"{name}-{self.size}.png", full_page=True)

    # ---- playing

    @property
    def number(self) -> int:
        return self.state["number"] if self.state else -1

    @property
    def over(self) -> bool:
        return self.state is not None and self.state["ended"] is not None

    @property
    def may_move(self) -> bool:
        return self.state is not None and bool(self.state["moves"])

    def wait_for_turn(self) -> None:
        # a bot's first thoughts may have to be compiled, which a busy machine takes its time for
        self.until(lambda: self.over or self.may_move, "a turn of one's own", seconds=90)
        self.until(lambda: self.over or self.is_shown_turn(), "the page says so")

    def is_shown_turn(self) -> bool:
        self.catch_up()
        return self.sees("[data-testid=status].yours") and not self.sees("[data-testid=skip]")

    def catch_up(self) -> None:
        """Bots' moves are shown one after the other; whoever is in a hurry skips."""
        if self.sees("[data-testid=skip]"):
            with suppress(BrowserError):  # perhaps there is nothing left to skip
                self.find("[data-testid=skip]").click(timeout=1000)

    def play(self, move: str, press: Callable[[Reader, str], None]) -> None:
        number = self.number
        hand(str(self.state and self.state["table"]["game"]))(self, move, press)
        self.until(lambda: self.number > number or self.over, f"{move} is played")


Readers = Callable[..., Reader]  # what makes them


def readers_of(browser: Browser, server: Server) -> Iterator[Readers]:
    """Makes readers; all of them are looked at once more when the test is over."""
    readers: list[Reader] = []

    def make(**settings: Any) -> Reader:
        readers.append(Reader(browser, server, **settings))
        return readers[-1]

    yield make
    for one in readers:
        one.close()
    for one in readers:
        one.check()


def click(reader: Reader, selector: str) -> None:
    reader.find(selector).click(timeout=8000)


def begin(reader: Reader, name: str = "Ana") -> None:
    reader.go("/me")
    reader.find("[data-testid=my-name]").fill(name)
    click(reader, "[data-testid=begin]")
    reader.find("[data-testid=devices]").wait_for()


def key_of(reader: Reader) -> str:
    return str(reader.page.evaluate("JSON.parse(localStorage.getItem('moonlit.player'))"))


# ---- positions, prepared without a browser ---------------------------------------------------


def state_of(server: Server, table: str, token: str) -> Message:
    status, state = server.ask("GET", f"/api/tables/{table}", token=token)
    assert status == 200, state
    return dict(state)


def send(server: Server, table: str, token: str, state: Message, move: str) -> None:
    body = {"number": state["number"], "move": move}
    status, answer = server.ask("POST", f"/api/tables/{table}/moves", body, token)
    assert status == 200, answer


def in_the_middle(
    server: Server, game: str, players: int, moves: int, wanted: str = "", **options: Any
) -> tuple[str, str]:
    """A table against bots, where it is the guest's turn after some moves, and a wanted one can be
    made: its id and token."""
    seats = [{"kind": "open"}] + [{"kind": "bot", "level": "novice"}] * (players - 1)
    terms = {"seats": seats, "join": "closed", "name": "Ana", "ready": True, "options": options}
    made = server.create(game, players, **terms)
    chance = random.Random(moves)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        state = state_of(server, made["id"], made["token"])
        if state["number"] >= moves and any(
            re.search(wanted, move) for move in state["moves"] or ()
        ):
            return made["id"], made["token"]
        if state["ended"]:  # a short game
            made = server.create(game, players, **terms)
        elif state["moves"]:
            send(server, made["id"], made["token"], state, chance.choice(state["moves"]))
        else:
            time.sleep(0.02)
    raise AssertionError(f"{game} does not get to move {moves}")


def finished(server: Server, game: str) -> tuple[str, str]:
    """A finished game between two guests: its id and the token of the first."""
    table, tokens = two_guests(server, game)
    chance = random.Random(1)
    for _ in range(400):
        state = turn_of(server, table, tokens)
        if state["ended"]:
            return table, tokens[0]
        send(server, table, tokens[state["to_move"]], state, pick(state, chance))
    raise AssertionError(f"{game} does not end")


def two_guests(server: Server, game: str) -> tuple[str, list[str]]:
    made = server.create(game, 2, name="Ana", ready=True)
    return made["id"], [made["token"], server.join(made["id"], "Béatrice")["token"]]


def turn_of(server: Server, table: str, tokens: list[str]) -> Message:
    """What the one sees whose turn it is."""
    state = state_of(server, table, tokens[0])
    return state_of(server, table, tokens[1]) if state["to_move"] == 1 else state


def just_before(
    server: Server, game: str, brings: Callable[[Message], Any]
) -> tuple[str, list[str], Message, str]:
    """A game of two guests where a move would bring this: table, tokens, state and the move."""
    for seed in range(8):
        table, tokens = two_guests(server, game)
        chance = random.Random(seed)
        for _ in range(400):
            state = turn_of(server, table, tokens)
            if state["ended"]:
                break
            token = tokens[state["to_move"]]
            body = {"number": state["number"], "moves": state["moves"][:100]}
            status, told = server.ask("POST", f"/api/tables/{table}/previews", body, token)
            assert status == 200, told
            for move, preview in told["previews"].items():
                if brings(preview):
                    return table, tokens, state, move
            send(server, table, token, state, pick(state, chance))
    raise AssertionError(f"no move of {game} brings that")
