"""How long a fresh program takes to its first compiled move, once the cache is filled.

Also whether it really compiled nothing, and how soon the first board is on the screen of
`moonlit play`, with the cache filled and with an empty one.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import time

from moonlit.core.registry import game_names

RUNS = 8
BOARD_LINES = 8

FIRST_MOVE = """
import sys
import time
import moonlit
from moonlit.core import engine
match = moonlit.new(sys.argv[1], players=2, seed=1)
match.play(match.moves()[0])
now = time.time()
entries = (engine.setup_first, engine.legal_first, engine.play_first)
print(now, sum(sum(entry.stats.cache_misses.values()) for entry in entries))
"""


def first_move(game: str) -> tuple[float, int]:
    """Seconds from the start of Python to the first compiled move; functions compiled."""
    start = time.time()
    done = subprocess.run(
        [sys.executable, "-c", FIRST_MOVE, game], check=True, capture_output=True, text=True
    )
    moved, compiled = done.stdout.split()
    return float(moved) - start, int(compiled)


def first_board(game: str, cache: str | None) -> float:
    """Seconds from the command to the first board, whoever is to move."""
    with tempfile.TemporaryDirectory() as data:
        env = os.environ | {"MOONLIT_DATA": data} | ({"MOONLIT_CACHE": cache} if cache else {})
        command = [sys.executable, "-m", "moonlit", "play", game, "--seed", "1"]
        start = time.perf_counter()
        with subprocess.Popen(
            command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            shown = b""
            while shown.count(b"\n") < BOARD_LINES:
                shown += process.stdout.read1()
            spent = time.perf_counter() - start
            process.kill()
        return spent


def main() -> None:
    for game in game_names():
        subprocess.run([sys.executable, "-m", "moonlit", "warm", game], check=True)
    for game in game_names():
        runs = [first_move(game) for _ in range(RUNS)]
        print(
            f"{game}: first compiled move {min(s for s, _ in runs):.2f}"
            f"–{max(s for s, _ in runs):.2f} s after the start ({RUNS} starts; goal 0.60 s),"
            f" functions compiled: {max(n for _, n in runs)}"
        )
        boards = [first_board(game, None) for _ in range(3)]
        print(f"{game}: first board {min(boards):.2f}–{max(boards):.2f} s (goal 1 s)")
    bare = min(timed([sys.executable, "-c", "import numba"]) for _ in range(RUNS))
    print(f"for comparison: import numba alone takes {bare:.2f} s")
    if importlib.util.find_spec("scipy") is not None:
        # moonlit[openspiel] brings it; who only plays does not have it
        code = "import time, numpy; t = time.time(); import scipy.linalg; print(time.time() - t)"
        command = [sys.executable, "-c", code]
        spent = min(float(subprocess.check_output(command)) for _ in range(RUNS))
        print(f"SciPy is installed, so Numba loads it too: {spent:.2f} s of every start above")
    # last, because each of these leaves a process behind that fills its cache
    for game in game_names():
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as empty:
            print(f"{game}: first board with an empty cache {first_board(game, empty):.2f} s")


def timed(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
