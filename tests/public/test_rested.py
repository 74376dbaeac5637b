"""Deals played and rested stand wherever figures stand, once somebody sat by at a table of five."""

import csv
from io import StringIO

import pytest

from tests import evenings
from tests.public.pages import rows_of, words_of
from tournaments.models import Entry
from tournaments.publishing.exports import standings_csv
from tournaments.selectors.standings import row_json, standings_of
from tournaments.services import competitions
from tournaments.services.deals import deal_submit

pytestmark = pytest.mark.django_db

WINNERS = "SWNNR"  # North wins as East, so that West rests on


@pytest.fixture
def five(club, olive):
    """A table of five after five deals."""
    table = evenings.seated(club, olive, 5, confirmed_by="nobody")
    competitions.competition_publish(competition=table.round.competition, actor=olive)
    for winner in WINNERS:
        deal_submit(table=table, submission=evenings.won(table, winner))
    return table


def rested(table):
    """Count for each player, by the ring, the deals that the ledger says were rested."""
    found = dict.fromkeys((f"P{place} Evening" for place in range(1, 6)), 0)
    for version in table.deal_versions.order_by("number"):
        found[Entry.objects.get(seatings__table=table, seatings__seat=version.resting).name] += 1
    return found


def test_they_stand_on_the_page_in_files_and_in_the_api(client, five):
    competition = five.round.competition
    told = rested(five)
    assert sum(told.values()) == len(WINNERS)

    answer = client.get(f"/c/{competition.slug}/standings/")
    head, *rows = rows_of(answer)
    places = {name: head.index(name) for name in ("Played", "Rested")}
    shown = {
        row[1]: (int(row[places["Played"]]), int(row[places["Rested"]])) for row in rows if row[1] in told
    }
    assert shown == {name: (len(WINNERS) - deals, deals) for name, deals in told.items()}
    assert "at a table of five one rests in each" in words_of(answer)

    lines = list(csv.DictReader(StringIO(standings_csv(competition).decode("utf-8-sig"))))
    assert {line["Name"]: int(line["Deals rested"]) for line in lines if line["Name"] in told} == told
    competition.refresh_from_db()
    rows = [row_json(row) for row in standings_of(competition).rows]
    assert {row["name"]: row["rested"] for row in rows if row["name"] in told} == told
    api = client.get(f"/api/v1/competitions/{competition.slug}/standings").json()
    assert {row["name"]: row["rested"] for row in api["standings"] if row["name"] in told} == told


def test_the_players_page_names_what_was_rested(client, five):
    competition = five.round.competition
    (name,) = [one for one, deals in rested(five).items() if deals == 2]
    number = next(one.number for one in competition.entries.all() if one.name == name)
    said = words_of(client.get(f"/c/{competition.slug}/entries/{number}/"))
    assert "deals rested 2" in said
    assert "rests" in said


def test_nothing_is_said_of_it_where_nobody_rests(client, played):
    head, *_rows = rows_of(client.get(f"/c/{played.slug}/standings/"))
    assert "Rested" not in head
    lines = list(csv.reader(StringIO(standings_csv(played).decode("utf-8-sig"))))
    assert "Deals rested" not in lines[0]
