"""Dance of Muses a second time, in sets and dictionaries: the moves and their effect, from a view.

Slow and simple on purpose. It shares nothing with the rules but the view and the notation.
"""

from __future__ import annotations

from typing import Any

WAYS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
Cells = dict[str, tuple[int, int]]


def around(x: int, y: int) -> set[tuple[int, int]]:
    return {(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1)} - {(x, y)}


def is_one_group(cells: set[tuple[int, int]]) -> bool:
    found, waiting = set(), [next(iter(cells))]
    while waiting:
        cell = waiting.pop()
        if cell not in found:
            found.add(cell)
            waiting += around(*cell) & cells
    return found == cells


def stepped(cells: Cells, name: str, way: str) -> tuple[Cells, set[str]]:
    """Where everyone is after a step, and who has moved."""
    at = {cell: other for other, cell in cells.items()}
    (x, y), (a, b) = cells[name], WAYS[way]
    moved = {name}
    while (x + a, y + b) in at:
        x, y = x + a, y + b
        moved.add(at[x, y])
    after = {
        other: (cell[0] + a, cell[1] + b) if other in moved else cell
        for other, cell in cells.items()
    }
    return after, moved


def targets(face: dict[str, Any], name: str, cells: Cells, dice: dict[str, int]) -> set[str]:
    x, y = cells[name]
    straight = {(x + a, y + b) for a, b in WAYS.values()}
    area = {"orthogonal": straight, "diagonal": around(x, y) - straight, "all": around(x, y)}
    return {
        other
        for other, cell in cells.items()
        if cell in area[face["area"]] and not (face["power"] == "lower" and dice[other] == 1)
    }


def use(face: dict[str, Any], name: str, target: str, dice: dict[str, int]) -> dict[str, int]:
    if face["power"] == "swap":
        return {**dice, name: dice[target], target: dice[name]}
    return {**dice, target: dice[target] + (1 if face["power"] == "raise" else -1)}


def moves(view: dict[str, Any]) -> dict[str, tuple[Cells, dict[str, int]]]:
    """Every legal dance move, with the cells and the dice it leads to."""
    cells = {piece["name"]: (piece["x"], piece["y"]) for piece in view["table"]}
    dice = {piece["name"]: piece["die"] for piece in view["table"]}
    faces = {muse["name"]: muse for muse in view["muses"]}
    found = {}
    for name in cells:
        face = faces.get(name)
        for way in WAYS:
            after, moved = stepped(cells, name, way)
            if not is_one_group(set(after.values())):
                continue
            risen = {other: die + (other in moved) for other, die in dice.items()}
            found[f"{name}:{way}"] = after, risen
            for target in targets(face, name, cells, dice) if face else ():
                used = use(face, name, target, dice)
                ends = 6 in used.values()
                late = {other: die + (other in moved) for other, die in used.items()}
                found[f"{name}*{target}:{way}"] = (cells, used) if ends else (after, late)
            if face and 6 not in risen.values():
                for target in targets(face, name, after, risen):
                    found[f"{name}:{way}*{target}"] = after, use(face, name, target, risen)
    return found


def placings(view: dict[str, Any]) -> set[str]:
    """Every legal placing of the seat to move, from its own view."""
    hand = view["hands"][view["to_move"]]
    taken = {(piece["x"], piece["y"]) for piece in view["table"]}
    free = {cell for x, y in taken for cell in around(x, y)} - taken or {(0, 0)}
    marks = [""] if hand["mystery_placed"] else ["?"] if hand["count"] == 1 else ["", "?"]
    return {f"{mark}{muse}@{x},{y}" for mark in marks for muse in hand["muses"] for x, y in free}


# ---- the tree of the game --------------------------------------------------------------------


def leaves(view: dict[str, Any], depth: int) -> int:
    """How many ways the game can go in so many moves, from a view in which all hands lie open."""
    if depth == 0 or any(piece["die"] == 6 for piece in view["table"]):
        return 1
    if len(view["table"]) < 9:
        found = placings(view)
        if depth == 1:
            return len(found)
        return sum(leaves(placed(view, move), depth - 1) for move in found)
    danced = moves(view)
    if depth == 1:
        return len(danced)
    tables = (table_of(cells, dice) for cells, dice in danced.values())
    return sum(leaves({**view, "table": table}, depth - 1) for table in tables)


def table_of(cells: Cells, dice: dict[str, int]) -> list[dict[str, Any]]:
    return [{"name": name, "x": x, "y": y, "die": dice[name]} for name, (x, y) in cells.items()]


def placed(view: dict[str, Any], move: str) -> dict[str, Any]:
    """The view after a placing."""
    seat = view["to_move"]
    face, cell = move.split("@")
    x, y = (int(part) for part in cell.split(","))
    left = [muse for muse in view["hands"][seat]["muses"] if muse != face.lstrip("?")]
    down = view["hands"][seat]["mystery_placed"] or face.startswith("?")
    hand = {"muses": left, "count": len(left), "mystery_placed": down}
    name = f"?{seat + 1}" if face.startswith("?") else face
    return {
        **view,
        "to_move": (seat + 1) % len(view["hands"]),
        "hands": [hand if owner == seat else other for owner, other in enumerate(view["hands"])],
        "table": [*view["table"], {"name": name, "x": x, "y": y, "die": 1}],
    }


# ---- the end ---------------------------------------------------------------------------------


def standings(view: dict[str, Any]) -> list[tuple[int, int]]:
    """Place and Suns of every seat, from the revealed table of a finished game."""
    suns = {muse["name"]: muse["suns"] for muse in view["muses"]}
    rows = []
    for seats in view["companies"]:
        own = [piece for piece in view["table"] if piece["owner"] in seats]
        values = [6 if piece["die"] == suns[piece["muse"]] else piece["die"] for piece in own]
        rows.append(sorted(values, reverse=True))
    winners = [
        column.index(max(column)) if column.count(max(column)) == 1 else None
        for column in zip(*rows, strict=True)
    ]
    silver = next((winner for winner in winners if winner is not None), None)
    ended = view["scoring"]["ended_by"]
    merits = [
        (winners.count(number), silver == number, sum(row), ended not in view["companies"][number])
        for number, row in enumerate(rows)
    ]
    found = {}
    for number, seats in enumerate(view["companies"]):
        place = 1 + sum(merit > merits[number] for merit in merits)
        found.update(dict.fromkeys(seats, (place, merits[number][0])))
    return [found[seat] for seat in sorted(found)]
