"""Training an evaluator from nothing: rounds of self-play and learning, until the time is up."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch

from moonlit.core.errors import BadTable
from moonlit.core.features import find_features
from moonlit.core.game import Game
from moonlit.learn.games import games_class
from moonlit.learn.model import Model, loss_of, to_weights
from moonlit.learn.selfplay import Samples, SelfPlay, autocast
from moonlit.search.weights import Weights, shipped_weights

TOPIC = "learn"
LEAGUE_EVERY = 8  # rounds between two earlier selves
LEAGUE = 6  # of them that are kept
CHECK_EVERY = 10  # rounds between two looks at the strength
SMOOTH = 0.999  # how much of itself the averaged model keeps at each step


@dataclass(frozen=True)
class Plan:
    """What a training is told. The same plan, seed and machine give the same training."""

    minutes: float = 8.0
    games: int = 32_768  # side by side
    candidates: int = 16  # moves that are valued in a position
    decay: float = 0.85  # λ: how far back the end of a game is felt
    hidden: int = 256
    fewer: int = 64
    batch: int = 16_384
    rate: float = 1e-3
    last_rate: float = 5e-5
    seed: int = 1
    rounds: int | None = None  # instead of minutes


@dataclass
class Progress:
    """How a training stands; a row of `history` a look at the strength."""

    rounds: int = 0
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    loss: float = 0.0
    history: list[dict[str, float]] = field(default_factory=list)


class Training:
    """One evaluator in the making. `checkpoint` keeps it after every look at its strength."""

    def __init__(
        self, game: Game, players: int, plan: Plan, checkpoint: Path | None = None
    ) -> None:
        torch.manual_seed(plan.seed)
        self.game, self.players, self.plan, self.checkpoint = game, players, plan, checkpoint
        self.features = find_features(game, players)
        games = games_class()(game, players, plan.games, plan.candidates)
        self.selfplay = SelfPlay(games, plan.decay)
        self.place = games.place
        self.model = Model(self.features.size, players, plan.hidden, plan.fewer).to(self.place)
        self.smooth = copy.deepcopy(self.model)
        self.league: list[Model] = []
        self.shipped = self._shipped()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=plan.rate, weight_decay=1e-4)
        self.progress = Progress()
        if checkpoint is not None and checkpoint.exists():
            self._resume(checkpoint)

    @property
    def device(self) -> str:
        return torch.cuda.get_device_name() if self.place == "cuda" else "cpu"

    def _shipped(self) -> Model | None:
        """What the game brings for this table, to measure against; if it sees the same features."""
        try:
            weights = shipped_weights(self.game, self.players)
        except BadTable:
            weights = None
        if weights is None:
            return None
        first, second = weights.layers[0], weights.layers[2]
        model = Model(first.shape[0], self.players, first.shape[1], second.shape[1])
        model.set_layers(weights.layers)
        model.to(self.place)
        return model

    # ---- rounds

    def run(self, report: Callable[[Progress], None]) -> Weights:
        """Train until the time is up, or the rounds are played."""
        start = time.perf_counter() - self.progress.seconds
        while self.part_done() < 1.0:
            self.round()
            self.progress.seconds = time.perf_counter() - start
            done = self.part_done() >= 1.0
            if self.progress.rounds % CHECK_EVERY == 0 or done:
                self.look_at_strength()
            report(self.progress)
        return self.weights()

    def part_done(self) -> float:
        if self.plan.rounds is not None:
            return self.progress.rounds / self.plan.rounds
        return self.progress.seconds / (60 * self.plan.minutes)

    def round(self) -> None:
        progress = self.progress
        first = progress.rounds == 0
        rivals = [self.league[progress.rounds % len(self.league)]] if self.league else []
        seed = (self.plan.seed * 1_000_003 + progress.rounds) * 1_000_003
        samples, moves = self.selfplay.play([self.model, *rivals], seed, first)
        self.learn(samples)
        progress.rounds += 1
        progress.games += self.plan.games
        progress.moves += moves
        if progress.rounds % LEAGUE_EVERY == 0:
            self.league = [*self.league, copy.deepcopy(self.smooth)][-LEAGUE:]

    def learn(self, samples: Samples) -> None:
        """Once through all samples, in any order, in lots of the same size."""
        plan = self.plan
        done = min(1.0, self.part_done())
        for group in self.optimizer.param_groups:
            group["lr"] = plan.rate * (plan.last_rate / plan.rate) ** max(0.0, done * 1.25 - 0.25)
        count = len(samples.seen)
        order = torch.randperm(count, device=self.place)
        size = min(plan.batch, count)
        kept = min(SMOOTH, 1.0 - 1.0 / (1 + self.progress.rounds))
        total, steps = torch.zeros((), device=self.place), 0
        for start in range(0, count - size + 1, size):
            lot = order[start : start + size]
            with autocast(self.place):
                sums = self.model(samples.seen[lot].float())
            loss = loss_of(sums.float(), samples.targets[lot], self.players)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            with torch.no_grad():
                torch._foreach_lerp_(
                    list(self.smooth.parameters()), list(self.model.parameters()), 1 - kept
                )
            total += loss.detach()
            steps += 1
        self.progress.loss = float(total) / max(1, steps)

    # ---- how it stands

    def look_at_strength(self) -> None:
        """One move ahead, on deals that are not played otherwise."""
        seed = 900_000_000 + self.plan.seed
        row = {
            "seconds": self.progress.seconds,
            "games": float(self.progress.games),
            "loss": self.progress.loss,
            "greedy": self.selfplay.strength(self.smooth, None, seed),
        }
        if self.shipped is not None:
            row["shipped"] = self.selfplay.strength(self.smooth, self.shipped, seed)
        self.progress.history.append(row)
        if self.checkpoint is not None:
            self._keep(self.checkpoint)

    def weights(self) -> Weights:
        card = {
            "plan": asdict(self.plan),
            "rounds": self.progress.rounds,
            "games": self.progress.games,
            "moves": self.progress.moves,
            "seconds": round(self.progress.seconds, 1),
            "device": self.device,
            "torch": str(torch.__version__),
            "history": [
                {key: round(value, 4) for key, value in row.items()}
                for row in self.progress.history
            ],
        }
        return to_weights(
            self.smooth, self.game.name, self.features.version, self.selfplay.merit, card
        )

    # ---- going on later

    def _keep(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(".half")
        torch.save(
            {
                "game": self.game.name,
                "players": self.players,
                "features": [self.features.version, self.features.size],
                "hidden": [self.plan.hidden, self.plan.fewer],
                "model": self.model.state_dict(),
                "smooth": self.smooth.state_dict(),
                "league": [model.state_dict() for model in self.league],
                "optimizer": self.optimizer.state_dict(),
                "merit": list(self.selfplay.merit),
                "progress": asdict(self.progress),
            },
            half,
        )
        half.replace(path)

    def _resume(self, path: Path) -> None:
        try:
            kept = torch.load(path, map_location=self.place, weights_only=True)
            wanted = self.game.name, self.players
            found = kept["game"], kept["players"]
            shape = [self.features.version, self.features.size], [self.plan.hidden, self.plan.fewer]
            fits = found == wanted and (kept["features"], kept["hidden"]) == shape
        except Exception as error:
            why = " ".join(str(error).split())[:200]
            raise BadTable("bad_checkpoint", TOPIC, path=str(path), reason=why) from None
        if not fits:
            raise BadTable("other_checkpoint", TOPIC, path=str(path))
        self.model.load_state_dict(kept["model"])
        self.smooth.load_state_dict(kept["smooth"])
        for state in kept["league"]:
            self.league.append(copy.deepcopy(self.smooth))
            self.league[-1].load_state_dict(state)
        self.optimizer.load_state_dict(kept["optimizer"])
        self.selfplay.merit = tuple(kept["merit"])
        self.progress = Progress(**kept["progress"])
