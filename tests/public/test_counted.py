"""What readers see of a tournament that counts: its place behind each credit, then and now, in every file."""

import re
from datetime import date, time

import pytest
from django.test import Client
from django.urls import reverse

from tests.organiser.conftest import at
from tests.public.pages import words_of
from tests.public.test_open_data import brought_in, published
from tests.tournaments.test_counted import (
    count,
    evenings,
    fresh,
    members_in_front,
    spring,
    totals,
)
from tournaments.exchange.judging import faults_of
from tournaments.exchange.season_files import answer
from tournaments.models import Action, Competition
from tournaments.printing import papers
from tournaments.publishing.asking import asker
from tournaments.publishing.exports import season_file, standings_csv
from tournaments.publishing.static_site import copied, event_scope
from tournaments.selectors.courses import fields_of
from tournaments.selectors.days import dated, kept
from tournaments.selectors.moments import cuts_of, happened
from tournaments.selectors.outlook import UNPLAYED, WAITING, outlook_of
from tournaments.selectors.past import tables_at
from tournaments.selectors.standings import standings_of
from tournaments.services import competitions, counted
from tournaments.services.chain import chain_check

__all__ = ["evenings", "spring"]  # fixtures
pytestmark = pytest.mark.django_db


@pytest.fixture
def counting(evenings, spring, olive):
    count(evenings, spring, olive)
    return evenings


def page(name, season, *more, **asked):
    answer = Client().get(reverse(f"public:{name}", args=[season.slug, *more]), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_page_names_it_and_leads_to_it(counting, spring):
    [first, *_others] = members_in_front(spring, counting)
    to = f'href="{reverse("public:competition", args=[spring.slug])}"'
    entry = page("entry", counting, first)
    assert "1⁄2 of Spring Day, place 1 of 16 (shared by 4)" in entry
    assert "a tournament that counts" in page("standings", counting)
    assert page("competition", counting).count("counts as this meeting") == 1
    assert all(to in each for each in (entry, page("standings", counting), page("competition", counting)))
    assert page("standings", counting, round=4, alone=1)
    assert page("standings", counting, round=3).count("Spring Day") == 0


def test_it_says_no_hour_and_no_place_of_an_evening(counting, olive_client):
    began = time(19, 30)
    for number in (3, 4):  # the club plays on the evening of the tournament's day
        counting.rounds.filter(number=number).update(
            date=date(2026, 10, 10), begins=began, venue=f"Hall {number}"
        )
    [day] = [one for one in kept(dated(Competition.objects.filter(pk=counting.pk))) if one.begins]
    assert ([one.number for one in day.meetings], day.where) == ([3], "Hall 3")
    assert "Hall 4" not in page("seating", counting, round=4)
    assert "Hall 3" in page("seating", counting, round=3)
    for name, named in (("round", {"round": 4}), ("overview", {}), ("seating", {})):
        assert "Hall 4" not in words_of(olive_client.get(at(name, counting, **named)))


def test_readers_are_told_when_it_began_and_ceased_to_count_and_why(counting, spring, olive):
    [first, *_others] = members_in_front(spring, counting)
    name = counting.entries.get(number=first).name
    assert "a tournament counts" in (began := page("changes", counting))
    assert f"{name}: – → <b>" in began
    counted.tournament_uncount(season=counting, meeting=4, reason="It was a friendly.", actor=olive)
    ceased = page("changes", counting)
    assert "a tournament counts no more" in ceased
    assert "It was a friendly." in ceased
    assert re.search(f"{re.escape(name)}: [^<–]+ → <b>–</b>", ceased)


def test_it_has_no_link_to_what_is_public_no_more(counting, spring):
    Competition.objects.filter(pk=spring.pk).update(published=False)
    said = page("standings", counting)
    assert "Spring Day" in said
    assert reverse("public:competition", args=[spring.slug]) not in said


def test_places_went_on_by_it_and_the_outlook_knows_it(counting):
    [field] = fields_of(counting)
    assert field.rounds == (1, 2, 3, 4)
    rows = {row.number: row.rank for row in standings_of(counting).rows}
    assert {one.number: one.places[-1] for one in field.courses} == rows
    found = outlook_of(counting)
    assert (found.after, found.kind not in (UNPLAYED, WAITING)) == (4, True)
    assert page("outlook", counting)


def test_a_season_that_has_begun_with_a_tournament_alone_has_a_table(season, spring, olive):
    count(season, spring, olive, meeting=1)
    front = members_in_front(spring, season)
    rows = standings_of(fresh(season)).rows
    assert {row.number for row in rows if row.rank == 1} == set(front)
    assert "No deal has been recorded yet." not in page("standings", season)
    assert page("outlook", season)


def test_the_table_of_then_has_it_as_long_as_it_counted(counting, olive):
    with_it = totals(counting)
    counted.tournament_uncount(season=counting, meeting=4, reason="Not ours", actor=olive)
    without = totals(counting)
    season = fresh(counting)
    known = happened(season, None)
    lines = {line.verb: line.pk for line in Action.objects.filter(competition=season)}
    tokens = [
        f"before-a{lines['tournament_count']}",
        f"after-a{lines['tournament_count']}",
        f"after-a{lines['tournament_uncount']}",
    ]
    found = tables_at(known, [cut for cut in cuts_of(known, tokens) if cut])
    assert [{row.number: row.total for row in one.rows} for one in found] == [without, with_it, without]
    [made, gone] = [one.told for one in known.settled]
    assert [told[0][0] for told in (made, gone)] == ["tournament that counts as meeting 4"] * 2
    assert (made[0][1], gone[0][2], made[0][2] == gone[0][1] != "") == ("", "", True)
    assert page("moments", season)


def test_another_sparrows_makes_the_same_table_of_its_file(counting, spring, olive, tmp_path):
    data = published(fresh(counting))
    assert faults_of(data) == []
    [meeting] = [one for one in data["rounds"] if one["number"] == 4]
    assert (meeting["tables"], meeting["counts"]["event"]) == ([], spring.slug)
    assert meeting["counts"]["among"] == 16
    assert brought_in(data, tmp_path) == []
    again = Competition.objects.get(slug="brought-in")
    assert totals(again) == totals(counting)
    assert chain_check(again)[1] == []
    assert again.season_facts["tournaments"] == counting.season_facts["tournaments"]
    competitions.competition_publish(competition=again, actor=None)
    second = published(again)
    for key in ("rounds", "standings"):
        assert second[key] == data[key], key


def test_a_file_that_does_not_say_how_it_counts_has_a_fault(counting):
    data = published(fresh(counting))
    del next(one for one in data["rounds"] if one["number"] == 4)["counts"]["way"]
    assert faults_of(data)


def test_the_table_as_a_file_has_it(counting):
    assert standings_csv(fresh(counting))


def test_the_seasons_own_file_makes_the_same_table(counting):
    [table, _said] = answer(season_file(fresh(counting)))
    lines = {line["player"]: line["total"] for line in table["lines"]}
    assert lines == {number: str(total) for number, total in totals(counting).items()}
    assert table["held"] == [1, 2, 3, 4]


def test_every_paper_and_the_copy_as_plain_files_are_made_with_it(counting, olive_client):
    season = fresh(counting)
    kinds = papers.offered(season)
    asked = [olive_client.get(at("paper-file", season, paper=kind)) for kind in kinds]
    assert [one.status_code for one in asked] == [200] * len(kinds) != []
    files = copied(event_scope(season), asker("http://testserver/"), lambda _done, _known: None)
    said = "".join(bytes(one).decode(errors="replace") for one in files.values())
    assert "of Spring Day, place 1 of 16 (shared by 4)" in said
