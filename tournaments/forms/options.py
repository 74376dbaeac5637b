"""The options of a competition's rules as fields of a form, with a club's own list of special hands."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import scoring
from scoring.house import HOUSE, OFF
from tournaments.forms import househands
from tournaments.forms.fields import WholeNumber
from tournaments.models import Competition
from tournaments.services.reckoning import offered_rulesets, rules_of
from tournaments.wording import citations
from tournaments.wording.settings import option_said

OPTION = "option_"
IN_FORCE, OWN = "special_hands_on", "house_hands"  # the two lists of a club, as fields
TYPES = {"truth": _("Yes or no"), "integer": _("A whole number"), "choice": _("One of a few")}


class RuleOptionsForm(forms.Form):
    """A field for each option of the chosen rules; when others are chosen, with the usual values of those."""

    competition: Competition | None = None

    def _add_options(self, competition: Competition | None) -> None:
        chosen = self.data.get("ruleset") or self.initial["ruleset"]
        self.rules_shown = chosen if chosen in offered_rulesets() else self.initial["ruleset"]
        kept = competition.ruleset_options if competition and competition.ruleset == self.rules_shown else {}
        rules = scoring.load_rules(self.rules_shown)
        bound = rules_of(competition) if competition and competition.ruleset == self.rules_shown else rules
        for name, spec in rules.option_specs.items():
            self.fields[OPTION + name] = option_field(spec)
            self.initial[OPTION + name] = bound.options.get(name, spec.default)
        self._add_hands(rules, kept)
        shown_of = self.data.get("options_of", self.rules_shown) if self.is_bound else self.rules_shown
        others = shown_of != self.rules_shown
        # Who creates and left the options of the rules before as they were loses nothing: no second press.
        self.unseen = others and self.competition is None and self._are_usual(shown_of)
        self.rules_changed = others and not self.unseen
        if others:
            self.data = self._with_usual_options()

    def _are_usual(self, ruleset: str) -> bool:
        """Tell whether the options that were sent are the usual ones of the rules they were shown of."""
        if ruleset not in offered_rulesets():
            return False
        rules, data = scoring.load_rules(ruleset), cast(QueryDict, self.data)
        sent = [
            OPTION + name in data if spec.type == "truth" else data.get(OPTION + name)
            for name, spec in rules.option_specs.items()
        ]
        usual = [
            spec.default if spec.type == "truth" else str(spec.default)
            for spec in rules.option_specs.values()
        ]
        in_force = set(data.getlist(IN_FORCE)) == {row.code for row in rules.special}
        return sent == usual and in_force and not data.get(OWN, "").strip()

    def _add_hands(self, rules: scoring.RuleSet, kept: Mapping[str, Any]) -> None:
        """Add the two lists of a club: which special hands are in force, and those of its own."""
        off = scoring.load_rules(rules.id, {OFF: kept.get(OFF, ())}).options.get(OFF, "")
        codes = [row.code for row in rules.special]
        self.fields[IN_FORCE] = forms.MultipleChoiceField(
            label=gettext("Special hands in force"),
            choices=[(code, gettext(scoring.SPECIAL_NAMES[code])) for code in codes],
            widget=forms.CheckboxSelectMultiple,
            required=False,
            help_text=gettext("Usually all. A hand that is switched off counts as its tiles do."),
        )
        self.initial[IN_FORCE] = [code for code in codes if code not in str(off).split(",")]
        self.fields[OWN] = househands.HouseHands(
            label=gettext("Special hands of the club’s own"), required=False, max_length=4000
        )
        self.initial[OWN] = kept.get(HOUSE, [])

    def _with_usual_options(self) -> Any:
        """Give what was typed with the usual options of the rules newly chosen: those typed are of others."""
        data = cast(QueryDict, self.data).copy()
        options = [name for name in self.fields if name.startswith(OPTION)]
        for name in [name for name in data if name.startswith(OPTION)]:
            del data[name]
        data.update({name: self.initial[name] for name in options if self.initial[name] is not False})
        data.setlist(IN_FORCE, self.initial[IN_FORCE])
        return data

    def option_fields(self) -> list[Any]:
        """List the bound fields of the rules' options."""
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    def _check_options(self) -> None:
        """Let the engine look at the options together; each fault goes beside its field."""
        try:
            scoring.load_rules(self.cleaned_data["ruleset"], self._chosen())
        except scoring.RuleSetError as refused:
            for problem in refused.problems:
                option = str(problem.facts.get("option"))
                field = OWN if option == HOUSE else OPTION + option
                fault = _("Not right yet: %(fault)s.") % {"fault": problem.facts.get("value")}
                self.add_error(field if field in self.fields else None, fault)

    def _options(self) -> dict[str, Any]:
        """Give every option as chosen; a competition that means the same keeps its own way of saying it."""
        chosen, kept = self._chosen(), self.competition
        rules = scoring.load_rules(self.cleaned_data["ruleset"], chosen)
        if kept and kept.ruleset == rules.id and _are_those_of(kept, rules):
            return dict(kept.ruleset_options)
        return chosen

    def _chosen(self) -> dict[str, Any]:
        """Give the options of the rules and the club's own lists, the lists only where they say something."""
        rules = scoring.load_rules(self.cleaned_data["ruleset"])
        chosen = {name: _native(self.cleaned_data[OPTION + name]) for name in rules.option_specs}
        in_force = self.cleaned_data[IN_FORCE]
        off = [row.code for row in rules.special if row.code not in in_force]
        own = self.cleaned_data[OWN]
        return chosen | ({OFF: off} if off else {}) | ({HOUSE: own} if own else {})


def _are_those_of(competition: Competition, rules: scoring.RuleSet) -> bool:
    """Tell whether options mean a competition's own; once it plays, those that its table knows decide."""
    bound = rules_of(competition)
    if bound.options == rules.options:
        return True
    known = {*(bound.option_specs.keys() & rules.option_specs.keys()), OFF, HOUSE}
    same = all(bound.options.get(name) == rules.options.get(name) for name in known)
    return same and competition.deal_versions.exists()


def option_field(spec: scoring.OptionSpec) -> forms.Field:
    """Make the field of one option: the rules' own sentence, its type, the usual value and its source."""
    about = gettext("%(type)s, usually %(usual)s. Source: %(source)s.") % {
        "type": TYPES[spec.type],
        "usual": option_said(spec.default),
        "source": citations.written(spec.source),
    }
    label = gettext(spec.about)
    if spec.type == "truth":
        return forms.BooleanField(label=label, help_text=about, required=False)
    if spec.type == "integer":
        return WholeNumber(label=label, help_text=about, min_value=0, max_value=100_000)
    choices = [(choice, gettext(choice)) for choice in spec.choices]
    return forms.ChoiceField(label=label, help_text=about, choices=choices)


def _native(value: Any) -> Any:
    return value if isinstance(value, bool | int) else str(value)
