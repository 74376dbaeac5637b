"""The figures of the standings and the phrases that explain them.

An amount is an exact integer or fraction. A figure knows the parts it is the sum of, a part knows its round,
and every part has a phrase with named facts. What a figure is worth in the standings is for `standings`,
`credit` and `seasons`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from scoring.wording import written
from tournaments.sittings import is_first, meeting_of, sitting_of

Amount = int | Fraction


def _(phrase: str) -> str:
    """Mark a phrase for translation and return it as it is."""
    return phrase


OF_SITTING = _("{table} of sitting {sitting}")
PHRASES: Mapping[str, str] = {
    "net": _("net {amount} at table {table}"),
    "net_without_table": _("net {amount}"),
    "table_points": _("table points {amount} (place {place} at table {table})"),
    "table_points_shared": _("table points {amount} (place {place} at table {table}, shared by {sharers})"),
    "place_points": _("{amount} for place {place} of the evening"),
    "place_points_shared": _("{amount} for place {place} of the evening, shared by {sharers}"),
    "percent": _("{amount} per cent of the opening score"),
    "credit": _("{amount} given as the whole credit"),
    "credit_of_event": _("{amount} of {event}, place {place} of {among}"),
    "credit_of_event_shared": _("{amount} of {event}, place {place} of {among} (shared by {sharers})"),
    "credit_of_members": _("{amount} of {event}, place {place} of {among} members"),
    "credit_of_members_shared": _(
        "{amount} of {event}, place {place} of {among} members (shared by {sharers})"
    ),
    "absence": _("{amount} for absence with a reason ({absence})"),
    "substitute": _("{amount} because somebody sat in"),
    "bonus_given": _("bonus {amount}"),
    "bonus_fact": _("bonus {amount} for {fact}"),
    "attendance": _("{amount} for attending"),
    "rested": _("{amount} for resting"),
    "rested_mean": _("{amount} for resting (the mean of the meetings played)"),
    "bonus": _("bonus {amount} ({reason})"),
    "adjustment": _("{amount} as a penalty against the standings"),
    "adjusted": _("{amount} as an adjusted score"),
    "carried": _("{amount} carried over"),
    "adjustment_of_season": _("{amount} as an adjustment of the season"),
    "firsts": _("first places: {amount}"),
    "mahjongs": _("mah-jongs made: {amount}"),
    "given": _("discards on which others went mah-jong: {amount}"),
    "counted": _("counted"),
    "dropped": _("dropped: below the best {best}"),
    "no_result": _("rested: neither counted nor dropped"),
    "absent": _("absent"),
    "zero": _("absent, counted as 0: fewer than {best} meetings attended"),
    "zero_replaces": _("absent, counted as 0"),
    "kept": _("counted: it cannot be dropped"),
    "dropped_best": _("dropped: one of the best, which do not count here"),
    "dropped_worst": _("dropped: one of the worst"),
    "without_result": _("attended, with no result of their own: neither counted nor dropped"),
}

OCCASIONS: Mapping[str, str] = {
    "round": _("Round {round}: {parts}"),
    "meeting": _("Meeting {round}: {parts}"),
}
BEFORE = 0  # stands for the round of what was brought along
AT_FIRST = _("From before: {parts}")

PLUS, THEN = " + ", "; "
DASH = "-"


class Part(NamedTuple):
    """Say one summand of a figure: a code of PHRASES, the amount, and the facts with their `round`."""

    code: str
    amount: Amount
    facts: Mapping[str, object]

    @property
    def round(self) -> object:
        """Return the number of the round to which the part belongs."""
        return self.facts["round"]


@dataclass(frozen=True, slots=True)
class Figure:
    """Say one number of a line with its parts; the amount is None where there is nothing to compare."""

    code: str
    amount: Amount | None
    parts: tuple[Part, ...]


def amount(written: str) -> Amount:
    """Read what `text` prints; whole amounts as integers, which are added far faster than fractions."""
    exact = Fraction(written)
    return exact.numerator if exact.denominator == 1 else exact


def text(amount: Amount | None) -> str:
    """Print an amount exactly, as programs read it: `7`, `-120`, `3/2`; a dash for None."""
    return DASH if amount is None else str(amount)


def said(amount: Amount | None) -> str:
    """Write an amount as people read it: `7`, `−2,000`, `1 1⁄2`; a dash for None."""
    return "–" if amount is None else written(amount)


def phrase(part: Part, translate: Callable[[str], str] = str) -> str:
    """Put a part into words."""
    told = {**part.facts, "amount": written(part.amount)}
    if "table" in told:
        told["table"] = _table(part.facts["table"], translate)
    return translate(PHRASES[_code(part)]).format(**told)


def _table(number: Any, translate: Callable[[str], str]) -> object:
    """Say which table it was; tables of a later sitting have the number of their sitting before theirs."""
    if not isinstance(number, int) or is_first(number):
        return number
    return translate(OF_SITTING).format(table=meeting_of(number), sitting=sitting_of(number))


def _code(part: Part) -> str:
    """Return which phrase of its code a part has: of a shared place, of an event, of a bonus with a fact."""
    if part.code in ("table_points", "place_points") and part.facts.get("sharers", 1) != 1:
        return f"{part.code}_shared"
    if part.code == "credit" and "event" in part.facts:
        code = "credit_of_members" if part.facts.get("of_members") else "credit_of_event"
        return code if part.facts["sharers"] == 1 else f"{code}_shared"
    if part.code == "bonus" and not part.facts.get("reason"):
        return "bonus_fact" if "fact" in part.facts else "bonus_given"
    if part.code == "rested" and part.facts.get("formula") == "average":
        return "rested_mean"
    return "adjustment_of_season" if part.code == "adjustment" and part.round == BEFORE else part.code


def sentences(
    parts: Iterable[Part], occasion: str = "round", translate: Callable[[str], str] = str
) -> tuple[str, ...]:
    """Put parts into words, one sentence for each round; `occasion` is a key of OCCASIONS."""
    template = translate(OCCASIONS[occasion])
    return tuple(
        (translate(AT_FIRST) if number == BEFORE else template).format(
            round=number, parts=PLUS.join(phrase(part, translate) for part in run)
        )
        for number, run in groupby(parts, key=lambda part: part.round)
    )
