"""The page of programs: a token is made once, shown once, listed by how it begins, and taken back."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from players.models import Club
from tests.organiser.conftest import at
from tournaments.models import Action, ApiToken, Competition
from tournaments.models.devices import digest

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(club: Club, olive: User) -> str:
    return at("club-tokens", club=club.slug)


def form(**more: Any) -> dict[str, Any]:
    told = {"name": "Our site", "event": "0", "scopes": ["look"], "days": "30", "key": str(uuid4())}
    return told | more


def text_of(shown: Any) -> str:
    return re.findall(r'id="token" type="text" value="(sparrows_[0-9a-f]{64})"', shown.content.decode())[0]


def test_it_shows_a_token_once_and_keeps_its_hash(olive_client: Client, page: str, olive: User) -> None:
    text = text_of(olive_client.post(page, form()))
    made = ApiToken.objects.get()
    assert (made.token_hash, made.prefix, made.user) == (digest(text), text[:15], olive)
    assert text not in str(ApiToken.objects.values_list().get())
    listed = olive_client.get(page).content.decode()
    assert text not in listed
    assert f"{text[:15]}…" in listed


def test_it_makes_one_of_a_form_that_is_sent_twice(olive_client: Client, page: str) -> None:
    sent = form()
    first, second = (text_of(olive_client.post(page, sent)) for _ in range(2))
    assert first == second
    assert (ApiToken.objects.count(), Action.objects.filter(verb="token_make").count()) == (1, 1)


def test_it_makes_another_one_of_another_form(olive_client: Client, page: str) -> None:
    assert len({text_of(olive_client.post(page, form())) for _ in range(2)}) == 2


@pytest.mark.parametrize(("later", "more"), [(0, {"name": "Another"}), (11, {})])
def test_it_does_not_show_it_to_whoever_sends_the_form_later_or_changed(
    olive_client: Client, page: str, later: int, more: dict[str, str]
) -> None:
    sent = form()
    text = text_of(olive_client.post(page, sent))
    with time_machine.travel(timezone.now() + timedelta(minutes=later), tick=False):
        again = olive_client.post(page, sent | more)
    assert (again.status_code, text in again.content.decode()) == (409 if later else 422, False)
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "a" * 61}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["people"]}, "scopes"),
        ({"event": "999"}, "event"),
        ({"days": "9999"}, "days"),
        ({"key": "x"}, "key"),
    ],
)
def test_it_refuses_what_makes_no_token(
    olive_client: Client, page: str, wrong: dict[str, Any], field: str
) -> None:
    answer = olive_client.post(page, form(**wrong))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert not ApiToken.objects.exists()


def test_it_keeps_a_token_to_one_event(olive_client: Client, page: str, tournament: Competition) -> None:
    olive_client.post(page, form(event=str(tournament.pk)))
    assert ApiToken.objects.get().competition == tournament


def test_it_takes_a_token_back_and_says_so_in_the_log(
    olive_client: Client, page: str, club: Club
) -> None:
    olive_client.post(page, form())
    made = ApiToken.objects.get()
    revoke = at("club-token-revoke", club=club.slug, program=made.pk)
    assert [olive_client.post(revoke).status_code for _ in range(2)] == [302, 302]
    made.refresh_from_db()
    assert made.revoked_at
    assert b"taken back" in olive_client.get(page).content
    assert list(Action.objects.order_by("pk").values_list("verb", flat=True))[-2:] == [
        "token_make",
        "token_revoke",
    ]
    log = olive_client.get(at("club-log", club=club.slug)).content.decode()
    assert "took a program’s token back:" in log
    assert made.prefix in log


def test_it_takes_back_no_token_of_another_club(olive_client: Client, page: str, olive: User) -> None:
    olive_client.post(page, form())
    away = Club.objects.create(name="Elsewhere", slug="elsewhere")
    ApiToken.objects.update(club=away)
    revoke = at("club-token-revoke", club="severn-winds", program=ApiToken.objects.get().pk)
    assert olive_client.post(revoke).status_code == 404


def test_it_asks_no_more_for_more_tokens(
    olive_client: Client, page: str, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        olive_client.post(page, form())
    with django_assert_max_num_queries(12):
        olive_client.get(page)
