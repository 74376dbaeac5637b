"""Which moment is meant: one that is listed, a time, or an entry of the ledger."""

from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import WholeNumber
from tournaments.models import DealVersion
from tournaments.selectors.moments import NOW, RULES, Happened
from tournaments.wording.rounds import round_name

MOST_LISTED = 60  # corrections, penalties and changes of rules, the latest of each
Choices = list[tuple[str, Any]]
KINDS = {str(code): label for code, label in DealVersion.Kind.choices}


class TimeOrDay(forms.DateTimeField):
    """A time; a day alone is its end."""

    def __init__(self, **named: Any) -> None:
        widget = forms.DateTimeInput(
            attrs={"type": "datetime-local", "step": "1"}, format="%Y-%m-%dT%H:%M:%S"
        )
        super().__init__(widget=widget, required=False, **named)

    def to_python(self, value: Any) -> datetime | None:
        try:
            day = parse_date(str(value or ""))
        except ValueError:
            day = None
        if day is not None:
            return timezone.make_aware(datetime.combine(day, time.max))
        return super().to_python(value)


class MomentForm(forms.Form):
    """One moment; an entry goes before a time, a time before what is chosen from the list."""

    choice = forms.ChoiceField(label=_("One of these moments"), required=False)
    at = TimeOrDay(label=_("or at this time"))
    entry = WholeNumber(
        label=_("or after entry of the ledger"), min_value=1, max_value=1_000_000, required=False
    )

    def __init__(self, *args: Any, known: Happened, begins: str, **named: Any) -> None:
        super().__init__(*args, **named)
        self.begins = begins
        self.fields["choice"].choices = choices_of(known)  # type: ignore[attr-defined]
        self.fields["choice"].initial = begins

    @property
    def token(self) -> str | datetime:
        """Give what was asked for, or what is shown first."""
        told = self.cleaned_data if self.is_bound and self.is_valid() else {}
        entry, at = told.get("entry"), told.get("at")
        return str(entry) if entry else at or told.get("choice") or self.begins


def choices_of(known: Happened) -> Choices:
    """List moments in groups, the latest first."""
    groups: Choices = [(NOW, gettext("Now"))]
    groups.append((gettext("Meetings") if known.competition.is_season else gettext("Rounds"), _rounds(known)))
    corrections = [
        (one.token, f"{_deal(known, one)} ({KINDS[one.kind]})", one) for one in known.corrections()
    ]
    groups.append((gettext("Corrections"), _both(corrections)))
    fined = [(one.token, _fined(known, one), one) for one in known.fined]
    groups.append((gettext("Penalties and adjusted scores"), _both(fined)))
    settled = [(one.token, _settled(known, one), one) for one in known.settled]
    groups.append((gettext("Rules and releases"), _both(settled)))
    return [one for one in groups if one[1]]


def _rounds(known: Happened) -> Choices:
    listed: Choices = []
    for one in reversed(known.rounds):
        called = round_name(known.competition, one.number, "inside")
        if one.closed_at:
            told = {"round": called, "at": _at(one.closed_at)}
            listed.append((f"after-r{one.number}", gettext("after %(round)s (%(at)s)") % told))
        if one.started_at:
            told = {"round": called, "at": _at(one.started_at)}
            listed.append((f"before-r{one.number}", gettext("before %(round)s (%(at)s)") % told))
    return listed


def _both(moments: list[tuple[str, str, Any]]) -> Choices:
    listed: Choices = []
    for token, said, one in moments[: -MOST_LISTED - 1 : -1]:
        told = {"what": said, "at": _at(one.at)}
        listed.append((f"after-{token}", gettext("just after: %(what)s, %(at)s") % told))
        listed.append((f"before-{token}", gettext("just before: %(what)s, %(at)s") % told))
    return listed


def _deal(known: Happened, one: Any) -> str:
    called = round_name(known.competition, one.round)
    return gettext("%(round)s, table %(table)s, deal %(deal)s") % {
        "round": called,
        "table": one.table,
        "deal": one.deal,
    }


def _fined(known: Happened, one: Any) -> str:
    called = round_name(known.competition, one.round)
    return gettext("%(round)s, no. %(number)s") % {"round": called, "number": one.entry}


def _settled(known: Happened, one: Any) -> str:
    if one.kind == RULES:
        return gettext("rules changed")
    return gettext("results let out through %(round)s") % {
        "round": round_name(known.competition, one.through or 0, "inside")
    }


def _at(at: datetime) -> str:
    return date_format(timezone.localtime(at), "j M Y, H:i")
