"""Who made a table, as a sum that only this database can make; and a place for such things."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    meta = op.create_table(
        "meta",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    assert meta is not None
    salt, beat = {"name": "salt", "value": secrets.token_hex(16)}, {"name": "beat", "value": "0"}
    op.bulk_insert(meta, [salt, beat])
    op.add_column("tables", sa.Column("made_by", sa.String(32)))
    op.create_index("tables_made", "tables", ["made_by", "created"])


def downgrade() -> None:
    op.drop_index("tables_made", "tables")
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("made_by")
    op.drop_table("meta")
