"""What is sent and answered about clubs."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from moonlit.server.web import request_models as m
from moonlit.server.web import response_models as a
from moonlit.server.web.players import models as p
from moonlit.server.web.ratings.models import OnBoard
from moonlit.server.web.tables.response_models import Summary

CLUB = "k3v9x2m7qa"  # for examples
Title = Annotated[str, StringConstraints(max_length=400)]
MemberId = Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")]

# ---- sent


class NewClub(m.Model):
    model_config = m.example(name="Thursday evenings")
    name: Title


class ClubChange(m.Model):
    model_config = m.example(name="Friday evenings")
    name: Title


class ClubLink(m.Model):
    """The SHA-256, in hex, of a secret of your own making: whoever shows the secret may join, until
    there is another one. Null: nobody may."""

    model_config = m.example(secret_hash=p.SHA)
    secret_hash: p.Hash | None


class Invitation(m.Model):
    """The secret of an invitation, as it stands behind the # of its link."""

    model_config = m.example(secret="the-secret-behind-the-hash-sign")
    secret: p.Secret


class Heir(m.Model):
    model_config = m.example(member=p.SHA[:16])
    member: MemberId


class ClubChat(m.Model):
    model_config = m.example(text="Who plays tonight?")
    text: m.Text


class NewSeason(m.Model):
    model_config = m.example(name="Winter")
    name: Title


# ---- answered


class ClubShort(a.Model):
    id: str
    name: str
    owner: bool  # whether it is yours
    members: int
    joined: int


class MyClubs(a.Model):
    model_config = a.example(clubs=[])
    clubs: list[ClubShort]


class Invited(a.Model):
    model_config = a.example(name="Thursday evenings", members=7, id=None)
    name: str
    members: int
    id: str | None  # you are a member already


class MemberTold(a.Model):
    id: str
    name: str
    joined: int
    owner: bool
    you: bool


class SeasonTold(a.Model):
    number: int
    name: str
    began: int
    ended: int | None


class ClubTold(a.Model):
    """A club, for its members. `link` is the beginning of the hash of the invitation's secret, for
    the owner."""

    model_config = a.example(
        id=CLUB,
        name="Thursday evenings",
        created=1794960000000,
        owner=True,
        link=None,
        members=[],
        tables=[],
        seasons=[],
        games=[],
    )
    id: str
    name: str
    created: int
    owner: bool
    link: str | None
    members: list[MemberTold]
    tables: list[Summary]
    seasons: list[SeasonTold]
    games: list[str]  # of which there are results


class ClubLine(a.Model):
    number: int
    at: int
    name: str
    you: bool
    text: str


class ClubTalkTold(a.Model):
    model_config = a.example(chat=[])
    chat: list[ClubLine]


class ClubSaid(a.Model):
    model_config = a.example(number=1)
    number: int


class BoardRow(OnBoard):
    place: int
    member: bool  # or a visitor, or somebody who has left
    wins: int


class ClubBoard(a.Model):
    """The leaderboard of a game; `season` is null where all games count."""

    model_config = a.example(game=m.GAME, season=None, games=0, board=[])
    game: str
    season: SeasonTold | None
    games: int
    board: list[BoardRow]
