"""What `moonlit play` asks when no game was named: the game, the players, the game's options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moonlit.core.game import Game
from moonlit.core.options import Option, Options
from moonlit.core.registry import games
from moonlit.core.words import player_name, say
from moonlit.terminal.screen import Screen


def choose_game(shown: Screen) -> str:
    names = [game.name for game in games()]
    for number, name in enumerate(names, 1):
        shown.show(f"{number}  {say(name, 'name', shown.language)}")
        shown.show(f"   {say(name, 'summary', shown.language)}")
    return names[choose(shown, shown.say("choose_game"), range(1, len(names) + 1), 1) - 1]


def choose_players(shown: Screen, seats: range) -> int:
    return choose(shown, shown.say("choose_players"), seats, max(2, seats[0]))


def choose_options(shown: Screen, game: Game, players: int) -> Options:
    """The options that are offered at such a table; those left as they are do not count."""
    chosen: Options = {}
    for option in game.options:
        if option.offered and option.kind != "table" and option.fits(players):
            value = choose_value(shown, game, option, players)
            if value is not None:
                chosen[option.name] = value
    return chosen


def choose_value(shown: Screen, game: Game, option: Option, players: int) -> Any:
    def words(key: str) -> str:
        return say(game.name, f"option.{option.name}.{key}", shown.language)

    off, on = ("random", "chosen") if option.kind == "names" else ("off", "on")
    if option.kind == "flag":
        default = bool(option.default)
        names = [words(on), words(off)] if default else [words(off), words(on)]
        return not default if choose_from(shown, words("label"), names) else None
    if not choose_from(shown, words("label"), [words(off), words(on)]):
        return None
    if option.kind == "seats":
        seats: dict[str, int] = {}
        for field in option.fields:
            gone = {seats.get(other) for other in option.apart if field in option.apart}
            left = [seat for seat in range(players) if seat not in gone]
            title = [player_name(seat, None, shown.language) for seat in left]
            seats[field] = left[choose_from(shown, words(field), title)]
        return seats
    free, names = list(option.choices), []
    for seat in range(players):
        who = player_name(seat, None, shown.language)
        names.append(free.pop(choose_from(shown, who, [words(name) for name in free])))
    return names


def choose_from(shown: Screen, title: str, texts: Sequence[str]) -> int:
    """The index of one of several; Enter takes the first."""
    for number, text in enumerate(texts, 1):
        shown.show(f"{number}  {text}")
    return choose(shown, title, range(1, len(texts) + 1), 1) - 1


def choose(shown: Screen, question: str, numbers: range, default: int) -> int:
    """A number of a range; Enter takes the default."""
    while True:
        given = shown.ask(f"{question} [{default}]")
        if not given:
            return default
        if given.isdecimal() and int(given[:6]) in numbers:
            return int(given[:6])
        shown.show(shown.say("choose_number", low=numbers[0], high=numbers[-1]))


# ---- the same options, for those who type them ---------------------------------------------------


def options_help(language: str) -> str:
    """Every game's options and how each is written, for `moonlit play --help`."""
    lines = []
    for game in games():
        for option in game.options:
            label = say(game.name, f"option.{option.name}.label", language)
            line = f"- {game.name}  --option {written(option, game)}  {label}"
            if option.players is not None:
                counts = ", ".join(map(str, option.players))
                line += " " + say("terminal", "option_players", language, players=counts)
            lines.append(line)
    return "\n\n".join([say("terminal", "options_title", language), "\n".join(lines)])


def written(option: Option, game: Game) -> str:
    """An example of an option on the command line."""
    seats = max(2, game.seats[0])
    if option.kind == "flag":
        return option.name
    if option.kind == "names":
        names = ",".join(f'"{name}"' for name in option.choices[:seats])
        return f"{option.name}='[{names}]'"
    if option.kind == "seats":
        fields = ",".join(f'"{name}":{n % seats}' for n, name in enumerate(option.fields))
        return f"{option.name}='{{{fields}}}'"
    return f"{option.name}='{{…}}'"
