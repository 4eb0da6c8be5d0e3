"""What is written of clubs together with the events of a table (tables/writer.py)."""

from __future__ import annotations

from sqlalchemy import bindparam, text, update

from moonlit.server.storage.schema import tables

SET_CLUB = update(tables).where(tables.c.id == bindparam("of")).values(club=bindparam("to"))
# As long as there is the club. A seat that is claimed behind the end is its player's from then on.
INSERT_RESULT = text(
    "INSERT INTO club_results"
    " (table_id, seat, club, game, players, ended, player, level, place, gone)"
    " SELECT CAST(:table_id AS VARCHAR(16)), CAST(:seat AS INTEGER), clubs.id,"
    " CAST(:game AS VARCHAR(40)), CAST(:players AS INTEGER), CAST(:ended AS BIGINT),"
    " CAST(:player AS VARCHAR(16)), CAST(:level AS VARCHAR(20)), CAST(:place AS INTEGER),"
    " CAST(:gone AS BOOLEAN)"
    " FROM clubs WHERE clubs.id = :club"
    " ON CONFLICT (table_id, seat) DO UPDATE SET"
    " player = COALESCE(excluded.player, club_results.player)"
)
