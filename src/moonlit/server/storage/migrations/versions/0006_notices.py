"""A word to players: how they are reached, what waits to be sent, when to be quiet, vacations."""

from __future__ import annotations

import base64
import json
import secrets

import sqlalchemy as sa
from alembic import op
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("device", sa.String(64)),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("events", sa.String(100), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("origin", sa.String(300), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("dropped", sa.BigInteger),
        sa.Column("wait", sa.BigInteger, nullable=False),
        sa.Column("lease_by", sa.String(32)),
        sa.Column("lease_until", sa.BigInteger),
    )
    op.create_index("channels_player", "channels", ["player"])
    op.create_table(
        "outbox",
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("key", sa.String(60), nullable=False),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("by_seat", sa.Integer),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("channel", "key"),
    )
    op.create_index("outbox_due", "outbox", ["due"])
    op.create_table(
        "quiet_hours",
        sa.Column("player", sa.String(16), primary_key=True),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("begins", sa.Integer, nullable=False),
        sa.Column("ends", sa.Integer, nullable=False),
    )
    op.create_table(
        "vacations",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("begins", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "begins"),
    )
    meta = sa.table("meta", sa.column("name", sa.String), sa.column("value", sa.Text))
    stop = {"name": "stop", "value": secrets.token_hex(32)}
    op.bulk_insert(meta, [stop, {"name": "vapid", "value": json.dumps(new_vapid())}])


def new_vapid() -> dict[str, str]:
    """The key by which push services know this server, as they want its halves."""
    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_numbers().private_value.to_bytes(32, "big")
    public = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    halves = {"private": private, "public": public}
    return {
        name: base64.urlsafe_b64encode(half).decode().rstrip("=") for name, half in halves.items()
    }


def downgrade() -> None:
    for name in ("vacations", "quiet_hours", "outbox", "channels"):
        op.drop_table(name)
    op.execute("DELETE FROM meta WHERE name IN ('stop', 'vapid')")
