"""What readers see of results that are held back: nothing, at any public address, until they are out.

A page that says the same before and after a hidden deal tells nothing of it: every address of the public is
asked, and but for the counters of the ledger its answer must not change.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse

from players.models import Player
from tests import declared
from tests.conftest import registered_in
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments import access
from tournaments.api import urls as api
from tournaments.models import Action, Competition, Round, Table
from tournaments.selectors.public import standings_shown
from tournaments.services import arrivals, coming, corrections, counting, penalties, ratings, rounds
from tournaments.services.competitions import competition_change, results_publish
from tournaments.views.public import urls as public

pytestmark = pytest.mark.django_db
COUNTERS = (  # how much the ledger holds, not what; a running round shows that it is played
    r'data-revision="\d+"|Revision \d+|[0-9a-f]{64}|\d+ deals? recorded|"revision": ?\d+',
    r"<dt>(Revision|Entries in the ledger)</dt><dd>\d+</dd>|last deal recorded [^<\n]*",
    r'csrfmiddlewaretoken" value="[^"]+"',  # masked anew in every answer
    r"DTSTAMP:\w+",  # when a calendar file was written
)
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


@pytest.fixture
def second(played: Competition, olive: User) -> Round:
    """The second round, running; the first one is closed."""
    registered_in(played)
    Player.objects.filter(entries__competition=played).update(across=Player.Across.ALL)
    arrivals.kiosk_open(competition=played, actor=olive)
    coming.link_open(competition=played, actor=olive)
    first = played.rounds.get(number=1)
    rounds.round_close(round=first, actor=olive, anyway=True)
    later = rounds.round_publish(round=played.rounds.get(number=2), actor=olive)
    return rounds.round_start(round=later, actor=olive)


@pytest.fixture
def table_two(second: Round) -> Table:
    return Table.objects.select_related("round__competition").get(round=second, number=3)


def addresses(event: Competition) -> Iterator[str]:
    """Yield every address of the public, pages and API, about the second round where it is about one."""
    secret = {"own": event.registrations.get().token, "kiosk": event.kiosk.token}
    secret["members"] = event.members_link.token
    secret["player"] = event.entries.get(number=5).player_id
    facts = {**secret, "round_number": 2, "table_number": 3, "deal_number": 1, "year": event.date.year}
    facts["ruleset"] = event.ruleset
    for space, patterns in (("public", public.urlpatterns), ("api", api.urlpatterns)):
        for one in (pattern for pattern in patterns if isinstance(pattern, URLPattern)):
            named = PARAMETER.findall(str(one.pattern))
            if space == "api" and str(one.pattern).startswith(("table", "pair")):
                continue  # a tablet's own
            for number in range(1, 17) if "number" in named and space == "public" else (1,):
                slug = {"club": event.club.slug, "league": "severn-league"}.get(
                    (one.name or "").removeprefix("embed-").partition("-")[0], event.slug
                )
                told = {**facts, "slug": slug, "number": number}
                yield reverse(f"{space}:{one.name}", kwargs={name: told[name] for name in named})
    for more in ("?round=2", "?round=2&alone=1", "?round=1"):
        yield reverse("public:standings", args=[event.slug]) + more
        yield reverse("public:standings_fragment", args=[event.slug]) + more
        yield reverse("api:standings", args=[event.slug]) + more
    moments = reverse("public:moments", args=[event.slug])
    for asked in ("a-choice=before-r2", "a-choice=before-d4", "a-entry=3", "a-at=2026-01-01"):
        yield f"{moments}?{asked}"
    yield reverse("api:public_deals", args=[event.slug]) + "?round=2"


def seen(event: Competition) -> dict[str, tuple[int, str]]:
    """Read all of it, without the counters, when everything is counted that happened."""
    counting.catch_up()
    ratings.rate_stale()
    reader, told = Client(raise_request_exception=False), {}
    for address in addresses(event):
        answer = reader.get(address)
        text = re.sub(r"\s+", " ", answer.content.decode(errors="replace"))
        told[address] = (answer.status_code, re.sub("|".join(COUNTERS), "#", text))
    return told


def happen(table: Table, play: Callable[..., Any], rafe: User) -> None:
    """Let everything happen that makes a figure: a deal, its correction, penalties of both kinds."""
    play(table)
    corrections.deal_correct(
        table=table, number=1, content=declared.won("N", None), mode="as_played", reason="Seen.", actor=rafe
    )
    event = {"code": "misnamed_discard", "offender": "W", "misled": ["N"]}
    penalties.penalty_impose(table=table, deal=1, event=event, reason="Said.", actor=rafe, key=uuid4())
    fined = table.round.competition.entries.get(number=5)
    penalties.standings_penalty(
        entry=fined, round=table.round, amount=-77, reason="Late again.", actor=rafe, key=uuid4()
    )


HELD_BACK = [{"visibility": "round"}, {"hidden_rounds": 1, "planned_rounds": 2}]


@pytest.mark.parametrize("settings_", HELD_BACK)
def test_no_public_address_tells_of_what_is_held_back(
    played: Competition, table_two: Table, play: Any, olive: User, rafe: User, settings_: dict[str, Any]
) -> None:
    competition_change(competition=played, actor=olive, **settings_)
    before = seen(played)
    happen(table_two, play, rafe)
    after = seen(played)
    assert {address: after[address] for address in after if after[address] != before[address]} == {}
    played.refresh_from_db()
    results_publish(competition=played, through=2, actor=olive)
    out = seen(played)
    changed = [address for address in out if out[address] != after[address]]
    told = ("/standings/fragment", "/changes/", "/r2/t3/", "/r2/t3/d1/", "/deals?round=2", "/entries/5/")
    told += ("/gallery/", f"/players/{played.entries.get(number=5).player_id}/")
    for part in told:
        assert any(address.endswith(part) for address in changed), part


def test_a_round_is_seen_when_it_is_closed(
    played: Competition, second: Round, table_two: Table, play: Any, olive: User
) -> None:
    competition_change(competition=played, actor=olive, visibility="round")
    play(table_two)
    assert (access.results_through(played), standings_shown(played).round) == (1, 1)
    rounds.round_close(round=second, actor=olive, anyway=True)
    played.refresh_from_db()
    assert (access.results_through(played), standings_shown(played).round) == (None, None)


def test_the_last_rounds_stay_hidden_though_closed(played: Competition, second: Round, olive: User) -> None:
    competition_change(competition=played, actor=olive, planned_rounds=2, hidden_rounds=1)
    rounds.round_close(round=second, actor=olive, anyway=True)
    played.refresh_from_db()
    assert access.results_through(played) == 1
    competition_change(competition=played, actor=olive, hidden_rounds=2)
    assert access.results_through(played) == 0
    assert not any(row.deals for row in standings_shown(played).rows)
    text = Client().get(f"/c/{played.slug}/standings/").content.decode()
    assert ("The standings are not shown yet." in text, "Pat Ashby" in text) == (True, False)


def test_the_director_publishes_what_the_board_says_is_held_back(
    played: Competition, second: Round, olive: User, olive_client: Client, rafe_client: Client
) -> None:
    competition_change(competition=played, actor=olive, visibility="round")
    board = at("board", played)
    assert "Results that readers do not see yet: Round 2" in words_of(olive_client.get(board))
    assert 'id="results-publish"' not in rafe_client.get(board).content.decode()
    for _ in range(2):  # a double click is one
        olive_client.post(at("results-publish", played), {"through": "2"})
    assert Action.objects.filter(verb="results_publish").count() == 1
    assert "results-held-back" not in olive_client.get(board).content.decode()
    played.refresh_from_db()
    assert access.results_through(played) is None


def test_files_for_the_staff_say_that_they_hold_it_all(
    played: Competition, second: Round, olive: User, olive_client: Client
) -> None:
    told = "do not pass them on"
    assert told not in olive_client.get(at("exports", played)).content.decode()
    competition_change(competition=played, actor=olive, visibility="round")
    assert told in olive_client.get(at("exports", played)).content.decode()


def test_an_event_that_hides_nothing_asks_nothing(
    running: Competition, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert access.results_through(running) is None
