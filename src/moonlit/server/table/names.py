"""Names and chat: what people may write, so that nothing they write can disturb a page or a log.

Two names at a table must not look alike either, so names are compared by their skeleton: without
case, in one form, and with one letter for all that look like it.
"""

from __future__ import annotations

import unicodedata

from moonlit.server.errors import refuse
from moonlit.server.table.seats import BOT

MAX_NAME = 24
MAX_TITLE = 40  # of a club, of a season
MAX_CHAT = 300
JOINER = "\u200d"  # emoji of several parts are held together by it
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
ID_LENGTH = 10  # of a table
# Letters and signs that show nothing, though Unicode counts them as printable.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
SELECTORS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10))))
# Cyrillic, Greek and a few more that look like Latin letters, as they look in small.
ALIKE = str.maketrans(
    "авсеѕіјкӏмнорԛгѵтԝхуһԁгϲοαβεζηικμνρτυχγωϳɩıǀ|01ɡ",
    "abcesijkimhopqrvtwxyhdrcoabezhikmvptuxywjiiiioig",
)


def is_id(text: str) -> bool:
    """Whether a table could be called so."""
    return len(text) == ID_LENGTH and set(text) <= set(LETTERS)


def check_name(given: str) -> str:
    """A guest's name, tidied; what cannot be seen or changes the direction is refused."""
    name = visible(given, MAX_NAME)
    if name is None or skeleton(name).startswith(skeleton(BOT)):
        raise refuse("bad_name", 422, given=given, most=MAX_NAME)
    return name


def check_title(given: str) -> str:
    """What a club is called, or a season of it, tidied in the same way."""
    title = visible(given, MAX_TITLE)
    if title is None:
        raise refuse("bad_title", 422, most=MAX_TITLE)
    return title


def visible(given: str, most: int) -> str | None:
    """A text of one line, tidied; None: it is empty, too long, or more than can be seen."""
    found = "".join(letter for letter in normalize(given, most) if not is_selector(letter))
    if not found or len(found) > most or not found.isprintable() or set(found) & BLANK:
        return None
    return found


def is_selector(letter: str) -> bool:
    """A mark that only chooses between two looks of the sign before it."""
    return letter in SELECTORS or 0xE0100 <= ord(letter) <= 0xE01EF


def skeleton(name: str) -> str:
    """The same for names that look alike."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return plain.translate(ALIKE).replace("l", "i")


def check_chat(given: str) -> str:
    text = normalize(given, MAX_CHAT)
    if not text or len(text) > MAX_CHAT or not text.replace(JOINER, "").isprintable():
        raise refuse("bad_chat", 422, most=MAX_CHAT)
    return text


def normalize(given: str, most: int) -> str:
    """One spelling for what looks alike, single spaces; what is far too long stays too long."""
    return " ".join(unicodedata.normalize("NFC", given[: 4 * most]).split())
