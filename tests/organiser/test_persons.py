"""The people of a club: corrected, shown as they wish, merged and parted, given what is kept of them."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from players.models import Club, Player
from tests.conftest import registered_in, signed_in
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Action, Competition, Entry, Right
from tournaments.powers import Role
from tournaments.refusals import Refusal
from tournaments.selectors import persons as found
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    arrivals,
    competitions,
    erasure,
    invitations,
    penalties,
    persons,
    rights,
    warned,
)
from tournaments.services.chain import chain_check

HERS = {"given": "Patricia", "family": "Ashby-Lane", "shown": "full"}


@pytest.fixture
def patricia(tournament: Competition) -> Player:
    person = tournament.entries.get(number=12).player  # who does not play in the season
    assert person is not None
    return person


def page_of(person: Player, club: Club) -> str:
    return at("person", club=club.slug, person=person.pk)


SHOWN = [
    ({"shown": "full"}, "Patricia Ashby-Lane"),
    ({"shown": "initial"}, "P. Ashby-Lane"),
    ({"shown": "alias", "alias": "Ashtray"}, "Ashtray"),
]


@pytest.mark.parametrize(("how", "name"), SHOWN)
def test_it_shows_a_corrected_name_everywhere(
    olive_client: Client, running: Competition, table: Any, play: Any, how: dict[str, str], name: str
) -> None:
    for each in table.round.tables.all():
        play(each)
    person = running.entries.get(number=1).player
    assert person is not None
    before = person.name
    assert olive_client.post(page_of(person, running.club), {**HERS, **how}).status_code == 302
    for address in ("seating/", "standings/", "entries/1/"):
        page = Client().get(f"/c/{running.slug}/{address}").content.decode()
        assert (address, name in page, before in page) == (address, True, False)
    assert name in [row.name for row in standings_of(Competition.objects.get(pk=running.pk)).rows]
    assert name in olive_client.get(at("players", running)).content.decode()
    listed = Client().get("/api/v1/players?page_size=100").content.decode()
    assert (name in listed, before in listed) == (True, False)


def test_it_shows_e_mail_and_phone_to_the_clubs_staff_alone(
    olive_client: Client, rafe_client: Client, running: Competition
) -> None:
    person = running.entries.get(number=1).player
    assert person is not None
    private = {"email": "pat@example.org", "phone": "0123 456"}
    olive_client.post(page_of(person, running.club), {**HERS, **private})
    assert "pat@example.org" in olive_client.get(page_of(person, running.club)).content.decode()
    assert rafe_client.get(page_of(person, running.club)).status_code == 404
    for address in ("/api/v1/players", f"/c/{running.slug}/", f"/c/{running.slug}/entries/1/"):
        assert "0123 456" not in Client().get(address).content.decode()


def test_it_logs_which_fields_and_never_what_stands_there(
    olive: User, tournament: Competition, patricia: Player
) -> None:
    persons.person_change(person=patricia, club=tournament.club, actor=olive, family="Zzyzx", phone="0123")
    line = Action.objects.filter(verb="person_change").get()
    assert line.facts == {"club": tournament.club_id, "person": patricia.pk, "fields": ["family", "phone"]}


REFUSED = [
    ({"shown": "alias"}, "Say which other name"),
    ({"country": "P1"}, "Two or three letters"),
    ({"ema": "12345"}, "Six to ten digits"),
    ({"shown": "erased"}, "Select a valid choice"),
    ({"given": "Zo\u202eë"}, "cannot be shown"),
    ({"email": "nobody"}, "valid email"),
]


@pytest.mark.parametrize(("wrong", "said"), REFUSED)
def test_it_refuses_beside_the_field(
    olive_client: Client, tournament: Competition, patricia: Player, wrong: dict[str, str], said: str
) -> None:
    answer = olive_client.post(page_of(patricia, tournament.club), {**HERS, **wrong})
    assert (answer.status_code, said in answer.content.decode()) == (422, True)


def test_it_refuses_two_of_one_name_in_one_club(
    olive: User, tournament: Competition, patricia: Player
) -> None:
    other = Player.objects.create(given="Ann", family="Ashby", club=patricia.club)
    with pytest.raises(Refusal, match="person_exists"):
        persons.person_change(
            person=other, club=tournament.club, actor=olive, given=patricia.given, family=patricia.family
        )


ALIKE = [
    (("Zoë", "Kemble"), ("Zoe", "Kemble"), True),
    (("Kemble", "Zoë"), ("Zoë", "Kemble"), True),
    (("Z.", "Kemble"), ("Zoë", "Kemble"), True),
    (("Katherine", "Lee"), ("Katharine", "Lee"), True),
    (("Ann", "Lee"), ("Bob", "Lee"), False),
    (("Ann", "Lee"), ("Ann", "Smith"), False),
]


@pytest.mark.parametrize(("one", "other", "same"), ALIKE)
def test_it_suggests_who_may_be_there_twice(
    club: Club, one: tuple[str, str], other: tuple[str, str], same: bool
) -> None:
    people = [Player.objects.create(given=given, family=family) for given, family in (one, other)]
    assert (found.alike(people) == [tuple(people)]) is same


@pytest.fixture
def double(olive: User, season: Competition, patricia: Player) -> Entry:
    person = {"given": patricia.given, "family": patricia.family + "e"}
    return competitions.entry_add(competition=season, person=person, actor=olive)


def test_it_merges_and_parts_again(
    olive: User, patricia: Player, double: Entry, season: Competition, club: Club
) -> None:
    merge = persons.persons_merge(kept=patricia, double=double.player, club=club, actor=olive)
    double.refresh_from_db()
    assert double.player == patricia
    assert chain_check(Competition.objects.get(pk=season.pk))[1] == []
    persons.merge_undo(merge=merge, club=club, actor=olive)
    double.refresh_from_db()
    assert double.name == f"{patricia.name}e"
    assert chain_check(Competition.objects.get(pk=season.pk))[1] == []


def test_it_refuses_to_merge_two_who_play_in_one_event(
    olive: User, patricia: Player, tournament: Competition
) -> None:
    other = tournament.entries.get(number=2).player
    with pytest.raises(Refusal, match="persons_meet"):
        persons.persons_merge(kept=patricia, double=other, club=tournament.club, actor=olive)


def test_it_offers_no_merge_of_two_who_are_in_one_event(
    olive: User, olive_client: Client, patricia: Player, double: Entry, tournament: Competition
) -> None:
    person = {"given": patricia.given, "family": patricia.family + "e"}
    there = competitions.entry_add(competition=tournament, person=person, actor=olive)
    assert there.player == double.player
    page = at("persons", club=tournament.club.slug)
    told = olive_client.get(page)
    assert f"Both are entered in {tournament.name}; take one off" in words_of(told)
    assert "?double=" not in told.content.decode()
    competitions.entry_remove(entry=there, actor=olive)
    assert f"?double={double.player_id}" in olive_client.get(page).content.decode()


def test_it_enters_a_merged_double_as_who_it_is(
    olive: User, patricia: Player, double: Entry, season: Competition, club: Club
) -> None:
    persons.persons_merge(kept=patricia, double=double.player, club=club, actor=olive)
    again = {"given": patricia.given, "family": patricia.family + "e"}
    assert competitions.entries_add(competition=season, people=[again], actor=olive) == []
    assert competitions.player_named(again) == patricia


def test_it_merges_on_the_page_and_says_so_to_who_comes_second(
    olive_client: Client, patricia: Player, double: Entry, club: Club
) -> None:
    club.players.add(double.player)
    address = at("person-merge", club=club.slug, person=patricia.pk)
    form = {"double": double.player_id}
    shown = olive_client.get(at("persons", club=club.slug)).content.decode()
    assert f"{address}?double={double.player_id}" in shown
    assert olive_client.post(address, form).status_code == 302
    assert olive_client.post(address, form).status_code == 422
    assert "Part again" in olive_client.get(page_of(patricia, club)).content.decode()


def test_it_gives_all_that_is_kept_of_a_person(
    olive_client: Client, running: Competition, table: Any, play: Any
) -> None:
    play(table)
    entry = table.seatings.first().entry
    answer = olive_client.post(at("person-data", club=running.club.slug, person=entry.player_id))
    told = json.loads(answer.content)
    assert "attachment" in answer["Content-Disposition"]
    assert told["person"]["family"] == entry.player.family
    [played] = told["entries"]
    assert (played["competition"], len(played["deals"])) == (running.name, 1)


def test_it_gives_what_was_ruled_and_written_and_the_account(
    olive_client: Client, nia_client: Client, running: Competition, table: Any, rafe: User, nia: User
) -> None:
    entry = table.seatings.first().entry
    person, about = entry.player, {"entry": entry, "round": table.round, "actor": rafe, "key": uuid4()}
    warned.warning_give(**about, code="", reason="Loud.")
    penalties.standings_penalty(**about, amount=-50, reason="Late.")
    arrivals.arrival_note(entry=entry, actor=rafe)
    known = {"given": person.given, "family": person.family, "club": person.club.name if person.club else ""}
    registered_in(running, **known, state="withdrawn")
    nia_client.post(offered(olive_client, person, running.club))
    told = json.loads(nia_client.post(at("profile-data")).content)
    [played] = told["entries"]
    assert [(one["amount"], one["reason"]) for one in played["penalties"]] == [(-50, "Late.")]
    assert {one["what"] for one in played["log"]} >= {"arrival", "warning"}
    assert "Loud." in [one["reason"] for one in played["log"]]
    assert (told["account"]["name"], len(told["links"])) == (nia.username, 1)
    assert [one["state"] for one in told["registrations"]] == ["withdrawn"]


def test_it_looks_after_its_own_people_alone(
    olive_client: Client, tournament: Competition, nia: User
) -> None:
    away = Club.objects.create(name="Away", slug="away")
    theirs = Player.objects.create(given="Una", family="Way", club=away)
    competitions.entry_add(
        competition=tournament, person={"given": "Una", "family": "Way", "club": "Away"}, actor=None
    )
    page = page_of(theirs, tournament.club)
    assert olive_client.get(page).status_code == 200  # nobody works for that club
    away.rights.create(user=nia, role="owner")
    assert olive_client.get(page).status_code == 404


def test_it_asks_few_queries(
    olive_client: Client, running: Competition, django_assert_max_num_queries: Any
) -> None:
    person = running.entries.get(number=1).player
    assert person is not None
    with django_assert_max_num_queries(12):
        olive_client.get(at("persons", club=running.club.slug))
    for name in ("person", "person-merge"):
        with django_assert_max_num_queries(12):
            olive_client.get(at(name, club=running.club.slug, person=person.pk))


def test_it_finds_people_without_their_marks_in_order_of_names(
    olive_client: Client, tournament: Competition
) -> None:
    page = at("persons", club=tournament.club.slug)
    found = olive_client.get(page, {"q": "lecka"}).context["people"]
    assert [one.full_name for one in found] == ["Ann Łęcka"]
    everybody = [one.family for one in olive_client.get(page).context["people"]]
    assert everybody.index("Łęcka") < everybody.index("Moss")


def offered(client: Client, person: Player, club: Club) -> str:
    """Make a link to somebody's profile; give its address."""
    page = client.post(at("person-invite", club=club.slug, person=person.pk), {"days": "7"})
    return str(page.context["link"])


def test_a_person_takes_the_own_profile_by_a_link(
    olive_client: Client, nia: User, nia_client: Client, patricia: Player, club: Club
) -> None:
    link = offered(olive_client, patricia, club)
    assert patricia.full_name in nia_client.get(link).content.decode()
    assert nia_client.post(link)["Location"] == at("profile")
    changed = {"shown": "alias", "alias": "Ashtray", "email": "me@example.org", "family": "Thief"}
    assert nia_client.post(at("profile"), changed).status_code == 302
    patricia.refresh_from_db()
    assert (patricia.user, patricia.name, patricia.email) == (nia, "Ashtray", "me@example.org")
    assert patricia.family != "Thief"
    told = json.loads(nia_client.post(at("profile-data")).content)
    assert told["person"]["email"] == "me@example.org"
    assert Client().get(link).status_code == 410


def test_it_gives_a_profile_once(
    olive_client: Client, nia_client: Client, rafe_client: Client, patricia: Player, club: Club
) -> None:
    first, second = (offered(olive_client, patricia, club) for _ in range(2))
    assert nia_client.post(first).status_code == 410  # a later link takes its place
    nia_client.post(second)
    refused = olive_client.post(at("person-invite", club=club.slug, person=patricia.pk), {"days": "7"})
    assert (refused.status_code, "somebody’s already" in refused.content.decode()) == (422, True)


def test_a_link_to_a_profile_is_listed_and_taken_back(
    olive_client: Client, nia_client: Client, nell: User, olive: User, patricia: Player, club: Club
) -> None:
    link = offered(olive_client, patricia, club)
    [listed] = olive_client.get(page_of(patricia, club)).context["links"]
    revoke = at("profile-link-revoke", club=club.slug, person=patricia.pk, link=listed.pk)
    assert revoke in olive_client.get(page_of(patricia, club)).content.decode()
    assert [olive_client.post(revoke).status_code for _ in range(2)] == [302, 404]
    assert nia_client.post(link).status_code == 410


def test_a_directors_link_goes_with_the_role_that_made_it_and_with_no_other(
    nell: User, olive: User, patricia: Player, tournament: Competition, club: Club
) -> None:
    director = Right.objects.create(user=nell, club=club, role=Role.DIRECTOR)
    scorer = Right.objects.create(user=nell, club=club, competition=tournament, role=Role.SCORER)
    link = invitations.profile_offer(person=patricia, club=club, actor=nell).invitation
    for right, open_still in ((scorer, True), (director, False)):
        rights.right_remove(right=right, actor=olive)
        assert found.links_of(patricia, club).filter(pk=link.pk).exists() is open_still


def test_an_owner_lets_in_again_who_has_a_profile_and_lost_the_password(
    olive_client: Client, nell: User, patricia: Player, club: Club
) -> None:
    page = at("person-password", club=club.slug, person=patricia.pk)
    assert olive_client.post(page).status_code == 422  # nobody to let in yet
    signed_in(nell).post(offered(olive_client, patricia, club))
    assert page in olive_client.get(page_of(patricia, club)).content.decode()
    link = olive_client.post(page).context["link"]
    browser = Client()
    form = browser.get(link, follow=True)
    new = {"password1": "quite another 77", "password2": "quite another 77"}
    browser.post(form.redirect_chain[-1][0] if form.redirect_chain else link, new)
    nell.refresh_from_db()
    assert nell.check_password("quite another 77")
    log = olive_client.get(at("club-log", club=club.slug)).content.decode()
    assert "made a link to a new password" in log


def test_an_owner_opens_no_account_that_works_for_another_club(
    olive_client: Client, nia_client: Client, patricia: Player, club: Club
) -> None:
    nia_client.post(offered(olive_client, patricia, club))
    answer = olive_client.post(at("person-password", club=club.slug, person=patricia.pk))
    assert (answer.status_code, "link" in answer.context) == (422, False)


def test_it_has_no_profile_for_who_took_none(rafe_client: Client) -> None:
    assert rafe_client.get(at("profile")).status_code == 404


def test_a_profile_ends_with_its_person(
    olive: User, nia: User, nia_client: Client, olive_client: Client, patricia: Player, club: Club
) -> None:
    nia_client.post(offered(olive_client, patricia, club))
    erasure.person_erase(person=patricia, club=club, actor=olive)
    assert nia_client.get(at("profile")).status_code == 404
    patricia.refresh_from_db()
    assert patricia.user is None


def test_it_tells_the_second_of_two_who_correct_one_person(
    olive_client: Client, tournament: Competition, patricia: Player
) -> None:
    page = page_of(patricia, tournament.club)
    seen = olive_client.get(page).context["form"]["seen"].value()
    assert olive_client.post(page, {**HERS, "phone": "0123", "seen": seen}).status_code == 302
    refused = olive_client.post(page, {**HERS, "seen": seen})
    assert (refused.status_code, "Somebody else has corrected" in words_of(refused)) == (409, True)
    assert Player.objects.get(pk=patricia.pk).phone == "0123"
    again = {**HERS, "seen": refused.context["form"]["seen"].value()}
    assert olive_client.post(page, again).status_code == 302
    assert Player.objects.get(pk=patricia.pk).phone == "", "whoever saves again overwrites"
