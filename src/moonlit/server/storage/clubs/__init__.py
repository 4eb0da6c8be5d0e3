"""Clubs, their members, and what happens in them."""
