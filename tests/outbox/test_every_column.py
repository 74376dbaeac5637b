"""No column of the ledger can be changed unseen, triggers or not; nor can what is older than hash 2."""

import json
from datetime import time, timedelta
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core import serializers
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

import scoring
from tests import declared, worlds
from tests.outbox.test_verify_chain import without_triggers
from tournaments.models import (
    Action,
    Agreement,
    Competition,
    Confirmation,
    DealVersion,
    HeldSubmission,
    KeptRules,
    Penalty,
    Ruling,
    ScoreRow,
    append_only,
    seals,
)
from tournaments.selectors.chain import ledger_of
from tournaments.services import (
    agreements,
    competitions,
    confirmations,
    corrections,
    devices,
    held,
    penalties,
    seats,
)
from tournaments.services.chain import chain_check
from tournaments.services.deals import deal_submit
from tournaments.services.reckoning import rules_keep, rules_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LEDGER = (DealVersion, ScoreRow, Penalty, Action, Confirmation, HeldSubmission, Ruling, Agreement)
BEGAN = timezone.now()
LAST_ROWS = import_module("tournaments.migrations.0020_last_rows")
OLD = Path(__file__).with_name("ledger_hash_1.json")  # dumped by the release before hash 2


@pytest.fixture
def full(running, table, play, rafe, olive, pat) -> Competition:
    """A ledger with rows of every kind, two at least in each table."""

    def build() -> Competition:
        filled(running, table, play, rafe, olive, pat)
        return running

    running.rounds.filter(state="running").update(started_at=BEGAN)  # the same for each test
    made = worlds.begun("full", build, running, rafe)
    made.refresh_from_db()
    return made


def filled(running, table, play, rafe, olive, pat) -> None:
    """Let everything happen at a table that the ledger keeps."""
    competitions.competition_change(
        competition=running, actor=olive, confirmed_by="all", confirmed_when="choice"
    )
    code = devices.pairing_code_issue(competition=running, table_number=3, actor=olive)
    tablet = devices.device_pair(code=code.long, address="127.0.0.1", label="Tam's tablet").device
    for number, confirms in ((3, "each"), (2, "together")):
        chosen = table.round.tables.get(number=number)
        agreements.table_agree(table=chosen, confirms=confirms, device=tablet if number == 3 else None)
    play(table)
    play(table)
    deal_submit(table=table, submission=declared.submission(table), device=tablet)
    corrections.deal_correct(
        table=table, number=1, content=declared.draw(), mode="replay", reason="A draw.", actor=rafe
    )
    fine = {"code": "false_mahjong", "offender": "W"}
    penalties.penalty_impose(table=table, deal=3, event=fine, reason="Open.", actor=rafe, key=uuid4())
    late = penalties.standings_penalty(
        entry=pat, round=table.round, amount=-50, reason="Late.", actor=rafe, key=uuid4()
    )
    penalties.penalty_reverse(penalty=late, reason="In time.", actor=rafe, key=uuid4())
    seen = DealVersion.objects.current().get(table=table, number=1).sha256
    for seat in "ES":
        confirmations.word_say(table=table, number=1, seat=seat, word="confirm", sha256=seen, device=tablet)
    confirmations.deals_settle(seen=[confirmations.Seen(table, 1, seen)], reason="They said so.", actor=rafe)
    for _ in range(2):
        play(table, deal=1)
        held.held_decline(held=HeldSubmission.objects.waiting().get(), reason="Twice.", actor=rafe)
    seats.seats_swap(table=table, seats=("E", "W"), from_deal=3, reason="Sat wrong.", actor=rafe)


@pytest.fixture
def old() -> Competition:
    """A ledger as the release before hash 2 left it, and what its migration makes of it."""
    dumped = json.loads(OLD.read_text())
    for row in dumped:
        row["fields"].pop("team", None)  # a word then, which nobody could write
    with transaction.atomic():
        for row in serializers.deserialize("python", dumped, ignorenonexistent=True):
            row.save()
    if connection.vendor == "postgresql":
        _number_after_those()
    seals.seal_what_is_older(apps)
    LAST_ROWS.take_from_rows(apps, connection)
    competition = Competition.objects.get()
    competition.ruleset_hash = rules_keep(rules_of(competition))  # as a later migration does
    competition.save(update_fields=["ruleset_hash"])
    return competition


def _number_after_those() -> None:
    """Let rows to come be numbered after those that were loaded, and never before those of another test."""
    with connection.cursor() as cursor:
        for model in LEDGER:
            table = model._meta.db_table
            cursor.execute(
                f"SELECT setval(its, GREATEST(nextval(its), (SELECT MAX(id) FROM {table}))) "
                f"FROM pg_get_serial_sequence('{table}', 'id') AS its"
            )


def another(field: models.Field, value: Any) -> Any:
    """A value that a column could have and has not."""
    match field:
        case models.BooleanField():
            return not value
        case models.DateTimeField():
            return (value or timezone.now()) + timedelta(seconds=1)
        case models.DateField():
            return (value or timezone.localdate()) + timedelta(days=1)
        case models.TimeField():
            return time(value.hour if value else 0, 30 if value is None or value.minute != 30 else 45)
        case models.UUIDField():
            return uuid4()
        case models.JSONField():
            return [value, "changed"]
        case models.IntegerField() | models.AutoField() | models.ForeignKey():
            return (value or 0) + 5000
        case _:
            return ("x" if value[:1] != "x" else "y") + value[1 : field.max_length]


def change(row: models.Model, field: models.Field) -> None:
    """Change one column of one row by SQL, and where the four nets must cancel a second one."""
    changed = {field: another(field, getattr(row, field.attname))}
    if field.column.startswith("net_"):
        other = row._meta.get_field("net_s" if field.column == "net_e" else "net_e")
        changed = {field: getattr(row, field.column) + 1, other: getattr(row, other.column) - 1}
    values = [
        value if isinstance(each, models.ForeignKey) else each.get_db_prep_save(value, connection)
        for each, value in changed.items()
    ]
    pairs = ", ".join(f"{each.column} = %s" for each in changed)
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {row._meta.db_table} SET {pairs} WHERE id = %s", [*values, row.pk])


def unseen(competition: Competition, model: type[models.Model]) -> list[str]:
    """Change every column of every row, one at a time; list what nobody would notice.

    A key says only what came first: of the last row it may be another one. What the database's constraints
    refuse is not counted, if they let the column of some row be changed.
    """
    rows, found, changed = list(model.objects.order_by("pk")), [], set()
    for row in {row.pk: row for row in (*rows[:2], *rows[-3:])}.values():
        for field in model._meta.concrete_fields:
            if row is rows[-1] and field.primary_key:
                continue
            try:
                with transaction.atomic():
                    change(row, field)
                    changed.add(field)
                    if not chain_check(competition)[1]:
                        found.append(f"{row._meta.model_name}.{field.attname} of {row.pk}")
                    transaction.set_rollback(True)
            except IntegrityError:
                continue
    assert changed == set(model._meta.concrete_fields)
    return found


def test_it_is_whole_as_it_was_recorded(full):
    rows, broken = chain_check(full)
    assert (rows, broken) == (len(ledger_of(full)), [])
    assert all(model.objects.count() > 1 for model in LEDGER)


@pytest.mark.parametrize("model", LEDGER)
def test_it_notices_a_change_of_any_column(full, model):
    without_triggers()
    assert unseen(full, model) == []


def test_it_covers_every_table_that_the_database_guards():
    assert {model._meta.db_table for model in LEDGER} == {*append_only.LEDGER, *append_only.SINCE}


def test_it_notices_a_change_of_the_kept_rules(full):
    without_triggers()
    kept = KeptRules.objects.get(sha256=full.ruleset_hash)
    KeptRules.objects.filter(pk=kept.pk).update(content=kept.content.replace("1000", "1500"))
    assert {each.code for each in chain_check(full)[1]} == {"rules"}


def test_it_notices_that_the_kept_rules_are_gone(full):
    without_triggers()
    KeptRules.objects.filter(sha256=full.ruleset_hash).delete()
    assert {each.code for each in chain_check(full)[1]} == {"unkept"}


def test_it_notices_that_a_competition_is_bound_to_other_kept_rules(full, olive):
    other = rules_keep(scoring.load_rules(full.ruleset, {"only_possible_tile": 4}))
    assert other != full.ruleset_hash
    Competition.objects.filter(pk=full.pk).update(ruleset_hash=other)
    full.refresh_from_db()
    assert {each.code for each in chain_check(full)[1]} == {"bound"}
    competitions.competition_change(
        competition=full, actor=olive, name="Another name"
    )  # names them now, too late
    assert {each.code for each in chain_check(full)[1]} == {"bound"}
    told = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_chain", full.slug, stderr=told)
    assert "other rules than the log says were chosen" in told.getvalue()


def test_it_lets_rules_be_chosen_anew_before_the_first_deal(tournament, olive):
    options = {"only_possible_tile": 4}
    competitions.competition_change(competition=tournament, actor=olive, ruleset_options=options)
    assert chain_check(tournament)[1] == []


@pytest.mark.parametrize("model", [model for model in LEDGER if model is not ScoreRow])
def test_it_notices_a_row_that_is_taken_out_or_put_in(full, model):
    row = model.objects.order_by("pk").first()
    without_triggers()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {row._meta.db_table} WHERE id = %s", [row.pk])
        assert chain_check(full)[1]
        transaction.set_rollback(True)
    forged = Action(competition=full, verb="deal_play")
    forged.save()
    assert {each.code for each in chain_check(full)[1]} >= {"link"}


def erase(row: Any, salt_too: bool) -> None:
    """Take a text out, and the salt without which its hash could be guessed."""
    without_triggers()
    seal = {**row.seal, "salt": ""} if salt_too else row.seal
    type(row)._default_manager.filter(pk=row.pk).update(reason=seals.ERASED, seal=seal)


@pytest.mark.parametrize("model", [DealVersion, Penalty, Action, Confirmation, Ruling])
def test_it_stays_true_when_a_text_is_erased_with_its_salt(full, model):
    erase(model.objects.exclude(reason="").latest("pk"), salt_too=True)
    told = StringIO()
    call_command("verify_chain", full.slug, stdout=told)
    assert "Texts erased since: 1." in told.getvalue()


def test_it_notices_a_text_that_is_only_missing(full):
    erase(DealVersion.objects.exclude(reason="").latest("pk"), salt_too=False)
    assert {each.code for each in chain_check(full)[1]} == {"content"}


def test_it_keeps_no_hash_of_a_text_that_could_be_guessed(full):
    reasons = [row.seal["text"] for row in Ruling.objects.all()]
    assert len(set(reasons)) == len(reasons) > 1, "the same words twice"


# ------------------------------------------------------------------ older than hash 2
def test_it_still_verifies_a_chain_made_before(old):
    assert chain_check(old)[1] == []
    assert not [row for row in DealVersion.objects.all() if row.seal]


def test_it_goes_on_from_a_chain_made_before(old, play):
    table = old.rounds.get(number=1).tables.get(number=1)
    play(table)
    old.refresh_from_db()
    assert chain_check(old)[1] == []
    first = DealVersion.objects.get(table=table)
    assert first.prev_chain not in (old.chain_head, "0" * 64)
    without_triggers()
    Penalty.objects.filter(pk=Penalty.objects.exclude(amount=None).latest("pk").pk).update(amount=-1)
    assert {each.code for each in chain_check(old)[1]} == {"link"}, "sealed since, together with all the rest"


DERIVED = {
    DealVersion: {"void", "next_east", "next_round_wind", "next_goulash", "next_counted", "result"},
    ScoreRow: {"seat", "entry_id", "own_wind", "value", "special", "net", "mahjong", "gave"},
}


@pytest.mark.parametrize("model", DERIVED)
def test_it_works_out_again_what_hash_1_left_out(old, model):
    """Whoever changed a figure before the upgrade, when nothing was sealed yet, is found by the rules."""
    without_triggers()
    found = set()
    for row in model.objects.order_by("pk")[:6]:
        for field in model._meta.concrete_fields:
            if field.attname not in DERIVED[model] - found:
                continue
            with transaction.atomic():
                change(row, field)
                seals.seal_what_is_older(apps)
                if chain_check(Competition.objects.get())[1]:
                    found.add(field.attname)
                transaction.set_rollback(True)
    assert found == DERIVED[model]
