"""Teams, written down a line each: a name, and who plays for it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.names import folded
from tournaments.forms.fields import Name, WholeNumber
from tournaments.models import Competition, Entry, Round, Team

MOST_IN_A_TEAM = 40
Teams = list[tuple[str, list[int]]]


class TeamsForm(forms.Form):
    """All teams of an event; whoever stands in no line plays for none."""

    teams = forms.CharField(
        label=_("Teams"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=_("A team a line: its name, a colon, the numbers or names of its members with commas."),
    )
    score = forms.ChoiceField(label=_("A team adds up"), choices=Competition.TeamScore.choices)
    best = WholeNumber(
        label=_("Members that count"),
        min_value=1,
        max_value=MOST_IN_A_TEAM,
        required=False,
        help_text=_(
            "Only the best so many totals of a team are added up. Empty: all of them. "
            "With line-ups so many are named at most."
        ),
    )
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(self, *bound: Any, entries: Sequence[Entry], season: bool, **named: Any) -> None:
        super().__init__(*bound, **named)
        self.entries = entries
        if not season:
            del self.fields["score"]

    def clean_teams(self) -> Teams:
        """Read the lines; every fault is named with its line."""
        faults: list[ValidationError] = []
        lines = self.cleaned_data["teams"].splitlines()
        read = [self._read(line, place, faults) for place, line in enumerate(lines, 1) if line.strip()]
        faults += _twice(read, self.entries)
        if faults:
            raise ValidationError(faults)
        return read

    def _read(self, line: str, place: int, faults: list[ValidationError]) -> tuple[str, list[int]]:
        name, colon, members = line.partition(":")
        if not colon or not name.strip():
            faults.append(ValidationError(_("Line %(n)s: no name with a colon after it.") % {"n": place}))
        words = [word.strip() for word in members.split(",") if word.strip()]
        return _name(name, place, faults), [
            number for word in words for number in self._meant(word, place, faults)
        ]

    def _meant(self, word: str, place: int, faults: list[ValidationError]) -> list[int]:
        """Give the number of who is meant by a number or a name; nothing where it is nobody, or several."""
        found = [
            one.number for one in self.entries if word == str(one.number) or folded(word) == folded(one.name)
        ]
        if len(found) != 1:
            said = (
                _("Line %(n)s: “%(word)s” is nobody here.")
                if not found
                else _("Line %(n)s: “%(word)s” may be several people. Write the number.")
            )
            faults.append(ValidationError(said % {"n": place, "word": word[:60]}))
        return found[:1]


def _name(name: str, place: int, faults: list[ValidationError]) -> str:
    try:
        return str(Name(max_length=60).clean(name)) if name.strip() else ""
    except ValidationError:
        faults.append(ValidationError(_("Line %(n)s: this is no name for a team.") % {"n": place}))
        return ""


def _twice(teams: Teams, entries: Iterable[Entry]) -> list[ValidationError]:
    """Say which names stand in two lines, and who plays for two teams."""
    names, numbers = [name for name, _members in teams], [one for _name, members in teams for one in members]
    people = {one.number: str(one) for one in entries}
    said = [_("Two teams are called “%(name)s”.") % {"name": one} for one in _doubles(names)]
    said += [_("%(name)s is in two teams.") % {"name": people[one]} for one in _doubles(numbers)]
    return [ValidationError(one) for one in said]


def _doubles(found: list[Any]) -> list[Any]:
    return sorted({one for one in found if one and found.count(one) > 1})


class LineUpsForm(forms.Form):
    """Who of each team counts at a meeting; one that has begun asks why."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(
        self, *bound: Any, round: Round, teams: Mapping[Team, Sequence[Entry]], **named: Any
    ) -> None:
        super().__init__(*bound, **named)
        self.teams = {f"team_{team.pk}": team for team in teams}
        for team, entries in teams.items():
            self.fields[f"team_{team.pk}"] = forms.TypedMultipleChoiceField(
                label=team.name,
                required=False,
                coerce=int,
                choices=[(one.number, str(one)) for one in entries],
                widget=forms.CheckboxSelectMultiple,
            )
        if not round.is_to_come:
            told = _("The meeting has begun. Readers of the log see why.")
            self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=300, help_text=told)

    def clean(self) -> dict[str, Any]:
        """Gather who is wanted, by key of the team."""
        cleaned = super().clean() or {}
        wanted = {team.pk: cleaned.get(name, []) for name, team in self.teams.items()}
        told: dict[str, Any] = {name: cleaned[name] for name in ("seen", "reason") if name in cleaned}
        return {"wanted": wanted, **told}
