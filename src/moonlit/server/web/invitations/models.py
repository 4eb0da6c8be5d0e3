"""What is asked and told of invitations to tables."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from moonlit.server.web import request_models as m
from moonlit.server.web import response_models as a
from moonlit.server.web.tables.response_models import Summary

WHO = "9f86d081884c7d65"


class Invite(m.Model):
    """Somebody from the list of those whom you have played with, by `who`."""

    model_config = m.example(who=WHO)
    who: Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")]


class PersonTold(a.Model):
    who: str  # means nothing to anybody else, nor anywhere else
    name: str


class KnownPerson(PersonTold):
    invited: bool  # by you, to this table


class Known(a.Model):
    model_config = a.example(known=[{"who": WHO, "name": "Ben", "invited": False}])
    known: list[KnownPerson]


class InvitationTold(Summary):
    by: str
    invited: int  # when, in ms


class InvitationsTold(a.Model):
    model_config = a.example(invitations=[], refused=[{"who": WHO, "name": "Ben"}])
    invitations: list[InvitationTold]
    refused: list[PersonTold]  # of whom you want no invitations


class Answered(a.Model):
    model_config = a.example(done=True)
    done: bool
