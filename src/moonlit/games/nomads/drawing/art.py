"""Nomads' pieces around the origin: stones with runes, discs with emblems, the fire, Lys."""

from __future__ import annotations

from functools import cache

from moonlit.core.sheet import Sheet, number

INK = "#0a0d24"
# Each legend's stone: its face, its facets in shade, and the ink of its rune.
GEMS = {
    "amber": ("#f0aa3c", "#c47a14", "#2b1700"),
    "coral": ("#f4836c", "#cf5440", "#330a04"),
    "indigo": ("#4b55c9", "#2f3690", "#ffffff"),
    "jade": ("#45bd8b", "#1f8a60", "#01261a"),
    "onyx": ("#3a3a46", "#1b1b24", "#ffffff"),
    "pearl": ("#f3efe4", "#cfc7b4", "#2a2a3a"),
    "rose": ("#f2a3c7", "#cc6c99", "#3a0a22"),
    "wild": ("#7a4bb8", "#4a2a80", "#ffffff"),
    "moon": ("#22305e", "#141c40", "#f4f7ff"),
    "song": ("#5d6a7e", "#3c4656", "#ffffff"),
}
RUNES = {
    "amber": "M0 9V-2M-5.5 3.5 0 -2 5.5 3.5M0 -8.5 3.2 -5.3 0 -2 -3.2 -5.3Z",
    "coral": "M0 9V-9M0 4 -6 -2V-7M0 1 6 -5V-9",
    "indigo": "M-7 -6 -2.5 -1.5 2.5 -6 7 -1.5M-7 2.5 -2.5 7 2.5 2.5 7 7",
    "jade": "M0 -9 6.5 0 0 9 -6.5 0ZM0 -9V9",
    "onyx": "M-6 -8.5H6L-6 8.5H6Z",
    "pearl": "M0 -8.5A6 6 0 1 1 0 3.5 6 6 0 1 1 0 -8.5ZM-6.5 8H6.5M0 3.5V8",
    "rose": "M-4 9V-9M-4 -6.5 4.5 -2 -4 2.5M-4 2.5 4.5 8",
    "wild": "M0 .5C1.6 -.9 3.2 1 1.8 2.7 -.4 5 -4.4 3 -4.2 -.6 -4 -5.2 1.6 -7 5 -4 9 -.2 6.8 6.6 "
    "1.4 8.3",
    "song": "M-2.5 6V-7L6 -8.8V4M-2.5 6A2.9 2.3 0 1 1 -2.6 5.6M6 4A2.9 2.3 0 1 1 5.9 3.6",
}
CRESCENT = "M3.4 -8.2A8.8 8.8 0 1 0 8.4 4.6 7.2 7.2 0 0 1 3.4 -8.2Z"
EMBLEMS = {
    "nomad": "M0 -6.5 7 5.5H2.2L0 .5 -2.2 5.5H-7Z",
    "ulrich": "M-6.5 -6H6.5V-1H1.6V6.5H-1.6V-1H-6.5Z",
    "siana": "M-7 5.5C-5 -3 1 -5 3 -4.5L2.2 -7 7 -3.8 3.4 .4 3.2 -1.8C0 -2 -3 0 -4.2 5.5Z",
    "red": "M-6.6 -7.5 -2.4 -3.2H2.4L6.6 -7.5 6 .6 1.6 5.2 0 7 -1.6 5.2 -6 .6ZM-3.6 -.8 -1.4 .6 "
    "-3.4 1.2ZM3.6 -.8 1.4 .6 3.4 1.2Z",
    "moon": "M0 -7.5 1.9 -1.9 7.5 0 1.9 1.9 0 7.5 -1.9 1.9 -7.5 0 -1.9 -1.9Z",
    "nostromo": "M0 -7A2.3 2.3 0 0 1 1.1 -2.7V-2H3.6V0H1.1V4.2C3 3.8 4.2 2.8 4.7 1.4L7 2.6C5.6 5.6 "
    "3 7 0 7S-5.6 5.6 -7 2.6L-4.7 1.4C-4.2 2.8 -3 3.8 -1.1 4.2V0H-3.6V-2H-1.1V-2.7A2.3 2.3 0 0 1 0 "
    "-7Z",
    "frog": "M-4.2 -6.2A2.6 2.6 0 0 1 -1.7 -4.2H1.7A2.6 2.6 0 1 1 6 -1.4C7.6 .4 7.4 2.4 6.6 3.6 "
    "4.6 6 -4.6 6 -6.6 3.6 -7.4 2.4 -7.6 .4 -6 -1.4A2.6 2.6 0 0 1 -4.2 -6.2Z",
}
# The lit part of the chart's four phases.
PHASES = (
    "M0 -9A9 9 0 0 1 0 9A4.5 9 0 0 0 0 -9Z",
    "M0 -9A9 9 0 0 1 0 9Z",
    "M0 -9A9 9 0 0 1 0 9A5 9 0 0 1 0 -9Z",
    "M0 -9A9 9 0 0 1 0 9A9 9 0 0 1 0 -9Z",
)
FIRE = (
    '<ellipse cy="6" rx="29" ry="12" fill="#ffb347" opacity=".35"/>'
    '<path d="M-22 12 18 0 20 5 -20 17Z" fill="#5c3a22" stroke="#2b180c"/>'
    '<path d="M22 12 -18 0 -20 5 20 17Z" fill="#5c3a22" stroke="#2b180c"/>'
    '<path fill="#e8622c" d="M-17 8C-24 -10 -8 -16 -9 -32 0 -28 2 -20 2 -16 6 -20 7 -26 5 -46 20 '
    '-30 24 -6 16 8 10 14 -10 14 -17 8Z"/>'
    '<path fill="#f9a03c" d="M-11 8C-15 -4 -5 -10 -4 -20 2 -14 3 -10 4 -6 7 -10 8 -16 7 -24 15 -12 '
    '15 2 11 8 6 12 -6 12 -11 8Z"/>'
    '<path fill="#ffe39b" d="M-5 9C-8 2 -2 -3 0 -10 4 -4 8 2 5 9 2 11 -2 11 -5 9Z"/>'
)
LYS = (
    '<circle r="13" fill="#d8fff3" opacity=".28"/><g stroke="#0b3a3a"><path fill="#c5f7ea" '
    'd="M-1 -1C-5 -11 -13 -9 -12 -4 -11 0 -6 1 -1 0ZM1 -1C5 -11 13 -9 12 -4 11 0 6 1 1 0Z"/>'
    '<path fill="#9fe9da" d="M-1 1C-5 2 -9 6 -6 9 -3 10 -1 6 0 3 1 6 3 10 6 9 9 6 5 2 1 1Z"/>'
    '<path fill="#fff" d="M0 -5.5A2.6 2.6 0 0 1 1.6 -1L0 9 -1.6 -1A2.6 2.6 0 0 1 0 -5.5Z"/></g>'
)
RX, RY, THICK = 23.0, 10.0, 8.0  # a disc seen from slightly above
NOMAD, UNPLAYED = "#5d9cf0", "#98a0bd"


@cache
def stone(tile: str) -> str:
    """A tile, 30 units across: the opal moon has a crescent, the others their rune."""
    color, deep, ink = GEMS[tile]
    sign = (
        f'<path d="{CRESCENT}" fill="#eaf2ff" stroke="#b9d8ff" stroke-width=".8"/>'
        '<circle cx="-5" cy="-7" r=".9" fill="#ffd9f2"/>'
        if tile == "moon"
        else f'<path d="{RUNES[tile]}" fill="none" stroke="{ink}" stroke-width="2.3" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )
    return (
        f'<rect x="-15" y="-15" width="30" height="30" rx="6.5" fill="{deep}"/>'
        f'<path d="M-8.5 -15H8.5L15 -8.5V8.5L8.5 15H-8.5L-15 8.5V-8.5Z" fill="{color}"/>'
        '<path d="M-8.5 -15H8.5L6 -11.5H-6L-11.5 -6V6L-15 8.5V-8.5Z" fill="#fff" opacity=".22"/>'
        '<path d="M8.5 15H-8.5L-6 11.5H6L11.5 6V-6L15 -8.5V8.5Z" opacity=".14"/>'
        f'{sign}<rect x="-15" y="-15" width="30" height="30" rx="6.5" fill="none" stroke="#fff" '
        'stroke-opacity=".35"/>'
    )


def draw_stone(sheet: Sheet, tile: str, x: float, y: float, size: float) -> None:
    sheet.stamp(stone(tile), x, y, size / 30)


def darkened(color: str) -> str:
    """Mixed with the night, for a disc's edge."""
    parts = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    night = (0x0A, 0x0D, 0x24)
    return "#" + "".join(
        f"{round(a * 0.62 + b * 0.38):02x}" for a, b in zip(parts, night, strict=True)
    )


def face_color(sheet: Sheet, name: str, seat: int | None) -> str:
    if name == "nomad":
        return NOMAD
    return UNPLAYED if seat is None else sheet.theme.seats[seat]


def draw_disc(sheet: Sheet, name: str, seat: int | None, x: float, y: float, top: bool) -> None:
    """A disc; on the one at the top of its tower its emblem and its seat can be seen."""
    face = face_color(sheet, name, seat)
    ink = sheet.theme.on_seat if seat is not None else INK
    content = (
        f'<path d="M{-RX} 0V{THICK}A{RX} {RY} 0 0 0 {RX} {THICK}V0A{RX} {RY} 0 0 1 {-RX} 0Z" '
        f'fill="{darkened(face)}" stroke="{INK}" stroke-width=".9"/>'
    )
    for notch in range(0 if seat is None else seat + 1):
        at = (notch - (seat or 0) / 2) * 5
        front = RY * (1 - (at / RX) ** 2) ** 0.5
        content += (
            f'<path d="M{number(at)} {number(front + 1.6)}V{number(front + THICK - 1.4)}" '
            f'stroke="{ink}" stroke-width="2.1" stroke-linecap="round"/>'
        )
    dashed = ' stroke-dasharray="2.4 2"' if seat is None and name != "nomad" else ""
    content += (
        f'<ellipse rx="{RX}" ry="{RY}" fill="{face}" stroke="{INK}" stroke-width=".9"/>'
        f'<ellipse rx="{RX - 3}" ry="{RY - 1.7}" fill="none" stroke="{INK}" stroke-opacity=".32" '
        f'stroke-width=".9"{dashed}/>'
    )
    if top:
        shift = "scale(1.05 .9)" if seat is None else "translate(-6.5 0) scale(1 .95)"
        content += f'<path d="{EMBLEMS[name]}" transform="{shift}" fill="{ink}"/>'
    sheet.stamp(content, x, y)
    if top and seat is not None:
        sheet.text(str(seat + 1), x + 8.5, y, 13, color=ink, anchor="middle", bold=True)
