"""Studying games: what was best, what a move lost, and what was luck."""

from moonlit.study.attempts import attempt
from moonlit.study.hints import explain
from moonlit.study.model import Attempt, Review
from moonlit.study.reviewing import review
from moonlit.study.same_deal import SameDeal, same_deal

__all__ = ["Attempt", "Review", "SameDeal", "attempt", "explain", "review", "same_deal"]
