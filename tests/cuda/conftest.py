"""These tests run in Numba's CUDA simulator, or on a GPU where there is one.

The simulator is chosen before Numba is imported, so they are a run of their own:
`NUMBA_ENABLE_CUDASIM=1 python -m pytest tests/cuda`.
"""

from __future__ import annotations

import pytest

from moonlit.cuda.device import is_available


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not is_available():
        reason = "needs a GPU, or NUMBA_ENABLE_CUDASIM=1"
        for item in items:
            if item.path.parent.name == "cuda" and item.path.name != "test_device.py":
                item.add_marker(pytest.mark.skip(reason=reason))
