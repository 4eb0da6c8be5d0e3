"""Puzzles over HTTP: which there are, their positions, moves tried, solutions, and ratings."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from moonlit.core.errors import MoonlitError
from moonlit.core.registry import game_names, games
from moonlit.server.errors import refuse
from moonlit.server.web import request_models as m
from moonlit.server.web.puzzles import models as p
from moonlit.server.web.service import Service
from moonlit.server.web.tables import response_models as a
from moonlit.server.web.tables.command_table import KEPT, PREVIEWS, THOUGHT
from moonlit.server.web.tables.match_views import previewed
from moonlit.server.web.transport.encoding import Json, compressed
from moonlit.server.web.transport.middleware import address_of
from moonlit.study.puzzles import Puzzle, find, load, themes
from moonlit.study.puzzles.skill import rated
from moonlit.study.puzzles.trying import position

PuzzleId = Annotated[str, Path(pattern="^[a-z0-9]{1,40}$", examples=["k3v9x2m7"])]
GameName = Annotated[str, Path(max_length=40, examples=[m.GAME])]


def add_puzzles(api: APIRouter, service: Service) -> None:
    add_shelves(api)
    at_puzzle = APIRouter(prefix="/puzzle/{puzzle_id}")
    add_positions(at_puzzle, service)
    add_tries(at_puzzle, service)
    api.include_router(at_puzzle)


def add_shelves(api: APIRouter) -> None:
    @api.get("/puzzles", summary="The games that have puzzles", response_model=p.Shelves)
    async def shelves() -> Json:
        told = [
            {"game": game.name, "count": len(load(game.name)), "themes": themes(game.name)}
            for game in games()
        ]
        return Json({"games": [each for each in told if each["count"]]})

    @api.get(
        "/puzzles/{game}",
        summary="The puzzles of a game, by what they are about and how hard they are",
        response_model=p.PuzzleList,
    )
    async def of_game(request: Request, game: GameName) -> Response:
        if game not in game_names():
            raise refuse("no_puzzles_of", 404, game=game)
        return await compressed(request, {"game": game, "puzzles": [*map(about, load(game))]})


def add_positions(at_puzzle: APIRouter, service: Service) -> None:
    @at_puzzle.get(
        "",
        summary="A puzzle's position, as whoever is to move sees it",
        response_model=p.PuzzlePosition,
    )
    async def look(request: Request, puzzle_id: PuzzleId) -> Json:
        service.limits.charge(address_of(request.scope), KEPT)
        puzzle = find_puzzle(puzzle_id)
        match = puzzle.match()
        return Json(
            {
                **about(puzzle),
                "game": puzzle.game,
                "seat": puzzle.seat,
                "steps": len(puzzle.solution),
                "number": match.number,
                "view": match.view(puzzle.seat),
                "moves": match.moves(),
            }
        )

    @at_puzzle.post("/previews", summary="What moves would bring there", response_model=a.Previewed)
    async def previews(request: Request, puzzle_id: PuzzleId, body: p.PuzzlePreviews) -> Json:
        service.limits.charge(address_of(request.scope), 1 + len(body.moves) / PREVIEWS)
        match = position(find_puzzle(puzzle_id), body.found)
        return Json({"number": match.number, "previews": await previewed(match, body.moves)})


def add_tries(at_puzzle: APIRouter, service: Service) -> None:
    async def work(
        request: Request, puzzle_id: str, found: list[str], move: str | None, cost: float
    ) -> Json:
        address = address_of(request.scope)
        puzzle = find_puzzle(puzzle_id)
        match = position(puzzle, found)
        if move is not None:
            match.action(move)  # the game itself says what is illegal
        service.limits.charge(address, cost)
        job: dict[str, Any] = {"kind": "puzzle", "game": puzzle.game, "line": puzzle.line()}
        job |= {"moves": found, "move": move}
        return Json(await service.attempts.do(job, match.game, service.store.maker(address)))

    @at_puzzle.post(
        "/try",
        summary="Try a move there: is it right, and if not, why?",
        response_model=p.PuzzleTried,
    )
    async def attempt(request: Request, puzzle_id: PuzzleId, body: p.PuzzleTry) -> Json:
        return await work(request, puzzle_id, body.found, body.move, THOUGHT)

    @at_puzzle.post("/solution", summary="Be shown the solution", response_model=p.PuzzleTried)
    async def show(request: Request, puzzle_id: PuzzleId, body: p.PuzzleShown) -> Json:
        return await work(request, puzzle_id, body.found, None, THOUGHT)

    @at_puzzle.post(
        "/rating", summary="How good a solver is, after this one", response_model=p.RatedTold
    )
    async def rate(request: Request, puzzle_id: PuzzleId, body: p.Rated) -> Json:
        puzzle = find_puzzle(puzzle_id)
        solver = (body.solver.mu, body.solver.sigma) if body.solver else None
        return Json({"solver": rated(solver, puzzle.rating, body.solved)})


def find_puzzle(puzzle_id: str) -> Puzzle:
    try:
        return find(puzzle_id)
    except MoonlitError as reason:
        raise refuse("no_such_puzzle", 404, id=puzzle_id) from reason


def about(puzzle: Puzzle) -> dict[str, Any]:
    """What may be told before it is solved."""
    return {
        "id": puzzle.id,
        "rating": puzzle.rating,
        "level": puzzle.level,
        "themes": puzzle.themes,
    }
