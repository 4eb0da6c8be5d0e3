"""Where tables are kept: SQLite or PostgreSQL, one row an event."""
