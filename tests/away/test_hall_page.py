"""The page of an event in a hall: its file out and back, looked at and taken over, by a browser."""

from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import declared
from tests.away.test_merge import director, table_of
from tests.conftest import signed_in
from tests.organiser.conftest import at
from tournaments.models import Competition, DealVersion
from tournaments.services import chain

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def written(client: Client, event: Competition) -> Any:
    """Press the button that writes the event's file; give the answer."""
    return client.post(at("hall-file", event))


def sent(client: Client, event: Competition, data: bytes) -> Any:
    """Send a file to the page, as it is chosen there."""
    return client.post(at("hall", event), {"file": SimpleUploadedFile("back.zip", data)})


def faults(answer: Any) -> str:
    return " ".join(answer.context["form"].non_field_errors())


def brought(sites: Any, play: Any) -> bytes:
    """Take the event to a hall by the page, play there, and write the file for the way back by the page."""
    out = written(signed_in(User.objects.get(username="olive")), sites.event)
    assert out["Content-Disposition"].endswith('-hall.zip"')
    sites.begin(out.content)
    play(table_of(sites, 1))
    play(table_of(sites, 1), declared.draw())
    client = signed_in(director())
    assert b"for the way back" in client.get(at("hall", sites.event)).content
    back = written(client, sites.event)
    assert back["Content-Disposition"].endswith('-back.zip"')
    sites.go("home")
    return bytes(back.content)


def test_it_takes_an_event_out_and_back(sites: Any, play: Any, olive: User) -> None:
    data = brought(sites, play)
    client = signed_in(olive)
    looked = sent(client, sites.event, data)
    assert "2 deals" in looked.context["lines"]
    assert DealVersion.objects.count() == 0
    kept = {"kept": looked.context["kept"]}
    taken = client.post(at("hall", sites.event), kept, follow=True)
    assert "2 deals" in taken.content.decode()
    assert DealVersion.objects.count() == 2
    assert sites.event.actions.get(verb="hall_bring").actor == olive
    assert chain.chain_check(sites.event)[1] == []
    again = sent(client, sites.event, data)
    assert (again.context["kept"], len(again.context["lines"])) == ("", 1)
    assert client.get(at("log", sites.event)).status_code == 200
    cache.clear()
    late = client.post(at("hall", sites.event), kept)
    assert "Choose the file again" in faults(late)


def test_it_says_all_that_speaks_against_it(sites: Any, play: Any, olive: User, season: Competition) -> None:
    data = brought(sites, play)
    client = signed_in(olive)
    play(table_of(sites, 1), declared.draw())
    play(table_of(sites, 2))
    refused = sent(client, sites.event, data)
    assert refused.status_code == 422
    assert "Round 1 · Table 1 · 1 v1" in faults(refused)
    assert "Round 1 · Table 2 · 1 v1" in faults(refused)
    assert "No event of this site" in faults(sent(client, season, data)), "it is of another event"
    assert "no backup" in faults(sent(client, sites.event, b"nonsense"))
    empty = client.post(at("hall", sites.event), {})
    assert empty.context["form"].errors["file"] == ["Choose the file."]


def test_it_is_the_directors(sites: Any, play: Any, rafe: User) -> None:
    client = signed_in(rafe)
    assert written(client, sites.event).status_code == 404
    assert sent(client, sites.event, BytesIO(b"x").getvalue()).status_code == 404
