"""Names and chat: what people may write, so that nothing they write can disturb a page or a log."""

from __future__ import annotations

import unicodedata

from moonlit.server.errors import refuse
from moonlit.server.table.seats import BOT

MAX_NAME = 24
MAX_CHAT = 300
JOINER = "\u200d"  # emoji of several parts are held together by it


def check_name(given: str) -> str:
    """A guest's name, tidied; control and direction-changing characters are refused."""
    name = normalize(given, MAX_NAME)
    if not name or len(name) > MAX_NAME or not name.isprintable() or name.startswith(BOT):
        raise refuse("bad_name", 422, given=given, most=MAX_NAME)
    return name


def check_chat(given: str) -> str:
    text = normalize(given, MAX_CHAT)
    if not text or len(text) > MAX_CHAT or not text.replace(JOINER, "").isprintable():
        raise refuse("bad_chat", 422, most=MAX_CHAT)
    return text


def normalize(given: str, most: int) -> str:
    """One spelling for what looks alike, single spaces; what is far too long stays too long."""
    return " ".join(unicodedata.normalize("NFC", given[: 4 * most]).split())
