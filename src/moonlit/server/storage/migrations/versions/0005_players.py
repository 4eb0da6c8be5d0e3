"""Players: their devices, links, passkeys and seats, and what became of their games; a word to
them; ratings; clubs; invitations."""

from __future__ import annotations

import base64
import json
import secrets

import sqlalchemy as sa
from alembic import op
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    create_players()
    create_played()
    create_notices()
    create_ratings()
    create_clubs()
    create_club_games()
    create_invitations()


def create_players() -> None:
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


def create_notices() -> None:
    """How players are reached, what waits to be sent, when to be quiet, vacations."""
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


def create_ratings() -> None:
    """The games that count, what players are rated, and what each game has made of it."""
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


def create_clubs() -> None:
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


def create_club_games() -> None:
    """Seasons and results; and which club a table is for."""
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


def create_invitations() -> None:
    """Players ask others whom they know to a table."""
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


NEW = (
    "invitations",
    "club_results",
    "club_seasons",
    "club_said",
    "club_members",
    "clubs",
    "rating_changes",
    "ratings",
    "rated_games",
    "vacations",
    "quiet_hours",
    "outbox",
    "channels",
    "played",
    "sat",
    "passkeys",
    "links",
    "devices",
    "players",
)


def downgrade() -> None:
    op.drop_index("tables_club", "tables")
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("club")
    op.drop_index("seats_player", "seats")
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("player")
    for name in NEW:
        op.drop_table(name)
    op.execute("DELETE FROM meta WHERE name IN ('stop', 'vapid', 'rated')")
