"""Studying games: what was best, what a move lost, and what was luck."""

from moonlit.study.attempts import attempt
from moonlit.study.model import Attempt, Review
from moonlit.study.reviewing import review

__all__ = ["Attempt", "Review", "attempt", "review"]
