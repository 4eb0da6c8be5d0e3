"""One browser and one server for all tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from helpers.browser import Reader, Readers, open_browser, readers_of
from helpers.server import Server, running, warm_up


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    warm_up()
    with running(tmp_path_factory.mktemp("page")) as started:
        yield started


@pytest.fixture
def reader(browser: Browser, server: Server) -> Iterator[Readers]:
    yield from readers_of(browser, server)


@pytest.fixture
def ana(reader: Readers, language: str, theme: str, phone: bool) -> Reader:
    """A reader in the language, theme and size that a test is parametrized with."""
    return reader(language=language, theme=theme, phone=phone)
