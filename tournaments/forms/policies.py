"""The rules of a season in plain fields: every rule that is common, and the rest as data for who knows it.

What comes out is a policy as JSON gives it; whether it stands is for the service.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import Points, PointsList, WholeNumber
from tournaments.ranking.seasons.described import CRITERIA
from tournaments.ranking.seasons.policy import WAYS

CODES, BONUSES, PLACES = 4, 3, 6
EMPTY: tuple[str, Any] = ("", _("nothing"))
SCHEMES = [
    ("net", _("the net of each table")),
    ("table_points", _("points by the place at the table")),
    ("place_points", _("points by the place of the whole evening")),
    ("percent", _("the final score in per cent of the opening score")),
]
FORMULAS = [
    ("none", _("nothing: it is no result")),
    ("fixed", _("fixed points")),
    ("average", _("the mean of the meetings played")),
    ("average_of_best", _("the mean of the best meetings played")),
    ("as_last", _("as much as the last of that meeting")),
]
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
SUBSTITUTES = [
    ("himself", _("scores for themselves")),
    ("absent", _("scores for the absent player")),
    ("nobody", _("scores for nobody")),
    ("fixed", _("scores for nobody; the absent player gets fixed points")),
]
PLAIN = (  # keys of a policy that are one field each, under the same name
    *("meetings", "credit_scheme", "opening", "attendance_points", "penalties", "wrong_sum"),
    *("substitute_policy", "substitute_fixed", "members_needed", "aggregate", "divide_by", "unqualified"),
    "figures_of",
)
TICKED = ("attendance_pro_rata", "absence_replaces")
AS_LINES = ("periods", "divisions")
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


class PolicyForm(forms.Form):
    """Every rule of a season; `policy` becomes what it says, as data."""

    seen = forms.CharField(widget=forms.HiddenInput)
    meetings = _number(_("Meetings planned"))
    credit_scheme = _choice(_("A meeting gives"), SCHEMES)
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
        choices=[("guest", _("guests")), ("substitute", _("substitutes")), ("withdrawn", _("who withdrew"))],
        widget=forms.CheckboxSelectMultiple,
    )
    attendance_points = _amount(_("Points for attending"))
    attendance_pro_rata = forms.BooleanField(label=_("Pro rata to the deals played"), required=False)
    penalties = _choice(
        _("Penalties"),
        [("with_meeting", _("belong to their meeting")), ("always", _("always count"))],
    )
    wrong_sum = _choice(
        _("A table whose nets do not add up to 0"),
        [("refuse", _("is refused")), ("not_counted", _("does not count"))],
    )
    members_needed = _number(_("Members without whom a meeting does not count"))
    rested = _choice(_("Who is drawn to rest gets"), FORMULAS)
    rested_amount = _amount(_("Points for resting"))
    rested_of = _number(_("Of the best so many"))
    substitute_policy = _choice(_("A substitute"), SUBSTITUTES)
    substitute_fixed = _amount(_("Points of the absent player"))
    counting = _choice(_("What counts"), COUNTING)
    best_of = _number(_("How many"))
    discards = forms.CharField(
        label=_("Dropped after 1, 2, ... meetings"), required=False, help_text=_("Such as 0,1,1,2")
    )
    every = _number(_("One for every"))
    every_from = _number(_("beyond"))
    every_of = _choice(_("of the meetings"), [("attended", _("attended")), ("held", _("held"))])
    rising = Pairs(label=_("From meeting: how many"), required=False, help_text=_("Such as 1: 2, 4: 4"))
    trimmed_best = _number(_("Best dropped"))
    trimmed_worst = _number(_("Worst dropped"))
    trimmed_per = _number(_("One at each end for every"))
    absence_replaces = forms.BooleanField(label=_("Every absence is a 0 among the results"), required=False)
    aggregate = _choice(
        _("The total is"),
        [
            ("sum", _("the sum of what counts")),
            ("mean", _("its mean")),
            ("percent", _("100 × all final scores / all opening scores")),
        ],
    )
    divide_by = _choice(
        _("A mean is divided by"),
        [("counted", _("how many count")), ("wanted", _("as many as should count"))],
    )
    minimum = _choice(_("Minimum attendance"), MINIMUMS)
    minimum_value = _number(_("Number or per cent"))
    minimum_rising = Pairs(
        label=_("From meeting: minimum"), required=False, help_text=_("Such as 1: 1, 5: 4")
    )
    unqualified = _choice(
        _("Who attended too few"),
        [("unranked", _("is not ranked")), ("after", _("is ranked behind all others"))],
    )
    figures_of = _choice(
        _("Ties look at"), [("season", _("all meetings")), ("counted", _("meetings that count"))]
    )
    periods = Lines(kind="periods", label=_("Periods"), help_text=_("One a line, such as Spring: 1 - 10"))
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
            names = [(code, CRITERIA[code].capitalize()) for code in CRITERIA if code != "points"]
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
        return told["further"] if told.get("further") is not None else dict(_keys(told))


def _given(value: Any) -> bool:
    return value not in (None, "", [], False)


def _exact(text: str) -> int | str:
    """Write an amount as a policy has it: whole ones as numbers."""
    return int(text) if re.fullmatch("-?[0-9]+", text) else text


def _exactly(value: Any) -> Any:
    if isinstance(value, list):
        return [_exact(str(one)) for one in value]
    return _exact(value) if isinstance(value, str) and re.fullmatch(r"-?\d+(/\d+)?", value) else value


def _keys(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a policy that the fields say; what is as one would expect is left out."""
    yield from ((key, _exactly(told[key])) for key in (*PLAIN, *TICKED) if _said(key, told[key]))
    yield from ((key, told[key]) for key in ("places_without", "periods", "divisions") if told[key])
    if told["credit_scheme"] == "table_points":
        yield "table_points", _exactly(told["table_points"])
    if own := {n: _exactly(told[f"table_points_{n}"]) for n in ("3", "5") if told[f"table_points_{n}"]}:
        yield "table_points_of", own
    if told["place_first"]:
        falling = {key: told[f"place_{key}"] for key in ("first", "step", "least")}
        yield "place_points", {key: _exact(value) for key, value in falling.items() if value}
    elif told["place_points"]:
        yield "place_points", _exactly(told["place_points"])
    yield "rested", _formula(told, "rested", "rested_amount", "rested_of")
    yield from _counting(told)
    yield from _minimum(told)
    yield "criteria", [told[key] for n in range(1, PLACES + 1) if told.get(key := f"criterion_{n}")]
    yield from _numbered(told)
    yield from _ends(told)


def _said(key: str, value: Any) -> bool:
    return _given(value) and not (key in ("members_needed", "attendance_points") and str(value) == "0")


def _formula(told: Mapping[str, Any], formula: str, amount: str, of: str) -> dict[str, Any]:
    made: dict[str, Any] = {"formula": told[formula]}
    if told[formula] == "fixed":
        made["amount"] = _exact(told[amount] or "0")
    elif told[formula] == "average_of_best" and told[of]:
        made["of"] = told[of]
    return made


def _counting(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    way = told["counting"]
    if way == "discard_every":
        yield way, {"every": told["every"], "from": told["every_from"] or 0, "of": told["every_of"] or "held"}
    elif way == "trimmed":
        yield way, {"best": told["trimmed_best"] or 0, "worst": told["trimmed_worst"] or 0}
    elif way == "trimmed_per":
        yield "trimmed", {"per": told["trimmed_per"] or 0}
    elif way in WAYS:
        yield way, told[way]


def _minimum(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    values = {
        "number": told["minimum_value"] or 0,
        "per_cent": f"{told['minimum_value'] or 0}%",
        "as_counted": "as_counted",
        "rising": {"rising": told["minimum_rising"]},
    }
    if told["minimum"] in values:
        yield "minimum_attendance", values[told["minimum"]]


def _numbered(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    codes = {}
    for n in range(1, CODES + 1):
        if name := told[f"code_name_{n}"].strip():
            made = _formula(told, f"code_formula_{n}", f"code_amount_{n}", f"code_of_{n}")
            made |= {"most": told[f"code_most_{n}"]} if told[f"code_most_{n}"] is not None else {}
            made |= {key: True for key in ("attended", "attendance_points") if told[f"code_{key}_{n}"]}
            codes[name] = made | ({"discardable": False} if told[f"code_stays_{n}"] else {})
    bonuses = []
    for n in range(1, BONUSES + 1):
        if fact := told[f"bonus_fact_{n}"].strip():
            most = told[f"bonus_most_{n}"]
            each = {"fact": fact, "each": _exact(told[f"bonus_each_{n}"] or "0")}
            bonuses.append(each | ({} if most is None else {"most": most}))
    yield from ((key, value) for key, value in (("absence", codes), ("bonuses", bonuses)) if value)


def _ends(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if told["year"]:
        made: dict[str, Any] = {"from": told["year"]}
        made |= {"best_of": told["year_best_of"]} if told["year_best_of"] is not None else {}
        yield "year", made | ({"points": _exactly(told["year_points"])} if told["year"] == "places" else {})
    if told["finals"] == "periods":
        yield "finals", {"from": "periods", "each": told["finals_places"], "pass_down": told["pass_down"]}
    elif told["finals"] == "table":
        yield "finals", {"from": "table", "first": told["finals_places"]}
    if told["roll_over"]:
        yield "roll_over", {"carry": _exact(told["roll_over"])}


def shown_of(policy: Mapping[str, Any]) -> dict[str, Any]:
    """Give what the fields show of a policy; what no field can show stands as data alone."""
    shown = {key: policy[key] for key in (*PLAIN, *TICKED, *AS_LINES, "places_without") if key in policy}
    shown |= {"credit_scheme": policy.get("credit_scheme", "net"), "counting": "all", "minimum": "none"}
    shown["table_points"] = [str(one) for one in policy.get("table_points", (4, 2, 1, 0))]
    own = policy.get("table_points_of", {})
    shown |= {f"table_points_{n}": list(map(str, points)) for n, points in own.items()}
    placed = policy.get("place_points")
    if isinstance(placed, dict):
        shown |= {f"place_{key}": value for key, value in placed.items()}
    elif placed:
        shown["place_points"] = list(map(str, placed))
    rested = policy.get("rested", {"formula": "fixed", "amount": 0})
    shown |= {
        "rested": rested.get("formula"),
        "rested_amount": rested.get("amount"),
        "rested_of": rested.get("of"),
    }
    shown |= _shown_counting(policy) | _shown_minimum(policy.get("minimum_attendance", 0))
    criteria = policy.get("criteria", ("total", "mahjongs", "given"))
    shown |= {f"criterion_{n}": code for n, code in enumerate(criteria, 1)}
    for n, (name, code) in enumerate(policy.get("absence", {}).items(), 1):
        shown |= {f"code_{key}_{n}": value for key, value in code.items()}
        shown |= {f"code_name_{n}": name, f"code_stays_{n}": code.get("discardable") is False}
    for n, bonus in enumerate(policy.get("bonuses", ()), 1):
        shown |= {f"bonus_{key}_{n}": value for key, value in bonus.items()}
    return shown | _shown_ends(policy)


def _shown_counting(policy: Mapping[str, Any]) -> dict[str, Any]:
    way = next((key for key in WAYS if policy.get(key) is not None), None)
    value = policy.get(way) if way else None
    if way == "discard_every" and isinstance(value, dict):
        names = {"every": "every", "from": "every_from", "of": "every_of"}
        return {"counting": way, **{names[key]: one for key, one in value.items() if key in names}}
    if way == "trimmed" and isinstance(value, dict):
        if "per" in value:
            return {"counting": "trimmed_per", "trimmed_per": value["per"]}
        return {"counting": way, **{f"trimmed_{key}": one for key, one in value.items()}}
    return {"counting": way, way: value} if way else {}


def _shown_minimum(minimum: Any) -> dict[str, Any]:
    if isinstance(minimum, dict):
        return {"minimum": "rising", "minimum_rising": minimum.get("rising")}
    if minimum == "as_counted":
        return {"minimum": "as_counted"}
    if isinstance(minimum, str):
        return {"minimum": "per_cent", "minimum_value": minimum.rstrip("% ")}
    return {"minimum": "number", "minimum_value": minimum} if minimum else {}


def _shown_ends(policy: Mapping[str, Any]) -> dict[str, Any]:
    year, finals = policy.get("year") or {}, policy.get("finals") or {}
    return {
        "year": year.get("from", ""),
        "year_best_of": year.get("best_of"),
        "year_points": list(map(str, year.get("points", ()))),
        "finals": finals.get("from", ""),
        "finals_places": finals.get("each", finals.get("first")),
        "pass_down": finals.get("pass_down", False),
        "roll_over": (policy.get("roll_over") or {}).get("carry"),
    }


def fits(policy: Mapping[str, Any]) -> bool:
    """Tell whether the fields can show a whole policy, so that nothing of it is lost."""
    beyond = set(policy.get("table_points_of", {})) - {"3", "5"}
    many = len(policy.get("absence", {})) > CODES or len(policy.get("bonuses", ())) > BONUSES
    year = set(policy.get("year") or {}) - {"from", "best_of", "points"}
    return not (beyond or many or year or len(policy.get("criteria", ())) > PLACES)
