"""What an installation takes, and that the games need nothing of the server's.

    python bench/install.py python3.11 python3.13

For each Python a new virtual environment: its size before, with `pip install moonlit` (then a whole
game against a bot in the terminal, a game of bots, an arena and a batch are played), and with
`moonlit[server]` and the compiled code: what the image holds above its base.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WITHOUT = """
from moonlit.server.packages import is_installed, server_packages
assert len(server_packages()) > 1
found = [name for name in server_packages() if is_installed(name)]
assert not found, found
"""
GAME = """
import moonlit
from moonlit.envs.batch import Batch
match = moonlit.new("nomads", players=3, seed=1)
while not match.over:
    match.play(moonlit.ask(match, "casual", seed=match.number))
batch = Batch("dance-of-muses", players=2, count=64, seeds=1, threads=1)
ended = 0
while ended < 64:
    batch.step(batch.sample())
    ended += batch.dones.sum()
print(match.standings()[0]["score"])
"""
ARENA = ("arena", "nova-luna", "random", "greedy", "--games", "4", "--jobs", "1")


def size(folder: Path) -> float:
    """In MB; a file with several names counts once."""
    seen = {(found.st_dev, found.st_ino): found.st_blocks for found in map(os.lstat, files(folder))}
    return sum(seen.values()) * 512 / 1e6


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]


def wait_for(handle: int, words: bytes) -> None:
    said = b""
    while words not in said:
        assert select.select([handle], [], [], 300)[0], said  # it may be compiling
        said += os.read(handle, 4096)  # raises when the program has ended


def play_in_terminal(moonlit: Path, data: Path) -> None:
    """A move against a bot on a real terminal, and out again."""
    process, handle = pty.fork()
    if process == 0:
        given = ("play", "nova-luna", "--players", "2", "--seed", "1", "--language", "en")
        environment = {**os.environ, "TERM": "xterm-256color", "MOONLIT_DATA": str(data)}
        os.execve(moonlit, [str(moonlit), *given], environment)
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    for typed in (b"1@0,0\n", b"quit\n"):
        wait_for(handle, b"Your turn")
        os.write(handle, typed)
    wait_for(handle, b"moonlit resume")
    assert os.waitpid(process, 0)[1] == 0


def measure(interpreter: str, folder: Path) -> None:
    cache = folder / "cache"
    environment = {
        **os.environ,
        "MOONLIT_PAGE": "later",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "XDG_CACHE_HOME": str(cache),
        "MOONLIT_DATA": str(folder / "data"),
    }
    environment.pop("PYTHONPATH", None)

    def run(*command: object) -> str:
        done = subprocess.run(
            [str(part) for part in command],
            env=environment,
            cwd=folder,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout.strip()

    run(interpreter, "-m", "venv", folder / "venv")
    python, moonlit = folder / "venv/bin/python", folder / "venv/bin/moonlit"
    print(f"{run(python, '--version')}: {size(folder / 'venv'):,.0f} MB when it is new")
    run(python, "-m", "pip", "install", "--quiet", "--no-cache-dir", ROOT)
    run(python, "-c", WITHOUT)
    print(f"  {size(folder / 'venv'):,.0f} MB with moonlit")
    os.environ["XDG_CACHE_HOME"] = str(cache)
    play_in_terminal(moonlit, folder / "data")
    run(python, "-c", GAME)
    assert "greedy" in run(moonlit, *ARENA)
    print("  a move in the terminal, a game of bots, an arena and a batch: without the server")
    run(python, "-m", "pip", "install", "--quiet", "--no-cache-dir", f"{ROOT}[server]")
    print(f"  {size(folder / 'venv'):,.0f} MB with moonlit[server]")
    run(moonlit, "warm")
    print(f"  {size(cache):,.0f} MB of compiled code")


def main() -> None:
    for interpreter in sys.argv[1:] or [sys.executable]:
        with tempfile.TemporaryDirectory(prefix="moonlit-install-") as folder:
            measure(interpreter, Path(folder))


if __name__ == "__main__":
    main()
