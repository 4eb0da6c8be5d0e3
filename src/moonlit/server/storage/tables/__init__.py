"""Tables and their events."""
