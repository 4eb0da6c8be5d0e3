"""Draw the installable app's PNG icons from our SVG ones.

python web/icons.py     needs Chromium; writes web/public/icon-*.png, which are committed
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parent / "public"
ICONS = (
    ("icon.svg", 192, "icon-192.png"),
    ("icon.svg", 512, "icon-512.png"),
    ("icon-maskable.svg", 512, "icon-maskable-512.png"),
    ("icon-maskable.svg", 180, "apple-touch-icon.png"),
)


def main() -> None:
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for source, size, target in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            drawing = (PUBLIC / source).read_text(encoding="utf-8")
            page.set_content(
                "<style>body{margin:0;background:transparent}svg{display:block}</style>" + drawing
            )
            page.screenshot(path=PUBLIC / target, omit_background=True)
            page.close()
        browser.close()


main()
