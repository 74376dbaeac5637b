"""The shapes of what programs send for those who organise, as strict as what tablets send."""

import re
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field

from players import names
from tournaments.api.fields import (
    REQUIRED,
    Plain,
    StrictChoice,
    StrictInt,
    StrictList,
    StrictSerializer,
    Text,
    Truth,
    hash_field,
    key_field,
)
from tournaments.api.table.input import (
    MOST_DEALS,
    SEATS,
    DeclarationSerializer,
    code,
    recorded_events,
)
from tournaments.models import Competition, Entry
from tournaments.services.corrections import AS_PLAYED, MOST_LETTERS, REPLAY
from tournaments.services.draws import ODD_TABLES
from tournaments.services.penalties import MOST_POINTS

MOST_NUMBER = 32_767
MOST_PEOPLE = 500
MOST_ROUNDS, MOST_ROUND_DEALS, MOST_WINDS, MOST_MINUTES = 60, 200, 4, 600
MOST_CRITERIA = 5
MOST_SEED = 2**31 - 1
DAY = re.compile(r"(19|20|21)\d\d-\d\d-\d\d", re.ASCII)
AMOUNT = re.compile(r"-?\d{1,6}(/[1-9]\d{0,4})?", re.ASCII)
SLUG = re.compile(r"[-\w]{1,80}", re.ASCII)
CHOSEN_CRITERIA = ("total", "net", "points", "mahjongs", "given", "best_round", "head_to_head")


class Day(Plain):
    """Take a day of these centuries, written as 2026-03-01."""

    default_error_messages = {**REQUIRED, "wrong_form": _("A day is written as 2026-03-01.")}

    def to_internal_value(self, data: Any) -> date:
        if type(data) is not str or not DAY.fullmatch(data):
            self.fail("wrong_form")
        try:
            return date.fromisoformat(data)
        except ValueError:
            self.fail("wrong_form")


class Name(Text):
    """Take a name that can be shown; `of_person` wants a letter in it."""

    default_error_messages = {
        "blank": _("This may not be empty."),
        "name_unfit": _("This name has characters that cannot be shown."),
        "name_too_long": _("This name is too long."),
        "name_without_letter": _("A name has at least one letter."),
    }

    def __init__(self, *, of_person: bool = False, blank: bool = False, **options: Any) -> None:
        self.of_person, self.blank = of_person, blank
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        try:
            text = names.clean_person(text) if self.of_person else names.clean(text, self.most)
        except names.UnfitName as unfit:
            self.fail(unfit.code)
        if not (text or self.blank):
            self.fail("blank")
        return text


class Amount(Plain):
    """Take an exact amount as text: "7" or "1/2"; kept as it is written shortest."""

    default_error_messages = {**REQUIRED, "wrong_form": _("An amount is a text such as 7 or 1/2.")}

    def to_internal_value(self, data: Any) -> str:
        if type(data) is not str or not AMOUNT.fullmatch(data):
            self.fail("wrong_form")
        return str(Fraction(data))


def described(field: type[Plain], schema: dict[str, Any]) -> None:
    """Say in the document what a field takes."""
    extend_schema_field(schema)(field)


described(Day, {"type": "string", "format": "date", "pattern": f"^{DAY.pattern}$"})
described(Amount, {"type": "string", "pattern": f"^{AMOUNT.pattern}$"})


def number(**options: Any) -> StrictInt:
    """Make a field for a number that something has: a round, a table, an entry."""
    return StrictInt(least=1, most=MOST_NUMBER, **options)


def choice(choices: Any, **options: Any) -> StrictChoice:
    """Make a field for one of a model's choices."""
    return StrictChoice(choices.choices, **options)


def reason(**options: Any) -> Text:
    """Make a field for why something is done; what it needs beyond its length the services say."""
    return Text(most=MOST_LETTERS, **options)


class Nullable(StrictInt):
    """Take a number, or null for none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, **options)


class OptionsField(Plain):
    """Take the options of the rules by name; whether the rules know them the engine says."""

    default_error_messages = {**REQUIRED, "wrong_type": _("An object is needed.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("wrong_type")
        return data


described(OptionsField, {"type": "object", "additionalProperties": True})


class SettingsSerializer(StrictSerializer):
    """Settings of a competition; what is left out stays, and of a new one is as usual."""

    name = Name(most=100, required=False)
    date = Day(required=False)
    rules = code(required=False)
    options = OptionsField(required=False)
    entry_level = choice(Competition.EntryLevel, required=False)
    confirmed_by = choice(Competition.ConfirmedBy, required=False)
    confirmed_when = choice(Competition.ConfirmedWhen, required=False)
    planned_rounds = Nullable(least=1, most=MOST_ROUNDS, required=False)
    deals_per_round = Nullable(least=1, most=MOST_ROUND_DEALS, required=False)
    winds_per_round = Nullable(least=1, most=MOST_WINDS, required=False)
    minutes_per_round = Nullable(least=1, most=MOST_MINUTES, required=False)
    last_deal = choice(Competition.LastDeal, required=False)
    credit_scheme = choice(Competition.CreditScheme, required=False)
    table_points = StrictList(child=Amount(), required=False, max_length=5)
    criteria = StrictList(
        child=StrictChoice(CHOSEN_CRITERIA), required=False, max_length=MOST_CRITERIA, once=True
    )
    attendance_points = Amount(required=False)
    rested = choice(Competition.Rested, required=False)
    rested_points = Amount(required=False)
    best_of = Nullable(least=1, most=200, required=False)
    minimum_attendance = StrictInt(least=0, most=200, required=False)
    substitute_policy = choice(Competition.SubstitutePolicy, required=False)
    visibility = choice(Competition.Visibility, required=False)
    hidden_rounds = StrictInt(least=0, most=MOST_ROUNDS, required=False)
    official_when = choice(Competition.OfficialWhen, required=False)


class NewCompetitionSerializer(SettingsSerializer):
    """A new tournament of a club or, with a league, its next season; made once under its key."""

    key = key_field()
    club = Text(most=80)
    league = Text(most=80, required=False)
    name = Name(most=100)
    date = Day()
    rules = code()


class PublishedSerializer(StrictSerializer):
    """Whether everybody sees it."""

    published = Truth()


class PersonSerializer(StrictSerializer):
    """Somebody to be entered; the club by its name."""

    given = Name(most=60, of_person=True, blank=True, required=False)
    family = Name(most=60, of_person=True)
    club = Name(most=60, blank=True, required=False)
    country = Text(most=3, required=False)
    ema = Text(most=10, required=False)


ENTERED = [(status.value, status.label) for status in Entry.COMING]
MAY_BECOME = [*ENTERED, (Entry.Status.WITHDRAWN.value, Entry.Status.WITHDRAWN.label)]


class NewEntrySerializer(PersonSerializer):
    """A new entry; without a number it gets the next one."""

    number = number(required=False)
    status = StrictChoice(ENTERED, required=False)


class NewEntriesSerializer(StrictSerializer):
    """People to be entered, all or none; who is entered already is left as is."""

    people = StrictList(child=NewEntrySerializer(), max_length=MOST_PEOPLE)


class EntryChangeSerializer(StrictSerializer):
    """What an entry becomes; `withdrawn` takes it out of all drafts. A house player becomes a person."""

    status = StrictChoice(MAY_BECOME, required=False)
    person = PersonSerializer(required=False)


class DrawSerializer(StrictSerializer):
    """A draw of a tournament: so many rounds, or the next one by the standings."""

    rounds = StrictInt(least=1, most=MOST_ROUNDS, required=False)
    by_standings = Truth(required=False)
    seed = StrictInt(least=0, most=MOST_SEED, required=False)
    odd_tables = StrictChoice(
        ODD_TABLES,
        required=False,
        help_text=_("who makes no table of four: house players, or tables of three or five"),
    )


class MeetingSerializer(StrictSerializer):
    """A new meeting; with a `number` only if that is the next one."""

    number = number(required=False)
    date = Day(required=False)
    deals = StrictInt(least=1, most=MOST_ROUND_DEALS, required=False)
    winds = StrictInt(least=1, most=MOST_WINDS, required=False)
    minutes = StrictInt(least=1, most=MOST_MINUTES, required=False)


class HereSerializer(StrictSerializer):
    """Who came to a meeting, by number; the list replaces the one before."""

    entries = StrictList(child=number(), max_length=MOST_PEOPLE, once=True)


class NothingSerializer(StrictSerializer):
    """Nothing: the address says it all."""


class CloseSerializer(StrictSerializer):
    """To close a round; `anyway` also where tables have not played what is planned."""

    anyway = Truth(required=False)


class ReasonSerializer(StrictSerializer):
    """Why."""

    reason = reason()


class SeatSerializer(StrictSerializer):
    """A seat: the table and its wind at the start, with the entry that was seen there."""

    table = number()
    seat = StrictChoice(SEATS)
    entry = number()


class ExchangeSerializer(StrictSerializer):
    """Two seats whose people change places; a published round asks for a reason."""

    first = SeatSerializer()
    second = SeatSerializer()
    reason = reason(required=False)


class ReplaceSerializer(SeatSerializer):
    """A seat and who gets it: an entry's number, or null for a house player."""

    by = StrictInt(least=1, most=MOST_NUMBER, allow_null=True)
    reason = reason(required=False)


class NewDealSerializer(DeclarationSerializer):
    """A table's next deal as the staff declare it; `deal` and `context` are those its state names as next."""

    key = key_field()
    deal = StrictInt(least=1, most=MOST_DEALS)
    context = hash_field()  # type: ignore[assignment]  # the metaclass takes it off the class


def mode(**options: Any) -> StrictChoice:
    """Make a field for what becomes of later deals."""
    return StrictChoice((REPLAY, AS_PLAYED), **options)


class ChangeSerializer(StrictSerializer):
    """A change of a recorded deal: of which version, why, and whether later deals are replayed."""

    key = key_field()
    seen_version = StrictInt(least=1, most=MOST_NUMBER)
    mode = mode()
    reason = reason()


class CorrectDealSerializer(DeclarationSerializer):
    """A recorded deal declared anew by the staff."""

    events = recorded_events()
    key = key_field()
    seen_version = StrictInt(least=1, most=MOST_NUMBER)
    mode = mode()
    reason = reason()


class StandingsPenaltySerializer(StrictSerializer):
    """Points taken off somebody's standings for a round: a negative amount."""

    key = key_field()
    entry = number()
    round = number()
    amount = StrictInt(least=-MOST_POINTS, most=-1)
    reason = reason()


class DealPenaltySerializer(StrictSerializer):
    """A penalty of the rules on a recorded deal, paid between its players."""

    key = key_field()
    seen_version = StrictInt(least=1, most=MOST_NUMBER)
    code = code()
    offender = StrictChoice(SEATS)
    misled = StrictList(child=StrictChoice(SEATS), required=False, max_length=4, once=True)
    reason = reason()


class ReversalSerializer(StrictSerializer):
    """To take something back, once under its key."""

    key = key_field()
    reason = reason()


class RulingSerializer(StrictSerializer):
    """What a referee ruled, on what, by which line of the rules (its anchor)."""

    key = key_field()
    round = number()
    table = number(required=False)
    deal = StrictInt(least=1, most=MOST_DEALS, required=False)
    entry = number(required=False)
    rule = code(required=False)
    question = reason(required=False)
    ruling = reason()


class PaidSerializer(StrictSerializer):
    """Whether the fee was paid."""

    paid = Truth()


EXTEND = "extend"
ACCEPT, CORRECT, DECLINE = "accept", "correct", "decline"
DECISIONS = [(one, one) for one in (ACCEPT, CORRECT, DECLINE)]


class ClockSerializer(StrictSerializer):
    """What becomes of the clock; to extend it, with the seconds that were seen added by then."""

    change = StrictChoice(("pause", "resume", EXTEND))
    seen = StrictInt(least=-MOST_NUMBER, most=MOST_NUMBER, required=False)


class HeldRulingSerializer(StrictSerializer):
    """What becomes of a held deal; to correct with it or to leave it out asks for a reason."""

    decision = StrictChoice(DECISIONS)
    mode = mode(required=False)
    reason = reason(required=False)


class SubstituteSerializer(StrictSerializer):
    """A seat, and which entry has it from a deal on."""

    seat = StrictChoice(SEATS)
    entry = number()
    from_deal = StrictInt(least=1, most=MOST_DEALS)


class PolicySerializer(StrictSerializer):
    """The rules of a season as data (README), or null; `seen` is the mark of those before."""

    season = OptionsField(allow_null=True)
    seen = Text(most=64)


class PlaceSerializer(StrictSerializer):
    """Where and when a meeting is; what is left out stays."""

    date = Day(required=False)
    venue = Name(most=100, blank=True, required=False)
    host = Name(most=100, blank=True, required=False)
    announced = Truth(required=False)
