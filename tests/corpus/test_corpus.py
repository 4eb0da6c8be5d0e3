"""A corpus is made, stopped, gone on with and grown; games are exported from wherever they are."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from pathlib import Path

import pytest

import moonlit
from helpers.arena import small
from moonlit.arena import compete
from moonlit.cli import app
from moonlit.corpus.making import CARD, make
from moonlit.corpus.plan import Corpus
from moonlit.corpus.sources import NAME, PART, games_in

QUICK = {"strong": "greedy", "mixed": ("random", "greedy"), "players": (2,)}


def plan(count: int, **more: object) -> Corpus:
    return Corpus(("nova-luna", "dance-of-muses"), count, **{**QUICK, **more})  # type: ignore[arg-type]


def test_a_corpus_that_was_stopped_and_one_that_grew_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(plan(5), tmp_path / "whole", jobs=1)
    whole = (tmp_path / "whole" / NAME).read_bytes()
    stopped = tmp_path / "stopped"
    with pytest.raises(KeyboardInterrupt):
        make(plan(5), stopped, jobs=1, progress=stop_after(2))
    with (stopped / PART).open("ab") as file:
        file.write(b'{"format": 1, "torn')
    assert len(list(games_in(tmp_path / "whole"))) == 5
    assert make(plan(5), stopped, jobs=1).count == 5
    assert (stopped / NAME).read_bytes() == whole
    assert not (stopped / PART).exists()
    make(plan(3), tmp_path / "grown", jobs=1)
    make(plan(5), tmp_path / "grown", jobs=1)
    assert (tmp_path / "grown" / NAME).read_bytes() == whole
    card = (stopped / CARD).read_text(encoding="utf-8")
    assert "# A corpus of 5 games" in card
    assert "| greedy |" in card
    monkeypatch.chdir(stopped)
    assert doctest.testfile(str(stopped / CARD), module_relative=False) == (0, 3)
    for record in moonlit.records(stopped):
        assert moonlit.load(record).over
    with pytest.raises(moonlit.BadTable, match="its seed is not the same"):
        make(plan(5, seed=2), stopped, jobs=1)


def stop_after(games: int) -> Callable[[int, int], None]:
    def report(done: int, total: int) -> None:
        if done >= games:
            raise KeyboardInterrupt

    return report


@pytest.mark.parametrize("wrong", [{"count": 0}, {"masters": 2}, {"players": (9,)}])
def test_a_bad_plan_never_starts(wrong: dict[str, object]) -> None:
    with pytest.raises(moonlit.BadTable):
        plan(**{"count": 3, **wrong})  # type: ignore[arg-type]


def test_an_arena_is_exported(tmp_path: Path) -> None:
    def export(*words: object) -> None:
        app(["export", *map(str, words)], exit_on_error=False, result_action="return_value")

    compete(small(games=2), tmp_path / "arena", jobs=1)
    with pytest.raises(moonlit.BadTable, match="--keep-records"):
        export(tmp_path / "arena", tmp_path / "games.jsonl")
    compete(small(games=2), tmp_path / "arena", jobs=1, keep_records=True)
    export(tmp_path / "arena", tmp_path / "games.jsonl")
    found = list(moonlit.read_games(tmp_path / "games.jsonl"))
    assert len(found) == 2
    assert list(moonlit.records(tmp_path / "arena")) == found
    assert list(moonlit.records(str(tmp_path / "games.jsonl"))) == found
    export(tmp_path / "games.jsonl", tmp_path / "games.parquet")
    assert list(moonlit.read_games(tmp_path / "games.parquet")) == found
    export(tmp_path / "games.jsonl", tmp_path / "moves.parquet", "--moves")
    with pytest.raises(moonlit.BadTable, match="export SOURCE OUT"):
        export(tmp_path / "games.jsonl")
