"""The standings as the ledger has them: who is first, why, and whether it is final."""

import pytest

from tests import declared
from tournaments.selectors import tables
from tournaments.selectors.standings import row_json, standings_of, summed
from tournaments.services import competitions, corrections, rounds

pytestmark = pytest.mark.django_db


def by_number(table):
    return {row.number: row for row in table.rows}


def test_it_ranks_by_net_and_shares_equal_places(running, table, play):
    play(table)
    running.refresh_from_db()
    table_of = standings_of(running)
    winner = tables.sitters(table, 1)["S"].entry
    assert (table_of.rows[0].number, table_of.rows[0].rank, table_of.rows[0].total) == (winner.number, 1, 160)
    # twelve people have not played a deal: all equal, all second
    assert [row.rank for row in table_of.rows[1:13]] == [2] * 12
    assert all(row.shared for row in table_of.rows[1:13])
    assert table_of.rows[13].rank == 14


def test_it_is_provisional_until_the_round_is_closed(running, first_round, table, play, olive):
    play(table)
    running.refresh_from_db()
    assert standings_of(running).provisional is True
    rounds.round_close(round=first_round, actor=olive, anyway=True)
    running.refresh_from_db()
    assert standings_of(running).provisional is False


def test_it_breaks_ties_by_mahjongs_and_then_by_fewer_discards(running, first_round, play):
    one, two = first_round.tables.get(number=1), first_round.tables.get(number=2)
    play(one, declared.won("S", "W"))
    play(two, declared.won("S", None))
    running.refresh_from_db()
    rows = by_number(standings_of(running))
    gave, drawn_against = tables.sitters(one, 1)["W"].entry.number, tables.sitters(one, 1)["N"].entry.number
    assert (rows[gave].net, rows[drawn_against].net) == (-40, -40)
    assert rows[gave].rank == rows[drawn_against].rank + 1


def test_it_says_which_criterion_decided(running, table, play):
    play(table)
    running.refresh_from_db()
    assert "total" in standings_of(running).rows[1].decision.lower()


def test_it_leaves_guests_unranked_and_takes_no_rank_from_anybody(running, table, play, olive):
    play(table)
    guest = tables.sitters(table, 1)["S"].entry
    competitions.entry_change(entry=guest, actor=olive, status="guest")
    running.refresh_from_db()
    rows = by_number(standings_of(running))
    assert (rows[guest.number].rank, rows[guest.number].net) == (None, 160)
    assert min(row.rank for row in rows.values() if row.rank) == 1


def test_it_ranks_nobody_who_withdrew_without_having_played(running, table, play, olive):
    play(table)
    played = tables.sitters(table, 1)["S"].entry
    never = running.entries.exclude(seatings__table=table).filter(status="player").first()
    for entry in (played, never):
        competitions.entry_change(entry=entry, actor=olive, status="withdrawn")
    running.refresh_from_db()
    for found in (standings_of(running), summed(running)):
        rows = by_number(found)
        assert (rows[played.number].rank, rows[never.number].rank) == (1, None)
        assert [row.rank for row in found.rows[1:12]] == [2] * 11
        assert found.rows[-1].number == never.number


def test_it_ranks_who_withdrew_before_a_first_deal_once_there_is_one(running, table, play, olive):
    sits = tables.sitters(table, 1)["S"].entry
    competitions.entry_change(entry=sits, actor=olive, status="withdrawn")
    running.refresh_from_db()
    assert by_number(standings_of(running))[sits.number].rank is None
    play(table)
    running.refresh_from_db()
    assert by_number(standings_of(running))[sits.number].rank == 1


def test_it_ranks_nobody_of_a_season_who_withdrew_without_having_come(season, olive, play):
    meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
    rounds.check_in(round=meeting, entries=season.entries.filter(number__lt=6), actor=olive)
    rounds.meeting_draw(round=meeting, actor=olive)
    rounds.round_publish(round=meeting, actor=olive)
    rounds.round_start(round=meeting, actor=olive)
    play(meeting.tables.get())
    seated = set(meeting.seatings.values_list("entry__number", flat=True))
    (rests,) = {1, 2, 3, 4, 5} - seated
    for number in (min(seated), rests, 9):
        entry = season.entries.get(number=number)
        competitions.entry_change(entry=entry, actor=olive, status="withdrawn")
    season.refresh_from_db()
    rows = by_number(standings_of(season))
    assert rows[min(seated)].rank
    assert rows[rests].rank, "who came and was drawn to rest has come"
    assert rows[9].rank is None
    assert rows[8].rank, "who is only absent so far stays where he is"


def test_it_shows_no_house_player_and_leaves_no_gap_for_one(running, first_round, table, play):
    best = tables.sitters(table, 1)["S"].entry
    best.status, best.player = "house", None
    best.save()
    play(table)
    play(first_round.tables.get(number=1), declared.won("S", "W"))
    running.refresh_from_db()
    found = standings_of(running)
    assert best.number not in by_number(found)
    assert found.rows[0].rank == 1
    assert found.rows[1].rank == 2


def test_it_counts_a_void_deal_for_nobody(running, table, play, olive):
    from tournaments.services import corrections

    play(table)
    corrections.deal_void(table=table, number=1, mode="replay", reason="Twice.", actor=olive)
    running.refresh_from_db()
    assert {row.net for row in standings_of(running).rows} == {0}
    assert {row.deals for row in standings_of(running).rows} == {0}


def test_it_answers_from_the_cache_what_the_ledger_says(running, table, play, django_assert_num_queries):
    play(table)
    running.refresh_from_db()
    first = standings_of(running)
    with django_assert_num_queries(0):
        again = standings_of(running)
    assert first == again == summed(running)


def test_it_counts_a_corrected_deal_once_and_a_void_one_not_at_all(running, first_round, play, olive):
    one, two = first_round.tables.get(number=1), first_round.tables.get(number=2)
    for table in (one, two):
        play(table)
    asked = {"number": 1, "mode": "replay", "reason": "Misread.", "actor": olive}
    corrections.deal_correct(table=one, content=declared.won("N", "E"), **asked)
    corrections.deal_void(table=two, **asked)
    running.refresh_from_db()
    for found in (summed(running), summed(running, round_number=1, alone=True)):
        rows = by_number(found)
        winner, empty = tables.sitters(one, 1)["N"].entry.number, tables.sitters(two, 1)["S"].entry.number
        assert (rows[winner].deals, rows[winner].mahjongs) == (1, 1)
        assert (rows[empty].deals, rows[empty].mahjongs, rows[empty].net) == (0, 0, 0)
        assert sum(row.deals for row in found.rows) == 4


def test_it_needs_the_same_few_queries_for_one_deal_and_for_many(running, first_round, play):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for _ in range(2):
        for table in first_round.tables.all():
            play(table)
        with CaptureQueriesContext(connection) as queries:
            summed(running)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 6


def test_it_lists_one_round_alone_and_all_through_a_round(running, first_round, table, play, olive):
    play(table)
    rounds.round_close(round=first_round, actor=olive, anyway=True)
    rounds.round_start(
        round=rounds.round_publish(round=running.rounds.get(number=2), actor=olive), actor=olive
    )
    second = running.rounds.get(number=2).tables.get(number=1)
    play(second)
    running.refresh_from_db()
    assert sum(row.deals for row in standings_of(running, round_number=1).rows) == 4
    assert sum(row.deals for row in standings_of(running, round_number=2, alone=True).rows) == 4
    assert sum(row.deals for row in standings_of(running, round_number=2).rows) == 8


class TestSeason:
    """Meetings give table points; the best N count and the table says which."""

    def test_it_counts_the_best_two_of_three(self, three_evenings):
        rows = by_number(standings_of(three_evenings))
        assert (rows[1].rank, rows[1].total) == (1, 10)  # twice 4 for the table and 1 for coming
        assert sorted(cell.state for cell in rows[1].rounds) == ["counted", "counted", "dropped"]

    def test_it_says_who_was_absent(self, three_evenings):
        rows = by_number(standings_of(three_evenings))
        assert [cell.state for cell in rows[4].rounds] == ["counted", "absent", "counted"]
        assert [cell.state for cell in rows[9].rounds] == ["zero", "zero", "absent"]

    def test_it_publishes_fractions_exactly(self, three_evenings):
        table = standings_of(three_evenings)
        amounts = {type(cell["amount"]) for row in table.rows for cell in row_json(row)["rounds"]}
        assert amounts <= {int, str}
        assert table.policy.choosing.best_of == 2

    def test_it_lists_nobody_who_stayed_at_home_in_a_meeting_alone(self, three_evenings):
        rows = by_number(standings_of(three_evenings, round_number=2, alone=True))
        assert sorted(rows) == [1, 2, 3, 5]
