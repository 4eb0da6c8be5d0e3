"""PyTorch tensors in the memory that kernels use; in the simulator that is this computer's own."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np

from moonlit.cuda.device import SIMULATED, TOPIC, NoDevice, cuda, need_device, to_kernel


def need_tensors() -> None:
    """Say in a sentence what is missing."""
    need_device()
    if importlib.util.find_spec("torch") is None:
        raise NoDevice("no_package", TOPIC, package="torch")


def zeros(shape: tuple[int, ...], kind: Any) -> Any:
    import torch

    if SIMULATED:
        return torch.from_numpy(np.zeros(shape, kind))
    return torch.zeros(shape, dtype=getattr(torch, np.dtype(kind).name), device="cuda")


def to_tensor(array: Any) -> Any:
    """What somebody gave us, as a tensor where the kernels are; a tensor there stays as it is."""
    import torch

    return torch.as_tensor(array, device="cpu" if SIMULATED else "cuda")


def memory(tensor: Any) -> Any:
    """A tensor's memory as kernels take it; truth values are bytes to them."""
    import torch

    tensor = tensor.view(torch.uint8) if tensor.dtype == torch.bool else tensor
    return to_kernel(tensor.numpy() if SIMULATED else tensor)


def stream() -> Any:
    """The stream that PyTorch works on now: kernels take their turn among its own."""
    if SIMULATED:
        return 0
    import torch

    handle = torch.cuda.current_stream().cuda_stream
    return cuda.external_stream(handle) if handle else 0
