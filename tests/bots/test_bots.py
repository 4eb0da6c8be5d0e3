"""Bots: the levels, bots of one's own, and that none of them can cheat."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import own_bots
import pytest

import moonlit
from moonlit.bots import LEVELS, OwnBotFailed, ask, find_bot, level
from moonlit.bots.bot import FlatBot, GreedyBot, OwnBotPlayer, PlanBot, RandomBot, SearchBot
from moonlit.bots.levels import settings_for
from moonlit.bots.pool import think_aside
from moonlit.core.registry import find_game
from moonlit.core.words import LANGUAGES, phrases

TABLES = [(name, players) for name in moonlit.game_names() for players in find_game(name).seats]


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["random", "greedy", "flat:1", "search:60", "novice", "club"])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_same_view_and_seed_give_the_same_move(game: str, players: int, kind: str) -> None:
    """Two matches that the seat to move cannot tell apart, with other hidden things in them."""
    chance = random.Random(players)
    match = moonlit.new(game, players, seed=players)
    moments = {1, 12, 33}
    while not match.over and match.number < 40:
        if match.number in moments:
            seat = match.to_move
            other = match.redeal(seat, seed=99 + match.number)
            assert other.view(seat) == match.view(seat)
            moves = {ask(find_bot(kind, m.game, players), m, seed=7) for m in (match, other)}
            assert len(moves) == 1
            assert moves <= set(match.moves())
        match.play(chance.choice(match.moves()))


@pytest.mark.compiled
def test_what_is_hidden_really_differs_in_the_fairness_test() -> None:
    for game in moonlit.game_names():
        match = moonlit.new(game, 2, seed=2)
        others = [match.redeal(match.to_move, seed=seed) for seed in range(99, 105)]
        deals = [other.record()["deal"] for other in others]
        assert any(deal != match.record()["deal"] for deal in deals)


@pytest.mark.compiled
def test_a_remembered_tree_changes_nothing_about_fairness() -> None:
    """The same bot through a whole game, in two worlds that it cannot tell apart at the start."""
    match = moonlit.new("nomads", 2, seed=4)
    while match.number < 16:
        match.play(match.moves()[match.number % len(match.moves())])
    seat = match.to_move
    worlds = [match, match.redeal(seat, seed=5)]
    bots = [find_bot("search:200", match.game, 2) for _ in worlds]
    assert len({ask(bot, world, 3) for bot, world in zip(bots, worlds, strict=True)}) == 1


@pytest.mark.compiled
def test_a_bot_remembers_its_tree_only_where_it_belongs() -> None:
    bot = level("casual", find_game("nova-luna"), 2)
    match = moonlit.new("nova-luna", 2, seed=1)
    kept = 0
    while match.number < 24:
        world = match.redeal(match.to_move, 1)
        kept += bot._remembered(world) is not None
        match.play(bot.move(world, match.number))
    assert kept > 5
    other = moonlit.new("nova-luna", 2, seed=2)
    assert bot._remembered(other.redeal(other.to_move, 1)) is None


@pytest.mark.compiled
@pytest.mark.parametrize("game", moonlit.game_names())
def test_whole_games_with_a_remembered_tree_and_little_thought(game: str) -> None:
    """A tree may know moves of a world that turned out not to be this one: never played."""
    for seed in range(12):
        match = moonlit.new(game, 2, seed=seed)
        bots = [level("novice", match.game, 2), level("novice", match.game, 2)]
        while match.to_move is not None:
            match.play(ask(bots[match.to_move], match, seed * 1000 + match.number))


@pytest.mark.compiled
def test_bots_think_beside_an_asyncio_loop() -> None:
    async def think() -> list[str]:
        match = moonlit.new("nova-luna", 2, seed=1)
        bots = [level("club", match.game, 2) for _ in range(4)]
        found = await asyncio.gather(*(think_aside(bot, match, 5) for bot in bots))
        assert match.number == 0
        return found

    assert len(set(asyncio.run(think()))) == 1, "the same position and seed: the same move"


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_there_are_six_levels_that_rise(game: str, players: int) -> None:
    bots = [level(name, find_game(game), players) for name in LEVELS]
    assert len(bots) == 6
    found = [bot for bot in bots if isinstance(bot, SearchBot)]
    plans = [bot.width for bot in bots if isinstance(bot, PlanBot)]
    assert bots[len(found) :] == [bot for bot in bots if isinstance(bot, PlanBot)]
    assert plans == sorted(set(plans)), "plans are for the strongest levels, if for any"
    learned = [bot.weights is not None for bot in found]
    assert learned == sorted(learned), "the strongest levels judge by a network, if any does"
    for kind in (False, True):
        budgets = [
            bot.iterations for bot, judges in zip(found, learned, strict=True) if judges == kind
        ]
        assert budgets == sorted(set(budgets))
    slips = [bot.slip for bot in found]
    assert slips == sorted(slips, reverse=True)
    assert slips[-1] == 0


def test_every_level_has_a_name_and_a_few_words() -> None:
    for language in LANGUAGES:
        texts = phrases("bots", language)
        for name in LEVELS:
            assert texts[f"level.{name}"]
            assert len(texts[f"about.{name}"].split()) > 5


@pytest.mark.compiled
def test_a_weak_level_slips_to_a_move_that_looks_nearly_as_good_to_it() -> None:
    match = moonlit.new("nova-luna", 2, seed=3)
    for _ in range(12):
        match.play(match.moves()[0])
    seat = match.to_move or 0
    world = match.redeal(seat, 1)
    settings = settings_for(match.game, 2)
    slipped = 0
    for seed in range(8):
        chosen = SearchBot(200, settings, slip=1.0, loose=0.15).move(world, seed)
        thought = SearchBot(200, settings).think(world, seed)
        shares = {
            world.spell(found.action, seat): found.shares[seat] for found in thought.candidates
        }
        best = world.spell(thought.action, seat)
        slipped += chosen != best
        assert shares[chosen] > shares[best] - 0.15
    assert slipped > 3


def test_bots_by_name() -> None:
    game = find_game("nova-luna")
    assert isinstance(find_bot("random", game, 2), RandomBot)
    assert isinstance(find_bot("greedy", game, 2), GreedyBot)
    assert isinstance(find_bot("flat:20", game, 2), FlatBot)
    assert isinstance(find_bot("search:500", game, 2), SearchBot)
    own = find_bot("own_bots:LastMove", game, 2)
    match = moonlit.new("nova-luna", 2, seed=1)
    assert ask(own, match, 1) == match.moves()[-1]


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("world-champion", "no bot called world-champion"),
        ("", "no bot called"),
        ("flat", "has no budget"),
        ("search:many", "has no budget"),
        ("search:0", "has no budget"),
        ("nowhere.bots:Mine", "cannot be loaded"),
        ("own_bots:Missing", "cannot be loaded"),
        ("own_bots:Needy", "cannot be loaded"),
        (".:Bot", "cannot be loaded"),
        ("search:0000000019999999999", "has no budget"),
        (":x", "cannot be loaded"),
        ("own_bots:NoBot", "needs a function choose"),
    ],
)
def test_a_bot_that_does_not_exist(name: str, complaint: str) -> None:
    with pytest.raises(moonlit.BadTable) as caught:
        find_bot(name, find_game("nova-luna"), 2)
    for language in LANGUAGES:
        assert caught.value.text(language)
    assert complaint in str(caught.value)


def test_an_own_bot_sees_a_view_and_its_moves_only() -> None:
    seen = []

    class Watching(own_bots.LastMove):
        def choose(self, view, moves):
            seen.append((view, moves))
            return super().choose(view, moves)

    match = moonlit.new("dance-of-muses", 3, seed=1)
    ask(OwnBotPlayer(Watching()), match, 1)
    ((view, moves),) = seen
    assert view == match.view(match.to_move)
    assert moves == match.moves()


@pytest.mark.parametrize("own", ["first_action", "ScaledPolicy"])
@pytest.mark.parametrize("game", ["nova-luna", "dance-of-muses", "nomads"])
def test_a_policy_sees_numbers_and_answers_with_one(game: str, own: str) -> None:
    match = moonlit.new(game, 3, seed=2)
    bot = find_bot(f"own_bots:{own}", match.game, 3)
    for number in range(4):
        assert ask(bot, match, number) == match.spell(min(match.legal_actions()), match.to_move)
        match.play(match.moves()[0])


def test_a_function_is_a_bot_and_so_is_an_object() -> None:
    match = moonlit.new("nova-luna", 2, seed=1)
    for own in (own_bots.last_move, own_bots.LastMove(), "own_bots:last_move"):
        assert ask(find_bot(own, match.game, 2), match, 1) == match.moves()[-1]
    with pytest.raises(moonlit.BadTable, match="needs a function choose"):
        find_bot(lambda view: "1@0,0", match.game, 2)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("Nonsense", "answered nonsense, which is none of its"),
        ("Raising", "failed: RuntimeError: no idea"),
        ("WrongPolicy", "which is none of its"),
    ],
)
def test_an_own_bot_that_fails_loses_its_turn(own: str, said: str) -> None:
    match = moonlit.new("nova-luna", 2, seed=1)
    bot = find_bot(f"own_bots:{own}", match.game, 2)
    told: list[OwnBotFailed] = []
    move = ask(bot, match, 1, told.append)
    assert move in match.moves()
    (failure,) = told
    for language in LANGUAGES:
        assert f"own_bots:{own}" in failure.turn_lost(language)
    assert said in failure.turn_lost()
    with pytest.warns(UserWarning, match="loses its turn"):
        assert ask(bot, match, 1) == move


def test_the_current_folder_is_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bot_of_this_folder.py").write_text("def own(view, moves): return moves[0]\n")
    (tmp_path / "bot_that_breaks.py").write_text("import sys; sys.exit(1)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    match = moonlit.new("nova-luna", 2, seed=1)
    found = find_bot("bot_of_this_folder:own", match.game, 2)
    assert ask(found, match, 1) == match.moves()[0]
    with pytest.raises(moonlit.BadTable, match="cannot be loaded: SystemExit"):
        find_bot("bot_that_breaks:own", match.game, 2)


COUNT_COMPILED = """
import moonlit
from moonlit.bots.bot import ask, find_bot
from moonlit.core import engine
from moonlit.search import simple, tree
match = moonlit.new("nomads", players=2, seed=1)
bot = find_bot("casual", match.game, 2)
for seed in range(24):
    match.play(ask(bot, match, seed))
functions = [f for m in (engine, simple, tree) for f in vars(m).values() if hasattr(f, "stats")]
print(sum(sum(f.stats.cache_misses.values()) for f in functions), tree.find_child.stats.cache_hits)
"""


COUNT_PLANNED = """
import moonlit
from moonlit.bots.bot import ask, find_bot
from moonlit.core import engine
from moonlit.search import network, plan, simple
match = moonlit.new("nova-luna", players=1, seed=1)
match.play(ask(find_bot("plan:4", match.game, 1), match, 1))
modules = engine, network, plan, simple
functions = [f for m in modules for f in vars(m).values() if hasattr(f, "stats")]
print(sum(sum(f.stats.cache_misses.values()) for f in functions), plan.widen.stats.cache_hits)
"""


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "program"), [("nomads", COUNT_COMPILED), ("nova-luna", COUNT_PLANNED)]
)
def test_a_bot_finds_everything_in_a_warm_cache(game: str, program: str) -> None:
    """Also what it needs from its second thought on, and what it needs to plan."""
    warm = [sys.executable, "-m", "moonlit", "warm", game]
    subprocess.run(warm, check=True, capture_output=True)
    played = [sys.executable, "-c", program]
    told = subprocess.run(played, check=True, capture_output=True, text=True).stdout
    misses, hits = told.split(maxsplit=1)
    assert misses == "0"
    assert ": 1" in hits  # the carried tree, or the plan, was asked for
