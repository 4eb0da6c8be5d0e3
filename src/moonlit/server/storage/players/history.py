"""A player's games: those that go on, and those that are over, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Text, and_, cast, func, or_, select, update

from moonlit.server.storage.players.players import OfPlayers
from moonlit.server.storage.schema import played, reviews, seats, tables
from moonlit.study.stats import Played

MAX_RUNNING = 200
Cursor = tuple[int, str]  # when the last game that was told ended, and its table


@dataclass(frozen=True)
class Wanted:
    """Which finished games are asked for; None: any."""

    game: str | None = None
    outcome: str | None = None
    players: int | None = None
    opponent: str | None = None  # a part of a name, or a level


class History(OfPlayers):
    async def running(self, player: str, most: int = MAX_RUNNING) -> list[tuple[int, Any]]:
        """Seats at tables that are not over, with their summaries; the newest change first."""
        query = (
            select(seats.c.seat, tables.c.summary)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(seats.c.player == player, tables.c.status.in_(("open", "playing")))
            .order_by(tables.c.updated.desc(), seats.c.seat.desc())
            .limit(most)
        )
        async with self.store.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [(seat, orjson.loads(text)) for seat, text in rows]

    async def finished(
        self, player: str, wanted: Wanted, after: Cursor | None, most: int
    ) -> list[dict[str, Any]]:
        """The newest first, behind a cursor."""
        where = [played.c.player == player, *filters(wanted)]
        if after is not None:
            ended, table = after
            same = and_(played.c.ended == ended, played.c.table_id < table)
            where.append(or_(played.c.ended < ended, same))
        order = played.c.ended.desc(), played.c.table_id.desc()
        query = select(played).where(*where).order_by(*order).limit(most)
        async with self.store.reading() as connection:
            found = (await connection.execute(query)).mappings().all()
        return [game_json(row) for row in found]

    async def count(self, player: str, wanted: Wanted) -> int:
        query = select(func.count()).where(played.c.player == player, *filters(wanted))
        async with self.store.reading() as connection:
            return int(await connection.scalar(query) or 0)

    async def counts(self, player: str) -> dict[str, int]:
        """How many of each game."""
        query = select(played.c.game, func.count()).where(played.c.player == player)
        async with self.store.reading() as connection:
            rows = await connection.execute(query.group_by(played.c.game))
            return {row[0]: row[1] for row in rows}

    async def for_figures(self, player: str, game: str) -> list[Played]:
        """All whole games, the oldest first. The database writes them as one text: ten thousand
        rows take Python longer than all that is worked out from them."""
        names = ("outcome", "place", "score", "ended", "against", "accuracy", "luck", "opening")
        columns = [played.c[name] for name in ("players", *names, "table_id")]
        where = played.c.player == player, played.c.game == game, played.c.whole.is_(True)
        some = select(*columns).where(*where).order_by(played.c.ended).subquery()
        text: ColumnElement[Any]
        if self.store.is_shared:
            text = cast(func.json_agg(func.json_build_array(*some.c)), Text)
        else:
            text = func.json_group_array(func.json_array(*some.c))
        async with self.store.reading() as connection:
            found = await connection.scalar(select(text).select_from(some))
        words: dict[str | None, Any] = {None: None}
        rows = []
        for count, outcome, place, score, ended, kind, accuracy, luck, opening, table in (
            orjson.loads(found) if found else ()
        ):
            if opening not in words:
                words[opening] = orjson.loads(opening)
            known = words[opening]
            rows.append(
                Played(
                    game, count, outcome, place, score, ended, kind, known, accuracy, luck, table
                )
            )
        return rows

    # ---- reviews

    async def note_review(self, table_id: str, review: bytes) -> None:
        """What a review says of the seats of players."""
        found = orjson.loads(review)["review"]["seats"]
        async with self.players.writing() as connection:
            for row in found:
                where = played.c.table_id == table_id, played.c.seat == row["seat"]
                values = {"accuracy": row["accuracy"], "luck": row["luck"]}
                await connection.execute(update(played).where(*where).values(**values))

    async def note_kept_review(self, table_id: str) -> None:
        """The same where the review is older than the row: a seat was claimed behind the end."""
        query = select(reviews.c.data).where(reviews.c.table_id == table_id)
        async with self.store.reading() as connection:
            kept = list(await connection.scalars(query.order_by(reviews.c.made)))
        for data in kept:
            if '"accuracy"' in data:
                await self.note_review(table_id, data.encode())


def filters(wanted: Wanted) -> list[Any]:
    found: list[Any] = [
        played.c[name] == value
        for name in ("game", "outcome", "players")
        if (value := getattr(wanted, name)) is not None
    ]
    if wanted.opponent:
        found.append(played.c.opponents.icontains(wanted.opponent, autoescape=True))
    return found


def game_json(row: Any) -> dict[str, Any]:
    """A row as it is told to its player."""
    found = {str(name): row[name] for name in row if name not in ("player", "table_id")}
    pairs: Sequence[Any] = orjson.loads(found["opponents"])
    found["opponents"] = [{"name": name, "level": level} for name, level in pairs]
    found["opening"] = found["opening"] and orjson.loads(found["opening"])
    return {"id": row["table_id"], **found}
