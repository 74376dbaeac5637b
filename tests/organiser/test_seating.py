"""Draw, look, change by hand, draw again; publish, start, close, reopen."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import Club, Player
from tests import declared
from tests.organiser.conftest import at
from tests.public.pages import markup_of, words_of
from tournaments.models import Competition, Device, Round, Seating
from tournaments.seating import VERSION
from tournaments.selectors import seatings
from tournaments.services import arrivals, competitions, rounds
from tournaments.services.seats import seats_exchange


@pytest.fixture
def drawn(tournament: Competition, olive: User) -> Competition:
    rounds.round_draw(competition=tournament, rounds=3, actor=olive, seed=11)
    return tournament


def seats(competition: Competition) -> list[list[list[int]]]:
    return [one.numbers() for one in seatings.seated_rounds(competition)]


def test_it_draws_drafts_with_a_report_in_words(olive_client: Client, tournament: Competition) -> None:
    olive_client.post(at("seating", tournament), {"rounds": "4", "seed": "5"})
    page = olive_client.get(at("seating", tournament))
    assert [one.state for one in tournament.rounds.all()] == ["draft"] * 4
    assert "Nobody meets the same opponent twice." in page.content.decode()


def test_it_draws_the_same_again_with_the_same_seed_and_another_with_another(
    olive_client: Client, tournament: Competition
) -> None:
    drawings = []
    for form in ({"seed": "5"}, {"seed": "5"}, {"seed": "6"}):
        olive_client.post(at("seating", tournament), {"rounds": "2", **form})
        drawings.append(seats(tournament))
    assert drawings[0] == drawings[1] != drawings[2]


def test_it_draws_a_seed_where_none_is_given_and_shows_it(
    olive_client: Client, tournament: Competition, typed: Any
) -> None:
    address = at("seating", tournament)
    seeds = []
    for _ in range(2):
        form = typed(olive_client, address, rounds="2")
        assert "seed" not in form  # the field is empty before the first draw and after it
        olive_client.post(address, form)
        tournament.refresh_from_db()
        assert f"Drawn last with seed {tournament.seed}." in olive_client.get(address).content.decode()
        seeds.append(tournament.seed)
    assert 0 not in seeds
    assert seeds[0] != seeds[1]


def test_it_draws_what_the_command_line_draws_house_players_included(
    olive_client: Client, tournament: Competition, capsys: Any
) -> None:
    for last in tournament.entries.filter(number__gt=13):
        last.delete()
    olive_client.post(at("seating", tournament), {"rounds": "3", "seed": "5"})
    call_command("seat", players=13, rounds=3, seed=5, json=True)
    assert seats(tournament) == json.loads(capsys.readouterr().out)
    assert set(tournament.entries.filter(status="house").values_list("number", flat=True)) == {14, 15, 16}


@pytest.mark.parametrize(
    ("players", "before", "after"),
    [
        (16, "", ""),
        (
            13,
            "13 players do not make whole tables of four: 3 house players are added",
            "3 house players fill",
        ),
        (15, "15 players do not make whole tables of four: 1 house player is added", "1 house player fills"),
        (6, "6 players do not make whole tables of four: 2 house players are added", "2 house players fill"),
        (5, "Of five players one rests in each round.", ""),
    ],
)
def test_it_says_how_many_house_players_a_draw_adds_before_and_after(
    olive_client: Client, tournament: Competition, players: int, before: str, after: str
) -> None:
    for last in tournament.entries.filter(number__gt=players):
        last.delete()
    page = words_of(olive_client.get(at("seating", tournament)))
    assert before in page
    assert ("house player" in page) is ("house player" in before)
    for _ in range(2):  # drawn again, the same ones sit
        drawn = olive_client.post(at("seating", tournament), {"rounds": "2", "seed": "5"}, follow=True)
        (told,) = map(str, drawn.context["messages"])
        assert after in told
        assert ("house player" in told) is bool(after)


def test_it_warns_before_and_after_a_draw_of_who_is_not_checked_in(
    olive_client: Client, olive: User, tournament: Competition
) -> None:
    page = at("seating", tournament)
    assert "not checked in" not in words_of(olive_client.get(page)), "before the check-in has begun"
    for entry in tournament.entries.exclude(number__in=[2, 5]):
        arrivals.arrival_note(entry=entry, actor=olive)
    before = olive_client.get(page)
    assert "2 players are not checked in" in words_of(before)
    assert "The draw will seat them." in words_of(before)
    assert at("entry", tournament, number=5) in before.content.decode()
    olive_client.post(page, {"rounds": "2", "seed": "5"})
    assert "The drafts seat them." in words_of(olive_client.get(page))
    tournament.entries.filter(number__in=[2, 5]).update(status="withdrawn")
    assert "not checked in" not in words_of(olive_client.get(page))


@pytest.mark.parametrize(
    ("number", "sign", "said"),
    [(1, "check", "Nobody sits at the same table twice."), (3, "info", "return to a table")],
)
def test_it_warns_beside_what_an_organiser_may_not_want(
    olive_client: Client, tournament: Competition, number: int, sign: str, said: str
) -> None:
    for last in tournament.entries.filter(number__gt=8):
        last.delete()
    olive_client.post(at("seating", tournament), {"rounds": str(number), "seed": "5"})
    page = markup_of(olive_client.get(at("seating", tournament)))
    (remark,) = [one for one in re.findall(r'<li class="list-row">.*?</li>', page) if said in one]
    assert f"icon-{sign}" in remark
    assert remark.count('class="icon') == 1


def test_everybody_sees_the_seed_and_whether_a_hand_helped(
    olive_client: Client, drawn: Competition, client: Client, olive: User
) -> None:
    for one in drawn.rounds.filter(number__lt=3):
        rounds.round_publish(round=one, actor=olive)
    page = words_of(client.get(f"/c/{drawn.slug}/seating/"))
    assert f"Drawn by lot with seed 11 by version {VERSION} of the draw." in page
    assert "The same seed draws the same places again." in page
    assert "by hand" not in page
    first, second = Seating.objects.filter(round__number=3)[:2]
    seats_exchange(round=first.round, first=first, second=second, actor=olive)
    rounds.round_publish(round=first.round, actor=olive)
    assert "changed by hand" in client.get(f"/c/{drawn.slug}/seating/?round=3").content.decode()
    assert "by hand" not in client.get(f"/c/{drawn.slug}/seating/?round=2").content.decode()


def test_everybody_sees_that_an_earlier_draw_drew_otherwise(
    drawn: Competition, client: Client, olive: User
) -> None:
    before = seats(drawn)
    drawn.rounds.update(seed_version=VERSION - 1)
    rounds.round_publish(round=drawn.rounds.get(number=1), actor=olive)
    page = words_of(client.get(f"/c/{drawn.slug}/seating/"))
    assert f"Drawn by lot with seed 11 by version {VERSION - 1} of the draw." in page
    assert "Today’s version may draw other places with the same seed." in page
    assert "draws the same places again" not in page
    assert seats(drawn) == before  # what was drawn is stored, not drawn again


WRONG = [{"rounds": "0"}, {"rounds": "61"}, {"rounds": ""}, {"rounds": "2", "seed": "-1"}]


@pytest.mark.parametrize("form", WRONG)
def test_it_refuses_a_number_of_rounds_that_makes_no_sense(
    olive_client: Client, tournament: Competition, form: dict[str, str]
) -> None:
    assert olive_client.post(at("seating", tournament), form).status_code == 422
    assert not tournament.rounds.exists()


def test_it_refuses_to_draw_for_three(olive_client: Client, tournament: Competition) -> None:
    tournament.entries.filter(number__gt=3).delete()
    response = olive_client.post(at("seating", tournament), {"rounds": "1", "seed": "5"})
    assert response.status_code == 422
    assert "At least four players are needed; there are 3." in response.content.decode()


def pair(competition: Competition, first: int, second: int) -> dict[str, str]:
    rows = Seating.objects.filter(round__competition=competition, round__number=1)
    return {"first": str(rows.get(entry__number=first).pk), "second": str(rows.get(entry__number=second).pk)}


def strangers(competition: Competition) -> tuple[int, int]:
    """Two of round 1 who change places so that a pair of round 2 meets twice."""
    first, second, _ = seats(competition)
    for four in second:
        for one in four[1:]:
            table = next(t for t in first if one in t)
            if four[0] not in table:
                return next(number for number in table if number != one), four[0]
    raise AssertionError(first)


def test_it_shows_what_an_exchange_does_before_it_is_done(olive_client: Client, drawn: Competition) -> None:
    first, second = strangers(drawn)
    before = seats(drawn)
    page = olive_client.post(at("exchange", drawn, round=1), {**pair(drawn, first, second), "step": "look"})
    assert page.status_code == 200
    assert any("meet more than once" in warning for warning in page.context["difference"]["new"])
    assert seats(drawn) == before


def test_it_exchanges_two_people(olive_client: Client, drawn: Competition) -> None:
    first, second = strangers(drawn)
    places = {first: second, second: first}
    expected = [[places.get(number, number) for number in four] for four in seats(drawn)[0]]
    olive_client.post(at("exchange", drawn, round=1), {**pair(drawn, first, second), "step": "exchange"})
    assert seats(drawn)[0] == expected


def test_it_does_not_change_back_whom_the_page_before_shows_on_the_old_seats(
    olive_client: Client, drawn: Competition
) -> None:
    two, address = pair(drawn, *strangers(drawn)), at("exchange", drawn, round=1)
    looked = olive_client.post(address, {**two, "step": "look"})
    sent = {**two, "step": "exchange", "seen_seats": looked.context["form"]["seen_seats"].value()}
    assert olive_client.post(address, sent).status_code == 302
    changed = seats(drawn)[0]
    again = olive_client.post(address, sent)  # Back, and the same button once more
    assert again.status_code == 409
    assert "Round 1: who sits where was changed meanwhile. Look at it again." in words_of(again)
    assert seats(drawn)[0] == changed
    assert again.context["form"]["first"].value() == ""
    looked = {**two, "step": "exchange", "seen_seats": again.context["form"]["seen_seats"].value()}
    assert olive_client.post(address, looked).status_code == 302


def test_a_published_seating_is_looked_at_without_a_reason_and_changed_with_one(
    olive_client: Client, drawn: Competition, olive: User
) -> None:
    rounds.round_publish(round=drawn.rounds.get(number=1), actor=olive)
    two, address = pair(drawn, *strangers(drawn)), at("exchange", drawn, round=1)
    looked = olive_client.post(address, {**two, "step": "look"})
    assert (looked.status_code, "Reason (optional)" in words_of(looked)) == (200, False)
    refused = olive_client.post(address, {**two, "step": "exchange"})
    assert (refused.status_code, "Give a reason" in words_of(refused)) == (422, True)
    told = {**two, "step": "exchange", "reason": "They are a couple."}
    assert olive_client.post(address, told).status_code == 302


def test_it_refuses_to_exchange_somebody_with_themselves(olive_client: Client, drawn: Competition) -> None:
    same = pair(drawn, 1, 1)
    assert olive_client.post(at("exchange", drawn, round=1), {**same, "step": "exchange"}).status_code == 422


def test_it_refuses_to_exchange_with_another_round(olive_client: Client, drawn: Competition) -> None:
    other = Seating.objects.filter(round__competition=drawn, round__number=2).first()
    assert other is not None
    form = {**pair(drawn, 1, 2), "second": str(other.pk)}
    assert olive_client.post(at("exchange", drawn, round=1), form).status_code == 422


def test_it_leads_a_round_from_draft_to_closed_and_back(olive_client: Client, drawn: Competition) -> None:
    states = []
    for name, form in (
        ("round-publish", {}),
        ("round-start", {}),
        ("round-close", {"anyway": "yes"}),
        ("round-reopen", {}),
    ):
        assert olive_client.post(at(name, drawn, round=1), form).status_code == 302
        states.append(drawn.rounds.get(number=1).state)
    assert states == ["published", "running", "closed", "running"]


def test_a_round_starts_before_an_earlier_one_only_when_told(
    olive_client: Client, drawn: Competition, olive: User
) -> None:
    second, early = drawn.rounds.get(number=2), drawn.rounds.get(number=1)
    rounds.round_publish(round=second, actor=olive)
    refused = olive_client.post(at("round-start", drawn, round=2))
    assert refused.status_code == 422
    assert "Round 1 has not been played yet." in words_of(refused)
    page = olive_client.get(at("round", drawn, round=2)).content.decode()
    assert 'data-confirm="Start round 2 before round 1?"' in page
    assert 'name="anyway"' in page
    rounds.round_publish(round=early, actor=olive)
    assert "before round" not in olive_client.get(at("round", drawn, round=1)).content.decode()
    assert olive_client.post(at("round-start", drawn, round=2), {"anyway": "yes"}).status_code == 302
    assert drawn.rounds.get(number=2).is_running


OUT_OF_TURN = [
    ("round-start", 1, "Round 1: publish the seating before you start"),
    ("round-close", 1, "Round 1 is not running"),
    ("round-reopen", 1, "Round 1 is not closed"),
    ("round-remove", 1, "only the last can be taken away"),
]


@pytest.mark.parametrize(("name", "number", "said"), OUT_OF_TURN)
def test_it_refuses_what_is_out_of_turn(
    olive_client: Client, drawn: Competition, name: str, number: int, said: str
) -> None:
    response = olive_client.post(at(name, drawn, round=number))
    assert response.status_code == 422
    assert said in response.content.decode()


def test_it_closes_a_round_with_open_tables_only_when_told(
    olive_client: Client, running: Competition, first_round: Round, play: Any
) -> None:
    for table in first_round.tables.exclude(number=2):
        for _ in range(4):
            play(table, declared.draw())
    refused = olive_client.post(at("round-close", running, round=1))
    assert refused.status_code == 422
    assert "These tables have not finished: 2." in refused.content.decode()
    assert olive_client.post(at("round-close", running, round=1), {"anyway": "yes"}).status_code == 302


def test_it_names_tablets_out_of_touch_before_a_round_is_closed(
    olive_client: Client, running: Competition, first_round: Round, tam: Any, play: Any
) -> None:
    for table in first_round.tables.all():
        for _ in range(4):
            play(table, declared.draw())
    page = at("round", running, round=1)
    assert "out-of-touch" not in olive_client.get(page).content.decode()
    for told in ({"unsent": 1}, {"unsent": 0, "last_seen": timezone.now() - timedelta(minutes=3)}):
        Device.objects.filter(pk=tam.device.pk).update(**told)
        shown = " ".join(olive_client.get(page).content.decode().split())
        assert "or have deals to send: table 3. What lies only there is kept for the referee" in shown
        assert "Close round 1 although tablets are out of touch?" in shown
    assert olive_client.post(at("round-close", running, round=1)).status_code == 302
    assert "out-of-touch" not in olive_client.get(page).content.decode()


def test_it_runs_one_round_at_a_time(olive_client: Client, running: Competition) -> None:
    olive_client.post(at("round-publish", running, round=2))
    refused = olive_client.post(at("round-start", running, round=2))
    assert refused.status_code == 422
    assert "Round 1 is still running." in refused.content.decode()


def test_it_takes_the_last_draft_away(olive_client: Client, drawn: Competition) -> None:
    assert olive_client.post(at("round-remove", drawn, round=3)).status_code == 302
    assert drawn.rounds.count() == 2


def test_it_draws_by_the_standings_and_says_who_sits_elsewhere(
    olive_client: Client, running: Competition, client: Client
) -> None:
    page = at("seating", running)
    wanted = {"how": "standings", "rounds": 3, "seed": 4}
    refused = olive_client.post(page, wanted)
    assert "none that is published is still open" in words_of(refused)
    running.rounds.filter(state="running").update(state="closed")
    assert olive_client.post(page, wanted).status_code == 302
    shown = olive_client.get(page)
    assert "By the standings before it" in words_of(shown)
    [_played, drawn] = shown.context["rounds"]
    assert any("and has met there:" in sentence for sentence in drawn.elsewhere)
    assert f"{len(drawn.elsewhere)} sit at another table" in words_of(shown)
    olive_client.post(at("round-publish", running, round=2))
    public = client.get(reverse("public:seating", args=[running.slug]))
    assert "By the standings before it" in words_of(public)


def test_it_keeps_apart_clubs_and_whom_it_is_told_to(
    olive_client: Client, tournament: Competition, client: Client
) -> None:
    guests = Club.objects.create(name="Wye Valley", slug="wye-valley")
    of_club = list(tournament.entries.filter(number__in=(1, 2, 3)).select_related("player"))
    Player.objects.filter(pk__in=[entry.player_id for entry in of_club]).update(club=guests)
    page, wanted = at("seating", tournament), {"rounds": 3, "seed": 4, "clubs": "on"}
    refused = olive_client.post(page, {**wanted, "apart": "4, 99\nJane"})
    assert "Nobody who plays has these numbers: 99, Jane." in words_of(refused)
    assert olive_client.post(page, {**wanted, "apart": "4, 5; 6\n7 7"}).status_code == 302
    drawn = list(tournament.rounds.all())
    assert [one.apart for one in drawn] == [[[1, 2, 3], [4, 5, 6]]] * 3
    groups = [{1, 2, 3}, {4, 5, 6}]
    tables = [set(four) for one in seats(tournament) for four in one]
    assert all(len(four & group) < 2 for four in tables for group in groups)
    assert "None of those meet who were to be kept apart." in words_of(olive_client.get(page))
    drawn[0].apart = [sorted(tables[0])]
    drawn[0].save(update_fields=["apart"])
    met = words_of(olive_client.get(page))
    assert "6 pairs that were to be kept apart meet." in met
    assert "of one club meet" not in met
    drawn[0].apart = drawn[1].apart
    drawn[0].save(update_fields=["apart"])
    olive_client.post(at("round-publish", tournament, round=1))
    public = words_of(client.get(reverse("public:seating", args=[tournament.slug])))
    assert "2 groups of people were kept apart" in public


def test_it_offers_to_publish_the_next_drafted_round(olive_client: Client, tournament: Competition) -> None:
    page = at("seating", tournament)
    assert 'id="publish"' not in olive_client.get(page).content.decode()
    olive_client.post(page, {"rounds": 2, "seed": 4})
    for number in (1, 2):
        shown = olive_client.get(page).content.decode()
        address = at("round-publish", tournament, round=number)
        assert f'action="{address}"' in shown
        assert f"Publish the seating of round {number}" in shown
        olive_client.post(address)
    assert 'id="publish"' not in olive_client.get(page).content.decode()


WISHED = {"together": "1 2\n3, 4, 5", "places": "1: 12\n1-2; 3: 7 8"}


def test_it_seats_people_together_and_at_their_tables_and_remembers_that(
    olive_client: Client, tournament: Competition, client: Client, typed: Any
) -> None:
    page, wanted = at("seating", tournament), {"rounds": 3, "seed": 4, **WISHED}
    assert olive_client.post(page, wanted).status_code == 302
    for tables in seats(tournament):
        assert all(any(group <= set(table) for table in tables) for group in ({1, 2}, {3, 4, 5}))
        assert 12 in tables[0]
        assert {7, 8} <= {number for table in tables[:3] for number in table}
    shown = typed(olive_client, page)
    assert (shown["together"].split(), shown["places"].splitlines()) == (
        ["1", "2", "3", "4", "5"],
        ["1 2 3: 7", "1 2 3: 8", "1: 12"],
    )
    assert "1, 2 and" not in words_of(olive_client.get(page))
    olive_client.post(at("round-publish", tournament, round=1))
    public = words_of(client.get(reverse("public:seating", args=[tournament.slug])))
    assert "2 groups share a table in every round. 3 people sit at certain tables only." in public


@pytest.mark.parametrize(
    ("typed_in", "said"),
    [
        ({"together": "1 99"}, "Nobody who plays has these numbers: 99."),
        ({"together": "1 2 3 4"}, "At most three people can share a table in every round, not 1, 2, 3, 4."),
        ({"places": "12"}, "should be tables, a colon, and numbers of people."),
        ({"places": "one: 12"}, "should be tables, a colon, and numbers of people."),
        ({"places": "1: Jane"}, "Nobody who plays has these numbers: Jane."),
        ({"places": "9: 12"}, "There is no table 9: the players make 4."),
        ({"places": "2: 1 2 3 4 5"}, "there is no room for"),
        ({"places": "1: 1\n2: 2", "together": "1 2"}, "1, 2 are to sit together, but at different tables."),
    ],
)
def test_it_says_which_wish_cannot_be_kept_beside_its_field(
    olive_client: Client, tournament: Competition, typed_in: dict[str, str], said: str
) -> None:
    refused = olive_client.post(at("seating", tournament), {"rounds": 1, "seed": 4, **typed_in})
    assert refused.status_code == 422
    [error] = [
        str(one) for name in ("together", "places") for one in refused.context["form"].errors.get(name, [])
    ]
    assert said in error
    assert not tournament.rounds.exists()


def test_it_warns_when_a_hand_parts_people_or_takes_them_from_their_table(
    olive_client: Client, tournament: Competition, olive: User
) -> None:
    olive_client.post(at("seating", tournament), {"rounds": 1, "seed": 4, **WISHED})
    [tables] = seats(tournament)
    stranger = next(one for one in tables[3] if one not in (1, 2, 3, 4, 5, 7, 8))
    look = {**pair(tournament, 12, stranger), "step": "look"}
    page = olive_client.post(at("exchange", tournament, round=1), look)
    told = " ".join(page.context["difference"]["new"])
    assert "Ann Łęcka" in told
    assert "sits at table 4 in round 1, which is none of the tables to sit at" in told


def test_it_offers_the_standings_once_there_are_some(olive_client: Client, tournament: Competition) -> None:
    assert "how" not in olive_client.get(at("seating", tournament)).context["form"].fields


def test_it_warns_only_of_what_can_be_acted_on(
    olive_client: Client, tournament: Competition, olive: User
) -> None:
    for entry in tournament.entries.filter(number__gt=8):
        competitions.entry_remove(entry=entry, actor=olive)
    rounds.round_draw(competition=tournament, rounds=4, seed=1, actor=olive)
    page = olive_client.get(at("seating", tournament))
    worth = page.context["quality"]
    assert (worth.warnings, len(worth.unavoidable) >= 24) == ((), True)
    told = words_of(page)
    assert "pairs meet more than once. With 8 players in 4 rounds that cannot be avoided." in told
    assert "to look at" not in told
    first, *_rest, last = tournament.rounds.get(number=1).seatings.order_by("table__number", "pk")
    look = olive_client.get(at("exchange", tournament, round=1), {"first": first.pk, "second": last.pk})
    changed = look.context["difference"]
    assert len(changed["ended"]) + len(changed["new"]) < 30  # what it changes, not all there is
    seats_exchange(round=first.round, first=first, second=last, actor=olive, reason="")
    page = olive_client.get(at("seating", tournament))
    assert "some must; a new draw may find fewer" in words_of(page)
    assert "icon-warning" in page.content.decode()
    assert len(page.context["quality"].warnings) > 20
