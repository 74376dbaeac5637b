"""A player's profile across events: only with consent, only of what is out, and what the ledger says."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from players.models import Player
from tests import declared
from tests.conftest import signed_in
from tests.organiser.conftest import at
from tests.public.pages import links_of, rows_of, words_of
from tests.public.test_gallery import wonders
from tournaments.models import Action, Competition, Entry, Placing, ScoreRow
from tournaments.selectors.profiles import profile_of
from tournaments.selectors.standings import standings_of
from tournaments.services import corrections, counting, erasure, persons, rounds
from tournaments.services.competitions import competition_change, competition_publish, entries_add
from tournaments.services.seats import substitute

pytestmark = pytest.mark.django_db
ALL, PLACES, NOTHING = Player.Across.ALL, Player.Across.PLACES, Player.Across.NOTHING


def page(person):
    return reverse("public:player", args=[person.pk])


def consent(person, across=ALL):
    Player.objects.filter(pk=person.pk).update(across=across)
    person.refresh_from_db()
    return person


@pytest.fixture
def sitting(table):
    """Who sits at table 3, by seat."""
    rows = table.seatings.select_related("entry__player")
    return {one.seat: one.entry.player for one in rows}


@pytest.fixture
def south(sitting):
    return consent(sitting["S"])


@pytest.fixture
def told(played, table, play, south):
    """At table 3: South from East, West from the wall, a draw, South's Thirteen Unique Wonders from East."""
    play(table, wonders())
    counting.catch_up()
    played.refresh_from_db()
    return played


@pytest.fixture
def over(told, olive):
    """The same, when all three rounds are over."""
    for number in (1, 2, 3):
        one = told.rounds.get(number=number)
        if one.is_draft:
            one = rounds.round_start(round=rounds.round_publish(round=one, actor=olive), actor=olive)
        rounds.round_close(round=one, actor=olive, anyway=True)
    counting.catch_up()
    return Competition.objects.get(pk=told.pk)


# ------------------------------------------------------------------ consent
def test_nobody_has_one_who_did_not_ask_for_it(reader, played, sitting):
    for person in sitting.values():
        assert person.across == NOTHING
        assert reader.get(page(person)).status_code == 404
    entry = Entry.objects.get(competition=played, player=sitting["S"])
    assert page(sitting["S"]) not in links_of(reader.get(f"/c/{played.slug}/entries/{entry.number}/"))


def test_off_means_that_results_in_events_stay(reader, told, south):
    entry = Entry.objects.get(competition=told, player=south)
    own = f"/c/{told.slug}/entries/{entry.number}/"
    assert page(south) in links_of(reader.get(own))
    consent(south, NOTHING)
    Competition.objects.filter(pk=told.pk).update(revision=told.revision + 1)
    assert reader.get(page(south)).status_code == 404
    answer = reader.get(own)
    assert (answer.status_code, page(south) in links_of(answer)) == (200, False)
    assert "Thirteen Unique Wonders" in words_of(answer)


def test_who_shows_places_alone_shows_no_hand(reader, over, south):
    consent(south, PLACES)
    said = words_of(reader.get(page(south)))
    assert f"place {Placing.objects.get(entry__player=south).place} of" in said
    for word in ("Thirteen", "Best hand", "Against others", "given"):
        assert word not in said, word


def test_a_person_sets_it_on_the_own_page(reader, told, south, nell):
    south.user = nell
    south.save(update_fields=["user"])
    own = signed_in(nell)
    assert page(south) in links_of(own.get(at("profile")))
    form = {"shown": "full", "across": "nothing"}
    assert own.post(at("profile"), form).status_code == 302
    assert reader.get(page(south)).status_code == 404
    assert page(south) not in links_of(own.get(at("profile")))
    own.post(at("profile"), {**form, "across": "all"})
    assert reader.get(page(south)).status_code == 200
    assert Action.objects.filter(verb="person_change").latest("pk").facts["fields"] == ["across"]


def test_its_club_sets_it_when_asked(reader, olive_client, rafe_client, told, sitting, club):
    east = sitting["E"]
    where = at("person", club=club.slug, person=east.pk)
    form = {"given": east.given, "family": east.family, "shown": "full", "across": "places"}
    assert rafe_client.post(where, form).status_code == 404
    assert olive_client.post(where, form).status_code == 302
    assert reader.get(page(east)).status_code == 200
    olive_client.post(where, {**form, "across": "everything"})  # no such choice
    east.refresh_from_db()
    assert east.across == PLACES
    del form["across"]  # as a page of an earlier release sends it
    olive_client.post(where, form)
    east.refresh_from_db()
    assert east.across == PLACES


def test_of_others_only_those_are_named_who_show_all_of_theirs(reader, told, south, sitting):
    consent(sitting["E"])
    consent(sitting["W"], PLACES)
    said = words_of(reader.get(page(south)))
    named = {seat: one.name in said for seat, one in sitting.items()}
    assert named == {"S": True, "E": True, "W": False, "N": False}


def test_an_erased_person_has_none_and_is_in_nobodys(reader, told, south, sitting, olive, club):
    east = consent(sitting["E"])
    assert east.name in words_of(reader.get(page(south)))
    erasure.person_erase(person=east, club=club, actor=olive)
    assert reader.get(page(east)).status_code == 404
    assert profile_of(south).figures.met == ()
    assert east.name not in words_of(reader.get(page(south)))
    east.refresh_from_db()
    assert east.across == NOTHING


def test_a_double_has_none_and_its_events_are_the_kept_ones(reader, told, south, olive, club):
    double = consent(Player.objects.create(given="Quincy", family="Barrow"))
    event = Competition.objects.get(pk=told.pk)
    assert reader.get(page(double)).status_code == 404  # entered in nothing
    other = Competition.objects.create(
        club=club,
        name="Autumn Day",
        slug="autumn-day",
        date="2026-10-01",
        published=True,
        ruleset=event.ruleset,
        ruleset_hash=event.ruleset_hash,
    )
    entries_add(competition=other, people=[{"given": "Quincy", "family": "Barrow"}], actor=olive)
    Entry.objects.filter(competition=other).update(player=double)
    assert reader.get(page(double)).status_code == 200
    persons.persons_merge(kept=south, double=double, club=club, actor=olive)
    assert reader.get(page(double)).status_code == 404
    assert [one.competition.name for one in profile_of(south).events] == ["Autumn Day", "Spring Day"]


# ------------------------------------------------------------------ figures
def test_its_figures_are_those_of_the_ledger(told, south):
    figures = profile_of(south).figures
    rows = ScoreRow.objects.filter(
        entry__player=south, version__superseded_by=None, version__void=False, version__competition=told
    )
    (hands,) = figures.hands
    assert (hands.deals, hands.mahjongs, hands.given) == (
        rows.count(),
        rows.filter(mahjong=True).count(),
        rows.filter(gave=True).count(),
    )
    won = [one.value for one in rows if one.mahjong]
    assert (hands.deals, len(won)) == (4, 2)
    assert hands.mean == Fraction(sum(won), len(won))
    assert [(one.hand.special, one.hand.value) for one in figures.best] == [("Thirteen Unique Wonders", 1000)]
    assert [(one.hand.special, one.times) for one in figures.specials] == [("Thirteen Unique Wonders", 1)]
    assert sum(one.net for one in figures.winds) == sum(one.net for one in rows)
    assert sum(one.deals for one in figures.winds) == hands.deals
    assert figures.streaks.mahjongs == 1
    assert figures.tables == 1


def test_it_shows_them_with_the_best_hand_drawn(reader, told, south, sitting):
    consent(sitting["E"])
    answer = reader.get(page(south))
    said = words_of(answer)
    assert "Best hand" in said
    assert 'aria-label="east wind' in answer.content.decode().lower()
    assert reverse("public:deal", args=[told.slug, 1, 3, 4]) in links_of(answer)
    assert "deals 4 mah-jongs made 2 mah-jongs given 0 mean hand" in said
    assert [f"{sitting['E'].name} 1 table", "1 – 0", "2 – 0"] in rows_of(answer)


def test_a_correction_changes_it_at_once(told, south, table, rafe):
    corrections.deal_correct(
        table=table, number=4, content=declared.won("N", "S"), mode="as_played", reason="Seen.", actor=rafe
    )
    figures = profile_of(south).figures
    assert (figures.hands[0].mahjongs, figures.hands[0].given, figures.specials) == (1, 1, ())
    corrections.deal_void(table=table, number=1, mode="as_played", reason="Torn.", actor=rafe)
    assert profile_of(south).figures.hands[0].mahjongs == 0


@pytest.mark.parametrize("held", [{"visibility": "round"}, {"planned_rounds": 1, "hidden_rounds": 1}])
def test_nothing_of_a_round_that_is_held_back_is_in_it(reader, told, south, olive, held):
    competition_change(competition=told, actor=olive, **held)
    profile = profile_of(south)
    assert (profile.figures.hands, profile.figures.met, profile.held_back) == ((), (), True)
    said = words_of(reader.get(page(south)))
    assert ("Thirteen" in said, "Best hand" in said) == (False, False)


def test_an_event_that_is_not_published_is_not_in_it(told, south, season, olive, reader):
    entries = [one.player_id for one in season.entries.all()]
    competition_publish(competition=told, actor=olive, published=False)
    names = [one.competition.name for one in profile_of(south).events]
    assert names == (["Severn League 2026"] if south.pk in entries else [])


def test_a_substitutes_deals_are_the_substitutes_own(told, south, table, play, olive):
    entries_add(competition=told, people=[{"given": "Ivo", "family": "Sub"}], actor=olive)
    before = profile_of(south).figures.hands[0].deals
    stands = Entry.objects.get(competition=told, player__family="Sub")
    substitute(table=table, seat="S", from_deal=5, entry=stands, actor=olive)
    play(table)
    assert profile_of(south).figures.hands[0].deals == before
    assert profile_of(consent(stands.player)).figures.hands[0].mahjongs == 1


# ------------------------------------------------------------------ places
def test_it_says_the_final_place_when_an_event_is_over(reader, over, south):
    row = next(one for one in standings_of(over).rows if one.name == south.name)
    said = words_of(reader.get(page(south)))
    ranked = sum(1 for one in standings_of(over).rows if one.rank and one.deals)
    assert f"place {row.rank} of {ranked}" in said


def test_it_says_none_while_an_event_goes_on_or_holds_something_back(reader, over, told, south, olive):
    competition_change(competition=over, actor=olive, planned_rounds=3, hidden_rounds=1)
    assert Placing.objects.filter(entry__player=south).exists()  # not counted since
    said = words_of(reader.get(page(south)))
    assert "no final place yet" in said


def test_it_draws_final_places_over_time(reader, over, south, olive):
    other = Competition.objects.get(pk=over.pk)
    other.pk, other.slug, other.name, other.date = None, "later-day", "Later Day", "2026-11-01"
    other.save()
    later = Entry.objects.create(competition=other, player=south, number=1)
    Placing.objects.create(entry=later, place=2, among=8)
    answer = reader.get(page(south))
    assert "Final places over time" in words_of(answer)
    assert ["Later Day", "2/8"] in rows_of(answer)


def test_it_asks_as_often_for_many_as_for_few(reader, over, south, sitting):
    for one in sitting.values():
        consent(one)
    Competition.objects.update(visibility="round")
    with CaptureQueriesContext(connection) as queries:
        assert reader.get(page(south)).status_code == 200
    assert len(queries) <= 12, [one["sql"] for one in queries]
