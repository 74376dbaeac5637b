"""Every write of the services: done at once, done to what is in the archive, and what it leaves for ever."""

import ast
import re
from collections import Counter
from copy import copy
from datetime import date
from functools import cache, partial
from operator import itemgetter
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.utils import timezone

import tournaments.services
from players.models import Player
from tests.conftest import PEOPLE
from tests.tournaments.test_deal_submit_races import at_once
from tests.tournaments.writes import WRITES, Stage
from tournaments.live import waking
from tournaments.models import Competition, RefereeCall, append_only
from tournaments.refusals import Refusal
from tournaments.services import competitions, devices
from tournaments.services.chain import chain_check

SERVICES = Path(tournaments.services.__file__).parent
OK = "done"
KEPT = {"Throttle"}  # a code that is tried is counted, wherever it leads
HELD = {"HeldSubmission", "Action", "Competition"}  # what a tablet sends is never dropped: it waits
OF_AN_EMPTY_SITE = {"founding.site_found"}  # `test_founding.py` does it at once
READS = {"deal_preview", "correction_plan", "void_plan", "table_correction_plan", "write_event_change"}


@pytest.fixture
def stage(running: Competition, season: Competition, olive: Any, settings: Any, monkeypatch: Any) -> Stage:
    """Everything there, on a site that sends e-mails, though none of them now."""
    settings.EMAIL_CONFIGURED = True
    monkeypatch.setattr(waking, "wake_outbox", lambda: None)
    competitions.competition_change(competition=running, actor=olive, confirmed_by="all")
    return Stage(running.club, running, season, olive)


def writes_in(file: Path) -> set[str]:
    """Name the functions of a module that are called by name only, as every write is."""
    found = (node for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef))
    public = (one for one in found if not one.name.startswith("_") and one.args.kwonlyargs)
    return {f"{file.stem}.{one.name}" for one in public if not one.args.args and one.name not in READS}


def test_it_knows_every_write_of_the_services():
    found = {name for file in SERVICES.glob("*.py") for name in writes_in(file)}
    assert found - OF_AN_EMPTY_SITE == set(WRITES)


def answer_to(job: Any) -> Any:
    """Do something; tell what came of it, or the code of its refusal."""
    try:
        return getattr(job(), "status", None)
    except Refusal as refusal:
        return refusal.code


def everything(but: set[str]) -> dict[str, list[tuple[Any, ...]]]:
    """Read every column of every row of the program, but those of some models."""
    models = [*apps.get_app_config("tournaments").get_models(), Player]
    told = (model for model in models if model.__name__ not in but)
    return {model.__name__: list(model._base_manager.order_by("pk").values_list()) for model in told}


def revisions() -> list[Any]:
    return list(Competition.objects.order_by("pk").values_list("pk", "revision", "archived_at", "name"))


@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for name, write in WRITES.items() if write.archived])
def test_nothing_changes_what_is_in_the_archive(stage, name):
    write = WRITES[name]
    job = write.make(stage)
    Competition.objects.update(archived_at=timezone.now())
    kept = KEPT | (HELD if write.archived == "held" else set())
    before, seen = everything(but=kept), revisions()
    assert answer_to(job) == write.archived
    assert everything(but=kept) == before
    assert revisions() == seen


@pytest.mark.postgres_only
@pytest.mark.timeout(400)
@pytest.mark.django_db(transaction=True)
def test_it_is_done_once_when_it_is_done_at_once(stage):
    """Three threads each; whoever is not the first hears so, and nobody gets a server's error."""
    wrong = []
    for name, write in WRITES.items():
        job = write.make(stage)
        heard = Counter(at_once(*(partial(told, as_asked(job), tries=3) for _ in range(3))))
        second = Counter([OK] + [code or OK for code in write.others] * 2)
        if heard != second:
            wrong.append((name, heard))
    assert wrong == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        assert cursor.fetchone() == (0,)


def as_asked(job: Any) -> Any:
    """Give a request rows of its own: none sees what another's service did to them."""
    return partial(job.func, **{name: copy(value) for name, value in job.keywords.items()})


def told(job: Any, tries: int = 1) -> str:
    """Do something; tell the code of its refusal or the name of its error. Whoever is busy tries so often."""
    try:
        job()
    except Refusal as refusal:
        return told(job, tries - 1) if refusal.code == "busy" and tries > 1 else refusal.code
    except Exception as error:  # noqa: BLE001 - said with the write's name
        return repr(error)
    return OK


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_a_tournament_that_is_created_three_times_at_once_is_one(stage):
    about = {"club": stage.club, "actor": None, "name": "One Day", "date": date(2026, 5, 1), "key": uuid4()}
    made = at_once(*[partial(competitions.competition_create, **about)] * 3)
    assert len({one.pk for one in made}) == 1
    assert Competition.objects.filter(name="One Day").count() == 1


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_ten_calls_for_the_referee_are_one(stage):
    table = stage.table
    calls = at_once(*[lambda: devices.referee_call(table=table, device=None, reason="")] * 10)
    assert len({call.pk for call in calls}) == 1
    assert RefereeCall.objects.count() == 1


@pytest.mark.timeout(600)  # every write there is: minutes on a busy machine
@pytest.mark.any_database
@pytest.mark.django_db
def test_no_name_stays_in_a_row_that_stays_for_ever(stage):
    for write in WRITES.values():
        answer_to(write.make(stage))
    surnames = {person["family"] for person in PEOPLE} | {"Roe-Surname"}
    with connection.cursor() as cursor:
        for table in append_only.LEDGER:
            cursor.execute(f"SELECT * FROM {table}")
            rows = cursor.fetchall()
            assert rows, table
            assert [row for row in rows for name in surnames if name in str(row)] == []


NAMES = list(WRITES)
QUARTERS = [pytest.param(NAMES[n::4], id=f"quarter {n}") for n in range(4)]


@pytest.mark.timeout(600)  # minutes on a busy machine
@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize("names", [*QUARTERS, pytest.param(NAMES, id="all", marks=pytest.mark.in_turn)])
def test_the_chain_is_true_after_every_write(stage, names):
    """Whatever a write changes of what figures rest on, its line of the log says.

    A check says the same while no row is another: those competitions are asked that have one. The longer the
    log the longer each check: quarters, each on a stage of its own, take less than all after one another.
    """
    wrong, before = {}, {}
    for name in names:
        answer_to(WRITES[name].make(stage))
        now = rows_by_competition()
        for competition in Competition.objects.filter(pk__in=touched(before, now)):
            if found := chain_check(competition)[1]:
                wrong.setdefault(name, found)
        before = now
    assert wrong == {}


def touched(before: Any, now: Any) -> set[int]:
    """Name the competitions with another row; all of them, where it is of none (a club, a person)."""
    every = now.keys() - {None}
    if now[None] != before.get(None):
        return every
    return {key for key in every if now[key] != before.get(key)}


def rows_by_competition() -> dict[int | None, Any]:
    """Read every row of every model that figures may rest on, by the competition that it is of."""
    found = {None: []} | {key: [] for key in Competition.objects.values_list("pk", flat=True)}
    with connection.cursor() as cursor:
        for statement in statements():
            cursor.execute(statement)
            for key, *row in cursor.fetchall():
                found[key].append((statement, row))
    return found


@cache
def statements() -> list[str]:
    """Write a statement for each table: the key of the row's competition, and all the row says."""
    models = [*apps.get_app_config("tournaments").get_models(), *apps.get_app_config("players").get_models()]
    return [reading(model) for model in models]


def reading(model: Any) -> str:
    """Join a table with those that lead to its competition, along the shortest way of foreign keys."""
    way, joins, last = way_to_a_competition(model), "", "own"
    for at, field in enumerate(way or ()):
        table, column = field.related_model._meta.db_table, field.related_model._meta.pk.column
        joins += f" LEFT JOIN {table} to{at} ON to{at}.{column} = {last}.{field.column}"
        last = f"to{at}"
    own = model._meta
    key = "NULL" if way is None else f"{last}.{Competition._meta.pk.column}"
    return f"SELECT {key}, own.* FROM {own.db_table} own{joins} ORDER BY own.{own.pk.column}"


def way_to_a_competition(model: Any) -> tuple[Any, ...] | None:
    """Find the foreign keys from a model to its competition, None where there are none."""
    ways = [(model, ())]
    for here, way in ways:
        if here is Competition:
            return way
        keys = (field for field in here._meta.concrete_fields if field.remote_field)
        ways += [(key.related_model, (*way, key)) for key in keys if key not in way]
    return None


LEVELS = [
    "tournaments_outbox",
    *("players_club", "tournaments_round", "tournaments_table", "tournaments_competition"),
    "pg_advisory_xact_lock",
]
LOCK = re.compile(r"^SELECT (?:id FROM )?(\w+).*(?:FOR NO KEY UPDATE|\(%s\))$", re.S)


@pytest.mark.postgres_only
@pytest.mark.django_db
def test_it_locks_in_one_order(stage):
    """Clubs, round, tables, competition, names; what is taken again later was taken before."""
    for name, write in WRITES.items():
        job, taken = write.make(stage), []

        def note(execute, sql, params, many, context, taken=taken):
            if found := LOCK.match(sql):
                level = LEVELS.index(found[1])
                taken.append(
                    (level, tuple(params) if level < LEVELS.index("tournaments_competition") else ())
                )
            return execute(sql, params, many, context)

        with connection.execute_wrapper(note), transaction.atomic():
            answer_to(job)
        assert taken or name == "devices.heartbeat"
        first = list(dict.fromkeys(taken))
        if name == "competitions.competition_create":
            first.remove((LEVELS.index("tournaments_competition"), ()))  # new: nobody can wait for it
        assert first == sorted(first, key=itemgetter(0)), name
