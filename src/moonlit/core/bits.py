"""Masks of bits, as rules count with them: where the lowest bit is, and how many there are.

An instruction or two on any machine. A table of answers would do on a CPU, but on a GPU the threads
that look up different places of a table wait for each other.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload


def lowest(mask: int) -> int:
    """The number of the lowest bit of a mask that is not empty and has no more than 32 bits."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1


def bit_count(mask: int) -> int:
    """How many bits of a mask are set, out of 32 at most."""
    return int(mask).bit_count()


@intrinsic
def _zeros(typing: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = context.cast(builder, arguments[0], signature.args[0], types.uint32)
        zeros = builder.cttz(word, ir.Constant(ir.IntType(1), 1))
        return context.cast(builder, zeros, types.uint32, types.int64)

    return types.int64(mask), build


@intrinsic
def _ones(typing: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = context.cast(builder, arguments[0], signature.args[0], types.uint32)
        return context.cast(builder, builder.ctpop(word), types.uint32, types.int64)

    return types.int64(mask), build


zeros: Any = _zeros
ones: Any = _ones


@overload(lowest)
def _lowest(mask: int) -> Any:
    def found(mask: int) -> int:
        return int(zeros(mask))

    return found


@overload(bit_count)
def _bit_count(mask: int) -> Any:
    def found(mask: int) -> int:
        return int(ones(mask))

    return found
