"""A club evening: add it, tick who came, make up the tables, start."""

import csv
import io
import json
import re
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import CheckIn, Competition, Entry
from tournaments.publishing.exports import everything_json, standings_csv
from tournaments.selectors import seatings
from tournaments.selectors.standings import standings_of
from tournaments.services import competitions


@pytest.fixture
def evening(season: Competition, olive_client: Client) -> Competition:
    """A season with its first meeting added."""
    olive_client.post(at("seating", season), {"date": "2026-01-08", "deals": "2"})
    return season


def keys(season: Competition, count: int) -> list[str]:
    return [str(entry.pk) for entry in season.entries.order_by("number")[:count]]


def test_it_adds_a_meeting(evening: Competition) -> None:
    added = evening.rounds.get()
    assert (added.state, str(added.date), added.deals) == ("draft", "2026-01-08", 2)


def test_it_makes_up_tables_from_those_who_came(evening: Competition, olive_client: Client) -> None:
    form = {"present": keys(evening, 7), "draw": "yes"}
    assert olive_client.post(at("meeting", evening, round=1), form).status_code == 302
    seated = sorted(number for four in seatings.seated_rounds(evening)[0].numbers() for number in four)
    assert seated == [1, 2, 3, 4, 5, 6, 7, 10]  # the tenth entry is the house player


def test_it_says_how_many_house_players_fill_the_tables_up(
    evening: Competition, olive_client: Client
) -> None:
    address = at("meeting", evening, round=1)
    assert "house players are added to fill the tables up" in words_of(olive_client.get(address))
    for here, told in ((7, "1 house player fills the tables up"), (6, "2 house players fill"), (8, "")):
        form = {"present": keys(evening, here), "draw": "yes"}
        (said,) = map(str, olive_client.post(address, form, follow=True).context["messages"])
        assert told in said
        assert ("house player" in said) is bool(told)


def test_it_says_what_these_rules_make_of_those_who_came(
    evening: Competition, olive_client: Client
) -> None:
    address = at("meeting", evening, round=1)
    olive_client.post(address, {"present": keys(evening, 7)})
    page = words_of(olive_client.get(address))
    assert "Under these rules a table has four" in page
    assert "7 are here by now: 1 house player will be added." in page
    assert "rules have them: British Mah-Jong Association, club" in page
    olive_client.post(address, {"present": keys(evening, 5)})
    assert "by now" not in words_of(olive_client.get(address))
    told = words_of(olive_client.get(at("club-evening", club=evening.club.slug)))
    assert "Rules that have such tables: British Mah-Jong Association, club" in told


def test_it_names_the_one_of_five_who_rests(evening: Competition, olive_client: Client) -> None:
    olive_client.post(at("meeting", evening, round=1), {"present": keys(evening, 5), "draw": "yes"})
    (seated,) = seatings.seated_rounds(evening)
    (four,) = seated.numbers()
    (resting,) = seated.resting
    assert sorted([*four, resting.number]) == [1, 2, 3, 4, 5]
    page = words_of(olive_client.get(at("round", evening, round=1)))
    assert f"Rests at this meeting: {resting.name}" in page
    olive_client.post(at("round-publish", evening, round=1))
    public = olive_client.get(f"/c/{evening.slug}/seating/").content.decode()
    assert "Rests at this meeting:" in public
    assert "Meeting 1: rests" in public
    searched = olive_client.get(f"/c/{evening.slug}/seating/", {"q": resting.name}).content.decode()
    assert "Meeting 1: rests" in searched
    assert "Nobody of that name" not in searched


def test_it_counts_the_one_of_five_who_rests_as_attending(
    evening: Competition, olive_client: Client, play: Any, client: Client, typed: Any
) -> None:
    olive_client.post(at("meeting", evening, round=1), {"present": keys(evening, 5), "draw": "yes"})
    (seated,) = seatings.seated_rounds(evening)
    (resting,) = seated.resting
    olive_client.post(at("round-publish", evening, round=1))
    olive_client.post(at("round-start", evening, round=1))
    play(evening.rounds.get().tables.get())
    for chosen, total in (({}, 1), ({"rested_points": "3/2"}, Fraction(5, 2)), ({"rested": "none"}, 1)):
        if chosen:
            settings = typed(olive_client, at("settings", evening), **chosen)
            assert olive_client.post(at("settings", evening), settings).status_code == 302
        evening.refresh_from_db()
        row = next(row for row in standings_of(evening).rows if row.number == resting.number)
        assert (row.attended, row.total, row.deals) == (1, total, 0)
    page = client.get(f"/c/{evening.slug}/entries/{resting.number}/").content.decode()
    assert "1 for attending; rested: neither counted nor dropped" in page


@pytest.mark.parametrize("rested", ["fixed", "none"])
def test_it_tells_resting_from_absence_in_the_table_and_in_files(
    evening: Competition, olive_client: Client, play: Any, client: Client, rested: str
) -> None:
    Competition.objects.filter(pk=evening.pk).update(rested=rested)
    olive_client.post(at("meeting", evening, round=1), {"present": keys(evening, 5), "draw": "yes"})
    resting, absent = seatings.seated_rounds(evening)[0].resting[0].number, 9
    for step in ("round-publish", "round-start"):
        olive_client.post(at(step, evening, round=1))
    play(evening.rounds.get().tables.get())
    evening.refresh_from_db()
    page = client.get(f"/c/{evening.slug}/standings/").content.decode()
    words = words_of(client.get(f"/c/{evening.slug}/standings/"))
    assert "R came and was drawn to rest, which is attending." in words
    lines = {number: row_of(page, number) for number in (resting, absent)}
    assert [("R rested" in line, "absent" in line) for line in lines.values()] == [
        (True, False),
        (False, True),
    ]
    sheet = csv.DictReader(io.StringIO(standings_csv(evening).decode("utf-8-sig")))
    codes = {int(row["Number"]): row["Meeting 1: presence"] for row in sheet}
    assert (codes[resting], codes[absent]) == ("rested", "absent")
    assert sorted(codes.values()) == ["absent"] * 4 + ["played"] * 4 + ["rested"]
    told = client.get(f"/api/v1/competitions/{evening.slug}/standings").json()["standings"]
    assert {row["number"]: row["rounds"][0]["presence"] for row in told} == codes
    assert json.loads(everything_json(evening))["standings"] == told


def row_of(page: str, number: int) -> str:
    """Give the words of one line of the standings."""
    line = page.split(f'id="player-{number}"')[1].split("</tr>")[0]
    return re.sub(r"\s+", " ", strip_tags(line).replace("&nbsp;", " "))


def test_it_names_nobody_who_rests_where_everybody_has_a_seat(
    evening: Competition, olive_client: Client
) -> None:
    olive_client.post(at("meeting", evening, round=1), {"present": keys(evening, 4), "draw": "yes"})
    assert "Rests" not in olive_client.get(at("round", evening, round=1)).content.decode()


def test_it_refuses_three_and_keeps_their_ticks(evening: Competition, olive_client: Client) -> None:
    response = olive_client.post(
        at("meeting", evening, round=1), {"present": keys(evening, 3), "draw": "yes"}
    )
    assert response.status_code == 422
    assert response.content.decode().count("checked") == 3


def test_it_keeps_the_list_without_making_tables(evening: Competition, olive_client: Client) -> None:
    olive_client.post(at("meeting", evening, round=1), {"present": keys(evening, 3)})
    assert evening.rounds.get().check_ins.count() == 3


def test_it_enters_a_newcomer_on_the_spot_and_keeps_the_ticks(
    evening: Competition, olive_client: Client
) -> None:
    new = {"newcomer-given": "Łucja", "newcomer-family": "Nowa", "newcomer-status": "guest"}
    olive_client.post(at("newcomer", evening, round=1), {"present": keys(evening, 4), **new})
    assert evening.entries.get(number=10).status == "guest"
    assert evening.rounds.get().check_ins.count() == 5


def test_it_enters_a_newcomer_whose_name_ends_with_the_enter_key(
    evening: Competition, olive_client: Client
) -> None:
    new = {"newcomer-given": "Łucja", "newcomer-family": "Nowa", "newcomer-status": "guest"}
    pressed = {"present": keys(evening, 4), "draw": "yes", **new}  # Enter presses the first button
    olive_client.post(at("meeting", evening, round=1), pressed)
    assert evening.entries.get(number=10).name == "Łucja Nowa"
    assert (evening.rounds.get().check_ins.count(), evening.rounds.get().tables.count()) == (5, 0)


def test_it_refuses_a_newcomer_who_withdrew_and_keeps_the_ticks(
    evening: Competition, olive_client: Client
) -> None:
    gone = evening.entries.get(number=5)
    competitions.entry_change(entry=gone, actor=None, status=Entry.Status.WITHDRAWN)
    new = {"newcomer-given": gone.player.given, "newcomer-family": gone.player.family}
    ticks = {"present": keys(evening, 4), "newcomer-status": "player"}
    response = olive_client.post(at("newcomer", evening, round=1), new | ticks)
    assert (response.status_code, CheckIn.objects.count()) == (422, 0)
    assert f"{gone.name} is already entered." in response.content.decode()
    assert response.content.decode().count("checked") == 4


def test_it_has_no_meetings_in_a_tournament(running: Competition, olive_client: Client) -> None:
    assert olive_client.get(at("meeting", running, round=2)).status_code == 404


def test_it_calls_its_round_a_meeting_on_every_page_of_it(evening: Competition, olive_client: Client) -> None:
    olive_client.post(at("meeting", evening, round=1), {"present": keys(evening, 8), "draw": "yes"})
    olive_client.post(at("round-publish", evening, round=1))
    olive_client.post(at("round-start", evening, round=1))
    table = evening.rounds.get().tables.first()
    for address in (
        *(at(name, evening, round=1) for name in ("round", "meeting", "confirmations")),
        *(at(name, table) for name in ("table", "swap", "substitute")),
        at("board", evening),
        at("penalties", evening),
    ):
        said = words_of(olive_client.get(address))
        assert "Meeting 1" in said, address
        assert "Round 1" not in said, address


def test_it_ticks_a_newcomer_who_is_entered_already(olive_client: Client, evening: Competition) -> None:
    gus = {"newcomer-given": "Gus", "newcomer-family": "Guest", "newcomer-status": "guest"}
    ticks = {"present": keys(evening, 4)}
    for _ in range(2):  # pressed twice, or typed though the name is in the list
        assert olive_client.post(at("newcomer", evening, round=1), gus | ticks).status_code == 302
    [entry] = evening.entries.filter(player__family="Guest")
    here = CheckIn.objects.filter(round__competition=evening).values_list("entry", flat=True)
    assert sorted(here) == sorted([entry.pk, *map(int, ticks["present"])])
