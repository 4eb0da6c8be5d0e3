"""A player is told when it is their turn, by a real server: push, mail and a webhook come here."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from helpers.receivers import Device, Mailbox, Receiver, mail_server, web_receiver
from helpers.server import Server, eventually, running, warm_up

KEY = "the-key-of-anas-own-browser"
EVENTS = ["turn", "day_left", "invited", "undo", "over"]
pytestmark = pytest.mark.process


class Ana:
    """A player at a server, who plays games of days with a guest."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.me("POST", "", {"name": "Ana"})

    def me(self, method: str, path: str, body: Any = None) -> Any:
        status, answer = self.server.ask(method, f"/api/me{path}", body, KEY)
        assert status in (200, 201), answer
        return answer

    def refused(self, method: str, path: str, body: Any = None) -> str:
        status, answer = self.server.ask(method, f"/api/me{path}", body, KEY)
        assert status >= 400, answer
        return str(answer["error"]["key"])

    def add(self, address: dict[str, Any], language: str = "en") -> Any:
        return self.me("POST", "/channels", asked(address, language))

    def sit(self) -> None:
        terms = {"clock": {"kind": "days", "days": 3}, "name": "Ana"}
        body = {"game": "nova-luna", "players": 2, **terms}
        status, made = self.server.ask("POST", "/api/tables", body, KEY)
        assert status == 201, made
        self.table = made["id"]
        self.ben = self.server.join(self.table, "Ben")["token"]

    def turn(self) -> None:
        """It becomes her turn, by what Ben does."""
        mine = True
        while True:
            who = KEY if mine else self.ben
            status, state = self.server.ask("GET", f"/api/tables/{self.table}", token=who)
            assert status == 200, state
            if not state["moves"]:
                if not mine:
                    return
                mine = False
                continue
            body = {"number": state["number"], "move": state["moves"][0]}
            status, answer = self.server.ask("POST", f"/api/tables/{self.table}/moves", body, who)
            assert status == 200, answer


def asked(address: dict[str, Any], language: str = "en") -> dict[str, Any]:
    return {"address": address, "events": EVENTS, "language": language}


def settings(mail: Mailbox | None = None, **more: str) -> dict[str, str]:
    given = {"MOONLIT_WEBHOOKS_PRIVATE": "1", "MOONLIT_NOTICE_GAP": "0", **more}
    if mail is not None:
        given["MOONLIT_SMTP"] = f"smtp://127.0.0.1:{mail.port}?from=moonlit@club.example"
        given["MOONLIT_ADDRESS"] = "https://club.example"
    return given


def path_of(url: str) -> str:
    return url.partition("//")[2].partition("/")[1] + url.partition("//")[2].partition("/")[2]


def test_each_way_tells_once_within_five_seconds_until_it_is_stopped(tmp_path: Path) -> None:
    with (
        web_receiver() as web,
        mail_server() as mail,
        running(tmp_path, **settings(mail)) as server,
    ):
        ana, device = Ana(server), Device(f"{web.url}/push")
        push = ana.add(device.address())
        ana.add({"kind": "mail", "mail": "ana@example.org"}, "es")
        ana.add({"kind": "webhook", "url": f"{web.url}/hook"})
        confirm(server, mail)
        ana.me("POST", f"/channels/{push['id']}/test")  # the first one takes a server longer
        web.got.clear()
        ana.sit()
        ana.turn()
        start = time.monotonic()

        def counts() -> list[int]:
            pushed = [1 for path, _, _ in web.got if path == "/push"]
            return [len(pushed), len(mail.got) - 1, len(web.json())]

        eventually(lambda: counts() == [1, 1, 1], 5, f"all three are told: {counts()}")
        assert time.monotonic() - start < 5
        shown = device.read(next(body for path, _, body in web.got if path == "/push"))
        assert shown["body"] == "Nova Luna: it is your turn, with Ben."
        assert shown["path"] == f"/t/{ana.table}"
        assert mail.got[1]["subject"] == "Nova Luna: es tu turno, con Ben."
        time.sleep(3)
        assert counts() == [1, 1, 1]

        for stop in (shown["stop"], path_of(mail.got[1]["list-unsubscribe"].strip("<>"))):
            assert server.ask("POST", stop) == (200, {"done": True})
        assert server.ask("POST", shown["stop"])[0] == 404
        assert push["id"] not in {each["id"] for each in ana.me("GET", "/channels")["channels"]}
        ana.turn()
        eventually(lambda: counts() == [1, 1, 2], 5, "only the webhook is left")
        quiet(ana)
        ana.turn()
        time.sleep(4.5)
        assert counts() == [1, 1, 2]


def confirm(server: Server, mail: Mailbox) -> None:
    """The mailbox is asked first, and nothing else is sent before it has answered."""
    asking = mail.wait_for(1).get_content()
    [link] = re.findall(r"https://club\.example(/confirm/\S+)", asking)
    assert server.ask("POST", f"{link}x")[0] == 404
    assert server.ask("POST", link) == (200, {"done": True})


def quiet(ana: Ana) -> None:
    now = datetime.now(UTC)
    minute = now.hour * 60 + now.minute
    hours = {"zone": "UTC", "begins": (minute - 30) % 1440, "ends": (minute + 30) % 1440}
    assert ana.me("PUT", "/quiet", {"quiet": hours})["quiet"] == hours


@pytest.mark.parametrize("kills", [pytest.param(1, marks=pytest.mark.long)])
def test_a_kill_between_turn_and_message_loses_and_doubles_nothing(
    tmp_path: Path, kills: int
) -> None:
    with web_receiver() as web, running(tmp_path, **settings()) as server:
        ana = Ana(server)
        ana.add({"kind": "webhook", "url": f"{web.url}/hook"})
        ana.sit()
        for count in range(1, kills + 1):
            ana.turn()
            server.kill()  # the message waits for a moment, so it has not gone yet
            assert len(web.got) == count - 1
            server.start()
            told(web, count)


def told(web: Receiver, count: int) -> None:
    eventually(lambda: len(web.got) == count, 8, f"{len(web.got)} of {count} messages")
    time.sleep(2.5)
    assert len(web.got) == count


def test_what_a_player_may_not_ask_for(tmp_path: Path) -> None:
    with web_receiver() as web, running(tmp_path) as server:
        ana = Ana(server)

        def refusal(address: dict[str, Any]) -> str:
            return ana.refused("POST", "/channels", asked(address))

        for host in ("127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254"):
            url = f"https://{host}:{web.port}/hook"
            assert refusal({"kind": "webhook", "url": url}) == "own_network", host
            device = Device(url)
            assert refusal(device.address()) == "own_network", host
        assert refusal({"kind": "webhook", "url": "ftp://example.org/x"}) == "bad_url"
        assert refusal({"kind": "mail", "mail": "ana@example.org"}) == "no_mail"
        assert web.got == []
        status, answer = server.ask("GET", "/api/me/channels", token="somebody-elses-key-0000")
        assert status == 401, answer
        assert ana.refused("PUT", "/channels/k3v9x2m7qa", {"events": []}) == "no_such_channel"
        zone = {"zone": "Nowhere/Atall", "begins": 0, "ends": 60}
        assert ana.refused("PUT", "/quiet", {"quiet": zone}) == "bad_zone"


@pytest.mark.long
def test_a_mailbox_is_asked_once_a_day(tmp_path: Path) -> None:
    with mail_server() as mail, running(tmp_path, **settings(mail)) as server:
        ana = Ana(server)
        ana.add({"kind": "mail", "mail": "ben@example.org"})
        address = {"kind": "mail", "mail": "ben@example.org"}
        assert ana.refused("POST", "/channels", asked(address)) == "mail_asked"
        [stop] = re.findall(r"https://club\.example(/stop/\S+)", mail.wait_for(1).get_content())
        assert server.ask("POST", stop)[0] == 200
        assert ana.refused("POST", "/channels", asked(address)) == "mail_asked"
        assert len(mail.got) == 1
        mail.refuses = True
        other = {"kind": "mail", "mail": "nobody@example.org"}
        assert ana.refused("POST", "/channels", asked(other)) == "not_sent"
        assert len(ana.me("GET", "/channels")["channels"]) == 1


def test_a_test_message_and_the_events_chosen(tmp_path: Path) -> None:
    with web_receiver() as web, running(tmp_path, **settings()) as server:
        ana = Ana(server)
        way = ana.add({"kind": "webhook", "url": f"{web.url}/hook"})
        ana.me("POST", f"/channels/{way['id']}/test")
        assert "This is a test" in web.json()[0]["text"]
        web.status = 500
        assert ana.refused("POST", f"/channels/{way['id']}/test") == "not_sent"
        changed = ana.me("PUT", f"/channels/{way['id']}", {"events": ["over"]})
        assert changed["events"] == ["over"]
        web.status, web.got = 200, []
        ana.sit()
        ana.turn()
        body: dict[str, Any] = {}
        assert server.ask("POST", f"/api/tables/{ana.table}/resign", body, ana.ben)[0] == 200
        told(web, 1)
        assert "is over" in web.json()[0]["text"]
        ana.me("DELETE", f"/channels/{way['id']}")
        assert ana.me("GET", "/channels")["channels"] == []


def test_a_deleted_player_leaves_no_address(tmp_path: Path) -> None:
    warm_up()  # a bot takes the seat
    with (
        web_receiver() as web,
        mail_server() as mail,
        running(tmp_path, **settings(mail)) as server,
    ):
        ana = Ana(server)
        ana.add(Device(f"{web.url}/push-endpoint").address())
        ana.add({"kind": "mail", "mail": "zanahoria@example.org"})
        quiet(ana)
        ana.sit()
        ana.turn()
        ana.me("PUT", "/vacation", {"days": 3})
        assert server.ask("DELETE", "/api/me", token=KEY)[0] == 200
    for path in tmp_path.rglob("*"):
        if path.is_file() and not path.name.startswith("said"):
            for trace in (b"push-endpoint", b"zanahoria"):
                assert trace not in path.read_bytes(), (path, trace)


def test_a_signed_out_device_is_told_nothing_more(tmp_path: Path) -> None:
    phone = "the-key-of-anas-own-phone-00"
    with web_receiver() as web, running(tmp_path, **settings()) as server:
        ana = Ana(server)
        status, _ = server.ask("POST", "/api/me/devices", {"key": KEY, "label": "phone"}, phone)
        assert status == 200
        body = asked(Device(f"{web.url}/push").address())
        assert server.ask("POST", "/api/me/channels", body, phone)[0] == 201
        ana.add({"kind": "webhook", "url": f"{web.url}/hook"})
        [other] = [each for each in ana.me("GET", "")["devices"] if not each["here"]]
        ana.me("DELETE", f"/devices/{other['id']}")
        kinds = [each["kind"] for each in ana.me("GET", "/channels")["channels"]]
        assert kinds == ["webhook"]
        ana.sit()
        ana.turn()
        told(web, 1)
        assert web.got[0][0] == "/hook"
