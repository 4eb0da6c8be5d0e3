"""Tables, their events, and whose token opens which seat.

Some of it may be there: once a first start that was cut off could leave a half of it behind.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("lease_by", sa.String(32)),
        sa.Column("lease_until", sa.BigInteger),
        if_not_exists=True,
    )
    op.create_index("tables_due", "tables", ["due"], if_not_exists=True)
    columns = ["status", "listed", "created"]
    op.create_index("tables_listed", "tables", columns, if_not_exists=True)
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        if_not_exists=True,
    )
    op.create_index("seats_token", "seats", ["token_hash"], if_not_exists=True)


def downgrade() -> None:
    for name in ("seats", "events", "tables"):
        op.drop_table(name)
