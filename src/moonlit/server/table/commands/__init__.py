"""What a request does: checked against the table, it becomes events, or it is refused.

Each command takes the table, the token's hash of who asks, and what was asked; it returns the
events to append and changes nothing itself. So it can be asked again when another worker was
quicker.
"""

from moonlit.server.table.commands.daily import play_daily
from moonlit.server.table.commands.lobby import (
    change,
    choose,
    claim,
    create,
    join,
    ready,
    rematch,
    set_seat,
)
from moonlit.server.table.commands.plan import plan, play_planned, suppose, unplan
from moonlit.server.table.commands.play import (
    chat,
    come_back,
    leave,
    move,
    move_of,
    resign,
    time_out,
)
from moonlit.server.table.commands.play_on import play_on
from moonlit.server.table.commands.slow import away, remind
from moonlit.server.table.commands.undo import answer, has_revealed, undo

__all__ = [
    "answer",
    "away",
    "change",
    "chat",
    "choose",
    "claim",
    "come_back",
    "create",
    "has_revealed",
    "join",
    "leave",
    "move",
    "move_of",
    "plan",
    "play_daily",
    "play_on",
    "play_planned",
    "ready",
    "rematch",
    "remind",
    "resign",
    "set_seat",
    "suppose",
    "time_out",
    "undo",
    "unplan",
]
