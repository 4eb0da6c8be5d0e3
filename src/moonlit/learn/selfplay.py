"""A round of self-play: many games at once, and what there is to learn from them.

In every position the mover values some moves by what the network says of the position right after
each, and mostly takes the best. What the network should have said is mixed, from the end of a game
backwards, of how it ended and of what the network said later (a λ-return).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from moonlit.learn.games import Games
from moonlit.learn.model import Model, expectations, rotation

WARMTH = 0.15  # how far from the best a move may be and still be taken now and then
RANDOM = 0.01  # how often any candidate is taken
# In every so manieth position any seat is asked before the move: often where seats know different
# things, because a search then asks its own seat about everyone's moves.
VIEWS, VIEWS_WITH_SECRETS = 8, 2
VALUE = (0.8, 0.1, 0.1)  # win, place and margin in what a mover wants
FORGET = 1e-3

Chooser = Callable[[Any, Any], Any]  # (values, seats) → which candidate


@dataclass(frozen=True)
class Samples:
    """What was seen, and what should have been said of it, from the same seat on."""

    seen: Any
    targets: Any


class SelfPlay:
    """Plays rounds with a model, on games that stay where they are."""

    def __init__(self, games: Games, decay: float) -> None:
        """decay: λ, how far back the end of a game is felt; 1: all the way."""
        self.games = games
        self.decay = decay
        self.views = VIEWS_WITH_SECRETS if games.game.has_secrets else VIEWS
        self.players = games.players
        self.merit = (0.0, 1.0)  # what merits are counted from and in; the first round tells
        self.to_seat, self.to_table = rotation(self.players, games.place)

    # ---- valuing moves

    def candidates(self, live: Any, ranked: bool) -> Any:
        """List and look; which entries of the table of candidates there are."""
        games = self.games
        games.list_moves(live, ranked)
        games.look(live)
        slots = torch.arange(games.width, device=games.place)
        return slots[None] < games.counts[: len(live), None]

    def expect(self, model: Model, count: int) -> Any:
        """What a model expects after each candidate of the first so many rows."""
        games = self.games
        rows = count * games.width
        with torch.no_grad(), autocast(games.place):
            sums = model(games.seen[:rows])
        said = expectations(sums.float(), self.players)
        over = games.over[:rows].bool()
        finals = games.finals[:rows].clone()
        finals[:, 3 * self.players :] -= self.merit[0]
        finals[:, 3 * self.players :] /= self.merit[1]
        return torch.where(over[:, None], finals, said).view(count, games.width, -1)

    def worth(self, expected: Any, there: Any) -> Any:
        """What the mover wants, as log odds; nothing is wanted less than what is not there."""
        if self.players == 1:
            value = expected[:, :, 2]
        else:
            value = sum(
                part * expected[:, :, head * self.players] for head, part in enumerate(VALUE)
            )
        odds = torch.logit(value.clamp(FORGET, 1 - FORGET))
        return torch.where(there, odds, torch.full_like(odds, -1e9))

    # ---- rounds

    def play(self, models: list[Model], seed: int, first: bool = False) -> tuple[Samples, int]:
        """Play all games to their end. The first model learns; the others are earlier selves,
        who sit in some seats of every fifth game.
        """
        games = self.games
        games.start(seed)
        log: list[tuple[Any, ...]] = []
        moves = 0
        while True:
            live = torch.nonzero(games.movers >= 0)[:, 0]
            if len(live) == 0:
                break
            seats = games.movers[live].long()
            there = self.candidates(live, ranked=first)
            expected = self.expect(models[0], len(live))
            odds = self.worth(expected, there)
            if first:
                chosen = by_looks(there)
            else:
                odds = self.with_league(models, odds, there, live, seats)
                chosen = explore(odds, there)
            moves += len(live)
            log.append(self.note(live, seats, expected, chosen, len(log)))
            games.play(live, chosen.to(torch.int32))
        return self.learnt(log, self.table_ends(first)), moves

    def with_league(self, models: list[Model], odds: Any, there: Any, live: Any, seats: Any) -> Any:
        if len(models) < 2 or self.players < 2:
            return odds
        old = (live % 5 == 0) & (seats != live // 5 % self.players)
        if not bool(old.any()):
            return odds
        other = self.worth(self.expect(models[1], len(live)), there)
        return torch.where(old[:, None], other, odds)

    def note(self, live: Any, seats: Any, expected: Any, chosen: Any, turn: int) -> tuple[Any, ...]:
        """What is learnt from later: the position after the chosen move, and some before it."""
        games = self.games
        rows = torch.arange(len(live), device=games.place)
        over = games.over[rows * games.width + chosen].bool()
        seen = games.seen[rows * games.width + chosen].half()
        said = expected[rows, chosen]
        part = live % self.views == turn % self.views
        viewers = torch.randint(self.players, (int(part.sum()),), device=games.place)
        games.view(live[part], viewers)
        views = games.views[: len(viewers)].half()
        return live, seats, seen, said, over, part, viewers, views

    def table_ends(self, first: bool) -> Any:
        """How the games have ended, with merits as the network tells them."""
        ends = self.games.finish().clone()
        merits = ends[:, 3 * self.players :]
        if first:
            self.merit = (float(merits.mean()), max(1.0, float(merits.std())))
        ends[:, 3 * self.players :] = (merits - self.merit[0]) / self.merit[1]
        return ends

    def learnt(self, log: list[tuple[Any, ...]], ends: Any) -> Samples:
        """Go back from the end of every game; heads are told in the order of the table here."""
        reached, said_next = ends.clone(), ends.clone()
        seen, targets = [], []
        for live, seats, after, said, over, part, viewers, views in reversed(log):
            mixed = self.decay * reached[live] + (1 - self.decay) * said_next[live]
            reached[live] = mixed
            known = ~over
            seen.append(after[known])
            targets.append(mixed.gather(1, self.to_seat[seats])[known])
            said_next[live] = said.gather(1, self.to_table[seats])
            # before the move it was the same position as after the one before
            before = self.decay * mixed + (1 - self.decay) * said_next[live]
            seen.append(views)
            targets.append(before[part].gather(1, self.to_seat[viewers]))
        return Samples(torch.cat(seen), torch.cat(targets))

    def strength(self, model: Model, rival: Model | None, seed: int) -> float:
        """The share of wins of a model in one seat against a rival in the others, both one move
        ahead; without a rival, against the best-looking move. Alone, its mean merit.
        """
        games = self.games
        games.start(seed)
        own = torch.arange(games.count, device=games.place) % self.players
        while True:
            live = torch.nonzero(games.movers >= 0)[:, 0]
            if len(live) == 0:
                break
            there = self.candidates(live, ranked=True)
            best = self.worth(self.expect(model, len(live)), there).argmax(1)
            other = torch.zeros_like(best)
            if rival is not None:
                other = self.worth(self.expect(rival, len(live)), there).argmax(1)
            mine = games.movers[live].long() == own[live]
            games.play(live, torch.where(mine, best, other).to(torch.int32))
        ends = games.finish()
        if self.players == 1:
            return float(ends[:, 3].mean())
        return float(ends[:, : self.players].gather(1, own[:, None]).mean())


def explore(odds: Any, there: Any) -> Any:
    """Mostly the best candidate, or one nearly as good; now and then any."""
    chosen = torch.multinomial(torch.softmax(odds / WARMTH, 1), 1)[:, 0]
    anything = torch.multinomial(there.float(), 1)[:, 0]
    at_random = torch.rand(len(odds), device=odds.device) < RANDOM
    return torch.where(at_random, anything, chosen)


def by_looks(there: Any) -> Any:
    """The best-looking candidate, or one of the next few."""
    weights = torch.pow(0.5, torch.arange(there.shape[1], device=there.device).float())
    return torch.multinomial(weights[None] * there + 1e-9 * there, 1)[:, 0]


def autocast(place: str) -> Any:
    """Half as many bits where that is quicker."""
    return torch.autocast("cuda", torch.bfloat16, enabled=place == "cuda")
