"""E-mails of a registration: one for each step, sent once, shown with what became of it, erased with it."""

import re
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import registered_in
from tests.organiser.conftest import at
from tournaments.live import waking
from tournaments.models import Competition, Letter, Opening, Outbox
from tournaments.publishing import calendar
from tournaments.services import competitions, letters, mailing, outbox, registrations

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(tournament: Competition, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Competition:
    """The tournament with two more places, on a site that sends e-mails when the outbox is run."""
    settings.EMAIL_CONFIGURED = True
    monkeypatch.setattr(waking, "wake_outbox", lambda: None)
    outbox.run()
    registered_in(tournament, family="Has")
    registered_in(tournament, family="Waits", email="waits@example.org", state="waiting")
    Opening.objects.filter(competition=tournament).update(capacity=17, fee="£15")
    return tournament


def one(event: Competition, family: str) -> Any:
    return event.registrations.select_related("competition__club").get(family=family)


def kinds(event: Competition) -> list[tuple[str, str]]:
    told = Letter.objects.filter(registration__competition=event).order_by("pk")
    return list(told.values_list("registration__family", "kind"))


def test_it_writes_in_the_language_in_which_somebody_registered(event: Competition, olive: User) -> None:
    with override("da"):
        told = {"key": uuid4(), "given": "Aage", "family": "Dahl", "club": "", "email": "aage@example.org"}
        registrations.registration_make(competition=event, answers=[], **told)
    outbox.run()
    [letter] = mail.outbox
    assert letter.to == ["aage@example.org"]
    assert f"http://testserver/da/registrations/{one(event, 'Dahl').token}/" in letter.body
    assert "18. april 2026" in letter.body
    own = Client().get(f"/da/registrations/{one(event, 'Dahl').token}/")
    assert (own.status_code, own["Content-Language"]) == (200, "da")


def test_it_tells_everybody_of_each_step_once(event: Competition, olive: User) -> None:
    registrations.registration_withdraw(registration=one(event, "Has"))
    assert kinds(event) == [("Has", "withdrawn"), ("Waits", "promoted")]
    assert (outbox.run(), outbox.run()) == (2, 0)
    gone, moved = mail.outbox
    assert (gone.to, gone.attachments) == (["ros@example.org"], [])
    assert moved.subject == "Spring Day: you have a place now"
    assert f"http://testserver/registrations/{one(event, 'Waits').token}/" in moved.body
    assert "Fee: £15" in moved.body
    [(_name, file, kind), (_code, drawn, _png)] = moved.attachments
    assert drawn.startswith(b"\x89PNG")
    assert "show the code that is on your page" in moved.body
    assert "DTSTART;VALUE=DATE:20260418\r\n" in file
    assert kind == "text/calendar; method=PUBLISH"
    letter = Letter.objects.get(kind="promoted")
    assert moved.message()["Message-ID"] == f"<letter-{letter.pk}@localhost>"
    assert set(Letter.objects.values_list("state", flat=True)) == {"sent"}
    assert one(event, "Waits").token not in letter.words


def test_it_tells_who_was_approved_refused_or_is_taken_off_the_list(event: Competition, olive: User) -> None:
    Opening.objects.update(capacity=40)
    for family in ("Asks", "No"):
        registered_in(event, family=family, state="asked")
    registrations.registration_approve(registration=one(event, "Asks"), actor=olive)
    registrations.registration_refuse(registration=one(event, "No"), actor=olive)
    registrations.registrations_enter(competition=event, actor=olive)
    competitions.entry_remove(entry=one(event, "Asks").entry, actor=olive)
    assert kinds(event) == [
        *(("Asks", "waiting"), ("No", "refused"), ("Waits", "promoted")),
        *(("Asks", "promoted"), ("Asks", "withdrawn")),
    ]


def test_it_says_what_failed_and_sends_it_again_by_the_button(
    event: Competition, olive_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = letters.write(one(event, "Has"), "coming")
    monkeypatch.setattr(mailing, "send", lambda *told, **more: False)
    outbox.run()
    monkeypatch.undo()
    monkeypatch.setattr(waking, "wake_outbox", lambda: None)
    page = olive_client.get(at("letters", event)).content.decode()
    assert "Failed (1)" in page
    assert "You have a place." in page
    assert "failed: 1" in olive_client.get(at("registrations", event)).content.decode()
    assert olive_client.post(at("letter-send", event, letter=letter.pk)).status_code == 302
    outbox.run()
    assert len(mail.outbox) == 1
    again = olive_client.post(at("letter-send", event, letter=letter.pk))
    assert (again.status_code, "was sent already" in again.content.decode()) == (409, True)
    assert (outbox.run(), len(mail.outbox)) == (0, 1)


def test_a_worker_that_dies_while_it_sends_leaves_it_to_a_person(
    event: Competition, olive_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = letters.write(one(event, "Has"), "coming")

    def dies(*told: Any, **more: Any) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(mailing, "send", dies)
        with pytest.raises(KeyboardInterrupt):
            outbox.run()
    assert outbox.run() == 0
    on_its_way = olive_client.post(at("letter-send", event, letter=letter.pk))
    assert on_its_way.status_code == 409
    Letter.objects.update(tried_at=timezone.now() - 2 * letters.PATIENCE)
    page = olive_client.get(at("registration", event, registration=letter.registration_id))
    assert "perhaps sent" in page.content.decode()
    assert olive_client.post(at("letter-by-hand", event, letter=letter.pk)).status_code == 302
    assert (outbox.run(), mail.outbox, Letter.objects.get().state) == (0, [], "by_hand")


def test_without_a_mail_server_each_is_copied(
    event: Competition, olive_client: Client, settings: Any
) -> None:
    settings.EMAIL_CONFIGURED = False
    letter = letters.write(one(event, "Has"), "coming")
    assert not Outbox.objects.filter(done_at=None).exists()
    page = olive_client.get(at("letters", event)).content.decode()
    assert "mailto:ros@example.org?subject=Spring%20Day" in page
    assert one(event, "Has").token in page
    assert at("letter-send", event, letter=letter.pk) not in page
    assert olive_client.post(at("letter-send", event, letter=letter.pk)).status_code == 409
    assert olive_client.post(at("letter-by-hand", event, letter=letter.pk)).status_code == 302
    settings.EMAIL_CONFIGURED = True
    assert olive_client.post(at("letters-send", event)).status_code == 302
    assert (outbox.run(), mail.outbox) == (0, [])


@pytest.mark.parametrize("decision", ["withdraw", "refuse"])
def test_what_was_never_sent_and_is_no_longer_so_is_overtaken(
    event: Competition, olive_client: Client, settings: Any, decision: str
) -> None:
    settings.EMAIL_CONFIGURED = False
    place = letters.write(one(event, "Has"), "coming")
    before = olive_client.get(at("letters", event)).content.decode()
    assert ("To send (1)" in before, "overtaken" in before) == (True, False)
    address = at(f"registration-{decision}", event, registration=place.registration_id)
    assert olive_client.post(address).status_code == 302
    page = olive_client.get(at("letters", event)).content.decode()
    assert ("To send (2)" in page, "Overtaken (1)" in page) == (True, True), "and who moved up"
    listed = olive_client.get(at("letters", event) + "?state=unsent").context["letters"]
    assert place.pk not in [told.letter.pk for told in listed]
    assert at("letter-by-hand", event, letter=place.pk) not in page
    settings.EMAIL_CONFIGURED = True
    assert olive_client.post(at("letter-send", event, letter=place.pk)).status_code == 409
    assert olive_client.post(at("letters-send", event)).status_code == 302
    assert outbox.run() == 2
    assert place.subject not in [sent.subject for sent in mail.outbox]


def test_it_sends_all_that_failed(event: Competition, olive_client: Client) -> None:
    for family in ("Has", "Waits"):
        letters.write(one(event, family), "coming")
    Outbox.objects.update(done_at=timezone.now())
    Letter.objects.update(state="failed")
    page = olive_client.post(at("letters-send", event), follow=True).content.decode()
    assert "2 e-mails are being sent." in page
    assert (outbox.run(), len(mail.outbox)) == (2, 2)


def test_it_reminds_everybody_with_a_place_once_before_the_day(event: Competition) -> None:
    today, morning = timezone.localdate(), timezone.localtime().replace(hour=letters.REMINDS_FROM)
    Competition.objects.filter(pk=event.pk).update(date=today + timedelta(days=3))
    Opening.objects.update(remind_days=2)
    event.registrations.update(at=timezone.now() - timedelta(days=5))
    registered_in(event, family="Late", at=timezone.now())
    letters.remind(morning)
    assert kinds(event) == [], "three days before"
    Competition.objects.filter(pk=event.pk).update(date=today + timedelta(days=2))
    letters.remind(morning.replace(hour=letters.REMINDS_FROM - 1))
    assert kinds(event) == [], "at night"
    letters.remind(morning)
    letters.remind(morning)
    assert kinds(event) == [("Has", "reminder")]
    outbox.run()
    assert "withdraw, so that others can" in mail.outbox[0].body


def test_a_link_that_would_lead_nowhere_is_not_sent(event: Competition) -> None:
    Opening.objects.update(site="")
    letters.write(one(event, "Has"), "coming")
    outbox.run()
    assert (mail.outbox, Letter.objects.get().state) == ([], "failed")


def test_a_link_leads_to_where_the_staff_work_when_nobody_noted_where(
    event: Competition, olive_client: Client
) -> None:
    Opening.objects.update(site="")
    registration = one(event, "Has")
    olive_client.post(at("registration-withdraw", event, registration=registration.pk))
    outbox.run()
    first, _promoted = mail.outbox
    assert f"http://testserver/registrations/{registration.token}/" in first.body
    assert Opening.objects.get().site == "http://testserver/"


def test_a_link_leads_to_the_sites_own_address_without_anybody(event: Competition, settings: Any) -> None:
    settings.ADDRESS = "https://sparrows.example"
    Opening.objects.update(site="")
    letters.write(one(event, "Has"), "coming")
    outbox.run()
    assert f"https://sparrows.example/registrations/{one(event, 'Has').token}/" in mail.outbox[0].body


def test_whoever_has_a_place_may_put_the_day_into_the_calendar(event: Competition) -> None:
    has, waits = one(event, "Has"), one(event, "Waits")
    assert "event.ics" in Client().get(f"/registrations/{has.token}/").content.decode()
    answer = Client().get(f"/registrations/{has.token}/event.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    assert "SUMMARY:Spring Day\r\n" in answer.content.decode()
    assert Client().get(f"/registrations/{waits.token}/event.ics").status_code == 404


def test_a_letter_to_whoever_is_forgotten_goes_too(event: Competition, olive: User) -> None:
    letters.write(one(event, "Has"), "coming")
    registrations.registration_erase(registration=one(event, "Has"), actor=olive)
    assert kinds(event) == [("Waits", "promoted")]
    assert outbox.run() == 2
    assert [one.to for one in mail.outbox] == [["waits@example.org"]]


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"])))
def test_no_line_of_a_calendar_file_is_long_and_none_is_another(text: str) -> None:
    told = {"key": "a-1", "day": date(2026, 4, 18), "club": "A; B", "link": "https://a.example/x/"}
    file = calendar.written([calendar.Occasion(name=text, at=timezone.now(), **told)])
    assert all(len(line.encode()) <= calendar.OCTETS for line in file.split("\r\n"))
    lines = file.replace("\r\n ", "").split("\r\n")
    said = next(line for line in lines if line.startswith("SUMMARY:")).removeprefix("SUMMARY:")
    assert re.sub(r"\\(.)", r"\1", said) == text
    assert len(lines) == 16


def test_it_writes_a_line_break_in_a_name_as_no_line() -> None:
    assert calendar.escaped("Spring\r\nEND:VEVENT; a, b\\") == "Spring\\nEND:VEVENT\\; a\\, b\\\\"
