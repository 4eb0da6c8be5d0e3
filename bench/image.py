"""How large the image of the server is, in all and layer by layer.

    python bench/image.py                         with docker, podman or buildah, which is there
    python bench/image.py --base mirror.example/python:3.13-slim
    python bench/image.py -- --build-arg NAME=X   what follows -- is for the engine's build

It builds the Dockerfile of this repository. Sizes are those on disk, and packed with gzip, which is
what another machine fetches.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
IMAGE = "moonlit"
BLOCK = 1 << 20
# How each builds, and writes an image to a file. A health check is no part of OCI's own format.
BUILD = {
    "docker": ["docker", "build"],
    "podman": ["podman", "build", "--format", "docker"],
    "buildah": ["buildah", "bud", "--layers", "--format", "docker"],
}
SAVE = {
    "docker": ["docker", "save", "--output", "{path}", IMAGE],
    "podman": ["podman", "save", "--format", "docker-archive", "--output", "{path}", IMAGE],
    "buildah": ["buildah", "push", IMAGE, "docker-archive:{path}"],
}


def find_engine() -> str:
    """The first that answers: a docker without its daemon does not."""
    for name in BUILD:
        if (
            shutil.which(name)
            and not subprocess.run([name, "info"], capture_output=True).returncode
        ):
            return name
    sys.exit("No image can be built here: install docker, podman or buildah.")


def build(engine: str, base: str | None, more: list[str]) -> None:
    chosen = ["--build-arg", f"BASE={base}"] if base else []
    command = [*BUILD[engine], *chosen, *more, "--tag", IMAGE, str(ROOT)]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
        sys.exit(f"{engine} could not build the image; it says why above.")


class Layer(NamedTuple):
    plain: float  # MB on disk
    packed: float
    words: str  # what made it


def layers(path: Path) -> Iterator[Layer]:
    """The layers of a saved image."""
    with tarfile.open(path) as archive:
        manifest = json.load(member(archive, "manifest.json"))[0]
        config = json.load(member(archive, manifest["Config"]))
        made = [step for step in config["history"] if not step.get("empty_layer")]
        for name, step in zip(manifest["Layers"], made, strict=True):
            yield Layer(*measured(member(archive, name)), told(step))


def member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    found = archive.extractfile(name)
    assert found is not None, name
    return found


def measured(layer: IO[bytes]) -> tuple[float, float]:
    """How large it is, and packed. Some engines save layers packed, others as they are."""
    packed = layer.read(2) == b"\x1f\x8b"
    layer.seek(0)
    source: Any = gzip.GzipFile(fileobj=layer) if packed else layer
    deflate = zlib.compressobj(6)
    plain = small = 0
    while block := source.read(BLOCK):
        plain += len(block)
        small += len(deflate.compress(block))
    return plain / 1e6, (small + len(deflate.flush())) / 1e6


def told(step: dict[str, Any]) -> str:
    words = str(step.get("created_by", "")).removeprefix("/bin/sh -c ")
    words = " ".join(words.removeprefix("#(nop) ").split())
    return words if len(words) <= 70 else words[:69] + "…"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--base", help="an image with Python, instead of the Dockerfile's")
    parser.add_argument("--engine", choices=list(BUILD))
    parser.add_argument("more", nargs="*", help="for the engine's build, after --")
    given = parser.parse_args()
    engine = given.engine or find_engine()
    start = time.monotonic()
    build(engine, given.base, given.more)
    print(f"{engine} built {IMAGE} in {time.monotonic() - start:.0f} s")
    with tempfile.TemporaryDirectory(prefix="moonlit-image-") as folder:
        path = Path(folder) / "image.tar"
        save = [part.format(path=path) for part in SAVE[engine]]
        subprocess.run(save, stdout=sys.stderr, check=True)
        found = list(layers(path))
    plain, packed = (sum(getattr(layer, name) for layer in found) for name in ("plain", "packed"))
    print(f"{'MB':>8}{'packed':>8}")
    for layer in [*found, Layer(plain, packed, "in all")]:
        print(f"{layer.plain:8.1f}{layer.packed:8.1f}  {layer.words}")


if __name__ == "__main__":
    main()
