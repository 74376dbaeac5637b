"""Registration: opened, filled in, decided, moved up, withdrawn by the own link, entered; nothing twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.conftest import registered_in
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Action, Competition, Entry, Opening, Registration, Seating, Throttle
from tournaments.refusals import Refusal
from tournaments.selectors.persons import kept_of
from tournaments.services import competitions, devices, registrations, rounds

pytestmark = pytest.mark.django_db
State = Registration.State


@pytest.fixture
def event(tournament: Competition) -> Competition:
    """The tournament, published, with two places beside its sixteen entries."""
    Competition.objects.filter(pk=tournament.pk).update(published=True)
    now, day = timezone.now(), timedelta(days=1)
    asked = {"consent": "My name may be published.", "questions": ["What do you not eat?"], "fee": "£15"}
    times = {"opens_at": now - day, "closes_at": now + day}
    Opening.objects.create(competition=tournament, capacity=18, **times, **asked)
    tournament.refresh_from_db()
    return tournament


def register(event: Competition, family: str, **more: Any) -> Any:
    """Open the form as a stranger, fill it in and send it."""
    client, address = Client(), f"/c/{event.slug}/register/"
    form = client.get(address).context["form"]
    told = {"given": "Ros", "family": family, "email": f"{family}@Example.org", "answer0": "Fish"}
    return client.post(address, {**told, "key": str(form["key"].value()), "consent": "on", **more})


def states(event: Competition) -> dict[str, str]:
    return dict(event.registrations.values_list("family", "state"))


def test_it_gives_places_and_then_a_turn_on_the_waiting_list(event: Competition) -> None:
    answers = [register(event, family) for family in ("Aa", "Bb", "Cc", "Dd")]
    assert states(event) == {"Aa": "coming", "Bb": "coming", "Cc": "waiting", "Dd": "waiting"}
    page = Client().get(answers[3]["Location"]).content.decode()
    assert "Place on the list: 2." in page
    assert "£15" in page
    first = event.registrations.get(family="Aa")
    assert (first.answers, first.consent) == ([["What do you not eat?", "Fish"]], "My name may be published.")
    assert first.email == "aa@example.org"
    assert first.token not in (first.token_hash, first.nonce)


def test_it_lets_the_longest_waiting_move_up_when_somebody_withdraws_by_the_own_link(
    event: Competition,
) -> None:
    first, *_rest = [register(event, family) for family in ("Aa", "Bb", "Cc", "Dd")]
    link = first["Location"]
    assert Client().post(link).status_code == 302
    assert states(event) == {"Aa": "withdrawn", "Bb": "coming", "Cc": "coming", "Dd": "waiting"}
    assert Client().post(link).status_code == 409
    assert "is withdrawn" in Client().get(link).content.decode()
    assert Client().get("/registrations/nobody/").status_code == 404
    moved = Action.objects.get(verb="registration_promote")
    assert moved.facts == {"registrations": [event.registrations.get(family="Cc").pk]}


def test_it_moves_up_as_many_as_there_are_new_places(event: Competition, olive_client: Client) -> None:
    for family in ("Aa", "Bb", "Cc", "Dd", "Ee"):
        register(event, family)
    form = olive_client.get(at("registration-open", event)).context["form"]
    sent = {field.html_name: field.value() for field in form}
    times = {name: sent[name].strftime("%Y-%m-%dT%H:%M") for name in ("opens_at", "closes_at")}
    sent = {**sent, **times, "capacity": "20", "approval": ""}
    assert olive_client.post(at("registration-open", event), sent).status_code == 302
    assert list(states(event).values()) == ["coming"] * 4 + ["waiting"]
    back = {**sent, "closes_at": times["opens_at"]}
    assert olive_client.post(at("registration-open", event), back).status_code == 422


def test_it_is_opened_with_the_words_of_the_clubs_latest_event(
    event: Competition, olive_client: Client, club: Any
) -> None:
    new = Competition.objects.create(club=club, name="Next", slug="next", date="2027-01-01", ruleset_hash="0")
    form = olive_client.get(at("registration-open", new)).context["form"]
    assert (form["fee"].value(), form["questions"].value()) == ("£15", "What do you not eat?")
    assert (form["capacity"].value(), form["opens_at"].value()) == (18, None)


def test_it_is_one_registration_when_the_form_is_sent_twice(event: Competition) -> None:
    key = "6a1f8ac6-5f83-4a20-9f7e-1a8f1d3f2a11"
    sent = [register(event, "Aa", key=key)["Location"] for _ in range(2)]
    assert sent[0] == sent[1]
    assert Registration.objects.count() == 1
    assert register(event, "Bb", key=key).status_code == 422
    again = register(event, "Aa")
    assert (again.status_code, Registration.objects.count()) == (409, 1)
    assert "registered already" in again.content.decode()


def test_two_under_one_name_are_pointed_out_while_one_waits(event: Competition, olive_client: Client) -> None:
    Opening.objects.filter(competition=event).update(capacity=17)
    register(event, "Aa")
    register(event, "Bb")
    assert not olive_client.get(at("registrations", event)).context["alike"]
    register(event, "AA", email="other@example.org")
    page = olive_client.get(at("registrations", event))
    assert [one.state for one in page.context["alike"]] == ["coming", "waiting"]
    assert "Registered more than once under one name" in page.content.decode()
    refused = page.context["alike"][1]
    olive_client.post(at("registration-refuse", event, registration=refused.pk))
    assert not olive_client.get(at("registrations", event)).context["alike"]


def test_a_question_with_a_star_must_be_answered(event: Competition) -> None:
    Opening.objects.filter(competition=event).update(questions=["Year of birth *", "What do you not eat?"])
    asked = Client().get(f"/c/{event.slug}/register/").context["form"]
    assert (asked["answer0"].label, asked["answer0"].field.required) == ("Year of birth", True)
    assert not asked["answer1"].field.required
    assert register(event, "Aa", answer0=" ").status_code == 422
    assert register(event, "Aa", answer0="1951").status_code == 302
    answers = Registration.objects.get().answers
    assert answers == [["Year of birth", "1951"], ["What do you not eat?", ""]]


@pytest.mark.parametrize("wrong", [{"consent": ""}, {"website": "http://spam"}, {"email": "no"}])
def test_it_takes_nothing_without_consent_nor_from_a_program(event: Competition, wrong: Any) -> None:
    assert register(event, "Aa", **wrong).status_code == 422
    assert not Registration.objects.exists()


def test_it_is_closed_before_afterwards_and_once_the_event_has_begun(
    event: Competition, running: Competition
) -> None:
    now, day = timezone.now(), timedelta(days=1)
    for opens, closes in ((now + day, now + 2 * day), (now - 2 * day, now - day)):
        Opening.objects.filter(competition=event).update(opens_at=opens, closes_at=closes)
        assert "<form" not in Client().get(f"/c/{event.slug}/register/").content.decode().split("<main")[1]
        assert register(event, "Aa").status_code == 409
    registered_in(running)
    begun = Client().get(f"/c/{running.slug}/register/").content.decode()
    assert "Registration is closed." in begun
    with pytest.raises(Refusal, match="registration_begun"):
        registrations.registration_withdraw(registration=running.registrations.get())


def test_it_says_to_the_staff_whether_anybody_can_register(
    event: Competition, olive_client: Client, olive: User
) -> None:
    def said() -> str:
        return olive_client.get(at("registrations", event)).content.decode()

    assert ("The form is on the event’s public page." in said(), "Open until" in said()) == (True, True)
    Competition.objects.filter(pk=event.pk).update(published=False)
    assert ("public page." in said(), "nobody finds the form yet" in said()) == (False, True)
    Competition.objects.filter(pk=event.pk).update(published=True)
    event.refresh_from_db()
    [one, *_] = rounds.round_draw(competition=event, rounds=1, actor=olive)
    rounds.round_publish(round=one, actor=olive)
    assert ("Closed: play has begun." in said(), "Open until" in said()) == (True, False)
    assert "nobody can register any more" in said()


def test_it_is_found_on_the_public_page_only_where_it_was_opened(
    event: Competition, season: Competition
) -> None:
    Competition.objects.filter(pk=season.pk).update(published=True)
    assert f"/c/{event.slug}/register/" in Client().get(f"/c/{event.slug}/").content.decode()
    assert "/register/" not in Client().get(f"/c/{season.slug}/").content.decode()
    assert Client().get(f"/c/{season.slug}/register/").status_code == 404
    Competition.objects.filter(pk=event.pk).update(published=False)
    assert Client().get(f"/c/{event.slug}/register/").status_code == 404


def test_the_director_approves_refuses_and_has_a_message_to_copy(
    event: Competition, olive_client: Client
) -> None:
    Opening.objects.update(approval=True)
    for family in ("Aa", "Bb", "Cc", "Dd"):
        register(event, family)
    assert set(states(event).values()) == {"asked"}
    a, b, c, d = event.registrations.all()
    for one in (a, b, c):
        olive_client.post(at("registration-approve", event, registration=one.pk), {"from": "list"})
    olive_client.post(at("registration-refuse", event, registration=d.pk))
    assert list(states(event).values()) == ["coming", "coming", "waiting", "refused"]
    olive_client.post(at("registration-refuse", event, registration=a.pk))
    assert list(states(event).values()) == ["refused", "coming", "coming", "refused"]
    page = olive_client.get(at("registration", event, registration=c.pk))
    assert "you have a place now." in page.context["letters"][0].text
    assert f"/registrations/{c.token}/" in page.context["letters"][0].text
    again = olive_client.post(at("registration-approve", event, registration=c.pk))
    assert (again.status_code, "decided already" in again.content.decode()) == (409, True)


def test_it_makes_entries_in_one_step_and_recognises_who_is_entered(
    event: Competition, olive: User, olive_client: Client
) -> None:
    register(event, "Aa")
    register(event, "Bb")
    there = competitions.entry_add(competition=event, person={"given": "Ros", "family": "Bb"}, actor=olive)
    done = olive_client.post(at("registrations-enter", event), follow=True).content.decode()
    assert "2 players are entered." in done
    assert event.registrations.get(family="Bb").entry == there
    assert event.entries.count() == 18
    olive_client.post(at("registrations-enter", event))
    assert event.entries.count() == 18


def test_a_place_is_free_when_the_entry_goes(event: Competition, olive: User) -> None:
    for family in ("Aa", "Bb", "Cc", "Dd"):
        register(event, family)
    registrations.registrations_enter(competition=event, actor=olive)
    entered = event.registrations.get(family="Aa").entry
    assert entered is not None
    competitions.entry_change(entry=entered, actor=olive, status=Entry.Status.WITHDRAWN)
    assert states(event) == {"Aa": "withdrawn", "Bb": "coming", "Cc": "coming", "Dd": "waiting"}
    entered = event.registrations.get(family="Bb").entry
    assert entered is not None
    competitions.entry_remove(entry=entered, actor=olive)
    assert states(event)["Bb"] == "withdrawn"
    assert states(event)["Dd"] == "coming"


def test_withdrawing_by_the_link_withdraws_the_entry(event: Competition, olive: User) -> None:
    link = register(event, "Aa")["Location"]
    registrations.registrations_enter(competition=event, actor=olive)
    entry = event.entries.latest("number")
    rounds.round_draw(competition=event, rounds=2, actor=olive)
    Client().post(link)
    assert event.entries.get(pk=entry.pk).status == Entry.Status.WITHDRAWN
    assert not Seating.objects.filter(entry=entry).exists()  # house players sit there


def test_who_withdrew_and_registered_again_plays_under_the_old_number(
    event: Competition, olive_client: Client
) -> None:
    enter = at("registrations-enter", event)
    link = register(event, "Aa")["Location"]
    olive_client.post(enter)
    entered = event.entries.latest("number")
    Client().post(link)
    register(event, "Aa")
    assert olive_client.post(enter).status_code == 302
    old, new = event.registrations.order_by("pk")
    assert [(one.state, one.entry) for one in (old, new)] == [("withdrawn", None), ("coming", entered)]
    entered.refresh_from_db()
    assert entered.status == Entry.Status.PLAYER


def test_two_registrations_of_one_person_make_no_entry_before_one_is_refused(
    event: Competition, olive_client: Client
) -> None:
    for email in ("one@example.org", "two@example.org"):
        register(event, "Aa", email=email)
    answer = olive_client.post(at("registrations-enter", event))
    said = "Ros Aa: two registrations have this name" in answer.content.decode()
    assert (answer.status_code, said) == (422, True)
    assert event.entries.count() == 16
    first, second = event.registrations.order_by("pk")
    olive_client.post(at("registration-refuse", event, registration=first.pk))
    assert olive_client.post(at("registrations-enter", event)).status_code == 302
    olive_client.post(at("registration-approve", event, registration=first.pk))
    assert olive_client.post(at("registrations-enter", event)).status_code == 422
    second.refresh_from_db()
    assert second.entry == event.entries.latest("number")


def test_the_registration_follows_what_becomes_of_the_entry(event: Competition, olive: User) -> None:
    for family in ("Aa", "Bb", "Cc"):
        register(event, family)
    registrations.registrations_enter(competition=event, actor=olive)
    entered = event.registrations.get(family="Aa").entry
    assert entered is not None
    for status, then in (
        ("substitute", {"Aa": "coming", "Bb": "coming", "Cc": "coming"}),
        ("withdrawn", {"Aa": "withdrawn", "Bb": "coming", "Cc": "coming"}),
        ("player", {"Aa": "coming", "Bb": "coming", "Cc": "coming"}),
    ):
        competitions.entry_change(entry=entered, actor=olive, status=status)
        assert (status, states(event)) == (status, then)


def test_who_comes_back_keeps_the_registration_that_was_made_anew(event: Competition, olive: User) -> None:
    link = register(event, "Aa")["Location"]
    registrations.registrations_enter(competition=event, actor=olive)
    Client().post(link)
    register(event, "Aa")
    competitions.entry_change(entry=event.entries.latest("number"), actor=olive, status="player")
    told = [(one.state, one.entry is None) for one in event.registrations.order_by("pk")]
    assert told == [("withdrawn", True), ("coming", False)]


@pytest.mark.parametrize(
    ("fee", "said"),
    [
        ("£15 at the door", "Due from 2: 30 in all (fee: £15 at the door)."),
        ("12,50 €", "Due from 2: 25,00 in all (fee: 12,50 €)."),
        ("£15 (juniors £10)", "Due from 2 (fee: £15 (juniors £10))."),
        ("15 000 Ft", "Due from 2 (fee: 15 000 Ft)."),
    ],
)
def test_it_says_how_many_have_paid_and_what_is_due(
    tournament: Competition, olive_client: Client, olive: User, fee: str, said: str
) -> None:
    first, *_others = [registered_in(tournament, family=name) for name in ("Lee", "Dee", "Fee")]
    registered_in(tournament, family="Wee", state="waiting")
    page = olive_client.get(at("registrations", tournament))
    assert "Paid:" not in words_of(page), "there is no fee"
    Opening.objects.update(fee=fee)
    registrations.registration_pay(registration=first, paid=True, actor=olive)
    page = words_of(olive_client.get(at("registrations", tournament)))
    assert f"Paid: 1 of 3 who have a place. {said}" in page


def test_whoever_withdrew_is_counted_apart_of_the_fees(
    tournament: Competition, olive_client: Client, olive: User
) -> None:
    gone = [registered_in(tournament, family=f"Gone{n}") for n in range(3)]
    registered_in(tournament)
    Opening.objects.update(fee="£15")
    registrations.registration_pay(registration=gone[0], paid=True, actor=olive)
    assert "Paid: 1 of 4 who have a place. Due from 3: 45 in all" in fees_told(olive_client, tournament)
    for one in gone:
        registrations.registration_withdraw(registration=one, actor=olive)
    assert fees_told(olive_client, tournament) == (
        "Paid: 0 of 1 who have a place. Due from 1: 15 in all (fee: £15). "
        "2 withdrew without paying and are not counted. 1 withdrew who had paid."
    )


def fees_told(client: Client, event: Competition) -> str:
    said = words_of(client.get(at("registrations", event)))
    return said[said.index("Paid:") :].split(" The form is")[0].split(" Change")[0]


def test_it_notes_the_fee_and_forgets_whoever_is_not_entered(
    event: Competition, olive_client: Client
) -> None:
    register(event, "Aa")
    one = event.registrations.get()
    olive_client.post(at("registration-paid", event, registration=one.pk))
    assert event.registrations.get().paid_at is not None
    olive_client.post(at("registration-unpaid", event, registration=one.pk))
    assert event.registrations.get().paid_at is None
    olive_client.post(at("registration-erase", event, registration=one.pk))
    assert not event.registrations.exists()
    told = str(list(Action.objects.values_list("facts", "reason"))).lower()
    assert "aa@example.org" not in told


def test_it_is_corrected_by_the_staff_and_the_log_says_which_fields(
    event: Competition, olive_client: Client, rafe_client: Client, olive: User, typed: Any
) -> None:
    for family in ("Aa", "Bb"):
        register(event, family, given="")
    one = event.registrations.get(family="Aa")
    address = at("registration-correct", event, registration=one.pk)
    assert "What do you not eat?" in olive_client.get(address).content.decode()
    mine, other = (typed(olive_client, address, answer0=eaten, given="Åse") for eaten in ("Nuts", "Eggs"))
    assert [olive_client.post(address, mine).status_code for _ in range(2)] == [302, 302]
    one.refresh_from_db()
    assert (one.given, one.answers) == ("Åse", [["What do you not eat?", "Nuts"]])
    stale = olive_client.post(address, other)
    assert (stale.status_code, "Somebody changed this registration" in stale.content.decode()) == (409, True)
    again = {**other, "seen": stale.context["form"]["seen"].value()}
    assert olive_client.post(address, again).status_code == 302
    assert event.registrations.get(pk=one.pk).answers == [["What do you not eat?", "Eggs"]]
    lines = Action.objects.filter(verb="registration_correct").order_by("pk")
    told = [(line.actor, line.facts["fields"]) for line in lines]
    assert told == [(olive, ["answers", "given"]), (olive, ["answers"])]
    twin = typed(olive_client, address, family="Bb", given="", email="bb@example.org")
    assert olive_client.post(address, twin).status_code == 409
    assert "corrected what a registration says" in olive_client.get(at("log", event)).content.decode()
    assert rafe_client.get(address).status_code == 404


def test_it_is_given_to_whoever_asks_what_is_kept(event: Competition, olive: User) -> None:
    register(event, "Aa")
    registrations.registrations_enter(competition=event, actor=olive)
    [kept] = kept_of(event.entries.latest("number").player)["registrations"]
    assert (kept["email"], kept["answers"]) == ("aa@example.org", [["What do you not eat?", "Fish"]])


def test_it_slows_an_address_down(event: Competition) -> None:
    ahead = timezone.now() + devices.FORMS_AT_ONCE * devices.EACH_OF_FORMS
    Throttle.objects.create(name="form 127.0.0.1", tried_until=ahead)
    assert register(event, "Aa").status_code == 429
    assert not Registration.objects.exists()


def test_others_do_not_see_who_registered(
    event: Competition, nia_client: Client, rafe_client: Client
) -> None:
    for client in (nia_client, rafe_client):
        assert client.get(at("registrations", event)).status_code == 404
