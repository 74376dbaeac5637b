"""The cast of every story.

Olive organises, Rafe referees, Tam holds table 3's tablet, Pat plays, Nia is a stranger.
"""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import hypothesis
import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone, translation
from playwright.sync_api import Browser, Page, expect, sync_playwright

import scoring
from players.models import Club, Player
from scoring import rules as rulebook
from tests import databases, declared, resets, worlds
from tournaments.models import (
    Action,
    Competition,
    Delivery,
    Device,
    Entry,
    Hook,
    Invitation,
    KeptDraft,
    Opening,
    Registration,
    Right,
    Round,
    Table,
)
from tournaments.models.devices import digest
from tournaments.powers import Role
from tournaments.selectors import courses, newest, standings
from tournaments.selectors.tables import sitters
from tournaments.services import (
    adjustments,
    announce,
    arrivals,
    coming,
    competitions,
    devices,
    invitations,
    letters,
    outbox,
    penalties,
    persons,
    policies,
    rounds,
    ruled,
    tokens,
    warned,
)
from tournaments.services.announce import log
from tournaments.services.deals import Receipt, deal_submit
from tournaments.services.reckoning import rules_keep
from tournaments.views.public import standing_rows

PASSWORD = "the sparrows twitter"
# Playwright's own list gives way to this one: what it says of pages, and an address bar that draws itself as
# two more pages in every new profile, for nobody to look at.
WITHOUT = (
    *("HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("LensOverlay", "MediaRouter", "OptimizationHints", "AimEnabled", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
)
FLAGS = [
    *("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-quic", "--no-first-run"),
    f"--disable-features={','.join(WITHOUT)}",
    "--renderer-process-limit=1",  # for each profile: to start another process costs more than most pages
]
PATIENCE = 30_000  # milliseconds in which a page shows what it should

# A busy machine is no fault of the program: how long anything takes is for the benchmarks to say.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")


@pytest.fixture(scope="session", autouse=True)
def _begin_quickly(pytestconfig: pytest.Config) -> None:
    """Work out once for each worker what every test begins with."""
    resets.empty_what_is_filled()
    resets.draw_once(pytestconfig.cache.mkdir("draws"))
    resets.list_static_files_once()


def pytest_configure() -> None:
    """Hash passwords fast: how slow Django's own hashing is, is not what is tested. Migrate once for all."""
    databases.migrate_once()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def until(page: Page, condition: str) -> None:
    """Wait for a JavaScript condition; what Playwright has for it evaluates text, which our pages refuse."""
    page.evaluate(f"async () => {{ while (!({condition})) await new Promise((go) => setTimeout(go, 50)); }}")


@pytest.fixture(scope="session")
def _late_requests(django_db_setup: None) -> Iterator[None]:
    """Wait for what the server still answers when it was stopped: each thread holds a connection.

    Put away after the browser, whose idle connections would each keep a thread waiting for a next request.
    """
    yield
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(30)


@pytest.fixture(scope="session")
def browser(chromium: str, _late_requests: None) -> Iterator[Browser]:
    """One Chromium for the session; Playwright's loop makes Django wary of its own thread."""
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield running
        running.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def live_server(django_db_setup: None, _late_requests: None, live_server: Any) -> Any:
    """Stop the server before its database goes: a page's late request would open connections to it again."""
    return live_server


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser's tests last: its loop runs on in this thread, where others start their own.

    Of either kind the long ones begin first, or at the end all workers wait for the one that has them.
    """
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, -_longest(item)))


def _longest(item: pytest.Item) -> float:
    """Give the seconds that a test asks for beyond what all have; 0 stands for no end."""
    asked = item.get_closest_marker("timeout")
    return float(asked.args[0] or "inf") if asked else 0.0


@pytest.fixture(autouse=True)
def _forget_the_cache() -> None:
    """Begin without what an earlier test cached under the same ids."""
    cache.clear()
    standings.KEPT.clear()
    standings.WORKED.clear()
    courses.KEPT.clear()
    newest.KEPT.clear()
    standing_rows.KEPT.clear()


@pytest.fixture(autouse=True)
def _speak_as_the_program_does() -> None:
    """Begin in the site's own language: a request leaves its reader's active in the thread."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _no_engine_in_the_browser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the tablets of other tests the loading of an engine that they do not ask."""
    if not request.node.get_closest_marker("pyodide"):
        monkeypatch.setenv("SPARROWS_PYODIDE", "/nowhere")


@pytest.fixture
def club(db: None) -> Club:
    def build() -> Club:
        return Club.objects.create(name="Severn Winds", slug="severn-winds", town="Worcester")

    return worlds.begun("club", build)


def _user(name: str) -> User:
    return get_user_model().objects.create_user(name, f"{name}@example.org", PASSWORD)


@pytest.fixture
def olive(club: Club) -> User:
    """The owner of the club, who organises its events."""

    def build() -> User:
        user = _user("olive")
        Right.objects.create(club=club, user=user, role=Role.OWNER)
        return user

    return worlds.begun("olive", build, club)


@pytest.fixture
def rafe(club: Club) -> User:
    """A referee of the club."""

    def build() -> User:
        user = _user("rafe")
        Right.objects.create(club=club, user=user, role=Role.REFEREE)
        return user

    return worlds.begun("rafe", build, club)


@pytest.fixture
def nia(db: None) -> User:
    """A stranger: organiser of another club."""
    user = _user("nia")
    other = Club.objects.create(name="Elsewhere", slug="elsewhere")
    Right.objects.create(club=other, user=user, role=Role.OWNER)
    return user


@pytest.fixture
def nell(db: None) -> User:
    """A newcomer: an account without any role."""
    return _user("nell")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def olive_client(olive: User) -> Client:
    return signed_in(olive)


@pytest.fixture
def rafe_client(rafe: User) -> Client:
    return signed_in(rafe)


@pytest.fixture
def nia_client(nia: User) -> Client:
    return signed_in(nia)


PEOPLE = tuple(
    {"given": given, "family": family}
    for given, family in (
        ("Pat", "Ashby"),
        ("Quin", "Barrow"),
        ("Rosa", "Calder"),
        ("Sian", "Dunne"),
        ("Toby", "Eames"),
        ("Uma", "Firth"),
        ("Vera", "Garth"),
        ("Will", "Hythe"),
        ("Xena", "Irwin"),
        ("Yann", "Joyce"),
        ("Zoë", "Kemble"),
        ("Ann", "Łęcka"),
        ("Bob", "Moss"),
        ("Cat", "Neath"),
        ("Dan", "Orme"),
        ("Eve", "Pugh"),
    )
)


@pytest.fixture
def tournament(club: Club, olive: User) -> Competition:
    """A published tournament of sixteen, not drawn yet."""

    def build() -> Competition:
        competition = competitions.competition_create(
            club=club, actor=olive, name="Spring Day", date=date(2026, 4, 18), deals_per_round=4, seed=7
        )
        competitions.entries_add(competition=competition, people=PEOPLE, actor=olive)
        return competitions.competition_publish(competition=competition, actor=olive)

    made = worlds.begun("tournament", build, club, olive)
    made.club = club
    return made


@pytest.fixture
def running(tournament: Competition, olive: User) -> Competition:
    """The tournament with three rounds drawn and the first one running."""

    def build() -> Competition:
        drawn = rounds.round_draw(competition=tournament, rounds=3, actor=olive)
        first = rounds.round_publish(round=drawn[0], actor=olive)
        rounds.round_start(round=first, actor=olive)
        return tournament

    worlds.begun("running", build, tournament, olive)
    tournament.rounds.filter(state=Round.State.RUNNING).update(started_at=timezone.now())
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def season(club: Club, olive: User) -> Competition:
    """A published league season with table points and nobody's meeting yet."""

    def build() -> Competition:
        league = competitions.league_create(club=club, name="Severn League", actor=olive)
        competition = competitions.competition_create(
            club=club,
            actor=olive,
            league=league,
            kind=Competition.Kind.SEASON,
            name="Severn League 2026",
            date=date(2026, 1, 8),
            credit_scheme=Competition.CreditScheme.TABLE_POINTS,
            attendance_points="1",
            best_of=2,
            planned_rounds=3,
            deals_per_round=2,
        )
        competitions.entries_add(competition=competition, people=PEOPLE[:9], actor=olive)
        return competitions.competition_publish(competition=competition, actor=olive)

    return worlds.begun("season", build, club, olive)


@pytest.fixture
def first_round(running: Competition) -> Round:
    return running.rounds.get(number=1)


@pytest.fixture
def table(first_round: Round) -> Table:
    """Table 3 of the running round."""
    return Table.objects.select_related("round__competition").get(round=first_round, number=3)


@pytest.fixture
def under(running: Competition, table: Table) -> Callable[..., Table]:
    """Let the tournament be played under other rules: `under("danish")` gives its table 3."""

    def playing(ruleset: str, **options: Any) -> Table:
        pinned = rules_keep(scoring.load_rules(ruleset, options))
        rules = {"ruleset": ruleset, "ruleset_options": options, "ruleset_hash": pinned}
        Competition.objects.filter(pk=running.pk).update(**rules)
        return Table.objects.select_related("round__competition").get(pk=table.pk)

    return playing


@dataclass(frozen=True)
class Tam:
    """Table 3's tablet and its token."""

    device: Device
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


TOKENS = dict[str, str]()  # of paired tablets, by their hashes, which are all that the database keeps


@pytest.fixture
def tam(running: Competition, olive: User) -> Tam:
    def build() -> Device:
        code = devices.pairing_code_issue(competition=running, table_number=3, actor=olive)
        paired = devices.device_pair(code=code.long, address="127.0.0.1", label="Tam's tablet")
        TOKENS[paired.device.token_hash] = paired.token
        return paired.device

    device = worlds.begun("tam", build, running, olive)
    device.last_seen = timezone.now()
    device.save(update_fields=["last_seen"])
    return Tam(device, TOKENS[device.token_hash])


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Bring a program with another table of rules: `upgrade("danish", "amount = 20", "amount = 30")`."""
    folder = shutil.copytree(rulebook.FOLDER, tmp_path / "rulesets")
    forgets = (rulebook.ruleset_ids, rulebook._table, rulebook._bound)

    def bringing(ruleset: str, before: str, after: str) -> None:
        told = folder / f"{ruleset}.toml"
        assert before in told.read_text(encoding="utf-8")
        told.write_text(told.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
        monkeypatch.setattr(rulebook, "FOLDER", folder)
        for each in forgets:
            each.cache_clear()

    yield bringing
    monkeypatch.undo()
    for each in forgets:
        each.cache_clear()


@pytest.fixture
def play() -> Callable[..., Receipt]:
    """Submit a deal the way a tablet does; `play(table)` is a win of South from East."""

    def submitting(table: Table, content: dict[str, Any] | None = None, **changes: Any) -> Receipt:
        return deal_submit(table=table, submission=declared.submission(table, content, **changes))

    return submitting


def registered_in(competition: Competition, **more: Any) -> Registration:
    """Open registration for a week, and register somebody who has a place."""
    now, week = timezone.now(), timedelta(days=7)
    Opening.objects.get_or_create(
        competition=competition,
        defaults={
            "opens_at": now - week,
            "closes_at": now + week,
            "capacity": 40,
            "consent": "Yes.",
            "site": "http://testserver/",
        },
    )
    told = {"key": uuid4(), "given": "Ros", "family": "Lee", "email": "ros@example.org", "state": "coming"}
    made = Registration(competition=competition, consent="Yes.", **(told | more))
    made.token_hash = digest(made.token)
    made.save()
    return made


ELSEWHERE = {  # a tournament that counts as a meeting, as a season keeps it
    "event": "elsewhere-day", "name": "Elsewhere Day", "date": "2026-02-07", "worth": "official",
    "way": {"by": "net"}, "among": 12, "places": {"1": [3, 1]},
}


@pytest.fixture
def everything(
    running: Competition, season: Competition, table: Table, play: Any, tam: Tam, olive: User
) -> dict[str, Any]:
    """One of everything that an address can name, really there, by the name that addresses give it."""
    play(table)
    late = play(table, declared.draw(), deal=1)
    call = devices.referee_call(table=table, device=tam.device, reason="A tile is missing.")
    export = outbox.export_ask(competition=running, format="csv", actor=olive)
    outbox.run()
    first = running.entries.get(number=1)
    penalty = penalties.standings_penalty(
        entry=first, round=table.round, amount=-10, reason="Late.", actor=olive, key=uuid4()
    )
    told = {"round": table.round, "code": "", "reason": "Late.", "actor": olive, "key": uuid4()}
    warning = warned.warning_give(entry=first, **told)
    ruling = ruled.ruling_write(
        round=table.round, table=table.number, question="", ruling="It stands.", actor=olive, key=uuid4()
    )
    told = {"amounts": {"E": 40}, "deal": None, "reason": "Alarm.", "actor": olive, "key": uuid4()}
    adjusted = adjustments.scores_adjust(table=table, **told)[0]
    told = {"seat": "E", "from_deal": 1, "out": first.number, "into": first.number}
    log(running, "substitute", actor=olive, round=1, table=table.number, **told)
    line = Action.objects.latest("pk")
    event = {"code": "cannon", "offender": "E"}
    penalties.penalty_impose(table=table, deal=1, event=event, reason="Cannon.", actor=olive, key=uuid4())
    rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
    policies.season_facts_set(competition=season, facts={"tournaments": {"9": ELSEWHERE}}, actor=olive)
    helper = Right.objects.create(
        user=_user("hetty"), club=running.club, competition=running, role=Role.HELPER
    )
    invited = invitations.invitation_make(
        club=running.club, competition=running, role=Role.REFEREE, actor=olive
    )
    Player.objects.filter(pk=first.player_id).update(across=Player.Across.ALL)
    two = [Player.objects.create(given="Sam", family=name, club=running.club) for name in ("Ro", "Rowe")]
    Player.objects.filter(pk=two[1].pk).update(user=olive)
    merged = persons.persons_merge(kept=two[1], double=two[0], club=running.club, actor=olive)
    until = timezone.now() + timedelta(days=1)
    offered = {"club": running.club, "player": merged.kept, "token_hash": "offered", "expires_at": until}
    registered = registered_in(running, entry=first)
    letter = letters.write(registered, registered.state)
    told = {"draw": running.draws.latest("pk"), "origin": "aside", "rounds": [], "after": ""}
    kept = KeptDraft.objects.create(competition=running, **told)
    # Announced when it was over, and reopened since.
    announce.log(running, "results_announce", actor=olive, until=timezone.now().isoformat())
    announce.log(running, "results_object", actor=olive, reason="Mine.", key="")
    told = {"name": "Our site", "scopes": ["look"], "days": 7, "key": uuid4(), "actor": olive}
    program = tokens.token_make(club=running.club, **told).token
    hook = Hook.objects.create(club=running.club, url="https://203.0.113.9/", events=["ping"], secret="none")
    sent = Delivery.objects.create(hook=hook, kind="ping", key="msg_1", body="{}")
    return {
        "program": program.pk,
        "hook": hook.pk,
        "delivery": sent.pk,
        "objection": Action.objects.get(verb="results_object").pk,
        "right": helper.pk,
        "person": merged.kept_id,
        "merge": merged.pk,
        "link": Invitation.objects.create(**offered, made_by=olive).pk,
        "invitation": invited.invitation.pk,
        "token": invited.token,
        "session": UserSession.objects.create(
            user=olive, ip="192.0.2.1", session_key="x", user_agent="", data={}
        ).pk,
        "slug": running.slug,
        "club": running.club.slug,
        "league": season.league.slug if season.league else "",
        "number": 2,
        "round": 1,
        "meeting": 9,
        "table": 3,
        "deal": 1,
        "index": 0,
        "call": call.pk,
        "held": late.held.pk if late.held else 0,
        "penalty": penalty.pk,
        "warning": warning.pk,
        "ruling": ruling.pk,
        "line": line.pk,
        "adjustment": adjusted.pk,
        "device": tam.device.pk,
        "export": export.pk,
        "paper": "badges",
        "registration": registered.pk,
        "letter": letter.pk,
        "members": coming.link_open(competition=season, actor=olive).token,
        "kiosk": arrivals.kiosk_open(competition=running, actor=olive).token,
        "own": registered.token,
        "player": first.player_id,
        "draft": kept.pk,
    }


@pytest.fixture
def pat(tournament: Competition) -> Entry:
    """The first player of the tournament."""
    return tournament.entries.get(number=1)


@pytest.fixture
def postgres() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("says something of PostgreSQL only")


@pytest.fixture
def three_evenings(season, olive, play):
    """Three meetings of four; number 1 wins each, 5 comes once in place of 4."""

    def build():
        for numbers in ([1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 3, 4]):
            meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
            there = season.entries.filter(number__in=numbers)
            rounds.check_in(round=meeting, entries=there, actor=olive)
            rounds.meeting_draw(round=meeting, actor=olive)
            rounds.round_publish(round=meeting, actor=olive)
            rounds.round_start(round=meeting, actor=olive)
            table = meeting.tables.get()
            seat = next(s for s, sitter in sitters(table, 1).items() if sitter.entry.number == 1)
            play(table, declared.won(seat, None))
            play(table, declared.draw())
            rounds.round_close(round=meeting, actor=olive)
        return season

    made = worlds.begun("three evenings", build, season, olive)
    made.refresh_from_db()
    return made
