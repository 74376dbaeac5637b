"""A form whose page was opened before somebody logged in or out again: said in our words, with a way on."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.organiser.conftest import at

pytestmark = pytest.mark.django_db


def test_it_says_that_nothing_was_saved(olive: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(olive)
    answer = client.post(at("club-create"), {"name": "Lost"})
    assert answer.status_code == 403
    said = answer.content.decode()
    assert "Nothing was saved" in said
    assert "site-header" in said  # one of our pages, not the framework's
