"""Pictures in pixels: PNG from SVG, and a whole game as an animation. An extra brings the tools."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import io
import json
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from moonlit.core.errors import BadTable

NEEDED = ("resvg_py", "PIL", "font_source_sans_pro")
FACE = "Source Sans Pro"
LIMIT = 30.0  # seconds for a process that draws
ASIDE = """
import json, os, sys, resvg_py
getattr(os, "nice", int)(10)
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(**json.load(sys.stdin))))
"""
STILL, END = 900, 4000  # ms for which an animation shows a position, and the last one
# Letters beyond these (Latin, Greek, Cyrillic, punctuation) are looked for in the system's fonts.
OWN_LETTERS = ((0, 0x52F), (0x2000, 0x206F), (0x20A0, 0x22FF))


def is_available() -> bool:
    return all(importlib.util.find_spec(name) is not None for name in NEEDED)


def need() -> None:
    if not is_available():
        raise BadTable("no_pixels")


@cache
def font_files() -> tuple[str, ...]:
    found = importlib.util.find_spec("font_source_sans_pro")
    assert found is not None
    assert found.origin is not None
    folder = Path(found.origin).parent / "files"
    return tuple(
        str(folder / f"SourceSansPro-{kind}.ttf") for kind in ("Regular", "Semibold", "Bold")
    )


def png(svg: str, width: int) -> bytes:
    """A picture of so many pixels across."""
    need()
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(**settings(svg, width)))


def settings(svg: str, width: int) -> dict[str, Any]:
    """What resvg is told."""
    ours = all(any(low <= ord(c) <= high for low, high in OWN_LETTERS) for c in set(svg))
    return {
        "svg_string": svg,
        "width": width,
        "skip_system_fonts": ours,
        "font_files": list(font_files()),
        "font_family": FACE,
        "sans_serif_family": FACE,
        "serif_family": FACE,
    }


async def png_aside(svg: str, width: int) -> bytes:
    """The same in a process of its own: resvg keeps Python's lock, and others would wait."""
    need()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ASIDE, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(LIMIT):
            drawn, _ = await process.communicate(json.dumps(settings(svg, width)).encode())
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
    if process.returncode:
        raise BadTable("no_pixels")
    return drawn


def animation(pictures: Iterable[str], width: int, form: str) -> bytes:
    """Pictures one after the other; form: "gif" or "apng"."""
    need()
    from PIL import Image

    frames = [Image.open(io.BytesIO(png(svg, width))).convert("RGB") for svg in pictures]
    size = width, max(frame.height for frame in frames)
    frames = [on_ground(frame, size) for frame in frames]
    if form == "gif":
        frames = with_one_palette(frames)
    out = io.BytesIO()
    frames[0].save(
        out,
        "GIF" if form == "gif" else "PNG",
        save_all=True,
        append_images=frames[1:],
        duration=[STILL] * (len(frames) - 1) + [END],
        loop=0,
        optimize=False,
    )
    return out.getvalue()


def on_ground(frame: Any, size: tuple[int, int]) -> Any:
    """A lower picture on the color that it ends with."""
    if frame.size == size:
        return frame
    from PIL import Image

    whole = Image.new("RGB", size, frame.getpixel((0, frame.height - 1)))
    whole.paste(frame)
    return whole


def with_one_palette(frames: list[Any]) -> list[Any]:
    """One palette for all, and no dithering: what does not change costs nothing then."""
    from PIL import Image

    picked = [frames[0], frames[len(frames) // 2], frames[-1]]
    strip = Image.new("RGB", (frames[0].width, sum(frame.height for frame in picked)))
    top = 0
    for frame in picked:
        strip.paste(frame, (0, top))
        top += frame.height
    palette = strip.quantize(255, method=Image.Quantize.MEDIANCUT)
    return [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
