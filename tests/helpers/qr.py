"""The text of a QR code as the page draws it: one square of the path a dark module.

Only what the page makes is read: bytes, error correction level M, up to version 10, undamaged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

ALIGNMENT: dict[int, tuple[int, ...]] = {
    1: (), 2: (6, 18), 3: (6, 22), 4: (6, 26), 5: (6, 30), 6: (6, 34), 7: (6, 22, 38),
    8: (6, 24, 42), 9: (6, 26, 46), 10: (6, 28, 50),
}  # fmt: skip
BLOCKS: dict[int, list[int]] = {  # bytes of data in each block, level M
    1: [16], 2: [28], 3: [44], 4: [32] * 2, 5: [43] * 2, 6: [27] * 4, 7: [31] * 4,
    8: [38] * 2 + [39] * 2, 9: [36] * 3 + [37] * 2, 10: [43] * 4 + [44],
}  # fmt: skip
FORMAT = 0b10101  # what the first five bits of the format are veiled with
LEVEL_M = 0
MASKS = (
    lambda row, col: (row + col) % 2,
    lambda row, col: row % 2,
    lambda row, col: col % 3,
    lambda row, col: (row + col) % 3,
    lambda row, col: (row // 2 + col // 3) % 2,
    lambda row, col: row * col % 2 + row * col % 3,
    lambda row, col: (row * col % 2 + row * col % 3) % 2,
    lambda row, col: ((row + col) % 2 + row * col % 3) % 2,
)


def read_qr(path: str, size: int) -> str:
    dark = {(int(row), int(col)) for col, row in re.findall(r"M(\d+) (\d+)h1", path)}
    version = (size - 17) // 4
    told = sum(((8, col) in dark) << (4 - col) for col in range(5)) ^ FORMAT
    assert told >> 3 == LEVEL_M, "another level of error correction"
    mask = MASKS[told & 7]
    bits = (
        ((row, col) in dark) ^ (mask(row, col) == 0)
        for row, col in in_order(size)
        if not is_fixed(row, col, size, version)
    )
    data = whole_bytes(bits, sum(BLOCKS[version]))
    return text_of(in_blocks(data, BLOCKS[version]), version)


def in_order(size: int) -> Iterator[tuple[int, int]]:
    """Two columns at a time from the right, up and down by turns; the timing column is none."""
    up = True
    for right in (*range(size - 1, 6, -2), *range(5, 0, -2)):
        for row in range(size - 1, -1, -1) if up else range(size):
            yield row, right
            yield row, right - 1
        up = not up


def is_fixed(row: int, col: int, size: int, version: int) -> bool:
    """Whether a module is part of the code's frame and no data."""
    low, high = (row < 9, col < 9), (row >= size - 8, col >= size - 8)
    if all(low) or (low[0] and high[1]) or (high[0] and low[1]) or 6 in (row, col):
        return True
    if version >= 7 and ((row < 6 and col >= size - 11) or (col < 6 and row >= size - 11)):
        return True
    last = size - 7
    return any(
        abs(row - y) <= 2 and abs(col - x) <= 2 and (y, x) not in ((6, 6), (6, last), (last, 6))
        for y in ALIGNMENT[version]
        for x in ALIGNMENT[version]
    )


def whole_bytes(bits: Iterator[bool], count: int) -> list[int]:
    return [sum(bit << (7 - at) for at, bit in enumerate(islice(bits, 8))) for _ in range(count)]


def in_blocks(data: list[int], sizes: list[int]) -> list[int]:
    """Bytes of all blocks come by turns: one block behind the other."""
    blocks: list[list[int]] = [[] for _ in sizes]
    rest = iter(data)
    for place in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if place < size:
                block.append(next(rest))
    return [byte for block in blocks for byte in block]


def text_of(data: list[int], version: int) -> str:
    bits = "".join(f"{byte:08b}" for byte in data)
    assert bits[:4] == "0100", "not in bytes"
    wide = 8 if version < 10 else 16
    count = int(bits[4 : 4 + wide], 2)
    start = 4 + wide
    found = bytes(int(bits[start + 8 * at : start + 8 * at + 8], 2) for at in range(count))
    return found.decode()
