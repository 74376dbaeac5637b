"""What each public list may be asked for."""

from django.utils.translation import gettext_lazy as _
from django_filters import ChoiceFilter, FilterSet

from tournaments.api.filters import Address, Day, Whole
from tournaments.models import Competition, Entry, Round


class CompetitionFilters(FilterSet):
    """Tournaments or seasons, of a club or a league, that begin within some days."""

    kind = ChoiceFilter(choices=Competition.Kind.choices)
    club = Address(field_name="club__slug", label=_("address of the club"))
    league = Address(field_name="league__slug", label=_("address of the league"))
    since = Day(field_name="date", lookup_expr="gte", label=_("first day, at the earliest"))
    until = Day(field_name="date", lookup_expr="lte", label=_("first day, at the latest"))


class EntryFilters(FilterSet):
    """Players, guests, substitutes, house players, or who withdrew."""

    status = ChoiceFilter(choices=Entry.Status.choices)


class RoundFilters(FilterSet):
    """Rounds that are published, running or closed."""

    state = ChoiceFilter(choices=Round.State.choices)


class SeatingFilters(FilterSet):
    """The seats of a round or a table, or of one entry."""

    round = Whole(field_name="round__number", label=_("number of the round"))
    table = Whole(field_name="table__number", label=_("number of the table"))
    entry = Whole(field_name="entry__number", label=_("number of the entry"))


class LineUpFilters(FilterSet):
    """The line-ups of a meeting, or where one entry is named."""

    round = Whole(field_name="round__number", label=_("number of the round"))
    entry = Whole(field_name="entry__number", label=_("number of the entry"))


class DealFilters(FilterSet):
    """The deals of a round or a table."""

    round = Whole(field_name="table__round__number", label=_("number of the round"))
    table = Whole(field_name="table__number", label=_("number of the table"))


class LeagueFilters(FilterSet):
    """The leagues of a club."""

    club = Address(field_name="club__slug", label=_("address of the club"))


class PlayerFilters(FilterSet):
    """The people of a club."""

    club = Address(field_name="club__slug", label=_("address of the club"))
