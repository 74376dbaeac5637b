"""Erase who a person is, from every row and file; what was played stays, of everybody.

The ledger holds no names but those that people wrote into a reason. Such a reason is taken out as a whole,
with its salt, as the chain allows (`models.seals`); its hash stays, so the chain stays true.
"""

import re
from collections.abc import Collection, Iterable
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model, Q
from django.utils import timezone

from players.models import Club, Player
from players.names import ERASED as NAME_ERASED
from tournaments.models import (
    Competition,
    Device,
    Export,
    Invitation,
    Opening,
    RefereeCall,
    Registration,
    Team,
    append_only,
)
from tournaments.models.seals import ERASED, WHOSE
from tournaments.selectors.registrations import registrations_by
from tournaments.services import letters, locks, rights
from tournaments.services.announce import log, revise
from tournaments.services.persons import refuse_gone

NOTHING = dict.fromkeys(("given", "family", "alias", "email", "phone", "country", "ema"), "")
LOOSE = (  # free texts beside the ledger, with how their rows say to which competition they belong
    (Team, "name", "competition"),
    (Device, "label", "competition"),
    (RefereeCall, "reason", "table__round__competition"),
    (Competition, "timetable", "pk"),
    (Opening, "consent", "competition"),
    (Opening, "questions", "competition"),
    (Opening, "fee", "competition"),
    (Registration, "consent", "competition"),
    (Registration, "answers", "competition"),
)


@locks.write
def person_erase(*, person: Player, club: Club, actor: User) -> None:
    """Erase a person with all doubles; the log says by ids who did it. It cannot be undone."""
    people = _with_doubles(person)
    competitions = locks.take_competitions_with([one.pk for one in people], with_outbox=True)
    refuse_gone(person)
    people = _with_doubles(person)
    _overwrite_what_is_deleted()
    texts_erase(competitions, people)
    Export.objects.filter(competition__in=competitions, outbox__done_at__isnull=False).delete()
    _erase_registrations(people)
    _erase_accounts(people)
    erased = {**NOTHING, "club": None, "user": None, "shown": NAME_ERASED, "erased_at": timezone.now()}
    erased["across"] = Player.Across.NOTHING
    Player.objects.filter(pk__in=[one.pk for one in people]).update(**erased)
    Invitation.objects.filter(player__in=people).delete()  # they may have an address
    addresses = [one.email for one in people if one.email]
    Invitation.objects.filter(email__in=addresses).update(email="")
    log(None, "person_erase", actor=actor, club=club.pk, person=person.pk)
    for competition in competitions:
        revise(competition)


def texts_erase(competitions: Collection[Competition], people: Iterable[Player]) -> None:
    """Take the names of people out of what others wrote in competitions, which are taken."""
    named = _pattern(people)
    _erase_reasons(competitions, named)
    _erase_loose_texts(competitions, named)


def _with_doubles(person: Player) -> list[Player]:
    """List a person and whoever was merged into it, through others too."""
    found, more = [person], list(person.doubles.all())
    while more:
        found += more
        more = list(Player.objects.filter(merged_into__in=more))
    return found


def _pattern(people: Iterable[Player]) -> re.Pattern[str]:
    """Make what finds any of their names, as whole words and however capitals stand."""
    told = ("given", "family", "alias", "email", "phone")
    words = {getattr(one, name) for one in people for name in told} - {""}
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", re.IGNORECASE)


def _erase_reasons(competitions: Iterable[Competition], named: re.Pattern[str]) -> None:
    for name, whose in WHOSE.items():
        model: Any = apps.get_model("tournaments", name)
        if not hasattr(model, "reason"):
            continue
        there = model._default_manager.exclude(reason="").filter(Q(**{f"{whose}__in": competitions}))
        if wrong := [row for row in there.only("pk", "reason", "seal") if named.search(row.reason)]:
            with append_only.lifted([model._meta.db_table]):
                for row in wrong:
                    _erase_reason(model, row)


def _erase_reason(model: type[Model], row: Any) -> None:
    """Take a text out, and the salt without which its hash could be guessed."""
    seal = {name: value for name, value in row.seal.items() if name != "salt"} if row.seal else row.seal
    model._default_manager.filter(pk=row.pk).update(reason=ERASED, seal=seal)


def _erase_loose_texts(competitions: Iterable[Competition], named: re.Pattern[str]) -> None:
    keys = [one.pk for one in competitions]
    for model, name, whose in LOOSE:
        rows: Any = model._default_manager
        for pk, text in rows.filter(**{f"{whose}__in": keys}).values_list("pk", name):
            if (without := _without(named, text)) != text:
                rows.filter(pk=pk).update(**{name: without})


def _without(named: re.Pattern[str], text: Any) -> Any:
    """Take names out of a text, or out of every text of a list."""
    if isinstance(text, list):
        return [_without(named, one) for one in text]
    return named.sub(ERASED, text) if isinstance(text, str) else text


def _erase_registrations(people: Collection[Player]) -> None:
    """Delete what they registered, with what was written to them."""
    letters.forget(registrations_by(people))


def _erase_accounts(people: Iterable[Player]) -> None:
    """Close and unname their own accounts, closed ones too; who works for a club keeps it."""
    names = {one.full_name for one in people} | {one.email for one in people} - {""}
    closed = Q(pk__in=[])
    for name in names:
        closed |= Q(is_active=False) & (Q(username__iexact=name) | Q(email__iexact=name))
    free = User.objects.filter(rights=None, is_superuser=False)
    for user in free.filter(Q(player__in=people) | closed).distinct():
        rights.account_unname(user)


def _overwrite_what_is_deleted() -> None:
    """Let SQLite write zeros where the texts stood; PostgreSQL clears its file in its own time (VACUUM)."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")
