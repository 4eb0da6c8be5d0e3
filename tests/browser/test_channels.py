"""How a reader says that they want to be told, and how they plan a move, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from helpers.browser import Reader, click, state_of
from helpers.look import SEEN_ONCE, look, seen
from helpers.receivers import Mailbox, Receiver, mail_server, web_receiver
from helpers.server import Server, running, warm_up
from moonlit.core.words import phrases

pytestmark = [pytest.mark.browser, pytest.mark.process]


@pytest.fixture(scope="module")
def web() -> Iterator[Receiver]:
    with web_receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def mail() -> Iterator[Mailbox]:
    with mail_server() as mailbox:
        yield mailbox


@pytest.fixture(scope="module")
def server(
    browser: Browser, mail: Mailbox, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    warm_up()
    settings = {
        "MOONLIT_WEBHOOKS_PRIVATE": "1",
        "MOONLIT_SMTP": f"smtp://127.0.0.1:{mail.port}?from=moonlit@club.example",
        "MOONLIT_ADDRESS": "https://club.example",
    }
    with running(tmp_path_factory.mktemp("channels"), **settings) as started:
        yield started


def somebody(ana: Reader) -> None:
    ana.go("/me")
    ana.find("form button").click()
    ana.find("[data-testid=channels] form").wait_for()


@pytest.mark.parametrize(("language", "theme", "phone"), SEEN_ONCE)
def test_a_reader_chooses_how_to_be_told(
    ana: Reader, web: Receiver, mail: Mailbox, language: str, theme: str
) -> None:
    address = f"ana-{language}-{theme}@example.org"
    somebody(ana)
    section = ana.page.locator("[data-testid=channels]")
    section.locator("summary").click()
    section.locator("input[type=url]").fill(f"{web.url}/hook")
    section.locator("[data-testid=add-hook]").click()
    channel = section.locator("[data-testid=channel]").first
    channel.wait_for()
    before = len(web.got)
    channel.locator(".buttons button").first.click()
    ana.until(lambda: len(web.got) == before + 1, "the test message is there")
    channel.locator("input[type=checkbox]").last.uncheck()
    ana.until(lambda: channel.locator("input:checked").count() == 4, "one is chosen no more")
    section.locator("input[type=email]").fill(address)
    section.locator("[data-testid=add-mail]").click()
    section.locator("[data-testid=channel]").nth(1).wait_for()
    section.locator(".quiet input[type=radio]").last.check(force=True)
    section.locator("input[type=time]").first.wait_for()
    section.locator("input[type=time]").first.fill("23:15")
    section.locator("input[type=time]").first.dispatch_event("change")
    ana.picture(f"channels-{language}")
    ana.page.screenshot(path=f"build/screenshots/me-{language}-{ana.size}.png", full_page=True)
    assert look(ana, "me", language) == []
    ana.go("/me")
    section.locator("input[type=time]").first.wait_for()
    assert section.locator("input[type=time]").first.input_value() == "23:15"
    assert any(address in str(each["to"]) for each in mail.got)


@pytest.mark.parametrize(("language", "theme", "phone"), seen(2))
def test_a_link_in_a_message_asks_first_and_says_when_it_does_nothing(
    ana: Reader, mail: Mailbox, language: str, theme: str
) -> None:
    somebody(ana)
    address = f"ben-{language}-{theme}@example.org"
    ana.page.locator("[data-testid=channels] input[type=email]").fill(address)
    ana.page.locator("[data-testid=add-mail]").click()
    mine: list[str] = []

    def is_there() -> bool:
        texts = [(str(each["to"]), each.get_content()) for each in mail.got]
        mine[:] = [text for to, text in texts if address in to]
        return bool(mine)

    ana.until(is_there, "the mail is there")
    faults = []
    for what in ("confirm", "stop"):
        found = re.search(rf"https://club\.example(/{what}/\S+)", mine[-1])
        assert found is not None
        for link, dead in ((found[1], False), (f"/{what}/k3v9x2m7qa.0000", True)):
            ana.go(link)
            ana.picture(f"{what}-{language}")
            faults += look(ana, what, language)
            click(ana, "[data-testid=link-press]")
            ana.find("[role=alert]" if dead else "[data-testid=link-done]").wait_for()
            assert not ana.sees("[data-testid=link-press]")
            if dead:
                told = ana.find("[role=alert]").inner_text()
                assert told == phrases("server", language)[f"bad_{what}"]
            ana.picture(f"{what}-{'dead' if dead else 'done'}-{language}")
            faults += look(ana, f"{what}, pressed", language)
    assert not faults, "\n".join(faults)
    ana.errors.clear()  # the browser complains about what was refused


def test_a_vacation_begins_and_ends(reader: Any) -> None:
    ana = reader()
    somebody(ana)
    section = ana.page.locator("[data-testid=vacation]")
    section.locator("button").click()
    section.locator("[role=status]").wait_for()
    section.locator("button").click()
    section.locator("input[type=number]").wait_for()


@pytest.mark.parametrize(("language", "theme", "phone"), SEEN_ONCE)
def test_a_move_is_planned_on_the_board_and_made_by_itself(
    ana: Reader, server: Server, language: str
) -> None:
    made = server.create("nova-luna", 2, name="Ana", clock={"kind": "days", "days": 3})
    ben = server.join(made["id"], "Ben")["token"]
    while state_of(server, made["id"], made["token"])["moves"]:
        play(server, made["id"], made["token"])
    ana.open_table((made["id"], made["token"]))
    ana.find("[data-testid=plan]").click()
    ana.find("[data-testid=planning]").wait_for()
    ana.picture(f"planning-{language}")
    assert look(ana, "planning", language) == []
    click(ana, "[data-choice][aria-pressed]")
    click(ana, "[data-move]")
    ana.find("[data-testid=plan-keep]").click()
    ana.find("[data-testid=planned]").wait_for()
    ana.picture(f"planned-{language}")
    assert look(ana, "planned", language) == []
    while state_of(server, made["id"], ben)["moves"]:
        play(server, made["id"], ben)
    ana.until(lambda: not ana.sees("[data-testid=planned]"), "the plan is used or dropped")


def play(server: Server, table: str, token: str) -> None:
    state = state_of(server, table, token)
    body = {"number": state["number"], "move": state["moves"][0]}
    status, answer = server.ask("POST", f"/api/tables/{table}/moves", body, token)
    assert status == 200, answer
