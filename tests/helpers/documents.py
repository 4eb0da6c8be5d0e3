"""What a report in HTML must be: whole, and in need of nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser

ELSEWHERE = r'src=|href="[^#]|https?:(?!//www.w3.org/2000/svg")|@import|url\((?!#)'


def stands_alone(page: str) -> None:
    """Every tag that is opened is closed, and nothing is asked from elsewhere."""
    opened: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag != "meta":
                opened.append(tag)

        def handle_startendtag(self, tag: str, attrs: object) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            assert opened.pop() == tag

    Reader().feed(page)
    assert opened == []
    assert not re.search(ELSEWHERE, page)
