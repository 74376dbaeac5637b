"""Who is logged in, and who may try again: what whoever looks after the site does about it.

Everybody ends the own sessions on the own pages; wrong passwords are counted by axes (`config.login`).
"""

from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt
from django.contrib.auth.models import User

from tournaments.services import locks
from tournaments.services.announce import log


@locks.write
def sessions_end(*, user: User, actor: User) -> int:
    """Log an account out wherever it is logged in; return from how many places."""
    locks.take_names()
    there = list(UserSession.objects.filter(user=user))
    for session in there:
        session.end()
    if there:
        log(None, "sessions_end", actor=actor, user=user.pk)
    return len(there)


@locks.write
def lock_release(*, attempt: AccessAttempt, actor: User) -> None:
    """Forget the wrong passwords for a name at an address, which may have closed it there."""
    locks.take_names()
    name = attempt.username or ""
    there = AccessAttempt.objects.filter(username=attempt.username, ip_address=attempt.ip_address)
    if there.delete()[0]:
        of = User.objects.filter(username__in=[name, name.rpartition(" ")[0]])  # as `counted_name` has it
        log(None, "lock_release", actor=actor, users=list(of.values_list("pk", flat=True)))
