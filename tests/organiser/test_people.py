"""The pages of those who work for a club or an event, and the link that lets somebody in."""

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from players.models import Club
from tests.conftest import signed_in
from tests.organiser.conftest import at
from tournaments.models import Action, Competition, Invitation, Right
from tournaments.models.devices import digest
from tournaments.powers import Role

pytestmark = pytest.mark.django_db
NELL = {"name": "Nell Dyer", "email": "nell@example.org", "password": "seven green sparrows"}


@pytest.fixture
def people(club: Club, olive: User) -> str:
    return at("club-people", club=club.slug)


def invite(client: Client, page: str, **form: Any) -> Any:
    """Make an invitation by the page's form; give the answer, whose link is shown once."""
    shown = client.post(page, {"role": "referee", "days": "7", "event": "0", **form})
    assert shown.status_code == 200, shown.context["form"].errors
    return shown


def link_of(shown: Any) -> str:
    return re.sub(r"^http://testserver", "", shown.context["link"])


@pytest.fixture
def link(olive_client: Client, people: str) -> str:
    return link_of(invite(olive_client, people))


def test_it_shows_a_fresh_link_as_text_and_as_a_picture(olive_client: Client, people: str) -> None:
    shown = invite(olive_client, people)
    page, token = shown.content.decode(), link_of(shown).rsplit("/", 1)[1]
    assert f'value="{shown.context["link"]}"' in page
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in page
    made = Invitation.objects.get()
    assert made.token_hash == digest(token)
    assert token not in str(Invitation.objects.values_list().get())  # the hash alone is kept
    assert token not in olive_client.get(people).content.decode()  # and it is shown only once


def test_it_makes_an_account_for_whoever_opens_the_link(link: str, club: Club) -> None:
    newcomer = Client()
    assert b"referee for Severn Winds" in newcomer.get(link).content
    entered = newcomer.post(link, NELL, follow=True)
    assert entered.redirect_chain == [(at("home"), 302)]
    right = Right.objects.get(user__username="Nell Dyer")
    assert (right.role, right.club, right.competition, right.user.email) == (
        *(Role.REFEREE, club, None),
        "nell@example.org",
    )
    assert Client().post("/login", {"login": "Nell Dyer", "password": NELL["password"]}).status_code == 302


def test_it_adds_the_role_to_the_account_that_is_logged_in(link: str, nia: User, nia_client: Client) -> None:
    assert b"logged in as nia" in nia_client.get(link).content
    assert nia_client.post(link).status_code == 302
    assert Right.objects.filter(user=nia).count() == 2


def test_it_works_once(link: str, nia_client: Client) -> None:
    assert Client().post(link, NELL).status_code == 302
    for late in (Client().get(link), Client().post(link, NELL | {"name": "Eve"}), nia_client.post(link)):
        assert late.status_code == 410
        assert b"was accepted already" in late.content
    assert not User.objects.filter(username="Eve").exists()


def test_it_lets_in_who_accepted_it_and_presses_once_more(link: str, nia_client: Client) -> None:
    newcomer = Client()
    for _press in range(2):
        assert newcomer.post(link, NELL).status_code == 302
    again = newcomer.get(link, follow=True)
    assert (again.redirect_chain, Right.objects.filter(user__username="Nell Dyer").count()) == (
        [(at("home"), 302)],
        1,
    )
    assert b"You accepted this invitation already." in again.content
    assert nia_client.get(link).status_code == 410


def test_it_leads_whoever_is_logged_out_since_to_the_log_in(link: str) -> None:
    Client().post(link, NELL)
    late = Client().get(link).content.decode()
    assert "Was it you? Then your account is made" in late
    assert 'href="/login?next=/organise/"' in late


def test_it_expires(link: str) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=7, seconds=1)):
        late = Client().post(link, NELL)
    assert (late.status_code, b"too old" in late.content) == (410, True)
    assert Client().post(link, NELL).status_code == 302


def test_it_is_taken_back(link: str, club: Club, olive_client: Client, people: str) -> None:
    made = Invitation.objects.get()
    revoke = at("club-invitation-revoke", club=club.slug, invitation=made.pk)
    assert revoke in olive_client.get(people).content.decode()
    assert olive_client.post(revoke).status_code == 302
    assert revoke not in olive_client.get(people).content.decode()
    late = Client().post(link, NELL)
    assert (late.status_code, b"taken back" in late.content) == (410, True)
    assert olive_client.post(revoke).status_code == 410


def test_it_opens_by_no_other_link(link: str) -> None:
    assert Client().get(link[:-1] + ("a" if link[-1] != "a" else "b")).status_code == 404


def test_it_lists_who_made_an_invitation_and_until_when(link: str, olive_client: Client, people: str) -> None:
    [(made, _)] = olive_client.get(people).context["waiting"]
    assert (made.made_by.username, made.role) == ("olive", "referee")
    assert b"made by olive" in olive_client.get(people).content


def test_it_does_not_spend_the_link_on_a_role_that_somebody_has(
    link: str, rafe: User, rafe_client: Client
) -> None:
    again = rafe_client.post(link)
    assert (again.status_code, b"has this role already" in again.content) == (409, True)
    assert Client().post(link, NELL).status_code == 302


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "OLIVE"}, None),
        ({"email": "Olive@Example.org"}, None),
        ({"password": "12345678"}, "password"),
        ({"password": "nell@example"}, "password"),
        ({"name": "nell@example.org"}, "name"),
        ({"name": ""}, "name"),
        ({"email": "nell"}, "email"),
    ],
)
def test_it_refuses_what_makes_no_account(link: str, change: dict[str, str], field: str | None) -> None:
    before = User.objects.count()
    shown = Client().post(link, NELL | change)
    assert shown.status_code == 422
    assert list(shown.context["form"].errors) == [field or "__all__"]
    assert shown.context["form"]["email"].value() == (NELL | change)["email"]  # what was typed stays
    assert User.objects.count() == before
    assert Invitation.objects.open().count() == 1


def test_it_keeps_a_scorer_to_the_tables_that_were_written(
    olive_client: Client, people: str, running: Competition, nia: User, nia_client: Client
) -> None:
    shown = invite(olive_client, people, role="scorer", event=running.pk, tables="4, 1-2; 7")
    nia_client.post(link_of(shown))
    right = Right.objects.get(user=nia, competition=running)
    assert (right.role, right.tables) == ("scorer", [1, 2, 4, 7])
    assert b"1-2, 4, 7" in olive_client.get(people).content
    page = at("club-right", club=running.club.slug, right=right.pk)
    assert b'value="1-2, 4, 7"' in olive_client.get(page).content
    assert olive_client.post(page, {"role": "scorer", "tables": "3"}).status_code == 302
    right.refresh_from_db()
    assert right.tables == [3]


@pytest.mark.parametrize("tables", ["0", "x", "4-2", "1-1000", "1-", "１"])
def test_it_asks_again_for_tables_that_cannot_be(olive_client: Client, people: str, tables: str) -> None:
    shown = olive_client.post(people, {"role": "scorer", "days": "7", "event": "0", "tables": tables})
    assert (shown.status_code, list(shown.context["form"].errors)) == (422, ["tables"])


def test_it_offers_no_event_of_another_club(
    olive_client: Client, people: str, running: Competition, nia: User
) -> None:
    Competition.objects.filter(pk=running.pk).update(club=Club.objects.get(slug="elsewhere"))
    shown = olive_client.post(people, {"role": "referee", "days": "7", "event": running.pk})
    assert list(shown.context["form"].errors) == ["event"]


def test_it_refuses_to_take_the_last_owners_role(olive_client: Client, club: Club, olive: User) -> None:
    mine = Right.objects.get(user=olive)
    page = at("club-right", club=club.slug, right=mine.pk)
    demoted = olive_client.post(page, {"role": "director", "tables": ""})
    removed = olive_client.post(at("club-right-remove", club=club.slug, right=mine.pk))
    assert [demoted.status_code, removed.status_code] == [409, 409]
    assert b"only owner of Severn Winds" in demoted.content
    assert b"only owner of Severn Winds" in removed.content
    assert Right.objects.get(pk=mine.pk).role == Role.OWNER


def test_it_leads_whoever_gave_up_the_own_role_home(
    olive_client: Client, club: Club, olive: User, nell: User
) -> None:
    Right.objects.create(user=nell, club=club, role=Role.OWNER)
    mine = Right.objects.get(user=olive)
    gone = olive_client.post(at("club-right-remove", club=club.slug, right=mine.pk), follow=True)
    assert gone.redirect_chain == [(at("home"), 302)]
    assert olive_client.get(at("club-people", club=club.slug)).status_code == 404


def test_it_lets_an_owner_of_an_event_see_to_that_event(running: Competition, nell: User, rafe: User) -> None:
    Right.objects.create(user=nell, club=running.club, competition=running, role=Role.OWNER)
    client, page = signed_in(nell), at("event-people", running)
    shown = client.get(page)
    changes = {str(user): [address for _, address in roles] for user, roles in shown.context["colleagues"]}
    assert changes["rafe"] == changes["olive"] == [""]  # theirs are for the whole club
    whole = Right.objects.get(user=rafe)
    assert client.post(at("event-right-remove", running, right=whole.pk)).status_code == 404
    made = invite(client, page, role="helper")
    Client().post(link_of(made), NELL | {"email": "dyer@example.org"})
    assert Right.objects.get(user__username="Nell Dyer").competition == running


# ------------------------------------------------------------------ by e-mail
@pytest.fixture
def mailing(settings: Any) -> None:
    settings.EMAIL_CONFIGURED = True


def test_it_asks_for_no_address_where_no_mail_is_sent(olive_client: Client, people: str) -> None:
    assert "email" not in olive_client.get(people).context["form"].fields
    invite(olive_client, people, email="nell@example.org")
    assert mail.outbox == []
    assert Invitation.objects.get().email == ""


def test_it_sends_the_link(mailing: None, olive_client: Client, people: str) -> None:
    shown = invite(olive_client, people, email="nell@example.org")
    [message] = mail.outbox
    assert (message.to, message.subject) == (["nell@example.org"], "Invitation: Severn Winds")
    assert shown.context["link"] in message.body
    assert b"It was sent to nell@example.org" in shown.content


class Broken(BaseEmailBackend):
    """A mail server that is not there."""

    def send_messages(self, messages: Any) -> int:
        raise ConnectionRefusedError


def test_it_shows_the_link_where_the_mail_server_is_away(
    mailing: None, settings: Any, olive_client: Client, people: str
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Broken"
    shown = invite(olive_client, people, email="nell@example.org")
    assert b"could not be sent to nell@example.org" in shown.content
    assert Client().get(link_of(shown)).status_code == 200


# ------------------------------------------------------------------ at the server
def invited(*told: str) -> str:
    out = StringIO()
    call_command("invite", *told, stdout=out, stderr=StringIO())
    return re.sub(r"^https?://[^/]+", "", out.getvalue().strip())


def test_it_lets_the_first_owner_in(db: None) -> None:
    link = invited("Łódź Sparrows", "--found", "--town", "Łódź")
    assert Client().post(link, NELL).status_code == 302
    right = Right.objects.get()
    assert (right.role, right.club.name, right.club.town) == ("owner", "Łódź Sparrows", "Łódź")
    assert Action.objects.filter(verb="invitation_make", actor=None).count() == 1


@pytest.mark.parametrize("address", ["", "https://play.example/"])
def test_it_prints_no_address_that_is_not_the_sites(db: None, settings: Any, address: str) -> None:
    settings.ADDRESS = address
    out, beside = StringIO(), StringIO()
    call_command("invite", "Kites", "--found", stdout=out, stderr=beside)
    assert out.getvalue().startswith(address or "/organise/")
    assert out.getvalue().count("//") == (1 if address else 0)
    assert ("SPARROWS_ADDRESS" in beside.getvalue()) is (address == "")


def test_it_invites_to_an_event_from_the_shell(running: Competition, nia: User, nia_client: Client) -> None:
    nia_client.post(invited("severn winds", "--role", "scorer", "--event", running.slug))
    assert Right.objects.get(user=nia, role="scorer").competition == running


@pytest.mark.parametrize("told", [("Nowhere",), ("Severn Winds", "--event", "nowhere")])
def test_it_invites_nowhere(club: Club, told: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        invited(*told)
    assert not Invitation.objects.exists()


def test_it_keeps_names_and_links_out_of_the_log(link: str) -> None:
    Client().post(link, NELL)
    kept = str(list(Action.objects.values_list("verb", "facts", "reason")))
    assert "Nell" not in kept
    assert "nell@" not in kept
    assert link.rsplit("/", 1)[1] not in kept

