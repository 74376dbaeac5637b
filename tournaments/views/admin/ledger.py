"""The ledger as it is written: deals in all their versions, what they gave, and the log. To be read alone.

The database refuses changes here, too. What is corrected is corrected on the pages of the event.
"""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments.models import (
    Action,
    Agreement,
    Confirmation,
    DealVersion,
    HeldSubmission,
    Penalty,
    Ruling,
    ScoreRow,
)
from tournaments.selectors.log import VERBS
from tournaments.views.admin.site import SITE, ReadOnly

BY_EVENT = _("Address of the event")


class Ledger(ReadOnly):
    """Rows of one table of the ledger, found by their event."""

    search_fields = ("=competition__slug",)
    search_help_text = BY_EVENT


@admin.register(DealVersion, site=SITE)
class Deals(Ledger):
    """Deals, each in every version: what is no first one corrects that before it."""

    list_display = ("id", "competition", "round", "table", "number", "version", "kind", "actor", "at")
    list_filter = ("kind", "void")
    list_select_related = ("competition", "table__round", "actor")
    heavy = ("content", "result", "seal")
    exclude = ("seal",)

    @admin.display(description=_("round"))
    def round(self, row: Any) -> int:
        """Give the number of its round."""
        return int(row.table.round.number)


@admin.register(ScoreRow, site=SITE)
class Scores(Ledger):
    """What a version of a deal gave each player."""

    list_display = ("id", "event", "deal", "seat", "entry", "value", "net", "mahjong", "gave")
    list_filter = ("mahjong", "gave")
    search_fields = ("=version__competition__slug",)
    list_select_related = ("version__competition", "version__table", "entry__player")
    fields = ("event", "deal", "seat", "entry", "own_wind", "value", "special", "net", "mahjong", "gave")

    @admin.display(description=_("competition"))
    def event(self, row: Any) -> str:
        """Name the event that it is of."""
        return str(row.version.competition)

    @admin.display(description=_("deal"))
    def deal(self, row: Any) -> str:
        """Name the version of the deal."""
        return str(row.version)


@admin.register(Penalty, site=SITE)
class Penalties(Ledger):
    """Penalties and adjusted scores, and what took one back."""

    list_display = ("id", "competition", "round", "table", "deal", "entry", "amount", "actor", "at")
    list_select_related = ("competition", "round", "table", "entry__player", "actor")
    exclude = ("seal",)


@admin.register(Confirmation, site=SITE)
class Words(Ledger):
    """What players, or the staff in their stead, said of a version."""

    list_display = ("id", "event", "version", "seat", "answer", "actor", "at")
    list_filter = ("answer",)
    search_fields = ("=version__competition__slug",)
    list_select_related = ("version__competition", "version__table", "actor")
    exclude = ("seal",)

    @admin.display(description=_("competition"))
    def event(self, row: Any) -> str:
        """Name the event that it is of."""
        return str(row.version.competition)


@admin.register(Agreement, site=SITE)
class Agreements(Ledger):
    """When the players of a table confirm."""

    list_display = ("id", "event", "table", "confirms", "at")
    search_fields = ("=table__round__competition__slug",)
    list_select_related = ("table__round__competition",)
    exclude = ("seal",)

    @admin.display(description=_("competition"))
    def event(self, row: Any) -> str:
        """Name the event that it is of."""
        return str(row.table.round.competition)


@admin.register(HeldSubmission, site=SITE)
class Held(Ledger):
    """What tablets sent and could not be recorded, as it came."""

    list_display = ("id", "competition", "table_number", "deal", "code", "at")
    list_select_related = ("competition",)
    heavy = ("body", "facts", "seal")
    exclude = ("seal",)


@admin.register(Ruling, site=SITE)
class Rulings(Ledger):
    """What became of what was held."""

    list_display = ("id", "event", "decision", "actor", "at")
    list_filter = ("decision",)
    search_fields = ("=submission__competition__slug",)
    list_select_related = ("submission__competition", "actor")
    exclude = ("seal",)

    @admin.display(description=_("competition"))
    def event(self, row: Any) -> str:
        """Name the event that it is of."""
        return str(row.submission.competition)


@admin.register(Action, site=SITE)
class Log(ReadOnly):
    """The log of every event and club."""

    list_display = ("id", "competition", "what", "actor", "device", "at")
    search_fields = ("=competition__slug", "=verb", "=actor__username")
    search_help_text = _("Address of the event, name of what was done, or of the account")
    list_select_related = ("competition", "actor", "device")
    heavy = ("facts", "seal")
    fields = ("competition", "what", "verb", "facts", "reason", "actor", "device", "at")

    @admin.display(description=_("what"))
    def what(self, row: Any) -> str:
        """Say what was done, as the log of the event says it."""
        return str(VERBS.get(row.verb, row.verb)).rstrip(":")
