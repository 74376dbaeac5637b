"""What seatings are drawn from."""

from django.db import models

from tournaments.models.competition import Competition


class Draw(models.Model):
    """A lot that was drawn: the seed, the version of the draw, and all else that the places depend on.

    `basis` is a `seating.Basis`; its numbers are those of entries, so that it names nobody.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="draws")
    seed = models.PositiveIntegerField()
    version = models.PositiveSmallIntegerField()
    basis = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)
