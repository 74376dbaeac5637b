"""Every address of the program, asked for by everybody: who is let in stands in `access_matrix.txt`.

The addresses are those of the URL configuration, so that a new one without its lines fails here. The people
have their roles in different places, for one event that has everything. To write the matrix anew, and read
what changed in it: `ACCESS_MATRIX=write make test ARGS=tests/tournaments/test_access_matrix.py`.
"""

import difflib
import os
import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponse
from django.template.backends.django import Template
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from django.views import View
from drf_spectacular.views import SpectacularAPIView

from players.models import Club
from tests.conftest import Tam, signed_in
from tournaments.api.organise.base import ProgramView
from tournaments.models import ApiToken, Competition, Placing, RatingList, RatingStep, Right, Table
from tournaments.models.devices import digest
from tournaments.offline import pack
from tournaments.powers import LENT, MAY, OF_THE_CLUB, Power, Role
from tournaments.printing import papers
from tournaments.views.organiser.home import OfClub
from tournaments.views.organiser.page import OfCompetition, Page
from tournaments.views.public import standing_rows

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
FILE = Path(__file__).parent / "access_matrix.txt"
HEAD = """\
# Who is let in: y yes; - there is no such page for them; L log in first; P pair first, or get a token;
# . not asked that way. The columns: nobody, a tablet, an account without a role; owner, director, referee,
# scorer and helper of the club; the same of this event alone; all roles in another event of the club; all
# roles in another club. Of addresses for programs each has a token of its own, with all scopes.
"""
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
OF_A_SEASON = (
    *("meeting", "newcomer", "outlook", "season-facts", "season-follow", "season-rules"),
    *("meeting-place", "line-ups", "fixtures", "members", "members-open", "members-close"),
    *("season-rules-compare", "season-tournaments", "season-tournament"),
)
METHODS = ("GET", "POST")
OTHERS = ("PATCH", "DELETE")  # asked where an address takes them
PROGRAMS = "api/v1/organise/"
LIBRARY = ("account/", "log", "healthz", "readyz", "metrics")  # allauth's pages, and answers without content
HEAPS = 4  # each of them has a quarter of those who ask for an address, others from one address to the next
PRESSED = {"change": "pause"}  # the one button that is several


def routes(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield every address of the program with its pattern."""
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one, route)
        else:
            yield route, one


ROUTES = list(routes(get_resolver()))


def filled(route: str, pattern: URLPattern, facts: dict[str, Any], season: Competition) -> str:
    """Fill an address in with what is there."""
    told = {"year": 2026} | facts | ({"slug": season.slug} if pattern.name in OF_A_SEASON else {})
    if route.startswith(("clubs/", "embed/clubs/", "api/v1/clubs/")):
        told["slug"] = facts["club"]
    if route.startswith(("leagues/", "api/v1/leagues/")):
        told["slug"] = facts["league"]
    return "/" + PARAMETER.sub(lambda found: str(told[found[1]]), route)


@pytest.fixture
def facts(everything: dict[str, Any], running: Competition) -> dict[str, Any]:
    """What stands in addresses, under all the names it has there."""
    same = {"round_number": 1, "table_number": 3, "deal_number": 1, "uidb36": "1", "key": "abc-def"}
    same |= {"app_label": "auth", "object_id": running.pk}
    for league in (None, running.club.leagues.get()):
        listed = RatingList.objects.create(club=running.club, league=league)
        step = {"position": 0, "place": 1, "mu": 25.0, "sigma": 8.0, "games": 1}
        RatingStep.objects.create(
            list=listed, table=Table.objects.first(), player_id=everything["player"], **step
        )
    entry = running.entries.get(player=everything["player"])
    Placing.objects.create(entry=entry, place=1, among=16)
    return everything | same | {"ruleset": running.ruleset, "name": pack.name()}


Asking = tuple[Client, dict[str, str]]  # a browser, and what it says with every request
People = dict[str, list[Asking]]


@pytest.fixture
def people(running: Competition, season: Competition, tam: Tam) -> dict[bool, People]:
    """Everybody, in the order of the matrix's columns; for a season's own addresses they work in that."""
    Club.objects.create(name="Elsewhere", slug="elsewhere")
    return {False: staff_of(running, season, tam), True: staff_of(season, running, tam)}


def staff_of(event: Competition, other: Competition, tam: Tam) -> People:
    """Give somebody in each role at each place, as an event sees it."""
    whole, away = {"club": event.club}, {"club": Club.objects.get(slug="elsewhere")}
    own, beside = whole | {"competition": event}, whole | {"competition": other}
    return {
        "nobody": [(Client(), {})],
        "tablet": [(Client(), tam.headers)],
        "no role": [somebody([])],
        "club": [somebody([(role, whole)]) for role in Role],
        "event": [somebody([(role, own)]) for role in Role],
        "other event": [somebody([(role, beside) for role in Role])],
        "other club": [somebody([(role, away) for role in Role])],
    }


def somebody(roles: list[tuple[Role, dict[str, Any]]]) -> Asking:
    """Log somebody in who has these roles."""
    user = get_user_model().objects.create_user(f"somebody {get_user_model().objects.count()}")
    for role, where in roles:
        Right.objects.create(user=user, role=role, **where)
    return signed_in(user), token_of(user, roles)


def token_of(user: User, roles: list[tuple[Role, dict[str, Any]]]) -> dict[str, str]:
    """Give a program of somebody's a token that goes as far as one can, where the roles are."""
    club = roles[0][1]["club"] if roles else Club.objects.get(slug="severn-winds")
    told: dict[str, Any] = {"user": user, "club": club, "name": "A program", "scopes": list(LENT)}
    text, until = f"sparrows_{user.pk}", timezone.now() + timedelta(days=1)
    ApiToken.objects.create(**told, prefix=text[:9], token_hash=digest(text), expires_at=until)
    return {"Authorization": f"Bearer {text}"}


def methods_of(pattern: URLPattern) -> list[str]:
    """List the methods by which an address is asked: the usual two, and others that it takes."""
    view = getattr(pattern.callback, "view_class", None)
    return [*METHODS, *(method for method in OTHERS if hasattr(view, method.lower()))]


def letter(client: Client, headers: dict[str, str], method: str, address: str) -> str:
    """Ask, leave no trace, and say whether that was let in."""
    cookies = client.cookies.copy()
    with transaction.atomic():
        form: Any = PRESSED if method == "POST" and not address.startswith("/api/") else None
        kind = {} if method == "GET" else {"content_type": "application/json"}
        told = kind if address.startswith("/api/") else {}
        answer = getattr(client, method.lower())(address, form, headers=headers, **told)
        transaction.set_rollback(True)
    client.cookies = cookies
    return said(answer)


def said(answer: HttpResponse) -> str:
    """Say what an answer's status means at the door."""
    if answer.status_code in (301, 302) and answer["Location"].startswith("/login"):
        return "L"
    return {401: "P", 404: "-", 405: "."}.get(answer.status_code, "y")


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work out nothing that the pages would show, for nobody looks at it."""
    monkeypatch.setattr(Page, "show", lambda page, status=200, **more: HttpResponse(status=status))
    monkeypatch.setattr(Template, "render", lambda *_told, **_named: "")
    monkeypatch.setattr(standing_rows, "_place", lambda *_asked: "")  # it would keep places without words
    monkeypatch.setattr(papers, "written", lambda *_asked: b"")
    monkeypatch.setattr(SpectacularAPIView, "_get_schema_response", lambda *_asked: HttpResponse())


def row(staff: People, method: str, address: str, known: str, first: int, heap: int | None) -> str:
    """Ask those of a heap for one address, all of them without one; of the others say what is known."""
    letters, place = "", count(first)
    for column in staff.values():
        letters += " "
        for one in column:
            asked = heap in (None, next(place) % HEAPS)
            letters += letter(*one, method, address) if asked else known[len(letters) - 1]
    return letters[1:]


@pytest.mark.parametrize("heap", [0, *(pytest.param(n, marks=pytest.mark.in_turn) for n in range(1, HEAPS))])
@pytest.mark.timeout(600)  # every address: minutes on a busy machine
def test_it_lets_in_whom_the_matrix_says(
    facts: dict[str, Any], people: dict[bool, People], season: Competition, unseen: None, heap: int
) -> None:
    write = os.environ.get("ACCESS_MATRIX") == "write"
    before, lines = {} if write else kept(), []
    for route, pattern in ROUTES:
        address, staff = filled(route, pattern, facts, season), people[pattern.name in OF_A_SEASON]
        for method in methods_of(pattern):
            known = " ".join(before.get((method, f"/{route}"), ()))
            first = crc32(f"{method}{route}".encode())
            told = row(staff, method, address, known, first, heap if known else None)
            lines.append(f"{method:<4} /{route:<86} {told}")
    matrix = HEAD + "\n".join(lines) + "\n"
    if write:
        FILE.write_text(matrix)
    was = FILE.read_text().splitlines()
    assert list(difflib.unified_diff(was, matrix.splitlines(), "the matrix", "what is answered", n=0)) == []


def test_it_takes_no_other_method(
    facts: dict[str, Any], season: Competition, tam: Tam, olive: User, olive_client: Client
) -> None:
    program = token_of(olive, [(Role.OWNER, {"club": season.club})])
    own = [(route, pattern) for route, pattern in ROUTES if not route.startswith(LIBRARY)]
    for route, pattern in own:
        address = filled(route, pattern, facts, season)
        for method in {"PUT", *OTHERS} - set(methods_of(pattern)):
            headers = program if route.startswith(PROGRAMS) else tam.headers
            status = getattr(olive_client, method.lower())(address, headers=headers).status_code
            assert (method, route, status in (404, 405)) == (method, route, True)


def kept() -> dict[tuple[str, str], list[str]]:
    """Read the matrix: the columns by method and address."""
    lines = (line.split() for line in FILE.read_text().splitlines() if not line.startswith("#"))
    return {(method, route): columns for method, route, *columns in lines}


def test_it_has_every_address_in_the_matrix_and_no_other() -> None:
    assert list(kept()) == [
        (method, f"/{route}") for route, pattern in ROUTES for method in methods_of(pattern)
    ]


def staffed() -> Iterator[tuple[str, str, Power, bool]]:
    """Yield the staff's addresses with the power that each takes, and whether it is about a whole club."""
    for route, pattern in ROUTES:
        view = getattr(pattern.callback, "view_class", None)
        if view and issubclass(view, (OfCompetition, OfClub)):
            yield route, "GET", view.power, issubclass(view, OfClub)
            yield route, "POST", view.power_to_change or view.power, issubclass(view, OfClub)


def test_it_lets_in_whom_the_table_of_roles_says() -> None:
    columns = kept()
    for route, method, power, whole in staffed():
        nobody, tablet, new, club, event, *elsewhere = columns[method, f"/{route}"]
        expected = "".join("y" if role in MAY[power] else "-" for role in Role)
        assert (route, club.replace(".", "y")) == (route, expected)
        assert event.replace(".", "y") == ("-----" if whole or power in OF_THE_CLUB else expected), route
        assert [nobody, tablet, new, *elsewhere] == ["L", "L", "-", "-", "-"], route


def test_it_lets_programs_do_what_the_table_of_roles_says() -> None:
    columns = kept()
    for route, pattern in ROUTES:
        view = getattr(pattern.callback, "view_class", View)
        for method in methods_of(pattern) if issubclass(view, ProgramView) else ():
            power = view.powers.get(method, Power.LOOK)
            nobody, tablet, new, club, event, *elsewhere = columns[method, f"/{route}"]
            if {*nobody, *club} == {"P", "."} or route.endswith("/competitions") or "." in club:
                continue  # not asked that way; a list is whose it is, which test_programs.py asks
            expected = "".join("y" if role in MAY[power] else "-" for role in Role)
            own = "-----" if power in OF_THE_CLUB else expected
            assert (method, route, club, event) == (method, route, expected, own)
            assert [nobody, tablet, new, *elsewhere] == ["P", "P", "-", "-", "-"], route


def declares_power(view: Any) -> bool:
    """Say whether a page itself, or one like it, names what it takes; what all pages share says nothing."""
    return any("power" in vars(one) for one in view.__mro__ if issubclass(one, Page) and one is not Page)


def test_it_has_no_address_of_the_staff_that_declares_no_power() -> None:
    silent = [
        route
        for route, pattern in ROUTES
        if route.startswith("organise/") and not declares_power(getattr(pattern.callback, "view_class", View))
    ]
    assert silent == []
    assert not any(map(declares_power, (OfCompetition, OfClub)))


def test_it_knows_no_power_without_an_address() -> None:
    assert {power for _, _, power, _ in staffed()} == set(Power)
