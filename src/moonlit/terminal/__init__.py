"""Moonlit in a terminal: play, resume, replay."""
