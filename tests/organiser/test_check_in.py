"""Check-in at a tournament: found, tapped, counted; done once, taken back, by a helper alone."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from players.models import Player
from tests.conftest import registered_in, signed_in
from tests.organiser.conftest import at
from tournaments.models import Action, Arrival, Competition, Opening, Right, Seating
from tournaments.powers import Role
from tournaments.refusals import Refusal
from tournaments.services import arrivals, competitions, letters, registrations, rounds, seats


@pytest.fixture
def helper(nell: User, tournament: Competition) -> Client:
    Right.objects.create(user=nell, club=tournament.club, competition=tournament, role=Role.HELPER)
    return signed_in(nell)


def test_a_helper_finds_somebody_and_checks_them_in(helper: Client, tournament: Competition) -> None:
    page = helper.get(at("check-in", tournament), {"q": "lecka"})
    [found] = page.context["entries"]
    assert found.name == "Ann Łęcka"
    done = helper.post(at("arrived", tournament, number=found.number), follow=True)
    assert f"Ann Łęcka is here, number {found.number}." in done.content.decode()
    assert (done.context["numbers"].here, done.context["numbers"].missing) == (1, 15)
    assert done.context["entries"][-1] == found  # who is missing stands first
    line = Action.objects.filter(verb="arrival").get()
    assert line.facts == {"number": found.number}


def test_it_tells_the_second_helper(helper: Client, olive: User, tournament: Competition) -> None:
    arrivals.arrival_note(entry=tournament.entries.get(number=1), actor=olive)
    again = helper.post(at("arrived", tournament, number=1))
    assert (again.status_code, "checked in already" in again.content.decode()) == (422, True)
    assert Arrival.objects.count() == 1


def test_it_is_taken_back_once(helper: Client, tournament: Competition) -> None:
    helper.post(at("arrived", tournament, number=1))
    undo = at("arrived-undo", tournament, number=1)
    assert [helper.post(undo).status_code for _ in range(2)] == [302, 422]
    assert not Arrival.objects.exists()


@pytest.mark.parametrize(("here", "said"), [(3, (0, 3, 1)), (4, (1, 0, 0)), (9, (2, 1, 3))])
def test_it_says_what_the_numbers_make(
    helper: Client, olive: User, tournament: Competition, here: int, said: tuple[int, int, int]
) -> None:
    for entry in tournament.entries.filter(number__lte=here):
        arrivals.arrival_note(entry=entry, actor=olive)
    page = helper.get(at("check-in", tournament))
    numbers = page.context["numbers"]
    assert (numbers.tables, numbers.over, numbers.lacking) == said
    assert ("Over, beside the whole tables" in page.content.decode()) is (said[1] > 0)


@pytest.mark.parametrize(
    ("ruleset", "here", "advice"),
    [
        ("bmja-tournament", 8, []),
        ("bmja-tournament", 7, ["Wait for latecomers: 1 more", "Let the draw seat house players: 1."]),
        (
            "bmja-club",
            9,
            ["Wait for", "house players: 3.", "tables: 3 tables of three", "1 table of five, 1 of four"],
        ),
        ("bmja-club", 3, ["Wait for", "Let the draw seat house players: 1."]),
    ],
)
def test_it_advises_what_to_do_with_who_is_over(
    helper: Client, olive: User, tournament: Competition, ruleset: str, here: int, advice: list[str]
) -> None:
    competitions.competition_change(competition=tournament, actor=olive, ruleset=ruleset)
    for entry in tournament.entries.filter(number__lte=here):
        arrivals.arrival_note(entry=entry, actor=olive)
    told = helper.get(at("check-in", tournament)).context["numbers"].advice()
    assert len(told) == len(advice)
    assert [said for said, told_one in zip(advice, told, strict=True) if said not in told_one] == []


def test_it_names_who_has_a_seat_and_has_not_come(
    olive_client: Client, running: Competition, olive: User
) -> None:
    assert olive_client.get(at("check-in", running)).context["late"] is None  # nobody checks people in
    for entry in running.entries.exclude(number__in=(5, 7)):
        arrivals.arrival_note(entry=entry, actor=olive)
    page = olive_client.get(at("check-in", running))
    assert [one.entry.number for one in page.context["late"].missing] == [5, 7]
    table = page.context["late"].missing[0].table
    assert at("substitute", running, round=1, table=table) in page.content.decode()


def test_whoever_starts_a_round_reads_who_is_not_checked_in(
    olive_client: Client, tournament: Competition, olive: User
) -> None:
    [drawn] = rounds.round_draw(competition=tournament, rounds=1, actor=olive)
    rounds.round_publish(round=drawn, actor=olive)
    addresses = [at("board", tournament), at("round", tournament, round=1)]
    before = [olive_client.get(address).content.decode() for address in addresses]
    assert [text for text in before if "Not checked in" in text] == []  # nobody checks people in
    for entry in tournament.entries.exclude(number=5):
        arrivals.arrival_note(entry=entry, actor=olive)
    for address in addresses:
        text = olive_client.get(address).content.decode()
        told = text.partition('id="not-checked-in"')[2].partition("</p>")[0]
        assert "Toby Eames" in told
        assert told.count("(table ") == 1
    arrivals.arrival_note(entry=tournament.entries.get(number=5), actor=olive)
    assert 'id="not-checked-in"' not in olive_client.get(addresses[0]).content.decode()


def test_it_takes_nobody_for_missing_whose_seat_another_has(
    olive_client: Client, running: Competition, olive: User
) -> None:
    gone = running.entries.get(number=5)
    for entry in running.entries.exclude(number=5):
        arrivals.arrival_note(entry=entry, actor=olive)
    seats_of = Seating.objects.select_related("table__round__competition")
    seat = seats_of.get(entry=gone, round__number=1)
    who = {"given": "Sue", "family": "Bee"}
    seats.seat_hand_over(table=seat.table, seat=seat.seat, from_deal=1, who=who, actor=olive)
    assert olive_client.get(at("check-in", running)).context["late"] is None


def test_it_names_who_is_here_without_a_seat_and_the_seats_of_house_players(
    olive_client: Client, running: Competition, olive: User
) -> None:
    for entry in running.entries.all():
        arrivals.arrival_note(entry=entry, actor=olive)
    assert olive_client.get(at("check-in", running)).context["late"] is None
    came = olive_client.post(at("check-in", running), {"given": "Lee", "family": "Late", "status": "player"})
    assert came.status_code == 302
    page = olive_client.get(at("check-in", running))
    assert [one.name for one in page.context["late"].unseated] == ["Lee Late"]
    assert "No seat is free in this round" in page.content.decode()
    competitions.entry_change(entry=running.entries.get(number=3), actor=olive, status="house")
    page = olive_client.get(at("check-in", running))
    assert [one.entry.number for one in page.context["late"].house] == [3]
    assert "House players keep seats for them" in page.content.decode()


def test_a_helper_enters_who_is_not_on_the_list_once(helper: Client, tournament: Competition) -> None:
    new = {"given": "Lee", "family": "Late", "status": "player"}
    answers = [helper.post(at("check-in", tournament), new) for _ in range(2)]
    assert [one.status_code for one in answers] == [302, 422]
    assert "checked in already" in answers[1].content.decode()
    assert Arrival.objects.get().entry == tournament.entries.get(number=17)
    assert helper.post(at("check-in", tournament), {"family": ""}).status_code == 422


def test_it_lists_who_has_a_place_and_is_not_entered(
    helper: Client, olive_client: Client, tournament: Competition
) -> None:
    one = registered_in(tournament, given="Zoë")
    registered_in(tournament, family="Waits", state="waiting")
    page = helper.get(at("check-in", tournament))
    assert page.context["unentered"] == [one]
    said, lets_in = page.content.decode(), at("check-in-code", tournament, registration=one.pk)
    assert "1 person has a place and is not entered yet" in said
    assert (lets_in in said, at("registrations", tournament) in said) == (True, False)
    assert at("registrations", tournament) in olive_client.get(at("check-in", tournament)).content.decode()
    for search, found in (("zoe LEE", [one]), ("Łęcka", []), ("7", [])):
        assert helper.get(at("check-in", tournament), {"q": search}).context["unentered"] == found
    helper.post(at("check-in-code-here", tournament, registration=one.pk))
    assert helper.get(at("check-in", tournament)).context["unentered"] == []


def test_a_helper_lets_in_who_has_a_place_and_is_not_entered(helper: Client, tournament: Competition) -> None:
    one = registered_in(tournament)
    address = at("check-in-code-here", tournament, registration=one.pk)
    done = helper.post(address, follow=True).content.decode()
    assert ("Ros Lee is here, number 17." in done, "Here since" in done) == (True, True)
    assert helper.post(address).status_code == 422
    waits = registered_in(tournament, family="Waits", state="waiting")
    refused = helper.post(at("check-in-code-here", tournament, registration=waits.pk))
    assert (refused.status_code, "decided already" in refused.content.decode()) == (409, True)


WAITS = {"given": "Ros", "family": "waits", "club": "", "status": "substitute"}


def who(response: Any) -> dict[str, str]:
    return {str(said): value for value, said in response.context["form"].fields["same"].choices}


def test_whoever_waits_and_has_come_is_asked_for_and_entered_with_the_registration(
    helper: Client, tournament: Competition
) -> None:
    waits = registered_in(tournament, family="Waits", state="waiting")
    asked = helper.post(at("check-in", tournament), WAITS)
    assert (asked.status_code, tournament.entries.count()) == (422, 16)
    assert list(who(asked)) == [
        "the same as Ros Waits, who registered: on the waiting list",
        "another person",
    ]
    meant = {**WAITS, "same": asked.context["form"]["same"].value()}
    done = helper.post(at("check-in", tournament), meant, follow=True)
    assert "Ros Waits is entered and here, number 17." in done.content.decode()
    waits.refresh_from_db()
    assert (waits.state, waits.entry.number, waits.entry.status) == ("coming", 17, "substitute")
    assert Arrival.objects.get().entry == waits.entry
    assert [one.status_code for one in (helper.post(at("check-in", tournament), meant),)] == [422]


def test_nobody_is_presumed_who_is_spelt_otherwise(helper: Client, tournament: Competition) -> None:
    registered_in(tournament, family="Waites", state="waiting")
    asked = helper.post(at("check-in", tournament), WAITS)
    assert len(who(asked)) == 2
    assert asked.context["form"]["same"].value() == who(asked)["another person"]


def test_another_person_of_that_name_leaves_the_registration_waiting(
    helper: Client, tournament: Competition
) -> None:
    waits = registered_in(tournament, family="Waits", state="waiting")
    asked = helper.post(at("check-in", tournament), WAITS)
    other = {**WAITS, "same": who(asked)["another person"]}
    assert helper.post(at("check-in", tournament), other).status_code == 302
    waits.refresh_from_db()
    assert (waits.state, waits.entry, tournament.entries.count()) == ("waiting", None, 17)


def test_it_refuses_whoever_was_entered_or_taken_back_meanwhile(olive: User, tournament: Competition) -> None:
    one = registered_in(tournament, state="asked")
    registrations.registration_enter(registration=one, actor=olive, number=40)
    for state, code in (("coming", "player_entered"), ("withdrawn", "registration_decided")):
        type(one).objects.filter(pk=one.pk).update(state=state)
        with pytest.raises(Refusal) as refused:
            registrations.registration_enter(registration=one, actor=olive)
        assert refused.value.code == code
    assert tournament.entries.get(number=40).name == "Ros Lee"


@pytest.mark.parametrize(
    ("shown", "staff", "kiosk"),
    [({"shown": "initial"}, True, True), ({"shown": "alias", "alias": "Red Crane"}, True, False)],
)
def test_people_are_found_by_the_name_they_say(
    helper: Client, olive: User, tournament: Competition, shown: dict[str, str], staff: bool, kiosk: bool
) -> None:
    person = tournament.entries.get(number=1).player
    assert person is not None
    Player.objects.filter(pk=person.pk).update(given="Robert", family="Jones", **shown)
    door = f"/kiosk/{arrivals.kiosk_open(competition=tournament, actor=olive).token}/"
    search = {"q": "robert jones"}
    assert bool(helper.get(at("check-in", tournament), search).context["entries"]) is staff
    found = Client().get(door, search)
    assert (bool(found.context["entries"]), "Robert" in found.content.decode().split("</form>")[1]) == (
        kiosk,
        False,
    )


def test_it_counts_a_substitute_beside_the_tables(
    helper: Client, olive: User, tournament: Competition
) -> None:
    competitions.entry_change(entry=tournament.entries.get(number=1), actor=olive, status="substitute")
    helper.post(at("arrived", tournament, number=1))
    numbers = helper.get(at("check-in", tournament)).context["numbers"]
    assert (numbers.here, numbers.missing, numbers.substitutes) == (0, 15, 1)


def test_it_checks_nobody_in_who_withdrew(olive: User, tournament: Competition) -> None:
    entry = tournament.entries.get(number=1)
    competitions.entry_change(entry=entry, actor=olive, status="withdrawn")
    with pytest.raises(Refusal, match="nobody_to_check_in"):
        arrivals.arrival_note(entry=entry, actor=olive)


def test_who_was_checked_in_by_mistake_can_be_taken_off_the_list(
    helper: Client, olive: User, tournament: Competition
) -> None:
    helper.post(at("arrived", tournament, number=16))
    competitions.entry_remove(entry=tournament.entries.get(number=16), actor=olive)
    assert tournament.entries.count() == 15


def test_a_season_has_its_lists_at_its_meetings(olive_client: Client, season: Competition) -> None:
    assert olive_client.get(at("check-in", season)).status_code == 404
    for page in ("overview", "players"):
        assert at("check-in", season) not in olive_client.get(at(page, season)).content.decode()


def test_it_is_found_by_helpers_and_by_directors(
    helper: Client, olive_client: Client, tournament: Competition
) -> None:
    there = at("check-in", tournament)
    assert there in helper.get(at("overview", tournament)).content.decode()
    assert there in olive_client.get(at("players", tournament)).content.decode()


def test_it_asks_few_queries(
    helper: Client, tournament: Competition, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(12):
        helper.get(at("check-in", tournament))


def test_a_code_opens_the_check_in_of_whoever_shows_it(
    helper: Client, olive: User, tournament: Competition
) -> None:
    one = registered_in(tournament)
    Opening.objects.update(fee="£15")
    own = Client().get(f"/registrations/{one.token}/")
    assert "<svg" in own.context["code"]
    address = letters.code_of(one, "")
    assert Client().get(address).status_code == 302
    page = helper.get(address).content.decode()
    assert "not entered yet" in page
    assert at("check-in-code-here", tournament, registration=one.pk) in page
    registrations.registrations_enter(competition=tournament, actor=olive)
    page = helper.get(address).content.decode()
    assert "The fee is not paid: £15" in page
    assert one.email not in page
    number = tournament.entries.latest("number").number
    assert at("arrived", tournament, number=number) in page
    assert helper.post(at("arrived", tournament, number=number)).status_code == 302
    page = helper.get(address).content.decode()
    assert "Here since" in page
    assert at("arrived", tournament, number=number) not in page
    waits = registered_in(tournament, family="Waits", state="waiting")
    assert "Has no place in this event." in helper.get(letters.code_of(waits, "")).content.decode()
    assert Client().get(f"/registrations/{waits.token}/").context["code"] is None


def test_it_says_whose_fee_is_due_and_directors_note_it_there(
    helper: Client, olive_client: Client, olive: User, tournament: Competition
) -> None:
    one = registered_in(tournament)
    Opening.objects.update(capacity=17)
    registrations.registrations_enter(competition=tournament, actor=olive)
    address, paid = at("check-in", tournament), at("registration-paid", tournament, registration=one.pk)
    assert "fee due" not in helper.get(address).content.decode(), "there is none"
    Opening.objects.update(fee="£15 at the door")
    assert helper.get(address).content.decode().count("fee due: £15 at the door") == 1
    assert paid not in helper.get(address).content.decode()
    assert paid in olive_client.get(address).content.decode()
    told = olive_client.post(paid, {"from": "check-in"}, follow=True)
    assert told.redirect_chain == [(address, 302)]
    assert "Ros Lee: the fee is paid." in told.content.decode()
    assert "fee due" not in told.content.decode()


def test_it_asks_no_more_queries_where_there_is_a_fee(
    olive_client: Client, olive: User, tournament: Competition, django_assert_max_num_queries: Any
) -> None:
    registered_in(tournament)
    Opening.objects.update(fee="£15")
    registrations.registrations_enter(competition=tournament, actor=olive)
    arrivals.arrival_note(entry=tournament.entries.get(number=1), actor=olive)
    with django_assert_max_num_queries(12):
        olive_client.get(at("check-in", tournament))


def test_a_code_of_another_event_opens_nothing(
    helper: Client, tournament: Competition, season: Competition
) -> None:
    one = registered_in(season)
    named = {"registration": one.pk}
    assert helper.get(at("check-in-code", tournament, **named)).status_code == 404
    assert Client().get(f"/registrations/{one.token}/").context["code"] is None
