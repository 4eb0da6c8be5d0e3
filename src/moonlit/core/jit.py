"""One source, two ways to run it: compiled by Numba, or as ordinary Python.

Rules are written once and decorated with `njit`; the few functions that Python calls are
decorated with `entry`, and their compiled code is kept in the user's cache folder. `plain`
gives the same function as ordinary Python, all the way down, in the same process.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar, cast

import numba
from llvmlite.binding import get_host_cpu_name
from numba.core.codegen import get_host_cpu_features
from numba.core.dispatcher import Dispatcher

from moonlit.core.discovery import origins

F = TypeVar("F", bound=Callable[..., Any])

settings: Any = numba.config
host_features: Any = get_host_cpu_features

COMPILING = not settings.DISABLE_JIT
PACKAGE = Path(__file__).resolve().parent.parent


def _engine_key() -> str:
    """A name for this state of the sources: Numba itself notices edits in one file only.

    The processor is part of it, so that an image or a home folder that was warmed on another one
    counts as cold: its code cannot run here. So are the place and the age of every file: to Numba
    the same source in another folder, or installed again, is another one.
    """
    key = hashlib.sha256()
    for word in (numba.__version__, platform.python_version(), *processor()):
        key.update(word.encode())
    key.update(f"boundscheck={settings.BOUNDSCHECK}".encode())
    folders = [PACKAGE / folder for folder in ("core", "games", "search", "envs", "learn")]
    folders += [origin.folder for origin in origins().values() if not origin.bundled]
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".csv", ".toml") and path.parent.name != "text":
                key.update(f"{path} {path.stat().st_mtime_ns}".encode())
                key.update(path.read_bytes())
    return key.hexdigest()[:16]


def processor() -> tuple[str, str, str]:
    """What Numba compiles for."""
    features = settings.CPU_FEATURES
    return (
        platform.machine(),
        settings.CPU_NAME or get_host_cpu_name(),
        host_features() if features is None else features,
    )


@cache
def cache_folder() -> Path | None:
    """Where compiled code is kept, or None where nothing can be written."""
    folder = Path(os.environ.get("MOONLIT_CACHE") or _users_cache()) / "compiled" / _engine_key()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".write-{os.getpid()}"
        probe.touch()
        probe.unlink()
        forget_old(folder)
    except OSError:
        return None
    return folder


def _users_cache() -> str:
    import platformdirs  # not everywhere: who names a folder needs none

    return platformdirs.user_cache_dir("moonlit")


def forget_old(folder: Path) -> None:
    """Remove what earlier versions have left behind and nobody has used for a month."""
    folder.touch()
    for other in folder.parent.iterdir():
        if other != folder and time.time() - other.stat().st_mtime > 30 * 24 * 3600:
            shutil.rmtree(other, ignore_errors=True)


def njit(function: F) -> F:
    """A rule: compiled as part of whatever calls it."""
    return cast(F, numba.njit(nogil=True)(function))


def entry(function: F) -> F:
    """A function that Python calls: its compiled code, rules included, is kept on disk."""
    folder = cache_folder()
    if folder is None:
        return njit(function)
    # Numba reads this setting while it decorates; other libraries keep their own.
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        return cast(F, numba.njit(nogil=True, cache=True)(function))
    finally:
        settings.CACHE_DIR = before


_twins: dict[Any, Callable[..., Any]] = {}


def plain(function: F) -> F:
    """The ordinary Python behind a compiled function, and behind every one that it calls."""
    if not isinstance(function, Dispatcher):
        return function
    if function not in _twins:
        source = function.py_func
        names = dict(source.__globals__)
        twin = FunctionType(source.__code__, names, source.__name__, source.__defaults__)
        _twins[function] = twin
        for name in source.__code__.co_names:
            if isinstance(names.get(name), Dispatcher):
                names[name] = plain(names[name])
    return cast(F, _twins[function])


def plain_names(module: ModuleType) -> SimpleNamespace:
    """All that a module has, its compiled functions as ordinary Python."""
    return SimpleNamespace(**{name: plain(value) for name, value in vars(module).items()})
