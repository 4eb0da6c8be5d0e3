"""Many games: files of them, tables of them, and making them."""

from moonlit.corpus.frame import frame
from moonlit.corpus.games import read_games, write_games

__all__ = ["frame", "read_games", "write_games"]
