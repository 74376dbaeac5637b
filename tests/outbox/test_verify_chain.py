"""`manage.py verify_chain`: even who can drop the triggers cannot change a deal unseen."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tournaments.models import Competition, append_only
from tournaments.selectors.chain import ledger_of
from tournaments.services.chain import chain_check

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(running, table, play):
    """Three deals at table 3."""
    for _ in range(3):
        play(table)
    running.refresh_from_db()
    return running


def without_triggers():
    """Do what somebody with all rights on the database would do first; only where it is rolled back."""
    assert connection.in_atomic_block, "the next tests' ledger would be left without its triggers"
    with connection.cursor() as cursor:
        for each in append_only.dropping(connection.vendor, append_only.TABLES):
            cursor.execute(each)


def tamper(statement):
    """Change rows as somebody with all rights on the database would."""
    without_triggers()
    with connection.cursor() as cursor:
        cursor.execute(statement)


def second(column, value):
    return f"UPDATE tournaments_dealversion SET {column} = {value} WHERE sequence = 2"


def of_second(verb):
    return f"{verb} WHERE version_id = (SELECT id FROM tournaments_dealversion WHERE sequence = 2)"


def test_it_says_that_all_is_as_recorded(played):
    told = StringIO()
    call_command("verify_chain", played.slug, stdout=told)
    rows = len(ledger_of(played))
    assert rows > 3, "the log is in it"
    assert f"all {rows} rows are as recorded" in told.getvalue()
    assert played.chain_head in told.getvalue()


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        (second("net_e", "net_e - 1, net_s = net_s + 1"), {"content", "scores"}),
        (second("content", """'{"outcome": "draw"}'"""), {"content", "scores"}),
        (second("kind", "'correct'"), {"content"}),
        (second("round_wind", "'N'"), {"content"}),
        (second("sha256", "'" + "a" * 64 + "'"), {"content", "chain"}),
        (second("chain", "'" + "a" * 64 + "'"), {"chain", "link"}),
        (second("prev_chain", "'" + "a" * 64 + "'"), {"chain", "link"}),
        (second("sequence", "9"), {"sequence", "head"}),
        (of_second("UPDATE tournaments_scorerow SET net = net + 8"), {"scores"}),
        (of_second("UPDATE tournaments_scorerow SET mahjong = NOT mahjong"), {"scores"}),
        ("UPDATE tournaments_competition SET sequence = 2", {"head"}),
        ("UPDATE tournaments_competition SET chain_head = 'b'", {"head"}),
    ],
)
def test_it_finds_what_was_changed_by_hand(played, statement, codes):
    tamper(statement)
    played.refresh_from_db()
    assert {each.code for each in chain_check(played)[1]} == codes


def test_it_finds_a_row_that_was_taken_out(played):
    tamper(of_second("DELETE FROM tournaments_scorerow"))
    tamper("DELETE FROM tournaments_dealversion WHERE sequence = 2")
    assert {each.code for each in chain_check(played)[1]} == {"sequence", "head"}


def test_it_tells_where_and_ends_with_an_error(played):
    tamper(second("kind", "'correct'"))
    told = StringIO()
    with pytest.raises(CommandError) as ended:
        call_command("verify_chain", played.slug, stderr=told)
    assert "Round 1 · Table 3 · 2 v1" in told.getvalue()
    assert f"1 of {len(ledger_of(played))} rows are not as recorded" in str(ended.value)


def test_it_knows_the_competitions_that_there_are():
    with pytest.raises(CommandError):
        call_command("verify_chain", "nowhere")
    assert not Competition.objects.exists()
