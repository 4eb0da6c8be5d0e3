"""The database's tables. Changing one needs a migration in migrations/versions/."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

VERSIONS = ("0001", "0002", "0003", "0004", "0005", "0006")  # the migrations
HEAD = VERSIONS[-1]  # a database that has it needs nothing done

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("status", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),  # times are ms
    Column("updated", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),  # of the last event
    Column("summary", Text, nullable=False),
    Column("due", BigInteger),  # when the server itself must act
    Column("lease_by", String(32)),  # the worker that sees to it
    Column("lease_until", BigInteger),
    Column("made_by", String(32)),  # a sum of the address that it counts for
    Column("club", String(16)),  # whose members alone find it in a list
    Index("tables_due", "due"),
    Index("tables_listed", "status", "listed", "created"),
    Index("tables_made", "made_by", "created"),
    Index("tables_club", "club", "created"),
)

meta = Table(
    "meta",
    metadata,
    # salt: of made_by; beat: written to see whether it can be; stop: makes the tokens that stop
    # messages; vapid: the key by which push services know this server; rated: how many games
    # have been rated, and whoever rates one holds it meanwhile; erased, trusted: see
    # players/erase.py and tables/trusted_clock.py
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),  # -1: the host, who need not sit
    Column("token_hash", String(64), nullable=False),
    Column("player", String(16)),  # None: a guest
    PrimaryKeyConstraint("table_id", "seat"),
    Index("seats_token", "token_hash"),
    Index("seats_player", "player"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(16), nullable=False),
    Column("evaluator", String(100), nullable=False),  # another one may judge otherwise
    Column("budget", String(16), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "evaluator", "budget"),
)

dailies = Table(
    "dailies",
    metadata,
    Column("date", String(10), nullable=False),
    Column("player", String(64), nullable=False),  # its id, or the hash of a guest's key
    Column("table_id", String(16), nullable=False),
    Column("name", String(100), nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("score", Integer),  # None: not finished, or given up
    PrimaryKeyConstraint("date", "player"),  # one result a day
    Index("dailies_player", "player", "date"),
    Index("dailies_table", "table_id"),
)

# ---- players; whatever else has a column `player` is removed with one

players = Table(
    "players",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(100), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("settings", Text, nullable=False),
    Column("made_by", String(32), nullable=False),  # as of tables
    Index("players_made", "made_by", "created"),
)

devices = Table(
    "devices",
    metadata,
    Column("key_hash", String(64), primary_key=True),
    Column("player", String(16), nullable=False),
    Column("label", String(100), nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("devices_player", "player", "added"),
)

links = Table(
    "links",
    metadata,
    Column("secret_hash", String(64), primary_key=True),  # used once: a link, or a challenge
    Column("player", String(16), nullable=False),  # empty: a challenge to nobody in particular
    Column("until", BigInteger, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", String(64), primary_key=True),  # the hash of its id
    Column("player", String(16), nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("added", BigInteger, nullable=False),
    Index("passkeys_player", "player"),
)

sat = Table(  # every seat a player has ever had, with its token
    "sat",
    metadata,
    Column("player", String(16), nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("token_hash", String(64), nullable=False),
    PrimaryKeyConstraint("player", "table_id", "token_hash"),
    Index("sat_table", "table_id"),
)

played = Table(  # what became of a player's game
    "played",
    metadata,
    Column("player", String(16), nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("outcome", String(8), nullable=False),  # won, shared, lost, solo or resigned
    Column("place", Integer),
    Column("score", Integer),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("whole", Boolean, nullable=False),  # false: it began in the middle of another game
    Column("against", String(20), nullable=False),  # a level, people, mixed or nobody
    Column("opponents", Text, nullable=False),  # JSON: names and levels
    Column("opening", String(200)),  # JSON: an entry of the game's own words
    Column("accuracy", Float),  # once it is reviewed
    Column("luck", Float),
    PrimaryKeyConstraint("player", "table_id"),
    Index("played_ended", "player", "ended", "table_id"),
    Index("played_table", "table_id"),
)

puzzle_tries = Table(  # a player's first try at a puzzle: the one that counts
    "puzzle_tries",
    metadata,
    Column("player", String(16), nullable=False),
    Column("puzzle", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("rating", Float, nullable=False),  # the puzzle's, then
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("player", "puzzle"),
)

# ---- ratings

rated_games = Table(  # written with the end of a game that counts; rated once
    "rated_games",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("number", Integer),  # in the order in which they were rated; None: not yet
    Index("rated_games_number", "number", "ended"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", String(16), nullable=False),
    Column("game", String(40), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("player", "game"),
    Index("ratings_game", "game", "mu"),
)

rating_changes = Table(  # what a game has made of a player's rating
    "rating_changes",
    metadata,
    Column("player", String(16), nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("before", Float, nullable=False),  # mu
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    PrimaryKeyConstraint("player", "table_id"),
    Index("rating_changes_table", "table_id"),
    Index("rating_changes_number", "player", "game", "number"),
)

# ---- a word to players (notices/)

channels = Table(
    "channels",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player", String(16), nullable=False),
    Column("device", String(64)),  # the hash of its key, where it is reached itself: push
    Column("kind", String(8), nullable=False),  # push, mail or webhook
    Column("address", Text, nullable=False),  # JSON
    Column("events", String(100), nullable=False),  # those chosen, a comma around each
    Column("language", String(2), nullable=False),
    Column("origin", String(300), nullable=False),  # how the player calls this server
    Column("created", BigInteger, nullable=False),
    Column("confirmed", Boolean, nullable=False),  # that the mailbox is the player's
    Column("failures", Integer, nullable=False),  # in a row
    Column("dropped", BigInteger),  # when it was given up
    Column("wait", BigInteger, nullable=False),  # nothing is sent before
    Column("lease_by", String(32)),  # the worker that sends
    Column("lease_until", BigInteger),
    Index("channels_player", "player"),
)

outbox = Table(  # what waits to be sent; a later notice of the same key takes its place
    "outbox",
    metadata,
    Column("channel", String(16), nullable=False),
    Column("key", String(60), nullable=False),
    Column("player", String(16), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("by_seat", Integer),  # whose doing it is
    Column("made", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    PrimaryKeyConstraint("channel", "key"),
    Index("outbox_due", "due"),
)

quiet_hours = Table(
    "quiet_hours",
    metadata,
    Column("player", String(16), primary_key=True),
    Column("zone", String(64), nullable=False),
    Column("begins", Integer, nullable=False),  # minutes after midnight
    Column("ends", Integer, nullable=False),
)

vacations = Table(
    "vacations",
    metadata,
    Column("player", String(16), nullable=False),
    Column("begins", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    PrimaryKeyConstraint("player", "begins"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("player", String(16), nullable=False),  # who is asked to sit down
    Column("table_id", String(16), nullable=False),
    Column("by_player", String(16), nullable=False),
    Column("by_name", String(100), nullable=False),
    Column("made", BigInteger, nullable=False),
    # open; answered; refused: and so is every later one by the same player; unseen: it is not told
    Column("state", String(8), nullable=False),
    PrimaryKeyConstraint("player", "table_id", "by_player"),
    Index("invitations_by", "by_player", "made"),
    Index("invitations_table", "table_id"),
)
