"""Seating, meetings and rounds."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date as Day  # noqa: N812 - a form has a field of that name
from datetime import timedelta
from types import MappingProxyType
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.models import Club
from tournaments.forms.fields import CalendarDay, Name, PersonName, WholeNumber, choose_from
from tournaments.models import Competition
from tournaments.refusals import Refusal
from tournaments.selectors.company import COME
from tournaments.selectors.odd_tables import Way
from tournaments.services.draws import Wishes
from tournaments.services.meetings import Place

Groups = Sequence[Collection[int]]
CHOOSE = ("", _("choose"))
HOUSE_PLAYER = "house"
WHY_PUBLISHED = _("The seating is published: the log says who changed it and why.")
MOST_ROUNDS = 60
# what somebody said of a meeting, behind the name
WORDS_OF = {True: _(" – said: comes"), False: _(" – said: does not come"), None: ""}
TABLES = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")  # one, or from one to another
OF_WISHES = {  # what is said beside which field
    "together": {"together_too_many", "together_elsewhere"},
    "places": {"no_such_table", "wishes_too_many"},
    "odd_tables": {"no_such_tables"},
}
MOST_SEED = 2_147_483_647


class DrawForm(forms.Form):
    """How many rounds to draw; the same seed draws the same seating again."""

    how = forms.ChoiceField(
        label=_("Who plays whom"),
        choices=[
            ("evenly", _("Everybody meets as many others as possible")),
            ("standings", _("By the standings: the next round, neighbours play each other")),
        ],
        initial="evenly",
        widget=forms.RadioSelect,
    )
    rounds = WholeNumber(
        label=_("Rounds to draw"), min_value=1, max_value=MOST_ROUNDS, help_text=_("By the standings: one.")
    )
    odd_tables = forms.ChoiceField(label=_("Who makes no table of four"), widget=forms.RadioSelect)
    clubs = forms.BooleanField(label=_("Keep people of one club apart, as far as possible"), required=False)
    teams = forms.BooleanField(
        label=_("Keep team-mates apart, as far as possible"), required=False, initial=True
    )
    apart = forms.CharField(
        label=_("Keep others apart"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Families, for instance: the numbers of those who should not meet, a line each."),
    )
    together = forms.CharField(
        label=_("Always together"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_(
            "Who shares a table in every round, a parent and a child for instance: their numbers, a line for"
            " each two or three."
        ),
    )
    places = forms.CharField(
        label=_("Tables for certain people"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_(
            "Tables, a colon, then numbers of people, a line each. “1: 12” keeps a seat at table 1 for number"
            " 12; “1-3: 5 8” gives 5 and 8 one of the first three tables in every round."
        ),
    )
    seed = WholeNumber(
        label=_("Seed"),
        min_value=0,
        max_value=MOST_SEED,
        required=False,
        help_text=_(
            "Leave it empty: a new seed is drawn, and shown afterwards. The same seed draws the same seating"
            " again, so that anybody can check the draw."
        ),
    )

    minutes = forms.TypedChoiceField(
        label=_("How long to search"),
        choices=[(1, _("1 minute")), (3, _("3 minutes")), (10, _("10 minutes"))],
        coerce=int,
        required=False,
    )

    def __init__(
        self,
        *bound: Any,
        by_standings: bool,
        clubs: Groups,
        teams: Groups,
        numbers: Collection[int],
        ways: Sequence[Way] = (),
        way: str = HOUSE_PLAYER,
        **named: Any,
    ) -> None:
        super().__init__(*bound, **named)
        self.way = way  # where there is nothing to choose
        self.of = {"clubs": clubs, "teams": teams}
        self.numbers = set(numbers)
        for name in (name for name, groups in self.of.items() if not groups):
            del self.fields[name]
        if not by_standings:
            del self.fields["how"]
            self.fields["rounds"].help_text = ""
        self._offer(ways)

    def _offer(self, ways: Sequence[Way]) -> None:
        """Ask how those sit who make no table of four, where the rules leave a choice."""
        if not ways:
            del self.fields["odd_tables"]
            return
        codes = [way.code for way in ways]
        choose_from(self, "odd_tables", [(way.code, str(way)) for way in ways])
        self.initial["odd_tables"] = self.way if self.way in codes else HOUSE_PLAYER
        self.fields["odd_tables"].required = False  # a form of before knows of house players alone

    def clean_apart(self) -> Groups:
        return self._groups("apart")

    def clean_together(self) -> Groups:
        return self._groups("together")

    def _groups(self, name: str) -> Groups:
        """Read groups of numbers, line by line; what is no number of a player is named."""
        groups = [parts(line) for line in self.cleaned_data[name].splitlines()]
        self._check_known(one for group in groups for one in group)
        return [sorted(map(int, group)) for group in groups if len(set(group)) > 1]

    def clean_places(self) -> dict[int, list[int]]:
        """Read lines of tables and people; of somebody who stands in several lines the tables of all."""
        places: dict[int, set[int]] = defaultdict(set)
        for line in filter(None, map(str.strip, self.cleaned_data["places"].splitlines())):
            tables, colon, people = line.partition(":")
            if not colon or not (wanted := tables_in(tables)):
                raise ValidationError(_("“%s” should be tables, a colon, and numbers of people.") % line)
            self._check_known(parts(people))
            for number in map(int, parts(people)):
                places[number] |= wanted
        return {number: sorted(tables) for number, tables in places.items()}

    def _check_known(self, told: Iterable[str]) -> None:
        known = {str(number) for number in self.numbers}
        strange = [one for one in told if one not in known]
        if strange:
            raise ValidationError(_("Nobody who plays has these numbers: %s.") % ", ".join(strange))

    def wishes(self) -> Wishes:
        """Give all that the draw is to keep to."""
        chosen = (groups for name, groups in self.of.items() if self.cleaned_data.get(name))
        apart = [*(group for groups in chosen for group in groups), *self.cleaned_data["apart"]]
        way = self.cleaned_data.get("odd_tables", self.way) or HOUSE_PLAYER
        return Wishes(apart, self.cleaned_data["together"], self.cleaned_data["places"], way)

    def fields_of(self, refusal: Refusal) -> list[str]:
        """Say beside which field a wish that cannot be kept is told."""
        return [name for name, codes in OF_WISHES.items() if refusal.code in codes]


def parts(line: str) -> list[str]:
    """Split what somebody wrote between numbers."""
    return [one for one in re.split(r"[\s,;]+", line.strip()) if one]


def tables_in(told: str) -> set[int]:
    """Read tables, one by one or from one to another; none where it says something else."""
    found: set[int] = set()
    for one in parts(re.sub(r"\s*[-–]\s*", "-", told)):
        span = TABLES.fullmatch(one)
        if span is None:
            return set()
        found |= set(range(int(span[1]), int(span[2] or span[1]) + 1))
    return found


def as_lines(groups: Iterable[Collection[int]]) -> str:
    """Write groups as `DrawForm` reads them."""
    return "\n".join(" ".join(map(str, group)) for group in groups)


def places_as_lines(places: Mapping[int, Collection[int]]) -> str:
    """Write who sits at which tables as `DrawForm` reads it."""
    return "\n".join(f"{' '.join(map(str, tables))}: {number}" for number, tables in sorted(places.items()))


class ExchangeForm(forms.Form):
    """Two people who change places in a draft."""

    first = forms.ChoiceField(label=_("This person"))
    second = forms.ChoiceField(label=_("changes places with"))
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False, help_text=WHY_PUBLISHED)
    seen_seats = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(
        self, *bound: Any, seats: list[tuple[str, list[tuple[str, str]]]], published: bool, **named: Any
    ) -> None:
        super().__init__(*bound, **named)
        if not published:
            del self.fields["reason"]
        self.offer(seats)

    def offer(self, seats: list[tuple[str, list[tuple[str, str]]]]) -> None:
        """Say who can be chosen."""
        for name in ("first", "second"):
            choose_from(self, name, [CHOOSE, *seats])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("first") and cleaned.get("first") == cleaned.get("second"):
            raise ValidationError(_("Choose two different people."))
        return cleaned


class ReplaceForm(forms.Form):
    """Who sits in a seat instead, in a round that has not started."""

    seat = forms.ChoiceField(label=_("Seat"))
    entry = forms.ChoiceField(label=_("Who sits there instead"))
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=WHY_PUBLISHED)

    def __init__(
        self, *bound: Any, seats: list[Any], entries: list[Any], published: bool, **named: Any
    ) -> None:
        super().__init__(*bound, **named)
        choose_from(self, "seat", seats)
        house = (HOUSE_PLAYER, _("a house player"))
        choose_from(self, "entry", [house, *[(str(entry.pk), str(entry)) for entry in entries]])
        if not published:
            del self.fields["reason"]


class TakeBackForm(forms.Form):
    """Why a published seating becomes a draft again."""

    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=WHY_PUBLISHED)


class PlaceForm(forms.Form):
    """Where and when a meeting is, and whether everybody knows."""

    date = CalendarDay(label=_("Date"))
    begins = forms.TimeField(
        label=_("Begins at"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), required=False
    )
    venue = Name(label=_("Where"), max_length=100, required=False)
    host = Name(
        label=_("Host"), max_length=100, required=False, help_text=_("Who has the meeting at home, if so.")
    )
    announced = forms.BooleanField(
        label=_("Announce it: everybody sees day and place, not who sits where"), required=False
    )

    def place(self, day: Day) -> Place:
        """Give what was told, for a day."""
        told = self.cleaned_data
        return Place(day, told["begins"], told["venue"], told["host"], told["announced"])


class MeetingForm(PlaceForm):
    """The next club meeting, or several that follow each other."""

    meetings = WholeNumber(
        label=_("How many meetings"), min_value=1, max_value=MOST_ROUNDS, required=False, initial=1
    )
    weeks = WholeNumber(
        label=_("Weeks from one to the next"), min_value=1, max_value=26, required=False, initial=1
    )
    deals = WholeNumber(label=_("Deals"), min_value=1, max_value=200, required=False)
    winds = WholeNumber(label=_("Wind rounds"), min_value=1, max_value=4, required=False)
    minutes = WholeNumber(label=_("Minutes"), min_value=1, max_value=600, required=False)
    number = forms.IntegerField(widget=forms.HiddenInput, required=False)  # pressed twice, it is added once
    field_order = ("date", "begins", "meetings", "weeks", "venue", "host", "announced")

    def places(self) -> list[Place]:
        """Give each meeting its day, so many weeks after the one before."""
        told = self.cleaned_data
        apart = timedelta(weeks=told["weeks"] or 1)
        return [self.place(told["date"] + nth * apart) for nth in range(told["meetings"] or 1)]


class MoveForm(forms.Form):
    """On which day a table plays that was re-arranged."""

    day = CalendarDay(
        label=_("It plays on"), required=False, help_text=_("Empty: it plays with the others again.")
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("It stands in the log."))


class CheckInForm(forms.Form):
    """Who came."""

    present = forms.TypedMultipleChoiceField(
        label=_("Who is here?"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self,
        *bound: Any,
        entries: list[Any],
        said: Mapping[int, bool] = MappingProxyType({}),
        chooses: bool = False,
        **named: Any,
    ) -> None:
        super().__init__(*bound, **named)
        names = [(entry.pk, f"{entry}{WORDS_OF[said.get(entry.pk)]}") for entry in entries]
        choose_from(self, "present", names)
        if chooses:
            asked = _("Who makes no four this evening plays at")
            ways = Club.EveningTables.choices
            self.fields["way"] = forms.ChoiceField(label=asked, choices=ways, required=False)


class SomebodyForm(forms.Form):
    """Somebody of the event or somebody new, who sits down from a deal on."""

    entry = forms.ChoiceField(
        required=False,
        error_messages={
            "invalid_choice": _("Whoever you chose has another seat or has withdrawn. Choose again.")
        },
    )
    given = PersonName(label=_("or somebody new: given name"), required=False)
    family = PersonName(label=_("Family name"), required=False)
    from_deal = WholeNumber(label=_("From deal"), min_value=1, max_value=400)
    seen_seats = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def choose_among(self, entries: list[Any]) -> None:
        """Say who can come."""
        choose_from(self, "entry", [CHOOSE, *[(str(entry.pk), str(entry)) for entry in entries]])

    @property
    def named(self) -> int:
        """Count whoever was chosen and whoever was written."""
        return bool(self.cleaned_data.get("entry")) + bool(self.cleaned_data.get("family"))

    def is_faulty(self, *more: str) -> bool:
        """Tell whether who it is, or what `more` names, cannot be read."""
        return bool({"entry", "given", "family", *more} & set(self.errors))


class SubstituteForm(SomebodyForm):
    """Who takes over a seat, from which deal on."""

    seat = forms.ChoiceField(label=_("Seat"))

    def __init__(self, *bound: Any, seats: list[Any], entries: list[Any], **named: Any) -> None:
        super().__init__(*bound, **named)
        self.fields["entry"].label = _("Who takes over")
        self.offer(seats, entries)

    def offer(self, seats: list[Any], entries: list[Any]) -> None:
        """Say whose seats there are and who can come."""
        choose_from(self, "seat", [CHOOSE, *seats])
        self.choose_among(entries)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.named != 1 and not self.is_faulty():
            raise ValidationError(
                _("Choose who takes over, or write the name of somebody new; one of the two.")
            )
        return cleaned


class CompanyForm(SomebodyForm):
    """Who comes to a table, or leaves it, from which deal on."""

    move = forms.ChoiceField(
        label=_("What happens"),
        error_messages={
            "invalid_choice": _(
                "That is not possible any more: look at who sits where now, then choose again."
            )
        },
    )

    def __init__(self, *bound: Any, moves: list[Any], entries: list[Any], **named: Any) -> None:
        super().__init__(*bound, **named)
        self.fields["entry"].label, self.fields["from_deal"].label = _("Who comes"), _("Before deal")
        self.offer(moves, entries)

    def offer(self, moves: list[Any], entries: list[Any]) -> None:
        """Say what the rules let happen and who can come."""
        choose_from(self, "move", [CHOOSE, *[(move.code, move.said) for move in moves]])
        self.choose_among(entries)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.is_faulty("move"):
            return cleaned
        comes, named = cleaned["move"].startswith(COME), self.named
        if comes and named != 1:
            raise ValidationError(_("Choose who comes, or write the name of somebody new; one of the two."))
        if named and not comes:
            raise ValidationError(_("Who leaves is named already: choose and write nobody who comes."))
        return cleaned


class SwapForm(forms.Form):
    """Two people who sat on each other's seats."""

    first = forms.ChoiceField(label=_("This person"))
    second = forms.ChoiceField(label=_("really sat where this one did"))
    from_deal = WholeNumber(label=_("From deal"), min_value=1, max_value=400)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        help_text=_("Needed to save; everybody can read it."),
    )
    seen_plan = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    seen_seats = forms.CharField(widget=forms.HiddenInput, max_length=64)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *bound: Any, seats: list[Any], **named: Any) -> None:
        named["initial"] = {"key": uuid4(), "from_deal": 1, **(named.get("initial") or {})}
        super().__init__(*bound, **named)
        self.offer(seats)

    def offer(self, seats: list[Any]) -> None:
        """Say whose seats there are."""
        for name in ("first", "second"):
            choose_from(self, name, [CHOOSE, *seats])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("first") and cleaned.get("first") == cleaned.get("second"):
            raise ValidationError(_("Choose two different people."))
        return cleaned


class CrossForm(SwapForm):
    """Two people who sat at each other's tables, each from a deal on."""

    from_deal = WholeNumber(label=_("From deal, at this table"), min_value=1, max_value=400)
    other_deal = WholeNumber(label=_("From deal, at the other table"), min_value=1, max_value=400)

    def __init__(self, *bound: Any, others: list[Any], **named: Any) -> None:
        named["initial"] = {"other_deal": 1, **(named.get("initial") or {})}
        super().__init__(*bound, **named)
        self.offer_others(others)

    def offer_others(self, others: list[Any]) -> None:
        """Say who sits at the other tables."""
        choose_from(self, "second", [CHOOSE, *others])


class SettleForm(forms.Form):
    """Which deals the staff confirm in the players' stead, and why."""

    deals = forms.MultipleChoiceField(
        label=_("Deals"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Choose at least one deal."),
            "invalid_choice": _("A deal you chose was changed or confirmed meanwhile. Look again."),
        },
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("It stands in the log."))

    def __init__(self, *bound: Any, deals: list[tuple[str, str]], **named: Any) -> None:
        super().__init__(*bound, **named)
        choose_from(self, "deals", deals)


class ProjectorForm(forms.Form):
    """What the projector of the hall turns through, and how fast."""

    parts = forms.MultipleChoiceField(
        label=_("What it turns through"),
        choices=Competition.Projected.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one page.")},
    )
    seconds = WholeNumber(label=_("Seconds for each page"), min_value=5, max_value=120)
