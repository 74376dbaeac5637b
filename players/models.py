"""Clubs, the people who play in them, and accounts. Knows nothing of tournaments."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from players import names


class Club(models.Model):
    """A club or an association that runs events.

    How tiles look is the club's, for all its events: the tiles on its tables are, and a competition has no
    display of its own. Notation in files is the same for everybody.
    """

    class TileStyle(models.TextChoices):
        """The faces; each tablet and each reader may take another one."""

        CLASSIC = "classic", _("traditional")
        LARGE = "large", _("large numbers")
        CONTRAST = "contrast", _("high contrast")

    class TileIndex(models.TextChoices):
        """What stands in the corner beside the number."""

        LETTERS = "letters", _("a letter: B, C, D")
        WORDS = "words", _("the word itself")

    class SuitWords(models.TextChoices):
        """What the suits are called, in the corner and in every sentence."""

        CIRCLES = "circles", _("bamboo, character, circle")
        DOTS = "dots", _("bamboo, character, dot")
        BAMS = "bams", _("bam, crak, dot")

    class EveningTables(models.TextChoices):
        """What people of an evening make who are no fours, where the rules have other tables."""

        FEWEST = "fewest", _("as few tables as can be that are not of four, fives before threes")
        THREE = "three", _("tables of three")
        FIVE = "five", _("tables of five, where one rests in each deal")
        HOUSE = "house", _("tables of four, filled up with house players")
        REST = "rest", _("tables of four, the others rest all evening")

    name = models.CharField(_("name"), max_length=100, unique=True)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    town = models.CharField(_("town"), max_length=80, blank=True)
    tile_style = models.CharField(
        _("tile faces"), max_length=10, choices=TileStyle, default=TileStyle.CLASSIC
    )
    tile_index = models.CharField(
        _("in the corner"), max_length=10, choices=TileIndex, default=TileIndex.LETTERS
    )
    suit_words = models.CharField(
        _("names of the suits"), max_length=10, choices=SuitWords, default=SuitWords.CIRCLES
    )

    evening_tables = models.CharField(
        _("who makes no four plays at"), max_length=8, choices=EveningTables, default=EveningTables.FEWEST
    )
    house_players = models.PositiveSmallIntegerField(_("house players there are"), default=3)

    owners_second_factor = models.BooleanField(_("owners need a second factor"), default=False)

    class Meta:
        ordering = ["name"]
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class PlayerQuerySet(models.QuerySet["Player"]):
    """Questions that are asked in several places."""

    def there(self) -> "PlayerQuerySet":
        """Keep those who are nobody's double and are not erased."""
        return self.filter(merged_into=None, erased_at=None)

    def with_profile(self) -> "PlayerQuerySet":
        """Keep those of them who want a profile across events."""
        return self.there().exclude(across=Player.Across.NOTHING)


class Player(models.Model):
    """A person who plays; results refer to entries, so a changed name changes no result.

    `name` is what others read; `full_name`, `email` and `phone` are for those who look after the person.
    `across` is the person's consent to a profile across events; results within each event are shown anyway.
    A double that was merged stays, so that it can be parted again; an erased person has no name left.
    """

    class Shown(models.TextChoices):
        """What others read."""

        FULL = names.FULL, _("the full name")
        INITIAL = names.INITIAL, _("initial and family name")
        ALIAS = names.ALIAS, _("another name")
        ERASED = names.ERASED, _("erased")

    class Across(models.TextChoices):
        """What a page of this person across all events shows to everybody; it is asked for, never assumed."""

        NOTHING = "nothing", _("nothing: there is no such page")
        PLACES = "places", _("events and final places")
        ALL = "all", _("events, final places, hands and figures")

    given = models.CharField(_("given name"), max_length=60, blank=True)
    family = models.CharField(_("family name"), max_length=60)
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    country = models.CharField(_("country"), max_length=3, blank=True)
    ema = models.CharField(_("EMA number"), max_length=10, blank=True)
    shown = models.CharField(_("shown to others"), max_length=8, choices=Shown, default=Shown.FULL)
    alias = models.CharField(_("other name"), max_length=60, blank=True)
    across = models.CharField(
        _("profile across events"), max_length=8, choices=Across, default=Across.NOTHING
    )
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("phone"), max_length=30, blank=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="player"
    )
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="doubles")
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["family", "given", "pk"]
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(shown=names.ALIAS) | ~models.Q(alias=""),
                name="who_is_shown_by_another_name_has_one",
            ),
            models.CheckConstraint(
                condition=models.Q(erased_at=None)
                | models.Q(given="", family="", alias="", email="", phone="", ema="", shown=names.ERASED),
                name="of_the_erased_nothing_is_kept",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def last(self) -> "Player":
        """Give who this is now: somebody else where it was a double."""
        return self.merged_into.last if self.merged_into else self

    @property
    def names_shown(self) -> tuple[str, str]:
        """Give the given and the family name that others read."""
        return names.shown(self.given, self.family, self.shown, self.alias)

    @property
    def name(self) -> str:
        return names.full_name(*self.names_shown)

    @property
    def full_name(self) -> str:
        """Give the name for those who look after the person."""
        return names.full_name(self.given, self.family) or self.name

    @property
    def listed_name(self) -> str:
        return names.listed_name(*self.names_shown)


class Account(models.Model):
    """What somebody who logs in prefers; name, address and password are the user's own."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.PROTECT, related_name="account")
    language = models.CharField(
        _("language"), max_length=10, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )

    def __str__(self) -> str:
        return f"{self.user_id} · {self.language}"
