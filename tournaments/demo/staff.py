"""The demonstration's staff, one of each role. Their passwords are drawn anew each time and shown once."""

import secrets
from dataclasses import dataclass

from django.contrib.auth import get_user_model

from players.models import Club
from tournaments.models import Right
from tournaments.powers import Role

ROLES = {
    "olive": Role.OWNER,
    "dora": Role.DIRECTOR,
    "rafe": Role.REFEREE,
    "sid": Role.SCORER,
    "hetty": Role.HELPER,
}
WORDS = (
    *("bamboo", "circle", "character", "dragon", "east", "south", "west", "north", "flower", "season"),
    *("pung", "kong", "chow", "wall", "sparrow", "ivory", "jade", "plum", "orchid", "bridge"),
)


@dataclass(frozen=True, slots=True)
class LogIn:
    """What somebody types to come in."""

    name: str
    password: str
    role: str


def staff_make(club: Club) -> list[LogIn]:
    """Give the club somebody in each role, with fresh passwords."""
    return [_log_in(club, name, role) for name, role in ROLES.items()]


def _log_in(club: Club, name: str, role: Role) -> LogIn:
    password = new_password()
    user, _ = get_user_model().objects.get_or_create(username=name)
    user.set_password(password)
    user.save()
    Right.objects.get_or_create(club=club, user=user, role=role, competition=None)
    return LogIn(name, password, str(role.label))


def new_password() -> str:
    """Draw four words and a number: easy to type, too many to guess."""
    return "-".join([*(secrets.choice(WORDS) for _ in range(4)), str(secrets.randbelow(9000) + 1000)])
