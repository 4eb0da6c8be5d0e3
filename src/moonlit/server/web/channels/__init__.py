"""The ways to reach a player, over HTTP."""
