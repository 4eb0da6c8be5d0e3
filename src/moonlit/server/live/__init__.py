"""Tables being played: in memory, in step with other workers, and with bots at their seats."""
