"""What a machine may lack: its tests say that they are left out, or fail where it is promised."""

from __future__ import annotations

import importlib.util
import os

import pytest


def missing(what: str) -> None:
    """Leave a test, or a whole file of them, out; or fail where the services are promised."""
    if os.environ.get("MOONLIT_REQUIRE_SERVICES") == "1":
        pytest.fail(what)
    pytest.skip(what, allow_module_level=True)


def need(module: str, extra: str) -> None:
    """For what `make test` does not install."""
    if importlib.util.find_spec(module) is None:
        missing(f"{module} is not installed: pip install 'moonlit[{extra}]'")
