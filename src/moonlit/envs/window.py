"""A window that shows a game while it is played: by pygame, or by tkinter, which Python brings."""

from __future__ import annotations

import io
import os
import time
from importlib.util import find_spec
from typing import Any

import numpy as np

from moonlit.core import raster
from moonlit.core.errors import BadTable
from moonlit.core.match import Match
from moonlit.core.picture import svg
from moonlit.envs.play import TOPIC

FPS = 2  # positions a second, so that they can be followed
WIDTH = 800


def kit() -> str:
    """Which of the two there is; pygame first, as it is what other environments use."""
    for name in ("pygame", "tkinter"):
        if find_spec(name) is not None:
            return name
    raise BadTable("no_window_kit", TOPIC)


def pixels(match: Match, seat: int | None) -> Any:
    """The position as a picture; without what draws it, the board of the terminal."""
    if not raster.is_available():
        from moonlit.envs.render import rgb_array

        return rgb_array(match, seat)
    from PIL import Image

    drawn = raster.png(svg(match, seat, width=WIDTH), WIDTH)
    return np.asarray(Image.open(io.BytesIO(drawn)).convert("RGB"))


class Window:
    """Opens with the first picture. Whoever closes it is not shown any more."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.kit = kit()
        self._screen: Any = None
        self._label: Any = None
        self._shown_at = 0.0
        self._position: tuple[Match, int] | None = None
        self.closed = False

    def show(self, match: Match, seat: int | None) -> None:
        position = match, match.number
        if self.closed or position == self._position:
            return
        self._position = position
        picture = pixels(match, seat)
        wait = self._shown_at + 1 / FPS - time.monotonic()
        if wait > 0 and self._screen is not None:
            time.sleep(wait)
        if self.kit == "pygame":
            self._show_by_pygame(picture)
        else:
            self._show_by_tkinter(picture)
        self._shown_at = time.monotonic()

    def _show_by_pygame(self, picture: Any) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        import pygame

        size = picture.shape[1], picture.shape[0]
        try:
            if self._screen is None or self._screen.get_size() != size:
                pygame.display.init()
                self._screen = pygame.display.set_mode(size)
                pygame.display.set_caption(self.title)
        except pygame.error as reason:
            raise BadTable("no_screen", TOPIC, reason=str(reason)) from None
        pygame.surfarray.blit_array(self._screen, picture.swapaxes(0, 1))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()

    def _show_by_tkinter(self, picture: Any) -> None:
        import tkinter

        height, width, _ = picture.shape
        try:
            if self._screen is None:
                self._screen = tkinter.Tk()
                self._screen.title(self.title)
                self._screen.protocol("WM_DELETE_WINDOW", self.close)
                self._label = tkinter.Label(self._screen, borderwidth=0)
                self._label.pack()
            data = b"P6 %d %d 255 " % (width, height) + picture.tobytes()
            self._label.picture = tkinter.PhotoImage(master=self._screen, data=data, format="PPM")
            self._label.configure(image=self._label.picture)
            self._screen.update()
        except tkinter.TclError as reason:
            self.closed = True
            raise BadTable("no_screen", TOPIC, reason=str(reason)) from None

    def close(self) -> None:
        if self._screen is not None and self.kit == "pygame":
            import pygame

            pygame.display.quit()
        elif self._screen is not None:
            self._screen.destroy()
        self._screen, self.closed = None, True
