"""Records under a machine that plays, takes back, writes, reads, and breaks what was written.

Whatever is done to a record, it is read as the game it tells, or refused as a BadRecord; nothing
else is ever raised. MOONLIT_FUZZ=100000 lets it run for longer (one example is some 30 steps).
"""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import moonlit
from helpers.machines import machine_test
from moonlit.core.errors import BadRecord, MoonlitError
from moonlit.core.match import Match
from moonlit.core.registry import find_game, game_names

ODD: list[Any] = [
    None, True, False, -1, 0, 1, 1.0, 2**53, 2**70, float("nan"), "", "0", "é", "\ud800", "\x00",
    "1@0,0", [], {}, [[]], [None], ["x"], {"x": 1}, "x" * 300,
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a record that could be changed."""
    found = [path] if path else []
    if isinstance(value, dict):
        for name, each in value.items():
            found += places(each, (*path, name))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            found += places(each, (*path, number))
    return found


def change(record: Any, path: tuple[Any, ...], how: str, odd: Any) -> None:
    *above, last = path
    for step in above:
        record = record[step]
    if how == "put":
        record[last] = odd
    elif how == "drop":
        del record[last]
    elif how == "twice" and isinstance(record, list):
        record.insert(last, copy.deepcopy(record[last]))
    elif isinstance(record, list):
        record[last], record[0] = record[0], record[last]
    else:
        record[f"{last}x"] = odd


class Records(RuleBasedStateMachine):
    @initialize(data=st.data(), seed=st.integers(0, 2**53 - 1))
    def begin(self, data: st.DataObject, seed: int) -> None:
        game = find_game(data.draw(st.sampled_from(game_names())))
        players = data.draw(st.sampled_from(list(game.seats)))
        self.match: Match = moonlit.new(game.name, players, seed)

    @precondition(lambda self: not self.match.over)
    @rule(data=st.data(), count=st.integers(1, 12))
    def play(self, data: st.DataObject, count: int) -> None:
        for _ in range(count):
            if not self.match.over:
                self.match.play(data.draw(st.sampled_from(self.match.moves())))

    @precondition(lambda self: self.match.number > 0)
    @rule()
    def take_back(self) -> None:
        self.match.undo()

    @rule(data=st.data(), seed=st.integers(0, 99))
    def deal_anew(self, data: st.DataObject, seed: int) -> None:
        seat = data.draw(st.sampled_from([None, *range(len(self.match.players))]))
        before = self.match.view(seat)
        self.match = self.match.redeal(seat, seed)
        assert self.match.view(seat) == before

    @rule()
    def branch_off(self) -> None:
        """Whatever is played on a branch, what it came from stays."""
        before, branch = self.match.record(), self.match.branch()
        if not branch.over:
            branch.play(branch.moves()[-1])
        if branch.number:
            branch.undo()
        assert self.match.record() == before

    @rule()
    def write_and_read(self) -> None:
        record = self.match.record()
        read = moonlit.load(json.loads(json.dumps(record)))
        assert read.record() == record
        for seat in (None, *range(len(self.match.players))):
            assert read.view(seat) == self.match.view(seat)
            assert read.log(seat) == self.match.log(seat)

    @rule(data=st.data(), times=st.integers(1, 3))
    def break_it(self, data: st.DataObject, times: int) -> None:
        record = json.loads(json.dumps(self.match.record()))
        for _ in range(times):
            path = data.draw(st.sampled_from(places(record) or [("game",)]))
            how = data.draw(st.sampled_from(["put", "drop", "twice", "swap"]))
            odd = data.draw(st.sampled_from(ODD))
            if path[0] in record:
                change(record, path, how, copy.deepcopy(odd))
        try:
            read = moonlit.load(record)
        except BadRecord as refused:
            refused.text("es")  # it can be said
        else:
            again = moonlit.load(json.loads(json.dumps(read.record())))
            assert again.view(None) == read.view(None)

    @rule(move=st.sampled_from([each for each in ODD if isinstance(each, str)]))
    def nonsense(self, move: str) -> None:
        before = self.match.number
        try:
            self.match.play(move)
        except MoonlitError:
            assert self.match.number == before

    @invariant()
    def is_whole(self) -> None:
        if hasattr(self, "match"):
            assert self.match.over == (not self.match.moves())


TestRecords = machine_test(Records, examples=6, steps=30)
