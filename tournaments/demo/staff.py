"""The demonstration's staff, one of each role; passwords are made of the secret key, the same each time."""

from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.utils.crypto import salted_hmac

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
    """Give the club somebody in each role, with the passwords of this site."""
    return [_log_in(club, name, role) for name, role in ROLES.items()]


def _log_in(club: Club, name: str, role: Role) -> LogIn:
    password = password_of(name)
    user, _ = get_user_model().objects.get_or_create(username=name)
    if not user.check_password(password):  # another one ends every session
        user.set_password(password)
        user.save()
    Right.objects.get_or_create(club=club, user=user, role=role, competition=None)
    return LogIn(name, password, str(role.label))


def password_of(name: str) -> str:
    """Make four words and a number of the secret key: easy to type, too many to guess."""
    drawn = salted_hmac("tournaments.demo.staff", name, algorithm="sha256").digest()
    words = (WORDS[byte % len(WORDS)] for byte in drawn[:4])
    return "-".join([*words, str(int.from_bytes(drawn[4:12]) % 9000 + 1000)])
