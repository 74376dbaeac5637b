"""A table's page: its deals in order, with winning hands, nets and running totals."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.public.pages import links_of, rows_of, words_of

pytestmark = pytest.mark.django_db


def address(competition, table=3):
    return f"/c/{competition.slug}/r1/t{table}/"


def test_it_shows_the_totals_of_the_four(reader, played, table):
    rows = rows_of(reader.get(address(played)))[1:5]
    assert [row[2] for row in rows] == ["−122 pays", "+76 receives", "+128 receives", "−82 pays"]
    assert [row[0] for row in rows] == [
        "EEast",
        "SSouth",
        "WWest",
        "NNorth",
    ]  # mark, and word for who hears it


def test_it_runs_the_totals_on_from_deal_to_deal(reader, played, table):
    said = words_of(reader.get(address(played)))
    south = table.seatings.get(seat="S").entry.name
    assert f"S South {south} +160 receives total +160 receives" in said
    assert f"E East {south} −84 pays total +76 receives" in said


def test_it_draws_the_winning_hand(reader, played):
    page = reader.get(address(played)).content.decode()
    assert page.count('role="img"') >= 2 * 14
    assert "winning tile" in page


def test_it_leads_to_each_deal(reader, played):
    links = links_of(reader.get(address(played)))
    assert {f"{address(played)}d{n}/" for n in (1, 2, 3)} <= set(links)


def test_it_marks_what_was_changed(reader, corrected):
    assert "changed" in words_of(reader.get(address(corrected)))


def test_it_says_so_before_the_first_deal(reader, running):
    assert "No deal yet at this table." in words_of(reader.get(address(running)))


def test_it_names_the_substitute_and_for_whom_he_sits(reader, played, table, olive):
    from tournaments.services.competitions import entries_add
    from tournaments.services.seats import substitute

    (sub,) = entries_add(
        competition=played, people=[{"given": "Sam", "family": "Stead", "status": "substitute"}], actor=olive
    )
    substitute(table=table, seat="N", from_deal=4, entry=sub, actor=olive)
    assert "Sam Stead from deal 4" in words_of(reader.get(address(played)))


def test_it_asks_as_often_for_many_deals_as_for_one(reader, event):
    counts = []
    for competition in (event(4, deals=1, name="Short"), event(4, deals=5, name="Long")):
        with CaptureQueriesContext(connection) as queries:
            reader.get(address(competition, table=1))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12
