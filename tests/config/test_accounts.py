"""What an account does with itself: logging in, the second factor, sessions, lost passwords, its own page."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver, reverse

from config.accounts import SecondFactors
from players.models import Account, Club
from tests.conftest import PASSWORD, signed_in
from tests.organiser.conftest import at
from tests.test_architecture import MODULES
from tests.tournaments.test_access_matrix import ROUTES
from tournaments.models import Action, Right
from tournaments.powers import Role
from tournaments.wording.accounts import browser_called

pytestmark = pytest.mark.django_db
NEW = "seven green sparrows"


@pytest.fixture(autouse=True)
def beginning_of_a_half_minute() -> Iterator[None]:
    """Begin with a fresh code of an app: it changes each half minute, and then the last one is wrong."""
    now = time.time()
    with time_machine.travel(now - now % 30, tick=True):
        yield


def log_in(name: str, password: str = PASSWORD, client: Client | None = None) -> tuple[Client, Any]:
    """Log in by the page; give the browser and the answer."""
    browser = client or Client()
    return browser, browser.post("/login", {"login": name, "password": password})


def is_in(client: Client) -> bool:
    return client.get(at("home")).status_code == 200


# ------------------------------------------------------------------ logging in
@pytest.mark.parametrize("typed", ["olive", "OLIVE", " olive ", "olive@example.org", "Olive@Example.ORG"])
def test_it_lets_in_by_name_and_by_address(olive, typed):
    client, answer = log_in(typed)
    assert (answer.status_code, answer["Location"]) == (302, at("home"))
    assert is_in(client)


def test_it_counts_wrong_passwords_of_name_and_address_together(olive):
    tries = ["olive", "OLIVE", "olive@example.org", "Olive@example.org", "olive"]
    assert [log_in(typed, "wrong")[1].status_code for typed in tries] == [200] * 4 + [429]
    assert log_in("olive@example.org")[1].status_code == 429


def test_it_leads_back_to_where_somebody_wanted_to_go(olive):
    answer = Client().post("/login", {"login": "olive", "password": PASSWORD, "next": at("roles")})
    assert answer["Location"] == at("roles")
    foreign = Client().post("/login", {"login": "olive", "password": PASSWORD, "next": "https://evil.example/"})
    assert foreign["Location"] == at("home")


def test_it_means_nobody_where_two_have_one_address(olive):
    get_user_model().objects.create_user("twin", "olive@example.org", PASSWORD)
    assert log_in("olive@example.org")[1].status_code == 200
    assert log_in("twin")[1].status_code == 302


def test_it_lets_nobody_make_an_account_without_an_invitation():
    names = {pattern.name for _, pattern in ROUTES}
    assert not names & {"account_signup", "account_email", "account_confirm_email"}
    assert get_resolver().resolve("/login").func.view_class.__module__ == "config.login"


def test_it_keeps_the_session_beyond_the_browser(olive, settings):
    client, _ = log_in("olive")
    assert client.cookies["sessionid"]["max-age"] == settings.SESSION_COOKIE_AGE


def test_it_leaves_public_pages_without_a_session(running, olive_client):
    for client in (Client(), olive_client):
        answer = client.get(f"/c/{running.slug}/")
        assert "Cookie" not in answer.get("Vary", "")


# ------------------------------------------------------------------ the second factor
def code_for(secret: str) -> str:
    """Give the code that an app would show now."""
    counter = next(iter(yield_hotp_counters_from_time()))
    return format_hotp_value(hotp_value(secret, counter))


def set_up(client: Client) -> str:
    """Set a second factor up as somebody does who logged in just now; give its secret."""
    page = client.get(reverse("mfa_activate_totp"), follow=True)
    if page.redirect_chain:  # the password once more
        page = client.post(page.redirect_chain[-1][0], {"password": PASSWORD}, follow=True)
    secret = page.context["form"].secret
    done = client.post(reverse("mfa_activate_totp"), {"code": code_for(secret)})
    assert done.status_code == 302, done.context["form"].errors
    cache.clear()  # an app's code of this half minute works once
    return secret


@pytest.fixture
def secured(olive) -> str:
    client, _ = log_in("olive")
    return set_up(client)


def test_it_asks_for_the_code_beside_the_password(olive, secured):
    client, asked = log_in("olive")
    assert asked["Location"].startswith(reverse("mfa_authenticate"))
    assert not is_in(client)
    assert client.post(reverse("mfa_authenticate"), {"code": "000000"}).status_code == 200
    assert not is_in(client)
    assert client.post(reverse("mfa_authenticate"), {"code": code_for(secured)}).status_code == 302
    assert is_in(client)


def test_it_lets_a_recovery_code_in_once(olive, secured):
    codes = RecoveryCodes(Authenticator.objects.get(user=olive, type="recovery_codes")).get_unused_codes()
    for expected in (True, False):
        client, _ = log_in("olive")
        client.post(reverse("mfa_authenticate"), {"code": codes[0]})
        assert is_in(client) is expected


def test_it_slows_down_whoever_guesses_codes(olive, secured):
    client, _ = log_in("olive")
    for number in range(5):
        client.post(reverse("mfa_authenticate"), {"code": f"{number:06}"})
    client.post(reverse("mfa_authenticate"), {"code": code_for(secured)})
    assert not is_in(client)


def test_it_keeps_secrets_in_a_box(olive, secured, settings):
    kept = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secured not in kept
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another " * 8
    factor = Authenticator.objects.get(type="totp")
    assert SecondFactors().decrypt(factor.data["secret"]) == secured


def test_it_lets_in_by_no_other_door(olive, secured, club):
    """Whoever has the password alone: by no page that takes one."""
    client, _ = log_in("olive")
    form = {"password": PASSWORD, "oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    for page in ("account_reauthenticate", "account_change_password"):
        client.post(reverse(page), form)
        assert not is_in(client)


def test_it_has_no_other_door_in_the_code():
    """A view that logs somebody in by itself would not ask for the second factor."""
    texts = {module: file.read_text() for module, file in MODULES.items()}
    found = {module for module, text in texts.items() if re.search(r"\b(perform_)?login\(|LoginView", text)}
    new = {f"tournaments.views.organiser.{name}" for name in ("joining", "founding")}  # accounts just made
    assert found == {"config.login", *new}


def demand(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(owners_second_factor=True)


def test_it_asks_owners_for_a_second_factor_where_the_club_does(olive, rafe_client, club, running):
    demand(club)
    client, _ = log_in("olive")
    pages = [at("home"), at("board", running), at("settings", running), at("club-people", club=club.slug)]
    for page in pages:
        assert client.get(page)["Location"] == at("second-factor")
        assert client.post(page)["Location"] == at("second-factor")
    assert b"One thing first" in client.get(at("second-factor")).content
    assert rafe_client.get(at("board", running)).status_code == 200  # a referee is not asked
    set_up(client)
    assert client.get(at("second-factor"))["Location"] == at("home")
    assert is_in(client)


def test_it_keeps_what_the_club_asks_for(olive, club):
    client, _ = log_in("olive")
    set_up(client)
    demand(club)
    client.post(reverse("mfa_deactivate_totp"))
    assert Authenticator.objects.filter(user=olive, type="totp").exists()
    Club.objects.filter(pk=club.pk).update(owners_second_factor=False)
    client.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.filter(user=olive).exists()


def test_it_is_the_owners_who_ask_for_it(olive_client, rafe_client, club):
    page = at("club-second-factor", club=club.slug)
    assert rafe_client.post(page, {"owners_second_factor": "on"}).status_code == 404
    assert olive_client.post(page, {"owners_second_factor": "on"}).status_code == 302
    assert Club.objects.get(pk=club.pk).owners_second_factor
    [line] = Action.objects.filter(verb="club_change")
    assert line.facts["after"] == {"owners_second_factor": True}


def test_it_lets_no_cache_keep_what_is_an_accounts_own(olive, secured):
    client, _ = log_in("olive")
    client.post(reverse("mfa_authenticate"), {"code": code_for(secured)})
    names = ("mfa_index", "mfa_view_recovery_codes", "usersessions_list", "account_change_password")
    answers = [client.get(reverse(name), follow=True) for name in names]
    assert ["no-store" in answer["Cache-Control"] for answer in answers] == [True] * len(names)


# ------------------------------------------------------------------ sessions
def test_it_lists_where_somebody_is_logged_in_and_ends_the_others(olive):
    (here, _), (there, _) = log_in("olive"), log_in("olive")
    page = here.get(reverse("usersessions_list"))
    assert page.context["session_count"] == 2
    assert here.post(reverse("usersessions_list")).status_code == 302
    assert (is_in(here), is_in(there)) == (True, False)


def test_it_ends_one_session_of_the_own_account(olive, rafe):
    (here, _), (there, _), (other, _) = log_in("olive"), log_in("olive"), log_in("rafe")
    listed = here.get(reverse("usersessions_list")).context["sessions"]
    [far] = [one for one in listed if one.session_key == there.session.session_key]
    assert other.post(at("session-end", session=far.pk)).status_code == 404
    assert is_in(there)
    assert at("session-end", session=far.pk) in here.get(reverse("usersessions_list")).content.decode()
    assert here.post(at("session-end", session=far.pk)).status_code == 302
    assert [is_in(one) for one in (here, there, other)] == [True, False, True]


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ("Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko Firefox/127.0", "Firefox on Linux"),
        ("curl/8.1", "another program"),
        ("", "another program"),
    ],
)
def test_it_calls_a_browser_as_people_do(said, called):
    assert browser_called(said) == called


def test_it_shows_nobody_elses_sessions(olive, rafe):
    log_in("olive")
    client, _ = log_in("rafe")
    assert client.get(reverse("usersessions_list")).context["session_count"] == 1


# ------------------------------------------------------------------ passwords
def test_it_changes_the_password_and_logs_the_other_browsers_out(olive):
    (here, _), (there, _) = log_in("olive"), log_in("olive")
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert here.post(reverse("account_change_password"), form | {"oldpassword": "wrong"}).status_code == 200
    assert here.post(reverse("account_change_password"), form).status_code == 302
    assert (is_in(here), is_in(there)) == (True, False)
    assert log_in("olive", NEW)[1].status_code == 302


def test_it_says_whom_to_ask_where_no_mail_is_sent(olive):
    page = Client().get(reverse("account_reset_password"))
    assert b"Ask an owner of your club" in page.content
    assert b'name="email"' not in page.content
    Client().post(reverse("account_reset_password"), {"email": "olive@example.org"})
    assert mail.outbox == []


@pytest.fixture
def mailing(settings):
    settings.EMAIL_CONFIGURED = True


def new_password(link: str, password: str = NEW) -> Any:
    """Open a link to a new password and set one."""
    client = Client()
    page = client.get(link, follow=True)
    where = page.redirect_chain[-1][0] if page.redirect_chain else link
    return client.post(where, {"password1": password, "password2": password}, follow=True)


def test_it_sends_a_link_that_works_once(mailing, olive):
    Client().post(reverse("account_reset_password"), {"email": "olive@example.org"})
    [message] = mail.outbox
    [link] = re.findall(r"http://testserver(/account/new/\S+)", message.body)
    assert b"new password is kept" in new_password(link).content
    assert log_in("olive", NEW)[1].status_code == 302
    assert b"opens nothing" in new_password(link, "another seven sparrows").content
    assert log_in("olive", NEW)[1].status_code == 302


def test_it_sends_strangers_nothing_and_tells_them_nothing(mailing, olive):
    told = [
        Client().post(reverse("account_reset_password"), {"email": one}, follow=True)
        for one in ("nobody@example.org", "olive@example.org")
    ]
    assert len(mail.outbox) == 1
    assert told[0].redirect_chain == told[1].redirect_chain


def test_it_does_not_log_in_by_a_new_password(olive, secured, mailing):
    mail.outbox.clear()
    Client().post(reverse("account_reset_password"), {"email": "olive@example.org"})
    [link] = re.findall(r"http://testserver(/account/new/\S+)", mail.outbox[-1].body)
    new_password(link)
    client, asked = log_in("olive", NEW)
    assert asked["Location"].startswith(reverse("mfa_authenticate"))  # the telephone is still asked
    assert not is_in(client)


# ------------------------------------------------------------------ an owner helps
@pytest.fixture
def helped(club, rafe) -> str:
    return at("club-password", club=club.slug, right=Right.objects.get(user=rafe).pk)


def test_it_lets_an_owner_make_a_link_to_a_new_password(olive_client, rafe, helped):
    page = olive_client.post(helped)
    assert b"<svg" in page.content
    link = page.context["link"].removeprefix("http://testserver")
    assert b"new password is kept" in new_password(link).content
    assert log_in("rafe", NEW)[1].status_code == 302
    assert b"opens nothing" in new_password(link).content
    [line] = Action.objects.filter(verb="password_help")
    assert line.facts["user"] == rafe.pk
    assert link.rsplit("/", 1)[1] not in str(line.facts)


def test_it_turns_a_lost_second_factor_off_when_asked(olive_client, rafe, helped):
    client, _ = log_in("rafe")
    set_up(client)
    olive_client.post(helped)
    assert Authenticator.objects.filter(user=rafe).exists()
    olive_client.post(helped, {"second_factor": "lost"})
    assert not Authenticator.objects.filter(user=rafe).exists()


@pytest.mark.parametrize("elsewhere", ["a role in another club", "the whole site", "the own account"])
def test_it_opens_no_account_that_reaches_further(olive, olive_client, rafe, helped, club, elsewhere):
    if elsewhere == "a role in another club":
        other = Club.objects.create(name="Elsewhere", slug="elsewhere")
        Right.objects.create(club=other, user=rafe, role=Role.HELPER)
    elif elsewhere == "the whole site":
        User.objects.filter(pk=rafe.pk).update(is_superuser=True)
    else:
        helped = at("club-password", club=club.slug, right=Right.objects.get(user=olive).pk)
    answer = olive_client.post(helped)
    assert answer.status_code == 422
    assert "link" not in answer.context
    assert not Action.objects.filter(verb="password_help").exists()


def test_it_lets_no_owner_of_one_event_open_accounts(running, rafe, nell):
    Right.objects.create(club=running.club, competition=running, user=nell, role=Role.OWNER)
    helping = Right.objects.create(club=running.club, competition=running, user=rafe, role=Role.HELPER)
    page = at("club-password", club=running.club.slug, right=helping.pk)
    assert signed_in(nell).post(page).status_code == 404


# ------------------------------------------------------------------ the own page
ME = {"name": "olive", "email": "olive@example.org", "language": "en"}


def test_it_changes_name_and_language(olive, olive_client):
    assert olive_client.post(at("me"), ME | {"name": "Olive Oak", "language": "da"}).status_code == 302
    olive.refresh_from_db()
    assert (olive.username, Account.objects.get(user=olive).language) == ("Olive Oak", "da")
    assert is_in(olive_client)
    assert log_in("olive oak")[1].status_code == 302


@pytest.mark.parametrize(("password", "status"), [("", 422), ("wrong", 422), (PASSWORD, 302)])
def test_it_asks_for_the_password_before_another_address(olive, olive_client, password, status):
    changed = olive_client.post(at("me"), ME | {"email": "oak@example.org", "password": password})
    assert changed.status_code == status
    olive.refresh_from_db()
    assert olive.email == ("oak@example.org" if status == 302 else "olive@example.org")


@pytest.mark.parametrize("change", [{"name": "RAFE"}, {"email": "Rafe@example.org", "password": PASSWORD}])
def test_it_takes_nobody_elses_name_or_address(olive, olive_client, rafe, change):
    assert olive_client.post(at("me"), ME | change).status_code == 422
    olive.refresh_from_db()
    assert (olive.username, olive.email) == ("olive", "olive@example.org")


def test_it_speaks_the_language_of_the_account_wherever_it_logs_in(olive, running):
    Account.objects.create(user=olive, language="da")
    client, _ = log_in("olive")
    assert client.get(at("home"))["Content-Language"] == "da"
    assert client.get(reverse("account_change_password"))["Content-Language"] == "da"
    assert client.get(f"/c/{running.slug}/")["Content-Language"] == "en"  # the same for everybody
    assert Client().get("/login")["Content-Language"] == "en"


def test_it_gives_up_an_own_role_and_no_other(rafe, rafe_client, olive):
    mine, hers = Right.objects.get(user=rafe), Right.objects.get(user=olive)
    assert rafe_client.post(at("leave", right=hers.pk)).status_code == 404
    assert rafe_client.post(at("leave", right=mine.pk)).status_code == 302
    assert list(Right.objects.all()) == [hers]


def test_it_closes_the_own_account(rafe, rafe_client):
    assert rafe_client.post(at("close")).status_code == 302
    assert not is_in(rafe_client)
    assert log_in("rafe")[1].status_code == 200
    rafe.refresh_from_db()
    assert (rafe.email, rafe.authenticator_set.count()) == ("", 0)  # the address may make another account


def test_it_keeps_the_last_owners_account(olive, olive_client, club):
    refused = olive_client.post(at("close"))
    assert (refused.status_code, b"only owner of Severn Winds" in refused.content) == (409, True)
    assert is_in(olive_client)
    assert olive_client.post(at("leave", right=Right.objects.get(user=olive).pk)).status_code == 409
