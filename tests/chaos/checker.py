"""The proof, from the clients' own notes and the database's rows; the server's code is not asked.

A table is played through by the library's rules, and at every number that somebody was told a
state of, their view and their lines of the log are made anew and compared.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from chaos.clients import Ack, Message, Notes
from moonlit.core.dealing import new_from_deal
from moonlit.core.registry import find_game

Row = tuple[int, str, Message]  # seq, kind, data
WORDS = {
    "undo": {"undone", "undo_asked"},
    "answer": {"undo_agreed", "undo_refused", "undone"},
    "leave": {"left"},
    "return": {"returned"},
    "ready": {"ready", "started"},
}


class Checker:
    def __init__(self, notes: Notes, rows: Callable[[str], list[Row]]) -> None:
        self.notes, self.rows = notes, rows
        self.problems = list(notes.faults)
        self.compared = 0
        self.events = 0

    def check(self) -> list[str]:
        acks: dict[str, list[Ack]] = defaultdict(list)
        states: dict[str, list[tuple[int | None, Message]]] = defaultdict(list)
        for ack in self.notes.acks:
            acks[ack.table].append(ack)
        for table, seat, state in self.notes.states:
            states[table].append((seat, state))
        found: Counter[str] = Counter()
        for table in self.notes.tables:
            rows = self.rows(table)
            self.events += len(rows)
            if not rows:
                self.problems.append(f"{table}: it is not there")
            if [seq for seq, _, _ in rows] != list(range(1, len(rows) + 1)):
                self.problems.append(f"{table}: its events have gaps")
                continue
            found.update(data["text"] for _, kind, data in rows if kind == "said")
            self._check_acks(table, rows, acks[table])
            self._replay(table, rows, states[table])
        acknowledged = {ack.detail[1] for ack in self.notes.acks if ack.kind == "chat"}
        for text in self.notes.said:
            if found[text] > 1 or (text in acknowledged and found[text] != 1):
                self.problems.append(f"said {found[text]} times: {text}")
        return self.problems

    def _check_acks(self, table: str, rows: list[Row], acks: list[Ack]) -> None:
        """What was acknowledged stands where it was said to stand, once."""
        for count in Counter(ack.seq for ack in acks).values():
            if count > 1:
                self.problems.append(f"{table}: one event acknowledged twice")
        last: dict[str, int] = {}
        for ack in acks:
            if ack.seq <= last.get(ack.by, 0):
                self.problems.append(f"{table}: {ack.by} was answered in another order")
            last[ack.by] = ack.seq
            if ack.seq > len(rows) or not says(ack, *rows[ack.seq - 1][1:]):
                self.problems.append(f"{table}: lost or changed: {ack}")

    def _replay(
        self, table: str, rows: list[Row], states: list[tuple[int | None, Message]]
    ) -> None:
        told: dict[int, list[tuple[int | None, Message]]] = defaultdict(list)
        for seat, state in states:
            told[state["seq"]].append((seat, state))
        for seq in sorted(set(told) - {row[0] for row in rows}):
            self.problems.append(f"{table}: event {seq} was shown and is not there")
        match: Any = None
        names: list[str] = []
        terms: Message = {}
        for seq, kind, data in rows:
            if kind == "created":
                terms = data
                names = [seat["name"] or "" for seat in data["seats"]]
            elif kind == "joined" and match is None:
                names[data["seat"]] = data["name"]
            elif kind == "started":
                game = find_game(terms["game"], data["rules"])
                match = new_from_deal(game, names, terms["options"], data["deal"])
            elif kind == "moved":
                if data["number"] != match.number or data["seat"] != match.to_move:
                    self.problems.append(f"{table}: event {seq} is no move of its place")
                    return
                match.play(data["move"])
            elif kind == "undone":
                while match.number > data["to"]:
                    match.undo()
            for seat, state in told[seq]:
                self._compare(table, match, seat, state, rows)

    def _compare(
        self, table: str, match: Any, seat: int | None, state: Message, rows: list[Row]
    ) -> None:
        self.compared += 1
        if match is None:
            if state["view"] is not None:
                self.problems.append(f"{table}: a view before the start")
            return
        view = json.loads(json.dumps(match.view(seat)))
        if {**state["view"], "players": None} != {**view, "players": None}:
            self.problems.append(f"{table}: seat {seat} was shown something else at {state['seq']}")
        number = match.number - 1
        if number >= 0:
            line = match.history(seat, since=number)[0]
            if state["last"]["move"] != line:
                self.problems.append(f"{table}: seat {seat} was told another move")
            lines = [each for each in state["log"] if each["number"] == number]
            entries = json.loads(json.dumps(match.log(seat, since=number)[0]))
            if lines and rows[state["seq"] - 1][1] == "moved" and lines[-1]["entries"] != entries:
                self.problems.append(f"{table}: seat {seat} was told something else")


def says(ack: Ack, kind: str, data: Message) -> bool:
    """Whether an event is what was acknowledged."""
    if ack.kind == "move":
        seat, number, move = ack.detail
        return kind == "moved" and data == {"number": number, "seat": seat, "move": move}
    if ack.kind == "chat":
        seat, text = ack.detail
        return kind == "said" and data == {"seat": seat, "text": text}
    if ack.kind == "ready" and kind == "started":
        return True
    return kind in WORDS[ack.kind] and (kind == "undone" or data["seat"] == ack.detail)
