"""The daily: who plays it on a day for the board, at which table, and how it ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "dailies",
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("score", sa.Integer),
        sa.PrimaryKeyConstraint("date", "player"),
    )
    op.create_index("dailies_player", "dailies", ["player", "date"])
    op.create_index("dailies_table", "dailies", ["table_id"])


def downgrade() -> None:
    op.drop_table("dailies")
