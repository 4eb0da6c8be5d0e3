"""A process beside the server that studies games, one after the other, when nobody needs the core.

It reads a line of JSON for each job and answers with lines: how far it has come, and at last what
it has made or why there is nothing. It ends when nobody writes or reads any more.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import IO, Any

import orjson

from moonlit.core.errors import MoonlitError
from moonlit.core.record import load, rewound
from moonlit.server.errors import error_json
from moonlit.study import attempt, review
from moonlit.study.par import par_game
from moonlit.study.puzzles import try_move
from moonlit.study.puzzles.model import read_line
from moonlit.study.puzzles.trying import position
from moonlit.study.same_deal import masters_game
from moonlit.study.words import described

IDLE = 19  # the kindest there is to everybody else
Send = Callable[[dict[str, Any]], None]


def reviewed(send: Send, record: Any, budget: str) -> dict[str, Any]:
    """A review, and the moves it names in words, as the log would tell them."""

    def progress(done: int, total: int) -> None:
        send({"done": done, "total": total})

    match = load(record)
    found = review(match, budget, progress=progress, threads=1)
    return {"review": found.to_json(), "told": described(match, found)}


def tried(
    send: Send, record: Any, number: int, move: str, budget: str, again: bool
) -> dict[str, Any]:
    """How another move compares, and the move in words."""
    match = load(record)
    found = attempt(match, number, move, budget, again=again)
    return {**found.to_json(), "told": rewound(match, number).describe(move)}


def masters(send: Send, record: Any, number: int) -> dict[str, Any]:
    """How masters end who play the same deal; each number is another game of theirs."""
    return {"standings": masters_game(load(record), number)}


def par(send: Send, record: Any, number: int) -> dict[str, Any]:
    """A bot's game alone; each number is another one, and the levels take turns."""
    return asdict(par_game(load(record), number))


def puzzle(
    send: Send, game: str, line: dict[str, Any], moves: list[str], move: str | None
) -> dict[str, Any]:
    """What comes of a move in a puzzle, in words as well, and what there is to find next. Without
    a move: the next one of the solution, and all that follow."""
    found = read_line(game, line, line["id"])
    shown = found.solution[len(moves) :] if move is None else [move]
    match = position(found, moves)
    tried = try_move(found, moves, shown[0])
    told = []
    for each in shown:
        told.append({"move": each, "told": match.describe(each)})
        if tried.right:
            match.play(each)
    left = match.to_move == found.seat and tried.right and not tried.solved and move is not None
    then = {"view": match.view(found.seat), "moves": match.moves()} if left else None
    return {**tried.to_json(), "line": told, "next": then}


KINDS: dict[str, Callable[..., dict[str, Any]]] = {
    "review": reviewed,
    "attempt": tried,
    "masters": masters,
    "par": par,
    "puzzle": puzzle,
}


def serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    def send(answer: dict[str, Any]) -> None:
        answers.write(orjson.dumps(answer) + b"\n")
        answers.flush()

    for line in asked:
        job = orjson.loads(line)
        try:
            answer = {"made": KINDS[job.pop("kind")](send, **job)}
        except MoonlitError as reason:
            answer = error_json(reason)
        send(answer)


def main() -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.nice(IDLE)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed is no answer
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        serve(sys.stdin.buffer, answers)
    os._exit(0)  # what was not written nobody reads any more


if __name__ == "__main__":
    main()
