"""A league secretary's season through the pages: the rules of three clubs, two evenings, what readers find.

Thirteen come to the first evening (a table of five and two of four), ten to the second (tables of three and
one of four), a guest among them. What everybody must have is worked out here from who sat where alone: South
wins the first deal of each table from three hands worth nothing, so that East loses twice as much as the
others, and nobody wins the second; Groene Hart gives 4, 2, 1, 1/2, 0 by place and 1 for coming.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from tests import declared
from tests.browser.test_main_job import keep, press
from tests.browser.test_tournament_day import agreed, said, staff, table_of, totals_of
from tests.table.fingers import tap
from tests.table.hands import lay, win
from tournaments.models import Competition, Round
from tournaments.ranking.seasons.presets import presets
from tournaments.services.chain import chain_check

__all__ = ["staff"]  # a fixture
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(900),
]

CLUBS = {
    "Groene Hart": ("groene-hart", "Each player’s best 9 meetings count."),
    "Bamboe Acht": ("bamboe-acht", "best 5"),
    "Pe-ling": ("pe-ling", "Attending gives 3,000"),
}
FAMILY = ("Adams", "Bakker", "Claes", "Dekker", "Evers", "Faber", "Groot", "Haan", "Jansen", "Kuiper")
FAMILY += ("Linden", "Meijer", "Őszi")
MEMBERS = [f"Ann {name}" for name in FAMILY]  # thirteen
AWAY, GUEST = MEMBERS[-4:], "Gus Gast"
SEASON = "/organise/c/groene-hart/"
# By number of seats, what the chairs have after one deal won by South: who rests has lost nothing.
GIVES = {
    3: {"S": Fraction(4), "W": Fraction(2), "E": Fraction(1)},
    4: {"S": Fraction(4), "W": Fraction(3, 2), "N": Fraction(3, 2), "E": Fraction(1, 2)},
    5: {"S": Fraction(4), "R": Fraction(2), "W": Fraction(3, 4), "N": Fraction(3, 4), "E": Fraction(0)},
}
PUNGS = {  # as `declared.WINNER`, with a pung for its chow: at three nobody may have one
    "melds": [{"tiles": ["B9", "B9", "B9"], "concealed": False}],
    "concealed": ["C9", "C9", "C9", "D9", "D9", "D9", "B6", "B6", "B6", "B2", "B2"],
    "winning_tile": "B6",
    "flags": [],
}

Credits = dict[str, dict[int, Fraction]]


def season() -> Competition:
    return Competition.objects.get(slug="groene-hart")


def founded(secretary: Page, club: str) -> None:
    """Make a league with a season under the rules of a club, tried before they are fixed."""
    slug, sentence = CLUBS[club]
    secretary.goto("/organise/clubs/severn-winds/leagues/new")
    secretary.fill("[name=name]", f"{club} League")
    press(secretary, "Create the league")
    secretary.fill("[name=name]", club)
    secretary.fill("[name=deals_per_round]", "2")
    secretary.select_option("[name=entry_level]", "winner")
    secretary.select_option("[name=confirmed_by]", "nobody")
    secretary.select_option("[name=ruleset]", "bmja-club")
    press(secretary, "Create the season")
    secretary.goto(f"/organise/c/{slug}/settings/season")
    secretary.select_option("#preset", label=club)
    press(secretary, "Fill it in")
    press(secretary, "Show what it would change")
    said(secretary, "Nothing is saved yet.")
    said(secretary, sentence)
    press(secretary, "Fix these rules")
    said(secretary, "The rules of the season are fixed.")
    secretary.goto(f"/organise/c/{slug}/")
    said(secretary, sentence)
    preset = next(one for one in presets().values() if one.name == club)
    policy = Competition.objects.get(slug=slug).policy
    assert policy is not None
    assert preset.season.items() <= policy.items()


def entered(secretary: Page) -> None:
    secretary.goto(SEASON + "players/import")
    secretary.fill("[name=text]", "\n".join(MEMBERS))
    press(secretary, "Show what is in it")
    press(secretary, re.compile("Enter"))
    secretary.goto(SEASON)
    press(secretary, "Publish")


def begun(secretary: Page, number: int, away: list[str], way: str) -> None:
    """Add an evening, tick who came, make up the tables, start."""
    secretary.goto(SEASON + "seating/")
    secretary.fill("[name=date]", f"2026-09-0{number}")
    press(secretary, "Add the meeting")
    for name in [name for name in MEMBERS if name not in away]:
        secretary.get_by_label(re.compile(name)).check()
    if number == 2:
        given, family = GUEST.split()
        secretary.fill("[name=newcomer-given]", given)
        secretary.fill("[name=newcomer-family]", family)
        secretary.select_option("[name=newcomer-status]", "guest")
        press(secretary, "Enter and tick")
    secretary.select_option("[name=way]", way)
    press(secretary, "Make up the tables")
    keep(secretary, f"league-tables-{number}")
    press(secretary, "Publish the seating")
    secretary.goto(SEASON + "board/")
    agreed(secretary, re.compile("Start"))


def seats_of(number: int) -> dict[int, dict[str, str]]:
    """Read who sits where, as the sheet on the wall says."""
    found: dict[int, dict[str, str]] = defaultdict(dict)
    seatings = Round.objects.get(competition=season(), number=number).seatings
    for seat in seatings.select_related("entry__player", "table"):
        found[seat.table.number][seat.seat] = seat.entry.name
    return found


def code_of(secretary: Page, table: int) -> str:
    secretary.goto(SEASON + "tablets/")
    press(secretary, re.compile(f"Code for table {table}$"))
    code = re.search(r"\b[A-Z0-9]{4}[ -]?[A-Z0-9]{4}\b", secretary.inner_text("main"))
    assert code
    return code.group()


def paired(secretary: Page, tablet: Page) -> dict[int, str]:
    """Give each table its tablet: the first in a browser, of the others what theirs would keep."""
    tablet.goto("/pair/")
    tablet.fill("#code", code_of(secretary, 1))
    tablet.get_by_role("button", name="Pair this tablet", exact=True).click()
    tokens = {}
    for place in (2, 3):
        told = {"code": code_of(secretary, place)}
        answer = Client().post("/api/v1/pair", told, content_type="application/json")
        tokens[place] = answer.json()["token"]
    return tokens


def played(tablet: Page, tokens: dict[int, str], number: int) -> None:
    """Play both deals of each table."""
    for place, seats in seats_of(number).items():
        losers = [seat for seat in seats if seat not in "SR"]
        if place == 1:
            tapped(tablet, number, seats, losers)
        else:
            sent(tokens[place], number, place, losers)


def tapped(tablet: Page, number: int, seats: dict[str, str], losers: list[str]) -> None:
    """Enter both deals of a table at its tablet, by hand."""
    expect(tablet.locator("body")).to_contain_text(f"Meeting {number}")
    expect(tablet.locator("button#seat-S")).to_contain_text(seats["S"])  # only a running one has buttons
    if len(losers) == 2:
        tablet.click("#seat-S")
        tablet.click("#from-E")
        lay(tablet, "pung", "B9", "C9", "D9", "B6")
        tap(tablet, "#tile-B2", "#group-0", "#winning-B6")
    else:
        win(tablet, "S", "E")
    for seat in losers:
        tap(tablet, f"#tab-{seat}", "#pad-0")
    keep(tablet, f"league-tablet-{len(seats)}")
    tablet.click("#save")
    expect(tablet.locator("body")).to_contain_text("Deal 2 of 2")
    tablet.click("#begin-draw")
    tablet.click("#save")
    expect(tablet.locator("body")).to_contain_text("The meeting is over for this table.")


def sent(token: str, number: int, place: int, losers: list[str]) -> None:
    """Send both deals of a table as its tablet does."""
    hand = PUNGS if len(losers) == 2 else declared.WINNER
    hands = {"S": hand, **{seat: {"points": 0} for seat in losers}}
    headers = {"Authorization": f"Bearer {token}"}
    for content in (declared.won("S", "E", hands=hands), declared.draw()):
        body = declared.body(table_of(number, place, "groene-hart"), content)
        answer = Client().post("/api/v1/table/deals", body, content_type="application/json", headers=headers)
        assert answer.status_code == 201, answer.content


def closed(secretary: Page, number: int, credits: Credits) -> None:
    """Close the evening, and add up by hand what it gave."""
    secretary.goto(SEASON + "board/")
    agreed(secretary, re.compile("Close meeting|Close the meeting|Close round"))
    for seats in seats_of(number).values():
        for seat, name in seats.items():
            credits[name][number] = GIVES[len(seats)][seat] + 1


def changed(secretary: Page, credits: Credits) -> None:
    """Let one meeting count from now on; the page says to whom that does what before it is fixed."""
    secretary.goto(SEASON + "settings/season/compare")
    for club in CLUBS:
        said(secretary, club)
    keep(secretary, "league-chooser")
    secretary.goto(SEASON + "settings/season")
    secretary.fill("[name=best_of]", "1")
    press(secretary, "Show what it would change")
    twice = next(name for name, own in credits.items() if len(own) == 2 and name != GUEST)
    row = secretary.locator("tr", has_text=twice)
    expect(row.locator("td").nth(2)).to_have_text(shown(sum(credits[twice].values(), Fraction())))
    expect(row.locator("td").nth(3)).to_have_text(shown(max(credits[twice].values())))
    keep(secretary, "league-foresight")
    press(secretary, "Fix these rules")


def shown(amount: Fraction) -> str:
    """Write a credit as pages do."""
    whole, rest = divmod(amount, 1)
    if not rest:
        return str(whole)
    part = f"{rest.numerator}⁄{rest.denominator}"
    return f"{whole} {part}" if whole else part


def looked_up(reader: Page, credits: Credits) -> None:
    """Find on a phone why a meeting was dropped; then the table, the deal, the line of the rule."""
    name = next(name for name, own in credits.items() if len(own) == 2 and own[1] < own[2] and name != GUEST)
    reader.goto("/c/groene-hart/standings/")
    keep(reader, "league-standings")
    reader.get_by_role("link", name=name).first.click()
    dropped = reader.locator("article", has_text="dropped")
    expect(dropped).to_have_count(1)
    expect(dropped).to_contain_text("dropped: below the best 1")
    keep(reader, "league-player")
    dropped.get_by_role("link", name=re.compile("Meeting 1, table")).click()
    keep(reader, "league-table")
    reader.get_by_role("link", name=re.compile("[Dd]eal 1")).first.click()
    keep(reader, "league-deal")
    rule = reader.locator("a.line-source").first
    anchor = (rule.get_attribute("href") or "").partition("#")[2]
    with reader.expect_navigation(url=re.compile("/rules/bmja-club/")):
        rule.click()
    expect(reader.locator(f"[id='{anchor}']")).to_be_visible()
    keep(reader, "league-rule")


def test_two_evenings_of_a_league_add_up(
    staff: dict[str, Page], opened: Callable[..., BrowserContext]
) -> None:
    secretary, reader = staff["olive"], staff["reader"]
    tablet = opened(1024, 768).new_page()
    for club in CLUBS:
        founded(secretary, club)
    entered(secretary)
    credits: Credits = defaultdict(dict)

    begun(secretary, 1, [], "fewest")
    tokens = paired(secretary, tablet)
    assert sorted(map(len, seats_of(1).values())) == [4, 4, 5]
    played(tablet, tokens, 1)
    closed(secretary, 1, credits)

    begun(secretary, 2, AWAY, "three")
    second = seats_of(2)
    assert sorted(map(len, second.values())) == [3, 3, 4]
    assert GUEST in {name for seats in second.values() for name in seats.values()}
    played(tablet, tokens, 2)
    closed(secretary, 2, credits)
    totals = {name: sum(own.values(), Fraction()) for name, own in credits.items()}
    assert {name: total for name, total in totals_of("groene-hart").items() if name != GUEST} == {
        name: total for name, total in totals.items() if name != GUEST
    }

    changed(secretary, credits)
    found = totals_of("groene-hart")
    assert {name: found[name] for name in MEMBERS} == {name: max(credits[name].values()) for name in MEMBERS}
    looked_up(reader, credits)
    assert chain_check(season())[1] == []
