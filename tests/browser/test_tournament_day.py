"""A tournament day of 48 people through the pages, from registration to certificates, with what goes wrong.

Somebody does not come, two come late, one goes home after the first round, one is replaced in the middle of a
round, two sat on each other's chairs and nobody saw it for an hour, a referee fines somebody, one table has
no tablet and writes on paper, and the best eight play a final with half of what they had. What everybody must
have at the end is added up here, from who sat where and who won, by the rule of who pays whom alone.
"""

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader

from players.models import Club
from tests import declared
from tests.browser.test_main_job import keep, press
from tests.conftest import signed_in
from tests.organiser.conftest import at
from tests.table.hands import lay, racks
from tournaments.models import Competition, Entry, Right, Round, Table
from tournaments.powers import Role
from tournaments.services.chain import chain_check
from tournaments.services.deals import deal_submit

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(900),
]

GIVEN = ("Ann", "Bea", "Cid", "Dot", "Eve", "Fay", "Guy", "Hal", "Ida", "Jon", "Kit", "Łucja")
FAMILY = ("Ashby", "Brzęk", "Őszi", "Ærø")
PEOPLE = [f"{given} {family}" for family in FAMILY for given in GIVEN]  # forty-eight
LATE, ABSENT, LEAVER = PEOPLE[-2:], PEOPLE[6], PEOPLE[20]
SUB = "Stan Standby"
WORTH = 40  # of the hand that wins each deal; the others' are worth nothing
DEALS, ON_PAPER = 4, 12
DAY = "/organise/c/spring-congress/"


@dataclass
class Hall:
    """What everybody knows who was there: who sat on which chair, and who won what."""

    seats: dict[tuple[int, int], dict[str, str]] = field(default_factory=dict)
    won: list[tuple[int, int, str | None, str]] = field(default_factory=list)  # round, table, chair, East's
    taken_over: dict[tuple[int, int, str], tuple[int, str]] = field(default_factory=dict)  # from deal, who
    fines: Counter[str] = field(default_factory=Counter)

    def totals(self) -> Counter[str]:
        """Add up what everybody must have: each pays the winner, double where one of the two is East."""
        sums, deal = Counter(self.fines), Counter[tuple[int, int]]()
        for round_, table, winner, east in self.won:
            deal[round_, table] += 1
            if winner is None:
                continue
            for loser in set("ESWN") - {winner}:
                paid = WORTH * (2 if east in (winner, loser) else 1)
                sums[self.name(round_, table, winner, deal[round_, table])] += paid
                sums[self.name(round_, table, loser, deal[round_, table])] -= paid
        return sums

    def name(self, round_: int, table: int, chair: str, deal: int) -> str:
        since, who = self.taken_over.get((round_, table, chair), (deal + 1, ""))
        return who if deal >= since else self.seats[round_, table][chair]


@pytest.fixture
def staff(olive: User, rafe: User, club: Club, opened: Callable[..., BrowserContext]) -> dict[str, Page]:
    """The director at a desk, the referee at a tablet, the helper and a reader on their phones."""
    hetty = User.objects.create_user("hetty")
    Right.objects.create(user=hetty, club=club, role=Role.HELPER)
    sizes = {"olive": (1440, 900), "rafe": (1024, 768), "hetty": (390, 844), "reader": (390, 844)}
    pages = {}
    for name, (width, height) in sizes.items():
        context = opened(width, height)
        page = context.new_page()
        page.goto("/")
        if name != "reader":
            session = signed_in(User.objects.get(username=name)).cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": page.url}])
        pages[name] = page
    return pages


def event() -> Competition:
    return Competition.objects.get(slug="spring-congress")


def said(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("main")).to_contain_text(text)


def choose(page: Page, name: str, text: str) -> None:
    """Choose in a list what contains a text."""
    value = page.locator(f"[name={name}] option", has_text=text).first.get_attribute("value")
    assert value
    page.select_option(f"[name={name}]", value)


def agreed(page: Page, name: str | re.Pattern[str]) -> None:
    """Press a button, say yes where it asks, and wait for the page that follows.

    A live page may ask from one moment to the next, as when a busy machine left a tablet out of touch.
    """
    page.evaluate("document.documentElement.dataset.before = ''")
    page.get_by_role("button", name=name).first.click()
    next_page, yes = page.locator("html:not([data-before])"), page.locator("dialog[open] [value=yes]")
    next_page.or_(yes).wait_for()
    if yes.count():
        yes.click()
    next_page.wait_for()
    page.wait_for_load_state()


def announced(page: Page) -> None:
    """Create the event, write the timetable, open registration, publish."""
    page.goto("/organise/clubs/severn-winds/tournaments/new")
    page.fill("[name=name]", "Spring Congress")
    page.fill("[name=planned_rounds]", "3")
    page.fill("[name=deals_per_round]", str(DEALS))
    page.select_option("[name=confirmed_by]", "nobody")
    press(page, "Create the tournament")
    page.goto(DAY + "settings/timetable")
    press(page, "Save")
    said(page, "The timetable is saved.")
    page.goto(DAY + "people/")
    page.select_option("[name=role]", "helper")
    press(page, "Make an invitation")
    expect(page.locator(".qr-frame").first).to_be_visible()
    keep(page, "day-invite")
    page.goto(DAY + "registrations/open")
    page.fill("[name=opens_at]", "2026-01-01T00:00")
    page.fill("[name=closes_at]", "2036-01-01T00:00")
    page.fill("[name=capacity]", "60")
    page.fill("[name=questions]", "Year of birth *")
    press(page, re.compile("Save|Open"))
    page.goto(DAY)
    press(page, "Publish")


def registered(reader: Page) -> None:
    """Three register on a phone as people do; the others send the same form."""
    for name in PEOPLE[:-2]:
        if name in PEOPLE[:3]:
            reader.goto("/c/spring-congress/register/")
            for label, text in _told(name).items():
                reader.fill(f"[name={label}]", text)
            reader.check("[name=consent]")
            press(reader, re.compile("Register"))
        else:
            client = Client(REMOTE_ADDR=f"10.{PEOPLE.index(name)}.0.1")  # each at home
            form = client.get("/c/spring-congress/register/").context["form"]
            sent = {**_told(name), "consent": "on", "key": form["key"].value()}
            assert client.post("/c/spring-congress/register/", sent).status_code == 302


def _told(name: str) -> dict[str, str]:
    given, family = name.split()
    mail = f"{PEOPLE.index(name)}@example.org"
    return {"given": given, "family": family, "email": mail, "answer0": "1951"}


def checked_in(director: Page, helper: Page) -> None:
    """All registered are entered; the helper taps on a phone who is here, and one is not."""
    director.goto(DAY + "registrations/")
    press(director, re.compile("Enter"))
    assert event().entries.count() == len(PEOPLE) - 2
    for name in PEOPLE[:3]:
        helper.goto(DAY + f"check-in/?q={name.split()[1]}")
        press(helper, f"Here {name}")
    desk = signed_in(User.objects.get(username="hetty"))
    for entry in event().entries.all():
        if entry.name not in (*PEOPLE[:3], ABSENT):
            assert desk.post(f"{DAY}check-in/{entry.number}/here").status_code == 302
    helper.goto(DAY + "check-in/")
    said(helper, "Here: 45. Missing: 1.")
    said(helper, "house players: 3")
    keep(helper, "day-check-in")
    number = event().entries.get(player__given="Guy", player__family="Ashby").number
    director.goto(DAY + f"players/{number}/")
    director.select_option("[name=status]", "withdrawn")
    press(director, "Save")


def drawn(director: Page) -> None:
    director.goto(DAY + "seating/")
    director.fill("[name=rounds]", "3")
    director.fill("[name=seed]", "48")
    press(director, "Draw the seating")
    keep(director, "day-seating")
    assert event().rounds.count() == 3
    assert event().entries.filter(status=Entry.Status.HOUSE).count() == 3


def come_late(director: Page) -> None:
    """Two come after the seating is out, and take the chairs of house players."""
    for name, entry in zip(LATE, event().entries.filter(status=Entry.Status.HOUSE)[:2], strict=True):
        director.goto(DAY + f"players/{entry.number}/")
        given, family = name.split()
        director.fill("[name=given]", given)
        director.fill("[name=family]", family)
        press(director, "Save")


def started(director: Page, number: int) -> None:
    director.goto(DAY + f"rounds/{number}/")
    if Round.objects.get(competition=event(), number=number).is_draft:
        press(director, re.compile("Publish"))
    director.goto(DAY + "board/")
    agreed(director, re.compile("Start"))


def closed(director: Page) -> None:
    director.goto(DAY + "board/")
    agreed(director, re.compile("Close round|Close Round"))


def paired(director: Page) -> dict[int, str]:
    """Give each table but one its tablet; the token is what its browser would keep."""
    tokens = {}
    desk = Client()
    for number in range(1, ON_PAPER):
        director.goto(DAY + "tablets/")
        press(director, re.compile(f"Code for table {number}$"))
        code = re.search(r"\b[A-Z0-9]{4}[ -]?[A-Z0-9]{4}\b", director.inner_text("main"))
        assert code
        answer = desk.post("/api/v1/pair", {"code": code.group()}, content_type="application/json")
        tokens[number] = answer.json()["token"]
    return tokens


def table_of(number: int, table: int, of: str = "spring-congress") -> Table:
    found = Table.objects.select_related("round__competition")
    return found.get(round__competition__slug=of, round__number=number, number=table)


def look_around(hall: Hall, number: int) -> None:
    """Note who sits where, as the sheets that hang in the hall say."""
    for seat in Round.objects.get(competition=event(), number=number).seatings.select_related(
        "entry__player", "table"
    ):
        hall.seats.setdefault((number, seat.table.number), {})[seat.seat] = seat.entry.name


def dealt(rng: Random) -> Iterator[tuple[str | None, str]]:
    """Play four deals: the chair that wins, or nobody, and East's; East stays after a win or a draw."""
    east = 0
    for _ in range(DEALS):
        winner = rng.choice(["E", "S", "W", "N", None])
        yield winner, "ESWN"[east]
        if winner is not None and winner != "ESWN"[east]:
            east += 1


def played(hall: Hall, number: int, tokens: dict[int, str], rng: Random, skip: Any = ()) -> None:
    """Let every tablet send its deals, one of them twice."""
    client = Client()
    for place, token in tokens.items():
        if place in skip:
            continue
        for winner, east in dealt(rng):
            sent(client, hall, number, place, token, winner, east)


def sent(
    client: Client, hall: Hall, number: int, place: int, token: str, winner: str | None, east: str
) -> None:
    table, giver = table_of(number, place), "S" if winner == "E" else "E"
    content = declared.won(winner, giver) if winner else declared.draw()
    body = declared.body(table, content)
    headers = {"Authorization": f"Bearer {token}"}
    for _ in range(2 if place == 1 else 1):
        answer = client.post("/api/v1/table/deals", body, content_type="application/json", headers=headers)
        assert answer.status_code in (200, 201), answer.content
    hall.won.append((number, place, winner, east))


def typed_in(director: Page, hall: Hall, number: int, rng: Random) -> None:
    """Type the sheet of the table without a tablet in: the first win with its tiles, the others too."""
    for deal, (winner, east) in enumerate(dealt(rng), 1):
        director.goto(DAY + f"r{number}/t{ON_PAPER}/enter")
        if winner is None:
            director.click("#won-nobody")
        else:
            director.click(f"#won-{winner}")
            director.click("#from-S" if winner == "E" else "#from-E")
            lay(director, "pung", "B9", "C9", "D9")
            lay(director, "chow", "B6")
            director.click("#tile-B2")
            director.click("#group-0")
            director.click("#winning-B6")
            racks(director, winner)
            expect(director.get_by_text("Working it out").first).not_to_be_visible()
            director.locator("h1").scroll_into_view_if_needed()
            keep(director, "day-entering")
        press(director, re.compile(rf"^\s*Save deal {deal}\s*$"))
        hall.won.append((number, ON_PAPER, winner, east))
    keep(director, "day-paper-table")


def substituted(referee: Page, hall: Hall, number: int, place: int, chair: str, deal: int) -> None:
    referee.goto(DAY + f"r{number}/t{place}/substitute")
    choose(referee, "seat", hall.seats[number, place][chair])
    given, family = SUB.split()
    referee.fill("[name=given]", given)
    referee.fill("[name=family]", family)
    referee.fill("[name=from_deal]", str(deal))
    press(referee, "Seat the substitute")
    hall.taken_over[number, place, chair] = (deal, SUB)


def put_right(referee: Page, hall: Hall, number: int, place: int) -> None:
    """Two sat on each other's chairs in an earlier round, while a later one is played."""
    sat = hall.seats[number, place]
    referee.goto(DAY + f"r{number}/t{place}/swap")
    choose(referee, "first", sat["S"])
    choose(referee, "second", sat["N"])
    press(referee, "Show what would change")
    referee.fill("[name=reason]", "They had read the plan upside down.")
    keep(referee, "day-wrong-seats")
    press(referee, "Put the seats right")
    sat["S"], sat["N"] = sat["N"], sat["S"]


def fined(referee: Page, hall: Hall, who: str) -> None:
    referee.goto(DAY + "penalties/")
    choose(referee, "entry", who)
    referee.select_option("[name=round]", "2")
    referee.fill("[name=amount]", "50")
    referee.fill("[name=reason]", "Came back late from lunch.")
    press(referee, re.compile("Take.*off|Impose|Penal"))
    hall.fines[who] -= 50


def goes_home(director: Page) -> None:
    """One goes after the first round; a house player takes the chair in the rounds to come."""
    number = next(one.number for one in event().entries.select_related("player") if one.name == LEAVER)
    director.goto(DAY + f"players/{number}/")
    director.select_option("[name=status]", "withdrawn")
    press(director, "Save")
    keep(director, "day-withdrawn")


def totals_of(slug: str) -> dict[str, Any]:
    """Read the standings as anybody's program does."""
    found = Client().get(f"/api/v1/competitions/{slug}/standings").json()
    return {row["name"]: Fraction(row["total"]) for row in found["standings"]}


def test_a_day_of_forty_eight_adds_up(staff: dict[str, Page]) -> None:
    director, referee, helper, reader = (staff[name] for name in ("olive", "rafe", "hetty", "reader"))
    hall, rng = Hall(), Random(48)
    announced(director)
    registered(reader)
    checked_in(director, helper)
    drawn(director)
    director.goto(DAY + "rounds/1/")
    press(director, re.compile("Publish"))
    come_late(director)
    started(director, 1)
    tokens = paired(director)
    look_around(hall, 1)
    played(hall, 1, tokens, rng)
    typed_in(director, hall, 1, rng)
    closed(director)

    goes_home(director)
    started(director, 2)
    look_around(hall, 2)
    assert all(LEAVER not in four.values() for (number, _), four in hall.seats.items() if number == 2)
    for place, token in tokens.items():
        for deal, (winner, east) in enumerate(dealt(rng), 1):
            if (place, deal) == (5, 3):
                substituted(referee, hall, 2, 5, "W", 3)
            if (place, deal) == (7, 2):
                put_right(referee, hall, 1, 3)
                director.goto(DAY + "board/")
                keep(director, "day-board")
                director.goto(DAY + "projector/")
                expect(director.locator(".slide:visible").first).to_be_visible()
                keep(director, "day-projector")
            sent(Client(), hall, 2, place, token, winner, east)
    typed_in(director, hall, 2, rng)
    fined(referee, hall, next(name for name in hall.seats[2, 4].values() if name in PEOPLE))
    closed(director)

    started(director, 3)
    look_around(hall, 3)
    played(hall, 3, tokens, rng)
    typed_in(director, hall, 3, rng)
    closed(director)
    expected = hall.totals()
    ranked = totals_of("spring-congress")
    assert {name: total for name, total in ranked.items() if total} == {
        name: total for name, total in expected.items() if total and not name.startswith("House")
    }
    final_and_papers(director, referee, reader, expected, rng)
    assert chain_check(event())[1] == []


def final_and_papers(
    director: Page, referee: Page, reader: Page, expected: Counter[str], rng: Random
) -> None:
    """The best eight play a round with half of what they had; then all is signed, and printed."""
    director.goto(DAY + "parts/final")
    director.fill("[name=size]", "8")
    director.check("[name=carry][value=half]")
    director.fill("[name=rounds]", "1")
    people = event().entries.exclude(player=None).values_list("number", flat=True)
    director.fill("[name=order]", " ".join(map(str, people)))
    press(director, re.compile("Look"))
    keep(director, "day-final")
    press(director, "Make this final")
    final = Competition.objects.get(part="final")
    home = f"/organise/c/{final.slug}/"
    director.goto(home + "seating/")
    director.fill("[name=rounds]", "1")
    press(director, "Draw the seating")
    director.goto(home + "rounds/1/")
    press(director, re.compile("Publish"))
    agreed(director, re.compile("Start"))
    director.goto(home)
    press(director, "Publish")
    hall = Hall()
    for seat in Round.objects.get(competition=final).seatings.select_related("entry__player", "table"):
        hall.seats.setdefault((1, seat.table.number), {})[seat.seat] = seat.entry.name
    for table in Table.objects.filter(round__competition=final):
        for winner, east in dealt(rng):
            recorded(table, winner)
            hall.won.append((1, table.number, winner, east))
    director.goto(home + "board/")
    agreed(director, re.compile("Close round|Close Round"))
    nets, people = hall.totals(), [name for four in hall.seats.values() for name in four.values()]
    best = {name: nets[name] + Fraction(expected[name], 2) for name in people}
    assert totals_of(final.slug) == best
    reader.goto("/c/spring-congress/standings/places/")
    first = max(best, key=lambda name: best[name])
    expect(reader.locator("tbody tr").first).to_contain_text(first)
    keep(reader, "day-places")
    for where in (DAY, home):
        director.goto(where + "closing/")
        director.fill("[name=minutes]", "0")
        press(director, "Announce")
        for page in (director, referee):
            page.goto(where + "closing/")
            agreed(page, "Sign the results")
        keep(referee, "day-closing")
    desk = signed_in(User.objects.get(username="olive"))
    sheets = desk.get(at("paper-file", event(), paper="certificates"))
    pages = [" ".join(one.extract_text().split()) for one in PdfReader(io.BytesIO(sheets.content)).pages]
    assert "place 1 of" in pages[0]
    assert len(pages) == len(PEOPLE) - 2  # who never came has no place, who went home no certificate


def recorded(table: Table, winner: str | None) -> None:
    """Record a deal of the final as its tablet would."""
    giver = "S" if winner == "E" else "E"
    content = declared.won(winner, giver) if winner else declared.draw()
    now = Table.objects.select_related("round__competition").get(pk=table.pk)
    deal_submit(table=now, submission=declared.submission(now, content))
