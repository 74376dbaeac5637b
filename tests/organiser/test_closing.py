"""Official results: announced, objections answered, signed by two; a change lets signatures lapse."""

from functools import partial
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from tests.organiser.conftest import at
from tests.organiser.test_paper import finished, pages, published
from tests.public.pages import words_of
from tests.tournaments.test_deal_submit_races import at_once
from tournaments.models import Action, Competition, Right
from tournaments.printing import papers
from tournaments.refusals import Refusal
from tournaments.selectors.closing import closing_of, stands_of
from tournaments.selectors.stages import worth_of
from tournaments.selectors.standings import standings_of
from tournaments.selectors.teams import mark_of
from tournaments.services import closing, competitions, penalties
from tournaments.services.chain import chain_check
from tournaments.services.teams import teams_set

__all__ = ["finished", "published"]  # fixtures
pytestmark = pytest.mark.django_db


@pytest.fixture
def announced(finished: Competition, olive: User) -> Competition:
    """The finished event, announced without time for objections."""
    closing.results_announce(competition=finished, minutes=0, actor=olive)
    return finished


def state(competition: Competition) -> str:
    competition.refresh_from_db()
    return worth_of(competition, list(competition.rounds.all()), standings_of(competition)).state


def stands(competition: Competition) -> str:
    competition.refresh_from_db()
    return stands_of(competition, standings_of(competition))


def sign(competition: Competition, actor: User) -> Action:
    return closing.results_sign(competition=competition, seen=stands(competition), actor=actor)


def fine(competition: Competition, actor: User) -> None:
    entry, last = competition.entries.get(number=5), competition.rounds.latest("number")
    told = {"entry": entry, "round": last, "amount": -100, "reason": "Late.", "actor": actor}
    penalties.standings_penalty(**told, key=uuid4())


def seen_by_readers(competition: Competition) -> tuple[str, bool]:
    page = words_of(Client().get(f"/c/{competition.slug}/standings/"))
    found = Client().get(f"/api/v1/competitions/{competition.slug}/standings").json()
    return page, found["provisional"]


def test_two_officials_make_it_official(
    finished: Competition, olive_client: Client, rafe_client: Client
) -> None:
    assert olive_client.post(at("closing", finished), {"minutes": "0"}).status_code == 302
    page, provisional = seen_by_readers(finished)
    assert (
        "Provisional: the time for objections is over, two officials sign it now" in page,
        provisional,
    ) == (True, True)
    assert "certificates" not in papers.offered(finished)
    for _ in range(2):  # a double click is one signature
        seen = olive_client.get(at("closing", finished)).context["closing"].stands
        assert olive_client.post(at("results-sign", finished), {"stands": seen}).status_code == 302
    assert "You have signed. One more official signs" in words_of(olive_client.get(at("closing", finished)))
    assert seen_by_readers(finished)[1]
    assert rafe_client.post(at("results-sign", finished), {"stands": seen}).status_code == 302
    page, provisional = seen_by_readers(finished)
    assert ("Official signed by two officials" in page, provisional) == (True, False)
    assert "certificates" in papers.offered(finished)
    assert Action.objects.filter(verb="results_sign").count() == 2


def test_an_event_may_want_two_signatures_before_anything_is_official(
    finished: Competition, olive: User, rafe: User, olive_client: Client, typed: Any
) -> None:
    address = at("settings", finished)
    changed = typed(olive_client, address, official_when="signed")
    assert olive_client.post(address, changed).status_code == 302
    finished.refresh_from_db()
    assert seen_by_readers(finished)[1]
    assert "Provisional: not announced yet" in seen_by_readers(finished)[0]
    assert "Provisional: not announced yet" in pages(olive_client, "results", finished)[0]
    assert "certificates" not in papers.offered(finished)
    assert olive_client.post(at("closing", finished), {"minutes": "0"}).status_code == 302
    sign(finished, olive)
    assert state(finished) == "announced"
    sign(finished, rafe)
    assert (state(finished), "certificates" in papers.offered(finished)) == ("official", True)
    line = next(one for one in olive_client.get(at("log", finished)).context["lines"] if one.changes)
    before, after = Competition.OfficialWhen.CONFIRMED.label, Competition.OfficialWhen.SIGNED.label
    assert line.changes == (("results become official", before, after),)
    assert chain_check(finished)[1] == []


@pytest.mark.parametrize(
    ("name", "begins_as"), [("tournament-create", "signed"), ("season-create", "confirmed")]
)
def test_new_tournaments_want_two_signatures(
    season: Competition, olive_client: Client, name: str, begins_as: str
) -> None:
    where = {"club": season.club.slug} if name == "tournament-create" else {"league": season.league.slug}
    page = olive_client.get(at(name, **where))
    assert page.context["form"]["official_when"].value() == begins_as
    assert "Where only one person may rule, invite a second as referee" in words_of(page)


def test_one_official_alone_can_close_after_the_settings(
    finished: Competition, olive: User, olive_client: Client, typed: Any
) -> None:
    Competition.objects.update(official_when="signed")
    Right.objects.exclude(user=olive).delete()
    olive_client.post(at("closing", finished), {"minutes": "0"})
    assert "Or close with one: take the announcement back" in words_of(
        olive_client.get(at("closing", finished))
    )
    olive_client.post(
        at("results-reopen", finished),
        typed(olive_client, at("results-reopen", finished), reason="I am alone."),
    )
    assert "not announced yet" in seen_by_readers(finished)[0]
    address = at("settings", finished)
    form = typed(olive_client, address, official_when="confirmed")
    assert olive_client.post(address, form).status_code == 302
    assert state(finished) == "official"


def test_it_says_afterwards_that_the_time_for_objections_is_over(
    finished: Competition, olive: User, olive_client: Client
) -> None:
    """Readers' pages are kept for a revision, and time makes none: their script says it."""
    closing.results_announce(competition=finished, minutes=15, actor=olive)
    page = Client().get(f"/c/{finished.slug}/standings/").content.decode()
    over = "Provisional: the time for objections is over, two officials sign it now"
    found = closing_of(finished, standings_of(finished))
    assert found is not None
    assert f'data-until="{timezone.localtime(found.until).isoformat()}"' in page
    assert f'data-over="{over}"' in page
    with patch.object(timezone, "now", return_value=found.until):
        said = words_of(olive_client.get(at("closing", finished)))
    assert over in said
    assert f"time for objections over since {found.until_said}" in said


def test_nobody_signs_while_objections_may_be_made(finished: Competition, olive: User, rafe: User) -> None:
    closing.results_announce(competition=finished, minutes=15, actor=olive)
    assert "Provisional: objections until" in seen_by_readers(finished)[0]
    with pytest.raises(Refusal, match="objection_time_runs"):
        sign(finished, rafe)
    with pytest.raises(Refusal, match="results_announced"):
        closing.results_announce(competition=finished, minutes=15, actor=olive)


def test_an_objection_is_answered_before_anybody_signs(
    announced: Competition, olive: User, rafe_client: Client
) -> None:
    told = {"entry": "5", "round": "1", "table": "1", "deal": "1", "reason": "Mine.", "key": str(uuid4())}
    for _ in range(2):
        assert rafe_client.post(at("objection", announced), told).status_code == 302
    line = Action.objects.get(verb="results_object")
    assert {"entry": 5, "round": 1, "table": 1, "deal": 1}.items() <= line.facts.items()
    with pytest.raises(Refusal, match="objections_open"):
        sign(announced, olive)
    answer, said = at("objection-answer", announced, objection=line.pk), {"key": str(uuid4())}
    assert rafe_client.post(answer, said).status_code == 422
    said |= {"upheld": "no", "reason": "Looked at."}
    assert [rafe_client.post(answer, said).status_code for _ in range(2)] == [302, 409]
    page = words_of(rafe_client.get(at("closing", announced)))
    assert ("“Mine.”" in page, "not upheld Looked at." in page) == (True, True)
    sign(announced, olive)


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"deal": "1"}, "table"),
        ({"table": "1"}, "round"),
        ({"round": "1", "table": "99"}, "table"),
        ({"round": "1", "table": "1", "deal": "99"}, "deal"),
        ({"reason": ""}, "reason"),
    ],
)
def test_an_objection_is_about_what_is_there(
    told: dict[str, str], field: str, announced: Competition, olive_client: Client
) -> None:
    refused = olive_client.post(at("objection", announced), {"reason": "Mine.", "key": str(uuid4()), **told})
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, [field])


def test_a_change_lets_signatures_lapse(announced: Competition, olive: User, rafe: User) -> None:
    sign(announced, olive)
    before = stands(announced)
    fine(announced, olive)
    with pytest.raises(Refusal, match="results_changed"):
        closing.results_sign(competition=announced, seen=before, actor=rafe)
    sign(announced, rafe)
    assert state(announced) == "announced"
    sign(announced, olive)
    assert state(announced) == "official"
    fine(announced, olive)
    assert state(announced) == "announced"
    assert "Provisional again: changed after it was signed" in seen_by_readers(announced)[0]


def test_it_is_taken_back_with_a_reason(announced: Competition, olive: User, rafe_client: Client) -> None:
    sign(announced, olive)
    told = {"reason": "A table was missing.", "key": str(uuid4())}
    back = at("results-reopen", announced)
    assert [rafe_client.post(back, told).status_code for _ in range(2)] == [302, 409]
    announced.refresh_from_db()
    assert closing_of(announced, standings_of(announced)) is None
    closing.results_announce(competition=announced, minutes=0, actor=olive)
    found = closing_of(announced, standings_of(announced))
    assert found is not None
    assert found.signed == []


def test_it_asks_before_official_results_are_announced(
    finished: Competition, olive_client: Client, typed: Any
) -> None:
    asked = "Announce results that are official?"
    assert finished.official_when == "confirmed"
    page = olive_client.get(at("closing", finished)).content.decode()
    assert asked in page
    assert "They are official already." in page
    olive_client.post(at("closing", finished), {"minutes": "0"})
    assert state(finished) == "announced"
    back = at("results-reopen", finished)
    told = typed(olive_client, back, reason="They were official.")
    said = words_of(olive_client.post(back, told, follow=True))
    assert "The announcement is taken back" in said
    assert "The results are provisional" not in said
    assert state(finished) == "official"
    Competition.objects.update(official_when="signed")
    assert asked not in olive_client.get(at("closing", finished)).content.decode()


def test_what_is_still_played_is_not_announced(running: Competition, olive_client: Client) -> None:
    refused = olive_client.post(at("closing", running), {"minutes": "0"})
    assert (refused.status_code, "Not all is played yet." in words_of(refused)) == (409, True)
    assert olive_client.post(at("results-sign", running)).status_code == 409


def test_an_objection_after_the_time_is_marked_and_after_the_signatures_refused(
    announced: Competition, olive: User, rafe: User, olive_client: Client
) -> None:
    told: dict[str, Any] = {"competition": announced, "about": {}, "actor": olive}
    late = closing.results_object(**told, reason="Too late.", key=uuid4())
    assert "after the time" in words_of(olive_client.get(at("closing", announced)))
    closing.results_answer(objection=late, upheld=False, reason="It is.", actor=olive)
    sign(announced, olive)
    sign(announced, rafe)
    with pytest.raises(Refusal, match="objection_too_late"):
        closing.results_object(**told, reason="Much too late.", key=uuid4())
    assert at("objection", announced) not in olive_client.get(at("closing", announced)).content.decode()


def test_other_teams_let_signatures_lapse(announced: Competition, olive: User, rafe: User) -> None:
    sign(announced, olive)
    sign(announced, rafe)
    seen = mark_of(announced)
    teams_set(competition=announced, teams=[("Winds", [1, 2])], best=None, seen=seen, actor=olive)
    assert state(announced) == "announced"


def test_it_says_the_day_until_which_objections_are_taken(finished: Competition, olive: User) -> None:
    closing.results_announce(competition=finished, minutes=3 * 24 * 60, actor=olive)
    found = closing_of(finished, standings_of(finished))
    assert found is not None
    assert date_format(timezone.localtime(found.until), "j F, H:i") == found.until_said
    assert f"objections until {found.until_said}" in seen_by_readers(finished)[0]


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_officials_who_sign_at_once_both_count(finished: Competition, olive: User, rafe: User) -> None:
    closing.results_announce(competition=finished, minutes=0, actor=olive)
    seen = stands(finished)
    copies = [Competition.objects.get(pk=finished.pk) for _ in range(2)]
    jobs: list[Any] = [
        partial(closing.results_sign, competition=one, seen=seen, actor=actor)
        for one, actor in zip(copies, (olive, rafe), strict=True)
    ]
    at_once(*jobs)
    assert state(finished) == "official"


def test_it_leads_to_the_rounds_whose_deals_are_not_confirmed(
    finished: Competition, olive: User, olive_client: Client
) -> None:
    address = at("closing", finished)
    assert "not confirmed" not in words_of(olive_client.get(address))
    competitions.competition_change(competition=finished, actor=olive, confirmed_by="all")
    page = olive_client.get(address)
    assert "Round 1: not confirmed" in words_of(page)
    for one in finished.rounds.all():
        assert at("confirmations", finished, round=one.number) in page.content.decode()
