"""Where games come from: the folders under games/, and the packages that bring one.

A package brings a game by an entry point in the group `moonlit.games`, from the game's name to the
package that has its roles: `moths = "moonlit_moths"`. Nothing of a game is imported here.
"""

from __future__ import annotations

import pkgutil
import warnings
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

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
    for point in entry_points(group=GROUP):
        folder = _folder(point.module)
        if point.name in found:
            warnings.warn(f"{point.module} brings {point.name}, which is there", stacklevel=2)
        elif folder is None:
            warnings.warn(f"{point.module}, for {point.name}, cannot be found", stacklevel=2)
        else:
            found[point.name] = Origin(point.module, folder, bundled=False)
    return found


def _folder(package: str) -> Path | None:
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):  # a parent that is missing or broken
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0])
