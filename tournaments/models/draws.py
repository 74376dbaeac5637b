"""What seatings are drawn from, drafts that are put aside, and searches for a better one."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition
from tournaments.models.publishing import Outbox


class Draw(models.Model):
    """A lot that was drawn: the seed, the version of the draw, and all else that the places depend on.

    `basis` is a `seating.Basis`; its numbers are those of entries, so that it names nobody.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="draws")
    seed = models.PositiveIntegerField()
    version = models.PositiveSmallIntegerField()
    basis = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)


class KeptDraft(models.Model):
    """Drafts that are not those of the rounds: put aside when others were drawn, or found by a search.

    `rounds` lists them, each with its `tables` of numbers of entries in the order E S W N, 0 being a house
    player who is still to be named; `nth` of the draw it is, and whether places were changed `by_hand` since.
    `after` is a hash of the rounds that it was to come after.
    """

    class Origin(models.TextChoices):
        ASIDE = "aside", _("put aside when another draft was drawn")
        SEARCH = "search", _("found by a longer search")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="kept_drafts")
    draw = models.ForeignKey(Draw, models.PROTECT, related_name="kept_drafts")
    origin = models.CharField(max_length=6, choices=Origin)
    after = models.CharField(max_length=64)
    rounds = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]


class Search(models.Model):
    """A longer search for a seating: one seed after the other, the best so far kept, for so many seconds.

    `tried` counts seeds taken up, the first being `seed`. `worth` is what `best` (a seed) is worth, smaller
    being better. A worker has it until `busy_until`. Whoever stops it sets `stopped`, the worker that ends it
    `ended_at`.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="searches")
    outbox = models.OneToOneField(Outbox, models.PROTECT, related_name="search")
    basis = models.JSONField()
    seed = models.PositiveIntegerField()
    seconds = models.PositiveIntegerField()
    spent = models.FloatField(default=0)
    tried = models.PositiveIntegerField(default=0)
    best = models.PositiveIntegerField(null=True, blank=True)
    worth = models.JSONField(null=True, blank=True)
    busy_until = models.DateTimeField(null=True, blank=True)
    stopped = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition"], condition=Q(ended_at=None), name="one_search_at_a_time"
            ),
        ]
