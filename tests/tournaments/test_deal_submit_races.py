"""Two connections at the same instant: the table's lock lets one of them record."""

import contextlib
import threading
import time
from functools import partial

import pytest
from django.db import connection, connections, transaction

from tests import declared
from tournaments.models import Action, Confirmation, DealVersion, HeldSubmission
from tournaments.refusals import Refusal
from tournaments.services import confirmations, devices, locks, rounds
from tournaments.services.chain import chain_check
from tournaments.services.confirmations import Seen
from tournaments.services.deals import deal_submit

pytestmark = pytest.mark.django_db(transaction=True)
TRIES = 8
RACES = 20


def at_once(*jobs):
    """Run jobs in threads that start together; hand back what each returned."""
    barrier, answers = threading.Barrier(len(jobs)), [None] * len(jobs)

    def work(index, job):
        barrier.wait()
        try:
            answers[index] = job()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=each) for each in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def submitting(table, body):
    return lambda: deal_submit(table=table, submission=declared.submission_of(body))


def test_it_records_one_of_two_tablets_and_holds_the_other(table):
    for _ in range(TRIES):
        bodies = [declared.body(table, declared.draw()), declared.body(table, declared.draw())]
        answers = at_once(*(submitting(table, body) for body in bodies))
        assert sorted(answer.status for answer in answers) == ["held", "recorded"]
    assert [v.number for v in DealVersion.objects.order_by("number")] == list(range(1, TRIES + 1))
    assert HeldSubmission.objects.count() == TRIES


def test_it_records_once_when_one_request_is_delivered_twice_at_once(table):
    for _ in range(TRIES):
        body = declared.body(table, declared.draw())
        answers = at_once(submitting(table, body), submitting(table, body))
        assert sorted(answer.status for answer in answers) == ["recorded", "replayed"]
    assert DealVersion.objects.count() == TRIES


def test_it_lets_no_deal_in_behind_a_close(running, first_round, table, olive):
    for _ in range(TRIES):
        body = declared.body(table, declared.draw())
        closing = partial(rounds.round_close, round=first_round, actor=olive, anyway=True)
        receipt, closed = at_once(submitting(table, body), closing)
        recorded = DealVersion.objects.filter(key=body["key"]).first()
        assert (receipt.status == "recorded") == (recorded is not None)
        assert (
            recorded is None or recorded.at < closed.closed_at or _sequence_of("close") > _sequence_of("deal")
        )
        first_round.refresh_from_db()
        rounds.round_reopen(round=first_round, actor=olive)


def _sequence_of(what):
    """Tell when the log last noted a deal or a close."""
    return Action.objects.filter(verb__contains=what).latest("pk").pk


@pytest.mark.postgres_only
def test_it_waits_for_a_deal_on_its_way_before_it_closes(first_round, table, olive):
    """The deal has read that the round is running and is not committed yet: closing must wait for it."""
    order, reading = [], threading.Event()

    def slow_deal():
        with transaction.atomic():
            locks.take_table(table)
            reading.set()
            time.sleep(0.3)
            order.append("deal")

    def close():
        reading.wait()
        rounds.round_close(round=first_round, actor=olive, anyway=True)
        order.append("close")

    at_once(slow_deal, close)
    assert order == ["deal", "close"]


@pytest.mark.postgres_only
def test_it_never_locks_up_when_all_tables_are_held_at_once(first_round):
    for _ in range(3):
        bodies = [
            (one, declared.body(one, declared.draw(), context="0" * 64)) for one in first_round.tables.all()
        ]
        answers = at_once(*(submitting(one, body) for one, body in bodies))
        assert [answer.status for answer in answers] == ["held"] * len(bodies)
    with connection.cursor() as cursor:
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        assert cursor.fetchone() == (0,)


@pytest.mark.postgres_only
def test_it_confirms_in_the_players_stead_beside_tablets_that_submit(first_round, play, olive):
    """Two tables and the competition on one side, a table and the competition on the other: no circle."""
    tables = list(first_round.tables.order_by("pk"))
    for number in range(1, 5):
        recorded = [play(table).version for table in tables]
        seen = [Seen(version.table, version.number, version.sha256) for version in recorded]
        settling = partial(confirmations.deals_settle, seen=seen, reason="They had left.", actor=olive)
        bodies = [(table, declared.body(table, declared.draw())) for table in tables]
        _, *receipts = at_once(settling, *(submitting(table, body) for table, body in bodies))
        assert [receipt.status for receipt in receipts] == ["recorded"] * len(tables)
        assert Confirmation.objects.filter(seat="").count() == number * len(tables)


def test_it_keeps_one_chain_when_four_tables_submit_at_once(running, first_round):
    tables = list(first_round.tables.all())
    for _ in range(3):
        at_once(*(submitting(table, declared.body(table, declared.draw())) for table in tables))
    versions = list(DealVersion.objects.order_by("sequence"))
    assert [v.sequence for v in versions] == list(range(1, 13))
    running.refresh_from_db()
    assert chain_check(running)[1] == []


def test_it_records_no_deal_later_than_its_tablet_was_let_go_of(running, table, olive):
    for race in range(2 * RACES):
        code = devices.pairing_code_issue(competition=running, table_number=3, actor=olive, takes_over=True)
        device = devices.device_pair(code=code.long, address="127.0.0.1").device
        let_go = (revoking, taking_over)[race % 2](running, device, olive)
        at_once(partial(submit_or_not, table, device), let_go)
        device.refresh_from_db()
        recorded = DealVersion.objects.filter(device=device).first()
        assert recorded is None or recorded.at <= device.revoked_at


def submit_or_not(table, device):
    """Submit a draw as a tablet that may be let go of this moment."""
    body = declared.body(table, declared.draw())
    with contextlib.suppress(Refusal):
        deal_submit(table=table, submission=declared.submission_of(body), device=device)


def revoking(running, device, olive):
    return partial(devices.device_revoke, device=device, actor=olive)


def taking_over(running, device, olive):
    code = devices.pairing_code_issue(competition=running, table_number=3, actor=olive, takes_over=True)
    return partial(devices.device_pair, code=code.long, address="127.0.0.1")
