"""Which rows belong to an event that goes away, and what of them is nobody's business there.

E-mail addresses, telephones, passwords and the secrets of tablets stay at home.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from players.models import Club, Player
from tournaments.models import (
    Arrival,
    CheckIn,
    Competition,
    Device,
    Draw,
    EarlierSeating,
    Entry,
    KeptDraft,
    KeptRules,
    League,
    LineUp,
    RefereeCall,
    Round,
    ScoreRow,
    Seating,
    Table,
    Team,
)
from tournaments.models.seals import WHOSE

HOME, HALL = PLACES = ("home", "hall")
Row = dict[str, Any]  # the values of a row by the names of its columns
Kind = type[Model]

# How the rows of each table say which event they are of. Those of the first change; nothing refers to those
# of the second, which are written anew; those of the ledger only come.
CHANGING: Mapping[Kind, str] = {
    Team: "competition",
    Draw: "competition",
    Entry: "competition",
    Round: "competition",
    Table: "round__competition",
}
WRITTEN_ANEW: Mapping[Kind, str] = {
    Seating: "round__competition",
    CheckIn: "round__competition",
    Arrival: "entry__competition",
    KeptDraft: "competition",
    EarlierSeating: "competition",
    LineUp: "round__competition",
    RefereeCall: "table__round__competition",
}
LEDGER: Mapping[Kind, str] = {apps.get_model("tournaments", name): whose for name, whose in WHOSE.items()}
SCORES: Mapping[Kind, str] = {ScoreRow: "version__competition"}
DEVICES: Mapping[Kind, str] = {Device: "competition"}
OF_THE_EVENT = {**CHANGING, **WRITTEN_ANEW, **DEVICES, **LEDGER, **SCORES}
AROUND = (ContentType, Permission, Club, League, Player, User, KeptRules, Competition)
KINDS: Sequence[Kind] = (*AROUND, *OF_THE_EVENT)


def whole_of(event: Competition) -> Competition:
    """Give the event that a competition is a part of, or itself."""
    while event.part_of is not None:
        event = event.part_of
    return event


def family_of(event: Competition) -> list[Competition]:
    """List an event, whole, with its parts, in the order of their keys."""
    event = whole_of(event)
    found, parts = [event], [*event.parts.all()]
    while parts:
        found += parts
        parts = [*Competition.objects.filter(part_of__in=parts)]
    return sorted(found, key=lambda one: one.pk)


def rows_of(family: Sequence[Competition]) -> Iterator[tuple[Kind, QuerySet[Any]]]:
    """Give the rows of every table that go along with an event and its parts."""
    keys = [one.pk for one in family]
    entered = Entry.objects.filter(competition__in=keys)
    people = Player.objects.filter(entries__in=entered).distinct()
    clubs = Q(competitions__in=keys) | Q(pk__in=people.values("club"))
    around: Mapping[Kind, QuerySet[Any]] = {
        ContentType: ContentType.objects.all(),
        Permission: Permission.objects.all(),
        Club: Club.objects.filter(clubs).distinct(),
        League: League.objects.filter(seasons__in=keys).distinct(),
        Player: people,
        User: User.objects.filter(pk__in=_named(keys)),
        KeptRules: KeptRules.objects.all(),
        Competition: Competition.objects.filter(pk__in=keys),
    }
    yield from around.items()
    for kind, whose in OF_THE_EVENT.items():
        yield kind, kind._default_manager.filter(**{f"{whose}__in": keys})


def _named(keys: Sequence[int]) -> set[int]:
    """List the accounts that rows of an event name."""
    named: set[int] = set()
    for kind, whose in OF_THE_EVENT.items():
        for field in kind._meta.concrete_fields:
            if field.related_model is User:
                rows = kind._default_manager.filter(**{f"{whose}__in": keys}).order_by()
                named |= {key for key in rows.values_list(field.attname, flat=True).distinct() if key}
    return named


def bared(kind: Kind, row: Row, place: str) -> Row:
    """Take out of a row what stays at home; `place` is added to the names of accounts."""
    bare = BARED.get(kind)
    return bare(row, place) if bare else row


def _account(row: Row, place: str) -> Row:
    told: Row = {"password": make_password(None), "email": "", "last_login": None}
    told |= {"is_superuser": False, "is_staff": False, "is_active": False}
    return {**row, **told, "username": named_there(row["id"], row["username"], place)}


def named_there(key: int, name: str, place: str) -> str:
    """Name an account so that it is nobody's there: `olive@home` in the hall, `olive@hall` at home."""
    own, _, of = name.partition("@")
    if of in PLACES:
        return name
    return f"{own}-{key}@{place}" if of else f"{own}@{place}"  # an e-mail address is nobody's business


def _person(row: Row, place: str) -> Row:
    return {**row, "email": "", "phone": "", "user_id": None, "merged_into_id": None}


def _tablet(row: Row, place: str) -> Row:
    revoked = row["revoked_at"] or timezone.now()
    return {**row, "token_hash": f"{place} {row['id']}", "revoked_at": revoked}


BARED = {User: _account, Player: _person, Device: _tablet}
