"""What is played for: leagues, competitions and who is entered in them."""

from collections.abc import Iterable

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from players.models import Club, Player
from players.names import list_order
from tournaments.deal import consent
from tournaments.deal.hashes import BEGINNING


class League(models.Model):
    """Seasons under one name."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="leagues")
    name = models.CharField(_("name"), max_length=100)
    slug = models.SlugField(_("address"), max_length=60, unique=True)

    class Meta:
        ordering = ["name"]
        verbose_name = _("league")
        verbose_name_plural = _("leagues")

    def __str__(self) -> str:
        return self.name


def default_criteria() -> list[str]:
    return ["total", "mahjongs", "given"]


UNKNOWN_TO_TOTALS = ("mahjongs", "given")  # totals say neither who made mah-jong nor on whose discard


def unknown_criteria(entry_level: str, criteria: Iterable[str]) -> list[str]:
    """List the criteria of an order about which the tables enter nothing."""
    if entry_level != Competition.EntryLevel.TOTALS:
        return []
    return [code for code in criteria if code in UNKNOWN_TO_TOTALS]


SHOWN = ["clock", "seating", "standings"]  # on the projector until the director chooses
TURN_AFTER = 15  # seconds


def default_projector() -> list[str]:
    return list(SHOWN)


def default_table_points() -> list[str]:
    return ["4", "2", "1", "0"]


class Competition(models.Model):
    """A tournament, or a season of a league: rounds of tables with entries.

    `ruleset`, `ruleset_options` and `ruleset_hash` pin the rules the results are made under; the hash finds
    the table itself among the `KeptRules`.
    `hidden_rounds` of those planned, the last ones, are hidden until the director publishes them: results
    of rounds up to `released_through` were, and are shown whatever else is set.
    `timetable` has a list for each point: day, time, what happens, room.
    `policy` are the rules of a season as data (`ranking.seasons`); without it they follow from the single
    settings. `season_facts`, for such rules, is what no table tells, by number of the meeting and of the
    entry: `absent` (codes), `bonuses`, `credits`; by entry alone `adjustments`, `carried`, `divisions` and
    `lots`.
    A `part` belongs to another competition, `part_of`: a final that decides places of it begins with
    `decides_from`, and those who play it have `carried` what `carry` says of their totals there.
    `revision` counts every change a reader could see, and is counted by `services.ledger` and
    `services.announce`; so are the deals' `sequence`, the keys of the last word on any of them and of the
    last penalty (`last_word`, `last_penalty`), the `links` of the chain, its end and the time of its last row
    (`sealed_at`). `chain_head` is where the chain ended at the last revision: what readers see and printed
    sheets show.
    """

    class Kind(models.TextChoices):
        TOURNAMENT = "tournament", _("tournament")
        SEASON = "season", _("league season")

    class EntryLevel(models.TextChoices):
        """How much of a deal a table enters; `counting` leaves out what a loser's hand is not paid for."""

        TILES = "tiles", _("every tile of every hand")
        COUNTING = "counting", _("tiles: the winner’s hand, and of the others what counts")
        WINNER = "winner", _("the winner’s tiles, the others’ points")
        POINTS = "points", _("four values")
        TOTALS = "totals", _("what each player won or lost at the table, once at its end")

    class LastDeal(models.TextChoices):
        """What is still played when the time of a round is up."""

        FINISH = "finish", _("the deal in play is finished")
        ONE_MORE = "one_more", _("the deal in play is finished, and one more is played")
        STOP = "stop", _("nothing: the deal in play does not count")

    class CreditScheme(models.TextChoices):
        NET = "net", _("sum of nets")
        TABLE_POINTS = "table_points", _("table points")

    class SubstitutePolicy(models.TextChoices):
        HIMSELF = "himself", _("substitutes score for themselves, unranked")
        ABSENT = "absent", _("substitutes score for the absent player")

    class Rested(models.TextChoices):
        """What a meeting gives who came and was drawn to rest, beside the points for attending."""

        NONE = "none", _("nothing: the meeting is neither counted nor dropped")
        AVERAGE = "average", _("the mean of the meetings the player played")
        FIXED = "fixed", _("fixed points")

    class ConfirmedBy(models.TextChoices):
        ALL = consent.ALL, _("all four players")
        WINNER = consent.WINNER, _("the winner and one other")
        REFEREE = consent.REFEREE, _("the referee")
        NOBODY = consent.NOBODY, _("nobody: a recorded deal is official")

    class Projected(models.TextChoices):
        """What the projector of the hall turns through."""

        CLOCK = "clock", _("the clock of the round")
        SEATING = "seating", _("who sits where, until the round is over")
        TIMETABLE = "timetable", _("the timetable of the day")
        STANDINGS = "standings", _("the standings")
        TEAMS = "teams", _("the standings of the teams")
        CALLS = "calls", _("tables that call the referee")

    class Visibility(models.TextChoices):
        """When readers see the deals and the standings of a round; `access.results_through` decides."""

        LIVE = "live", _("while it is played")
        ROUND = "round", _("when it is closed")

    class OfficialWhen(models.TextChoices):
        """What makes results official, once all is played; `selectors.closing` reads the signatures."""

        CONFIRMED = "confirmed", _("as soon as all deals are confirmed")
        SIGNED = "signed", _("when two officials have signed them")

    class Part(models.TextChoices):
        """What a competition is within its event; a final has its players from the standings there."""

        FINAL = "final", _("a final")
        SIDE = "side", _("a competition beside it")

    class Carry(models.TextChoices):
        """How much of the total somebody goes on with in a final."""

        NONE = "none", _("nothing: all begin equal")
        HALF = "half", _("half of the total")
        ALL = "all", _("the whole total")

    class TeamScore(models.TextChoices):
        """What a team adds up; `services.lineups` names who counts at a meeting."""

        TOTALS = "totals", _("the totals of its members")
        NAMED = "named", _("its line-up at each meeting")

    class ConfirmedWhen(models.TextChoices):
        """When players are asked; `choice` lets each table choose at its first deal (`Agreement`)."""

        EACH = consent.EACH, _("after each deal")
        CHOICE = "choice", _("as each table chooses: after each deal, or together after each wind round")

    club = models.ForeignKey(Club, models.PROTECT, related_name="competitions", verbose_name=_("club"))
    league = models.ForeignKey(
        League, models.PROTECT, null=True, blank=True, related_name="seasons", verbose_name=_("league")
    )
    part_of = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="parts", verbose_name=_("part of")
    )
    part = models.CharField(_("as"), max_length=5, choices=Part, blank=True)
    carry = models.CharField(_("carried over"), max_length=4, choices=Carry, default=Carry.NONE)
    decides_from = models.PositiveSmallIntegerField(_("first place it decides"), null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.TOURNAMENT)
    name = models.CharField(_("name"), max_length=100)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    date = models.DateField(_("first day"))
    ruleset = models.CharField(_("rules"), max_length=40, default="bmja-tournament")
    ruleset_options = models.JSONField(_("options of the rules"), default=dict, blank=True)
    ruleset_hash = models.CharField(max_length=64)
    entry_level = models.CharField(
        _("what tables enter"), max_length=10, choices=EntryLevel, default=EntryLevel.TILES
    )
    deals_per_round = models.PositiveSmallIntegerField(_("deals per round"), null=True, blank=True)
    winds_per_round = models.PositiveSmallIntegerField(_("wind rounds per round"), null=True, blank=True)
    minutes_per_round = models.PositiveSmallIntegerField(_("minutes per round"), null=True, blank=True)
    last_deal = models.CharField(
        _("when the time is up"), max_length=8, choices=LastDeal, default=LastDeal.FINISH
    )
    criteria = models.JSONField(_("order of the standings"), default=default_criteria)
    credit_scheme = models.CharField(
        _("what counts"), max_length=12, choices=CreditScheme, default=CreditScheme.NET
    )
    table_points = models.JSONField(_("table points by place"), default=default_table_points)
    attendance_points = models.CharField(_("points for attending"), max_length=12, default="0")
    rested = models.CharField(
        _("who is drawn to rest gets"), max_length=8, choices=Rested, default=Rested.FIXED
    )
    rested_points = models.CharField(_("points for resting"), max_length=12, default="0")
    planned_rounds = models.PositiveSmallIntegerField(_("rounds planned"), null=True, blank=True)
    best_of = models.PositiveSmallIntegerField(_("best meetings that count"), null=True, blank=True)
    minimum_attendance = models.PositiveSmallIntegerField(_("minimum attendance"), default=0)
    policy = models.JSONField(_("rules of the season"), null=True, blank=True)
    season_facts = models.JSONField(_("what the tables do not tell"), default=dict, blank=True)
    team_score = models.CharField(
        _("what a team adds up"), max_length=6, choices=TeamScore, default=TeamScore.TOTALS
    )
    team_best = models.PositiveSmallIntegerField(_("members of a team that count"), null=True, blank=True)
    substitute_policy = models.CharField(
        _("substitutes"), max_length=8, choices=SubstitutePolicy, default=SubstitutePolicy.HIMSELF
    )
    confirmed_by = models.CharField(
        _("who confirms a deal"), max_length=8, choices=ConfirmedBy, default=ConfirmedBy.NOBODY
    )
    confirmed_when = models.CharField(
        _("when players confirm"), max_length=8, choices=ConfirmedWhen, default=ConfirmedWhen.EACH
    )
    official_when = models.CharField(
        _("results become official"), max_length=9, choices=OfficialWhen, default=OfficialWhen.CONFIRMED
    )
    projector = models.JSONField(_("what the projector shows"), default=default_projector)
    projector_seconds = models.PositiveSmallIntegerField(_("seconds for each page"), default=TURN_AFTER)
    prizes = models.JSONField(_("prizes by place"), default=list)
    prize_currency = models.CharField(_("currency of the prizes"), max_length=12, blank=True)
    timetable = models.JSONField(_("timetable"), default=list)
    published = models.BooleanField(_("published"), default=False)
    visibility = models.CharField(
        _("readers see the results of a round"), max_length=8, choices=Visibility, default=Visibility.LIVE
    )
    hidden_rounds = models.PositiveSmallIntegerField(_("last rounds kept hidden"), default=0)
    released_through = models.PositiveSmallIntegerField(default=0, editable=False)
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True, editable=False)
    seed = models.PositiveIntegerField(_("seed of the draw"), default=0)
    revision = models.PositiveIntegerField(default=0, editable=False)
    sequence = models.PositiveIntegerField(default=0, editable=False)
    last_word = models.PositiveBigIntegerField(default=0, editable=False)
    last_penalty = models.PositiveBigIntegerField(default=0, editable=False)
    links = models.PositiveIntegerField(default=0, editable=False)
    chain_end = models.CharField(max_length=64, default=BEGINNING, editable=False)
    sealed_at = models.DateTimeField(null=True, editable=False)
    chain_head = models.CharField(max_length=64, default=BEGINNING, editable=False)

    class Meta:
        ordering = ["-date", "name"]
        verbose_name = _("competition")
        verbose_name_plural = _("competitions")
        constraints = [
            models.CheckConstraint(
                condition=Q(part_of=None, part="") | (Q(part_of__isnull=False) & ~Q(part="")),
                name="a_part_is_of_something",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def takes_totals(self) -> bool:
        return self.entry_level == self.EntryLevel.TOTALS

    @property
    def lets_tables_choose(self) -> bool:
        """Tell whether a table may choose when its players confirm; totals are one entry, with no choice."""
        asked = self.confirmed_by in consent.BY_PLAYERS and not self.takes_totals
        return asked and self.confirmed_when == self.ConfirmedWhen.CHOICE

    @property
    def unknown_criteria(self) -> list[str]:
        """List the criteria of an older setting that are left out: the tables do not enter them."""
        return unknown_criteria(self.entry_level, self.criteria)

    @property
    def ranked_by(self) -> list[str]:
        """List the criteria that decide places, in their order."""
        return [code for code in self.criteria if code not in self.unknown_criteria] or ["total"]

    @property
    def is_final(self) -> bool:
        return self.part == self.Part.FINAL

    @property
    def is_season(self) -> bool:
        return self.kind == self.Kind.SEASON

    @property
    def has_line_ups(self) -> bool:
        return self.is_season and self.team_score == self.TeamScore.NAMED


def house_name(number: int | None) -> str:
    """Name a house player who is nobody in particular, in the reader's language; some have no number yet."""
    if number is None:
        return str(_("House player"))
    return str(_("House player %(number)s") % {"number": number})


class Team(models.Model):
    """Some entries whose results are added up; the log has its key, for its name may be somebody's."""

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="teams")
    name = models.CharField(_("name"), max_length=60)

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("team")
        verbose_name_plural = _("teams")

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in a competition, with the number printed on seating cards.

    Guests and substitutes sit and pay like everybody but are not ranked; a house player fills a table
    when the number of players is not a multiple of four. `carried` is what a finalist brought along, exactly
    as `figures.text` writes it.
    """

    class Status(models.TextChoices):
        PLAYER = "player", _("player")
        GUEST = "guest", _("guest")
        SUBSTITUTE = "substitute", _("substitute")
        HOUSE = "house", _("house player")
        WITHDRAWN = "withdrawn", _("withdrawn")

    PLAYING = (Status.PLAYER, Status.GUEST)  # who is drawn to play, and counts as a player
    COMING = (*PLAYING, Status.SUBSTITUTE)  # who may be checked in
    RANKED = (Status.PLAYER, Status.WITHDRAWN)

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="entries")
    number = models.PositiveSmallIntegerField(_("number"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.PLAYER)
    carried = models.CharField(_("carried over"), max_length=24, default="0")
    team = models.ForeignKey(
        Team, models.PROTECT, null=True, blank=True, related_name="entries", verbose_name=_("team")
    )

    class Meta:
        ordering = ["number"]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="one_entry_per_number"),
            models.UniqueConstraint(fields=["competition", "player"], name="one_entry_per_player"),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | Q(status="house"),
                name="only_a_house_player_is_nobody",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_is_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}" if self.player else self.name  # which has the number

    @property
    def name(self) -> str:
        """Say who sits there; a house player without a person is known by the number."""
        if self.player is None:
            return house_name(self.number)
        return self.player.name

    @property
    def number_beside(self) -> str:
        """Write the number to stand beside the name; of a house player nothing, for the name has it."""
        return str(self.number) if self.player else ""

    @property
    def listed_name(self) -> str:
        """Say who sits there in a list that is in order of family names."""
        return house_name(self.number) if self.player is None else self.player.listed_name

    @property
    def list_order(self) -> tuple[str, str, str]:
        """Give the place in a list in order of names."""
        return list_order(self.listed_name)

    @property
    def is_ranked(self) -> bool:
        return self.status in self.RANKED


class CheckIn(models.Model):
    """Somebody who came to a league meeting; tables are made up from those checked in."""

    round = models.ForeignKey("tournaments.Round", models.PROTECT, related_name="check_ins")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="check_ins")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["entry__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="one_check_in_per_round_and_entry"),
        ]


class Arrival(models.Model):
    """Somebody who came to a tournament; who is here is for the staff to see, no figure rests on it."""

    entry = models.OneToOneField(Entry, models.PROTECT, related_name="arrival")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]
