"""Players: their devices, links, passkeys and seats, and what became of their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("made_by", sa.String(32), nullable=False),
    )
    op.create_index("players_made", "players", ["made_by", "created"])
    op.create_table(
        "devices",
        sa.Column("key_hash", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("label", sa.String(100), nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_index("devices_player", "devices", ["player", "added"])
    op.create_table(
        "links",
        sa.Column("secret_hash", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
    )
    op.create_index("passkeys_player", "passkeys", ["player"])
    op.add_column("seats", sa.Column("player", sa.String(16)))
    op.create_index("seats_player", "seats", ["player"])
    op.create_table(
        "sat",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("player", "table_id", "token_hash"),
    )
    op.create_index("sat_table", "sat", ["table_id"])
    create_played()


def create_played() -> None:
    op.create_table(
        "played",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("whole", sa.Boolean, nullable=False),
        sa.Column("against", sa.String(20), nullable=False),
        sa.Column("opponents", sa.Text, nullable=False),
        sa.Column("opening", sa.String(200)),
        sa.Column("accuracy", sa.Float),
        sa.Column("luck", sa.Float),
        sa.PrimaryKeyConstraint("player", "table_id"),
    )
    op.create_index("played_ended", "played", ["player", "ended", "table_id"])
    op.create_index("played_table", "played", ["table_id"])


def downgrade() -> None:
    op.drop_table("played")
    op.drop_table("sat")
    op.drop_index("seats_player", "seats")
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("player")
    for name in ("passkeys", "links", "devices", "players"):
        op.drop_table(name)
