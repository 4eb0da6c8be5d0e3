"""Where kernels cannot run, one sentence says why."""

from __future__ import annotations

from typing import Any

import pytest

import moonlit
from moonlit.cuda import NoDevice, device
from moonlit.cuda.device import cuda


def test_without_the_package_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "SIMULATED", False)
    monkeypatch.setattr(device.importlib.util, "find_spec", lambda name: None)
    missing = device._missing.__wrapped__()
    assert isinstance(missing, moonlit.MoonlitError)
    assert str(missing) == (
        "Playing on a GPU needs the package numba-cuda. It comes with pip install 'moonlit[cuda]'."
    )
    monkeypatch.setattr(device, "_missing", lambda: missing)
    assert not device.is_available()
    with pytest.raises(NoDevice, match="needs the package"):
        moonlit.cuda.Engine("nomads", 2)


def test_without_a_gpu_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Any:
        raise RuntimeError("\nError at init:\n\nno such library")

    monkeypatch.setattr(device, "SIMULATED", False)
    monkeypatch.setattr(device.importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(cuda, "current_context", fail)
    missing = device._missing.__wrapped__()
    assert str(missing) == (
        "Numba finds no NVIDIA GPU here that it could play on: Error at init: no such library"
    )
