"""Players ask others whom they know to a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("by_player", sa.String(16), nullable=False),
        sa.Column("by_name", sa.String(100), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("player", "table_id", "by_player"),
    )
    op.create_index("invitations_by", "invitations", ["by_player", "made"])
    op.create_index("invitations_table", "invitations", ["table_id"])


def downgrade() -> None:
    op.drop_table("invitations")
