"""Those who are sent messages: a web server for push and webhooks, and a mail server."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import socketserver
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


@dataclass
class Receiver:
    """A web server that keeps what it was sent, and answers as it is told to."""

    port: int = 0
    status: int = 201
    location: str = ""
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def json(self, path: str = "/hook") -> list[Any]:
        return [json.loads(body) for at, _, body in list(self.got) if at == path]


@contextlib.contextmanager
def web_receiver() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.got.append((self.path, headers, body))
            self.send_response(receiver.status)
            if receiver.location:
                self.send_header("location", receiver.location)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.port = server.server_address[1]
    with serving(server):
        yield receiver


@contextlib.contextmanager
def serving(server: Any) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Device:
    """A browser that a push service knows: only it can read what is sent to it."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    def address(self) -> dict[str, Any]:
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": text(point), "auth": text(self._auth)}
        return {"kind": "push", "endpoint": self.endpoint, "keys": keys}

    def read(self, body: bytes) -> dict[str, Any]:
        opened = http_ece.decrypt(
            body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        return dict(json.loads(opened))


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Mailbox:
    port: int = 0
    refuses: bool = False
    got: list[EmailMessage] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)  # as they came

    def wait_for(self, count: int, seconds: float = 10) -> EmailMessage:
        end = time.monotonic() + seconds
        while len(self.got) < count:
            assert time.monotonic() < end, f"{len(self.got)} of {count} mails in {seconds} s"
            time.sleep(0.02)
        return self.got[count - 1]


@contextlib.contextmanager
def mail_server() -> Iterator[Mailbox]:
    """As much of SMTP as is needed to be sent a message."""
    mailbox = Mailbox()

    class Handler(socketserver.StreamRequestHandler):
        def say(self, line: str) -> None:
            self.wfile.write(line.encode() + b"\r\n")

        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline():
                word = line[:4].upper().strip()
                if word == b"DATA":
                    self.say("354 go on")
                    self.take()
                elif word == b"RCPT" and mailbox.refuses:
                    self.say("550 nobody")
                elif word == b"QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 yes")

        def take(self) -> None:
            lines = []
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
            mailbox.raw.append(b"".join(lines))
            mail = message_from_bytes(mailbox.raw[-1], policy=policy.default)
            assert isinstance(mail, EmailMessage)
            mailbox.got.append(mail)
            self.say("250 kept")

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    mailbox.port = server.server_address[1]
    with serving(server):
        yield mailbox
