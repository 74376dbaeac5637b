"""The secretary's way: a tournament is looked at, counts, is taken over anew when it differs, and away."""

from uuid import uuid4

import pytest

from tests.organiser.conftest import at
from tests.tournaments.test_counted import count, evenings, fresh, members_in_front, spring, totals
from tournaments.models import Competition
from tournaments.services import corrections

__all__ = ["evenings", "spring"]  # fixtures
pytestmark = pytest.mark.django_db


def asked(tournament, **more):
    told = {"by": "places", "points": "10 8 6 4", "beyond": "nothing", "among": "all", "factor": "1/2"}
    return {"tournament": tournament.pk, "meeting": 4, "seen": "", **told, **more}


def test_a_secretary_looks_and_lets_it_count(evenings, spring, olive_client):
    page, before = at("season-tournaments", evenings), totals(evenings)
    assert "Spring Day" in olive_client.get(page).content.decode()
    tried = olive_client.post(page, {**asked(spring), "try": "1"})
    said = tried.content.decode()
    assert (tried.status_code, totals(evenings)) == (200, before)
    assert "Its results are official." in said
    assert "Placed there and nobody of this season:" in said
    lines = {one.number: one for one in tried.context["lines"]}
    seen = tried.context["form"]["seen"].value()
    assert olive_client.post(page, asked(spring, seen=seen)).status_code == 302
    assert totals(evenings) == {number: one.total_after for number, one in lines.items()}
    facts = olive_client.get(at("season-facts", evenings)).content.decode()
    assert "9 members have a credit." in facts
    assert "10 – 8 – 6 – 4 by place, times" in facts


def test_what_was_not_looked_at_does_not_count(evenings, spring, olive_client):
    page = at("season-tournaments", evenings)
    tried = olive_client.post(page, {**asked(spring), "try": "1"})
    seen = tried.context["form"]["seen"].value()
    other = olive_client.post(page, asked(spring, seen=seen, factor="2"))
    assert other.status_code == 409
    assert "changed meanwhile" in other.content.decode()
    assert fresh(evenings).season_facts == {}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"points": ""}, "Say what each place gives."),
        ({"points": "4 6"}, "A worse place cannot give more than a better one."),
        ({"factor": "much"}, "is not a number or a fraction"),
        ({"meeting": 2}, "It has tables by now, or a tournament counts as it already."),
    ],
)
def test_it_says_what_is_wrong_in_the_form(evenings, spring, olive_client, changes, said):
    page = olive_client.post(at("season-tournaments", evenings), {**asked(spring, **changes), "try": "1"})
    assert (page.status_code, said in page.content.decode()) == (422, True)


def test_it_shows_no_figure_of_what_is_held_back(evenings, spring, olive_client):
    Competition.objects.filter(pk=spring.pk).update(hidden_rounds=1, planned_rounds=1)
    page = olive_client.post(at("season-tournaments", evenings), {**asked(spring), "try": "1"})
    assert (page.status_code, "proposal" in page.context) == (422, False)
    assert "Readers may not see all results of Spring Day" in page.content.decode()


def test_a_correction_is_told_with_what_and_taken_over_for_a_reason(
    evenings, spring, olive, rafe, olive_client
):
    count(evenings, spring, olive)
    one, front = at("season-tournament", evenings, meeting=4), members_in_front(spring, evenings)
    before = totals(evenings)
    assert "The season has what its results of now give." in olive_client.get(one).content.decode()
    table = spring.rounds.get().tables.select_related("round__competition").first()
    told = {"table": table, "number": 1, "mode": "as_played", "reason": "Wrong"}
    corrections.deal_void(**told, actor=rafe, key=uuid4())
    front_page = olive_client.get(at("overview", evenings)).content.decode()
    assert "The results of Spring Day, which counts in this season, are not what the season has" in front_page
    facts = olive_client.get(at("season-facts", evenings))
    assert "otherwise now" in facts.content.decode()
    [compared] = facts.context["tournaments"]
    assert {each.number for each in compared.differs} >= set(front)
    seen = olive_client.get(one).context["form"]["seen"].value()
    assert olive_client.post(one, {"seen": seen, "reason": "", "anew": "1"}).status_code == 422
    assert totals(evenings) == before
    assert olive_client.post(one, {"seen": seen, "reason": "A deal was void", "anew": "1"}).status_code == 302
    assert totals(evenings) != before
    assert "Look at what differs" not in olive_client.get(at("overview", evenings)).content.decode()
    log = olive_client.get(at("log", evenings)).content.decode()
    assert "took over anew what a tournament gives" in log
    assert "A deal was void" in log


def test_the_front_page_of_its_season_works_nothing_out_anew(
    evenings, spring, olive, olive_client, django_assert_max_num_queries
):
    count(evenings, spring, olive)
    olive_client.get(at("overview", evenings))
    with django_assert_max_num_queries(12):
        olive_client.get(at("overview", evenings))


def test_it_is_taken_away_and_the_log_brings_it_back(evenings, spring, olive, olive_client):
    before = totals(evenings)
    count(evenings, spring, olive)
    with_it, one = totals(evenings), at("season-tournament", evenings, meeting=4)
    assert olive_client.post(one, {"reason": "Not ours", "away": "1"}).status_code == 302
    late = olive_client.get(one)  # from another window
    assert (totals(evenings), late.status_code) == (before, 404)
    assert "No tournament counts as meeting 4." in late.content.decode()
    line = evenings.actions.get(verb="tournament_uncount")
    back = at("undo", evenings, line=line.pk)
    assert back in olive_client.get(at("log", evenings)).content.decode()
    assert olive_client.post(back, {"reason": "It is ours", "key": uuid4()}).status_code == 302
    assert totals(evenings) == with_it


def test_nobody_who_may_not_change_settings_lets_it_count(evenings, spring, rafe_client, nia_client):
    for client in (rafe_client, nia_client):
        assert client.get(at("season-tournaments", evenings)).status_code == 404
        assert client.post(at("season-tournaments", evenings), asked(spring)).status_code == 404
