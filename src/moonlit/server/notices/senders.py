"""How a message gets to where it is to go: web push, mail, webhooks."""

from __future__ import annotations

import asyncio
import base64
import html
import json
import re
import time
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate
from enum import Enum
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import httpcore
import orjson

from moonlit.core.errors import MoonlitError
from moonlit.server.notices.channel import Channel
from moonlit.server.notices.guard import WITHIN, Poster
from moonlit.server.notices.texts import Message

TTL = 24 * 3600  # seconds that a push service keeps a message for a device that is off
MARKUP = re.compile(r"([\\*_~`|<>\[\]()#@:/.-])")
NAMED = r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
NOBODY = "mailto:nobody@moonlit.invalid"
FAILED = (OSError, TimeoutError, httpcore.NetworkError, httpcore.TimeoutException)


class Policy(EmailPolicy):
    """How mails are written: the address that stops them stays in one line, where it is found."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name.lower() == "list-unsubscribe":
            return f"{name}: {value}\r\n".encode("ascii")
        return super().fold_binary(name, value)


class Outcome(Enum):
    SENT = "sent"
    FAILED = "failed"  # try again later
    GONE = "gone"  # nobody is there any more


def style_of(address: dict[str, Any]) -> str:
    """How a webhook likes its messages: as the player says, else as its host is known to."""
    if address.get("style"):
        return str(address["style"])
    host = (urlsplit(address["url"]).hostname or "").lower()
    if host in ("discord.com", "discordapp.com") or host.endswith(".discord.com"):
        return "discord"
    return "slack" if host == "hooks.slack.com" else "json"


def cleaner(channel: Channel) -> Callable[[str], str]:
    """What makes a name harmless: it could be markup, or call everybody."""
    style = style_of(channel.address) if channel.kind == "webhook" else ""
    if style == "discord":
        return lambda name: MARKUP.sub(r"\\\1", name)
    return html.escape if style == "slack" else str


def status_outcome(status: int) -> Outcome:
    if 200 <= status < 300:
        return Outcome.SENT
    return Outcome.GONE if status in (404, 410) else Outcome.FAILED


class Senders:
    def __init__(self, poster: Poster, smtp: str, vapid: str, subject: str) -> None:
        self.poster = poster
        self.smtp = smtp
        self._vapid: dict[str, str] = json.loads(vapid)
        self._subject = subject  # whom a push service may ask about this server

    @property
    def push_key(self) -> str:
        return self._vapid["public"]

    async def send(self, channel: Channel, message: Message) -> Outcome:
        how = {"push": self._push, "mail": self._mail, "webhook": self._webhook}[channel.kind]
        try:
            return await how(channel, message)
        except MoonlitError:  # its name leads into our network now
            return Outcome.FAILED
        except FAILED:
            return Outcome.FAILED
        except (httpcore.ProtocolError, ValueError):
            return Outcome.FAILED

    # ---- webhooks

    async def _webhook(self, channel: Channel, message: Message) -> Outcome:
        url = channel.address["url"]
        body = orjson.dumps(webhook_body(style_of(channel.address), message))
        headers = {"content-type": "application/json", "user-agent": "Moonlit"}
        return status_outcome(await self.poster.post(url, body, headers))

    # ---- push

    async def _push(self, channel: Channel, message: Message) -> Outcome:
        shown = {
            "title": message.title if len(message.items) > 1 else "Moonlit",
            "body": "\n".join(item.text for item in message.items),
            "path": path_of(message.items[0].url) if len(message.items) == 1 else "/",
            "tag": message.mark,
            "stop": path_of(message.stop),
            "stop_label": message.say("stop"),
            "language": message.language,
        }
        address = channel.address
        body = await asyncio.to_thread(encrypted, address, orjson.dumps(shown))
        headers = self._push_headers(address["endpoint"])
        return status_outcome(await self.poster.post(address["endpoint"], body, headers))

    def _push_headers(self, endpoint: str) -> dict[str, str]:
        from py_vapid import Vapid02, VapidException  # takes a while to import, and few need it

        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + 12 * 3600,  # a number: RFC 7519
            "sub": self._subject,
        }
        try:
            signed = Vapid02.from_raw(self._vapid["private"].encode()).sign(claims)
        except VapidException as reason:
            raise ValueError("not to be signed") from reason
        return {
            **signed,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(TTL),
            "urgency": "normal",
        }

    # ---- mail

    async def _mail(self, channel: Channel, message: Message) -> Outcome:
        import aiosmtplib  # takes a while to import, and few need it

        server = SmtpServer(self.smtp)
        mail = written_mail(channel, message, server.sender)
        try:
            await aiosmtplib.send(
                mail.as_bytes(policy=Policy(linesep="\r\n", cte_type="7bit")),
                sender=server.sender,
                recipients=[channel.address["mail"]],
                hostname=server.host,
                port=server.port,
                username=server.user,
                password=server.password,
                use_tls=server.tls,
                timeout=2 * WITHIN,
            )
        except aiosmtplib.SMTPRecipientsRefused as refused:
            codes = {each.code for each in refused.recipients}
            return Outcome.GONE if codes & {550, 551, 553} else Outcome.FAILED
        except aiosmtplib.SMTPException:
            return Outcome.FAILED
        return Outcome.SENT


def subject_of(address: str, smtp: str) -> str:
    """Whom a push service may ask about a server: its mail address, else the server itself. They
    want a name with a dot, and HTTPS at its own port."""
    sender = SmtpServer(smtp).sender if smtp else ""
    if re.fullmatch(rf"[^\s@]+@{NAMED}", sender):
        return f"mailto:{sender}"
    parts = urlsplit(address)
    host = parts.hostname or ""
    return f"https://{host}" if parts.scheme == "https" and re.fullmatch(NAMED, host) else NOBODY


class SmtpServer:
    """smtp://user:password@host:587?from=moonlit@example.org, or smtps:// for TLS at once."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.tls = parts.scheme == "smtps"
        self.host = parts.hostname or ""
        self.port = parts.port or (465 if self.tls else 587)
        self.user = unquote(parts.username) if parts.username else None
        self.password = unquote(parts.password) if parts.password else None
        self.sender = parse_qs(parts.query).get("from", [""])[0]


def written_mail(channel: Channel, message: Message, sender: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = f"Moonlit <{sender}>"
    mail["To"] = channel.address["mail"]
    mail["Subject"] = message.title
    mail["Date"] = formatdate()
    mail["Message-ID"] = f"<{message.mark}@{sender.partition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = f"<{message.stop}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail["Content-Language"] = message.language
    stop = message.say("stop_here", url=message.stop)
    mail.set_content("\n\n".join([*message.lines, f"-- \n{stop}"]) + "\n")
    return mail


def webhook_body(style: str, message: Message) -> dict[str, Any]:
    if style == "json":
        return {
            "text": message.title,
            "notices": [
                {"kind": item.kind, "game": item.game, "table": item.table}
                | {"text": item.text, "url": item.url}
                for item in message.items
            ],
            "mark": message.mark,
            "stop": message.stop,
        }
    text = "\n".join([*message.lines, message.say("stop_here", url=message.stop)])
    if style == "slack":
        return {"text": text}
    return {"content": text[:2000], "allowed_mentions": {"parse": []}, "flags": 4}  # no previews


def encrypted(address: dict[str, Any], shown: bytes) -> bytes:
    """For the device alone: the push service cannot read it (RFC 8291)."""
    from pywebpush import WebPusher

    body: bytes = WebPusher(address).encode(shown, content_encoding="aes128gcm")["body"]
    return body


def is_push_key(keys: dict[str, str]) -> bool:
    """Whether these can be a device's keys: a point of the curve, and sixteen bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, auth = (decoded(keys[name]) for name in ("p256dh", "auth"))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (KeyError, ValueError):
        return False
    return len(auth) == 16


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def path_of(url: str) -> str:
    return urlsplit(url).path or "/"
