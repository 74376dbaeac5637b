"""Who is meant by somebody who is to be entered: a person the site knows, or who registered, or another."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from django.utils.translation import gettext as _

from players.imports import Person
from tournaments.models import Competition, Registration
from tournaments.selectors import people
from tournaments.views.organiser.page import FormPage, OfCompetition

REGISTERED = "registered-"  # before the key of a registration, where others are keys of people


@dataclass(frozen=True, slots=True)
class Meant:
    """Who may be meant: people who are alike, and whoever registered under such a name and is not entered."""

    row: people.Recognised
    registered: tuple[Registration, ...]

    @classmethod
    def by(cls, competition: Competition, told: Mapping[str, Any]) -> Self:
        """Look for whoever may be a person who is to be entered alone."""
        given, family, club = people.identity_of(told)
        [row] = people.recognised(competition, [Person(0, given, family, club)])
        return cls(row, tuple(people.registered_as(competition, given, family)))

    def choices(self) -> list[tuple[str, str]]:
        """List them, each with its words; “another person” is another one than just these."""
        told = [*map(_registered, self.registered), *map(_alike, self.row.alike)]
        other = "-".join(["other", *(key for key, _said in told)])
        return [*told, (other, _("another person"))] if told else []

    def likely(self) -> str:
        """Name the choice that is likely meant."""
        given, family = self.row.person.given, self.row.person.family
        so_called = [one for one in self.registered if people.is_so_called(given, family, one)]
        if len(so_called) == 1:
            return _registered(so_called[0])[0]
        return str(self.row.likely or self.choices()[-1][0])

    def registration(self, said: str) -> Registration | None:
        """Give the registration that was chosen."""
        return next((one for one in self.registered if said == _registered(one)[0]), None)

    def person(self, said: str) -> people.Alike | None:
        """Give the known person who was chosen."""
        return self.row.meant(int(said)) if said.isascii() and said.isdigit() else None


def _registered(one: Registration) -> tuple[str, str]:
    said = _("the same as %(name)s, who registered: %(state)s")
    return f"{REGISTERED}{one.pk}", said % {"name": one.name, "state": one.get_state_display()}


def _alike(one: people.Alike) -> tuple[str, str]:
    said = _("the same as %(alike)s, entered already") if one.is_entered else _("the same as %(alike)s")
    return str(one.pk), said % {"alike": one.shown}


def as_meant(told: dict[str, Any], meant: people.Alike | None) -> dict[str, Any]:
    """Give what a service enters: the person as told, or the known one who is meant."""
    given, family, club = meant.identity if meant else people.identity_of(told)
    return told | {"given": given, "family": family, "club": club}


class AsksWhoIsMeant(FormPage, OfCompetition):
    """A page that enters one person, and asks first who is meant where somebody alike is known."""

    meant: Meant

    def form(self, data: Any = None, files: Any = None) -> Any:
        form = super().form(data, files)
        if form.is_bound and form.is_valid():
            self.meant = Meant.by(self.competition, form.cleaned_data)
            if choices := self.meant.choices():
                form.ask(choices, self.meant.likely())
        return form

    def told(self, form: Any) -> tuple[Registration | None, dict[str, Any]]:
        """Give the registration that is meant, if one is, and what a service enters."""
        told = dict(form.cleaned_data)
        said = told.pop("same", "")
        return self.meant.registration(said), as_meant(told, self.meant.person(said))
