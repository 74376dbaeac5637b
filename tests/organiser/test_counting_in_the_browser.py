"""A secretary's way to a tournament that counts towards a season, through the pages; a reader finds why.

Eight play one round at two tables, six of them members. At each table South wins the first deal from East,
who pays double, and nobody wins again: so two share the first place, four the third and two the seventh.
What everybody must have is added up here from who sat where, by the points that the secretary writes.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests import declared
from tests.browser.test_main_job import press
from tests.browser.test_tournament_day import agreed, choose, said
from tests.conftest import PEOPLE
from tests.organiser.conftest import at
from tournaments.models import Competition
from tournaments.selectors.standings import standings_of
from tournaments.services.chain import chain_check

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

MEMBERS = [f"{one['given']} {one['family']}" for one in PEOPLE[:6]]
GUESTS = ["Gus Gast", "Gina Gast"]
DAY = "/organise/c/club-day/"
POINTS = (10, 8, 6, 5, 4, 3, 2, 1)
FACTOR, ATTENDING = Fraction(1, 2), 1
PLACES = {"S": (1, 2), "W": (3, 4, 5, 6), "N": (3, 4, 5, 6), "E": (7, 8)}  # that a chair's owners share


@pytest.fixture
def reader(browser: Browser, live_server: Any) -> Iterator[Page]:
    """Somebody with a phone who is not logged in."""
    page = browser.new_page(base_url=live_server.url, viewport={"width": 390, "height": 844})
    yield page
    page.close()


def day() -> Competition:
    return Competition.objects.get(slug="club-day")


def created(secretary: Page) -> None:
    """Make the tournament with members of the club and guests, draw it, start it, let readers in."""
    secretary.goto("/organise/clubs/severn-winds/tournaments/new")
    secretary.fill("[name=name]", "Club Day")
    secretary.fill("[name=date]", "2026-02-21")
    secretary.fill("[name=deals_per_round]", "2")
    secretary.fill("[name=planned_rounds]", "1")
    secretary.select_option("[name=confirmed_by]", "nobody")
    press(secretary, "Create the tournament")
    secretary.goto(DAY + "players/import")
    secretary.fill("[name=text]", "\n".join(MEMBERS + GUESTS))
    press(secretary, "Show what is in it")
    press(secretary, re.compile("Enter"))
    secretary.goto(DAY + "seating/")
    press(secretary, "Draw the seating")
    secretary.goto(DAY + "rounds/1/")
    press(secretary, re.compile("Publish"))
    agreed(secretary, re.compile("Start"))
    secretary.goto(DAY)
    press(secretary, "Publish")


def played(play: Callable[..., Any]) -> dict[str, str]:
    """Play both deals of each table; say who sat on which chair."""
    chairs = {}
    for table in day().rounds.get().tables.all():
        play(table)
        play(table, declared.draw())
        chairs |= {one.entry.name: one.seat for one in table.seatings.select_related("entry__player")}
    return chairs


def own(chair: str) -> Fraction:
    """Give the credit of whoever sat there: the mean of the places that are shared, by the factor."""
    shared = PLACES[chair]
    return FACTOR * Fraction(sum(POINTS[place - 1] for place in shared), len(shared))


def of_evenings(season: Competition) -> dict[str, list[Fraction]]:
    """Add up what each member had of the evenings, from who sat where: number 1 won each from the wall."""
    credits: dict[str, list[Fraction]] = {one.name: [] for one in season.entries.select_related("player")}
    for round_ in season.rounds.exclude(state="draft"):
        seats = {one.seat: one.entry for one in round_.seatings.select_related("entry__player")}
        for seat, entry in seats.items():
            credits[entry.name].append(_of_evening(entry.number == 1, seat, seats["E"].number == 1))
    return credits


def _of_evening(won: bool, seat: str, east_won: bool) -> Fraction:
    """4, 2, 1, 0 by place: who lost to East lost alike, and else East lost most."""
    if won:
        return Fraction(4)
    return Fraction(1) if east_won else Fraction(0) if seat == "E" else Fraction(3, 2)


def totals(credits: dict[str, list[Fraction]]) -> dict[str, Fraction]:
    """Let the best two count, with the point for coming of each of them."""
    return {name: sum(_best(own), Fraction()) for name, own in credits.items()}


def _best(credits: Iterable[Fraction]) -> list[Fraction]:
    return sorted((one + ATTENDING for one in credits), reverse=True)[:2]


def found(season: Competition) -> dict[str, Fraction]:
    rows = standings_of(Competition.objects.get(pk=season.pk)).rows
    return {row.name: Fraction(row.total or 0) for row in rows}


def looked_at(secretary: Page, season: Competition) -> None:
    """Find the way from the season's settings, and look at what the tournament would give."""
    secretary.goto(at("settings", season))
    for way in ("Rules of the season", "What no table tells", "A tournament that counts"):
        with secretary.expect_navigation():
            secretary.locator("main").get_by_role("link", name=way).first.click()
    choose(secretary, "tournament", "Club Day")
    secretary.select_option("[name=by]", "places")
    secretary.fill("[name=points]", " ".join(map(str, POINTS)))
    secretary.fill("[name=factor]", "1/2")
    press(secretary, "Show what it would give")
    said(secretary, "Nothing is saved yet.")
    said(secretary, re.compile(r"Placed there and nobody of this season:.*Gast"))


def shown(amount: Fraction) -> str:
    """Write a credit as pages do."""
    whole, rest = divmod(amount, 1)
    part = f"{rest.numerator}⁄{rest.denominator}" if rest else ""
    return " ".join(([str(whole)] if whole or not part else []) + [part] * bool(part))


def foreseen(secretary: Page, before: dict[str, Fraction], after: dict[str, Fraction]) -> None:
    for name in MEMBERS:
        cells = secretary.locator("tr", has_text=name).locator("td")
        expect(cells.nth(4)).to_have_text(shown(before[name]))
        expect(cells.nth(5)).to_have_text(shown(after[name]))


def looked_up(reader: Page, season: Competition, name: str, credit: Fraction) -> None:
    """Find on the season's table what a member has, and behind it the tournament and the place there."""
    reader.goto(reverse("public:standings", args=[season.slug]))
    with reader.expect_navigation():
        reader.get_by_role("link", name=name).first.click()
    why = f"{shown(credit)} of Club Day, place 1 of 8 (shared by 2)"
    expect(reader.locator("main")).to_contain_text(why)
    with reader.expect_navigation(url=re.compile("/c/club-day/")):
        reader.get_by_role("link", name=re.compile("Club Day")).first.click()
    expect(reader.locator("main")).to_contain_text(name)


def test_a_tournament_changes_the_table_of_a_season_and_a_reader_finds_why(
    staff_page: Page, reader: Page, three_evenings: Competition, play: Callable[..., Any]
) -> None:
    season, secretary, credits = three_evenings, staff_page, of_evenings(three_evenings)
    before = totals(credits)
    assert found(season) == before
    created(secretary)
    chairs = played(play)
    secretary.goto(DAY + "board/")
    agreed(secretary, re.compile("Close round|Close the round"))
    for name in MEMBERS:
        credits[name].append(own(chairs[name]))
    after = totals(credits)
    looked_at(secretary, season)
    foreseen(secretary, before, after)
    assert found(season) == before
    press(secretary, "Let it count")
    said(secretary, "Club Day counts now.")
    assert found(season) == after != before
    winner = next(name for name in MEMBERS if chairs[name] == "S")
    looked_up(reader, season, winner, own("S"))
    assert chain_check(Competition.objects.get(pk=season.pk))[1] == []
