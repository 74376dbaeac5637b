"""Tidying: what is old enough goes, what still counts stays, and the ledger is left alone."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from celery import current_app
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.config.test_settings import PRODUCTION, settings_with
from tests.conftest import registered_in
from tournaments import tasks
from tournaments.live import waking
from tournaments.models import (
    Action,
    Competition,
    Delivery,
    Draw,
    Export,
    Hook,
    Invitation,
    KeptDraft,
    Opening,
    Outbox,
    PairingCode,
    Registration,
    Search,
    Throttle,
    append_only,
)
from tournaments.powers import Role
from tournaments.services import devices, invitations, letters, outbox, tidying

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
LEDGER = [model for model in apps.get_models() if model._meta.db_table in append_only.TABLES]


@pytest.fixture(autouse=True)
def _nothing_wakes_it(monkeypatch):
    monkeypatch.setattr(waking, "wake_outbox", lambda: None)


def done(competition, ago):
    """Write an export so long ago."""
    asked = outbox.export_ask(competition=competition, format="csv", actor=None)
    outbox.run()
    Outbox.objects.filter(pk=asked.outbox_id).update(done_at=timezone.now() - ago)


def done_without_export(competition, ago):
    Outbox.objects.create(competition=competition, topic="export", done_at=timezone.now() - ago)


def code(competition, ago):
    """Make a code that came to its end so long ago."""
    devices.pairing_code_issue(competition=competition, table_number=1, actor=competition.olive)
    PairingCode.objects.filter(pk=PairingCode.objects.latest("pk").pk).update(expires_at=timezone.now() - ago)


def invitation(competition, ago):
    """Make an invitation that came to its end so long ago, accepted or not."""
    made = invitations.invitation_make(
        club=competition.club, role=Role.REFEREE, actor=competition.olive, email="nell@example.org"
    ).invitation
    used = timezone.now() - ago if made.pk % 2 else None
    Invitation.objects.filter(pk=made.pk).update(expires_at=timezone.now() - ago, used_at=used)


def registration(competition, ago):
    """Register somebody where registration closed so long ago."""
    held = Competition.objects.create(
        club=competition.club,
        name=f"Then {Registration.objects.count()}",
        slug=f"then-{Registration.objects.count()}",
        date=timezone.now().date(),
        ruleset=competition.ruleset,
        ruleset_hash=competition.ruleset_hash,
    )
    letters.write(registered_in(held), "coming")
    closed = timezone.now() - ago
    Opening.objects.filter(competition=held).update(opens_at=closed - HOUR, closes_at=closed)


def attempt(competition, ago):
    count = Throttle.objects.count()
    Throttle.objects.create(name=f"192.0.2.{count}", tried_until=timezone.now() - ago)


def session(competition, ago):
    key = f"session-{Session.objects.count()}"
    Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() - ago)


def login(model, **needed):
    def make(competition, ago):
        made = model.objects.create(username="olive", user_agent=f"{ago}", ip_address="192.0.2.1", **needed)
        model.objects.filter(pk=made.pk).update(attempt_time=timezone.now() - ago)

    return make


def draw(competition, ago):
    made = Draw.objects.create(competition=competition, seed=1, version=2, basis={})
    Draw.objects.filter(pk=made.pk).update(at=timezone.now() - ago)
    return made


def kept_draft(competition, ago):
    told = {"draw": draw(competition, ago), "origin": "aside", "rounds": [], "after": ""}
    made = KeptDraft.objects.create(competition=competition, **told)
    KeptDraft.objects.filter(pk=made.pk).update(at=timezone.now() - ago)


def search(competition, ago):
    row = Outbox.objects.create(competition=competition, topic="search", done_at=timezone.now() - ago)
    told = {"outbox": row, "basis": {}, "seed": 1, "seconds": 60, "ended_at": timezone.now() - ago}
    Search.objects.create(competition=competition, **told)


def told_to_others(competition, ago):
    hook = Hook.objects.create(club=competition.club, url="https://example.org/", secret="none")
    told = {"hook": hook, "kind": "ping", "key": f"msg_{ago}", "body": "{}", "state": "delivered"}
    Delivery.objects.create(**told, at=timezone.now() - ago)


KINDS = {
    "delivery": (Delivery, told_to_others, settings.KEEP_DELIVERIES),
    "draw": (Draw, draw, settings.KEEP_DRAFTS),
    "draft": (KeptDraft, kept_draft, settings.KEEP_DRAFTS),
    "search": (Search, search, settings.KEEP_DRAFTS),
    "export": (Export, done, settings.KEEP_EXPORTS),
    "outbox": (Outbox, done_without_export, settings.KEEP_OUTBOX),
    "code": (PairingCode, code, settings.KEEP_CODES),
    "attempt": (Throttle, attempt, settings.KEEP_CODES),
    "invitation": (Invitation, invitation, settings.KEEP_INVITATIONS),
    "registration": (Registration, registration, settings.KEEP_REGISTRATIONS),
    "session": (Session, session, timedelta()),
    "failed log-ins": (AccessAttempt, login(AccessAttempt, failures_since_start=1), settings.KEEP_LOGINS),
    "failure": (AccessFailureLog, login(AccessFailureLog), settings.KEEP_LOGINS),
    "log-in": (AccessLog, login(AccessLog), settings.KEEP_LOGINS),
}


@pytest.fixture
def tidied(running, olive):
    """The running tournament, with its organiser at hand."""
    tidying.tidy()
    running.olive = olive
    return running


@pytest.mark.parametrize("kind", KINDS)
def test_it_deletes_what_is_older_than_its_age_and_keeps_the_rest(tidied, kind):
    model, make, age = KINDS[kind]
    before = model.objects.count()
    make(tidied, age - HOUR)
    kept = set(model.objects.values_list("pk", flat=True))
    make(tidied, age + HOUR)
    assert model.objects.count() == before + 2
    tidying.tidy()
    assert set(model.objects.values_list("pk", flat=True)) == kept
    tidying.tidy()
    assert set(model.objects.values_list("pk", flat=True)) == kept


def test_it_has_a_kind_for_every_model_above():
    assert len(tidying.KINDS) == len({model for model, _, _ in KINDS.values()}) - 4  # two kinds have three


def test_it_leaves_the_ledger_alone(tidied, table, play):
    play(table)
    done(tidied, settings.KEEP_EXPORTS + HOUR)
    before = {model: list(model.objects.order_by("pk").values()) for model in LEDGER}
    tidying.tidy()
    assert not Export.objects.exists()
    assert {model: list(model.objects.order_by("pk").values()) for model in LEDGER} == before
    assert Action.objects.filter(verb="export_asked").exists()


def test_it_keeps_what_is_not_done(tidied):
    outbox.export_ask(competition=tidied, format="csv", actor=None)
    Outbox.objects.update(at=timezone.now() - 10 * settings.KEEP_EXPORTS)
    tidying.tidy()
    assert (Export.objects.count(), outbox.run()) == (1, 1)


def test_it_keeps_a_done_row_while_its_export_is_kept(tidied):
    done(tidied, settings.KEEP_OUTBOX + HOUR)
    tidying.tidy()
    assert (Outbox.objects.count(), Export.objects.count()) == (1, 1)


def test_it_never_opens_a_lock_that_holds(tidied, settings):
    settings.KEEP_LOGINS = timedelta()
    login(AccessAttempt, failures_since_start=5)(tidied, settings.AXES_COOLOFF_TIME - timedelta(minutes=1))
    tidying.tidy()
    assert AccessAttempt.objects.exists()


def test_it_does_the_other_kinds_when_one_fails(tidied, monkeypatch):
    def fail(now):
        raise ZeroDivisionError

    session(tidied, HOUR)
    monkeypatch.setattr(tidying, "KINDS", (fail, *tidying.KINDS))
    with pytest.raises(ExceptionGroup) as failed:
        tidying.tidy()
    assert [type(error) for error in failed.value.exceptions] == [ZeroDivisionError]
    assert not Session.objects.exists()


class TestWhen:
    """Each night by beat; each day in a process that has its tasks inside."""

    def test_beat_names_a_task_that_is_there(self):
        named = {each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values()}
        known = {waking.OUTBOX, waking.TIDY, waking.HOOKS, waking.BACKUP, tasks.beat.name}
        assert named == known <= set(current_app.tasks)

    def test_it_is_night_in_the_hall(self):
        own = {**PRODUCTION, "SPARROWS_TIME_ZONE": "Europe/Warsaw"}
        said = settings_with(own, "CELERY_TIMEZONE", "CELERY_BEAT_SCHEDULE")
        assert said["CELERY_TIMEZONE"] == "Europe/Warsaw"
        assert "30 3 * * *" in said["CELERY_BEAT_SCHEDULE"]["tidy"]["schedule"]

    def test_it_takes_ages_from_the_environment(self):
        own = {**PRODUCTION, "SPARROWS_KEEP_EXPORT_DAYS": "3", "SPARROWS_KEEP_CODE_DAYS": "2"}
        said = settings_with(own, "KEEP_EXPORTS", "KEEP_CODES", "KEEP_OUTBOX")
        assert list(said.values()) == ["3 days, 0:00:00", "2 days, 0:00:00", "7 days, 0:00:00"]

    @pytest.mark.parametrize(("embedded", "asked"), [(True, [1, 100, 200]), (False, [])])
    def test_it_is_asked_for_at_the_start_and_each_day(self, monkeypatch, settings, embedded, asked):
        settings.CELERY_TASK_ALWAYS_EAGER = embedded
        monkeypatch.setattr(waking, "DAY_SECONDS", 99)
        done, last = [], float("-inf")
        for now in (1, 60, 100, 160, 200):
            monkeypatch.setattr(waking, "ask", lambda task, now=now: done.append((task, now)))
            last = waking.ask_daily(last, now)
        assert done == [(waking.TIDY, now) for now in asked]

    def test_the_name_is_that_of_the_task(self, tidied, monkeypatch):
        monkeypatch.setattr(tasks.tidy, "apply_async", lambda *args, **options: tasks.tidy.apply())
        session(tidied, HOUR)
        waking.ask(waking.TIDY)
        assert tasks.tidy.name == waking.TIDY
        assert not Session.objects.exists()
