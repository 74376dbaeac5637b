"""Every organiser's address, asked for by everybody: the list of addresses is the program's own."""

import re
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse

from tournaments.models import Action, Competition
from tournaments.views.organiser.urls import urlpatterns

pytestmark = pytest.mark.every_database
PATTERNS = {pattern.name: pattern for pattern in urlpatterns if isinstance(pattern, URLPattern)}
BUTTONS = {
    "publish",
    "unpublish",
    "results-publish",
    "results-sign",
    "archive",
    "unarchive",
    "entry-remove",
    "round-publish",
    "round-start",
    "round-close",
    "round-reopen",
    "round-clock",
    "round-remove",
    "newcomer",
    "call-answer",
    "table-time",
    "tablet-codes",
    "tablet-revoke",
    "club-right-remove",
    "leave",
    "session-end",
    "close",
    "club-invitation-revoke",
    "club-token-revoke",
    "event-right-remove",
    "event-invitation-revoke",
    "merge-undo",
    "profile-link-revoke",
    "arrived",
    "registrations-enter",
    "registration-approve",
    "registration-refuse",
    "registration-withdraw",
    "registration-paid",
    "registration-unpaid",
    "registration-erase",
    "letters-send",
    "check-in-code-here",
    "fixtures",
    "members-open",
    "members-close",
    "kiosk-open",
    "kiosk-close",
    "letter-send",
    "letter-by-hand",
    "arrived-undo",
    "profile-data",
    "person-data",
    "paper-bundle",
    "deal-correct-preview",
    "deal-enter-preview",
    "carried-renew",
    "finalist-add",
    "final-give-up",
    "search-stop",
    "redraw",
    "draft-take",
    "draft-drop",
    "hint-looked",
    "hint-again",
    "hook-switch",
    "hook-renew",
    "hook-remove",
    "hook-try",
    "delivery-resend",
}
OF_MEETINGS = {
    *("meeting", "newcomer", "season-facts", "season-rules", "season-rules-compare"),
    *("season-tournaments", "season-tournament"),
    *("outlook", "season-follow", "meeting-place", "fixtures", "members", "members-open", "members-close"),
    "line-ups",
}
FOR_REFEREES = {
    "company",
    "home",
    "overview",
    "round",
    "board",
    "board-fragment",
    "board-pulse",
    "projector",
    "standings",
    "outlook",
    "moments",
    "what-if",
    "hints",
    "board-hints",
    "deal-hints",
    "hint-looked",
    "hint-again",
    "parts",
    "closing",
    "objection",
    "objection-answer",
    "results-sign",
    "results-reopen",
    "projector-fragment",
    "roles",
    "join",
    "me",
    "close",
    "second-factor",
    "call-answer",
    "saved-deals",
    "held",
    "table",
    "swap",
    "cross",
    "substitute",
    "deal-enter",
    "deal-enter-preview",
    "deals-check",
    "deal",
    "deal-correct",
    "deal-correct-preview",
    "deal-void",
    "deal-restore",
    "undo",
    "confirmations",
    "deal-penalty",
    "event-reverse",
    "penalties",
    "penalty-reverse",
    "rulings",
    "rulings-timeline",
    "adjust",
    "adjustment-reverse",
    "ruling",
    "ruling-reverse",
    "warning",
    "warning-reverse",
    "log",
    "paper",
    "paper-file",
    "score-sheets",
}
OWN = {"home", "roles", "join", "me", "second-factor"}  # everybody who is logged in has this page
OPEN = {"join"}  # whoever has the address
# What shows of a form only what is asked just then.
IN_PART = {
    "join",
    "company",
    "settings",
    "players-import",
    "confirmations",
    "deal",
    "deal-restore",
    "undo",
    "closing",
    "season-follow",
}


@pytest.fixture
def addresses(everything: dict[str, Any], season: Competition) -> dict[str, str]:
    """One address of every name, each of something that is really there."""
    of_season = everything | {"slug": season.slug}
    return {name: _address(name, of_season if name in OF_MEETINGS else everything) for name in PATTERNS}


def _address(name: str, facts: dict[str, Any]) -> str:
    return reverse(f"organiser:{name}", kwargs={key: facts[key] for key in PATTERNS[name].pattern.converters})


def ask(client: Client, name: str, address: str) -> Any:
    return client.post(address) if name in BUTTONS else client.get(address)


def statuses(client: Client, addresses: dict[str, str]) -> dict[str, int]:
    """Ask for every address: pages are looked at, buttons pressed, the one that closes the account last."""
    return {
        name: (client.post(addresses[name]) if name in BUTTONS else client.get(addresses[name])).status_code
        for name in sorted(addresses, key=lambda name: name == "close")
    }


def test_it_shows_every_page_to_its_organiser(addresses: dict[str, str], olive_client: Client) -> None:
    for name in PATTERNS:
        if name not in BUTTONS | {"club-create", "set-up"}:
            response = olive_client.get(addresses[name])
            assert (name, response.status_code) == (name, 200)
            assert "no-store" in response["Cache-Control"]


def test_it_sends_with_every_form_what_the_form_asks_for(
    addresses: dict[str, str], olive_client: Client
) -> None:
    missing = [
        (name, field.html_name)
        for name, address in addresses.items()
        if name not in BUTTONS | IN_PART
        for page in [olive_client.get(address)]
        for field in (page.context or {}).get("form") or ()
        if f'name="{field.html_name}"' not in page.content.decode()
    ]
    assert missing == []


@pytest.mark.parametrize("name", ["overview", "players", "seating", "board", "penalties", "exports", "log"])
def test_it_skips_no_heading_where_there_is_nothing_yet(
    name: str, season: Competition, olive_client: Client
) -> None:
    page = olive_client.get(_address(name, {"slug": season.slug})).content.decode()
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", page)]
    assert all(lower <= upper + 1 for upper, lower in pairwise(levels)), levels


@pytest.mark.parametrize("name", ["overview", "players", "round", "table", "deal", "seating"])
def test_it_names_no_two_landmarks_alike(name: str, addresses: dict[str, str], olive_client: Client) -> None:
    page = olive_client.get(addresses[name]).content.decode()
    named = re.findall(r'<section[^>]*aria-label="([^"]+)"|role="region" aria-label="([^"]+)"', page)
    labelled = re.findall(r'<section[^>]*aria-labelledby="([^"]+)"', page)
    names = [first or second for first, second in named]
    headings = [re.findall(rf'id="{one}"[^>]*>(.*?)</(?:h|strong)', page, re.DOTALL)[0] for one in labelled]
    names += [" ".join(re.sub("<[^>]+>", "", heading).split()) for heading in headings]
    assert len(names) == len(set(names)), names


def test_it_sends_whoever_is_not_logged_in_to_log_in(addresses: dict[str, str]) -> None:
    others = dict.fromkeys(OPEN, 200) | {"set-up": 404}  # the site is set up
    assert statuses(Client(), addresses) == dict.fromkeys(PATTERNS, 302) | others
    led = Client().get(addresses["board"])["Location"]
    assert led == f"{reverse('account_login')}?next={addresses['board']}"


def test_it_is_not_there_for_a_stranger(addresses: dict[str, str], nia_client: Client) -> None:
    expected = {name: 200 if name in OWN else 404 for name in PATTERNS}
    expected |= {"close": 409, "site": 200}  # of another club, its last owner
    assert statuses(nia_client, addresses) == expected


def test_it_lets_a_referee_rule_but_not_organise(addresses: dict[str, str], rafe_client: Client) -> None:
    there = {name for name, status in statuses(rafe_client, addresses).items() if status != 404}
    assert there == FOR_REFEREES


def test_it_takes_nothing_without_the_csrf_token(addresses: dict[str, str], olive: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(olive, backend="django.contrib.auth.backends.ModelBackend")
    asked = {name: client.post(address).status_code for name, address in addresses.items()}
    assert asked == dict.fromkeys(PATTERNS, 403)


def test_it_leads_whoever_reloads_a_buttons_address_to_the_page_it_stands_on(
    addresses: dict[str, str], olive_client: Client
) -> None:
    led = {name: olive_client.get(addresses[name]) for name in sorted(BUTTONS)}
    assert {name: answer.status_code for name, answer in led.items()} == dict.fromkeys(led, 302)
    there = {name: olive_client.get(answer["Location"]) for name, answer in led.items()}
    assert {name: answer.status_code for name, answer in there.items()} == dict.fromkeys(there, 200)
    assert led["round-start"]["Location"] == addresses["round"]
    assert led["entry-remove"]["Location"] == addresses["entry"]
    assert led["call-answer"]["Location"] == addresses["board"]
    assert led["tablet-revoke"]["Location"] == led["tablet-codes"]["Location"] == addresses["tablets"]
    assert led["newcomer"]["Location"] == addresses["meeting"]


def test_it_changes_nothing_by_asking_for_a_page(
    addresses: dict[str, str], olive_client: Client, running: Competition
) -> None:
    def state() -> tuple[Any, int]:
        return Competition.objects.values("revision", "sequence").get(pk=running.pk), Action.objects.count()

    before = state()
    for address in addresses.values():
        olive_client.get(address)
    assert state() == before
