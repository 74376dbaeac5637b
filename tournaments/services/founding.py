"""Begin an empty site: the first account, which owns the first club.

Whoever starts the server reads a code in its terminal, and nobody else. It comes of the secret key, so every
node and every start has the same; it opens nothing once there is an account or a club.
"""

import hashlib
import json
import os
import secrets
import time
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.crypto import salted_hmac

from players.models import Account, Club
from tournaments.refusals import Refusal
from tournaments.services import locks
from tournaments.services.announce import log
from tournaments.services.clubs import club_create
from tournaments.services.devices import SHORT_ALPHABET

SALT = "tournaments.services.founding"
LENGTH, PART = 12, 4  # of 20 letters: 51 bits, which nobody guesses over a network


def is_empty() -> bool:
    """Tell whether nobody has begun on this site."""
    return not Club.objects.exists() and not User.objects.exists()


def code() -> str:
    """Give the code for the terminal: twelve letters in three parts."""
    drawn = int.from_bytes(salted_hmac(SALT, "code", algorithm="sha256").digest())
    letters = ""
    for _ in range(LENGTH):
        drawn, place = divmod(drawn, len(SHORT_ALPHABET))
        letters += SHORT_ALPHABET[place]
    return "-".join(letters[at : at + PART] for at in range(0, LENGTH, PART))


@locks.write
def site_found(
    *, code: str, name: str, email: str, password: str, language: str, club: str, town: str
) -> User:
    """Make the first account and its club: both or neither.

    Raises Refusal (`site_begun`, `setup_code_wrong`).
    """
    locks.take_names()  # of two who begin at once the second finds the site begun
    if not is_empty():
        raise Refusal("site_begun")
    _refuse_wrong(code)
    user = User.objects.create_user(name, email, password)
    Account.objects.create(user=user, language=language)
    log(None, "account_make", actor=user, user=user.pk)
    club_create(name=club, town=town, actor=user)
    return user


def _refuse_wrong(typed: str) -> None:
    """Compare letters only: how people write the parts is theirs."""
    meant, said = (_digest(one) for one in (code(), typed))
    if not secrets.compare_digest(meant, said):
        raise Refusal("setup_code_wrong")


def _digest(typed: str) -> bytes:
    letters = "".join(letter for letter in typed.upper() if letter in SHORT_ALPHABET)
    return hashlib.sha256(letters.encode()).digest()


def site_keep(told: dict[str, str]) -> None:
    """Keep what the site was told of itself, its time zone and its address; what the environment says stays.

    Embedded, one process is the whole site, so it holds at once; in production nothing is asked.
    """
    told = {name: told[name] for name in settings.SITE_ASKS if told.get(name)}
    if not told:
        return
    _write(settings.SITE_FILE, told)
    if address := told.get("address"):
        settings.ADDRESS = address
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, str(urlsplit(address).hostname)]
    if zone := told.get("time_zone"):
        _live_in(zone)


def _write(file: Path, told: dict[str, str]) -> None:
    """Put the file in its place in one step: who loses power in between has the old one or the new one."""
    draft = file.with_suffix(".new")
    with draft.open("w") as writing:
        json.dump(told, writing, indent=1)
        writing.flush()
        os.fsync(writing.fileno())
    draft.replace(file)


def _live_in(zone: str) -> None:
    """Do what Django does with the time zone when it starts."""
    settings.TIME_ZONE = settings.CELERY_TIMEZONE = os.environ["TZ"] = zone
    timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined]
    time.tzset()
