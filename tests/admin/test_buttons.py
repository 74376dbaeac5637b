"""What whoever looks after the site can do from the lists: log out, open a name, send again."""

from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.admin.conftest import wrong
from tests.conftest import PASSWORD, registered_in
from tournaments.live import waking
from tournaments.models import Action, Competition, Delivery, Hook, Letter
from tournaments.services import letters

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def press(client: Client, action: str, *rows: Any) -> str:
    """Tick rows of a list and press its button; give what the list says then."""
    model = rows[0]._meta
    address = reverse(f"admin:{model.app_label}_{model.model_name}_changelist")
    form = {"action": action, "_selected_action": [row.pk for row in rows]}
    return str(client.post(address, form, follow=True).content.decode())


def log_in(name: str, password: str = PASSWORD) -> Client:
    browser = Client()
    browser.post("/login", {"login": name, "password": password})
    return browser


def is_in(client: Client) -> bool:
    return client.get(reverse("organiser:home")).status_code == 200


# ------------------------------------------------------------------ accounts
def test_it_logs_an_account_out_wherever_it_is_logged_in(ada, ada_client, olive, rafe):
    browsers, other = [log_in("olive"), log_in("olive")], log_in("rafe")
    assert all(map(is_in, [*browsers, other]))
    assert "Done for one." in press(ada_client, "end_sessions", olive)
    assert [is_in(one) for one in (*browsers, other)] == [False, False, True]
    line = Action.objects.get(verb="sessions_end")
    assert (line.actor, line.facts) == (ada, {"user": olive.pk})
    assert is_in(log_in("olive"))


def test_it_notes_nothing_where_nobody_was_logged_in(ada_client, olive):
    press(ada_client, "end_sessions", olive)
    assert not Action.objects.filter(verb="sessions_end").exists()


# ------------------------------------------------------------------ names that are closed
def test_it_opens_a_name_that_wrong_passwords_have_closed(ada, ada_client, olive):
    for _ in range(5):
        log_in("olive", "not the password")
    assert not is_in(log_in("olive"))
    assert "Done for one." in press(ada_client, "release", AccessAttempt.objects.get())
    assert is_in(log_in("olive"))
    line = Action.objects.get(verb="lock_release")
    assert (line.actor, line.facts) == (ada, {"users": [olive.pk]})


def test_it_opens_it_at_this_address_alone_and_in_every_browser_there(ada_client, olive, rafe):
    first, _second = wrong("olive"), wrong("olive", user_agent="another")
    others = [wrong("olive", ip_address="192.0.2.2"), wrong("rafe")]
    press(ada_client, "release", first)
    assert set(AccessAttempt.objects.all()) == set(others)


def test_it_notes_whose_the_name_is_that_was_closed_in_one_browser(ada_client, olive):
    press(ada_client, "release", wrong("olive Zm9vYmFy"))
    assert Action.objects.get(verb="lock_release").facts == {"users": [olive.pk]}


def test_it_shows_the_closed_ones_alone(ada_client, olive):
    wrong("olive"), wrong("rafe", times=1)
    page = ada_client.get(reverse("admin:axes_accessattempt_changelist"), {"closed": "yes"}).content.decode()
    assert page.count("192.0.2.1") == 1


# ------------------------------------------------------------------ what is sent again
@pytest.fixture
def mailing(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMAIL_CONFIGURED = True
    monkeypatch.setattr(waking, "wake_outbox", lambda: None)


@pytest.fixture
def letter(mailing: None, running: Competition) -> Letter:
    return letters.write(registered_in(running), "coming")


def test_it_sends_an_email_again_that_failed(ada, ada_client, running, letter):
    Letter.objects.filter(pk=letter.pk).update(state=Letter.State.FAILED)
    assert "Done for one." in press(ada_client, "send_again", letter)
    letter.refresh_from_db()
    assert letter.is_on_its_way
    assert running.actions.get(verb="letter_send").actor == ada


@pytest.mark.parametrize("state", [Letter.State.SENT, Letter.State.UNSENT])
def test_it_says_why_an_email_is_not_sent_again(ada_client, running, letter, state):
    Letter.objects.filter(pk=letter.pk).update(state=state)
    page = press(ada_client, "send_again", letter)
    assert 'class="error"' in page
    assert "Done" not in page
    assert not running.actions.filter(verb="letter_send").exists()


def test_it_sends_a_message_to_another_site_again(ada_client, club, monkeypatch):
    monkeypatch.setattr(waking, "wake_hooks", lambda: None)
    hook = Hook.objects.create(club=club, url="https://203.0.113.9/", events=["ping"], secret="none")
    given_up = {"state": Delivery.State.FAILED, "tries": 9}
    sent = Delivery.objects.create(hook=hook, kind="ping", key="msg_1", body="{}", **given_up)
    assert "Done for one." in press(ada_client, "send_again", sent)
    sent.refresh_from_db()
    assert (sent.state, sent.tries) == (Delivery.State.WAITING, 0)


def test_it_has_no_other_button(ada_client, olive, letter):
    for action in ("delete_selected", "has_delete_permission", "each"):
        press(ada_client, action, olive)
    assert User.objects.filter(pk=olive.pk).exists()
