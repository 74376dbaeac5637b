"""The database itself keeps the ledger: raw SQL is refused, on PostgreSQL and on SQLite alike."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from tournaments.models import DealVersion, HeldSubmission, append_only
from tournaments.services import agreements, competitions, confirmations, held, penalties

pytestmark = pytest.mark.django_db


@pytest.fixture
def version(table, play) -> DealVersion:
    play(table)
    return DealVersion.objects.get()


def execute(sql: str, *parameters) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, parameters)


def rows_in(table_name: str) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table_name} ORDER BY id")
        return cursor.fetchall()


@pytest.fixture
def ledger(version, table, play, tam, rafe, pat, olive, running) -> None:
    """A row in every table of the ledger."""
    may_choose = {"confirmed_by": "all", "confirmed_when": "choice"}
    competitions.competition_change(competition=running, actor=olive, **may_choose)
    penalties.standings_penalty(
        entry=pat, round=table.round, amount=-50, reason="Late.", actor=rafe, key=uuid4()
    )
    confirmations.word_say(
        table=table, number=1, seat="E", word="confirm", sha256=version.sha256, device=tam.device
    )
    play(table, deal=1)
    agreements.table_agree(table=table, confirms="each", device=tam.device)
    held.held_decline(held=HeldSubmission.objects.get(), reason="Entered twice.", actor=rafe)


@pytest.mark.parametrize("name", append_only.TABLES)
@pytest.mark.parametrize("sql", ["DELETE FROM {name}", "UPDATE {name} SET id = id"])
def test_it_refuses_to_change_a_row_by_raw_sql(ledger, name, sql):
    before = rows_in(name)
    assert before
    with pytest.raises(DatabaseError, match="ledger_is_append_only"):
        execute(sql.format(name=name))
    assert rows_in(name) == before


GUARDED = {
    "tournaments_dealversion",
    "tournaments_scorerow",
    "tournaments_penalty",
    "tournaments_action",
    "tournaments_confirmation",
    "tournaments_heldsubmission",
    "tournaments_ruling",
    "tournaments_agreement",
    "tournaments_keptrules",
}


def test_it_guards_every_table_of_the_ledger(db):
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        triggers = {name for (name,) in cursor.fetchall()}
    wanted = {f"{name}_no_{verb}" for name in GUARDED for verb in ("update", "delete")}
    assert wanted <= triggers


COPY = """INSERT INTO tournaments_dealversion
    (competition_id, table_id, number, version, supersedes_id, kind, key, fingerprint, content, void, east,
     round_wind, goulash, counted, next_east, next_round_wind, next_goulash, next_counted, result, flags,
     ring, net_e, net_s, net_w, net_n, net_r, sequence, sha256,
     prev_chain, chain, reason, client_time, at)
    SELECT competition_id, table_id, {number}, {version}, {supersedes}, kind, NULL, fingerprint, content,
     void, east, round_wind, goulash, counted, next_east, next_round_wind, next_goulash, next_counted, result,
     flags, ring, {net_e}, net_s, net_w, net_n, net_r,
     {sequence},
     sha256, prev_chain, chain, {reason}, client_time, at FROM tournaments_dealversion"""


def copied(**changes: str) -> str:
    """An insert of the one version there is, once more with changes."""
    as_it_is = {
        "number": "2",
        "version": "1",
        "supersedes": "NULL",
        "net_e": "net_e",
        "sequence": "sequence + 1",
        "reason": "''",
    }
    return COPY.format(**(as_it_is | changes))


def test_it_accepts_the_same_row_as_another_deal(version):
    execute(copied())
    assert DealVersion.objects.count() == 2


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("net_sums_to_zero", {"net_e": "net_e + 1"}),
        ("one_version_per_number", {"number": "1"}),
        ("one_version_per_sequence", {"sequence": "sequence"}),
        ("deal_number_is_positive", {"number": "0"}),
        ("later_versions_supersede", {"version": "2", "reason": "'why'"}),
        ("later_versions_give_a_reason", {"number": "1", "version": "2", "supersedes": "id"}),
    ],
)
def test_it_refuses_a_row_that_breaks_a_promise(version, constraint, changes):
    with pytest.raises(IntegrityError) as refused:
        execute(copied(**changes))
    if connection.vendor == "postgresql":
        assert constraint in str(refused.value)
    assert DealVersion.objects.count() == 1
