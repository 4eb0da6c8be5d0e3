"""The guides' examples are run by the tests; one of them needs more than developers install."""

from __future__ import annotations

import pytest

from helpers.lacking import need


@pytest.fixture(autouse=True)
def what_the_guide_needs(request: pytest.FixtureRequest) -> None:
    if request.path.name == "openspiel.md":
        need("pyspiel", "openspiel")
