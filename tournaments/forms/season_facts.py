"""What no table tells of a season, one thing at a time: a reason of absence, a bonus, a division, a lot."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import Points, choose_from
from tournaments.models import Competition, Entry
from tournaments.ranking.seasons.policy import Policy
from tournaments.selectors.season_facts import BY_MEETING
from tournaments.sittings import last_meeting
from tournaments.wording.seasons import KINDS

NAMED = ("absent", "divisions")  # their value is a name that the rules know


class SeasonFactForm(forms.Form):
    """Say one thing of a player; without a value what was said of him is taken away."""

    kind = forms.ChoiceField(label=_("What"))
    player = forms.TypedChoiceField(label=_("Player"), coerce=int)
    meeting = forms.TypedChoiceField(
        label=_("Meeting"), required=False, coerce=int, empty_value=None, help_text=_("Where it is of one.")
    )
    value = forms.CharField(label=_("Reason, points, division or lot"), required=False, max_length=40)

    def __init__(
        self, *bound: Any, competition: Competition, policy: Policy, entries: Iterable[Entry], **named: Any
    ) -> None:
        super().__init__(*bound, **named)
        choose_from(self, "kind", [(key, name) for key, name in KINDS.items() if fits(key, policy)])
        choose_from(self, "player", [(one.number, f"{one.number} {one.name}") for one in entries])
        last = last_meeting(competition.rounds.values_list("number", flat=True))
        meetings = range(1, max(last, policy.meetings or 0) + 1)
        choose_from(self, "meeting", [("", "–"), *((number, number) for number in meetings)])
        names = {"absent": list(policy.absence), "divisions": [one.name for one in policy.divisions]}
        known = [name for key in NAMED for name in names[key]]
        if known:
            self.fields["value"].help_text = _("Known: %(names)s.") % {"names": ", ".join(known)}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if cleaned["kind"] in BY_MEETING:
            if cleaned["meeting"] is None:
                self.add_error("meeting", _("Say at which meeting."))
        else:
            cleaned["meeting"] = None
        cleaned["value"] = self._value(cleaned["kind"], cleaned["value"]) if cleaned["value"] else None
        return cleaned

    def _value(self, kind: str, text: str) -> Any:
        """Read the value as its kind is kept: a name, a whole number, or an exact amount."""
        if kind in NAMED:
            return text
        try:
            return int(text) if kind == "lots" else Points().clean(text)
        except (ValueError, ValidationError):
            self.add_error("value", _("Write a number, such as 7 or -5/2; a lot is a whole number."))
        return None


def fits(key: str, policy: Policy) -> bool:
    """Tell whether the rules of a season look at such a thing."""
    asked = {"absent": policy.absence, "divisions": policy.divisions, "lots": "lot" in policy.criteria}
    return bool(asked.get(key, True))
