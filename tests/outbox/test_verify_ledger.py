"""`manage.py verify_ledger`: ledgers, sums, standings, what is kept of them, and what was promised."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.outbox.test_verify_chain import tamper
from tournaments.models import Competition, Counted, Placing, RoundCount, SiteNote
from tournaments.selectors import chain
from tournaments.services import counting, outbox, verifying
from tournaments.services.chain import chain_check
from tournaments.services.verifying import verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(running, table, play):
    """Three deals at table 3, counted, and an export that was written."""
    for _ in range(3):
        play(table)
    counting.catch_up()
    outbox.export_ask(competition=running, format="csv", actor=None)
    outbox.run()
    return Competition.objects.get(pk=running.pk)


def codes(competition):
    [found] = verify([Competition.objects.get(pk=competition.pk)])
    return {fault.code for fault in found.faults}


def told(*arguments):
    """Run the command; give what it said, what it complained of, and whether it ended well."""
    said, complained = StringIO(), StringIO()
    try:
        call_command("verify_ledger", *arguments, stdout=said, stderr=complained)
    except CommandError as error:
        return said.getvalue(), complained.getvalue(), str(error)
    return said.getvalue(), complained.getvalue(), ""


def test_it_finds_nothing_where_all_is_well(played):
    assert codes(played) == set()
    assert RoundCount.objects.filter(deals=3).exists(), "there are counts to compare"


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE tournaments_scorerow SET net = net + 8 WHERE seat = 'E'", "unsettled"),
        ("UPDATE tournaments_roundcount SET deals = deals + 1", "counts"),
        ("UPDATE tournaments_export SET body = NULL", "undone"),
        ("UPDATE tournaments_outbox SET done_at = NULL", "unmarked"),
        ("UPDATE tournaments_dealversion SET sequence = 9 WHERE sequence = 2", "sequence"),
    ],
)
def test_it_finds_what_is_otherwise(played, statement, code):
    tamper(statement)
    assert code in codes(played)


def test_it_finds_a_place_that_nobody_won(played):
    Placing.objects.create(entry=played.entries.first(), place=1, among=1)
    assert codes(played) == {"placings"}
    Counted.objects.all().delete()
    assert codes(played) == set(), "what is behind the ledger is counted anew, and says nothing"


def test_it_compares_the_standings_that_readers_see_with_the_whole_ledger(played, monkeypatch):
    def otherwise(competition):
        seen = real(competition)
        return type("Seen", (), {"rows": seen.rows[1:]})

    real = verifying.standings_of
    monkeypatch.setattr(verifying, "standings_of", otherwise)
    assert codes(played) == {"standings"}


def test_a_version_that_follows_from_no_other_is_found(played):
    of_another = "(SELECT id FROM tournaments_dealversion WHERE sequence = 2)"
    moved = f"number = 1, version = 3, reason = 'x', supersedes_id = {of_another}"
    tamper(f"UPDATE tournaments_dealversion SET {moved} WHERE sequence = 3")
    [found] = chain.misplaced_versions(played)
    assert (found.sequence, found.nth) == (3, 2)
    assert "sequence" in codes(played)


def test_it_holds_a_page_at_a_time_and_finds_the_same(played, monkeypatch):
    whole = chain_check(played)
    monkeypatch.setattr(chain, "PAGE", 2)
    assert chain_check(played) == whole
    tamper("UPDATE tournaments_dealversion SET chain = 'a' WHERE sequence = 3")
    assert {one.code for one in chain_check(played)[1]} >= {"chain"}


@pytest.mark.django_db(transaction=True)
def test_it_says_so_and_notes_it(played):
    said, complained, error = told()
    assert (complained, error) == ("", "")
    assert f"{played.slug}: {chain_check(played)[0]} rows, 0 not as recorded." in said
    assert "All is as recorded. Competitions: 1." in said
    assert SiteNote.objects.get(name="verified").told["faults"] == 0


@pytest.mark.django_db(transaction=True)
def test_it_tells_what_is_wrong_and_ends_with_an_error(played):
    # Of what no trigger guards: this test commits.
    RoundCount.objects.update(deals=9)
    _said, complained, error = told()
    assert f"{played.slug}: keeps other counts of a round than its deals give: " in complained
    assert error.startswith("Not as recorded: ")
    assert SiteNote.objects.get(name="verified").told["faults"] == 1
    found = json.loads(told("--json", "--competition", played.slug)[0])
    assert (found["ok"], found["competitions"][0]["faults"][0]["code"]) == (False, "counts")


@pytest.mark.django_db(transaction=True)
def test_one_competition_alone_says_nothing_of_the_site(played):
    assert json.loads(told("--json", "--competition", played.slug)[0])["ok"] is True
    assert not SiteNote.objects.exists()
    assert told("--competition", "nowhere")[2] == "There is no competition nowhere."


def test_it_asks_no_more_for_three_deals_more(
    played, table, play, django_assert_max_num_queries
):
    with django_assert_max_num_queries(80) as few:
        list(verify([played]))
    for _ in range(3):
        play(table)
    longer = Competition.objects.get(pk=played.pk)
    with django_assert_max_num_queries(len(few.captured_queries) + 4):
        list(verify([longer]))
