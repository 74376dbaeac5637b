"""Open data of a final: another Sparrows shows the same totals, with what was carried over."""

import csv
import io
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.wording import written
from tests.organiser.test_finals import made, ranked
from tests.organiser.test_finals import played as played_out
from tests.organiser.test_paper import finished, published
from tests.public.pages import words_of
from tests.public.test_open_data import brought_in, sat, validated
from tests.public.test_open_data import published as file_of
from tournaments.models import Competition
from tournaments.publishing.exports import number_cell, standings_csv
from tournaments.selectors.standings import standings_of
from tournaments.services import penalties
from tournaments.services.chain import chain_check
from tournaments.services.competitions import competition_publish

__all__ = ["finished", "published"]  # fixtures
pytestmark = pytest.mark.django_db


@pytest.fixture
def final(finished: Competition, olive: User, play: Any) -> Callable[[str], Competition]:
    """A final that was played, whose finalists brought all, half or nothing of totals, one of them odd."""

    def making(carry: str) -> Competition:
        best, first = finished.entries.get(number=ranked(finished)[0]), finished.rounds.first()
        fine: dict[str, Any] = {"amount": -7, "reason": "Late.", "key": uuid4(), "actor": olive}
        penalties.standings_penalty(entry=best, round=first, **fine)
        [one] = made(finished, olive, carry=carry)
        competition_publish(competition=played_out(one, olive, play), actor=olive)
        one.refresh_from_db()
        return one

    return making


@pytest.mark.parametrize("carry", ["none", "half", "all"])
def test_a_final_shows_the_same_totals_elsewhere_and_what_was_carried(
    carry: str, final: Callable[[str], Competition], tmp_path: Path
) -> None:
    there = final(carry)
    data = file_of(there)
    brought = {row.number: row.carried for row in standings_of(there).rows}
    assert any(brought.values()) == (carry != "none")
    assert any(Fraction(one).denominator == 2 for one in brought.values()) == (carry == "half")
    assert validated(data, tmp_path) == "Nothing is wrong with event.json.\n"
    assert brought_in(data, tmp_path) == []
    here = Competition.objects.get(slug="brought-in")
    told = [(row.rank, row.number, row.total, row.net, row.carried) for row in sat(here)]
    assert told == [(row.rank, row.number, row.total, row.net, row.carried) for row in sat(there)]
    assert {row.number: row.total - row.net for row in sat(here)} == brought
    assert chain_check(here)[1] == []
    competition_publish(competition=here, actor=None)
    second = file_of(Competition.objects.get(pk=here.pk))
    for key in ("players", "deals", "standings"):
        assert second[key] == data[key], key
    assert validated(second, tmp_path) == "Nothing is wrong with event.json.\n"


def test_where_it_was_brought_in_pages_say_what_was_carried(
    final: Callable[[str], Competition], tmp_path: Path
) -> None:
    brought_in(file_of(final("half")), tmp_path)
    here = Competition.objects.get(slug="brought-in")
    competition_publish(competition=here, actor=None)
    row = next(row for row in standings_of(here).rows if row.carried)
    page = words_of(Client().get(reverse("public:entry", args=[here.slug, row.number])))
    assert " ".join(f"{written(row.carried)} carried over".split()) in page
    assert "Carried over" in words_of(Client().get(f"/c/{here.slug}/standings/"))
    heading, *lines = csv.reader(io.StringIO(standings_csv(here).decode("utf-8-sig")))
    amounts = {int(line[1]): line[heading.index("Carried over")] for line in lines}
    assert amounts[row.number] == number_cell(row.carried)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda data: data["players"][0].update(carried=77), "standings[{at}].carried: Player {n} brought"),
        (lambda data: data["players"][0].update(carried="1" * 25), "players[0].carried: This amount is too"),
    ],
)
def test_it_says_where_the_standings_add_something_else_than_was_brought(
    spoil: Callable[[dict[str, Any]], Any], sentence: str, final: Callable[[str], Competition], tmp_path: Path
) -> None:
    data = file_of(final("all"))
    number = data["players"][0]["number"]
    at = [line["number"] for line in data["standings"]].index(number)
    spoil(data)
    assert sentence.format(at=at, n=number) in validated(data, tmp_path)
