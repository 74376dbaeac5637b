"""Two evenings of a club, of 13 and of 10 people, played on tablets at tables of five, four and three.

What everybody has at the end is worked out here anew, from the points and the rule's text alone.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page

from players.models import Club
from tests import evenings
from tests.conftest import PATIENCE
from tests.table.hands import once_kept
from tournaments.api.authentication import cookie_name
from tournaments.models import Competition, DealVersion, Round, Seating, Table
from tournaments.selectors.standings import standings_of
from tournaments.services import competitions, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

POINTS = (20, 36, 8, 14)  # of the winner, and of the others from East on
ORDER = "ESWN"


@pytest.fixture
def league(club: Club, olive: User) -> Competition:
    of = competitions.league_create(club=club, name="Thursday", actor=olive)
    told = {"ruleset": "bmja-club", "entry_level": "points", "credit_scheme": "net"}
    season = competitions.competition_create(
        club=club, league=of, kind="season", name="Winter", date=date(2026, 1, 8), actor=olive, **told
    )
    given = [{"given": f"P{place:02}", "family": "Member"} for place in range(1, 14)]
    competitions.entries_add(competition=season, people=given, actor=olive)
    return season


@pytest.fixture
def page(browser: Browser, live_server: Any) -> Iterator[Page]:
    """A tablet that goes from table to table."""
    context = browser.new_context(viewport={"width": 1024, "height": 768}, service_workers="block")
    context.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert not complaints


def begun(league: Competition, people: int, way: str, olive: User) -> list[Table]:
    meeting = rounds.round_add(competition=league, plan=rounds.RoundPlan(deals=3), actor=olive)
    rounds.check_in(round=meeting, entries=league.entries.filter(number__lte=people), actor=olive)
    drawn = rounds.meeting_draw(round=meeting, actor=olive, way=way)
    rounds.round_start(round=rounds.round_publish(round=drawn, actor=olive), actor=olive)
    return list(meeting.tables.select_related("round__competition").order_by("number"))


class Played:
    """One table as its players know it: who sits where, whose wind is what, what each has."""

    def __init__(self, table: Table) -> None:
        seats = Seating.objects.filter(table=table).values_list("seat", "entry__number")
        self.people = dict(seats)
        self.ring = list("ESWNR" if "R" in self.people else "ESWN")
        self.east, self.nets, self.rests = 0, Counter[int](), Counter[int]()

    def winds(self) -> dict[str, str]:
        """Give the seat of each wind that is played; a dummy's wind is nobody's."""
        turned = self.ring[self.east :] + self.ring[: self.east]
        return {wind: seat for wind, seat in zip(ORDER, turned, strict=False) if seat in self.people}

    def deal(self, place: int) -> tuple[str, dict[str, int]]:
        """Say who wins the next deal, and what every hand counts; pay, and pass the winds."""
        winds = self.winds()
        winner = list(winds.values())[(place + 1) % len(winds)]
        others = [seat for seat in winds.values() if seat != winner]
        points = {winner: POINTS[0], **dict(zip(others, POINTS[1:], strict=False))}
        self._pay(winner, points, winds["E"])
        for seat in {*self.people} - {*points}:
            self.rests[self.people[seat]] += 1
        if winner != winds["E"]:
            self.east = (self.east + 1) % len(self.ring)
            while self.ring[self.east] not in self.people:
                self.east = (self.east + 1) % len(self.ring)
        return winner, points

    def _pay(self, winner: str, points: dict[str, int], east: str) -> None:
        """Pay the winner his value, and the others their differences; East pays and is paid double."""
        for one, had in points.items():
            for other, less in points.items():
                if one == winner != other:
                    paid = had
                elif winner not in (one, other) and had > less:
                    paid = had - less
                else:
                    continue
                paid *= 2 if east in (one, other) else 1
                self.nets[self.people[one]] += paid
                self.nets[self.people[other]] -= paid


def enter(page: Page, winner: str, points: dict[str, int]) -> None:
    page.wait_for_timeout(700)  # sooner after "Save" it would be a double tap, which does one thing
    page.click(f"#seat-{winner}")
    page.click("#from-self")
    for seat, value in points.items():
        page.click(f"#tab-{seat}")
        for digit in str(value):
            page.click(f"#pad-{digit}")
    page.click("#save")


def on_tablet(page: Page, address: str, table: Table, token: str, deals: int) -> Played:
    """Play some deals of a table on its tablet."""
    page.context.add_cookies([{"name": cookie_name(), "value": token, "url": address}])
    page.goto(f"{address}/table/")
    page.locator(".felt").wait_for()
    mine = Played(table)
    for place in range(deals):
        resting = {*mine.people} - {*mine.winds().values()}
        winner, points = mine.deal(place)
        page.locator(f"button#seat-{winner}").wait_for()
        assert page.locator("#table-app .seat[data-edge=rest]").count() == len(resting)
        enter(page, winner, points)
        page.get_by_text(f"Deal {place + 1} is recorded.").first.wait_for()
        once_kept(page)
    return mine


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_two_evenings_end_as_the_rules_say(
    page: Page, live_server: Any, league: Competition, olive: User
) -> None:
    address, nets, rests = (
        f"http://localhost:{urlsplit(live_server.url).port}",
        Counter[int](),
        Counter[int](),
    )
    tokens: dict[int, str] = {}  # a tablet stays with its table from evening to evening
    for people, way, tables in ((13, "fewest", [5, 4, 4]), (10, "three", [4, 3, 3])):
        started = begun(league, people, way, olive)
        assert [Seating.objects.filter(table=table).count() for table in started] == tables
        for table in started:
            size = Seating.objects.filter(table=table).count()
            if table.number not in tokens:
                tokens[table.number] = evenings.paired(table, olive).token
            token = tokens[table.number]
            mine = on_tablet(page, address, table, token, deals=2 if size == len(ORDER) else 3)
            nets.update(mine.nets)
            rests.update(mine.rests)
        rounds.round_close(round=Round.objects.get(pk=started[0].round_id), actor=olive, anyway=True)
    assert sum(rests.values()) == 3
    league.refresh_from_db()
    rows = {row.number: row for row in standings_of(league).rows}
    assert {number: row.net for number, row in rows.items()} == {number: nets[number] for number in rows}
    assert {number: row.rested for number, row in rows.items()} == {number: rests[number] for number in rows}
    assert {row.attended for number, row in rows.items() if number <= 10} == {2}
    assert all(sum(one.net.values()) == 0 for one in DealVersion.objects.all())
