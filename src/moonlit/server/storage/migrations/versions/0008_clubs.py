"""Clubs: members, talk, seasons, results; and which club a table is for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("owner", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("made_by", sa.String(32), nullable=False),
        sa.Column("link_hash", sa.String(64)),
    )
    op.create_index("clubs_owner", "clubs", ["owner"])
    op.create_index("clubs_made", "clubs", ["made_by", "created"])
    op.create_index("clubs_link", "clubs", ["link_hash"], unique=True)
    op.create_table(
        "club_members",
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("club", "player"),
    )
    op.create_index("club_members_player", "club_members", ["player"])
    op.create_table(
        "club_said",
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("club", "number"),
    )
    op.create_index("club_said_player", "club_said", ["player"])
    create_games()


def create_games() -> None:
    op.create_table(
        "club_seasons",
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.PrimaryKeyConstraint("club", "number"),
    )
    op.create_table(
        "club_results",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("player", sa.String(16)),
        sa.Column("level", sa.String(20)),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_index("club_results_ended", "club_results", ["club", "game", "ended"])
    op.create_index("club_results_player", "club_results", ["player"])
    op.add_column("tables", sa.Column("club", sa.String(16)))
    op.create_index("tables_club", "tables", ["club", "created"])


def downgrade() -> None:
    op.drop_index("tables_club", "tables")
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("club")
    for name in ("club_results", "club_seasons", "club_said", "club_members", "clubs"):
        op.drop_table(name)
