"""Alembic runs this: migrate on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from moonlit.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot change a column in place
)
with context.begin_transaction():
    context.run_migrations()
