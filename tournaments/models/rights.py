"""Who may act for a club, or in one of its events, and as what; who is invited to."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from players.models import Club, Player
from tournaments.models.competition import Competition
from tournaments.powers import Role

ROLE_LETTERS = 10


class Right(models.Model):
    """A role of a user: for a club and all its events, or for one event.

    Somebody may have several: together they may do what any of them may. A scorer's may be for some tables
    only: `tables` holds their numbers, and none means all.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rights")
    club = models.ForeignKey(Club, models.PROTECT, related_name="rights")
    competition = models.ForeignKey(
        Competition, models.PROTECT, null=True, blank=True, related_name="rights"
    )
    role = models.CharField(max_length=ROLE_LETTERS, choices=Role)
    tables = models.JSONField(default=list, blank=True)
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "club", "role"],
                condition=models.Q(competition=None),
                name="a_role_for_a_club_once",
            ),
            models.UniqueConstraint(
                fields=["user", "competition", "role"],
                condition=models.Q(competition__isnull=False),
                name="a_role_for_an_event_once",
            ),
            models.CheckConstraint(
                condition=models.Q(role=Role.SCORER) | models.Q(tables=[]), name="only_scorers_have_tables"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} · {self.role} · {self.club_id} · {self.competition_id}"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Questions that are asked in several places."""

    def open(self) -> "InvitationQuerySet":
        """Keep those that somebody can still accept."""
        return self.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())


class Invitation(models.Model):
    """A role that waits for whoever has the link, and takes it once; of its token only a hash is kept.

    Instead of a role it may be a person's own profile: then it names the `player`.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="invitations")
    competition = models.ForeignKey(
        Competition, models.PROTECT, null=True, blank=True, related_name="invitations"
    )
    role = models.CharField(max_length=ROLE_LETTERS, choices=Role, blank=True)
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="invitations")
    tables = models.JSONField(default=list, blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    email = models.EmailField(blank=True)  # where it was sent, if it was
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role=Role.SCORER) | models.Q(tables=[]),
                name="only_scorers_are_invited_to_tables",
            ),
            models.CheckConstraint(
                condition=models.Q(used_at=None) | models.Q(revoked_at=None),
                name="what_is_taken_back_is_not_taken",
            ),
            models.CheckConstraint(
                condition=models.Q(role="", player__isnull=False)
                | (~models.Q(role="") & models.Q(player=None)),
                name="an_invitation_is_to_a_role_or_a_profile",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} · {self.club_id} · {self.competition_id}"
