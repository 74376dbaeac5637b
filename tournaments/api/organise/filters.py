"""What the lists for programs may be asked for, beside what the public ones may."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django_filters import CharFilter, ChoiceFilter, FilterSet

from players.models import Player
from tournaments.api.filters import Truth, Whole
from tournaments.api.public import filters as public
from tournaments.models import Registration
from tournaments.selectors import persons


class CompetitionFilters(public.CompetitionFilters):
    """Published or not, in the archive or not."""

    published = Truth()
    archived = Truth(field_name="archived_at", lookup_expr="isnull", exclude=True)


class EntryFilters(public.EntryFilters):
    """Who is checked in at a tournament, or is not yet."""

    here = Truth(field_name="arrival", lookup_expr="isnull", exclude=True)


class PenaltyFilters(FilterSet):
    """Penalties in a round, or of somebody."""

    round = Whole(field_name="round__number", label=_("number of the round"))
    entry = Whole(field_name="entry__number", label=_("number of the entry"))


class RegistrationFilters(FilterSet):
    """Registrations of one state."""

    state = ChoiceFilter(choices=Registration.State.choices)


class PersonFilters(FilterSet):
    """The people in whose names or club each word stands."""

    search = CharFilter(method="searched", max_length=100, label=_("words of the name or the club"))

    def searched(self, people: QuerySet[Player], _name: str, words: str) -> QuerySet[Player]:
        return people.filter(pk__in=[one.pk for one in persons.found(people, words)])
