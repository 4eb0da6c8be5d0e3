"""The guides' examples are run by the tests; some need more than developers install."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.lacking import need
from helpers.packages import copy_example, looking_into
from moonlit.core.jit import COMPILING
from moonlit.cuda.device import is_available


@pytest.fixture(autouse=True)
def what_the_guide_needs(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    if request.path.name == "openspiel.md":
        need("pyspiel", "openspiel")
    if request.path.name == "gpu.md":
        need("torch", "cuda")
        if not is_available():
            pytest.skip("needs a GPU, or NUMBA_ENABLE_CUDASIM=1")
    if request.path.parent.name == "samples":
        monkeypatch.chdir(request.path.parent)  # a card reads the games beside it
    searches = request.path.name == "review.md" or request.path.parent.name == "tutorials"
    if searches and not COMPILING:
        pytest.skip("plain Python would only search the same trees more slowly")
    if request.path.name != "adding-a-game.md":
        yield
        return
    copy_example(tmp_path)
    with looking_into(tmp_path):
        yield
