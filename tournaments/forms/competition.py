"""The settings of a tournament or of a league season, with the options of its rules."""

from collections.abc import Mapping
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.forms.fields import CalendarDay, Name, Points, PointsList, WholeNumber, choose_from
from tournaments.forms.options import IN_FORCE, OPTION, OWN, RuleOptionsForm
from tournaments.models import Competition
from tournaments.models.competition import default_table_points, unknown_criteria
from tournaments.ranking.standings import criterion_name
from tournaments.refusals import Refusal
from tournaments.services.competitions import beginning
from tournaments.services.reckoning import offered_rulesets

MOST_WINDS = 4
PLACES = 5  # criteria that can be chosen; beyond these nobody can follow why one is behind another
OFFICIAL_MEETING = _("Standings become official when every deal of a closed meeting is confirmed.")
MEETING_LABELS = {
    "planned_rounds": _("Meetings planned"),
    "deals_per_round": _("Deals per meeting"),
    "winds_per_round": _("Wind rounds per meeting"),
    "minutes_per_round": _("Minutes per meeting"),
    "visibility": _("Readers see the results of a meeting"),
    "hidden_rounds": _("Last meetings kept hidden"),
}
SEASON_ONLY = ("attendance_points", "rested", "rested_points", "best_of", "minimum_attendance")
BY_RULES = ("credit_scheme", "table_points", *SEASON_ONLY, "substitute_policy")  # where rules as data say it
CHOSEN_CRITERIA = ("total", "net", "points", "mahjongs", "given", "best_round", "head_to_head")


class CompetitionForm(RuleOptionsForm):
    """Everything that can be set, and a field for each option of the chosen rules.

    It changes a `competition`, or begins a new one, which may be `like` an earlier one: that is only shown.
    `cleaned_data` becomes the fields of a competition through `fields_of_competition`.
    """

    name = Name(label=_("Name"), max_length=100)
    date = CalendarDay(label=_("First day"))
    ruleset = forms.ChoiceField(label=_("Rules"))
    entry_level = forms.ChoiceField(
        label=_("What tables enter"),
        choices=Competition.EntryLevel.choices,
        help_text=_(
            "Every tile: each hand is checked as a whole, and all four against each other. What counts: half "
            "the taps; tiles that losers keep to themselves are worth nothing and cannot be checked, and who "
            "is paid for the hand as a whole, as for fishing, shows every tile. Points: the server works out "
            "who pays whom, no more. Totals: one entry for a whole table, where nothing can be checked or "
            "explained."
        ),
    )
    confirmed_by = forms.ChoiceField(
        label=_("Who confirms a deal"),
        choices=Competition.ConfirmedBy.choices,
        help_text=_("Standings become official when every deal of a closed round is confirmed."),
    )
    confirmed_when = forms.ChoiceField(
        label=_("When players confirm"),
        choices=Competition.ConfirmedWhen.choices,
        help_text=_(
            "After each deal: everybody still knows what was played. Where tables choose, the tablet asks "
            "once, after the first deal of a round. Together is quicker: each player then sees all deals of "
            "the wind round with his own changes, and until then they are not confirmed. What a table chose "
            "stays."
        ),
    )
    planned_rounds = WholeNumber(label=_("Rounds planned"), min_value=1, max_value=60, required=False)
    deals_per_round = WholeNumber(label=_("Deals per round"), min_value=1, max_value=200, required=False)
    winds_per_round = WholeNumber(
        label=_("Wind rounds per round"),
        min_value=1,
        max_value=MOST_WINDS,
        required=False,
        help_text=_("East has passed all round so often. Where more is set, what comes first ends it."),
    )
    minutes_per_round = WholeNumber(label=_("Minutes per round"), min_value=1, max_value=600, required=False)
    last_deal = forms.ChoiceField(label=_("When the time is up"), choices=Competition.LastDeal.choices)
    credit_scheme = forms.ChoiceField(
        label=_("What counts in the standings"), choices=Competition.CreditScheme.choices
    )
    table_points = PointsList(
        label=_("Table points by place"),
        required=False,
        help_text=_(
            "First to last place at a table, for instance 4 2 1 0. Shared places share the points exactly."
        ),
    )
    attendance_points = Points(
        label=_("Points for attending"), required=False, help_text=_("Added for every meeting attended.")
    )
    rested = forms.ChoiceField(
        label=_("Who is drawn to rest gets"),
        choices=Competition.Rested.choices,
        help_text=_("Who came and was drawn to rest attended, and has the points for attending as well."),
    )
    rested_points = Points(
        label=_("Points for resting"), required=False, help_text=_("Only where fixed points are chosen.")
    )
    best_of = WholeNumber(
        label=_("Best meetings that count"),
        min_value=1,
        max_value=200,
        required=False,
        help_text=_("Only a player’s best so many meetings count. Empty: all count."),
    )
    minimum_attendance = WholeNumber(
        label=_("Minimum attendance"),
        min_value=0,
        max_value=200,
        required=False,
        help_text=_("Who attended fewer meetings is listed below all others."),
    )
    substitute_policy = forms.ChoiceField(
        label=_("Substitutes"), choices=Competition.SubstitutePolicy.choices
    )
    visibility = forms.ChoiceField(
        label=_("Readers see the results of a round"),
        choices=Competition.Visibility.choices,
        help_text=_("Its deals, and the standings with them. Seating and clock are seen at once."),
    )
    official_when = forms.ChoiceField(
        label=_("Results become official"),
        choices=Competition.OfficialWhen.choices,
        help_text=_(
            "Signed: they stay provisional until you announce them, objections are answered, and two people "
            "who may rule have signed. Certificates are printed after that. Where only one person may rule, "
            "invite a second as referee, or let them be official as soon as all deals are confirmed."
        ),
    )
    hidden_rounds = WholeNumber(
        label=_("Last rounds kept hidden"),
        min_value=0,
        max_value=60,
        required=False,
        help_text=_("Until you publish them on the board, for instance at the prize-giving. Empty: none."),
    )
    # For which way of entering the form offered an order of the standings.
    criteria_of = forms.CharField(widget=forms.HiddenInput, required=False)
    # Of a form that creates: pressed twice it creates one competition.
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        *bound: Any,
        season: bool = False,
        competition: Competition | None = None,
        like: Competition | None = None,
        **named: Any,
    ) -> None:
        shown = competition or like
        named["initial"] = {
            "key": uuid4(),
            **defaults(season),
            **(settings_of(shown) if shown else {}),
            **(named.get("initial") or {}),
        }
        super().__init__(*bound, **named)
        self.season, self.competition = season, competition
        offered = [(id_, gettext(scoring.load_rules(id_).name)) for id_ in offered_rulesets()]
        choose_from(self, "ruleset", offered)
        self.ruled: Mapping[str, Any] | None = competition.policy if competition else None
        for name, label in MEETING_LABELS.items() if season else ():
            self.fields[name].label = label
        if season:
            self.fields["confirmed_by"].help_text = OFFICIAL_MEETING
        for name in self._not_asked():
            del self.fields[name]
        if self.ruled is None:
            self._add_criteria()
        self._add_options(shown)
        self.order_fields(self._as_on_the_page())
        for field in self.fields.values():
            if isinstance(field, WholeNumber):
                field.widget.attrs["inputmode"] = "numeric"

    def _not_asked(self) -> tuple[str, ...]:
        """Name what is no setting here: of a season in a tournament, or what a season's own rules say."""
        if self.ruled is None:
            return () if self.season else SEASON_ONLY
        return (*BY_RULES, "planned_rounds") if self.ruled.get("meetings") else BY_RULES

    def _as_on_the_page(self) -> list[str]:
        """Order the fields as people meet them: the rules with their options before the standings."""
        options = [name for name in self.fields if name.startswith(OPTION)]
        places = [f"criterion_{place}" for place in range(1, PLACES + 1)]
        last = "substitute_policy"
        rules = ["ruleset", *options, IN_FORCE, OWN]
        standings = [name for name in SETTINGS if name not in (*PLAY, *READERS, "ruleset", last)]
        return [*PLAY, *rules, *standings, *places, last, *READERS]

    def _add_criteria(self) -> None:
        level = self.data.get("entry_level") or self.initial["entry_level"]
        self.left_out = unknown_criteria(level, CHOSEN_CRITERIA)
        offered = [code for code in CHOSEN_CRITERIA if code not in self.left_out]
        choices = [(code, self._criterion(code)) for code in offered]
        shown = [code for code in self.initial["criteria"] if code in offered]
        self.let_go = self._let_go_of_preset(level)
        self.initial["criteria_of"] = level
        for place in range(1, PLACES + 1):
            nothing = [] if place == 1 else [("", pgettext("no further criterion", "nothing"))]
            self.fields[f"criterion_{place}"] = forms.ChoiceField(
                label=gettext("%(place)s. by") % {"place": place},
                choices=nothing + choices,
                required=place == 1,
                error_messages={
                    "invalid_choice": gettext("Tables do not enter this. Choose something else, or nothing.")
                },
            )
            self.initial.setdefault(f"criterion_{place}", _nth(shown, place))

    def _let_go_of_preset(self, level: str) -> list[str]:
        """Take out of what was sent those criteria that the form had chosen before totals were; name them.

        What somebody chose by hand stays, and is refused beside its field.
        """
        before = self.data.get("criteria_of") or level
        names = [f"criterion_{place}" for place in range(1, PLACES + 1)]
        sent = [self.data.get(name, "") for name in names]
        preset = [code for code in self.initial["criteria"] if code not in unknown_criteria(before, [code])]
        kept = [code for code, own in zip(sent, preset, strict=False) if code == own]
        gone = [code for code in kept if code in self.left_out]
        if before == level or not gone:
            return []
        left = [code for code in sent if code and code not in gone] or ["total"]
        data = cast(QueryDict, self.data).copy()
        for place, name in enumerate(names, start=1):
            data[name] = _nth(left, place)
        data["criteria_of"] = level
        self.data = data
        return [self._criterion(code) for code in gone]

    def criterion_fields(self) -> list[Any]:
        """List the bound fields of the order of the standings."""
        return [self[f"criterion_{place}"] for place in range(1, PLACES + 1)]

    def criteria_left_out(self) -> list[str]:
        """Name what cannot decide places, because tables do not enter it."""
        return [self._criterion(code) for code in self.left_out]

    def said_of_order(self) -> str:
        """Say what the order of the standings was left without; nothing where it is as it was sent."""
        if self.ruled is not None or not self.let_go:
            return ""
        told = gettext("Left out of the order of the standings, because tables enter totals only: %(names)s.")
        return told % {"names": ", ".join(self.let_go)}

    def _criterion(self, code: str) -> str:
        return gettext(criterion_name(code, season=self.season))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen = [
            cleaned[name] for name in map("criterion_{}".format, range(1, PLACES + 1)) if cleaned.get(name)
        ]
        self._refuse_twice(cleaned)
        counted = cleaned.get("credit_scheme") == Competition.CreditScheme.TABLE_POINTS
        if counted and not cleaned.get("table_points") and "table_points" not in self.errors:
            self.add_error("table_points", _("Table points count: say how many for each place."))
        planned = cleaned.get("planned_rounds") or (self.ruled or {}).get("meetings")
        if cleaned.get("hidden_rounds") and not planned:
            self.add_error("planned_rounds", _("Say how many are planned, so that the last ones are known."))
        if chosen:
            cleaned["criteria"] = chosen
        if not self.errors and not self.rules_changed:
            self._check_options()
        return cleaned

    def _refuse_twice(self, cleaned: Mapping[str, Any]) -> None:
        seen: set[str] = set()
        for name in map("criterion_{}".format, range(1, PLACES + 1)):
            code = cleaned.get(name, "")
            if code and code in seen:
                self.add_error(name, _("This stands further up already. Choose something else, or nothing."))
            seen.add(code)

    def fields_of(self, refusal: Refusal) -> list[str]:
        """Name the fields that a refusal of the whole form is about, as far as they were changed."""
        if refusal.code == "rules_not_offered":
            return ["ruleset"]
        if refusal.code != "competition_started":
            return []
        fixed = ("ruleset", "entry_level", IN_FORCE, OWN)
        return [one for one in self.changed_data if one in fixed or one.startswith(OPTION)]

    def fields_of_competition(self) -> dict[str, Any]:
        """Give the fields of a competition as they were chosen."""
        cleaned = self.cleaned_data
        plain = {name: cleaned[name] for name in SETTINGS if name in cleaned}
        given = {"ruleset_options": self._options()}
        if "criteria" in cleaned:
            given["criteria"] = cleaned["criteria"]
        if "table_points" in plain:
            plain["table_points"] = plain["table_points"] or default_table_points()
        if "attendance_points" in plain:
            plain["attendance_points"] = plain["attendance_points"] or "0"
        if "rested_points" in plain:
            plain["rested_points"] = plain["rested_points"] or "0"
        if "minimum_attendance" in plain:
            plain["minimum_attendance"] = plain["minimum_attendance"] or 0
        plain["hidden_rounds"] = plain["hidden_rounds"] or 0
        return plain | given


PLAY = (
    "name",
    "date",
    "entry_level",
    "confirmed_by",
    "confirmed_when",
    "planned_rounds",
    "deals_per_round",
    "winds_per_round",
    "minutes_per_round",
    "last_deal",
)
READERS = ("visibility", "hidden_rounds", "official_when")
SETTINGS = (
    *PLAY,
    "ruleset",
    "credit_scheme",
    "table_points",
    "attendance_points",
    "best_of",
    "minimum_attendance",
    "rested",
    "rested_points",
    "substitute_policy",
    *READERS,
)


def defaults(season: bool) -> dict[str, Any]:
    """Give the settings of a competition that nobody has touched."""
    return settings_of(Competition(date=timezone.localdate(), **beginning(season=season)))


def settings_of(competition: Competition) -> dict[str, Any]:
    """Give the settings of a competition as the form shows them."""
    return {name: getattr(competition, name) for name in (*SETTINGS, "criteria")}


def _nth(values: Any, place: int) -> str:
    return values[place - 1] if len(values) >= place else ""
