"""One folder a game, and everything about a game in it."""
