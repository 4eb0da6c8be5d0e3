"""Where games come from: the folders under games/, and the packages that bring one.

A package brings a game by an entry point in the group `moonlit.games`, from the game's name to the
package that has its roles: `moths = "moonlit_moths"`. Nothing of a game is imported here.
"""

from __future__ import annotations

import pkgutil
import sys
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "moonlit.games"
HERE = Path(__file__).resolve().parent.parent / "games"


@dataclass(frozen=True)
class Origin:
    package: str  # whose modules are the game's roles
    folder: Path
    bundled: bool  # whether it comes with Moonlit


@cache
def origins() -> dict[str, Origin]:
    """Every game that can be had, by name."""
    found = {
        module.name.replace("_", "-"): Origin(
            f"moonlit.games.{module.name}", HERE / module.name, bundled=True
        )
        for module in pkgutil.iter_modules([str(HERE)])
    }
    for point in _points():
        folder = _folder(point.module)
        if point.name in found:
            warnings.warn(f"{point.module} brings {point.name}, which is there", stacklevel=2)
        elif folder is None:
            warnings.warn(f"{point.module}, for {point.name}, cannot be found", stacklevel=2)
        else:
            found[point.name] = Origin(point.module, folder, bundled=False)
    return found


def _points() -> Iterable[EntryPoint]:
    """The entry points of our group. Whether there is any is seen without Python's own reader of
    packages, whose import takes longer than all of this."""
    named = f"[{GROUP}]".encode()
    for folder in map(Path, sys.path):
        for kind in ("dist", "egg"):
            for file in folder.glob(f"*.{kind}-info/entry_points.txt"):
                if named in file.read_bytes():
                    from importlib.metadata import entry_points

                    return entry_points(group=GROUP)
    return ()


def _folder(package: str) -> Path | None:
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):  # a parent that is missing or broken
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0])
