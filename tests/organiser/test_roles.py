"""What each role finds on the pages: nothing that it would be refused, everything that it may do."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from players.models import Club
from tests import declared
from tests.conftest import signed_in
from tests.organiser.conftest import at
from tournaments.models import CheckIn, Competition, DealVersion, Right, Table
from tournaments.powers import Role
from tournaments.services import rounds

ADDRESS = re.compile(r'(?:href|action|formaction)="(/organise/[^"#?]*)')


@pytest.fixture(params=list(Role))
def staff(request: Any, nell: User, club: Club) -> Client:
    Right.objects.create(user=nell, club=club, role=request.param)
    return signed_in(nell)


@pytest.fixture
def helper(nell: User, club: Club) -> Client:
    Right.objects.create(user=nell, club=club, role=Role.HELPER)
    return signed_in(nell)


@pytest.fixture
def meeting(season: Competition, olive: User) -> Any:
    return rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)


@pytest.mark.any_database
def test_it_offers_nothing_that_would_be_refused(
    staff: Client, everything: dict[str, Any], running: Competition, table: Table, season: Competition
) -> None:
    pages = [at(name, running) for name in ("overview", "board")] + [at("home"), at("roles")]
    pages += [at("round", running, round=1), at("round", running, round=2), at("table", table)]
    pages += [at("deal", table, deal=1), at("overview", season), at("round", season, round=1)]
    offered: dict[str, str] = {}  # what most pages offer is asked for once, and said of the first one
    for page in pages:
        shown = staff.get(page)
        assert shown.status_code == 200
        for address in ADDRESS.findall(shown.content.decode()):
            offered.setdefault(address, page)
    for address, page in offered.items():
        assert staff.get(address).status_code != 404, (page, address)


def test_it_tells_everybody_who_may_do_what(staff: Client) -> None:
    page = staff.get(at("roles"))
    told = {power: given for power, given, _ in page.context["powers"]}
    assert told["people"] == [True, False, False, False, False]
    assert told["check_in"] == [True, True, False, False, True]
    assert [mine for _, mine in page.context["roles"]].count(True) == 1


def test_it_lets_a_helper_say_who_is_here_and_not_make_up_tables(helper: Client, meeting: Any) -> None:
    address = at("meeting", meeting.competition, round=1)
    here = [str(entry.pk) for entry in meeting.competition.entries.all()[:4]]
    assert b'name="draw"' not in helper.get(address).content
    assert helper.post(address, {"present": here, "draw": "yes"}).status_code == 404
    assert not meeting.tables.exists()
    assert not CheckIn.objects.exists()
    assert helper.post(address, {"present": here}).status_code == 302
    assert CheckIn.objects.count() == 4


@pytest.mark.parametrize(
    ("tables", "status", "taken"), [([3], "recorded", 1), ([], "recorded", 1), ([1, 2], "", 0)]
)
def test_it_takes_deals_of_a_scorers_own_tables_only(
    tables: list[int], status: str, taken: int, nell: User, club: Club, table: Table
) -> None:
    running = table.round.competition
    Right.objects.create(user=nell, club=club, competition=running, role=Role.SCORER, tables=tables)
    line = {"competition": running.slug, "table": 3, "body": declared.body(table)}
    page = signed_in(nell).post(at("saved-deals", running), {"text": json.dumps(line)})
    [answer] = page.context["answers"]
    assert (answer.receipt.status if answer.receipt else "") == status
    assert DealVersion.objects.count() == taken
    assert taken or "Table 3 is not one of those" in answer.message


def test_it_shows_a_club_that_has_nothing_yet_to_whoever_works_there(nell: User, club: Club) -> None:
    Right.objects.create(user=nell, club=club, role=Role.SCORER)
    page = signed_in(nell).get(at("home"))
    [work] = page.context["clubs"]
    assert (work.club, work.offices) == (club, ("scorer",))
    assert b"The events in which you work appear here." in page.content
    assert b"Found a club" not in page.content


def test_it_names_the_roles_of_whoever_does_not_organise(nell: User, running: Competition) -> None:
    for role in (Role.HELPER, Role.SCORER):
        Right.objects.create(user=nell, club=running.club, competition=running, role=role)
    [work] = signed_in(nell).get(at("home")).context["clubs"]
    assert (work.organises, work.offices) == (False, ("scorer", "check-in helper"))
    assert [one.competition.slug for one in work.events] == [running.slug]
