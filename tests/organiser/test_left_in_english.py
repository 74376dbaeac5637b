"""Every page of the office in every language, after it was asked for in English: nothing of it is left so."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import made_up
from tests.organiser.test_every_page import BUTTONS, addresses  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
LANGUAGES = ("da", "pl", "hu")
THERE = BUTTONS | {"club-create", "set-up"}  # no pages, or not there once the site is set up


@pytest.fixture
def in_english(addresses: dict[str, str], olive: User) -> dict[str, tuple[str, str]]:  # noqa: F811
    """The address of every page of the office with what it says in English, asked once."""
    asked = {name: address for name, address in addresses.items() if name not in THERE}
    client: Any = in_language("en", olive)
    answers = {name: client.get(address) for name, address in asked.items()}
    pages = {name: one for name, one in answers.items() if one["Content-Type"].startswith("text/html")}
    return {name: (asked[name], page.content.decode()) for name, page in pages.items()}


def in_language(code: str, user: User) -> Client:
    client = Client(headers={"accept-language": code})
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_nothing_is_left_that_nobody_can_translate(
    in_english: dict[str, tuple[str, str]], olive: User
) -> None:
    client, typed = in_language(made_up.CODE, olive), made_up.data()
    with made_up.spoken():
        found = {name: client.get(address).content.decode() for name, (address, _) in in_english.items()}
    left = {name: made_up.left_in_english(page, typed) for name, page in found.items()}
    assert {name: said for name, said in left.items() if said} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_whole_in_every_language(
    in_english: dict[str, tuple[str, str]], olive: User, language: str
) -> None:
    client: Any = in_language(language, olive)
    for name, (address, english) in in_english.items():
        answer = client.get(address)
        page = answer.content.decode()
        assert (answer.status_code, answer["Content-Language"]) == (200, language), name
        assert f'<html lang="{language}"' in page or "<html" not in page, name
        assert made_up.placeholders(page) == [], name
        assert made_up.Figures(page).told == made_up.Figures(english).told, name
