"""How a club's tiles look and what their suits are called: chosen once, seen on every page of the club."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from players.models import Club
from tests.organiser.conftest import at
from tournaments.models import Competition, Table
from tournaments.services import clubs
from tournaments.tilefaces import LETTERS, MARKS, STYLES
from tournaments.wording.settings import TILE_STYLES
from tournaments.wording.tiles import CALLED

pytestmark = pytest.mark.django_db

BAMS = {"tile_style": "large", "tile_index": "words", "suit_words": "bams"}
DRAWN = re.compile(r'/tiles/(\w+)\.svg#([\w-]+)"')


@pytest.fixture
def played(running: Competition, table: Table, play: Callable[..., Any]) -> Competition:
    play(table)
    return running


def test_it_offers_what_is_drawn_and_said() -> None:
    assert Club.TileStyle.values == list(STYLES)
    assert Club.SuitWords.values == list(CALLED)
    assert {LETTERS, *Club.SuitWords.values} == set(MARKS)
    assert {name: str(label) for name, label in Club.TileStyle.choices} == TILE_STYLES
    assert Club.TileIndex.values == [LETTERS, "words"]


def test_it_shows_each_choice_as_it_would_be(olive_client: Client, club: Club) -> None:
    page = olive_client.get(at("club-tiles", club=club.slug)).content.decode()
    assert {style for style, _ in DRAWN.findall(page)} == set(STYLES)
    assert {"D9-letters", "D-circles", "D-dots", "D-bams"} <= {symbol for _, symbol in DRAWN.findall(page)}
    assert len(re.findall(r"<input [^>]*checked", page)) == 3
    assert at("club-tiles", club=club.slug) in olive_client.get(at("home")).content.decode()


def test_it_draws_and_names_the_tiles_on_every_page_as_the_club_chose(
    olive_client: Client, client: Client, played: Competition
) -> None:
    explained, table = f"/c/{played.slug}/r1/t3/d1/", f"/c/{played.slug}/r1/t3/"
    before = client.get(explained)
    assert "Exposed pung of 9 bamboo" in before.content.decode()
    address = at("club-tiles", club=played.club.slug)
    assert olive_client.post(address, BAMS)["Location"] == address
    again = client.get(explained, headers={"if-none-match": before["ETag"]})
    assert again.status_code == 200, "nobody is told that the page is as it was"
    office = olive_client.get(at("deal", played, round=1, table=3, deal=1))
    for answer in (again, client.get(table), office):
        drawn = DRAWN.findall(answer.content.decode())
        assert {style for style, _ in drawn} == {"large"}
        assert {"B9-sign", "B-bams"} <= {symbol for _, symbol in drawn}
        assert 'aria-label="9 bam"' in answer.content.decode()
    for answer in (again, office):
        assert "Exposed pung of 9 bam:" in answer.content.decode()
        assert "bamboo" not in answer.content.decode()


def test_it_leaves_programs_the_words_they_know(
    olive: User, client: Client, played: Competition, table: Table
) -> None:
    address = f"/api/v1/competitions/{played.slug}/deals"
    before = client.get(address).json()["results"]
    clubs.club_change(club=played.club, actor=olive, **BAMS)
    assert client.get(address).json()["results"] == before


def test_it_says_in_the_log_who_chose_what(olive_client: Client, club: Club) -> None:
    olive_client.post(at("club-tiles", club=club.slug), BAMS)
    olive_client.post(at("club-tiles", club=club.slug), BAMS)  # nothing is changed by that
    lines = olive_client.get(at("club-log", club=club.slug)).context["lines"]
    [line] = [line for line in lines if line.what == "changed the settings of the club"]
    assert line.who == "olive"
    assert line.changes == (
        ("tile faces", "traditional", "large numbers"),
        ("in the corner", "a letter: B, C, D", "the word itself"),
        ("names of the suits", "bamboo, character, circle", "bam, crak, dot"),
    )


def test_it_changes_what_an_archived_competition_shows_and_nothing_of_it(
    olive: User, olive_client: Client, played: Competition
) -> None:
    Competition.objects.filter(pk=played.pk).update(archived_at="2026-01-01T00:00:00Z")
    before = Competition.objects.get(pk=played.pk)
    clubs.club_change(club=played.club, actor=olive, **BAMS)
    after = Competition.objects.get(pk=played.pk)
    assert after.revision == before.revision + 1
    assert (after.chain_end, after.links) == (before.chain_end, before.links)


@pytest.mark.parametrize("wrong", [{"tile_style": "gold"}, {"tile_index": ""}, {"suit_words": "D"}])
def test_it_refuses_what_is_not_offered(olive_client: Client, club: Club, wrong: dict[str, str]) -> None:
    response = olive_client.post(at("club-tiles", club=club.slug), BAMS | wrong)
    assert response.status_code == 422
    assert set(response.context["form"].errors) == set(wrong)
    club.refresh_from_db()
    assert club.tile_style == "classic"


def test_it_is_the_organisers(rafe_client: Client, club: Club) -> None:
    assert rafe_client.get(at("club-tiles", club=club.slug)).status_code == 404
