"""The options of a table of Nomads: who plays whom, the Lumathon, other cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moonlit.core.errors import BadTable
from moonlit.core.options import Option, Options
from moonlit.games.nomads.components import ADVENTURERS, DEFAULT_CARDS, LEGENDS, TOPIC, read_cards
from moonlit.games.nomads.state import NOBODY, SEATS

LUMATHON = ("captain", "winner", "last")

OPTIONS = (
    Option("adventurers", "names", choices=ADVENTURERS),
    Option("lumathon", "seats", fields=LUMATHON, apart=("winner", "last")),
    Option("components", "table", offered=False),
)


def read(players: int, options: Options) -> tuple[Options, list[int]]:
    """What of the options a record keeps, and the config that state.py lays out."""
    kept: Options = {}
    roles, seated = [NOBODY] * len(LUMATHON), [NOBODY] * SEATS
    cards = DEFAULT_CARDS
    if "adventurers" in options:
        kept["adventurers"] = _read_adventurers(players, options["adventurers"])
        for seat, name in enumerate(kept["adventurers"]):
            seated[seat] = NOBODY if name is None else ADVENTURERS.index(name)
        if seated == [NOBODY] * SEATS:
            del kept["adventurers"]
    if "lumathon" in options:
        kept["lumathon"] = _read_lumathon(players, options["lumathon"])
        roles = [kept["lumathon"][role] for role in LUMATHON]
    if "components" in options:
        kept["components"] = cards = read_cards(options["components"])
    values = [value for name in LEGENDS for value in cards["legends"][name]]
    return kept, [*roles, *seated, *values, *cards["songs"]]


def again(options: Options, places: Sequence[int]) -> Options:
    """A Lumathon goes on with the next round: its winner leads it and has the wild, and who came
    last places the unplayed discs. Where all share a place, everybody keeps their part."""
    if "lumathon" not in options or len(set(places)) == 1:
        return options
    first, last = places.index(min(places)), places.index(max(places))
    return {**options, "lumathon": {"captain": first, "winner": first, "last": last}}


def _read_adventurers(players: int, names: Any) -> list[str | None]:
    """One name a seat; None where the deal decides."""
    if not isinstance(names, (list, tuple)):
        names = [names]
    chosen = [name for name in names if name is not None]
    if (
        len(names) != players
        or not all(isinstance(name, str) and name in ADVENTURERS for name in chosen)
        or len(set(chosen)) != len(chosen)
    ):
        raise BadTable(
            "bad_adventurers", TOPIC, count=players, adventurers=ADVENTURERS, given=names
        )
    return list(names)


def _read_lumathon(players: int, roles: Any) -> dict[str, int]:
    if (
        not isinstance(roles, dict)
        or set(roles) != set(LUMATHON)
        or not all(type(seat) is int and 0 <= seat < players for seat in roles.values())
    ):
        raise BadTable("bad_lumathon", TOPIC, last=players - 1, given=roles)
    return {role: roles[role] for role in LUMATHON}
