"""Two connections at the same instant: the table's lock lets one of them record."""

import threading

import pytest
from django.db import connections

from tests import declared
from tournaments.models import DealVersion, HeldSubmission
from tournaments.services.deals import deal_submit

pytestmark = pytest.mark.django_db(transaction=True)
TRIES = 8


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


def test_it_keeps_one_chain_when_four_tables_submit_at_once(running, first_round):
    tables = list(first_round.tables.all())
    for _ in range(3):
        at_once(*(submitting(table, declared.body(table, declared.draw())) for table in tables))
    versions = list(DealVersion.objects.order_by("sequence"))
    assert [v.sequence for v in versions] == list(range(1, 13))
    assert [v.prev_chain for v in versions[1:]] == [v.chain for v in versions[:-1]]
