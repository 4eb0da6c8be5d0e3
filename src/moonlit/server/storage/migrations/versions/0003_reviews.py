"""Reviews of finished games, as they were made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("evaluator", sa.String(100), nullable=False),
        sa.Column("budget", sa.String(16), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "evaluator", "budget"),
    )


def downgrade() -> None:
    op.drop_table("reviews")
