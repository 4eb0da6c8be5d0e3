"""What a request does: checked against the table, it becomes events, or it is refused."""

from moonlit.server.table.commands.play import *  # noqa: F403
