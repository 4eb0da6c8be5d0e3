"""The card of a corpus: what is in it, how it was made, how to read it. In English, as data is."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from moonlit.core.record import load
from moonlit.corpus.plan import Corpus
from moonlit.corpus.sources import NAME

TEXT = """# A corpus of {count:,} games

Played by Moonlit's bots, each seat seeing only what it may know. {games_sentence}

| game | players | rules | games | by {strong} alone | moves a game | first to move comes first |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
{tables}

How bots fared, over all tables for two and more (a fair share is 1):

| bot | seats | share of the win, times its fair share |
| --- | ---: | ---: |
{bots}

## What a line is

`{name}` is JSON Lines, packed with gzip: a record a line, in the order of `info.number`. A record
holds the game, the version of its rules, the players, the deal, all moves and the result, and
replays with `moonlit.load`. `info.bots` names the bot of every seat.

```python
>>> import moonlit
>>> matches = map(moonlit.load, moonlit.read_games("{name}"))
>>> sum(match.over for match in matches)
{count}

```

`moonlit export FOLDER games.parquet` makes a table of it.

## How it was made

`moonlit corpus FOLDER --games {planned} --seed {seed}`: the part {masters:g} of the games by
{strong} in all seats, the others by bots drawn for each seat from {mixed}. The same command makes
the same games; the code that played them has these fingerprints: {code}.

## What it is not

Games of people. Bots of one family share their habits and their blind spots, and what they do not
play is not in here.
"""


class Card:
    """Counts games as they are added."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.count = 0
        self.tables: dict[tuple[str, int, int], list[float]] = defaultdict(lambda: [0, 0, 0, 0])
        self.bots: dict[str, list[float]] = defaultdict(lambda: [0, 0])

    def add(self, record: dict[str, Any]) -> None:
        bots, players = record["info"]["bots"], len(record["players"])
        places = [row["place"] for row in record["result"]]
        share = 1 / places.count(1)
        row = self.tables[record["game"], players, record["rules"]]
        first = first_seat(record)
        for at, value in enumerate(
            (
                1,
                set(bots) == {self.corpus.strong},
                len(record["moves"]),
                places[first] == 1,
            )
        ):
            row[at] += value
        if players > 1:
            for bot, place in zip(bots, places, strict=True):
                self.bots[bot][0] += 1
                self.bots[bot][1] += share * players * (place == 1)
        self.count += 1

    def text(self) -> str:
        corpus = self.corpus
        tables = [
            f"| {name} | {players} | {rules} | {row[0]:,} | {row[1]:,} | {row[2] / row[0]:.1f} | "
            + ("–" if players == 1 else f"{100 * row[3] / row[0]:.0f} %")
            + " |"
            for (name, players, rules), row in sorted(self.tables.items())
        ]
        order = {bot: number for number, bot in enumerate((*corpus.mixed, corpus.strong))}
        bots = [
            f"| {bot} | {row[0]:,} | {row[1] / row[0]:.2f} |"
            for bot, row in sorted(self.bots.items(), key=lambda item: order.get(item[0], -1))
        ]
        left = corpus.count - self.count
        return TEXT.format(
            count=self.count,
            games_sentence=f"{left} of the plan are missing." if left else "None is missing.",
            strong=corpus.strong,
            tables="\n".join(tables),
            bots="\n".join(bots),
            name=NAME,
            planned=corpus.count,
            seed=corpus.seed,
            masters=corpus.masters,
            mixed=", ".join(corpus.mixed),
            code=", ".join(f"{k} `{v}`" for k, v in corpus.identity()["code"].items()),
        )


def first_seat(record: dict[str, Any]) -> int:
    """The seat that moved first: the one to move in the deal."""
    return load({**record, "moves": [], "result": None}).to_move or 0
