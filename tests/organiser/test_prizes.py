"""Prizes: entered by place, shared where a place is shared, printed when the results are official."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.organiser.conftest import at
from tests.organiser.test_paper import finished, pages, published
from tests.public.pages import words_of
from tournaments.models import Action, Competition
from tournaments.printing import papers
from tournaments.printing.page import letters
from tournaments.ranking.prizes import shares
from tournaments.selectors.prizes import explained, money, prizes_of
from tournaments.selectors.standings import standings_of
from tournaments.services.prizes import prizes_choose

__all__ = ["finished", "published"]  # fixtures
pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def choose(competition: Competition, actor: User, *sums: str) -> None:
    prizes_choose(competition=competition, sums=sums, currency="zł", actor=actor)


def test_it_keeps_the_sums_and_logs_what_they_were(olive_client: Client, running: Competition) -> None:
    address = at("prizes", running)
    saved = olive_client.post(address, {"sums": "500, 300; 200 12.50", "currency": "zł"})
    assert saved.status_code == 302
    running.refresh_from_db()
    assert (running.prizes, running.prize_currency) == (["500", "300", "200", "12.50"], "zł")
    form = olive_client.get(address).context["form"]
    assert form["sums"].value() == "500  300  200  12.50"
    olive_client.post(address, {"sums": "500  300  200  12.50", "currency": "zł"})
    assert Action.objects.filter(verb="prizes_choose").count() == 1
    line = olive_client.get(at("log", running)).context["lines"][0]
    assert (line.who, line.what) == ("olive", "wrote down the prizes")
    assert ("prizes", "", "500 300 200 12.50 zł") in line.changes


@pytest.mark.parametrize("sums", ["-5", "1/3", "12.345", "money", "99999999", " ".join(["1"] * 201)])
def test_it_refuses_what_is_no_money(sums: str, olive_client: Client, running: Competition) -> None:
    assert olive_client.post(at("prizes", running), {"sums": sums}).status_code == 422
    running.refresh_from_db()
    assert running.prizes == []


@pytest.mark.parametrize("sign", ["£", "€", "$", "zł", "Kč", "A$", "Ft"])
def test_it_takes_a_currency_and_prints_it(sign: str, olive_client: Client, running: Competition) -> None:
    assert olive_client.post(at("prizes", running), {"sums": "500", "currency": sign}).status_code == 302
    running.refresh_from_db()
    assert running.prize_currency == sign
    assert set(sign) <= letters(), "the papers draw it"


@pytest.mark.parametrize("sign", ["12", "--", "z\u202el", "€\u0007"])
def test_it_says_what_a_currency_is(sign: str, olive_client: Client, running: Competition) -> None:
    refused = olive_client.post(at("prizes", running), {"sums": "500", "currency": sign})
    assert refused.status_code == 422
    assert "Write the currency’s sign" in words_of(refused)


def test_it_explains_every_sum(olive: User, olive_client: Client, finished: Competition) -> None:
    choose(finished, olive, *["1000", "500", "300", "200", "100"])
    rows = standings_of(finished).rows
    ranks = [row.rank for row in rows]
    assert ranks[:5] == [1, 1, 1, 1, 5], "the event that these sentences are about"
    said = words_of(olive_client.get(at("prizes", finished)))
    assert "places 1 to 4: 1,000 + 500 + 300 + 200 = 2,000 zł, shared by 4: 500 zł each" in said
    assert f"{rows[0].name} places 1 to 4" in said
    many = ranks.count(5)
    each = money(Fraction(100 * 100 // many, 100), "zł")
    assert f"places 5 to {4 + many}: 100 = 100 zł, shared by {many}: {each} each" in said
    assert len(prizes_of(finished)) == 4 + many


def test_it_prints_the_list_when_the_results_are_official(
    olive: User, olive_client: Client, running: Competition, published: Competition, finished: Competition
) -> None:
    assert "prizes" not in papers.offered(finished)
    choose(finished, olive, "1000", "300")
    assert "prizes" in papers.offered(finished)
    [sheet] = pages(olive_client, "prizes", finished)
    row = standings_of(finished).rows[0]
    assert row.name.replace(" ", "") in sheet.replace(" ", "")
    assert "1,000 + 300 = 1,300 zł, shared by 4: 325 zł each" in sheet
    assert ("1=" in sheet, "=1" in sheet) == (True, False)
    finished.rounds.filter(number=3).update(state="published")
    assert "prizes" not in papers.offered(finished)


def test_it_is_for_directors(rafe_client: Client, olive_client: Client, running: Competition) -> None:
    assert rafe_client.get(at("prizes", running)).status_code == 404
    assert at("prizes", running) in olive_client.get(at("paper", running)).content.decode()
    assert at("prizes", running) not in rafe_client.get(at("paper", running)).content.decode()


def test_it_names_no_more_than_a_few_sums_and_takes_any_currency() -> None:
    share = shares([1] * 20, [Fraction(sum_) for sum_ in range(101, 0, -5)])[1]
    said = "places 1 to 20: 101 + 96 + … + 6 = 1,070 100%, shared by 20: 53.50 100% each"
    assert explained(share, "100%") == said
    assert explained(replace(share, each=Fraction(53)), "%").endswith("53 % each; 10 % is left over")
