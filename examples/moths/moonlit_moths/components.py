"""What is in the box, read from components.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

TOPIC = "moths"  # whose words are said

_BOX = tomllib.loads(Path(__file__).with_name("components.toml").read_text(encoding="utf-8"))
MOTHS: int = _BOX["moths"]
MATCHES: int = _BOX["matches"]
