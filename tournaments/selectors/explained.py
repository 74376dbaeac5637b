"""A recorded deal put into words: what each hand is worth, line by line, and who pays whom what for.

Reads the declaration and the result as they were recorded (or as a preview worked them out), never the
engine: what a page explains is what was counted. `endings` says how the deal ended;
`templates/includes/deal_explained.html` shows it all.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

import scoring
from scoring.wording import written
from tournaments.deal import preview
from tournaments.deal.chairs import CHAIRS, Position
from tournaments.deal.preview import Json, Names
from tournaments.selectors import endings
from tournaments.wording import anchors
from tournaments.wording.tiles import ENGINE, said_with, wind_name

TOTALS = _("All deals of this table together, as its players added them up.")
PENALIZED = _("{offender}: {what}.")


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """One figure of a hand: its sentence, what it adds, and where the rules say so."""

    kind: str
    text: str
    amount: int
    tiles: tuple[str, ...]
    source: str
    rule: str

    @property
    def twos(self) -> range:
        """Count the doublings of a line, for a template that writes each of them."""
        return range(self.amount)


@dataclass(frozen=True, slots=True)
class ExplainedHand:
    """One player's hand: tiles if they were declared, the value and the lines that make it."""

    seat: str
    wind: str
    name: str
    winner: bool
    declared: Json | None
    value: int | None
    special: str
    lines: tuple[ExplainedLine, ...]
    sum: str
    waits: tuple[str, ...]
    fishing: bool
    dropped: bool


@dataclass(frozen=True, slots=True)
class ExplainedPayment:
    """One payment with its reason; `moves` is what it does to each seat, in their order."""

    text: str
    rule: str
    moves: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ExplainedEvent:
    """A penalty or an error that was entered for the deal; what was taken back stays to be read."""

    text: str
    rule: str
    reversed: bool


@dataclass(frozen=True, slots=True)
class ExplainedDeal:
    """A deal from the tiles to the nets: hands, payments and sum by seat, in the order E S W N."""

    outcome: str
    notes: tuple[str, ...]
    heads: tuple[tuple[str, str, str], ...]  # seat, wind of this deal, name
    hands: tuple[ExplainedHand, ...]
    payments: tuple[ExplainedPayment, ...]
    events: tuple[ExplainedEvent, ...]
    nets: tuple[int, ...]


def explain(
    content: Json, result: Json, *, names: Names, position: Position, net: Mapping[str, int], words: str
) -> ExplainedDeal:
    """Explain a deal from its declaration and its result; `names` and `net` are by seat.

    `words` are those of the club for the suits.
    """
    winds = position.winds
    seats = from_east([seat for seat in CHAIRS if seat in winds or net.get(seat)], winds)
    return ExplainedDeal(
        outcome=endings.outcome_sentence(content, result, names),
        notes=tuple(endings.notes(content, result, names, words)),
        heads=tuple((seat, winds.get(seat, ""), names.get(seat, "")) for seat in seats),
        hands=tuple(_hand(seat, content, result, names, winds, words) for seat in _shown(content, winds)),
        payments=(
            *_totals(content, seats),
            *(_payment(paid, result, names, seats) for paid in result.get("payments", ())),
        ),
        events=events_of(content, names),
        nets=tuple(net.get(seat, 0) for seat in seats),
    )


def special_name(code: str | None) -> str:
    """Name a special hand of the rules in the reader's language."""
    return gettext(scoring.SPECIAL_NAMES.get(code, code)) if code else ""


def special_of(result: Json, seat: str) -> str:
    """Name the special hand of a seat; what a club calls a hand of its own is recorded with its line."""
    scored = (result.get("hands") or {}).get(seat) or {}
    code = scored.get("special")
    told = [line["facts"]["special"] for line in scored.get("lines", ()) if line["code"] == code]
    return special_name(told[0] if told else code)


def from_east(seats: Iterable[str], winds: Names) -> list[str]:
    """List seats in the order of play of a deal, from East on; who plays no wind in it comes last."""
    return sorted(seats, key=lambda seat: CHAIRS.index(winds.get(seat, CHAIRS[-1])))


def _shown(content: Json, winds: Names) -> list[str]:
    """List the seats whose hands are there, the winner's first."""
    hands = {} if content.get("void") else content.get("hands", {})
    winners = content.get("winners", ())
    return sorted(from_east(hands, winds), key=lambda seat: seat not in winners)


def _hand(seat: str, content: Json, result: Json, names: Names, winds: Names, words: str) -> ExplainedHand:
    declared = content["hands"][seat]
    scored = result.get("hands", {}).get(seat, {})
    return ExplainedHand(
        seat=seat,
        wind=winds.get(seat, ""),
        name=names.get(seat, ""),
        winner=seat in content.get("winners", ()),
        declared=None if "points" in declared else declared,
        value=scored.get("value"),
        special=special_of(result, seat),
        lines=tuple(_line(line, words) for line in scored.get("lines", ())),
        sum=_sum(scored),
        waits=tuple(scored.get("waits", ())),
        fishing="fishing" in declared.get("flags", ()),
        dropped=seat in content.get("dropped", ()),
    )


def _line(line: Json, words: str) -> ExplainedLine:
    return ExplainedLine(
        kind=line["kind"],
        text=preview.line_text(line, said(words)),
        amount=line["amount"],
        tiles=tuple(line["tiles"]),
        source=line["source"],
        rule=anchors.of_line(line),
    )


def said(words: str | None = None) -> preview.Said:
    """Give what puts a sentence into the reader's language and a club's words; English is recorded so."""
    words = words or ENGINE
    return str if get_language() == "en" and words == ENGINE else said_with(words)


def _sum(scored: Json) -> str:
    """Write the multiplication out, where points and doubles made the value."""
    points, doubles = scored.get("points"), scored.get("doubles")
    if not doubles or not points:
        return ""
    counted = points * 2**doubles
    worked = f"{' × '.join([written(points), *['2'] * doubles])} = {written(counted)}"
    value = scored["value"]
    return worked if counted == value else f"{worked} → {written(value)}"


def _totals(content: Json, seats: list[str]) -> Iterator[ExplainedPayment]:
    """Give the totals of a whole table as one row: nothing more is known of who paid whom."""
    if not content.get("void") and "totals" in content:
        moves = tuple(content["totals"].get(seat) for seat in seats)
        yield ExplainedPayment(gettext(TOTALS), "", moves)


def _payment(paid: Json, result: Json, names: Names, seats: list[str]) -> ExplainedPayment:
    payer, payee, amount = paid["from"], paid["to"], paid["amount"]
    moves = tuple({payer: -amount, payee: amount}.get(seat) for seat in seats)
    return ExplainedPayment(payment_sentence(paid, result, names), anchors.of_payment(paid["for"]), moves)


def payment_sentence(paid: Json, result: Json, names: Names) -> str:
    """Say who pays whom what, for what, and how much that is."""
    return preview.payment_sentence(paid, result, names, said())


def events_of(content: Json, names: Names) -> tuple[ExplainedEvent, ...]:
    """List the penalties and errors entered for a deal."""
    return tuple(_event(event, names) for event in content.get("events", ()))


def penalized(event: Json, names: Names) -> str:
    """Say who has which penalty."""
    offender = names.get(event.get("offender", ""), "") or wind_name(event.get("offender", ""))
    return gettext(PENALIZED).format(offender=offender, what=penalty_name(event["code"]))


def said_of(content: Json, result: Json, names: Names) -> str:
    """Say in short how a deal ended, and who has which penalty in it."""
    standing = (event for event in content.get("events", ()) if not event.get("reversed"))
    return " ".join(
        [endings.outcome_sentence(content, result, names), *(penalized(event, names) for event in standing)]
    )


def _event(event: Json, names: Names) -> ExplainedEvent:
    return ExplainedEvent(
        penalized(event, names), anchors.of_penalty(event["code"]), bool(event.get("reversed"))
    )


def penalty_name(code: str) -> str:
    """Name a penalty in the reader's language."""
    return preview.penalty_name(code, said())
