"""The example game, installed into a folder of its own for the tests of a worker."""

from __future__ import annotations

import pytest

from helpers.packages import NAME, Installed, install


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install(tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="session")
def compiled(installed: Installed) -> Installed:
    """Bots wait for compiled code: let it be there before anybody waits for a bot."""
    installed.run("-m", "moonlit", "warm", NAME)
    return installed
