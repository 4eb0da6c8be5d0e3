"""A review for a terminal: the account of every seat, the curves, the turning points."""

from __future__ import annotations

from moonlit.arena.render import side_by_side
from moonlit.study.marks import MARKS
from moonlit.study.model import MoveReview, Review, SeatReview
from moonlit.study.same_deal import SameDeal
from moonlit.study.words import Words

LISTED = 8  # of the moves that lost most
ACCOUNT = ("start", "own_play", "others_play", "luck", "sight", "result")


def report(review: Review, words: Words) -> str:
    """The whole report, in paragraphs."""
    parts = [words.head()]
    if not review.finished:
        parts.append(words.say("unfinished"))
    parts += [account_table(review, words), words.how(), curves(review, words)]
    luck = [words.sentences(seat.luck_words) for seat in review.seats]
    parts.append("\n".join([*luck, words.sentences(review.verdict)]).rstrip())
    if review.turning_points:
        parts.append("\n".join([words.say("turns_title"), *turn_lines(review, words)]))
    listed = worst(review)
    if listed:
        parts.append("\n".join([words.say("losses_title"), *move_lines(listed, words)]))
    return "\n\n".join(parts)


def account_table(review: Review, words: Words) -> str:
    return side_by_side(*account_rows(review, words))


def account_rows(review: Review, words: Words) -> tuple[list[str], list[list[str]]]:
    columns = [name for name in ACCOUNT if name != "others_play" or len(review.seats) > 1]
    names = ["player", *columns, "accuracy", "loss_per_move", "plays_like"]
    if not review.finished:
        names[names.index("result")] = "expected"
    head = [words.say(f"column.{name}") for name in names]
    return head, [account_row(seat, columns, words) for seat in review.seats]


def account_row(seat: SeatReview, columns: list[str], words: Words) -> list[str]:
    cells = [words.name(seat.seat)]
    for name in columns:
        value = getattr(seat, name)
        cells.append(words.worth(value) if name in ("start", "result") else words.change(value))
    accuracy = "–" if seat.accuracy is None else f"{words.decimal(seat.accuracy)} %"
    return [*cells, accuracy, words.loss(seat.loss_per_move), words.level(seat.plays_like)]


def curves(review: Review, words: Words) -> str:
    wide = max(len(words.name(seat.seat)) for seat in review.seats)
    return "\n".join(
        f"{words.name(seat.seat):{wide}}  {words.sparkline(seat.seat)}" for seat in review.seats
    )


def worst(review: Review) -> list[MoveReview]:
    """The moves that lost most, in the order of the game: those that have a mark of their own."""
    lost = [move for move in review.moves if move.mark in MARKS[2:]]
    lost = sorted(lost, key=lambda move: (-move.loss, move.number))[:LISTED]
    return sorted(lost, key=lambda move: move.number)


def turn_lines(review: Review, words: Words) -> list[str]:
    told = []
    for point in review.turning_points:
        told.append(f"· {words.sentences(point.words)}")
        if point.kind == "play":
            told += [f"    {line}" for line in words.moves(review.moves[point.number])]
    return told


def move_lines(moves: list[MoveReview], words: Words) -> list[str]:
    names = ("move", "player", "lost", "mark", "best")
    head = ["", *(words.say(f"column.{name}") for name in names)]
    rows = [
        [
            str(move.number + 1),
            move.move,
            words.name(move.seat),
            words.loss(move.loss),
            words.mark(move.mark),
            move.best,
        ]
        for move in moves
    ]
    lines = side_by_side(head, rows).split("\n")
    told = [*lines[:2]]
    for move, line in zip(moves, lines[2:], strict=True):
        told += [line, *(f"    {each}" for each in words.moves(move))]
        if move.why:
            told.append(f"    {words.sentences(move.why)}")
    return told


def masters_table(same: SameDeal, words: Words) -> str:
    """Masters' results with the same deal beside one's own."""
    return "\n".join([words.say("same_title"), side_by_side(*masters_rows(same, words))])


def masters_rows(same: SameDeal, words: Words) -> tuple[list[str], list[list[str]]]:
    games = len(same.seats[0].scores)
    names = ["player", "score", "masters", *([] if len(same.seats) == 1 else ["masters_won"])]
    head = [words.say(f"column.{name}") for name in names]
    head += [str(number + 1) for number in range(games)]
    rows = []
    for seat in same.seats:
        cells = [words.name(seat.seat), "–" if seat.score is None else f"{seat.score:g}"]
        cells.append(words.decimal(seat.mean))
        if len(same.seats) > 1:
            cells.append(f"{seat.wins:.3g}/{games}")
        rows.append([*cells, *(f"{score:g}" for score in seat.scores)])
    return head, rows
