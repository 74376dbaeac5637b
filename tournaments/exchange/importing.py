"""Bring an event into the database, deal by deal, through the services that tablets and organisers use.

A second import of the same folder finds everything there and changes nothing; one that was interrupted goes
on where it stopped, round by round.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.text import slugify

import scoring
from players.models import Club
from tournaments.exchange.finishing import ImportStopped, finish
from tournaments.exchange.reading import RUNNING, SEATED, Change, Event, EventRound, Place, Submitted
from tournaments.models import Competition, DealVersion, Entry, HeldSubmission, League, Round, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.history import AS_IN_THE_FILE
from tournaments.selectors.policies import mark_of
from tournaments.services import across, company, competitions, corrections, policies, rounds, seats
from tournaments.services.deals import Receipt, deal_submit, submission_of

NO_CONTEXT = ""  # what a tablet would name after the game is over: the submission is then held


@dataclass(slots=True)
class Report:
    """What an import did, in numbers."""

    competition: Competition
    created: bool
    done: Counter[str] = field(default_factory=Counter)

    @property
    def changed(self) -> bool:
        return self.created or bool(self.done["recorded"] or self.done["rounds"])


def slug_of(event: Event) -> str:
    """Give the address under which an event is found again."""
    return slugify(event.id) or "event"


def find(event: Event) -> Competition | None:
    """Find the competition that this event was imported as."""
    return Competition.objects.filter(slug=slug_of(event)).first()


def event_import(
    event: Event,
    *,
    club: str | None = None,
    published: bool = False,
    stop_at: Mapping[int, int] | None = None,
) -> Report:
    """Import an event; raises ImportStopped with the first thing that does not go as recorded.

    `stop_at` maps the tables of the last round to the deals after which they stop; it is then left running.
    """
    competition = find(event)
    if competition is not None and competition.name != event.name:
        told = "The address {slug} belongs to “{name}” here; bring the event in under another one."
        raise ImportStopped(told.format(slug=competition.slug, name=competition.name))
    report = Report(competition or _found(event, club), created=competition is None)
    entries = {entry.number: entry for entry in report.competition.entries.all()}
    known = set(report.competition.deal_versions.exclude(key=None).values_list("key", flat=True))
    for one in event.rounds:
        with transaction.atomic():
            _play(event, one, entries, known, report, stop_at if one is event.rounds[-1] else None)
    if report.changed:
        finish(event, report.competition)
    if published and not report.competition.published:
        competitions.competition_publish(competition=report.competition, actor=None)
        report.done["published"] += 1
    return report


@transaction.atomic
def _found(event: Event, club: str | None) -> Competition:
    """Create club, competition and entries, with a league around a season."""
    try:
        host = _club(club or event.club or _home(event))
        competition = competitions.competition_create(
            club=host,
            actor=None,
            slug=slug_of(event),
            name=event.name,
            date=event.date,
            ruleset=event.rules,
            ruleset_options=dict(event.options),
            entry_level=event.entry_level,
            **{"criteria": ["total"], **event.ranking},
            **_season_fields(event, host),
        )
        people, carried = _people(event), event.carried
        competitions.entries_add(competition=competition, people=people, actor=None, carried=carried)
        if event.policy is not None:
            _set_policy(event, competition)
    except (Refusal, scoring.RuleSetError) as refused:
        told = "; ".join(problem["message"] for problem in getattr(refused, "problems", ()))
        raise ImportStopped(f"{event.id}: {refused} {told}".rstrip()) from refused
    return competition


def _people(event: Event) -> list[dict[str, Any]]:
    """List who is to be entered: whoever withdrew played before, and of one name the later have a number."""
    people, known = [], set[tuple[Any, ...]]()
    for player in event.players:
        identity = player.get("given"), player["family"], player.get("club")
        told = {**player, "country": player.get("country") or ""}
        if identity in known:
            told["family"] = f"{player['family']} ({player['number']})"
        if player.get("status") == Entry.Status.WITHDRAWN:
            told["status"] = Entry.Status.PLAYER
        known.add(identity)
        people.append(told)
    return people


def _set_policy(event: Event, competition: Competition) -> None:
    """Fix the rules of the season, and note what its tables do not tell."""
    policies.policy_set(competition=competition, policy=event.policy, seen=mark_of(competition), actor=None)
    if event.season_facts:
        policies.season_facts_set(competition=competition, facts=event.season_facts, actor=None)


def _club(name: str) -> Club:
    found = Club.objects.filter(name=name).first()
    return found or Club.objects.create(name=name, slug=competitions.free_slug(Club, name))


def _home(event: Event) -> str:
    """Name the club that most of the players come from."""
    clubs = Counter(player["club"] for player in event.players if player.get("club"))
    return clubs.most_common(1)[0][0] if clubs else event.name


def _season_fields(event: Event, club: Club) -> dict[str, Any]:
    if not event.is_league:
        return {"planned_rounds": len(event.rounds)}
    league = League.objects.filter(club=club, name=event.name).first()
    if event.policy is not None:
        return {
            "kind": Competition.Kind.SEASON,
            "league": league or competitions.league_create(club=club, name=event.name, actor=None),
            "planned_rounds": event.policy.get("meetings") or event.meetings,
        }
    return {
        "kind": Competition.Kind.SEASON,
        "league": league or competitions.league_create(club=club, name=event.name, actor=None),
        "planned_rounds": event.season["meetings"],
        "best_of": event.season["best_of"],
        "credit_scheme": Competition.CreditScheme.TABLE_POINTS,
        "table_points": [str(points) for points in event.season["table_points"]],
        "attendance_points": str(event.season["attendance"]),
        **_rested_fields(event),
    }


def _rested_fields(event: Event) -> dict[str, Any]:
    """Say what an evening gives who came and was drawn to rest; a fixed 0 where the files say nothing."""
    told = event.season.get("rested") or {}
    return {"rested": told.get("formula", "fixed"), "rested_points": str(told.get("amount", 0))}


def _play(
    event: Event,
    one: EventRound,
    entries: Mapping[int, Entry],
    known: set[Any],
    report: Report,
    stop_at: Mapping[int, int] | None,
) -> None:
    """Seat, start, play and close one round, or go on with it."""
    competition = report.competition
    round = competition.rounds.filter(number=one.number).first()
    todo = [deal for deal in event.deals_of(one.number) if event.key(*deal.place) not in known]
    report.done["already"] += sum(1 for _ in event.deals_of(one.number)) - len(todo)
    if round is None:
        round = _seat(event, one, competition, entries)
        report.done["rounds"] += 1
    if one.state == SEATED:
        if round.is_draft:
            rounds.round_publish(round=round, actor=None)
        return
    if not todo and round.is_closed:
        return
    if event.is_league and not one.tables:
        rounds.round_pass(round=round, actor=None)
        return
    round = _running(round)
    if stop_at is not None:
        todo = [deal for deal in todo if deal.place[2] <= stop_at.get(deal.place[1], 0)]
    _send(event, todo, round, report)
    _correct(event, one, round)
    if stop_at is None and one.state != RUNNING:
        rounds.round_close(round=round, actor=None, anyway=True)


def _seat(event: Event, one: EventRound, competition: Competition, entries: Mapping[int, Entry]) -> Round:
    """Write the seating as it was drawn, who came, and who took over from whom."""
    try:
        drawn = [[None if number is None else entries[number] for number in table] for table in one.tables]
        plan = rounds.RoundPlan(deals=one.deals, winds=one.winds, minutes=one.minutes, date=one.date)
        round = rounds.round_seat(competition=competition, number=one.number, tables=drawn, plan=plan)
        if event.is_league:
            seated = [entry for table in drawn for entry in table if entry and entry.number not in one.absent]
            rested = [entries[number] for number in one.rested]
            rounds.check_in(round=round, entries=seated + rested, actor=None)
        _let_change(event, round, entries)
    except KeyError as missing:
        raise ImportStopped(f"Round {one.number}: nobody has number {missing}.") from missing
    except Table.DoesNotExist as missing:
        raise ImportStopped(f"Round {one.number}: who comes or goes names an unknown table.") from missing
    except Refusal as refused:
        raise ImportStopped(f"Round {one.number}: {refused.message}") from refused
    return round


def _let_change(event: Event, round: Round, entries: Mapping[int, Entry]) -> None:
    """Let substitutes take over, and people come and go, in the order of the deals: who leaves first."""
    listed = (*event.departures, *event.arrivals, *event.substitutions)
    told = sorted((one for one in listed if one.round == round.number), key=lambda one: one.from_deal)
    for change in told:
        table = round.tables.get(number=change.table)
        place: dict[str, Any] = {"table": table, "seat": change.seat, "from_deal": change.from_deal}
        if change.into is None:
            company.seat_leave(**place, actor=None)
        elif change.out is None:
            company.seat_join(**place, who=entries[change.into], actor=None)
        elif _left_another_chair(change, told):
            across.seat_move(**place, entry=entries[change.into], actor=None)
        else:
            seats.substitute(**place, entry=entries[change.into], actor=None)


def _left_another_chair(change: Change, told: Iterable[Change]) -> bool:
    """Tell whether who takes a chair gives one up in the same round: seats were put right there."""
    here = change.table, change.seat
    return any(one.out == change.into and (one.table, one.seat) != here for one in told)


def _running(round: Round) -> Round:
    if round.is_draft:
        round = rounds.round_publish(round=round, actor=None)
    if round.is_closed:
        return rounds.round_reopen(round=round, actor=None)
    return round if round.is_running else rounds.round_start(round=round, actor=None)


def _send(event: Event, deals: list[Submitted], round: Round, report: Report) -> None:
    """Send a round's deals in the order in which they came, what must be refused before its successor."""
    tablets = {
        table.number: Tablet(event, table) for table in round.tables.select_related("round__competition")
    }
    for deal in deals:
        tablet = tablets.get(deal.place[1])
        if tablet is None:
            raise ImportStopped(f"{_said(deal.place)}: there is no such table.")
        for index, refused in enumerate(event.refused_before(deal.place)):
            tablet.must_be_refused(refused, index)
            report.done["refused"] += 1
        tablet.must_record(deal)
        if deal.void and not deal.played_on:
            tablet.void(deal)
        report.done["recorded"] += 1


def _correct(event: Event, one: EventRound, round: Round) -> None:
    """Count deals by which tables played on as the file has them; what followed stays as played."""
    for deal in event.deals_of(one.number):
        if not deal.played_on:
            continue
        told: dict[str, Any] = {
            "table": round.tables.select_related("round__competition").get(number=deal.place[1]),
            "number": deal.place[2],
            "mode": "as_played",
            "reason": AS_IN_THE_FILE,
            "actor": None,
        }
        try:
            if deal.corrected is not None:
                key = event.key(*deal.place, "corrected")
                corrections.deal_correct(content=deal.corrected, key=key, **told)
            if deal.void:
                corrections.deal_void(key=event.key(*deal.place, "void"), **told)
        except Refusal as refused:
            raise ImportStopped(f"{_said(deal.place)} was not corrected: {refused.message}") from refused


class Tablet:
    """What stood on a table: it knows the table and what is played next, and sends deals."""

    def __init__(self, event: Event, table: Table) -> None:
        self.event = event
        self.table = table
        self.position = tables.upcoming(table)

    def send(self, deal: Submitted, *more: object) -> Receipt:
        """Send one deal; raises Refusal."""
        position = self.position
        body = {
            "key": str(self.event.key(*deal.place, *more)),
            "deal": deal.place[2],
            "seating_version": self.table.round.seating_version,
            "context": tables.context_hash(self.table, position) if position else NO_CONTEXT,
            **deal.content,
        }
        return deal_submit(table=self.table, submission=submission_of(body))

    def must_record(self, deal: Submitted) -> None:
        """Send a deal and go on to the next one; raises ImportStopped unless it is recorded."""
        try:
            receipt = self.send(deal)
        except Refusal as refused:
            told = "; ".join(problem["message"] for problem in refused.problems)
            raise ImportStopped(f"{_said(deal.place)} was refused: {refused.message} {told}") from refused
        if receipt.version is None:
            held = receipt.held
            raise ImportStopped(f"{_said(deal.place)} was held: {held and held.code} {held and held.facts}")
        self.position = tables.upcoming(self.table)

    def void(self, deal: Submitted) -> None:
        """Annul the deal that was just recorded; the table plays on from where it was."""
        corrections.deal_void(
            table=self.table,
            number=deal.place[2],
            mode="as_played",
            reason=AS_IN_THE_FILE,
            actor=None,
            key=self.event.key(*deal.place, "void"),
        )
        self.position = tables.upcoming(self.table)

    def must_be_refused(self, deal: Submitted, index: int) -> None:
        """Insist that a submission is refused for the reason recorded, and that nothing of it stays."""
        before = self._traces()
        try:
            self.send(deal, "refused", index)
        except Refusal as refused:
            _for_the_reason(deal, refused)
        else:
            raise ImportStopped(f"{_said(deal.place)} should have been refused and was not.")
        if self._traces() != before:
            raise ImportStopped(f"{_said(deal.place)} was refused and yet left something behind.")

    def _traces(self) -> tuple[int, ...]:
        competition = self.table.round.competition_id
        return (
            DealVersion.objects.filter(table=self.table).count(),
            HeldSubmission.objects.filter(competition=competition).count(),
            Competition.objects.values_list("revision", flat=True).get(pk=competition),
        )


def _for_the_reason(deal: Submitted, refused: Refusal) -> None:
    """Compare code, seat, special hand, the earlier two and the other way to count with what is expected."""
    wanted = dict(deal.expected or {})
    for problem in refused.problems:
        if (problem["code"], problem.get("seat")) == (wanted.get("code"), wanted.get("seat")):
            told = {**problem, **problem.get("facts", {})}
            found = {name: _as_far_as_told(told.get(name), wanted[name]) for name in wanted}
            if found != wanted:
                raise ImportStopped(f"{_said(deal.place)} was refused with {found}, expected {wanted}.")
            return
    if wanted:
        codes = [(problem["code"], problem.get("seat")) for problem in refused.problems]
        raise ImportStopped(
            f"{_said(deal.place)} was refused for {codes or refused.code}, expected {wanted}."
        )


def _as_far_as_told(found: Any, wanted: Any) -> Any:
    """Leave out what the files do not tell of a hand, such as how it was read."""
    if not isinstance(found, Mapping) or not isinstance(wanted, Mapping):
        return found
    return {name: found.get(name) for name in wanted}


def _said(place: Place) -> str:
    return "Round {}, table {}, deal {}".format(*place)
