"""Nothing that is sent to a seat or a spectator depends on what is hidden from it.

Everything a viewer is told in a game is collected. Then the hidden things are dealt anew, as the
viewer cannot tell, the same events are replayed, and every message must be the same to the byte.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

import moonlit
from helpers.server import Guest, Server, live, running, seat_guests
from moonlit.core.errors import MoonlitError
from moonlit.core.match import Match
from moonlit.games.dance_of_muses.components import MUSE_NAMES
from moonlit.server.errors import error_json
from moonlit.server.table import commands, permissions
from moonlit.server.table import fold as table_module
from moonlit.server.table.events import Draft, Event, numbered
from moonlit.server.table.fold import Table
from moonlit.server.table.render import Presence, Renderer
from moonlit.server.web.service import Service

SPECTATOR = None
DEALT = {"dance-of-muses": "hands", "nova-luna": "tiles", "nomads": "piles"}
AROUND = Presence({0, 1}, 1)


class Scene:
    """A table without a server around it: commands make events, the renderer makes messages."""

    def __init__(self) -> None:
        self.table = Table("table00001")
        self.renderer = Renderer(self.table)
        self.events: list[Event] = []

    def do(self, drafts: list[Draft]) -> None:
        for event in numbered(drafts, self.table.seq, 1000 * (self.table.seq + 1)):
            self.apply(event)

    def apply(self, event: Event) -> None:
        self.table.apply(event)
        self.events.append(event)

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def message(self, viewer: int | None, since: int) -> bytes:
        return self.renderer.render(token(viewer), since, AROUND, self.table.updated + 7)


def token(seat: int | None) -> str | None:
    return None if seat is None else f"sum of the token of seat {seat}"


def set_table(game: str, players: int) -> Scene:
    scene = Scene()
    drafts, _ = commands.create(
        game=game,
        players=players,
        options={},
        clock={"kind": "game", "seconds": 600, "increment": 5},
        listed=True,
        join="link",
        seats=None,
        name="Guest 0",
        ready=True,
        token=str(token(0)),
    )
    scene.do(drafts)
    for seat in range(1, players):
        drafts, _ = commands.join(scene.table, str(token(seat)), f"Guest {seat}", seat, True, 0)
        scene.do(drafts)
    return scene


def play(scene: Scene, chance: random.Random) -> Iterator[None]:
    """A game with some chat, and with moves taken back where that has shown nobody anything."""
    while not scene.match.over:
        seat = scene.match.to_move
        assert seat is not None
        move = chance.choice(scene.match.moves())
        number = scene.match.number
        scene.do(commands.move(scene.table, token(seat), number, move, scene.table.updated))
        if chance.random() < 0.1:
            scene.do(commands.chat(scene.table, token(seat), f"I played number {number}."))
        if not scene.match.over and chance.random() < 0.3 and shown_nobody(scene):
            drafts = commands.undo(scene.table, token(seat), scene.match.number)
            assert [kind for kind, _ in drafts] == ["undone"]
            scene.do(drafts)
        yield


def shown_nobody(scene: Scene) -> bool:
    seats = range(len(scene.match.players))
    return not any(commands.has_revealed(scene.match, seat) for seat in seats)


def everything(scene: Scene, viewer: int | None, chance: random.Random) -> list[bytes]:
    """What a viewer can ask for and be told, at one moment."""
    seen = [scene.message(viewer, since) for since in (0, scene.table.seq // 2, scene.table.seq)]
    number = scene.match.number
    seen += [answer(lambda: commands.undo(scene.table, token(viewer), number))]
    seen += [answer(lambda: permissions.require_hint(scene.table, token(viewer), number))]
    seen += [answer(partial(asked, Service.observe, scene.table, viewer))]
    mine = scene.match.moves() if viewer == scene.match.to_move else []
    some = chance.sample(mine, min(len(mine), 12))
    tries = [some, [*some[:1], "nonsense"], [f"?{each}" for each in some], *wrong_moves(scene)]
    for moves in tries:
        seen.append(answer(partial(asked, Service.previews, scene.table, viewer, moves)))
        for move in moves[:3]:
            seen.append(answer(partial(try_move, scene.table, viewer, move)))
    return seen


def asked(command: Callable[..., Any], table: Table, viewer: int | None, *given: Any) -> Any:
    """As the service answers: it looks at nothing but the table."""
    live_table: Any = SimpleNamespace(table=table, id=table.id)
    nobody: Any = None
    question = command(nobody, live_table, token(viewer), table.number, *given)
    try:
        while True:  # it only pauses now and then
            question.send(None)
    except StopIteration as end:
        return end.value


def try_move(table: Table, viewer: int | None, move: str) -> Any:
    return commands.move(table, token(viewer), table.number, move, table.updated)


def wrong_moves(scene: Scene) -> list[list[str]]:
    """Moves of other times and seats, and every Muse by name: refusals must not tell either."""
    names = [f"{mark}{name}@{x},0" for name in MUSE_NAMES for mark in ("", "?") for x in (0, 1, 2)]
    return [["refill"], ["1@0,0"], ["lys@1"], *([name] for name in names[:: len(names) // 9])]


def answer(question: Callable[[], Any]) -> bytes:
    try:
        return orjson.dumps(question())
    except MoonlitError as error:
        return orjson.dumps(error_json(error))


def collected(scene: Scene, event: Event, viewer: int | None, since: int) -> bytes:
    scene.apply(event)
    return scene.message(viewer, since)


def retold(
    scene: Scene, viewer: int | None, other: Match, monkeypatch: pytest.MonkeyPatch
) -> tuple[Scene, list[bytes]]:
    """The same events with other hidden things, and all that the viewer is told of them."""
    record = other.record()
    fresh = {**record, "moves": [], "result": None}
    monkeypatch.setattr(table_module, "new_from_deal", lambda *given: moonlit.load(fresh))
    kept = which_moves_stayed(scene.events)
    again, messages = Scene(), []
    for event in scene.events:
        if event.kind == "moved":
            number = event.data["number"]
            if event.seq in kept:
                move = record["moves"][number]
            else:  # taken back later: any move that looks the same to the viewer
                move = twin(again.match, viewer, line_of(scene, event, viewer)["move"])
            event = Event(event.seq, event.at, event.kind, {**event.data, "move": move})
        messages.append(collected(again, event, viewer, max(0, event.seq - 2)))
    monkeypatch.undo()
    assert again.match.record()["deal"] == record["deal"]
    return again, messages


def which_moves_stayed(events: list[Event]) -> set[int]:
    stack: list[int] = []
    for event in events:
        if event.kind == "moved":
            stack.append(event.seq)
        elif event.kind == "undone":
            del stack[event.data["to"] :]
    return set(stack)


def line_of(scene: Scene, event: Event, viewer: int | None) -> dict[str, Any]:
    lines = orjson.loads(scene.message(viewer, event.seq - 1))["log"]
    found: dict[str, Any] = lines[0]
    assert found["seq"] == event.seq
    return found


def twin(match: Match, viewer: int | None, spelled: str) -> str:
    for move in match.moves():
        after = match.copy()
        after.play(move)
        if after.history(viewer, match.number)[0] == spelled:
            return move
    raise AssertionError(f"no move looks like {spelled}")


GAMES = [
    ("nova-luna", 2),
    ("nova-luna", 3),
    ("dance-of-muses", 2),
    ("dance-of-muses", 3),
    ("dance-of-muses", 4),
    ("nomads", 2),
    ("nomads", 4),
]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_messages_are_the_same_whatever_is_hidden(
    game: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(players)
    worlds = differed = 0
    while worlds < 3 * (players + 1):
        scene = set_table(game, players)
        for step, _ in enumerate(play(scene, chance)):
            if scene.match.over or (step not in (1, 5) and chance.random() > 0.08):
                continue
            for viewer in [SPECTATOR, *range(players)]:
                first = Scene()
                sent = [
                    collected(first, event, viewer, max(0, event.seq - 2)) for event in scene.events
                ]
                real = scene.match
                other = real.redeal(viewer, chance.randrange(10**9))
                differed += other.record()["deal"] != real.record()["deal"]
                again, messages = retold(scene, viewer, other, monkeypatch)
                for event, one, two in zip(scene.events, sent, messages, strict=True):
                    assert one == two, f"seat {viewer} can tell at event {event.seq}"
                choices = chance.randrange(10**9)
                asked = everything(first, viewer, random.Random(choices))
                assert asked == everything(again, viewer, random.Random(choices))
                worlds += 1
    assert differed > worlds // 2, "there was something to hide"


# ---- the same over real sockets: nothing hidden is in the bytes ----------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started


@pytest.mark.process
@pytest.mark.parametrize("game", ["dance-of-muses", "nova-luna", "nomads"])
def test_no_hidden_name_in_any_byte(game: str, server: Server) -> None:
    table, tokens = seat_guests(server, game, 3, 3)
    viewers = [Guest(server.url, table, each, seed) for seed, each in enumerate(tokens)]
    viewers.append(Guest(server.url, table, None))
    for viewer in viewers:
        viewer.keeps_frames = True

    async def everybody() -> list[tuple[str, bytes]]:
        """All play; meanwhile everything else that can be asked is asked."""
        tasks = [asyncio.create_task(viewer.play()) for viewer in viewers]
        answers = []
        while not viewers[-1].is_over:
            for who in [None, *tokens]:
                for path in ("", "?since=3", "/record", "/replay"):
                    status, read = await asyncio.to_thread(
                        server.ask, "GET", f"/api/tables/{table}{path}", None, who
                    )
                    if status == 200 and read.get("ended", True) is not None:
                        break  # the game is over, all is revealed
                    assert status == (200 if path in ("", "?since=3") else 409)
                    answers.append((who or "", orjson.dumps(read)))
            await asyncio.sleep(0.01)
        await asyncio.wait_for(asyncio.gather(*tasks), 30)
        return answers

    answers = asyncio.run(asyncio.wait_for(everybody(), 60))
    record = server.record(table)
    assert record.get("seed") is None  # tables have none: what they hide is their deal
    hidden = [b'"deal"', b'"seed"', orjson.dumps(record["deal"][DEALT[game]])]
    for token, viewer in zip([*tokens, None], viewers, strict=True):
        heard = [*viewer.frames, *(read for who, read in answers if who == (token or ""))]
        heard = [frame for frame in heard if b'"ended":null' in frame]
        assert len(heard) > 10
        seat = tokens.index(token) if token else None
        for frame in heard:
            for each in tokens:
                assert each.encode() not in frame
            for each in hidden:
                assert each not in frame
            if game == "dance-of-muses":
                check_muses(orjson.loads(frame), seat, frame)


def check_muses(message: dict[str, Any], seat: int | None, frame: bytes) -> None:
    """No hand but one's own, no Mystery Muse but one's own, in view, log or moves."""
    view = message.get("view")
    if view is None:
        return
    for owner, hand in enumerate(view["hands"]):
        if owner != seat:
            assert not hand["muses"]
            assert hand["mystery"] is None
    for name in MUSE_NAMES:
        if f'"?{name}@'.encode() in frame:
            assert f"?{name}" in own_mysteries(message, seat)


def own_mysteries(message: dict[str, Any], seat: int | None) -> set[str]:
    """What a seat may read about its own face-down Muse: its hand, before or after placing her."""
    if seat is None:
        return set()
    hand = message["view"]["hands"][seat]
    return {f"?{name}" for name in [*(hand["muses"] or []), hand["mystery"]] if name}


@pytest.mark.process
def test_what_is_for_one_seat_is_refused_to_others(server: Server) -> None:
    table, tokens = seat_guests(server, "dance-of-muses", 2, 2)
    _, state = server.ask("GET", f"/api/tables/{table}", None, tokens[0])
    mover = state["to_move"]
    _, own = server.ask("GET", f"/api/tables/{table}", None, tokens[mover])
    asked = {"number": 0, "moves": own["moves"][:3]}
    path = f"/api/tables/{table}/previews"
    assert server.ask("POST", path, asked, tokens[mover])[0] == 200
    for who in (tokens[1 - mover], None, "not-a-token-at-all"):
        status, refused = server.ask("POST", path, asked, who)
        assert status in (401, 403, 409)
        assert not any(name in str(refused) for name in MUSE_NAMES)
    status, _ = server.ask("POST", f"/api/tables/{table}/hint", {"number": 0}, tokens[mover])
    assert status in (403, 409)
    status, _ = server.ask("GET", f"/api/tables/{table}/record", None, tokens[0])
    assert status == 409

    async def unknown() -> int | None:
        async with live(server.url, table, "not-a-token-at-all") as opened:
            await opened.wait_closed()
            return opened.close_code

    assert asyncio.run(unknown()) == 4401
