"""The commands that play here in the terminal, and tell of the games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moonlit.cli.app import Given, Language, Whole, app, screen
from moonlit.cli.menu import choose_game, choose_options, choose_players
from moonlit.cli.typed import read_components, read_options, use_weights
from moonlit.core import engine, registry
from moonlit.core.errors import BadTable
from moonlit.core.match import Match, new
from moonlit.core.registry import find_game
from moonlit.core.words import say
from moonlit.terminal.files import read_match, unfinished
from moonlit.terminal.par import TableWithPar, has_par
from moonlit.terminal.play import Table
from moonlit.terminal.replay import Replay
from moonlit.terminal.screen import TOPIC, Screen
from moonlit.terminal.sentences import bots_and_people, rules_text


@app.command
def play(
    game: str | None = None,
    *,
    players: Annotated[int | None, Whole, Parameter(help="how many seats the table has")] = None,
    people: Annotated[
        int, Whole, Parameter(help="how many of them are people; bots take the rest")
    ] = 1,
    bot: Annotated[
        list[str] | None,
        Parameter(negative="", help="a bot's level or name, for each bot or for all"),
    ] = None,
    name: Annotated[
        list[str] | None, Parameter(negative="", help="a person's name, in seat order")
    ] = None,
    option: Given = None,
    components: Annotated[Path | None, Parameter(help="a TOML file of components")] = None,
    seed: Annotated[int | None, Whole, Parameter(help="the same seed deals the same game")] = None,
    weights: Annotated[Path | None, Parameter(help="a file of moonlit train, for the bots")] = None,
    language: Language = None,
) -> None:
    """Play a game here in the terminal, against bots, with friends at one keyboard, or alone."""
    shown = screen(language)
    use_weights(weights)
    found = find_game(game if game is not None else choose_game(shown))
    engine.quick_start(found)
    if players is None:
        players = choose_players(shown, found.seats) if game is None else max(2, found.seats[0])
    if not 0 <= people <= players:
        raise BadTable("bad_people", TOPIC, people=people, players=players)
    options = read_options(option or [])
    if game is None and not options:
        options = choose_options(shown, found, players)
    if components is not None:
        options["components"] = read_components(components)
    found.configure(players, options)
    match = new(found.name, bots_and_people(players, people, name or [], bot or []), seed, options)
    sit_down(match, shown)


@app.command
def resume(file: Path | None = None, *, language: Language = None) -> None:
    """Go on with a saved game: FILE, or else the last one that was left unfinished."""
    shown = screen(language)
    path = file or unfinished()
    if file is None and not path.exists():
        raise BadTable("nothing_saved", TOPIC)
    engine.hurry()
    match = read_match(path)
    engine.quick_start(match.game)
    sit_down(match, shown)


def sit_down(match: Match, shown: Screen) -> None:
    (TableWithPar if has_par(match, shown) else Table)(match, shown).run()


@app.command
def show(file: Path, *, language: Language = None) -> None:
    """Replay a record, move by move."""
    shown = screen(language)
    engine.hurry()
    Replay(read_match(file), shown).run()


@app.command
def draw(
    file: Path,
    *,
    out: Annotated[
        Path | None, Parameter(help="FILE.svg or .png; .gif or .apng: all of it")
    ] = None,
    move: Annotated[int | None, Whole, Parameter(help="after so many moves; else the last")] = None,
    seat: Annotated[int | None, Whole, Parameter(help="as this seat sees it; else all")] = None,
    theme: Annotated[str, Parameter(help="night or day")] = "night",
    width: Annotated[int, Whole, Parameter(help="in pixels")] = 800,
    language: Language = None,
) -> None:
    """Draw a position of a record, or the whole game as an animation."""
    from moonlit.cli.draw import Wish
    from moonlit.cli.draw import draw as run

    shown = screen(language)
    engine.hurry()
    path = out or Path(file.with_suffix(".svg").name)
    run(file, path, Wish(move, seat, theme, width, shown.language))
    shown.show(shown.say("saved", path=path))


@app.command
def games(*, language: Language = None) -> None:
    """List the games."""
    shown = screen(language)
    for game in registry.games():
        seats = shown.say("games_line", low=game.seats[0], high=game.seats[-1])
        shown.show(f"{game.name}  ({seats})", "  " + say(game.name, "summary", shown.language))
        shown.show("  " + shown.say("designers", names=game.designers, publishers=game.publishers))


@app.command
def rules(game: str, *, language: Language = None) -> None:
    """The rules of a game, in our words, with our rulings."""
    shown = screen(language)
    shown.show(rules_text(find_game(game).name, shown.language))
