"""A table: its events, what is true after them, and what may happen next. Pure: no I/O."""
