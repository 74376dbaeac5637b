"""Give a program a token to act for somebody through the API, note its use, take it back.

Only a hash of the token is kept. It is worked out of the form's key and the site's, so that a form that is
sent twice, as by a double click, makes one and shows that to whoever sent it.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from players.models import Club
from tournaments.models import ApiToken, Competition
from tournaments.models.devices import digest
from tournaments.models.tokens import BEGINNING_LETTERS
from tournaments.powers import LENT
from tournaments.refusals import Refusal
from tournaments.services import locks, rights
from tournaments.services.announce import log

BEGINS = "sparrows_"  # so that whoever finds one in a file knows what it opens
SHOWN_AGAIN = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Issued:
    """A fresh token with its text in the clear; only the hash is stored."""

    token: ApiToken
    text: str


@locks.write
def token_make(
    *,
    club: Club,
    name: str,
    scopes: list[str],
    days: int,
    key: UUID,
    actor: User,
    competition: Competition | None = None,
) -> Issued:
    """Make a token that acts for the actor; the same form sent twice makes one, and shows it again."""
    locks.take_club(club)
    rights.refuse_who_lost_it(actor, club, None)
    wanted = [power.value for power in LENT if power in scopes]
    text = BEGINS + salted_hmac("api token", str(key), settings.SECRET_KEY, algorithm="sha256").hexdigest()
    told: dict[str, Any] = {"user": actor, "club": club, "competition": competition}
    told |= {"name": name, "scopes": wanted}
    if done := ApiToken.objects.filter(token_hash=digest(text)).first():
        return Issued(_shown_again(done, told, key), text)
    until = timezone.now() + timedelta(days=days)
    made = ApiToken(**told, prefix=text[:BEGINNING_LETTERS], token_hash=digest(text), expires_at=until)
    made.save(force_insert=True)
    log(None, "token_make", actor=actor, **_facts_of(made))
    return Issued(made, text)


@locks.write
def token_revoke(*, token: ApiToken, actor: User) -> None:
    """Let a token open nothing from now on; a second press changes nothing."""
    locks.take_club(token.club)
    rights.refuse_who_lost_it(actor, token.club, None)
    if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        log(None, "token_revoke", actor=actor, **_facts_of(token))


def token_used(token: ApiToken) -> None:
    """Note the day on which a token is used, once a day; a database that takes nothing now is asked later."""
    today = timezone.localdate()
    if token.last_day == today:
        return
    try:
        with transaction.atomic():
            ApiToken.objects.filter(pk=token.pk).update(last_day=today)
    except DatabaseError:
        return  # what the request itself does with the database says what is wrong


def _shown_again(done: ApiToken, told: dict[str, Any], key: UUID) -> ApiToken:
    """Give what the same form made a moment ago; raises Refusal for another one's key, or later."""
    if any(getattr(done, name) != fact for name, fact in told.items()):
        raise Refusal("key_reused", key=str(key))
    if done.is_over or timezone.now() - done.made_at > SHOWN_AGAIN:
        raise Refusal("token_shown")
    return done


def _facts_of(token: ApiToken) -> dict[str, Any]:
    """Name a token in a line of the log."""
    facts: dict[str, Any] = {"club": token.club_id, "token": token.pk, "prefix": token.prefix}
    event = {"event": token.competition_id} if token.competition_id else {}
    return {**facts, **event, "scopes": token.scopes}
