"""Ratings: what is held of a player after each game. All of it can be worked out anew from the deals."""

from django.db import models
from django.db.models import Q

from players.models import Club, Player
from tournaments.models.competition import League
from tournaments.models.rounds import Table


class RatingList(models.Model):
    """The ratings of a club, or of one of its leagues; `seen` are the revisions that they rest on."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="rating_lists")
    league = models.OneToOneField(League, models.PROTECT, null=True, blank=True, related_name="rating_list")
    seen = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club"], condition=Q(league=None), name="one_list_of_ratings_for_a_club"
            ),
        ]


class RatingStep(models.Model):
    """What the `position`-th game of a list made of a player's rating; it was the player's `games`-th."""

    list = models.ForeignKey(RatingList, models.PROTECT, related_name="steps")
    position = models.PositiveIntegerField()
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    place = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        ordering = ["position", "player"]
        constraints = [
            models.UniqueConstraint(fields=["list", "position", "player"], name="one_step_a_game"),
        ]
        indexes = [models.Index(fields=["list", "player", "position"], name="steps_of_a_player")]
