"""The rules of a season in plain fields: every rule that is common, and the rest as data for who knows it.

What comes out is a policy as JSON gives it; whether it stands is for the service.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import Points, PointsList, WholeNumber
from tournaments.forms.policy_fields import BONUSES, CODES, PLACES, policy_of_fields, shown_of
from tournaments.ranking.seasons.policy import CRITERIA
from tournaments.ranking.standings import criterion_name
from tournaments.wording import seasons

EMPTY: tuple[str, Any] = ("", _("nothing"))
FORMULAS = [*seasons.FORMULAS.items()]
COUNTING = [
    ("all", _("all meetings")),
    ("best_of", _("the best so many")),
    ("discards", _("all but the worst, after each meeting so many")),
    ("discard_every", _("all but one worst for every so many meetings")),
    ("rising", _("the best so many, a number that rises")),
    ("trimmed", _("all but the best and the worst so many")),
    ("trimmed_per", _("all but one best and one worst for every so many")),
]
MINIMUMS = [
    ("none", _("no minimum")),
    ("number", _("so many meetings")),
    ("per_cent", _("so many per cent of the meetings")),
    ("as_counted", _("as many as count")),
    ("rising", _("a number that rises")),
]
PAIR = re.compile(r"\s*(\d+)\s*:\s*(\d+)\s*")
PERIOD = re.compile(r"\s*(.+?)\s*:?\s+(\d+)\s*(?:-|–|to)\s*(\d+)\s*")
DIVISION = re.compile(r"\s*(.+?)(?:\s*[:,]\s*up\s+(\d+))?(?:\s*[:,]\s*down\s+(\d+))?\s*")


class Pairs(forms.CharField):
    """A number that rises, as pairs of meeting and figure: `1: 2, 4: 4`; kept as a list of pairs."""

    def prepare_value(self, value: Any) -> Any:
        return (
            ", ".join(f"{first}: {figure}" for first, figure in value) if isinstance(value, list) else value
        )

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        found = [PAIR.fullmatch(one) for one in text.split(",")] if text else []
        if not all(found):
            raise ValidationError(_("Write it as meeting and number, such as 1: 2, 4: 4."))
        return [[int(one[1]), int(one[2])] for one in found if one]


class Lines(forms.CharField):
    """One thing a line; each is read by a pattern into a record."""

    widget = forms.Textarea(attrs={"rows": 4})

    def __init__(self, *, kind: str, **named: Any) -> None:
        super().__init__(required=False, **named)
        self.kind = kind

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(map(self._written, value)) if isinstance(value, list) else value

    def _written(self, one: Mapping[str, Any]) -> str:
        if self.kind == "periods":
            return f"{one['name']}: {one['first']} - {one['last']}"
        told = [f", {key} {one[key]}" for key in ("up", "down") if one.get(key)]
        return "".join([one["name"], *told])

    def to_python(self, value: Any) -> Any:
        lines = [line for line in (super().to_python(value) or "").splitlines() if line.strip()]
        return [self._read(line) for line in lines]

    def _read(self, line: str) -> dict[str, Any]:
        found = (PERIOD if self.kind == "periods" else DIVISION).fullmatch(line)
        if found is None:
            raise ValidationError(_("This line cannot be read: %(line)s"), params={"line": line.strip()})
        if self.kind == "periods":
            return {"name": found[1], "first": int(found[2]), "last": int(found[3])}
        moves = zip(("up", "down"), found.groups()[1:], strict=True)
        return {"name": found[1], **{key: int(number) for key, number in moves if number}}


def _amount(label: Any, **named: Any) -> Points:
    return Points(label=label, required=False, **named)


def _number(label: Any, **named: Any) -> WholeNumber:
    return WholeNumber(label=label, required=False, min_value=0, max_value=9999, **named)


def _choice(label: Any, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices)


def _choice_of(key: str) -> forms.ChoiceField:
    return _choice(seasons.SETTINGS[key], [*seasons.VALUES[key].items()])


class PolicyForm(forms.Form):
    """Every rule of a season; `policy` becomes what it says, as data."""

    seen = forms.CharField(widget=forms.HiddenInput)
    meetings = _number(_("Meetings planned"))
    credit_scheme = _choice_of("credit_scheme")
    table_points = PointsList(label=_("Points by place at the table"), required=False)
    table_points_3 = PointsList(label=_("At a table of three"), required=False)
    table_points_5 = PointsList(label=_("At a table of five"), required=False)
    place_points = PointsList(label=_("Points by place of the evening"), required=False)
    place_first = _amount(_("Or: points of the first"))
    place_step = _amount(_("less for each further place"))
    place_least = _amount(_("but at least"))
    opening = _amount(_("Opening score of an evening"), help_text=_("Only for per cent."))
    places_without = forms.MultipleChoiceField(
        label=_("Places of the others leave out"),
        required=False,
        choices=[*seasons.VALUES["places_without"].items()],
        widget=forms.CheckboxSelectMultiple,
    )
    attendance_points = _amount(_("Points for attending"))
    attendance_pro_rata = forms.BooleanField(label=_("Pro rata to the deals played"), required=False)
    penalties = _choice_of("penalties")
    wrong_sum = _choice_of("wrong_sum")
    members_needed = _number(_("Members without whom a meeting does not count"))
    rested = _choice(_("Who is drawn to rest gets"), FORMULAS)
    rested_amount = _amount(_("Points for resting"))
    rested_of = _number(_("Of the best so many"))
    substitute_policy = _choice_of("substitute_policy")
    substitute_fixed = _amount(_("Points of the absent player"))
    counting = _choice(_("What counts"), COUNTING)
    best_of = _number(_("How many"))
    discards = forms.CharField(
        label=_("Dropped after 1, 2, ... meetings"), required=False, help_text=_("Such as 0,1,1,2")
    )
    every = _number(_("One for every"))
    every_from = _number(_("beyond"))
    every_of = _choice(
        _("of the meetings"),
        [("attended", pgettext_lazy("meetings", "attended")), ("held", pgettext_lazy("meetings", "held"))],
    )
    rising = Pairs(label=_("From meeting: how many"), required=False, help_text=_("Such as 1: 2, 4: 4"))
    trimmed_best = _number(_("Best dropped"))
    trimmed_worst = _number(_("Worst dropped"))
    trimmed_per = _number(_("One at each end for every"))
    absence_replaces = forms.BooleanField(label=_("Every absence is a 0 among the results"), required=False)
    aggregate = _choice_of("aggregate")
    divide_by = _choice_of("divide_by")
    minimum = _choice(_("Minimum attendance"), MINIMUMS)
    minimum_value = _number(_("Number or per cent"))
    minimum_rising = Pairs(
        label=_("From meeting: minimum"), required=False, help_text=_("Such as 1: 1, 5: 4")
    )
    unqualified = _choice_of("unqualified")
    figures_of = _choice_of("figures_of")
    periods = Lines(kind="periods", label=_("Periods"), help_text=_("One a line, such as Spring: 1–10"))
    year = _choice(
        _("The year"),
        [
            ("", _("has no table of its own")),
            ("totals", _("adds the totals of the periods")),
            ("places", _("adds points for the place in each period")),
            ("meetings", _("is a table over all meetings")),
        ],
    )
    year_best_of = _number(_("Of these count the best"))
    year_points = PointsList(label=_("Points by place in a period"), required=False)
    finals = _choice(
        _("Finals"),
        [("", _("none")), ("periods", _("out of each period")), ("table", _("out of the table"))],
    )
    finals_places = _number(_("How many go on"))
    pass_down = forms.BooleanField(label=_("Who is in already lets the next one in"), required=False)
    divisions = Lines(
        kind="divisions",
        label=_("Divisions"),
        help_text=_("One a line, the first on top, such as A, down 2 and B, up 2"),
    )
    roll_over = _amount(_("Share of the total carried over"), help_text=_("Such as 1/2"))
    further = forms.CharField(
        label=_("All of it as data (JSON)"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=_("For who knows it: what stands here is taken instead of all fields above."),
    )

    def __init__(self, *bound: Any, policy: Mapping[str, Any], seen: str, **named: Any) -> None:
        named["initial"] = {**shown_of(policy), "seen": seen, **(named.get("initial") or {})}
        super().__init__(*bound, **named)
        for name in ("every_of", "year", "finals"):
            self.fields[name].required = False
        for nth in range(1, CODES + 1):
            self._add_code(nth)
        for nth in range(1, BONUSES + 1):
            self.fields[f"bonus_fact_{nth}"] = forms.CharField(
                label=_("For each"), required=False, max_length=40
            )
            self.fields[f"bonus_each_{nth}"] = _amount(_("points"))
            self.fields[f"bonus_most_{nth}"] = _number(_("at most so often"))
        for nth in range(1, PLACES + 1):
            names = [(code, gettext(criterion_name(code, season=True))) for code in CRITERIA]
            self.fields[f"criterion_{nth}"] = forms.ChoiceField(
                label=_("%(n)s. by") % {"n": nth},
                required=nth == 1,
                choices=names if nth == 1 else [EMPTY, *names],
            )

    def _add_code(self, nth: int) -> None:
        self.fields[f"code_name_{nth}"] = forms.CharField(label=_("Reason"), required=False, max_length=40)
        self.fields[f"code_formula_{nth}"] = forms.ChoiceField(
            label=_("gives"), choices=FORMULAS, required=False
        )
        self.fields[f"code_amount_{nth}"] = _amount(_("points"))
        self.fields[f"code_of_{nth}"] = _number(_("of the best so many"))
        self.fields[f"code_most_{nth}"] = _number(_("at most so often"))
        self.fields[f"code_attended_{nth}"] = forms.BooleanField(label=_("attended"), required=False)
        self.fields[f"code_attendance_points_{nth}"] = forms.BooleanField(
            label=_("with the points for attending"), required=False
        )
        self.fields[f"code_stays_{nth}"] = forms.BooleanField(label=_("cannot be dropped"), required=False)

    def rows(self, *names: str, most: int) -> list[list[Any]]:
        """Group numbered fields by their number."""
        return [[self[f"{name}_{nth}"] for name in names] for nth in range(1, most + 1)]

    def code_rows(self) -> list[list[Any]]:
        """List the fields of each reason for absence."""
        told = ("name", "formula", "amount", "of", "most", "attended", "attendance_points", "stays")
        return self.rows(*(f"code_{one}" for one in told), most=CODES)

    def bonus_rows(self) -> list[list[Any]]:
        """List the fields of each bonus."""
        return self.rows("bonus_fact", "bonus_each", "bonus_most", most=BONUSES)

    def criterion_fields(self) -> list[Any]:
        """List the order of places."""
        return [self[f"criterion_{nth}"] for nth in range(1, PLACES + 1)]

    def clean_further(self) -> Any:
        """Read what was pasted; None where nothing was."""
        text = self.cleaned_data["further"].strip()
        if not text:
            return None
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValidationError(_("This is no JSON.")) from error

    @property
    def policy(self) -> Any:
        """Give the policy as data: what was pasted, else what the fields say."""
        told = self.cleaned_data
        return told["further"] if told.get("further") is not None else policy_of_fields(told)
