"""The overview says what comes next, and its button does it."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Competition, Round
from tournaments.services import rounds


class Forms(HTMLParser):
    """Collect the addresses that forms post to, each with the question its button asks."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str | None] = {}
        self.action = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.action = given.get("action") or ""
        if tag == "button" and self.action:
            self.found[self.action] = given.get("data-confirm")


@pytest.fixture
def published(tournament: Competition, olive: User) -> Competition:
    """The tournament with two rounds published and none started."""
    for one in rounds.round_draw(competition=tournament, rounds=2, actor=olive):
        rounds.round_publish(round=one, actor=olive)
    return tournament


def test_it_starts_the_next_round_after_one_question(published: Competition, olive_client: Client) -> None:
    page = olive_client.get(at("overview", published)).content.decode()
    start = at("round-start", published, round=1)
    assert Forms(page).found[start] == "Start round 1?"
    assert at("round-start", published, round=2) not in page
    assert olive_client.post(start)["Location"] == at("board", published)
    assert published.rounds.get(number=1).state == Round.State.RUNNING


def test_it_says_beside_every_start_that_readers_see_nothing_yet(
    published: Competition, olive_client: Client, rafe_client: Client
) -> None:
    hint, publish = "Readers see nothing of this yet", at("publish", published)
    before = [at("overview", published), at("round", published, round=1)]
    assert all(hint not in words_of(olive_client.get(address)) for address in before)
    olive_client.post(at("unpublish", published))
    assert hint not in words_of(olive_client.get(at("board", published)))
    for address in before:
        page = olive_client.get(address)
        assert hint in words_of(page)
        assert publish in Forms(page.content.decode()).found
    assert olive_client.post(at("round-start", published, round=1)).status_code == 302
    for address in (*before, at("board", published)):
        assert hint in words_of(olive_client.get(address))
    told = rafe_client.get(at("board", published))
    assert hint in words_of(told)
    assert publish not in Forms(told.content.decode()).found


def test_it_offers_no_start_to_referees_nor_while_a_round_runs(
    published: Competition, rafe_client: Client, olive_client: Client, olive: Any
) -> None:
    assert "Start round" not in rafe_client.get(at("overview", published)).content.decode()
    rounds.round_start(round=published.rounds.get(number=1), actor=olive)
    assert "Start round" not in olive_client.get(at("overview", published)).content.decode()
