"""What every game must fulfil, as checks that run on any registered game.

`check_all(name, players, seed)` plays random games and raises NotConforming at the first broken
promise. Each check stands for itself, so a test can name the one that failed.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from moonlit.core.engine import Engine, new_deal, plain_engine
from moonlit.core.errors import IllegalMove
from moonlit.core.jit import COMPILING
from moonlit.core.match import Match, new
from moonlit.core.options import Options
from moonlit.core.record import load
from moonlit.core.registry import find_game
from moonlit.core.rng import generator
from moonlit.core.roles import ROLES, load_role
from moonlit.core.words import phrases
from moonlit.core.writing import encoded, room_for, written_plainly

LONGEST_GAME = 5000  # moves


class NotConforming(AssertionError):
    """A game breaks a promise of the contract."""


def expect(holds: bool, promise: str, match: Match | None = None) -> None:
    if not holds:
        where = "" if match is None else f"\n{json.dumps(match.record())}"
        raise NotConforming(promise + where)


def random_match(
    game: str, players: int, seed: int, options: Options | None = None
) -> Iterator[Match]:
    """A random game: the same match after every move, from the deal to the end."""
    match = new(game, players, seed, options)
    chance = random.Random(seed)
    yield match
    while not match.over:
        expect(match.number < LONGEST_GAME, "the game ends", match)
        moves = match.moves()
        expect(len(moves) > 0, "whoever is to move has a move", match)
        match.play(chance.choice(moves))
        yield match


def sample(
    game: str, players: int, seed: int, options: Options | None, count: int
) -> Iterator[Match]:
    """Some positions of a random game, its first and its last among them."""
    chance = random.Random(seed + 1)
    length = sum(1 for _ in random_match(game, players, seed, options))
    chosen = {0, length - 1, *(chance.randrange(length) for _ in range(count))}
    for number, match in enumerate(random_match(game, players, seed, options)):
        if number in chosen:
            yield match


def seats(match: Match) -> list[int | None]:
    return [None, *range(len(match.players))]


# ---- its shape -------------------------------------------------------------------------------


def check_roles(game: str) -> None:
    """Every role has its file, what belongs into it, and words in English."""
    found = find_game(game)
    for role in ROLES:
        load_role(found.package, role)
    texts = phrases(game, "en")
    wanted = ["name", "summary", "help.notation", "help.drawing"]
    for option in found.options:
        wanted += [f"option.{option.name}.{key}" for key in option.texts()]
    for players in found.seats:
        wanted += [f"standings.{column.field}" for column in found.columns(players)]
    for key in wanted:
        expect(key in texts, f"the words have {key}")


# ---- the checks ------------------------------------------------------------------------------


def check_legal_moves(game: str, players: int, seed: int, options: Options | None = None) -> None:
    """Legal moves can be played, and nothing else can."""
    heard: set[str] = {"", " ", "pass", "0", "é@0,0", "9" * 5000}
    chance = random.Random(seed)
    for match in sample(game, players, seed, options, 12):
        before = match.record()
        moves = match.moves()
        for move in moves:
            copy = match.copy()
            copy.play(move)
            expect(copy.number == match.number + 1, f"{move} is one move", match)
        heard |= {move + " " for move in moves[:3]} | {move.upper() for move in moves[:3]}
        for wrong in sorted(heard - set(moves)):
            try:
                match.play(wrong)
            except IllegalMove as error:
                expect(len(error.text()) < 500, "a refusal is short", match)
                continue
            expect(False, f"{wrong!r} is refused", match)
        expect(match.record() == before, "trying moves changes nothing", match)
        heard |= set(chance.sample(moves, min(len(moves), 40)))


def check_notation(game: str, players: int, seed: int, options: Options | None = None) -> None:
    """Every action has one spelling, and no two share one."""
    rules = find_game(game)
    for match in sample(game, players, seed, options, 20):
        if match.over:
            continue
        actions = plain_engine(rules).legal(match.states)
        expect(len(set(actions.tolist())) == len(actions), "no action comes twice", match)
        expect(len(match.moves()) == len(actions), "no two actions share a spelling", match)
        expect(len(actions) <= rules.max_actions, "max_actions holds", match)
        spelled = [match.spell(action, match.to_move) for action in actions.tolist()]
        expect(match.moves() == spelled, "the seat to move spells as it reads", match)


def check_record(game: str, players: int, seed: int, options: Options | None = None) -> None:
    """A record, through JSON and back, is the same match."""
    for match in sample(game, players, seed, options, 4):
        record = match.record()
        again = load(json.loads(json.dumps(record)))
        expect(again.record() == record, "a record reads back as itself", match)
        expect(same_views(match, again), "a record replays to the same views", match)
        expect(again.moves() == match.moves(), "a record replays to the same moves", match)


def check_view(game: str, players: int, seed: int, options: Options | None = None) -> None:
    """Views, previews and logs are JSON and survive it."""
    for match in sample(game, players, seed, options, 6):
        for seat in seats(match):
            for told in (match.view(seat), match.log(seat), match.history(seat)):
                expect(json.loads(json.dumps(told)) == told, "what a seat is told is JSON", match)
            if room_for(match.game):
                own = match.game.view(match._state, -1 if seat is None else seat)
                same = written_plainly(match, -1 if seat is None else seat) == inside(own)
                expect(same, "what is written is the view", match)
        for move in match.moves()[:30]:
            told = match.preview(move)
            expect(json.loads(json.dumps(told)) == told, "a preview is JSON", match)


def check_open_moves(game: str, players: int, seed: int, options: Options | None = None) -> None:
    """Of a move that is called open, everybody reads and is told the same."""
    *_, match = random_match(game, players, seed, options)
    told = [(match.history(seat), match.log(seat)) for seat in seats(match)]
    own = match.history_of_movers()
    for number in range(match.number):
        if match.is_open(number):
            read = {history[number] for history, _ in told}
            expect(read == {own[number]}, "an open move is read alike", match)
            lines = [log[number] for _, log in told]
            expect(all(line == lines[0] for line in lines), "… and told alike", match)


def check_determinism(game: str, players: int, seed: int, options: Options | None = None) -> None:
    """The same seed and the same moves give the same game."""
    twins = zip(
        random_match(game, players, seed, options),
        random_match(game, players, seed, options),
        strict=True,
    )
    for one, other in twins:
        expect(one.moves() == other.moves(), "the same moves", one)
    expect(one.record() == other.record(), "the same record", one)


def check_undo(game: str, players: int, seed: int, options: Options | None = None) -> None:
    """Undo gives the position that a replay gives."""
    *_, match = random_match(game, players, seed, options)
    moves = match.record()["moves"]
    chance = random.Random(seed)
    while match.number:
        back = min(match.number, chance.randint(1, 12))
        for _ in range(back):
            expect(match.undo() == moves[match.number], "undo names the move", match)
        replay = load({**match.record(), "moves": moves[: match.number], "result": None})
        expect(same_states(match.states, replay.states), "undo equals replay", match)
        expect(match.moves() == replay.moves(), "undo brings the moves back", match)


def check_redeal(game: str, players: int, seed: int, options: Options | None = None) -> None:
    """A redealt match looks the same to its seat, and what is hidden has changed."""
    for match in sample(game, players, seed, options, 4):
        deal = match.record()["deal"]
        for seat in seats(match):
            told = all_told(match, seat)
            others = [match.redeal(seat, seed + number) for number in range(3)]
            for other in others[: 2 if match.number else 3]:
                for what, same in all_told(other, seat).items():
                    expect(told[what] == same, f"redeal keeps the {what} of seat {seat}", match)
            again = [other.redeal(seat, seed).states for other in others[:2]]
            expect(same_states(*again), "redeal uses only what the seat may know", match)
            replayed = load(others[0].record())
            expect(replayed.view(seat) == told["view"], "redealt records replay", match)
            if match.number == 0:
                changed = any(other.record()["deal"] != deal for other in others)
                expect(changed, "redeal changes what is hidden", match)


def all_told(match: Match, seat: int | None) -> dict[str, Any]:
    """Everything that a match tells a seat; a spectator is seat None."""
    told: dict[str, Any] = {
        "view": match.view(seat),
        "log": match.log(seat),
        "history": match.history(seat),
    }
    if seat is not None and seat == match.to_move:
        told["moves"] = match.moves()
        for move in match.moves()[:: max(1, len(match.moves()) // 5)]:
            told[f"preview of {move}"] = match.preview(move)
            told[f"words of {move}"] = match.describe(move)
        for move in near_misses(match):
            told[f"refusal of {move}"] = refusal(match, move)
    return told


def near_misses(match: Match) -> list[str]:
    """Texts that are no moves now, but were or nearly are: what the seat to move might try."""
    moves = match.moves()
    tried = {move[:-1] for move in moves[:5]} | {f"?{move}" for move in moves[:5]}
    tried |= set(match.history(match.to_move)[-5:])
    for one, other in zip(moves[:5], moves[-5:], strict=False):
        tried.add(one[: len(one) // 2] + other[len(other) // 2 :])
    return sorted(tried - set(moves))


def refusal(match: Match, move: str) -> str:
    """Why a match does not take a move."""
    try:
        match.play(move)
    except IllegalMove as error:
        return error.text()
    raise NotConforming(f"{move!r} is refused")


def check_modes(game: str, players: int, seed: int, options: Options | None = None) -> None:
    """Compiled and plain rules agree move by move, in every field."""
    if not COMPILING:
        return
    rules = find_game(game)
    _, config = rules.configure(players, options or {})
    deal = new_deal(rules, config, seed)
    one, other = Engine(rules, compiled=True), Engine(rules, compiled=False)
    states, twins = one.setup(config, deal), other.setup(config, deal)
    chance = random.Random(seed)
    while True:
        expect(same_states(states, twins), "compiled and plain states agree")
        viewer = chance.randrange(-1, players)
        worlds = [states.copy(), twins.copy()]
        one.redeal(worlds[0], viewer, generator(seed))
        other.redeal(worlds[1], viewer, generator(seed))
        expect(same_states(*worlds), "compiled and plain redeals agree")
        if states[0]["to_move"] < 0:
            break
        actions = one.legal(states)
        expect(actions.tolist() == other.legal(twins).tolist(), "compiled and plain moves agree")
        action = chance.choice(actions.tolist())
        one.play(states, action)
        other.play(twins, action)
    for compiled, plainly in zip(one.result(states), other.result(twins), strict=True):
        expect(compiled.tolist() == plainly.tolist(), "compiled and plain results agree")


def check_end(game: str, players: int, seed: int, options: Options | None = None) -> None:
    """The game ends, with places that make sense, and then nothing can be played."""
    *_, match = random_match(game, players, seed, options)
    expect(match.moves() == [], "no moves after the end", match)
    standings = match.standings() or []
    expect([row["seat"] for row in standings] == list(range(players)), "seat order", match)
    places = [row["place"] for row in standings]
    companies = [match.game.company(players, seat) for seat in range(players)]
    for seat, place in enumerate(places):
        ahead = {companies[other] for other in range(players) if places[other] < place}
        expect(place == len(ahead) + 1, "a place counts the companies ahead", match)
        for other in range(players):
            if companies[other] == companies[seat]:
                same = standings[other]["score"] == standings[seat]["score"]
                expect(same and places[other] == place, "a company shares its place", match)
    _, merits = plain_engine(match.game).result(match.states)
    for seat in range(players):
        score = -merits[seat] if match.game.low_wins else merits[seat]
        expect(score == standings[seat]["score"], "a merit is a score", match)
        for other in range(players):
            if merits[seat] > merits[other]:
                expect(places[seat] <= places[other], "more merit is never behind", match)
    try:
        match.play("anything")
    except IllegalMove:
        return
    expect(False, "a finished game takes no moves", match)


CHECKS: tuple[Callable[..., None], ...] = (
    check_legal_moves,
    check_notation,
    check_record,
    check_view,
    check_open_moves,
    check_determinism,
    check_undo,
    check_redeal,
    check_modes,
    check_end,
)


def check_all(game: str, players: int, seed: int, options: Options | None = None) -> None:
    for check in CHECKS:
        check(game, players, seed, options)


def same_states(one: Any, other: Any) -> bool:
    """Field by field: NumPy's copies leave the bytes between fields as they find them."""
    return bool((one == other).all())


def inside(view: dict[str, Any]) -> bytes:
    """A view as JSON, without its braces."""
    return encoded(view)[1:-1].encode()


def same_views(one: Match, other: Match) -> bool:
    return all(one.view(seat) == other.view(seat) for seat in seats(one))
