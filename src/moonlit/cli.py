"""The command `moonlit`."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from moonlit.core import engine
from moonlit.core.errors import BadTable, MoonlitError
from moonlit.core.match import Match, new
from moonlit.core.registry import find_game, game_names
from moonlit.core.words import LANGUAGES, guess_language, say
from moonlit.terminal.files import read_match, unfinished
from moonlit.terminal.play import Table, bots_and_people
from moonlit.terminal.replay import Replay
from moonlit.terminal.screen import TOPIC, Screen
from moonlit.terminal.telling import rules_text

app = App(
    name="moonlit",
    help="Play Nova Luna, Dance of Muses and Nomads; host, study and master them.",
    version_flags=["--version"],
)

Language = Annotated[str | None, Parameter(help="en, es or fr; else that of your environment")]


spoken = guess_language()  # the language of complaints, once it is known


def screen(language: str | None) -> Screen:
    global spoken
    if language is not None and language not in LANGUAGES:
        raise BadTable("bad_language", TOPIC, given=language, languages=LANGUAGES)
    spoken = language or spoken
    return Screen(spoken)


@app.command
def play(
    game: str | None = None,
    *,
    players: Annotated[int | None, Parameter(help="how many seats the table has")] = None,
    people: Annotated[int, Parameter(help="how many of them are people; bots take the rest")] = 1,
    bot: Annotated[
        list[str] | None, Parameter(help="a bot's level or name, for each bot or for all")
    ] = None,
    name: Annotated[list[str] | None, Parameter(help="a person's name, in seat order")] = None,
    option: Annotated[list[str] | None, Parameter(help="NAME or NAME=VALUE of the game")] = None,
    components: Annotated[Path | None, Parameter(help="a TOML file of components")] = None,
    seed: Annotated[int | None, Parameter(help="the same seed deals the same game")] = None,
    language: Language = None,
) -> None:
    """Play a game here in the terminal, against bots, with friends at one keyboard, or alone."""
    shown = screen(language)
    found = find_game(game if game is not None else choose_game(shown))
    engine.quick_start(found)
    if players is None:
        players = choose_players(shown, found.seats) if game is None else max(2, found.seats[0])
    if not 0 <= people <= players:
        raise BadTable("bad_people", TOPIC, people=people, players=players)
    options = read_options(option or [])
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
    Table(match, shown).run()


@app.command
def show(file: Path, *, language: Language = None) -> None:
    """Replay a record, move by move."""
    shown = screen(language)
    engine.hurry()
    Replay(read_match(file), shown).run()


@app.command
def games(*, language: Language = None) -> None:
    """List the games."""
    shown = screen(language)
    for name in game_names():
        game = find_game(name)
        seats = shown.say("games_line", low=game.seats[0], high=game.seats[-1])
        shown.show(f"{name}  ({seats})", "  " + say(name, "summary", shown.language))
        shown.show("  " + shown.say("designers", names=game.designers, publishers=game.publishers))


@app.command
def rules(game: str, *, language: Language = None) -> None:
    """The rules of a game, in our words, with our rulings."""
    shown = screen(language)
    shown.show(rules_text(find_game(game).name, shown.language))


@app.command
def bench(
    game: str | None = None,
    *,
    seconds: Annotated[float, Parameter(help="how long to measure each row")] = 1.0,
    as_json: Annotated[bool, Parameter(name="--json", help="print a line of JSON a row")] = False,
) -> None:
    """Random games and moves a second on one core, beside the same rules in plain Python."""
    from moonlit.bench import run

    run([find_game(game)] if game else [find_game(name) for name in game_names()], seconds, as_json)


@app.command
def arena(
    game: str,
    *bots: str,
    players: Annotated[int, Parameter(help="how many seats the table has; 1: solo")] = 2,
    games: Annotated[int, Parameter(help="for each pairing of the bots")] = 200,
    seed: Annotated[int, Parameter(help="the same seed plays the same deals")] = 1,
    option: Annotated[list[str] | None, Parameter(help="NAME or NAME=VALUE of the game")] = None,
    both: Annotated[bool, Parameter(negative="", help="two bots, 3+ seats: both ways")] = False,
    out: Annotated[Path | None, Parameter(help="folder for results; go on with it")] = None,
    keep_records: Annotated[bool, Parameter(negative="", help="keep every game")] = False,
    jobs: Annotated[int | None, Parameter(help="processes; else one a core")] = None,
    ray: Annotated[str | None, Parameter(help="address of a Ray cluster to play on")] = None,
    plot: Annotated[Path | None, Parameter(help="draw the ratings: FILE.svg, .png, .pdf")] = None,
    markdown: Annotated[bool, Parameter(negative="", help="tables in Markdown")] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="", help="JSON")] = False,
    language: Language = None,
) -> None:
    """Let bots play each other, every deal from every seat; ratings with 95 % intervals."""
    from moonlit.arena.command import run
    from moonlit.arena.plan import Setup

    shown = screen(language)
    setup = Setup(game, bots, players, games, seed, read_options(option or []), both)
    code = run(
        setup,
        language=shown.language,
        out=out,
        keep_records=keep_records,
        jobs=jobs,
        ray=ray,
        picture=plot,
        as_json=as_json,
        markdown=markdown,
    )
    if code:
        sys.exit(code)


@app.command
def serve(
    *,
    host: Annotated[str, Parameter(help="0.0.0.0: everybody in your network")] = "127.0.0.1",
    port: int = 8000,
    data: Annotated[Path | None, Parameter(help="folder for the tables")] = None,
    database: Annotated[str | None, Parameter(help="postgresql+psycopg://… instead")] = None,
    redis: Annotated[str | None, Parameter(help="redis://…, for several workers")] = None,
    workers: Annotated[int | None, Parameter(help="processes that share the work")] = None,
    origin: Annotated[str | None, Parameter(help="another address of the page")] = None,
    proxy: Annotated[
        bool, Parameter(negative="", help="a proxy in front tells the clients' addresses")
    ] = False,
    open_page: Annotated[
        bool, Parameter(name="--open", negative="", help="open the page in a browser")
    ] = False,
    language: Language = None,
) -> None:
    """Turn this machine into a place to play: a page, tables, bots, an invite link that works."""
    from moonlit.server.serve import serve as run

    shown = screen(language)
    settings = server_settings(
        data, database, redis=redis, workers=workers, origin=origin, proxy=proxy or None
    )
    run(settings, host, port, shown.language, open_page)


tables = App(name="tables", help="For the host: export, import or prune the tables of a server.")
app.command(tables)

Data = Annotated[Path | None, Parameter(help="folder of the tables")]
Database = Annotated[str | None, Parameter(help="URL of the database instead")]


@tables.command(name="export")
def export_tables(
    file: Path, *ids: str, data: Data = None, database: Database = None, language: Language = None
) -> None:
    """Write tables to FILE: all of them, or those with the given IDS."""
    from moonlit.server import hosting

    shown = screen(language)
    count = hosting.export_tables(server_settings(data, database), file, list(ids))
    shown.show(say("server", "exported", shown.language, count=count, path=file))


@tables.command(name="import")
def import_tables(
    file: Path, *, data: Data = None, database: Database = None, language: Language = None
) -> None:
    """Read tables from FILE, which another server has written. Those that are here stay."""
    from moonlit.server import hosting

    shown = screen(language)
    count, skipped = hosting.import_tables(server_settings(data, database), file)
    shown.show(say("server", "imported", shown.language, count=count, skipped=skipped))


@tables.command(name="prune")
def prune_tables(
    *,
    days: Annotated[int, Parameter(help="how long ago their last change must be")] = 90,
    unfinished: Annotated[bool, Parameter(help="also games that were never finished")] = False,
    data: Data = None,
    database: Database = None,
    language: Language = None,
) -> None:
    """Remove finished games and tables that never started, when they are old."""
    from moonlit.server import hosting

    shown = screen(language)
    count = hosting.prune_tables(server_settings(data, database), days, unfinished)
    shown.show(say("server", "pruned", shown.language, count=count))


def server_settings(data: Path | None, database: str | None, **given: Any) -> Any:
    """What was typed, over what the environment says."""
    from dataclasses import replace

    from moonlit.server.settings import Settings

    given |= {"data": str(data) if data is not None else None, "database": database}
    chosen = {name: value for name, value in given.items() if value is not None}
    return replace(Settings.from_environment(), **chosen)


@app.command
def seat(
    link: str,
    bot: str,
    *,
    name: Annotated[str, Parameter(help="how the bot is called at the table")] = "Bot",
    place: Annotated[int | None, Parameter(name="--seat", help="which seat, from 1")] = None,
    language: Language = None,
) -> None:
    """Let a bot of your own (package.module:Name, or random) play at a table of a server."""
    import asyncio

    from moonlit.client.player import find_own, take_seat

    shown = screen(language)
    own = find_own(bot)
    shown.show(say("client", "seated", shown.language, name=name, link=link))
    state = asyncio.run(take_seat(link, own, name, None if place is None else place - 1))
    mine = state["you"]["seat"]
    standings = state["ended"]["standings"] if state["ended"] else None
    if standings is not None and mine is not None:
        place, count = standings[mine]["place"], len(standings)
        shown.show(say("client", "finished", shown.language, place=place, count=count))


@app.command(show=False)
def warm(*names: str) -> None:
    """Fill the cache of compiled code."""
    from moonlit.search import think

    for name in names or game_names():
        with engine.alone_at(find_game(name)) as alone:
            if alone:
                engine.warm(find_game(name))
                think.warm(find_game(name))
                engine.mark_warm(find_game(name))


# ---- reading what was typed --------------------------------------------------------------------


def choose_game(shown: Screen) -> str:
    names = game_names()
    for number, name in enumerate(names, 1):
        shown.show(f"{number}  {say(name, 'name', shown.language)}")
        shown.show(f"   {say(name, 'summary', shown.language)}")
    return names[
        choose(shown, "choose_game", range(1, len(names) + 1), names.index("nova-luna") + 1) - 1
    ]


def choose_players(shown: Screen, seats: range) -> int:
    return choose(shown, "choose_players", seats, max(2, seats[0]))


def choose(shown: Screen, question: str, numbers: range, default: int) -> int:
    """A number of a range; Enter takes the default."""
    while True:
        given = shown.ask(f"{shown.say(question)} [{default}]")
        if not given:
            return default
        if given.isdecimal() and int(given[:6]) in numbers:
            return int(given[:6])
        shown.show(shown.say("choose_number", low=numbers[0], high=numbers[-1]))


def read_options(given: list[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        try:
            options[name] = json.loads(value) if equals else True
        except json.JSONDecodeError:
            raise BadTable("bad_option", TOPIC, given=text) from None
    return options


def read_components(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadTable("no_such_file", TOPIC, path=str(path)) from None
    except OSError as reason:
        raise BadTable("unreadable", TOPIC, path=str(path), reason=reason.strerror) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as reason:
        raise BadTable("bad_components", TOPIC, path=str(path), reason=str(reason)) from None


def main() -> None:
    try:
        app()
    except MoonlitError as error:
        print(error.text(spoken), file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, EOFError):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
