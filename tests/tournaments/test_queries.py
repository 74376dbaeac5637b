"""No page asks the database more than a dozen times, however much there is: a hall in full swing.

The addresses are those of the URL configuration, each of something that is there; what is multiplied here is
what pages list.
"""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Player
from tests import declared
from tests.conftest import registered_in, signed_in
from tests.organiser.conftest import at
from tests.tournaments.test_access_matrix import ROUTES, filled
from tournaments.models import Competition, Device, RefereeCall, Table
from tournaments.offline import pack
from tournaments.services import adjustments, competitions, penalties, ruled, seats, warned
from tournaments.services.deals import deal_submit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
MOST = 12
FRAMES = ("SAVEPOINT", "ROLLBACK", "RELEASE", "BEGIN")  # of a transaction: they ask nothing


@pytest.fixture
def crowded(tournament: Competition, olive: Any) -> None:
    """Forty-eight people at twelve tables, and more of the club, before anything is drawn."""
    more = [{"given": "Pat", "family": f"No. {number}"} for number in range(32)]
    competitions.entries_add(competition=tournament, people=more, actor=olive)
    Player.objects.bulk_create(Player(given="Sam", family=f"Of {n}", club=tournament.club) for n in range(30))


@pytest.fixture
def facts(crowded: None, everything: dict[str, Any], running: Competition, play: Any, olive: Any) -> Any:
    """One of everything, and many of what is listed."""
    one, told = running.rounds.get(number=1), {"actor": olive}
    for table in Table.objects.filter(round=one).select_related("round__competition"):
        for _ in range(2):
            play(table)
        RefereeCall.objects.create(table=table, reason="A tile is missing.")
        Device.objects.get_or_create(
            competition=running, table_number=table.number, defaults={"token_hash": f"{table.pk:064x}"}
        )
        ruled.ruling_write(
            round=one, table=table.number, question="", ruling="It stands.", key=uuid4(), **told
        )
        adjustments.scores_adjust(
            table=table, amounts={"E": 40}, deal=None, reason="Alarm.", key=uuid4(), **told
        )
    for entry in running.entries.all()[:20]:
        penalties.standings_penalty(entry=entry, round=one, amount=-10, reason="Late.", key=uuid4(), **told)
        warned.warning_give(entry=entry, round=one, code="", reason="Late.", key=uuid4(), **told)
        registered_in(running, email=f"{entry.number}@example.org")
    return everything | {
        "round_number": 1, "table_number": 3, "deal_number": 1, "uidb36": "1", "key": "abc-def",
        "ruleset": running.ruleset, "name": pack.name(), "app_label": "auth", "object_id": running.pk,
    }  # fmt: skip


def asked(client: Client, address: str) -> tuple[HttpResponseBase, int]:
    """Ask for an address and count the queries; once more where they are too many.

    What is worked out once for a revision is there then, as in a hall.
    """
    answer, count = counted(client, address)
    return (answer, count) if count <= MOST else counted(client, address)


def counted(client: Client, address: str) -> tuple[HttpResponseBase, int]:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
        getattr(answer, "getvalue", bytes)()
    return answer, sum(not query["sql"].startswith(FRAMES) for query in queries)


def test_it_asks_the_database_a_dozen_times_at_most(
    facts: dict[str, Any], season: Competition, olive: Any
) -> None:
    found = {}
    for route, pattern in ROUTES:
        for who in (signed_in(olive), Client()):
            answer, count = asked(who, filled(route, pattern, facts, season))
            if answer.status_code == 200:
                found[route] = max(found.get(route, 0), count)
    assert {route: count for route, count in found.items() if count > MOST} == {}


@pytest.mark.parametrize("sent", ["next", "recorded", "refused"])
def test_it_asks_no_more_where_a_ruling_is_looked_ahead(
    facts: dict[str, Any], running: Competition, play: Any, olive: Any, sent: str
) -> None:
    table = Table.objects.select_related("round__competition").get(round__number=1, number=5)
    deal, content = {"next": (3, None), "recorded": (1, None), "refused": (3, {"outcome": "win"})}[sent]
    unsent = declared.submission(table, content, deal=deal)
    seats.seats_swap(table=table, seats=("E", "S"), from_deal=3, reason="Sat wrongly.", actor=olive)
    table = Table.objects.select_related("round__competition").get(pk=table.pk)
    play(table, deal=4)  # waits for its turn
    kept = deal_submit(table=table, submission=unsent).held
    assert kept
    answer, count = asked(signed_in(olive), at("held", running, held=kept.pk))
    assert ("ahead" in answer.context) == (sent != "refused")  # type: ignore[attr-defined]
    assert count <= MOST
