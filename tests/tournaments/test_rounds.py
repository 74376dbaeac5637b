"""Draw, publish, start, close: a round goes one way, and back only by the door marked so."""

import json
from itertools import combinations

import pytest
from django.core.management import CommandError, call_command

from tests import declared
from tournaments import seating
from tournaments.models import Competition, Entry, Round, Seating
from tournaments.refusals import Refusal
from tournaments.selectors import meetings, tables
from tournaments.selectors.standings import standings_of
from tournaments.services import competitions, draws, rounds, seats

pytestmark = pytest.mark.django_db


def pairs(drawn):
    return [
        frozenset(pair) for one in drawn for four in meetings.tables_of(one) for pair in combinations(four, 2)
    ]


def test_it_seats_everybody_once_a_round_and_nobody_meets_again(tournament, olive):
    drawn = rounds.round_draw(competition=tournament, rounds=5, actor=olive)
    for one in drawn:
        seated = [pk for four in meetings.tables_of(one) for pk in four]
        assert sorted(seated) == sorted(tournament.entries.values_list("pk", flat=True))
    met = pairs(drawn)
    assert len(met) == len(set(met)) == 5 * 4 * 6


def test_it_draws_the_same_again_from_the_same_seed(tournament, olive):
    plans = [
        [
            meetings.tables_of(one)
            for one in rounds.round_draw(competition=tournament, rounds=3, actor=olive, seed=5)
        ]
        for _ in range(2)
    ]
    assert plans[0] == plans[1]
    assert tournament.rounds.count() == 3


def test_it_fills_up_with_house_players_who_are_not_ranked(tournament, olive):
    competitions.entry_change(entry=tournament.entries.get(number=16), actor=olive, status="withdrawn")
    drawn = rounds.round_draw(competition=tournament, rounds=2, actor=olive)
    house = Entry.objects.get(status=Entry.Status.HOUSE)
    assert (house.is_ranked, house.name) == (False, f"House player {house.number}")
    assert Seating.objects.filter(entry=house).count() == len(drawn) == 2


def test_it_draws_the_rest_without_meeting_again_what_was_played(running, olive):
    first = running.rounds.get(number=1)
    drawn = rounds.round_draw(competition=running, rounds=2, actor=olive, seed=99)
    met = pairs([first, *drawn])
    assert len(met) == len(set(met))
    assert [one.number for one in running.rounds.all()] == [1, 2, 3]


def decided(competition: Competition) -> None:
    """Close every published round, whatever was played."""
    competition.rounds.exclude(state=Round.State.DRAFT).update(state=Round.State.CLOSED)


def test_it_draws_the_next_round_by_the_standings(running, table, olive, play):
    play(table)
    decided(running)
    drawn = rounds.round_draw_by_standings(competition=running, actor=olive, seed=5)
    running.refresh_from_db()
    ranked = [row.number for row in standings_of(running).rows]
    again = rounds.round_draw_by_standings(competition=running, actor=olive, seed=5)
    met = pairs([running.rounds.get(number=1), again])
    assert len(met) == len(set(met))
    assert (again.number, again.ranked, again.seed) == (2, ranked, 5)
    assert [one.number for one in running.rounds.all()] == [1, 2]
    leader = Seating.objects.get(round=again, entry__number=ranked[0])
    assert leader.table.number == 1
    assert drawn.pk != again.pk


WISHES = draws.Wishes(apart=[[6, 7]], together=[[1, 2]], places={5: [1], 9: [1, 2]})


def first(running, olive):
    running.rounds.all().update(state="draft", started_at=None)
    return rounds.round_draw(competition=running, rounds=2, actor=olive, seed=8, wishes=WISHES)


def rest(running, olive):
    return rounds.round_draw(competition=running, rounds=2, actor=olive, seed=8, wishes=WISHES)


def by_standings(running, olive):
    decided(running)
    return [rounds.round_draw_by_standings(competition=running, actor=olive, seed=8, wishes=WISHES)]


def numbers_of(drawn):
    rows = drawn.seatings.order_by("table__number").values_list("table__number", "seat", "entry__number")
    seats = {(table, seat): number for table, seat, number in rows}
    return [[seats[at, seat] for seat in "ESWN"] for at in range(1, len(seats) // 4 + 1)]


@pytest.mark.parametrize("draw", [first, rest, by_standings])
def test_its_command_draws_the_same_round_again(running, olive, capsys, tmp_path, draw):
    competitions.entry_change(entry=running.entries.get(number=3), actor=olive, status="withdrawn")
    competitions.entry_add(competition=running, person={"given": "Late", "family": "Comer"}, actor=olive)
    competitions.entry_change(entry=running.entries.get(number=4), actor=olive, status="withdrawn")
    seated = []
    for drawn in draw(running, olive):
        call_command("seat", competition=running.slug, round=drawn.number, json=True)
        [tables] = json.loads(capsys.readouterr().out)
        seated.append(numbers_of(drawn))
        assert tables == seated[-1]
        assert set(tables[0]) & {5}
        assert {9} & {*tables[0], *tables[1]}
        assert any({1, 2} <= set(table) for table in tables)
    call_command("seat", competition=running.slug, round=drawn.number, basis=True)
    told = capsys.readouterr().out
    (tmp_path / "basis.json").write_text(told)
    assert "Ashby" not in told
    Seating.objects.all().delete()  # without the database the file alone draws all rounds of that draw
    call_command("seat", file=str(tmp_path / "basis.json"), json=True)
    assert json.loads(capsys.readouterr().out) == seated


def test_its_command_says_where_nobody_noted_what_a_round_was_drawn_from(running):
    running.rounds.all().update(draw=None)
    for named in ({}, {"basis": True}):
        with pytest.raises(CommandError, match="Nobody noted"):
            call_command("seat", competition=running.slug, round=1, **named)


def test_it_draws_again_what_was_drawn_before_draws_were_kept(running, olive):
    [drawn] = by_standings(running, olive)
    house = meetings.house_of(running)
    played = [meetings.tables_of(running.rounds.get(number=1))]
    keys = {entry.number: entry.pk for entry in running.entries.all()}
    old = seating.by_standings([keys[one] for one in drawn.ranked], played, seed=8, ghosts=house)
    Round.objects.filter(pk=drawn.pk).update(draw=None, apart=[])
    numbers = {pk: number for number, pk in keys.items()}
    again = draws.again(Round.objects.get(pk=drawn.pk))
    assert again.rounds[0] == tuple(tuple(numbers[pk] for pk in table) for table in old.rounds[0])


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        (draws.Wishes(together=[[1, 2, 3, 4]]), "together_too_many"),
        (draws.Wishes(places={1: [9]}), "no_such_table"),
        (draws.Wishes(together=[[1, 2]], places={1: [1], 2: [2]}), "together_elsewhere"),
        (draws.Wishes(places={number: [1] for number in range(1, 6)}), "wishes_too_many"),
    ],
)
def test_it_refuses_wishes_that_cannot_be_kept(running, olive, wishes, code):
    before = list(running.rounds.values_list("pk", flat=True))
    with pytest.raises(Refusal) as refused:
        rounds.round_draw(competition=running, rounds=1, actor=olive, wishes=wishes)
    assert refused.value.code == code
    assert list(running.rounds.values_list("pk", flat=True)) == before


def test_it_asks_nothing_of_whoever_does_not_play_any_more(running, olive):
    competitions.entry_change(entry=running.entries.get(number=1), actor=olive, status="withdrawn")
    wishes = draws.Wishes(together=[[1, 2]], places={1: [1]})
    drawn = rounds.round_draw(competition=running, rounds=1, actor=olive, wishes=wishes)
    assert (drawn[0].draw.basis["together"], drawn[0].draw.basis["places"]) == ([], [])


def test_it_keeps_people_apart_in_the_rest_and_by_the_standings(running, olive):
    met = meetings.tables_of(running.rounds.get(number=1))[0]
    family = sorted(Entry.objects.get(pk=pk).number for pk in met)
    wishes = draws.Wishes(apart=[family, [1, 400]])
    rest = rounds.round_draw(competition=running, rounds=2, actor=olive, seed=5, wishes=wishes)
    decided(running)
    by_standings = rounds.round_draw_by_standings(
        competition=running, actor=olive, seed=5, wishes=draws.Wishes(apart=[family])
    )
    assert by_standings.apart == [family]
    tables = meetings.tables_of(by_standings)
    assert all(len(set(four) & set(met)) == 1 for four in tables)
    assert [one.apart for one in rest] == [[family]] * 2


def test_it_refuses_five_who_are_left(running, olive):
    for entry in running.entries.filter(number__gt=5):
        competitions.entry_change(entry=entry, actor=olive, status="withdrawn")
    with pytest.raises(Refusal) as refused:
        rounds.round_draw(competition=running, rounds=1, actor=olive)
    assert refused.value.code == "five_left"


def test_it_seats_latecomers_last_and_house_players(running, olive):
    decided(running)
    late = competitions.entry_add(
        competition=running, person={"given": "Late", "family": "Comer"}, actor=olive
    )
    drawn = rounds.round_draw_by_standings(competition=running, actor=olive, seed=5)
    assert drawn.ranked[-1] == late.number
    assert Seating.objects.get(round=drawn, entry=late).table.number == 5
    assert drawn.seatings.filter(entry__status=Entry.Status.HOUSE).count() == 3


def test_it_draws_by_the_standings_only_what_has_standings(tournament, running, olive):
    with pytest.raises(Refusal) as refused:
        rounds.round_draw_by_standings(competition=running, actor=olive)
    assert refused.value.code == "standings_to_come"
    decided(running)
    for entry in running.entries.filter(number__gt=7):
        competitions.entry_change(entry=entry, actor=olive, status="withdrawn")
    with pytest.raises(Refusal) as refused:
        rounds.round_draw_by_standings(competition=running, actor=olive)
    assert (refused.value.code, refused.value.facts) == (
        "too_few_for_standings", {"players": 7, "least": 8}
    )  # fmt: skip


def test_it_lets_two_people_of_a_draft_change_places(running, olive):
    draft = running.rounds.get(number=2)
    first, second = Seating.objects.filter(round=draft, seat="E").order_by("table__number")[:2]
    seats.seats_exchange(round=draft, first=first, second=second, actor=olive)
    after = list(Seating.objects.filter(round=draft, seat="E").order_by("table__number")[:2])
    assert [row.entry for row in after] == [second.entry, first.entry]


def test_it_changes_nothing_once_the_seating_is_public(running, first_round, olive):
    first, second = Seating.objects.filter(round=first_round, seat="E")[:2]
    with pytest.raises(Refusal) as refused:
        seats.seats_exchange(round=first_round, first=first, second=second, actor=olive)
    assert refused.value.code == "round_not_draft"


@pytest.mark.parametrize(
    ("number", "verb", "code"),
    [
        (2, rounds.round_start, "round_not_published"),
        (1, rounds.round_start, "round_already_running"),
        (2, rounds.round_close, "round_not_running"),
        (1, rounds.round_publish, "round_not_draft"),
        (1, rounds.round_reopen, "round_not_closed"),
    ],
)
def test_it_goes_through_its_states_in_order(running, olive, number, verb, code):
    with pytest.raises(Refusal) as refused:
        verb(round=running.rounds.get(number=number), actor=olive)
    assert refused.value.code == code


def test_it_runs_one_round_at_a_time(running, olive):
    second = rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    with pytest.raises(Refusal) as refused:
        rounds.round_start(round=second, actor=olive)
    assert (refused.value.code, refused.value.facts) == ("round_already_running", {"round": 1})


def test_it_names_the_round_that_runs_where_another_one_is_to_go_on(running, first_round, olive):
    rounds.round_close(round=first_round, actor=olive, anyway=True)
    second = rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    rounds.round_start(round=second, actor=olive)
    with pytest.raises(Refusal) as refused:
        rounds.round_reopen(round=first_round, actor=olive)
    assert (refused.value.code, refused.value.facts) == ("round_already_running", {"round": 2})
    with pytest.raises(Refusal) as refused:
        rounds.round_start(round=first_round, actor=olive)
    assert (refused.value.code, refused.value.facts) == ("round_over", {"round": 1})


def test_it_names_the_tables_that_have_not_finished(running, first_round, olive, play):
    for table in first_round.tables.exclude(number=2):
        for _ in range(4):
            play(table, declared.draw())
    with pytest.raises(Refusal) as refused:
        rounds.round_close(round=first_round, actor=olive)
    assert refused.value.facts == {"tables": "2"}
    assert rounds.round_close(round=first_round, actor=olive, anyway=True).state == Round.State.CLOSED


def test_it_needs_four_players(club, olive, tournament):
    Entry.objects.filter(competition=tournament, number__gt=3).delete()
    with pytest.raises(Refusal) as refused:
        rounds.round_draw(competition=tournament, rounds=1, actor=olive)
    assert (refused.value.code, refused.value.facts) == ("too_few_players", {"players": 3})


def test_it_lets_a_substitute_take_over_from_a_deal_on(table, play, running, olive):
    play(table, declared.draw())
    [sub] = competitions.entries_add(
        competition=running, people=[{"family": "Stead", "status": "substitute"}], actor=olive
    )
    before = tables.sitters(table, 1)["N"].entry
    seats.substitute(table=table, seat="N", from_deal=2, entry=sub, actor=olive)
    assert (tables.sitters(table, 1)["N"].entry, tables.sitters(table, 2)["N"].entry) == (before, sub)
    assert tables.sitters(table, 2)["N"].stands_for == before


def test_it_refuses_a_substitute_who_already_sits(table, running, olive):
    sitting = tables.sitters(running.rounds.get(number=1).tables.get(number=1), 1)["E"].entry
    with pytest.raises(Refusal) as refused:
        seats.substitute(table=table, seat="N", from_deal=2, entry=sitting, actor=olive)
    assert refused.value.code == "player_twice"


class TestMeetings:
    """A league evening seats whoever came."""

    def evening(self, season, olive, numbers):
        meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
        entries = season.entries.filter(number__in=numbers)
        rounds.check_in(round=meeting, entries=entries, actor=olive)
        return rounds.meeting_draw(round=meeting, actor=olive)

    def played(self, season, olive, numbers, play):
        meeting = self.evening(season, olive, numbers)
        rounds.round_publish(round=meeting, actor=olive)
        rounds.round_start(round=meeting, actor=olive)
        for table in meeting.tables.all():
            play(table)
            play(table, declared.draw())
        return rounds.round_close(round=meeting, actor=olive)

    def test_it_seats_those_who_came_and_nobody_else(self, season, olive):
        meeting = self.evening(season, olive, range(1, 9))
        seated = Seating.objects.filter(round=meeting).values_list("entry__number", flat=True)
        assert sorted(seated) == list(range(1, 9))

    def test_it_fills_the_last_table_with_house_players(self, season, olive):
        meeting = self.evening(season, olive, range(1, 8))
        assert Seating.objects.filter(round=meeting, entry__status="house").count() == 1
        assert meeting.tables.count() == 2

    def test_it_spreads_opponents_over_the_season(self, season, olive, play):
        evenings = [self.played(season, olive, range(1, 9), play) for _ in range(2)]
        met = pairs(evenings)
        assert (
            max(met.count(pair) for pair in met) == 2
        )  # 28 pairs, 24 meetings: eight people must meet again
        assert len(set(met)) >= 20

    def test_it_needs_four_who_came(self, season, olive):
        with pytest.raises(Refusal) as refused:
            self.evening(season, olive, [1, 2, 3])
        assert refused.value.code == "too_few_players"
