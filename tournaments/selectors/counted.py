"""Tournaments that count as meetings of a season: what one would give to whom, and what it has given.

Somebody is the same in both by the person that is entered, never by the name. What a season keeps of it
stands in its `season_facts`: credits like those given by hand, and beside them (`ELSEWHERE`) of which
tournament they are, as its results were then, and the places. `services.counted` writes it.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext

from scoring.wording import written as in_words
from tournaments import access
from tournaments.deal import hashes
from tournaments.models import Competition, Entry, Round
from tournaments.ranking import figures
from tournaments.ranking.figures import Amount
from tournaments.ranking.rounds import told
from tournaments.ranking.seasons.elsewhere import NET, PLACES, Given, Result, Way, credited, way_of, written
from tournaments.selectors import stages
from tournaments.selectors.placings import final_places
from tournaments.selectors.ranked import Row
from tournaments.selectors.ranked_seasons import rank_season
from tournaments.selectors.season_facts import ELSEWHERE
from tournaments.selectors.standings import ground_of, standings_of, summed
from tournaments.sittings import last_meeting, turn
from tournaments.wording.seasons import BY

CREDITS = "credits"
Facts = dict[str, Any]


class Stood(NamedTuple):
    """Say who has which place in a tournament, and what it gave as a way asks for it."""

    person: int | None
    name: str
    place: int
    amount: Amount


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a tournament would give: `kept` is what a season keeps of it; and who gets nothing, and why.

    `strangers` played there and are nobody of the season; `namesakes` of them have the name of somebody who
    is. `unplaced` are entered there without a place, `away` are not entered there.
    """

    kept: Facts
    given: Mapping[int, Given]
    strangers: tuple[Stood, ...] = ()
    namesakes: frozenset[str] = frozenset()
    unplaced: tuple[Entry, ...] = ()
    away: tuple[Entry, ...] = ()

    @property
    def mark(self) -> str:
        """Give the mark of all of it, for whoever confirms what was seen."""
        return hashes.sha256(self.kept)[:16]


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament that counts as a meeting, as the season keeps it."""

    meeting: int
    slug: str
    name: str
    day: date
    among: int
    way: Way
    worth: str
    credits: Mapping[int, Amount]
    places: Mapping[int, tuple[int, int]]
    competition: Competition | None = None  # on this site, where it may be seen

    @property
    def way_said(self) -> str:
        """Say what it gives, in the reader's language."""
        return way_said(self.way)


class Line(NamedTuple):
    """Say what becomes of somebody in the table of the season; without a credit a place may still move."""

    number: int
    name: str
    given: Given | None
    rank_before: int | None
    rank_after: int | None
    total_before: Amount | None
    total_after: Amount | None


class Differing(NamedTuple):
    """Say whose place or credit is otherwise by the results of now; None where there is none."""

    number: int
    name: str
    place_then: int | None
    place_now: int | None
    credit_then: Amount | None
    credit_now: Amount | None


def kept_of(season: Competition, meeting: int) -> Facts | None:
    """Give what a season keeps of the tournament that counts as a meeting, with its credits."""
    source = season.season_facts.get(ELSEWHERE, {}).get(str(meeting))
    if source is None:
        return None
    return {"tournament": source, CREDITS: season.season_facts.get(CREDITS, {}).get(str(meeting), {})}


def facts_with(season: Competition, meeting: int, kept: Facts | None) -> Facts:
    """Give the facts of a season with a tournament as a meeting, None without any."""
    facts = {**season.season_facts}
    told = {ELSEWHERE: kept and kept["tournament"], CREDITS: kept and kept[CREDITS]}
    for key, value in told.items():
        others = {number: one for number, one in facts.get(key, {}).items() if number != str(meeting)}
        facts[key] = others if value is None else {**others, str(meeting): value}
    return {key: value for key, value in facts.items() if value}


def proposal_of(season: Competition, tournament: Competition, way: Way) -> Proposal:
    """Work out what a tournament gives the members of a season."""
    members = {entry.player_id: entry for entry in members_of(season)}
    placed = stood(tournament, way)
    known = [one for one in placed if one.person in members]
    results = [Result(members[one.person].number, one.place, one.amount) for one in known]
    given = credited(way, results, [one.place for one in placed])
    there = set(tournament.entries.exclude(player=None).values_list("player_id", flat=True))
    strangers = tuple(one for one in placed if one.person not in members)
    without = [one for one in members.values() if one.number not in given]
    return Proposal(
        _kept(tournament, way, given, len(known if way.among == "members" else placed)),
        given,
        strangers,
        frozenset(one.name for one in strangers) & {entry.name for entry in without},
        tuple(entry for entry in without if entry.player_id in there),
        tuple(entry for entry in without if entry.player_id not in there),
    )


def members_of(season: Competition) -> Iterable[Entry]:
    """List who may get a credit: members, those who withdrew later among them."""
    entries = season.entries.filter(status__in=Entry.RANKED).exclude(player=None)
    return entries.select_related("player").order_by("number")


def stood(tournament: Competition, way: Way) -> list[Stood]:
    """List the final places of a tournament that is over, over all its stages; else nobody."""
    amounts = _amounts(tournament, way)
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player")}
    found = ((entries[one.entry], one.place) for one in final_places(tournament))
    return [Stood(one.player_id, one.name, place, amounts.get(one.number, 0)) for one, place in found]


def _amounts(tournament: Competition, way: Way) -> dict[int, Amount]:
    """Give what all rounds gave each entry, penalties taken off, as a sum of nets or as table points."""
    if way.by == PLACES:
        return {}
    tried = copy(tournament)
    tried.credit_scheme = (
        Competition.CreditScheme.NET if way.by == NET else Competition.CreditScheme.TABLE_POINTS
    )
    return {row.number: (row.total or 0) - row.carried for row in summed(tried).rows}


def _kept(tournament: Competition, way: Way, given: Mapping[int, Given], among: int) -> Facts:
    return {
        "tournament": {
            "event": tournament.slug,
            "name": tournament.name,
            "date": tournament.date.isoformat(),
            "revision": tournament.revision,
            "chain": tournament.chain_head,
            "worth": worth_now(tournament),
            "way": written(way),
            "among": among,
            "places": {str(number): [one.place, one.sharers] for number, one in sorted(given.items())},
        },
        CREDITS: {str(number): figures.text(one.amount) for number, one in sorted(given.items())},
    }


def worth_now(tournament: Competition) -> str:
    """Say how official the results of a tournament are."""
    return stages.worth_of(tournament, list(tournament.rounds.all()), standings_of(tournament)).state


def foreseen(season: Competition, meeting: int, proposal: Proposal) -> tuple[list[Line], bool]:
    """Say what the table of a season would be, line by line, and whether the meeting would count in it."""
    ground = ground_of(season)
    before = {row.number: row for row in ground.under(season.policy)}
    tried = copy(season)
    tried.season_facts = facts_with(season, meeting, proposal.kept)
    works = {each.number: each for each in (*ground.works, told(meeting, ()))} | {
        each.number: each for each in ground.works
    }
    ordered = [works[number] for number in sorted(works, key=turn)]
    after, _kept = rank_season(tried, ordered, ground.people, ground.rounds, ground.rested)
    return [_line(row, before[row.number], proposal) for row in after.rows], meeting in after.held


def _line(after: Row, before: Row, proposal: Proposal) -> Line:
    given = proposal.given.get(after.number)
    return Line(after.number, after.name, given, before.rank, after.rank, before.total, after.total)


def events_of(season: Competition, seen: QuerySet[Competition] | None = None) -> dict[int, Event]:
    """Give by meeting the tournaments that count in a season, with those of `seen`, or the public ones.

    Elsewhere the same address may be that of another event: then name and day say that it is not this one.
    """
    raw: Mapping[str, Facts] = season.season_facts.get(ELSEWHERE, {})
    if not raw:
        return {}
    visible = access.visible_competitions() if seen is None else seen
    here = {one.slug: one for one in visible.filter(slug__in=[one["event"] for one in raw.values()])}
    credits = season.season_facts.get(CREDITS, {})
    made = (event_in(meeting, one, credits.get(meeting, {}), here) for meeting, one in raw.items())
    return {one.meeting: one for one in sorted(made, key=lambda one: one.meeting)}


def event_in(meeting: str, raw: Facts, credits: Facts, here: Mapping[str, Competition]) -> Event:
    """Read what a season keeps; raises KeyError, TypeError, ValueError where it is something else."""
    day, found = date.fromisoformat(raw["date"]), here.get(raw["event"])
    is_it = found is not None and (found.name, found.date) == (raw["name"], day)
    return Event(
        int(meeting),
        str(raw["event"]),
        str(raw["name"]),
        day,
        int(raw["among"]),
        way_of(raw["way"]),
        str(raw["worth"]),
        {int(number): figures.amount(str(amount)) for number, amount in credits.items()},
        {int(number): (int(place), int(sharers)) for number, (place, sharers) in raw["places"].items()},
        found if is_it else None,
    )


def differing(season: Competition, event: Event, proposal: Proposal) -> list[Differing]:
    """List who has another place or credit by the results of now than the season keeps."""
    names = {entry.number: entry.name for entry in season.entries.select_related("player")}
    found = []
    for number in sorted(event.places.keys() | proposal.given.keys()):
        then, given = event.places.get(number), proposal.given.get(number)
        places = then, given and (given.place, given.sharers)
        credits = event.credits.get(number), given and given.amount
        if number in names and (places[0] != places[1] or credits[0] != credits[1]):
            place_then, place_now = (place and place[0] for place in places)
            found.append(Differing(number, names[number], place_then, place_now, *credits))
    return found


def is_public(tournament: Competition) -> bool:
    """Tell whether readers see all results of a tournament."""
    return tournament.published and access.results_through(tournament) is None


def candidates(season: Competition, seen: QuerySet[Competition]) -> list[Competition]:
    """List the tournaments in which members of a season are entered, and that whoever asks may see."""
    people = [entry.player_id for entry in members_of(season)]
    both = seen.filter(kind=Competition.Kind.TOURNAMENT) | access.visible_competitions().filter(
        kind=Competition.Kind.TOURNAMENT
    )
    found = both.filter(entries__player__in=people).distinct()
    return list(found.select_related("club").order_by("-date", "name"))


def free_meetings(season: Competition) -> list[int]:
    """List the meetings that a tournament may count as: those without tables, and the one after the last."""
    empty = season.rounds.meetings().filter(state=Round.State.DRAFT, tables=None)
    last = last_meeting(season.rounds.values_list("number", flat=True))
    return [*sorted(empty.values_list("number", flat=True)), last + 1]


def way_said(way: Way) -> str:
    """Say in one sentence what a tournament gives a season."""
    said = BY[way.by] if way.by != "places" else _points_said(way)
    factor = "" if way.factor == 1 else gettext("times %(factor)s") % {"factor": in_words(way.factor)}
    among = gettext("places among members") if way.among == "members" else ""
    return ", ".join(str(each) for each in (said, factor, among) if each)


def _points_said(way: Way) -> str:
    told = {"points": " – ".join(in_words(points) for points in way.points), "last": in_words(way.points[-1])}
    if way.beyond == "last":
        return gettext("%(points)s by place, %(last)s for everybody behind") % told
    return gettext("%(points)s by place") % told
