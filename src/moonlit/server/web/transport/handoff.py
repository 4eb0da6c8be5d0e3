"""All sockets of a table at one worker: whoever accepts a socket hands it to that table's worker.

The system gives a new connection to any of the workers on a machine. Where the players of a table
are at different ones, each of them plays every move again and shows it to its own. So the worker
that reads the request for a socket passes the open connection, with what was read of it, to the
worker whose turn the table's name says, over a Unix socket in a folder that all of them know. It
only saves work: a table may be at several workers, and whoever cannot hand a connection over keeps
it. If a worker dies with some on their way to it, their clients come again, as all of its own do.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

FOLDER = "MOONLIT_HANDOFF_DIR"  # in the environment: where workers find each other; empty: nowhere
# a file that comes must not be open in processes that are started later
IS_POSSIBLE = hasattr(socket, "AF_UNIX") and hasattr(socket, "MSG_CMSG_CLOEXEC")
PATH = re.compile(rb"/api/tables/([^/?]+)/live")
MAX_SIZE = 65_536  # bytes of a request that go along with a connection
FILE = struct.Struct("i")  # its number, in a message
log = logging.getLogger("moonlit.handoff")

Make = Callable[[bytes], Any]  # the protocol of a connection that begins with these bytes


class Handoff:
    """A worker's place in the folder. Without a folder it hands nothing over."""

    def __init__(self, folder: str | None = None, name: str | None = None) -> None:
        folder = os.environ.get(FOLDER) if folder is None else folder
        self.folder = Path(folder) if folder and IS_POSSIBLE else None
        self.name = name or str(os.getpid())
        self._mailbox: socket.socket | None = None
        self._connections: set[Any] = set()
        self._taking: set[asyncio.Task[None]] = set()

    def open(self, make: Make, connections: set[Any]) -> None:
        """Be there for the other workers, from the first connection on. `connections` are those
        that the server closes before it ends: this is one of them."""
        if self.folder is None or self._mailbox is not None:
            return
        mailbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        mailbox.setblocking(False)
        try:
            mailbox.bind(str(self.folder / self.name))
        except OSError as reason:
            mailbox.close()
            self.folder = None
            log.warning("no_handoff", extra={"reason": str(reason)})
            return
        self._mailbox, self._connections = mailbox, connections
        connections.add(self)
        asyncio.get_running_loop().add_reader(mailbox, self._read, make)

    def shutdown(self) -> None:
        """What comes from now on stays with whoever has it."""
        self._connections.discard(self)
        if self.folder is not None and self._mailbox is not None:
            (self.folder / self.name).unlink(missing_ok=True)
            asyncio.get_running_loop().remove_reader(self._mailbox)
            self._mailbox.close()
        self.folder = self._mailbox = None

    def give(self, path: bytes, file: int, head: bytes) -> bool:
        """Hand over the connection that is this open file, if its table is another worker's."""
        found = PATH.fullmatch(path)
        if found is None or self.folder is None or self._mailbox is None or len(head) > MAX_SIZE:
            return False
        attached = (socket.SOL_SOCKET, socket.SCM_RIGHTS, FILE.pack(file))
        try:
            while (owner := self._owner(found[1], self.folder)) != self.name:
                there = self.folder / owner
                try:
                    self._mailbox.sendmsg([head], [attached], 0, str(there))
                    return True
                except (ConnectionRefusedError, FileNotFoundError):
                    there.unlink(missing_ok=True)  # it was killed; the next one has another name
        except OSError:  # it has more than enough to do, or somebody has removed the folder
            pass
        return False

    def _owner(self, table: bytes, folder: Path) -> str:
        """Whose table it is: if a worker goes, only its own tables change hands."""
        names = {self.name, *(each.name for each in folder.iterdir())}
        return max(names, key=lambda name: hashlib.blake2b(table, key=name.encode()).digest())

    def _read(self, make: Make) -> None:
        assert self._mailbox is not None
        while True:
            try:
                head, attached, _, _ = self._mailbox.recvmsg(
                    MAX_SIZE, socket.CMSG_SPACE(FILE.size), socket.MSG_CMSG_CLOEXEC
                )
            except BlockingIOError:
                return
            if not attached:  # this process has no room for another open file
                log.warning("lost_on_the_way")
            for level, kind, files in attached:
                if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                    taking = asyncio.create_task(take(FILE.unpack(files)[0], head, make))
                    self._taking.add(taking)
                    taking.add_done_callback(self._taking.discard)


async def take(file: int, head: bytes, make: Make) -> None:
    """Go on with a connection where another worker has left off."""
    opened = socket.socket(fileno=file)
    try:
        await asyncio.get_running_loop().connect_accepted_socket(lambda: make(head), opened)
    except OSError as reason:  # the client has left meanwhile
        log.warning("not_taken", extra={"reason": str(reason)})
        opened.close()
