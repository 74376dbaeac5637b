"""What the lists for programs may be asked for, beside what the public ones may."""

from django.utils.translation import gettext_lazy as _
from django_filters import ChoiceFilter, FilterSet

from tournaments.api.filters import Truth, Whole
from tournaments.api.public import filters as public
from tournaments.models import Registration


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
