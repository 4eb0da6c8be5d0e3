"""The network of search/network.py as PyTorch trains it."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from moonlit.search.network import HEADS
from moonlit.search.weights import Weights

MERIT_WEIGHT = 0.05  # of the merit's error beside the others


class Model(nn.Module):  # type: ignore[misc, unused-ignore]
    """Two hidden layers; for every seat its share of the win, place, margin and merit."""

    def __init__(self, inputs: int, players: int, hidden: int, fewer: int) -> None:
        super().__init__()
        self.players = players
        self.first = nn.Linear(inputs, hidden)
        self.second = nn.Linear(hidden, fewer)
        self.last = nn.Linear(fewer, HEADS * players)

    def forward(self, seen: Any) -> Any:
        """Sums for (win, place, margin, merit) by seat, from the one that looks on."""
        hidden = functional.relu(self.first(seen))
        return self.last(functional.relu(self.second(hidden)))

    def layers(self) -> list[Any]:
        found = []
        for layer in (self.first, self.second, self.last):
            found += [layer.weight.detach().T, layer.bias.detach()]
        return [layer.float().cpu().numpy() for layer in found]

    def set_layers(self, layers: list[Any]) -> None:
        """Go on from weights that were kept."""
        with torch.no_grad():
            for layer, (weight, bias) in zip(
                (self.first, self.second, self.last),
                zip(layers[::2], layers[1::2], strict=True),
                strict=True,
            ):
                layer.weight.copy_(torch.as_tensor(weight).T)
                layer.bias.copy_(torch.as_tensor(bias))


def expectations(sums: Any, players: int) -> Any:
    """Sums as what is expected: shares, parts of rivals behind, margins, and merits as they are."""
    wins = torch.softmax(sums[:, :players], 1)
    parts = torch.sigmoid(sums[:, players : 3 * players])
    return torch.cat([wins, parts, sums[:, 3 * players :]], 1)


def loss_of(sums: Any, targets: Any, players: int) -> Any:
    """How far sums are from what was reached; a guess of even shares costs about 1."""
    wins = functional.cross_entropy(sums[:, :players], targets[:, :players])
    parts = functional.binary_cross_entropy_with_logits(
        sums[:, players : 3 * players], targets[:, players : 3 * players]
    )
    merits = functional.mse_loss(sums[:, 3 * players :], targets[:, 3 * players :])
    return wins + 0.5 * parts + MERIT_WEIGHT * merits


def rotation(players: int, place: str) -> Any:
    """turned[s]: where seat s finds what the first seat's order says, and the other way round.

    Row s of the first picks, from heads told in the order of the table, those in the order from
    seat s on; row s of the second does the reverse.
    """
    to_seat = [
        [
            head * players + (seat + near) % players
            for head in range(HEADS)
            for near in range(players)
        ]
        for seat in range(players)
    ]
    to_table = [
        [
            head * players + (near - seat) % players
            for head in range(HEADS)
            for near in range(players)
        ]
        for seat in range(players)
    ]
    return torch.tensor(to_seat, device=place), torch.tensor(to_table, device=place)


def to_weights(
    model: Model, game: str, features: int, merit: tuple[float, float], card: dict[str, Any]
) -> Weights:
    return Weights(game, model.players, features, model.layers(), merit, card)
