"""Puzzles over HTTP: positions without their solutions, tries with reasons, ratings, pictures."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.asking import ask, key, play
from helpers.puzzles import put, some_puzzles
from helpers.server import warm_up
from moonlit.core import engine
from moonlit.server.web.page import static
from moonlit.study.puzzles import Puzzle
from moonlit.study.puzzles.skill import NEW, UNSURE, rated

GAMES = ("nova-luna", "dance-of-muses", "nomads")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in this process must not send other tests to plain Python, nor start compilers."""
    monkeypatch.setattr(engine, "hurry", lambda: None)
    monkeypatch.setattr("moonlit.server.live.warmup.warm_up", lambda alone: None)


@pytest.fixture
def shelves(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Puzzle]]:
    made = {game: some_puzzles(game) for game in GAMES}
    put(monkeypatch, made)
    return made


def test_puzzles_are_listed_and_shown_without_their_solutions(
    tmp_path: Path, shelves: dict[str, list[Puzzle]]
) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        told = (await client.get("/api/puzzles")).json()["games"]
        assert [(each["game"], each["count"], each["themes"]) for each in told] == [
            (game, 3, {"endgame": 3}) for game in GAMES
        ]
        for game, puzzles in shelves.items():
            listed = (await client.get(f"/api/puzzles/{game}")).json()
            assert [each["id"] for each in listed["puzzles"]] == [each.id for each in puzzles]
            about = {"id", "rating", "level", "themes"}
            assert all(set(each) == about for each in listed["puzzles"])
            for puzzle in puzzles:
                found = (await client.get(f"/api/puzzle/{puzzle.id}")).json()
                match = puzzle.match()
                assert found["view"] == json.loads(json.dumps(match.view(puzzle.seat)))
                assert found["moves"] == match.moves()
                more = {"game", "seat", "steps", "number", "view", "moves"}
                assert set(found) == about | more
                assert found["steps"] == len(puzzle.solution)
        assert key(await client.get("/api/puzzle/nosuchid"), 404) == "no_such_puzzle"
        assert key(await client.get("/api/puzzle/NO!"), 422) == "bad_request"
        assert key(await client.get("/api/puzzles/chess"), 404) == "no_puzzles_of"

    ask(tmp_path, check, request_rate=1e6)


def test_nothing_that_is_told_before_depends_on_what_is_hidden_or_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two puzzles that differ in the hidden deal and in the solution look the same until they are
    tried: their position, their previews, their picture."""
    for game in GAMES:
        one = some_puzzles(game, 1)[0]
        match = one.match()
        other_deal = match.redeal(one.seat, 5).record()
        first = next(move for move in match.moves() if move not in one.solution)
        record = {**one.record, "seed": None, "deal": other_deal["deal"]}
        other = replace(one, record=record, solution=[first] * len(one.solution))
        heard: list[list[Any]] = []

        async def listen(
            client: httpx.AsyncClient, puzzle: Puzzle = one, heard: list[list[Any]] = heard
        ) -> None:
            at = f"/api/puzzle/{puzzle.id}"
            moves = puzzle.match().moves()
            answers = [
                await client.get(at),
                await client.get(f"/api/puzzles/{puzzle.game}"),
                await client.post(f"{at}/previews", json={"moves": moves[:40]}),
                await client.get(f"{at}/picture.svg"),
                await client.get("/api/daily"),
            ]
            assert all(answer.status_code == 200 for answer in answers)
            heard.append([answer.content for answer in answers])

        for puzzle in (one, other):
            put(monkeypatch, {game: [puzzle]})
            ask(tmp_path, listen, request_rate=1e6)
        assert heard[0] == heard[1]


@pytest.mark.process
@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_try_is_answered_with_why_and_the_right_one_is_known(
    tmp_path: Path, shelves: dict[str, list[Puzzle]], game: str
) -> None:
    warm_up()

    async def check(client: httpx.AsyncClient) -> None:
        puzzle = shelves[game][1]
        at = f"/api/puzzle/{puzzle.id}"
        wrong = next(move for move in puzzle.match().moves() if move not in puzzle.solution)
        tried = (await client.post(f"{at}/try", json={"move": wrong})).json()
        assert (tried["right"], tried["solved"], tried["next"]) == (False, False, None)
        assert tried["why"]
        assert all({"topic", "key", "args"} <= set(each) for each in tried["why"])
        assert [step["move"] for step in tried["line"]] == [wrong]
        assert tried["line"][0]["told"]
        found: list[str] = []
        for number, move in enumerate(puzzle.solution, 1):
            body = {"move": move, "found": found}
            tried = (await client.post(f"{at}/try", json=body)).json()
            assert tried["right"]
            assert tried["solved"] == (number == len(puzzle.solution))
            assert (tried["next"] is None) == tried["solved"]
            found.append(move)
        shown = (await client.post(f"{at}/solution", json={})).json()
        assert [step["move"] for step in shown["line"]] == puzzle.solution
        illegal = await client.post(f"{at}/try", json={"move": "nonsense"})
        assert illegal.status_code == 422
        astray = await client.post(f"{at}/try", json={"move": wrong, "found": [wrong]})
        assert key(astray, 422) == "not_the_solution"

    ask(tmp_path, check, request_rate=1e6)


def test_tries_are_limited_as_other_costly_requests(
    tmp_path: Path, shelves: dict[str, list[Puzzle]]
) -> None:
    async def check(client: httpx.AsyncClient) -> None:
        puzzle = shelves[GAMES[0]][0]
        body = {"move": puzzle.match().moves()[0]}
        answers = await asyncio.gather(
            *(client.post(f"/api/puzzle/{puzzle.id}/try", json=body) for _ in range(12))
        )
        keys = {answer.json()["error"]["key"] for answer in answers if answer.status_code != 200}
        assert keys & {"too_fast", "attempt_pending"}

    ask(tmp_path, check, request_rate=10)


def test_a_solvers_rating(tmp_path: Path, shelves: dict[str, list[Puzzle]]) -> None:
    up, down = rated(None, NEW, True), rated(None, NEW, False)
    assert up["rating"] > NEW > down["rating"]
    assert up["sigma"] < UNSURE
    assert up["change"] == -down["change"]
    assert rated(None, 2000.0, True)["change"] > up["change"] > rated(None, 1000.0, True)["change"]
    sure = rated((1500.0, 60.0), NEW, True)
    assert 0 < sure["change"] < up["change"]

    async def check(client: httpx.AsyncClient) -> None:
        at = f"/api/puzzle/{shelves[GAMES[0]][0].id}/rating"
        first = (await client.post(at, json={"solved": True})).json()["solver"]
        assert first == up
        kept = {name: first[name] for name in ("mu", "sigma")}
        then = (await client.post(at, json={"solved": False, "solver": kept})).json()["solver"]
        assert then["rating"] < first["rating"]
        bad = await client.post(at, json={"solved": True, "solver": {"mu": 1e9, "sigma": 1}})
        assert key(bad, 422) == "bad_request"

    ask(tmp_path, check, request_rate=1e6)


def test_links_to_positions_and_puzzles_have_pictures(
    tmp_path: Path, shelves: dict[str, list[Puzzle]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text("<head><title>Moonlit</title></head>")
    monkeypatch.setattr(static, "FOLDER", folder)

    async def check(client: httpx.AsyncClient) -> None:
        puzzle = shelves[GAMES[2]][0]
        page = (await client.get(f"/puzzle/{puzzle.id}")).text
        assert f"/api/puzzle/{puzzle.id}/card.png?language=en" in page
        spanish = await client.get(f"/puzzle/{puzzle.id}", headers={"accept-language": "es"})
        assert "Un problema" in spanish.text
        assert "og:" not in (await client.get("/puzzle/nosuchid")).text
        assert "og:description" in (await client.get("/daily")).text
        card = await client.get(f"/api/puzzle/{puzzle.id}/card.png")
        assert card.headers["content-type"] == "image/png"
        at, _ = await play(client)
        table = at.rpartition("/")[2]
        page = (await client.get(f"/t/{table}/replay?move=7")).text
        assert f"/api/tables/{table}/positions/7/card.png" in page
        drawn = await client.get(f"{at}/positions/7/picture.svg")
        assert drawn.status_code == 200
        other = await client.get(f"{at}/positions/8/picture.svg")
        assert other.text != drawn.text
        beyond = (await client.get(f"/t/{table}/replay?move=99999")).text
        assert f"/api/tables/{table}/card.png" in beyond
        assert key(await client.get(f"{at}/positions/9999/card.png"), 404) == "no_such_position"
        going, _ = await play(client, moves=3)
        assert key(await client.get(f"{going}/positions/1/picture.svg"), 409) == "not_over"
        secret = (await client.get(f"/t/{going.rpartition('/')[2]}/replay?move=1")).text
        assert "positions" not in secret

    ask(tmp_path, check, request_rate=1e6)
