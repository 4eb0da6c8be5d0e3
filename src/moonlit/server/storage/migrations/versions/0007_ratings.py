"""Ratings: the games that count, what players are rated, and what each game has made of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "rated_games",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer),
    )
    op.create_index("rated_games_number", "rated_games", ["number", "ended"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player", "game"),
    )
    op.create_index("ratings_game", "ratings", ["game", "mu"])
    op.create_table(
        "rating_changes",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("player", "table_id"),
    )
    op.create_index("rating_changes_table", "rating_changes", ["table_id"])
    op.create_index("rating_changes_number", "rating_changes", ["player", "game", "number"])
    op.execute("INSERT INTO meta (name, value) VALUES ('rated', '0')")


def downgrade() -> None:
    for name in ("rating_changes", "ratings", "rated_games"):
        op.drop_table(name)
    op.execute("DELETE FROM meta WHERE name = 'rated'")
