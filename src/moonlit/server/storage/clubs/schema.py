"""The database's tables about clubs. Changing one needs a migration in migrations/versions/."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from moonlit.server.storage.schema import metadata

clubs = Table(
    "clubs",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("owner", String(16), nullable=False),  # a player
    Column("created", BigInteger, nullable=False),
    Column("made_by", String(32), nullable=False),  # as of tables
    Column("link_hash", String(64)),  # of the invitation's secret; None: there is no invitation
    Index("clubs_owner", "owner"),
    Index("clubs_made", "made_by", "created"),
    Index("clubs_link", "link_hash", unique=True),
)

club_members = Table(
    "club_members",
    metadata,
    Column("club", String(16), nullable=False),
    Column("player", String(16), nullable=False),
    Column("joined", BigInteger, nullable=False),
    PrimaryKeyConstraint("club", "player"),
    Index("club_members_player", "player"),
)

club_said = Table(  # the talk of a club; who said it is called as they are called now
    "club_said",
    metadata,
    Column("club", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("player", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("club", "number"),
    Index("club_said_player", "player"),
)

club_seasons = Table(
    "club_seasons",
    metadata,
    Column("club", String(16), nullable=False),
    Column("number", Integer, nullable=False),  # from 1
    Column("name", String(200), nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger),  # None: it goes on
    PrimaryKeyConstraint("club", "number"),
)

club_results = Table(  # a seat of a finished game at a club's table; it outlives the table
    "club_results",
    metadata,
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("club", String(16), nullable=False),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("player", String(16)),  # None: a guest or a bot; of nobody once they were deleted
    Column("level", String(20)),  # of a bot
    Column("place", Integer, nullable=False),
    Column("gone", Boolean, nullable=False),  # they had left it to their partners
    PrimaryKeyConstraint("table_id", "seat"),
    Index("club_results_ended", "club", "game", "ended"),
    Index("club_results_player", "player"),
)

CLUB_TABLES = (clubs, club_members, club_said, club_seasons, club_results)
