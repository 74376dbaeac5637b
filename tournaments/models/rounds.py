"""Who sits where: rounds, tables and seats."""

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments import sittings
from tournaments.models.competition import Competition, Entry
from tournaments.models.draws import Draw

ELSEWHERE = "tournaments"  # of season_facts, by number of the meeting: which tournament counts as it


class Seat(models.TextChoices):
    """A chair, named by the wind its owner has at the start of the round; who has none then rests first."""

    EAST = "E", _("East")
    SOUTH = "S", _("South")
    WEST = "W", _("West")
    NORTH = "N", _("North")
    FIFTH = "R", _("Fifth")


def in_turn(of: str = "") -> tuple[Any, ...]:
    """Say what rounds are in order by: a second sitting stands before the next meeting; `of` leads there."""
    number = F(f"{of}number")
    return number % sittings.STEP, number


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds in the order in which they are played."""

    def in_turn(self) -> "RoundQuerySet":
        return self.order_by(*in_turn())

    def before(self, number: int) -> "RoundQuerySet":
        """Choose those that are played before a round."""
        meeting = sittings.meeting_of(number)
        return self.alias(of_meeting=F("number") % sittings.STEP).filter(
            Q(of_meeting__lt=meeting) | Q(of_meeting=meeting, number__lt=number)
        )

    def through(self, number: int) -> "RoundQuerySet":
        """Choose those that are played no later than a round; 0 comes before all."""
        meeting = sittings.meeting_of(number)
        return self.alias(of_meeting=F("number") % sittings.STEP).filter(
            Q(of_meeting__lt=meeting) | Q(of_meeting=meeting, number__lte=number)
        )

    def after(self, number: int) -> "RoundQuerySet":
        """Choose those that are played after a round."""
        meeting = sittings.meeting_of(number)
        return self.alias(of_meeting=F("number") % sittings.STEP).filter(
            Q(of_meeting__gt=meeting) | Q(of_meeting=meeting, number__gt=number)
        )

    def of_meeting(self, meeting: int) -> "RoundQuerySet":
        """Choose the sittings of a meeting."""
        return self.alias(of_meeting=F("number") % sittings.STEP).filter(of_meeting=meeting)

    def meetings(self) -> "RoundQuerySet":
        """Choose the first sittings: each stands for its meeting."""
        return self.filter(number__lt=sittings.STEP)


class Round(models.Model):
    """All tables playing at once; in a league one meeting, or one sitting of it (`sittings`).

    A draft is seen by organisers only; published seating is public; deals are taken while the round runs.
    `seating_version` is unique in the competition: a tablet that names it says which round it means, also
    when the seating has got another one since (`EarlierSeating`).
    `seed` drew the seating by a version of the draw, `seed_version` (`seating.VERSION` of its day); both are
    None where no lot did. `ranked` holds the numbers of those it was drawn of, the leader first, where it was
    drawn by the standings; `apart` lists groups of numbers that were kept apart as far as possible. All that
    it was drawn from is in `draw`, of whose rounds it is the `nth`, from 0. `by_hand` says that places were
    changed since.
    A table plays `deals`, `winds` (wind rounds) or until the clock ends, whichever comes first.
    An `announced` draft is known to readers by its day, time, venue and host; who sits where is not.
    The clock runs from `started_at` for `minutes` and `added_seconds`: pauses that are over and time given.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("seating published")
        RUNNING = "running", _("running")
        CLOSED = "closed", pgettext_lazy("state of a round", "closed")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    date = models.DateField(_("date"), null=True, blank=True)
    begins = models.TimeField(_("begins at"), null=True, blank=True)
    venue = models.CharField(_("where"), max_length=100, blank=True)
    host = models.CharField(_("host"), max_length=100, blank=True)
    announced = models.BooleanField(_("announced"), default=False)
    deals = models.PositiveSmallIntegerField(_("deals"), null=True, blank=True)
    winds = models.PositiveSmallIntegerField(_("wind rounds"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    seed = models.PositiveIntegerField(null=True, blank=True)
    seed_version = models.PositiveSmallIntegerField(null=True, blank=True)
    ranked = models.JSONField(null=True, blank=True)
    apart = models.JSONField(default=list, blank=True)
    draw = models.ForeignKey(Draw, models.PROTECT, null=True, blank=True, related_name="rounds")
    nth = models.PositiveSmallIntegerField(null=True, blank=True)
    by_hand = models.BooleanField(default=False)
    seating_version = models.PositiveIntegerField()
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    added_seconds = models.IntegerField(default=0)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = in_turn()
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="one_round_per_number"),
            models.UniqueConstraint(
                fields=["competition", "seating_version"], name="one_round_per_seating_version"
            ),
            models.UniqueConstraint(
                fields=["competition"], condition=Q(state="running"), name="one_round_runs_at_a_time"
            ),
        ]

    @property
    def meeting(self) -> int:
        """Return the number of the meeting that it is a sitting of; of a tournament's round its own."""
        return sittings.meeting_of(self.number)

    @property
    def sitting(self) -> int:
        """Return which sitting of its meeting it is, from 1 on."""
        return sittings.sitting_of(self.number)

    @property
    def is_first_sitting(self) -> bool:
        return sittings.is_first(self.number)

    @property
    def is_elsewhere(self) -> bool:
        """Tell whether a tournament counts as it: day, hour and place that it had are then not true of it."""
        return str(self.meeting) in self.competition.season_facts.get(ELSEWHERE, {})

    @property
    def short(self) -> int | str:
        """Write its number in few signs."""
        return sittings.short(self.number)

    @property
    def ends_at(self) -> datetime | None:
        """Say when the time is up, as if the clock ran on from here; None where it has no end."""
        if self.started_at is None or self.minutes is None:
            return None
        return self.started_at + timedelta(minutes=self.minutes, seconds=self.added_seconds)

    @property
    def planned_entries(self) -> int | None:
        """Say how many deals a table is to record; its totals are one."""
        return 1 if self.competition.takes_totals else self.deals

    @property
    def is_to_come(self) -> bool:
        return self.state in (self.State.DRAFT, self.State.PUBLISHED)

    @property
    def is_draft(self) -> bool:
        return self.state == self.State.DRAFT

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING

    @property
    def is_closed(self) -> bool:
        return self.state == self.State.CLOSED


class EarlierSeating(models.Model):
    """A seating version that a round had before; what was sent under it belongs to that round for ever.

    Without a round it was that of a draft which is no more: its number is not given out again.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="earlier_seatings")
    round = models.ForeignKey(Round, models.PROTECT, null=True, blank=True, related_name="earlier_seatings")
    version = models.PositiveIntegerField()

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "version"], name="one_seating_per_earlier_version"
            ),
        ]


class Table(models.Model):
    """Seats in one round, four or as the rules allow; its row is the lock under which its deals are written.

    `added_seconds` is the time that this table alone has beyond the round's. One that was re-arranged is
    played on another day (`moved_to`), and takes deals though its round is over.
    """

    round = models.ForeignKey(Round, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    added_seconds = models.PositiveIntegerField(default=0)
    moved_to = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number"),
        ]

    def __str__(self) -> str:
        return str(_("Table %(number)s") % {"number": self.number})

    @property
    def ends_at(self) -> datetime | None:
        """Say when the time is up here: the round's end, later by what this table was given."""
        end = self.round.ends_at
        return end and end + timedelta(seconds=self.added_seconds)

    @property
    def takes_deals(self) -> bool:
        return self.round.is_running or (self.moved_to is not None and self.round.is_closed)

    @property
    def added_minutes(self) -> int:
        return self.added_seconds // 60

    @staticmethod
    def seated_under(seating_version: int) -> Q:
        """Choose the tables of a round by any seating version that it has had."""
        now = Q(round__seating_version=seating_version)
        return now | Q(round__earlier_seatings__version=seating_version)


class Seating(models.Model):
    """Who sits on a seat from a deal on; the row with the greatest `from_deal` not after a deal holds.

    `left_from` is the deal from which nobody sits there any more. Who begins later came to the table, or took
    the seat over from somebody.
    """

    round = models.ForeignKey(Round, models.PROTECT, related_name="seatings")
    table = models.ForeignKey(Table, models.PROTECT, related_name="seatings")
    seat = models.CharField(max_length=1, choices=Seat)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seatings")
    from_deal = models.PositiveSmallIntegerField(default=1)
    left_from = models.PositiveSmallIntegerField(null=True, blank=True)
    stands_for = models.ForeignKey(
        Entry,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="stood_for_by",
        help_text=_("the entry that a substitute replaces"),
    )

    class Meta:
        ordering = ["table", "from_deal", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat", "from_deal"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["round", "entry", "from_deal"], name="one_seat_per_player"),
            models.CheckConstraint(condition=Q(seat__in=Seat.values), name="seat_is_a_chair"),
            models.CheckConstraint(condition=Q(from_deal__gte=1), name="seating_begins_with_a_deal"),
            models.CheckConstraint(
                condition=Q(left_from__isnull=True) | Q(left_from__gt=F("from_deal")),
                name="nobody_leaves_before_playing",
            ),
        ]
