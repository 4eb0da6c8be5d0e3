"""The database's tables. Changing one needs a migration in migrations/versions/."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

VERSIONS = ("0001", "0002", "0003", "0004")  # the migrations
HEAD = VERSIONS[-1]  # a database that has it needs nothing done

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("status", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),  # times are ms
    Column("updated", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),  # of the last event
    Column("summary", Text, nullable=False),
    Column("due", BigInteger),  # when the server itself must act
    Column("lease_by", String(32)),  # the worker that sees to it
    Column("lease_until", BigInteger),
    Column("made_by", String(32)),  # a sum of the address that it counts for
    Index("tables_due", "due"),
    Index("tables_listed", "status", "listed", "created"),
    Index("tables_made", "made_by", "created"),
)

meta = Table(
    "meta",
    metadata,
    # salt: of made_by; beat: written to see whether it can be
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),  # -1: the host, who need not sit
    Column("token_hash", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("seats_token", "token_hash"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(16), nullable=False),
    Column("evaluator", String(100), nullable=False),  # another one may judge otherwise
    Column("budget", String(16), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "evaluator", "budget"),
)

dailies = Table(
    "dailies",
    metadata,
    Column("date", String(10), nullable=False),
    Column("player", String(64), nullable=False),  # the hash of their key
    Column("table_id", String(16), nullable=False),
    Column("name", String(100), nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("score", Integer),  # None: not finished, or given up
    PrimaryKeyConstraint("date", "player"),  # one result a day
    Index("dailies_player", "player", "date"),
    Index("dailies_table", "table_id"),
)
