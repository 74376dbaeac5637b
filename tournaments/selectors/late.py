"""What came late: who sat where as its tablet showed it, though others sit there since.

The rows of a seating are changed in place; what was before is read back out of the log, which has one line
for each seating version that a round has given up.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import Count, Subquery
from django.db.models.functions import Coalesce

import scoring
from scoring import Position
from tournaments.deal import hashes
from tournaments.models import Action, DealVersion, EarlierSeating, Entry, Seating, Table
from tournaments.selectors import tables
from tournaments.selectors.recorded import TableRecord

Sat = dict[str, Entry]  # by seat
# Each of these gives its round a new seating version.
CHANGES = ("seats_swap", "seats_cross", "seats_exchange", "seat_replace")
SUBSTITUTES = ("substitute", "substitute_reversed")  # these do not, but change the context of later deals
CAME = ("seat_join", "seat_leave_reversed")  # nor do these, after which somebody more sits there
WENT = ("seat_leave", "seat_join_reversed")


def sat_as_shown(body: Mapping[str, Any], known: TableRecord) -> Sat:
    """Say who sat where for what was sent, by the seating it was sent under; at the table of its round."""
    table, versions = known.table, known.versions
    changes = list(_changes(table, body["seating_version"]))
    given_up = changes[0].given_up if changes else 0
    walked = list(_walked_back(body["deal"], table, known.seatings, changes))
    then = [sat for changes, sat in walked if changes == given_up]
    places = _places(body["deal"], known)
    fits = [
        sat
        for sat in then
        if body.get("context", "")
        in _contexts(body, table, sat, [*places, _with(sat, body["deal"], versions)])
    ]
    return (fits or then or [walked[-1][1]])[0]


def _changes(table: Table, since: int) -> Any:
    """Ask what was done to the seats of a round, the last first; each says how many versions are given up."""
    earlier = EarlierSeating.objects.filter(round=table.round, version__gte=since).order_by()
    done = Action.objects.filter(competition=table.round.competition, facts__round=table.round.number)
    done = done.filter(verb__in=(*CHANGES, *SUBSTITUTES, *CAME, *WENT)).order_by("-pk")
    many = earlier.values("round").annotate(many=Count("pk")).values("many")
    return done.annotate(given_up=Coalesce(Subquery(many), 0))


def _walked_back(
    deal: int, table: Table, seatings: list[Seating], changes: list[Any]
) -> Iterator[tuple[int, Sat]]:
    """Undo what was done to the seats, the last first; give the versions gone back, and who sat then."""
    sat = {seat: sitter.entry for seat, sitter in tables.sitters_among(seatings, deal).items()}
    entries = table.round.competition.entries.select_related("player") if changes else ()
    numbered = {entry.number: entry for entry in entries}
    versions = 0
    yield versions, sat
    for change in changes:
        versions += change.verb in CHANGES
        sat = _before(change, sat, table.number, deal, numbered)
        yield versions, sat


def _before(change: Action, sat: Sat, table: int, deal: int, numbered: Mapping[int, Entry]) -> Sat:
    """Say who sat on the seats of a table for a deal before a change."""
    facts = change.facts
    if change.verb in ("seats_exchange", "seat_replace"):
        renamed = _numbers_before(facts)
        return {seat: numbered[renamed.get(one.number, one.number)] for seat, one in sat.items()}
    if change.verb == "seats_cross":
        return _before_cross(facts, sat, table, deal, numbered)
    if facts["table"] != table or facts["from_deal"] > deal:
        return sat
    if change.verb in SUBSTITUTES:
        return {**sat, facts["seat"]: numbered[facts["out"]]}
    if change.verb in CAME:
        return {seat: entry for seat, entry in sat.items() if seat != facts["seat"]}
    if change.verb in WENT:
        return {**sat, facts["seat"]: numbered[facts["out"]]}
    first, second = facts["seats"]
    return {**sat, first: sat[second], second: sat[first]}


def _before_cross(
    facts: Mapping[str, Any], sat: Sat, table: int, deal: int, numbered: Mapping[int, Entry]
) -> Sat:
    """Say who sat at a table before two people of two tables were put right."""
    places = zip(facts["tables"], facts["seats"], facts["from_deals"], facts["entries"], strict=True)
    back = {seat: numbered[who] for at, seat, begun, who in places if at == table and begun <= deal}
    return {**sat, **back}


def _places(deal: int, known: TableRecord) -> list[Position]:
    """List where the table was, or is, for a deal of that number."""
    recorded = [tables.position_of(one) for one in known.versions if one.number == deal]
    following = known.following()
    return [*recorded, *([following] if following and following.number == deal else [])]


def _contexts(
    body: Mapping[str, Any], table: Table, sat: Sat, places: Iterable[Position | None]
) -> Iterator[str]:
    """Hash the contexts a tablet can have named that showed these people."""
    place = tables.context_of(table, {seat: tables.Sitter(entry, None) for seat, entry in sat.items()})
    place["seating_version"] = body["seating_version"]
    for position in filter(None, places):
        yield hashes.sha256(place | position.to_json())


def _with(sat: Sat, deal: int, versions: list[DealVersion]) -> Position | None:
    """Say where the table was before a deal if these sat there: others came since, or left."""
    before = next((one for one in versions if one.number == deal - 1), None)
    position = tables.position_after(before) if before else scoring.seated_at(sat)
    if position is None:
        return None
    there = {*position.places}
    try:
        return scoring.gathered(position, sorted({*sat} - there), sorted(there - {*sat}))
    except scoring.MalformedHand:
        return None


def _numbers_before(facts: Mapping[str, Any]) -> dict[int, int]:
    """Say for each number that an exchange or a replacement seated whose place that was."""
    if "entries" in facts:
        first, second = facts["entries"]
        return {first: second, second: first}
    return {facts["into"]: facts["out"]}
