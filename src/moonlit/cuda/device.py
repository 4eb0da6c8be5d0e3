"""The device and its memory. In Numba's simulator both are this computer's own.

Nothing else asks whether there is a real GPU: kernels, engine and environments are the same in the
simulator (`NUMBA_ENABLE_CUDASIM=1`, set before Numba is imported), only slow.
"""

from __future__ import annotations

import importlib
import importlib.util
import operator
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning

from moonlit.core import contract
from moonlit.core.contract import record_type
from moonlit.core.errors import MoonlitError
from moonlit.core.jit import plain, settings

TOPIC = "cuda"
SIMULATED = bool(settings.ENABLE_CUDASIM)
BLOCK = 32 if SIMULATED else 128  # threads; a multiple of a warp's 32

if not hasattr(np, "row_stack"):  # gone from NumPy 2.5, and numba-cuda 0.30 asks for it
    np.row_stack = np.vstack

cuda: Any = importlib.import_module("numba.cuda")


class NoDevice(MoonlitError):
    """There is nothing here to run kernels on."""


@cache
def _missing() -> NoDevice | None:
    if SIMULATED:
        return None
    if importlib.util.find_spec("numba_cuda") is None:
        return NoDevice("no_package", TOPIC, package="numba-cuda")
    try:
        cuda.current_context()
    except Exception as error:
        return NoDevice("no_gpu", TOPIC, reason=" ".join(str(error).split()))
    _use_global_tables()
    _round_products()
    # A state that is padded for shared memory passes as one that is not, which is meant so. And
    # whoever plays few games knows that they do not fill a GPU.
    warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
    warnings.filterwarnings("ignore", ".*Grid size .* under-utilization")
    return None


def is_available() -> bool:
    """Whether kernels can run here: there is a GPU, or the simulator is on."""
    return _missing() is None


def need_device() -> None:
    """Say in a sentence what is missing."""
    missing = _missing()
    if missing is not None:
        raise missing


def _use_global_tables() -> None:
    """Have Numba keep the tables of the rules where threads can look up different places at once.

    It puts constant arrays into constant memory, which serves one place at a time: 32 threads that
    each look up another tile wait for each other. From global memory they come by the cache.
    """
    try:
        from numba.cuda.cudadrv import nvvm
    except ImportError:
        return
    if hasattr(nvvm, "ADDRSPACE_CONSTANT") and hasattr(nvvm, "ADDRSPACE_GLOBAL"):
        nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL


def _round_products() -> None:
    """Have kernels round every product of two floats, as a CPU does.

    The compilers for GPUs make one operation of a product and the sum it goes into, and round once.
    Where two moves look about as good, that last bit would lead a search to another one. What they
    are asked to multiply in so many words (`mul.rn`) they leave alone.
    """
    lower_builtin = importlib.import_module("numba.cuda.extending").lower_builtin
    libdevice = importlib.import_module("numba.cuda.libdevice")

    def rounded(context: Any, builder: Any, signature: Any, factors: Any) -> Any:
        wide = signature.return_type == numba.float64
        multiply = libdevice.dmul_rn if wide else libdevice.fmul_rn
        return context.get_function(multiply, signature)(builder, factors)

    for kind in (numba.float32, numba.float64):
        for operation in (operator.mul, operator.imul):
            lower_builtin(operation, kind, kind)(rounded)


# ---- for kernels -------------------------------------------------------------------------------


def kernel(function: Callable[..., Any]) -> Any:
    """What Python launches on the device: compiled when it is first called."""
    return cuda.jit(function)


def lean_kernel(function: Callable[..., Any]) -> Any:
    """One that makes do with 64 registers, so that 1,024 threads go on a multiprocessor."""
    return cuda.jit(function) if SIMULATED else cuda.jit(max_registers=64)(function)


def device_function(function: Callable[..., Any]) -> Any:
    """What kernels call and nobody else does."""
    return cuda.jit(device=True)(function)


def record(dtype: np.dtype[Any]) -> Any:
    """A type of state as a kernel's own arrays take it."""
    return record_type(dtype) if SIMULATED else numba.from_dtype(dtype)


def called(function: Callable[..., Any]) -> Any:
    """A compiled function as kernels call it: the simulator runs ordinary Python."""
    return plain(function) if SIMULATED else function


def grid(count: int, block: int = BLOCK) -> tuple[int, int]:
    """A thread for each of so many games, as a kernel is launched."""
    return -(-count // block), block


# ---- memory ------------------------------------------------------------------------------------


def empty(shape: int | tuple[int, ...], dtype: Any) -> Any:
    if not SIMULATED:
        return cuda.device_array(shape, dtype)
    return to_kernel(np.empty(shape, dtype))


def zeros(shape: int | tuple[int, ...], dtype: Any) -> Any:
    if SIMULATED:
        return to_device(np.zeros(shape, dtype))
    array = cuda.device_array(shape, dtype)
    if array.nbytes:
        cuda.cudadrv.driver.device_memset(array, 0, array.nbytes)  # there, and not sent over
    return array


def to_device(array: Any) -> Any:
    """A copy in the device's memory; what is there already stays where it is."""
    if is_on_device(array):
        return to_kernel(array)
    array = np.ascontiguousarray(array)
    return to_kernel(copied(array)) if SIMULATED else cuda.to_device(array)


def is_on_device(array: Any) -> bool:
    if SIMULATED:
        return hasattr(array, "copy_to_host")
    return hasattr(array, "__cuda_array_interface__")


def to_kernel(array: Any) -> Any:
    """The same memory as kernels take it: a tensor's, an array's of another library."""
    if hasattr(array, "copy_to_host"):
        return array
    if not SIMULATED:
        return cuda.as_cuda_array(array)
    array = np.asarray(array)
    if array.dtype.names is not None:
        array = array.view(record_type(array.dtype))
    return cuda.cudadrv.devicearray.FakeCUDAArray(array)


def to_host(array: Any) -> Any:
    """A NumPy copy of what is on the device."""
    there = to_kernel(array)
    return copied(there._ary) if SIMULATED else there.copy_to_host()


def copied(array: Any) -> Any:
    """A copy, of records with what pads them."""
    return array.copy() if array.dtype.names is None else contract.copied(array)
