"""A deal as staff declare it: who won how, and the hands as text; reasons and penalties."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import scoring
from scoring import Position, notation
from scoring.rules import PenaltyRow
from tournaments.deal.reckon import NET_LIMIT
from tournaments.forms.fields import WholeNumber, choose_from, seats_by_wind
from tournaments.refusals import Refusal
from tournaments.selectors.explained import penalty_name
from tournaments.services.corrections import AS_PLAYED, REPLAY
from tournaments.wording.penalties import cost
from tournaments.wording.rounds import round_name
from tournaments.wording.tiles import tile_name, wind_name

OUTCOMES = [("win", _("somebody went mah-jong")), ("draw", _("a draw")), ("ended", _("ended by a penalty"))]
MODES = [
    (REPLAY, _("Replay: it was only recorded wrongly; later deals follow with the right winds")),
    (AS_PLAYED, _("As played: later deals keep the winds they were played with")),
]
NOBODY = ("", "–")
CHOOSE = ("", _("choose"))
RARE = ("others", "dropped", "wild")
BESIDE = {
    "discarder_does_not_fit": "discarder",
    "dropped_does_not_fit": "dropped",
    "dropping_not_allowed": "dropped",
    "wild_missing": "wild",
    "not_a_goulash": "wild",
}
Json = Mapping[str, Any]


class HandText(forms.CharField):
    """A hand in the notation of `scoring.notation`, or a plain number: its points; None when empty."""

    widget = forms.TextInput(
        attrs={"class": "hand-text", "spellcheck": "false", "autocapitalize": "characters"}
    )

    def to_python(self, value: Any) -> Any:
        text = (super().to_python(value) or "").strip()
        try:
            return notation.parse(f"={text}" if text.isascii() and text.isdigit() else text)
        except notation.UnreadableHand as unreadable:
            message = gettext("“%(word)s” is no tile, meld or flag.") % {"word": unreadable.word}
            raise forms.ValidationError(message, code="unreadable") from unreadable


class ReasonForm(forms.Form):
    """A change that needs a reason, and the key that keeps a double click from doing it twice."""

    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Everybody can read it."))
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *bound: Any, **named: Any) -> None:
        named["initial"] = {"key": uuid4(), **(named.get("initial") or {})}
        super().__init__(*bound, **named)


class LoggedReasonForm(ReasonForm):
    """A change whose reason is for the staff alone."""

    reason = forms.CharField(
        label=_("Reason"), max_length=300, help_text=_("The staff and the table can read it.")
    )


class SeenDealForm(ReasonForm):
    """A change of what a page shows of a deal: it says which version the reader saw."""

    seen_version = WholeNumber(widget=forms.HiddenInput)


class ChangeForm(forms.Form):
    """What every change of a recorded deal says: how later deals follow, why, and what the reader saw."""

    mode = forms.ChoiceField(label=_("Later deals"), choices=MODES, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        help_text=_("Needed to save; everybody can read it."),
    )
    seen_version = WholeNumber(widget=forms.HiddenInput)
    seen_plan = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *bound: Any, seen_version: int = 0, **named: Any) -> None:
        first = {"mode": REPLAY, "seen_version": seen_version, "key": uuid4()}
        named["initial"] = {**first, **(named.get("initial") or {})}
        super().__init__(*bound, **named)


class RestoreForm(ChangeForm):
    """A change taken back: later deals follow as they did before it."""

    mode = None  # type: ignore[assignment]


class DeclarationForm(forms.Form):
    """A deal as it is declared; `content` is what the services take.

    `names` are of those who play it, by chair; they are shown with the winds of this deal. What the table's
    entry on the page declares (`declared`, as tablets do) stands for all that is written. Several winners,
    players who dropped out and wild tiles are asked for where the rules know them.
    """

    outcome = forms.ChoiceField(label=_("How it ended"), choices=OUTCOMES)
    winner = forms.ChoiceField(label=_("Who went mah-jong"), required=False)
    win_source = forms.ChoiceField(label=_("The winning tile was"), required=False)
    discarder = forms.ChoiceField(label=_("Who discarded it"), required=False)
    declared = forms.CharField(label=_("The deal as it was laid"), widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        *bound: Any,
        read: Callable[[bytes], dict[str, Any]],
        names: Mapping[str, str],
        content: Json,
        rules: scoring.RuleSet,
        position: Position,
        suit_words: str,
        **named: Any,
    ) -> None:
        named["initial"] = {**initial_of(content), **(named.get("initial") or {})}
        super().__init__(*bound, **named)
        self.content_before, self.rules, self.read, self.playing = content, rules, read, tuple(names)
        seats = seats_by_wind(names, position)
        choose_from(self, "winner", [NOBODY, *seats])
        choose_from(self, "discarder", [NOBODY, *seats])
        sources = [(code, gettext(name)) for code, name in scoring.WIN_SOURCE_NAMES.items()]
        choose_from(self, "win_source", [NOBODY, *sources])
        self._add_rare(seats, position.goulash, suit_words)
        for seat, label in seats:
            self.fields[f"hand_{seat}"] = HandText(label=label, required=False)
            self.initial[f"hand_{seat}"] = notation.write(content.get("hands", {}).get(seat))
        for index, event in self._own_events():
            label = gettext("Keep: %(what)s, %(seat)s") % {
                "what": penalty_name(event["code"]),
                "seat": names.get(event["offender"], ""),
            }
            self.fields[f"event_{index}"] = forms.BooleanField(label=label, required=False, initial=True)

    def _add_rare(self, seats: list[tuple[str, str]], goulash: bool, suit_words: str) -> None:
        """Ask for what few rules know."""
        if self.rules.settlement["several_winners"]:
            self.fields["others"] = some_of(seats, _("Who else won on the same tile"))
        if self.rules.minimum:
            label = _("Who dropped out with a mah-jong below %(minimum)s") % {"minimum": self.rules.minimum}
            self.fields["dropped"] = some_of(seats, label)
        if goulash:
            wild = [(code, tile_name(code, suit_words)) for code in self.rules.goulash_deal["wild"]]
            self.fields["wild"] = forms.ChoiceField(
                label=_("Goulash: which tiles were wild"), choices=[NOBODY, *wild], required=False
            )

    def rare_fields(self) -> list[Any]:
        """List the bound fields of what few rules know."""
        return [self[name] for name in RARE if name in self.fields]

    def _own_events(self) -> list[tuple[int, Json]]:
        """List what the table itself entered; what staff imposed is taken back on its own page."""
        events = self.content_before.get("events", ())
        return [(index, event) for index, event in enumerate(events) if "penalty" not in event]

    def hand_fields(self) -> list[Any]:
        """List the bound fields of the hands."""
        return [self[name] for name in self.fields if name.startswith("hand_")]

    def event_fields(self) -> list[Any]:
        """List the bound fields of the events the table entered."""
        return [self[name] for name in self.fields if name.startswith("event_")]

    def clean_declared(self) -> dict[str, Any] | None:
        """Read what the entry declares; None where the deal is written as text."""
        text = self.cleaned_data["declared"]
        try:
            return self.read(text.encode()) if text else None
        except Refusal as refusal:
            raise forms.ValidationError(refusal.message, code=refusal.code) from refusal

    @property
    def content(self) -> dict[str, Any]:
        """Give the declaration as the services take it."""
        return self.cleaned_data["declared"] or self._written()

    @property
    def as_written(self) -> dict[str, Any]:
        """Give what the fields say, with hands that nobody counts."""
        return {**self._written(), "hands": self._typed()}

    def _written(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        won = cleaned["outcome"] == "win"
        named = {cleaned["winner"], *cleaned.get("others", ())} if won else set()
        return {
            "outcome": cleaned["outcome"],
            "winners": [seat for seat in self.playing if seat in named],
            "discarder": (cleaned["discarder"] or None) if won else None,
            "win_source": (cleaned["win_source"] or None) if won else None,
            "hands": self._hands(cleaned["outcome"]),
            "events": [event for index, event in self._own_events() if cleaned[f"event_{index}"]],
            "dropped": cleaned.get("dropped", []) if won else [],
            "wild": cleaned.get("wild") or None,
        }

    def _hands(self, outcome: str) -> dict[str, Any]:
        """Give the hands as typed; those of a win that was none are left to the version before."""
        counted = outcome == "win" or (outcome == "draw" and self.rules.play["draws_counted"])
        if not counted and self.content_before.get("outcome") == "win":
            return {}
        return self._typed()

    def _typed(self) -> dict[str, Any]:
        typed = {seat: self.cleaned_data[f"hand_{seat}"] for seat in self.playing}
        return {seat: hand for seat, hand in typed.items() if hand is not None}

    def field_of(self, problem: Json) -> str | None:
        """Name the field beside which a fault of the rules is shown."""
        if self.cleaned_data["declared"]:
            return None
        seat = problem.get("seat")
        field = BESIDE.get(problem.get("code", ""))
        if field in self.fields:
            return field
        return f"hand_{seat}" if seat and f"hand_{seat}" in self.fields else None


class DealForm(DeclarationForm, ChangeForm):
    """A recorded deal declared anew."""


class EnteredForm(forms.Form):
    """What the staff enter for a table: which deal, where the table was then, and the key."""

    deal = WholeNumber(widget=forms.HiddenInput)
    context = forms.CharField(widget=forms.HiddenInput, max_length=64)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *bound: Any, **named: Any) -> None:
        named["initial"] = {"key": uuid4(), **(named.get("initial") or {})}
        super().__init__(*bound, **named)


class EnterDealForm(DeclarationForm, EnteredForm):
    """The next deal of a table, entered by the staff."""


def some_of(seats: list[tuple[str, str]], label: Any) -> forms.Field:
    """Make a field for any of the seats."""
    return forms.MultipleChoiceField(
        label=label, choices=seats, required=False, widget=forms.CheckboxSelectMultiple
    )


def initial_of(content: Json) -> dict[str, Any]:
    """Show a declaration in the form."""
    first, *others = content.get("winners") or [""]
    return {
        "outcome": content.get("outcome", "win"),
        "winner": first,
        "others": others,
        "dropped": content.get("dropped", []),
        "wild": content.get("wild", ""),
        "discarder": content.get("discarder") or "",
        "win_source": content.get("win_source") or "",
    }


class TableTotalsForm(forms.Form):
    """What a whole table came to; `content` is what the services take."""

    def __init__(self, *bound: Any, names: Mapping[str, str], content: Json, **named: Any) -> None:
        super().__init__(*bound, **named)
        self.content_before, self.seats = content, tuple(names)
        for seat, name in names.items():
            label = f"{wind_name(seat)}: {name}"
            self.fields[f"total_{seat}"] = WholeNumber(
                label=label, min_value=-NET_LIMIT, max_value=NET_LIMIT, initial=content["totals"].get(seat)
            )

    def total_fields(self) -> list[Any]:
        """List the bound fields of the totals."""
        return [self[name] for name in self.fields if name.startswith("total_")]

    @property
    def content(self) -> dict[str, Any]:
        """Give the declaration as the services take it."""
        typed = {seat: self.cleaned_data[f"total_{seat}"] for seat in self.seats}
        return {**self.content_before, "totals": typed}

    def field_of(self, problem: Json) -> str | None:
        """Numbers that do not cancel are nobody's fault alone."""
        return None


class TotalsForm(TableTotalsForm, ChangeForm):
    """Recorded totals declared anew."""


class EnterTotalsForm(TableTotalsForm, EnteredForm):
    """The totals of a table, entered by the staff."""


class DealPenaltyForm(SeenDealForm):
    """A penalty between the players of a deal."""

    field_order = ("code", "offender", "misled", "reason")
    code = forms.ChoiceField(label=_("Penalty"))
    offender = forms.ChoiceField(label=_("Who committed it"))
    misled = forms.MultipleChoiceField(
        label=_("Who was misled"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Only for penalties that are paid to the misled."),
    )

    def __init__(
        self,
        *bound: Any,
        names: Mapping[str, str],
        position: Position,
        codes: Mapping[str, PenaltyRow],
        **named: Any,
    ) -> None:
        super().__init__(*bound, **named)
        self.rows = codes
        seats = seats_by_wind(names, position)
        costs = [(code, f"{penalty_name(code)}: {cost(row)}") for code, row in codes.items()]
        choose_from(self, "code", [CHOOSE, *costs])
        choose_from(self, "offender", [CHOOSE, *seats])
        choose_from(self, "misled", seats)

    @property
    def event(self) -> dict[str, Any]:
        """Give the event as the services take it."""
        event = {"code": self.cleaned_data["code"], "offender": self.cleaned_data["offender"]}
        misled = self.cleaned_data["misled"]
        return {**event, "misled": misled} if misled else event

    def field_of(self, problem: Json) -> str | None:
        """Name the field beside which a fault of this penalty is shown; none for those imposed before."""
        chosen = self.data["code"]
        if problem.get("facts", {}).get("penalty") != chosen:
            return None
        if problem.get("seat"):
            return "offender"
        return "misled" if self.rows[chosen].pays == "misled" else "code"


class StandingsPenaltyForm(ReasonForm):
    """Points taken off in the standings; nobody gets them."""

    field_order = ("entry", "round", "amount", "reason")
    entry = forms.ChoiceField(label=_("Player"))
    round = forms.ChoiceField(label=_("Round"))
    amount = WholeNumber(label=_("Points taken off"), min_value=1, max_value=100_000)

    def __init__(self, *bound: Any, entries: Any, rounds: Any, season: bool, **named: Any) -> None:
        super().__init__(*bound, **named)
        if season:
            self.fields["round"].label = _("Meeting")
        choose_from(self, "entry", [CHOOSE, *[(str(e.pk), str(e)) for e in entries]])
        choose_from(self, "round", [(str(r.number), round_name(r.competition, r.number)) for r in rounds])


class WarningForm(LoggedReasonForm):
    """A warning: who, in which round, about which penalty of the rules."""

    field_order = ("entry", "round", "code", "reason")
    entry = forms.ChoiceField(label=_("Player"))
    round = forms.ChoiceField(label=_("Round"))
    code = forms.ChoiceField(
        label=_("About"), required=False, help_text=_("What the rules have a penalty for, or something else.")
    )

    def __init__(
        self, *bound: Any, entries: Any, rounds: Any, codes: Any, season: bool, **named: Any
    ) -> None:
        super().__init__(*bound, **named)
        if season:
            self.fields["round"].label = _("Meeting")
        choose_from(self, "entry", [CHOOSE, *[(str(e.pk), str(e)) for e in entries]])
        choose_from(self, "round", [(str(r.number), round_name(r.competition, r.number)) for r in rounds])
        choose_from(self, "code", [("", _("something else")), *codes])


class RulingForm(forms.Form):
    """What becomes of a held submission."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        help_text=_("Needed to decline and for a correction; the table can read it."),
    )
    mode = forms.ChoiceField(label=_("Later deals"), choices=MODES, initial=REPLAY, widget=forms.RadioSelect)
    seen_plan = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)


class StandForm(forms.Form):
    """The staff's word that a deal is right as it was looked at, and why."""

    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("It stands in the log."))
    sha256 = forms.CharField(widget=forms.HiddenInput, max_length=64)
