"""Every write of the services: what it needs before, what it is called with, and what the second one hears.

A write that is new to the services must be added here: `test_writes.py` holds that none is missing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time, timedelta
from functools import partial
from itertools import count
from typing import Any
from uuid import uuid4

from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.utils import timezone

from players.models import Club, Player
from tests import declared
from tests.conftest import registered_in
from tournaments.models import (
    Action,
    ApiToken,
    Competition,
    DealVersion,
    Device,
    Entry,
    Export,
    HeldSubmission,
    Hook,
    Letter,
    Merge,
    Opening,
    Outbox,
    RefereeCall,
    Registration,
    Right,
    Round,
    Search,
    Table,
)
from tournaments.powers import Role
from tournaments.ranking.seasons.elsewhere import Way
from tournaments.selectors import finals, tables
from tournaments.selectors.closing import stands_of
from tournaments.selectors.counted import free_meetings, proposal_of
from tournaments.selectors.finals import Wanted
from tournaments.selectors.following import following_of
from tournaments.selectors.hints import hints_in
from tournaments.selectors.lineups import mark_of as mark_of_line_ups
from tournaments.selectors.policies import mark_of as mark_of_policy
from tournaments.selectors.standings import standings_of
from tournaments.selectors.teams import mark_of
from tournaments.selectors.timetable import Point
from tournaments.selectors.timetable import mark_of as mark_of_timetable
from tournaments.services import (
    across,
    adjustments,
    agreements,
    arrivals,
    clock,
    closing,
    clubs,
    coming,
    company,
    competitions,
    confirmations,
    corrections,
    counted,
    deals,
    devices,
    drafts,
    draws,
    entering,
    erasure,
    following,
    held,
    hooks,
    invitations,
    letters,
    lineups,
    logins,
    looked,
    meetings,
    outbox,
    parts,
    penalties,
    persons,
    policies,
    prizes,
    projector,
    redraws,
    registrations,
    rights,
    rounds,
    ruled,
    saved_deals,
    searches,
    seats,
    table_corrections,
    teams,
    timetable,
    tokens,
    undoing,
    warned,
    withdrawals,
)
from tournaments.services.reckoning import rules_of

Job = Callable[[], Any]
EVENT = {"code": "misnamed_discard", "offender": "N", "misled": ["W"]}
fresh = count(1)


@dataclass(frozen=True, slots=True)
class Stage:
    """A tournament with a running round, and a season; who acts is Olive."""

    club: Club
    tournament: Competition
    season: Competition
    actor: User

    @property
    def running(self) -> Round:
        """Give the round that runs, or take the one that was closed back into play."""
        of = self.tournament.rounds.select_related("competition")
        running = of.filter(state=Round.State.RUNNING).first()
        return running or rounds.round_reopen(round=of.get(state=Round.State.CLOSED), actor=self.actor)

    @property
    def table(self) -> Table:
        return Table.objects.select_related("round__competition").get(round=self.running, number=1)

    def decided(self) -> Competition:
        """Give the tournament with its running round closed."""
        rounds.round_close(round=self.running, actor=self.actor, anyway=True)
        return self.tournament

    def typed(self) -> DealVersion:
        """Give a deal that somebody else of the staff typed."""
        other, _ = User.objects.get_or_create(username="sid")
        return entering.deal_enter(table=self.table, submission=declared.submission(self.table), actor=other)

    def kept_draft(self) -> int:
        """Give a draft that is kept beside those of the rounds, as another one was drawn."""
        rounds.round_draw(competition=self.tournament, rounds=2, seed=5, actor=self.actor)
        rounds.round_draw(competition=self.tournament, rounds=2, seed=6, actor=self.actor)
        return self.tournament.kept_drafts.latest("pk").pk

    def outgrown(self) -> Competition:
        """Give the tournament with drafts that were drawn before somebody else came."""
        rounds.round_draw(competition=self.tournament, rounds=2, seed=5, actor=self.actor)
        self.entry()
        return self.tournament

    def searched(self) -> Competition:
        """Give the tournament while a worker elsewhere searches for a better seating."""
        self.tournament.searches.filter(ended_at=None).update(ended_at=timezone.now())
        row = Outbox.objects.create(competition=self.tournament, topic=Outbox.Topic.SEARCH)
        told: dict[str, Any] = {"basis": self.tournament.draws.latest("pk").basis, "seed": 3, "seconds": 60}
        told["busy_until"] = timezone.now() + timedelta(hours=1)
        Search.objects.create(competition=self.tournament, outbox=row, **told)
        return self.tournament

    def final(self) -> Competition:
        """Give a final of the tournament that nobody has given up."""
        return parts.finals_make(actor=self.actor, **_of_final(self))[0]

    def next_number(self) -> int:
        """Give who is the next one to go on."""
        last = self.tournament.parts.order_by("pk").last()
        assert last is not None
        return finals.next_in(last)[0].number

    def person(self, **more: Any) -> dict[str, Any]:
        return {"given": f"Jane{next(fresh)}", "family": "Roe-Surname", **more}

    def entry(self, **more: Any) -> Entry:
        person = self.person(**more)
        return competitions.entry_add(competition=self.tournament, person=person, actor=self.actor)

    def player(self) -> Player:
        """Note somebody who plays nowhere yet."""
        return Player.objects.create(club=self.club, **self.person())

    def with_profile(self) -> Player:
        person = self.player()
        Player.objects.filter(pk=person.pk).update(user=self.somebody())
        return person

    def merge(self) -> Merge:
        """Merge a double who plays in the season with somebody else of the club."""
        entry = competitions.entry_add(competition=self.season, person=self.person(), actor=self.actor)
        assert entry.player is not None
        return persons.persons_merge(
            kept=self.player(), double=entry.player, club=self.club, actor=self.actor
        )

    def registered(self, **more: Any) -> Registration:
        Competition.objects.filter(pk=self.season.pk).update(published=True)
        told = {"family": f"Registered{next(fresh)}", **more}
        return registered_in(self.season, **told)

    def letter(self) -> Letter:
        """Give what could not be sent; everybody is to be reminded today."""
        one = self.registered(at=timezone.now() - timedelta(days=9))
        Competition.objects.filter(pk=one.competition_id).update(date=timezone.localdate())
        Opening.objects.filter(competition=one.competition_id).update(remind_days=1)
        made = letters.write(one, one.state)
        Letter.objects.filter(pk=made.pk).update(state=Letter.State.FAILED, outbox=None)
        return Letter.objects.select_related("registration__competition").get(pk=made.pk)

    def registering(self) -> dict[str, Any]:
        self.registered()
        told = {"club": "", "email": "a@example.org", "answers": [], "key": uuid4()}
        return {"competition": self.season, **self.person(), **told}

    def arrived(self) -> Entry:
        return arrivals.arrival_note(entry=self.entry(), actor=self.actor).entry

    def with_kiosk(self) -> Competition:
        return arrivals.kiosk_open(competition=self.tournament, actor=self.actor).competition

    def with_members_link(self) -> Competition:
        return coming.link_open(competition=self.season, actor=self.actor).competition

    def waiting_meeting(self) -> Round:
        """Add a meeting that has no tables yet."""
        return rounds.round_add(competition=self.season, plan=rounds.RoundPlan(), actor=self.actor)

    def house_player(self) -> Entry:
        taken = {entry.number for entry in draws.house_players(self.tournament, 9)}
        return Entry.objects.get(competition=self.tournament, number=max(taken))

    def evening(self, people: int) -> tuple[Table, list[Entry]]:
        """Start a round of a club whose rules have other tables than of four, and give one who can come."""
        made = competitions.competition_create(
            club=self.club,
            actor=self.actor,
            name=f"Evening {next(fresh)}",
            date=date(2026, 1, 9),
            ruleset="bmja-club",
        )
        given = [self.person() for _place in range(people + 1)]
        competitions.entries_add(competition=made, people=given, actor=self.actor)
        *seated, comer = made.entries.order_by("number")
        plan = rounds.RoundPlan(deals=8)
        one = rounds.round_seat(competition=made, number=1, tables=[seated], plan=plan)
        rounds.round_start(round=rounds.round_publish(round=one, actor=self.actor), actor=self.actor)
        return one.tables.select_related("round__competition").get(), [*seated, comer]

    def deal(self, content: dict[str, Any] | None = None) -> DealVersion:
        """Record the next deal of the table."""
        sent = declared.submission(self.table, content)
        version = deals.deal_submit(table=self.table, submission=sent).version
        assert version is not None
        return version

    def held(self) -> HeldSubmission:
        """Hold the table's next deal, which was sent from winds that are not the table's."""
        sent = declared.submission(self.table, context="0" * 64)
        receipt = deals.deal_submit(table=self.table, submission=sent)
        assert receipt.held is not None
        return receipt.held

    def draft(self) -> Round:
        """Add a meeting with four who are there and sit down."""
        added = rounds.round_add(competition=self.season, plan=rounds.RoundPlan(), actor=self.actor)
        four = list(self.season.entries.exclude(status="house")[:8])
        rounds.check_in(round=added, entries=four, actor=self.actor)
        return rounds.meeting_draw(round=added, actor=self.actor)

    def published(self) -> Round:
        return rounds.round_publish(round=self.draft(), actor=self.actor)

    def meeting(self) -> Round:
        """Start a meeting, and end it where one runs."""
        for one in self.season.rounds.filter(state=Round.State.RUNNING):
            rounds.round_close(round=one, actor=self.actor, anyway=True)
        return rounds.round_start(round=self.published(), actor=self.actor)

    def somebody(self) -> User:
        return User.objects.create_user(f"somebody {next(fresh)}")

    def logged_in(self) -> User:
        user = self.somebody()
        told = {"ip": "192.0.2.1", "session_key": f"session {next(fresh)}", "user_agent": ""}
        UserSession.objects.create(user=user, **told)
        return user

    def locked_out(self) -> AccessAttempt:
        name, typed = self.somebody().username, {"get_data": "", "post_data": ""}
        told = {"username": name, "ip_address": "192.0.2.1", "failures_since_start": 5}
        return AccessAttempt.objects.create(**told, **typed)

    def right(self, role: Role = Role.REFEREE) -> Right:
        return Right.objects.create(user=self.somebody(), club=self.club, role=role)

    def invited(self, role: Role = Role.REFEREE) -> invitations.Issued:
        return invitations.invitation_make(club=self.club, role=role, actor=self.actor)

    def token_told(self) -> dict[str, Any]:
        return {"club": self.club, "name": "Our site", "scopes": ["look"], "days": 7, "key": uuid4()}

    def token(self) -> ApiToken:
        return tokens.token_make(**self.token_told(), actor=self.actor).token

    def counting(self) -> dict[str, Any]:
        """Give a tournament that is over and can count in the season, as the meeting after the last."""
        people = [one.player for one in self.season.entries.order_by("number")[:4]]
        four = [{"given": one.given, "family": one.family} for one in people if one]
        way, tournament = Way(points=(9, 5, 2)), _shown(self.played(four))
        return {
            "season": self.season,
            "tournament": tournament,
            "meeting": free_meetings(self.season)[-1],
            "way": way,
            "seen": proposal_of(self.season, tournament, way).mark,
        }

    def counted(self) -> dict[str, Any]:
        """Let a tournament count in the season."""
        told = self.counting()
        counted.tournament_count(**told, actor=self.actor)
        return {"season": self.season, "meeting": told["meeting"], "reason": "Corrected."}

    def counted_otherwise(self) -> dict[str, Any]:
        """Let a tournament count whose results are corrected afterwards."""
        told = self.counting()
        counted.tournament_count(**told, actor=self.actor)
        [table] = Table.objects.filter(round__competition=told["tournament"])
        void = {"table": table, "number": 1, "mode": "as_played", "reason": "Wrong.", "key": uuid4()}
        corrections.deal_void(**void, actor=self.actor)
        now = Competition.objects.get(pk=told["tournament"].pk)
        seen = proposal_of(self.season, now, told["way"]).mark
        return {"season": self.season, "meeting": told["meeting"], "seen": seen, "reason": "Corrected."}

    def played(self, people: list[dict[str, Any]] | None = None) -> Competition:
        """Give a tournament of one table that has played all it will."""
        one = competitions.competition_create(
            club=self.club, name=f"Evening {next(fresh)}", date=date(2026, 5, 1), actor=self.actor
        )
        four = people or [self.person() for _ in range(4)]
        competitions.entries_add(competition=one, people=four, actor=self.actor)
        [drawn] = rounds.round_draw(competition=one, rounds=1, actor=self.actor)
        rounds.round_publish(round=drawn, actor=self.actor)
        started = rounds.round_start(round=drawn, actor=self.actor)
        table = Table.objects.select_related("round__competition").get(round=started)
        deals.deal_submit(table=table, submission=declared.submission(table))
        rounds.round_close(round=started, actor=self.actor, anyway=True)
        return one

    def announced(self) -> Competition:
        one = self.played()
        closing.results_announce(competition=one, minutes=0, actor=self.actor)
        return one

    def objecting(self) -> dict[str, Any]:
        told = {"about": {"round": 1}, "reason": "A pair was a pung.", "key": uuid4()}
        return {"competition": self.announced(), **told}

    def objection(self) -> Action:
        return closing.results_object(**self.objecting(), actor=self.actor)

    def device(self, number: int) -> Device:
        return self.paired(number).device

    def paired(self, number: int) -> devices.Paired:
        return devices.device_pair(code=self.code(number).long, address="127.0.0.1")

    def code(self, number: int) -> devices.IssuedCode:
        return devices.pairing_code_issue(
            competition=self.tournament, table_number=number, actor=self.actor, takes_over=True
        )


@dataclass(frozen=True, slots=True)
class Write:
    """One write: how it is made ready on a stage, and what the others hear when it is done at once.

    `others` are the codes that whoever comes second may hear; None where it is as if once.
    `archived` says what the archive answers: a refusal's code, or what of a deal a tablet hears.
    """

    make: Callable[[Stage], Job]
    others: tuple[str | None, ...] = (None,)
    archived: str | None = "competition_archived"


def _by(service: Callable[..., Any], facts: Callable[[Stage], dict[str, Any]]) -> Callable[[Stage], Job]:
    return lambda stage: partial(service, **facts(stage), actor=stage.actor)


def _shown(competition: Competition) -> Competition:
    Competition.objects.filter(pk=competition.pk).update(published=True)
    return Competition.objects.get(pk=competition.pk)


HOOK: dict[str, Any] = {"url": "https://93.184.215.14/", "events": ["round.results"]}


def _hook(stage: Stage) -> Hook:
    return Hook.objects.create(club=stage.club, **HOOK, secret="none", site="https://sparrows.example.org/")


def _seen(version: DealVersion) -> confirmations.Seen:
    return confirmations.Seen(version.table, version.number, version.sha256)


def _correction(stage: Stage) -> dict[str, Any]:
    version, at = stage.deal(), stage.table
    body = {
        **declared.body(at, declared.draw()),
        "deal": version.number,
        "supersedes": version.sha256,
        "reason": "Nobody had won.",
    }
    return {"table": at, "correction": table_corrections.correction_of(body)}


def _coming(stage: Stage) -> dict[str, Any]:
    table, everybody = stage.evening(4)
    return {"table": table, "seat": "R", "from_deal": 2, "who": everybody[-1]}


def _leaving(stage: Stage) -> dict[str, Any]:
    table, _everybody = stage.evening(5)
    return {"table": table, "seat": "S", "from_deal": 2}


def _correcting(stage: Stage) -> dict[str, Any]:
    told = stage.registered()
    return {"registration": told, "seen": told.told_mark, **told.told, "family": "Corrected"}


def _came_back(stage: Stage) -> dict[str, Any]:
    told = _coming(stage)
    row = company.seat_join(**told, actor=stage.actor)
    return {
        **{name: told[name] for name in ("table", "seat", "from_deal")},
        "entry": row.entry,
        "reason": "No.",
    }


def _left_back(stage: Stage) -> dict[str, Any]:
    told = _leaving(stage)
    row = company.seat_leave(**told, actor=stage.actor)
    return {**told, "entry": row.entry, "reason": "No."}


def _swap(stage: Stage) -> dict[str, Any]:
    return {
        "table": stage.table,
        "seats": ("E", "S"),
        "from_deal": 1,
        "reason": "Sat wrongly.",
        "key": uuid4(),
    }


def _cross(stage: Stage) -> dict[str, Any]:
    here = stage.table
    there = here.round.tables.exclude(pk=here.pk).select_related("round__competition").order_by("number")[0]
    places = (across.Place(here, "E", 1), across.Place(there, "E", 1))
    return {"places": places, "reason": "They sat at each other's tables.", "key": uuid4()}


def _move(stage: Stage) -> dict[str, Any]:
    there = stage.table.round.tables.exclude(pk=stage.table.pk).order_by("number")[0]
    entry = there.seatings.get(seat="E").entry
    return {"table": stage.table, "seat": "E", "from_deal": 2, "entry": entry}


def _exchange(stage: Stage) -> dict[str, Any]:
    draft = stage.draft()
    first, second = draft.seatings.order_by("pk")[:2]
    return {"round": draft, "first": first, "second": second}


def _replacement(stage: Stage) -> dict[str, Any]:
    draft = stage.draft()
    here = draft.seatings.values_list("entry", flat=True)
    other = stage.season.entries.exclude(pk__in=list(here)).exclude(status="house").first()
    return {"round": draft, "seat": draft.seatings.order_by("pk").first(), "entry": other}


def _imposed(stage: Stage) -> dict[str, Any]:
    version = stage.deal()
    facts = {"table": stage.table, "deal": version.number, "event": EVENT, "reason": "Seen."}
    return {**facts, "key": uuid4()}


def _reversal(stage: Stage) -> dict[str, Any]:
    penalty = penalties.penalty_impose(**_imposed(stage), actor=stage.actor)
    return {"penalty": penalty, "reason": "Not so.", "key": uuid4()}


def _own_reversal(stage: Stage) -> dict[str, Any]:
    version = stage.deal(declared.won(events=[EVENT]))
    return {"table": stage.table, "deal": version.number, "index": 0, "reason": "Not so.", "key": uuid4()}


def _clock(stage: Stage, service: Callable[..., Any], paused: bool) -> Job:
    one = stage.running
    Round.objects.filter(pk=one.pk).update(minutes=90, paused_at=None)
    if paused:
        clock.clock_pause(round=one, actor=stage.actor)
    return partial(service, round=one, actor=stage.actor)


def _warned(stage: Stage) -> Job:
    entry = tables.seatings_of(stage.table)[0].entry
    told = {"entry": entry, "reason": "Short.", "actor": stage.actor}
    given = warned.warning_give(**told, round=stage.running, code="short_hand", key=uuid4())
    return partial(warned.warning_take_back, warning=given, **told)


def _hinted(stage: Stage) -> dict[str, Any]:
    """The same deal twice in a row."""
    for _ in range(2):
        stage.typed()
    one = Competition.objects.get(pk=stage.tournament.pk)
    found = hints_in(one, rules_of(one)).open
    return {"competition": stage.tournament, "mark": found[-1].mark, "word": "It was so."}


def _looked(stage: Stage) -> Job:
    told = _hinted(stage)
    looked.hint_looked(**told, actor=stage.actor)
    about = {"competition": told["competition"], "mark": told["mark"]}
    return partial(looked.hint_look_again, **about, actor=stage.actor)


def _ruled(stage: Stage) -> Job:
    told = {"table": 1, "question": "", "ruling": "It is.", "actor": stage.actor, "key": uuid4()}
    given = ruled.ruling_write(round=stage.running, **told)
    about = {"ruling": given, "competition": stage.tournament, "reason": "It is not."}
    return partial(ruled.ruling_take_back, **about, actor=stage.actor)


def _adjusted(stage: Stage) -> dict[str, Any]:
    told = {"amounts": {"E": 40, "S": -40, "W": 0}, "deal": 9, "reason": "Fire alarm.", "key": uuid4()}
    return {"table": stage.table, **told}


def _adjusted_back(stage: Stage) -> dict[str, Any]:
    rows = adjustments.scores_adjust(**_adjusted(stage), actor=stage.actor)
    return {"penalty": rows[0], "reason": "It was a drill.", "key": uuid4()}


def _undone(stage: Stage) -> dict[str, Any]:
    _clock(stage, clock.clock_pause, False)()
    line = Action.objects.filter(competition=stage.tournament, verb="clock_pause").latest("pk")
    return {"line": line, "competition": stage.tournament, "reason": ""}


def _substituted_back(stage: Stage) -> dict[str, Any]:
    table = stage.table
    told = {"table": table, "seat": "S", "from_deal": stage.deal().number}
    here = tables.sitters(table, told["from_deal"])["S"].entry
    seats.seat_hand_over(**told, who=stage.person(), actor=stage.actor)
    return {**told, "entry": here, "reason": "It was not so."}


def _extra(stage: Stage) -> Job:
    Round.objects.filter(pk=stage.running.pk).update(minutes=90)
    Table.objects.filter(pk=stage.table.pk).update(added_seconds=0)
    return partial(clock.clock_give, table=stage.table, seconds=300, seen=0, actor=stage.actor)


def _signing(stage: Stage) -> dict[str, Any]:
    one = stage.announced()
    return {"competition": one, "seen": stands_of(one, standings_of(one))}


def _of_teams(stage: Stage) -> dict[str, Any]:
    numbers = [entry.number for entry in stage.tournament.entries.exclude(player=None)]
    wanted = [(f"Team {next(fresh)}", numbers[:2]), ("The Rest", numbers[2:4])]
    seen = mark_of(stage.tournament)
    return {"competition": stage.tournament, "teams": wanted, "best": None, "seen": seen}


def _of_line_ups(stage: Stage) -> dict[str, Any]:
    meeting, season = stage.waiting_meeting(), stage.season
    told = {"best": None, "score": "named", "actor": stage.actor}
    numbers = [entry.number for entry in season.entries.exclude(player=None)[:4]]
    teams.teams_set(competition=season, teams=[("Dragons", numbers)], seen=mark_of(season), **told)
    wanted = {season.teams.get(name="Dragons").pk: numbers[:2]}
    return {"round": meeting, "wanted": wanted, "seen": mark_of_line_ups(meeting)}


def _of_final(stage: Stage, size: int = 4) -> dict[str, Any]:
    event = stage.decided()
    for before in finals.finals_made(event).exclude(decides_from=None):  # of the same people
        parts.final_give_up(final=before, reason="Another one is made.", actor=stage.actor)
    table, wanted = standings_of(event), Wanted(size, 1, "places", "half", {}, tuple(range(1, 99)))
    told = {"name": f"Final {next(fresh)}", "day": date(2026, 5, 2), "rounds": 1, "key": uuid4()}
    return {"competition": event, "wanted": wanted, "seen": finals.mark_of(table, wanted), **told}


def _of_season_over(stage: Stage) -> dict[str, Any]:
    told: dict[str, Any] = {"name": f"Season {next(fresh)}", "date": date(2026, 5, 2)}
    season = competitions.competition_create(club=stage.club, actor=stage.actor, kind="season", **told)
    people = [stage.person() for _ in range(4)]
    four = competitions.entries_add(competition=season, people=people, actor=stage.actor)
    added = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=stage.actor)
    rounds.check_in(round=added, entries=four, actor=stage.actor)
    drawn = rounds.meeting_draw(round=added, actor=stage.actor)
    running = rounds.round_start(
        round=rounds.round_publish(round=drawn, actor=stage.actor), actor=stage.actor
    )
    rounds.round_close(round=running, actor=stage.actor, anyway=True)
    season.refresh_from_db()
    seen = following_of(season).mark
    return {"competition": season, "name": "Next", "day": date(2027, 5, 2), "seen": seen, "key": uuid4()}


def _moved_final(stage: Stage) -> dict[str, Any]:
    final = stage.final()
    first, round_ = finals.brought_to(final)[0].row, stage.tournament.rounds.filter(state="closed")[0]
    assert first is not None
    fined = stage.tournament.entries.get(number=first.number)
    told: dict[str, Any] = {"amount": -10, "reason": "Late.", "key": uuid4(), "actor": stage.actor}
    penalties.standings_penalty(entry=fined, round=round_, **told)
    return {"final": final}


def _recorded(stage: Stage) -> dict[str, Any]:
    version = stage.deal()
    return {"table": stage.table, "number": version.number, "mode": "replay", "reason": "Wrong."}


def _restored(stage: Stage) -> dict[str, Any]:
    told = _recorded(stage)
    corrections.deal_correct(**told, content=declared.draw(), actor=stage.actor)
    return {"table": told["table"], "number": told["number"], "reason": "Right before.", "key": uuid4()}


def _called(stage: Stage) -> RefereeCall:
    return devices.referee_call(table=stage.table, device=None, reason="")


WRITES: dict[str, Write] = {
    # While no meeting of the season is out: afterwards nobody registers.
    "registrations.opening_set": Write(
        _by(
            registrations.opening_set,
            lambda s: {"competition": s.registered().competition, "capacity": 1000},
        )
    ),
    "closing.results_announce": Write(
        _by(closing.results_announce, lambda s: {"competition": s.played(), "minutes": 15}),
        ("results_announced",),
    ),
    "closing.results_object": Write(_by(closing.results_object, lambda s: s.objecting())),
    "closing.results_answer": Write(
        _by(
            closing.results_answer,
            lambda s: {"objection": s.objection(), "upheld": True, "reason": "So it was."},
        ),
        ("objection_answered",),
    ),
    "closing.results_sign": Write(_by(closing.results_sign, _signing)),
    "closing.results_reopen": Write(
        _by(closing.results_reopen, lambda s: {"competition": s.announced(), "reason": "Too early."}),
        ("results_not_announced",),
    ),
    "parts.finals_make": Write(_by(parts.finals_make, _of_final)),
    "following.season_follow": Write(_by(following.season_follow, _of_season_over), archived=None),
    "parts.side_make": Write(
        _by(
            parts.side_make,
            lambda s: {
                "competition": s.tournament,
                "name": f"Side {next(fresh)}",
                "day": date(2026, 5, 2),
                "numbers": [1, 2, 3, 4],
                "key": uuid4(),
            },
        )
    ),
    "parts.carried_renew": Write(_by(parts.carried_renew, _moved_final)),
    "parts.finalist_add": Write(
        _by(parts.finalist_add, lambda s: {"final": s.final(), "number": s.next_number()}), ("not_next",)
    ),
    "parts.final_give_up": Write(
        _by(parts.final_give_up, lambda s: {"final": s.final(), "reason": "A mistake."}),
        ("competition_archived",),
    ),
    "lineups.line_ups_set": Write(_by(lineups.line_ups_set, _of_line_ups)),
    "teams.teams_set": Write(_by(teams.teams_set, _of_teams)),
    "registrations.registration_make": Write(
        lambda s: partial(registrations.registration_make, **s.registering())
    ),
    "registrations.registration_approve": Write(
        _by(registrations.registration_approve, lambda s: {"registration": s.registered(state="asked")}),
        ("registration_decided",),
    ),
    "registrations.registration_refuse": Write(
        _by(registrations.registration_refuse, lambda s: {"registration": s.registered()}),
        ("registration_decided",),
    ),
    "registrations.registration_withdraw": Write(
        _by(registrations.registration_withdraw, lambda s: {"registration": s.registered()}),
        ("registration_decided",),
    ),
    "registrations.registration_pay": Write(
        _by(registrations.registration_pay, lambda s: {"registration": s.registered(), "paid": True})
    ),
    "registrations.registration_correct": Write(_by(registrations.registration_correct, _correcting)),
    "registrations.registration_erase": Write(
        _by(registrations.registration_erase, lambda s: {"registration": s.registered()}), ("not_found",)
    ),
    "letters.letter_send": Write(
        _by(letters.letter_send, lambda s: {"letter": s.letter()}), ("letter_on_its_way",)
    ),
    "letters.letter_by_hand": Write(
        _by(letters.letter_by_hand, lambda s: {"letter": s.letter()}), ("letter_sent",)
    ),
    "letters.letters_send": Write(
        _by(letters.letters_send, lambda s: {"competition": s.letter().registration.competition})
    ),
    "letters.reminders_write": Write(
        lambda s: partial(letters.reminders_write, competition=s.letter().registration.competition)
    ),
    "registrations.registrations_enter": Write(
        _by(registrations.registrations_enter, lambda s: {"competition": s.registered().competition})
    ),
    "clubs.club_create": Write(
        _by(clubs.club_create, lambda s: {"name": f"Club {next(fresh)}", "town": ""}), ("club_exists",), None
    ),
    "clubs.club_change": Write(
        _by(
            clubs.club_change,
            lambda s: {"club": s.club, "tile_style": "large" if next(fresh) % 2 else "contrast"},
        ),
        archived=None,
    ),
    "rights.right_change": Write(
        _by(rights.right_change, lambda s: {"right": s.right(), "role": Role.OWNER, "tables": []}),
        archived=None,
    ),
    "rights.right_remove": Write(
        _by(rights.right_remove, lambda s: {"right": s.right()}), ("not_found",), archived=None
    ),
    "rights.account_close": Write(
        _by(rights.account_close, lambda s: {"user": s.right().user}), archived=None
    ),
    "rights.password_help": Write(_by(rights.password_help, lambda s: {"right": s.right()}), archived=None),
    "rights.profile_help": Write(
        _by(rights.profile_help, lambda s: {"person": s.with_profile(), "club": s.club}), archived=None
    ),
    "rights.account_change": Write(
        _by(
            rights.account_change,
            lambda s: {
                "user": s.somebody(),
                "name": f"Roe-Surname {next(fresh)}",
                "email": f"roe{next(fresh)}@example.org",
                "language": "da",
            },
        ),
        archived=None,
    ),
    "logins.sessions_end": Write(_by(logins.sessions_end, lambda s: {"user": s.logged_in()}), archived=None),
    "logins.lock_release": Write(
        _by(logins.lock_release, lambda s: {"attempt": s.locked_out()}), archived=None
    ),
    "hooks.hook_make": Write(
        _by(hooks.hook_make, lambda s: {"club": s.club, **HOOK, "site": "https://sparrows.example.org/"}),
        archived=None,
    ),
    "hooks.hook_change": Write(_by(hooks.hook_change, lambda s: {"hook": _hook(s), **HOOK}), archived=None),
    "hooks.hook_switch": Write(
        _by(hooks.hook_switch, lambda s: {"hook": _hook(s), "on": False}), archived=None
    ),
    "hooks.hook_renew": Write(_by(hooks.hook_renew, lambda s: {"hook": _hook(s)}), archived=None),
    "hooks.hook_remove": Write(_by(hooks.hook_remove, lambda s: {"hook": _hook(s)}), archived=None),
    "hooks.hook_try": Write(lambda s: partial(hooks.hook_try, hook=_hook(s)), archived=None),
    "hooks.delivery_resend": Write(
        lambda s: partial(hooks.delivery_resend, delivery=hooks.hook_try(hook=_hook(s))), archived=None
    ),
    "tokens.token_make": Write(_by(tokens.token_make, lambda s: s.token_told()), archived=None),
    "tokens.token_revoke": Write(
        _by(tokens.token_revoke, lambda s: {"token": s.token()}),
        archived=None,
    ),
    "invitations.invitation_make": Write(
        _by(invitations.invitation_make, lambda s: {"club": s.club, "role": Role.SCORER}), archived=None
    ),
    "invitations.invitation_revoke": Write(
        _by(invitations.invitation_revoke, lambda s: {"invitation": s.invited().invitation}),
        ("invitation_revoked",),
        archived=None,
    ),
    "invitations.invitation_accept": Write(
        lambda s: partial(invitations.invitation_accept, token=s.invited().token, user=s.somebody()),
        ("invitation_used",),
        archived=None,
    ),
    "invitations.account_make": Write(
        lambda s: partial(
            invitations.account_make,
            token=s.invited().token,
            name=f"Nell Roe-Surname {next(fresh)}",
            email=f"nell{next(fresh)}@example.org",
            password="the sparrows twitter",
        ),
        ("invitation_used",),
        archived=None,
    ),
    "competitions.league_create": Write(
        _by(competitions.league_create, lambda s: {"club": s.club, "name": f"League {next(fresh)}"}),
        ("league_exists",),
        archived=None,
    ),
    "competitions.competition_create": Write(
        _by(
            competitions.competition_create,
            lambda s: {"club": s.club, "name": f"Day {next(fresh)}", "date": date(2026, 5, 1)},
        ),
        archived=None,
    ),
    "competitions.competition_change": Write(
        _by(competitions.competition_change, lambda s: {"competition": s.tournament, "name": "Another Day"})
    ),
    "policies.policy_set": Write(
        lambda s: partial(
            policies.policy_set,
            competition=s.season,
            policy={"credit_scheme": "net", "meetings": 9, "attendance_points": next(fresh)},
            seen=mark_of_policy(s.season),
            actor=s.actor,
        )
    ),
    "counted.tournament_count": Write(_by(counted.tournament_count, Stage.counting), ("counted_already",)),
    "counted.tournament_recount": Write(
        _by(counted.tournament_recount, Stage.counted_otherwise), ("counted_same",)
    ),
    "counted.tournament_uncount": Write(_by(counted.tournament_uncount, Stage.counted), ("counted_not",)),
    "rounds.round_pass": Write(
        _by(rounds.round_pass, lambda s: {"round": s.waiting_meeting()}), ("round_not_draft",)
    ),
    "policies.season_facts_set": Write(
        lambda s: partial(
            policies.season_facts_set,
            competition=s.season,
            facts={"adjustments": {"1": next(fresh)}},
            actor=s.actor,
        )
    ),
    "policies.season_fact_set": Write(
        lambda s: partial(
            policies.season_fact_set,
            competition=s.season,
            key="adjustments",
            player=1,
            meeting=None,
            value=next(fresh),
            actor=s.actor,
        )
    ),
    "competitions.competition_publish": Write(
        _by(competitions.competition_publish, lambda s: {"competition": s.tournament, "published": False})
    ),
    "competitions.entries_add": Write(
        _by(
            competitions.entries_add,
            lambda s: {"competition": s.tournament, "people": [s.person(), s.person(), s.person()]},
        )
    ),
    "competitions.entry_add": Write(
        _by(competitions.entry_add, lambda s: {"competition": s.tournament, "person": s.person()}),
        ("player_entered",),
    ),
    "persons.person_change": Write(
        _by(persons.person_change, lambda s: {"person": s.player(), "club": s.club, "given": "Janet"}),
        archived=None,
    ),
    "persons.persons_merge": Write(
        _by(persons.persons_merge, lambda s: {"kept": s.player(), "double": s.player(), "club": s.club}),
        ("person_gone",),
        archived=None,
    ),
    "persons.merge_undo": Write(
        _by(persons.merge_undo, lambda s: {"merge": s.merge(), "club": s.club}),
        ("already_parted",),
        archived=None,
    ),
    "erasure.person_erase": Write(
        _by(erasure.person_erase, lambda s: {"person": s.merge().kept, "club": s.club}),
        ("person_gone",),
        archived=None,
    ),
    "invitations.profile_offer": Write(
        _by(invitations.profile_offer, lambda s: {"person": s.player(), "club": s.club}), archived=None
    ),
    "arrivals.arrival_note": Write(
        _by(arrivals.arrival_note, lambda s: {"entry": s.entry()}), ("already_here",)
    ),
    "arrivals.newcomer_note": Write(
        _by(arrivals.newcomer_note, lambda s: {"competition": s.tournament, "person": s.person()}),
        ("already_here",),
    ),
    "registrations.registration_admit": Write(
        _by(registrations.registration_admit, lambda s: {"registration": s.registered()}),
        ("already_here",),
    ),
    "registrations.registration_enter": Write(
        _by(registrations.registration_enter, lambda s: {"registration": s.registered(state="waiting")}),
        ("player_entered",),
    ),
    "arrivals.arrival_undo": Write(
        _by(arrivals.arrival_undo, lambda s: {"entry": s.arrived()}), ("not_here",)
    ),
    "arrivals.kiosk_open": Write(_by(arrivals.kiosk_open, lambda s: {"competition": s.tournament})),
    "arrivals.kiosk_close": Write(
        _by(arrivals.kiosk_close, lambda s: {"competition": s.with_kiosk()}), ("kiosk_closed",)
    ),
    "persons.person_note_given": Write(
        _by(persons.person_note_given, lambda s: {"person": s.player(), "club": s.club}), archived=None
    ),
    "competitions.entry_change": Write(
        _by(competitions.entry_change, lambda s: {"entry": s.entry(), "status": "guest"})
    ),
    "competitions.house_player_become": Write(
        _by(
            competitions.house_player_become,
            lambda s: {"entry": s.house_player(), "person": s.person(), "status": "player"},
        ),
        ("not_a_house_player",),
    ),
    "competitions.entry_remove": Write(
        _by(competitions.entry_remove, lambda s: {"entry": s.entry()}), ("not_found",)
    ),
    "rounds.round_draw": Write(
        _by(rounds.round_draw, lambda s: {"competition": s.tournament, "rounds": 2, "seed": 3}),
        ("drawn_meanwhile",),
    ),
    "rounds.round_draw_by_standings": Write(
        _by(rounds.round_draw_by_standings, lambda s: {"competition": s.decided(), "seed": 3}),
        ("drawn_meanwhile",),
    ),
    "redraws.rounds_redraw": Write(
        _by(
            redraws.rounds_redraw,
            lambda s: {"competition": s.outgrown(), "seed": 3, "reason": "Somebody came."},
        ),
        ("rounds_fit",),
    ),
    "drafts.draft_take": Write(
        _by(drafts.draft_take, lambda s: {"competition": s.tournament, "draft": s.kept_draft()}),
        ("draft_gone",),
    ),
    "drafts.draft_drop": Write(
        _by(drafts.draft_drop, lambda s: {"competition": s.tournament, "draft": s.kept_draft()}),
        ("draft_gone",),
    ),
    "searches.search_start": Write(
        _by(
            searches.search_start,
            lambda s: {"competition": s.tournament, "rounds": 2, "seed": 3, "seconds": 1},
        ),
        ("search_runs",),
    ),
    "searches.search_stop": Write(
        _by(searches.search_stop, lambda s: {"competition": s.searched()}), ("search_over",)
    ),
    "rounds.round_add": Write(
        _by(
            rounds.round_add,
            lambda s: {
                "competition": s.season,
                "plan": rounds.RoundPlan(),
                "number": s.season.rounds.count() + 1,
            },
        ),
        ("round_is_there",),
    ),
    "rounds.round_seat": Write(
        lambda s: partial(
            rounds.round_seat,
            competition=s.season,
            number=s.season.rounds.count() + 1,
            tables=[list(s.season.entries.exclude(status="house")[:4])],
        ),
        ("round_is_there",),
    ),
    "meetings.meetings_add": Write(
        lambda s: partial(
            meetings.meetings_add,
            competition=s.season,
            places=[meetings.Place(date(2026, 9, 3), announced=True)],
            plan=rounds.RoundPlan(),
            number=s.season.rounds.count() + 1,
            actor=s.actor,
        ),
        ("round_is_there",),
    ),
    "meetings.meeting_change": Write(
        _by(
            meetings.meeting_change,
            lambda s: {"round": s.draft(), "place": meetings.Place(date(2026, 9, 3), venue="Hall")},
        )
    ),
    "meetings.fixtures_draw": Write(
        _by(meetings.fixtures_draw, lambda s: {"competition": s.waiting_meeting().competition}),
        ("fixtures_drawn",),
    ),
    "meetings.table_move": Write(
        _by(
            meetings.table_move,
            lambda s: {"table": s.table, "day": date(2026, 9, 3), "reason": "Snow."},
        )
    ),
    "coming.link_open": Write(_by(coming.link_open, lambda s: {"competition": s.season})),
    "coming.link_close": Write(
        _by(coming.link_close, lambda s: {"competition": s.with_members_link()}), ("members_link_closed",)
    ),
    "coming.answer_give": Write(
        lambda s: partial(coming.answer_give, round=s.draft(), entry=_member(s), comes=True)
    ),
    "rounds.meeting_draw": Write(_by(rounds.meeting_draw, lambda s: {"round": s.draft()})),
    "rounds.round_remove": Write(_by(rounds.round_remove, lambda s: {"round": s.draft()}), ("not_found",)),
    "rounds.check_in": Write(
        _by(rounds.check_in, lambda s: {"round": s.draft(), "entries": list(s.season.entries.all()[:5])})
    ),
    "rounds.round_publish": Write(
        _by(rounds.round_publish, lambda s: {"round": s.draft()}), ("round_not_draft",)
    ),
    "rounds.round_start": Write(
        lambda s: partial(rounds.round_start, round=_startable(s), actor=s.actor), ("round_already_running",)
    ),
    "rounds.round_close": Write(
        _by(rounds.round_close, lambda s: {"round": s.meeting(), "anyway": True}), ("round_not_running",)
    ),
    "rounds.round_reopen": Write(
        lambda s: partial(rounds.round_reopen, round=_closed(s), actor=s.actor), ("round_not_closed",)
    ),
    "clock.clock_pause": Write(lambda s: _clock(s, clock.clock_pause, False), ("clock_is_paused",)),
    "clock.clock_resume": Write(lambda s: _clock(s, clock.clock_resume, True), ("clock_is_running",)),
    "clock.clock_extend": Write(
        lambda s: _clock(s, partial(clock.clock_extend, seen=s.running.added_seconds), False),
        ("time_added_meanwhile",),
    ),
    "clock.clock_give": Write(_extra, ("time_given_meanwhile",)),
    "competitions.results_publish": Write(
        lambda s: partial(
            competitions.results_publish, competition=s.tournament, through=s.running.number, actor=s.actor
        )
    ),
    "prizes.prizes_choose": Write(
        lambda s: partial(
            prizes.prizes_choose, competition=s.tournament, sums=["300"], currency="€", actor=s.actor
        )
    ),
    "withdrawals.entry_withdraw": Write(_by(withdrawals.entry_withdraw, lambda s: {"entry": s.entry()})),
    "timetable.timetable_set": Write(
        lambda s: partial(
            timetable.timetable_set,
            competition=s.tournament,
            points=[Point(date(2026, 4, 18), time(10), f"Round {next(fresh)}", "")],
            seen=mark_of_timetable(s.tournament),
            actor=s.actor,
        )
    ),
    "projector.projector_choose": Write(
        lambda s: partial(
            projector.projector_choose, competition=s.tournament, parts=["calls"], seconds=9, actor=s.actor
        )
    ),
    "seats.seats_exchange": Write(_by(seats.seats_exchange, _exchange), ("seats_moved",)),
    "seats.seat_replace": Write(_by(seats.seat_replace, _replacement), ("seats_moved",)),
    "rounds.round_take_back": Write(
        _by(rounds.round_take_back, lambda s: {"round": s.published(), "reason": "Too early."}),
        ("round_not_taken_back",),
    ),
    "seats.seats_swap": Write(_by(seats.seats_swap, _swap)),
    "across.seats_cross": Write(_by(across.seats_cross, _cross)),
    "across.seat_move": Write(_by(across.seat_move, _move), ("player_twice",)),
    "seats.substitute": Write(
        _by(
            seats.substitute,
            lambda s: {"table": s.table, "seat": "N", "from_deal": 90, "entry": s.entry(status="substitute")},
        ),
        ("player_twice",),
    ),
    "company.seat_join": Write(_by(company.seat_join, _coming), ("player_twice",)),
    "company.seat_leave": Write(_by(company.seat_leave, _leaving), ("seat_not_found",)),
    "company.join_take_back": Write(_by(company.join_take_back, _came_back), ("seats_changed",)),
    "company.leave_take_back": Write(_by(company.leave_take_back, _left_back), ("seats_changed",)),
    "seats.seat_hand_over": Write(
        _by(
            seats.seat_hand_over,
            lambda s: {
                "table": s.table,
                "seat": "W",
                "from_deal": s.deal().number,
                "who": s.person(),
                "seen_seats": tables.digest_of(tables.seatings_of(s.table)),
            },
        ),
        ("seats_changed",),
    ),
    "deals.deal_submit": Write(
        lambda s: partial(deals.deal_submit, table=s.table, submission=declared.submission(s.table)),
        archived="held",
    ),
    "saved_deals.saved_deal_take": Write(
        _by(
            saved_deals.saved_deal_take,
            lambda s: {"table": s.table, "submission": declared.submission(s.table)},
        ),
        archived="held",
    ),
    "entering.deal_enter": Write(
        _by(entering.deal_enter, lambda s: {"table": s.table, "submission": declared.submission(s.table)})
    ),
    "corrections.deal_correct": Write(
        _by(
            corrections.deal_correct,
            lambda s: {**_recorded(s), "content": declared.draw(), "key": uuid4()},
        )
    ),
    "corrections.deal_restore": Write(_by(corrections.deal_restore, _restored)),
    "corrections.deal_void": Write(_by(corrections.deal_void, _recorded), ("already_void",)),
    "table_corrections.table_correct": Write(
        lambda s: partial(table_corrections.table_correct, **_correction(s))
    ),
    "saved_deals.saved_correction_take": Write(_by(saved_deals.saved_correction_take, _correction)),
    "held.held_accept": Write(
        _by(held.held_accept, lambda s: {"held": s.held(), "reason": "Right."}), ("already_ruled",)
    ),
    "held.held_accept_as_correction": Write(
        _by(
            held.held_accept_as_correction,
            lambda s: {"held": _late(s), "reason": "Right.", "mode": "as_played"},
        ),
        ("already_ruled",),
    ),
    "held.held_decline": Write(
        _by(held.held_decline, lambda s: {"held": s.held(), "reason": "No."}), ("already_ruled",)
    ),
    "confirmations.word_say": Write(lambda s: partial(confirmations.word_say, **_word(s))),
    "confirmations.deals_confirm": Write(lambda s: partial(confirmations.deals_confirm, **_words(s))),
    "agreements.table_agree": Write(lambda s: _agreed(s)),
    "confirmations.deals_settle": Write(
        _by(confirmations.deals_settle, lambda s: {"seen": [_seen(s.deal())], "reason": "They had left."})
    ),
    "confirmations.deal_check": Write(_by(confirmations.deal_check, lambda s: {"seen": _seen(s.typed())})),
    "penalties.penalty_impose": Write(_by(penalties.penalty_impose, _imposed)),
    "penalties.penalty_reverse": Write(_by(penalties.penalty_reverse, _reversal)),
    "penalties.event_reverse": Write(_by(penalties.event_reverse, _own_reversal)),
    "warned.warning_give": Write(
        lambda s: partial(
            warned.warning_give,
            entry=tables.seatings_of(s.table)[0].entry,
            round=s.running,
            code="short_hand",
            reason="Short.",
            actor=s.actor,
            key=uuid4(),
        )
    ),
    "warned.warning_take_back": Write(_warned, ("already_reversed",)),
    "looked.hint_looked": Write(_by(looked.hint_looked, _hinted), ("hint_looked",)),
    "looked.hint_look_again": Write(_looked, ("already_reversed",)),
    "ruled.ruling_write": Write(
        lambda s: partial(
            ruled.ruling_write,
            round=s.running,
            table=1,
            question="Is it a pung?",
            ruling="It is.",
            rule="penalty-cannon",
            actor=s.actor,
            key=uuid4(),
        )
    ),
    "ruled.ruling_take_back": Write(_ruled, ("ruling_reversed",)),
    "adjustments.scores_adjust": Write(_by(adjustments.scores_adjust, _adjusted)),
    "adjustments.adjustment_reverse": Write(_by(adjustments.adjustment_reverse, _adjusted_back)),
    "undoing.line_undo": Write(_by(undoing.line_undo, _undone), ("line_built_on",)),
    "seats.substitute_take_back": Write(
        _by(seats.substitute_take_back, _substituted_back), ("seats_changed",)
    ),
    "penalties.standings_penalty": Write(
        _by(
            penalties.standings_penalty,
            lambda s: {
                "entry": s.tournament.entries.get(number=1),
                "round": s.running,
                "amount": -5,
                "reason": "Late.",
                "key": uuid4(),
            },
        )
    ),
    "devices.pairing_code_issue": Write(
        _by(devices.pairing_code_issue, lambda s: {"competition": s.tournament, "table_number": 4})
    ),
    "devices.device_pair": Write(
        lambda s: partial(devices.device_pair, code=s.code(3).long, address="127.0.0.1"), ("code_wrong",)
    ),
    "devices.device_revoke": Write(_by(devices.device_revoke, lambda s: {"device": s.device(2)})),
    "devices.heartbeat": Write(
        lambda s: partial(devices.heartbeat, device=s.device(2), facts={"unsent": 0}), archived=None
    ),
    "devices.referee_call": Write(
        lambda s: partial(devices.referee_call, table=s.table, device=None, reason="")
    ),
    "devices.referee_call_take_back": Write(
        lambda s: partial(devices.referee_call_take_back, table=_called(s).table, device=None)
    ),
    "devices.referee_answer": Write(_by(devices.referee_answer, lambda s: {"call": _called(s)})),
    "outbox.export_ask": Write(
        _by(outbox.export_ask, lambda s: {"competition": s.tournament, "format": Export.Format.CSV}),
        archived=None,
    ),
    "outbox.copy_ask": Write(
        _by(
            outbox.copy_ask,
            lambda s: {"competition": _shown(s.decided()), "site": "https://sparrows.example.org/"},
        ),
        archived=None,
    ),
    "outbox.papers_ask": Write(
        _by(
            outbox.papers_ask,
            lambda s: {"competition": s.tournament, "size": "A4", "site": "https://sparrows.example.org/"},
        ),
        archived=None,
    ),
    "competitions.competition_archive": Write(
        lambda s: partial(
            competitions.competition_archive,
            competition=_finished(s).tournament,
            actor=s.actor,
            unconfirmed=True,
        ),
        ("competition_archived",),
    ),
    "competitions.competition_unarchive": Write(
        lambda s: partial(
            competitions.competition_unarchive, competition=_archived(s).tournament, actor=s.actor
        ),
        archived=None,
    ),
}


def _member(stage: Stage) -> Entry:
    return stage.season.entries.filter(status=Entry.Status.PLAYER).earliest("number")


def _startable(stage: Stage) -> Round:
    for one in stage.season.rounds.filter(state=Round.State.RUNNING):
        rounds.round_close(round=one, actor=stage.actor, anyway=True)
    return stage.published()


def _closed(stage: Stage) -> Round:
    return rounds.round_close(round=stage.meeting(), actor=stage.actor, anyway=True)


def _late(stage: Stage) -> HeldSubmission:
    """Hold a second submission of a recorded deal."""
    number = stage.deal().number
    sent = declared.submission(stage.table, declared.draw(), deal=number)
    receipt = deals.deal_submit(table=stage.table, submission=sent)
    assert receipt.held is not None
    return receipt.held


def _agreed(stage: Stage) -> Job:
    may_choose = {"confirmed_by": "all", "confirmed_when": "choice"}
    competitions.competition_change(competition=stage.tournament, actor=stage.actor, **may_choose)
    return partial(agreements.table_agree, table=stage.table, confirms="together")


def _words(stage: Stage) -> dict[str, Any]:
    one = _word(stage)
    return {"table": one["table"], "seat": one["seat"], "seen": [(one["number"], one["sha256"])]}


def _word(stage: Stage) -> dict[str, Any]:
    version = stage.deal()
    asked = next(seat for seat in "ESWN" if tables.sitters(version.table, version.number)[seat].entry.player)
    return {
        "table": version.table,
        "number": version.number,
        "seat": asked,
        "word": "dispute",
        "sha256": version.sha256,
    }


def _finished(stage: Stage) -> Stage:
    for one in stage.tournament.rounds.filter(state=Round.State.DRAFT).order_by("-number"):
        rounds.round_remove(round=one, actor=stage.actor)
    for one in HeldSubmission.objects.waiting().filter(competition=stage.tournament):
        held.held_decline(held=one, reason="No.", actor=stage.actor)
    for one in stage.tournament.rounds.filter(state=Round.State.RUNNING):
        rounds.round_close(round=one, actor=stage.actor, anyway=True)
    return stage


def _archived(stage: Stage) -> Stage:
    stage.tournament.refresh_from_db()
    if not stage.tournament.archived_at:
        competitions.competition_archive(
            competition=_finished(stage).tournament, actor=stage.actor, unconfirmed=True
        )
    return stage
