"""Whether what somebody gave us is a seed, options, or players' names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moonlit.core.errors import BadTable
from moonlit.core.options import Options
from moonlit.core.rng import MAX_SEED

MAX_NAME = 40


def check_seed(seed: Any) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        raise BadTable("bad_seed", seed=seed, most=MAX_SEED)
    return seed


def check_options(options: Any) -> Options:
    if options is None:
        return {}
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        raise BadTable("options_no_table")
    return options


def check_names(names: Any) -> list[str]:
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise BadTable("names_no_list")
    for name in names:
        if not isinstance(name, str) or len(name) > MAX_NAME or not name.isprintable():
            raise BadTable("bad_name", given=name, most=MAX_NAME)
    return list(names)
