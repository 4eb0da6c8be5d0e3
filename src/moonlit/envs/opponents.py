"""The bots of a batch, from their names: what answers.py needs to play them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from moonlit.bots.bot import Bot, FlatBot, GreedyBot, RandomBot, SearchBot, find_bot
from moonlit.core.errors import BadSeat, BadTable
from moonlit.core.game import Game
from moonlit.envs import answers
from moonlit.envs.play import TOPIC
from moonlit.envs.steps import ANY_SEAT, EVERY_SEAT
from moonlit.search.simple import records
from moonlit.search.think import Settings, new_tree
from moonlit.search.weights import Weights

Opponents = str | Bot | Sequence[str | Bot]


class Seated:
    """The bots of the seats that are not the learner's, clockwise from there."""

    def __init__(self, given: Opponents, game: Game, players: int) -> None:
        others = players - 1
        chosen = list(given) if isinstance(given, (list, tuple)) else [given] * others
        if not others or len(chosen) != others:
            raise BadTable("bad_opponents", TOPIC, given=given, count=others)
        self.game = game
        self.bots = [compiled_bot(one, game, players) for one in chosen]
        found = {id(bot.weights): bot.weights for bot in self.bots if judges(bot)}
        if len(found) > 1:
            raise BadTable("two_networks", TOPIC)
        self.weights: Weights | None = next(iter(found.values()), None)

    def desk(self) -> tuple[answers.Bots, bool | None, bool | None, Any]:
        """Memory for one thread to think in, and which kinds of bots there are."""
        each = records(len(self.bots), answers.BOT)
        settings = np.zeros((len(self.bots), len(Settings().numbers())))
        for number, bot in enumerate(self.bots):
            each[number] = row(bot)
            own = getattr(bot, "settings", None)
            settings[number] = (own or Settings()).numbers()
        most = max(bot.iterations if isinstance(bot, SearchBot) else 0 for bot in self.bots)
        bots = answers.Bots(
            each,
            settings,
            new_tree(self.game, most + 2),
            np.empty(self.game.max_actions, dtype=np.int32),
            np.zeros(self.game.max_actions),
            np.zeros(4, dtype=np.int64),
            bool(self.game.has_secrets),
        )
        kinds = {row(bot)[0] for bot in self.bots}
        return (
            bots,
            True if answers.FLAT in kinds else None,
            True if answers.SEARCH in kinds else None,
            self.weights.network() if self.weights else None,
        )


def judges(bot: Bot) -> bool:
    return isinstance(bot, SearchBot) and bot.weights is not None


def compiled_bot(given: Any, game: Game, players: int) -> Any:
    """A bot that answers.py can play; `find_bot` says what there is."""
    found = find_bot(given, game, players) if isinstance(given, (str, Bot)) else None
    if not isinstance(found, (RandomBot, GreedyBot, FlatBot, SearchBot)):
        raise BadTable("opponent_not_compiled", TOPIC, given=given)
    return found


def row(bot: Any) -> tuple[int, int, float, float]:
    if isinstance(bot, SearchBot):
        kind = answers.LEARNED if judges(bot) else answers.SEARCH
        return kind, bot.iterations, bot.slip, bot.loose
    if isinstance(bot, FlatBot):
        return answers.FLAT, bot.rounds, 0.0, 0.0
    return (answers.GREEDY if isinstance(bot, GreedyBot) else answers.RANDOM), 0, 0.0, 0.0


def learner_seat(opponents: Any, seat: Any, players: int) -> int:
    """Where the learner sits, as steps.py says it."""
    if opponents is None:
        return EVERY_SEAT
    if seat is None:
        return ANY_SEAT
    if type(seat) is not int or not 0 <= seat < players:
        raise BadSeat("no_such_seat", TOPIC, given=seat, last=players - 1)
    return seat
