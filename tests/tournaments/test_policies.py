"""A season by rules that are written as data: judged as a whole, logged, and worked out as they say."""

from fractions import Fraction

import pytest

from tests import declared
from tests.table.deals import wonders
from tournaments.models import Action
from tournaments.ranking import figures
from tournaments.ranking.seasons.presets import presets
from tournaments.ranking.tallies import Tally
from tournaments.refusals import Refusal
from tournaments.selectors.policies import mark_of
from tournaments.selectors.season_facts import Noted, meeting_of
from tournaments.selectors.standings import row_json, standings_of, summed
from tournaments.selectors.tables import sitters
from tournaments.services import competitions, policies, rounds
from tournaments.services.chain import chain_check

pytestmark = pytest.mark.django_db

CLUB = {"credit_scheme": "table_points", "meetings": 3, "table_points": [4, 2, 1, 0], "attendance_points": 1}


@pytest.fixture
def evenings(three_evenings):
    return three_evenings


def set_to(season, olive, **policy):
    competition = policies.policy_set(competition=season, policy=policy, seen=mark_of(season), actor=olive)
    competition.refresh_from_db()
    return competition


def rows(season):
    return {row.number: row for row in standings_of(season).rows}


def outline(season):
    table = standings_of(season)
    return [(row.number, row.rank, row.total, [cell.state for cell in row.rounds]) for row in table.rows]


def test_it_gives_what_the_single_settings_gave_when_the_same_is_written_as_data(evenings, olive):
    before = outline(evenings)
    season = set_to(evenings, olive, **CLUB, best_of=2, criteria=["total", "mahjongs", "given"])
    assert outline(season) == before


@pytest.mark.parametrize(
    ("policy", "states", "total"),
    [
        ({**CLUB, "best_of": 1}, ["counted", "dropped", "dropped"], 5),
        ({**CLUB, "discards": "0,1"}, ["counted", "counted", "dropped"], 10),
        ({**CLUB, "trimmed": {"best": 1, "worst": 1}}, ["dropped", "counted", "dropped"], 5),
        ({**CLUB, "aggregate": "mean"}, ["counted"] * 3, 5),
        ({**CLUB, "members_needed": 4}, ["counted"] * 3, 15),
        (
            {"credit_scheme": "place_points", "place_points": {"first": 20, "step": 1}, "meetings": 3},
            ["counted"] * 3,
            60,
        ),
    ],
)
def test_it_chooses_as_the_policy_says(evenings, olive, policy, states, total):
    row = rows(set_to(evenings, olive, **policy))[1]
    assert (sorted(cell.state for cell in row.rounds), row.total) == (sorted(states), total)


def test_it_gives_bonuses_for_hands_that_the_ledger_knows(season, olive, play):
    bonuses = [{"fact": "limit_hands", "each": 7}, {"fact": "thirteen_wonders", "each": 2}]
    season = set_to(season, olive, **CLUB, bonuses=bonuses)
    meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(deals=4), actor=olive)
    rounds.check_in(round=meeting, entries=season.entries.filter(number__lte=4), actor=olive)
    rounds.meeting_draw(round=meeting, actor=olive)
    rounds.round_publish(round=meeting, actor=olive)
    rounds.round_start(round=meeting, actor=olive)
    table = meeting.tables.get()
    first = sitters(table, 1)["E"].entry
    play(table, wonders())
    season.refresh_from_db()
    own = rows(season)[first.number].rounds[0].told.parts
    assert [part.amount for part in own if part.code == "bonus"] == [7, 2]
    assert rows(season)[first.number].total == 4 + 1 + 7 + 2
    assert sum(row.total for row in rows(season).values()) == 4 + 2 + 1 + 4 + 7 + 2


def test_it_counts_a_hand_once_for_who_sat_for_somebody_and_then_for_himself():
    tallies = [Tally(9, 1, 60, 1, 0, 2, 3, stands_for=1), Tally(9, 1, 20, 1, 0, 2, 3)]
    meeting = meeting_of(1, tallies, 8, (), Noted({}, ()), {(1, 3, 9, 1): {"limit_hands": 1}})
    assert [row.facts for row in meeting.tables[0]] == [{"limit_hands": 1}, {}]


def test_it_knows_no_other_table_in_the_api_and_in_the_sum_of_the_whole_ledger(evenings, olive):
    season = set_to(evenings, olive, **CLUB, aggregate="mean", divide_by="counted")
    assert summed(season).rows == standings_of(season).rows
    assert row_json(rows(season)[9])["total"] is None


def test_it_notes_what_no_table_tells(evenings, olive):
    codes = {"duty": {"formula": "average"}, "ill": {"formula": "fixed", "amount": "1/2"}}
    season = set_to(evenings, olive, **CLUB, absence=codes)
    facts = {
        "absent": {"1": {"9": "ill"}, "2": {"4": "duty"}},
        "credits": {"3": {"8": "7/2"}},
        "adjustments": {"2": -3},
    }
    policies.season_facts_set(competition=season, facts=facts, actor=olive)
    season.refresh_from_db()
    found = rows(season)
    assert (found[9].total, found[8].total) == (Fraction(1, 2), Fraction(9, 2))
    fourth = found[4].rounds
    assert fourth[1].amount == Fraction(sum(fourth[n].amount - 1 for n in (0, 2)), 2)
    parts = found[2].figures[0].parts
    assert figures.sentences(parts)[0] == "From before: \N{MINUS SIGN}3 as an adjustment of the season"


def test_it_shows_divisions_and_periods(evenings, olive):
    season = set_to(evenings, olive, **CLUB, divisions=[{"name": "A", "down": 1}, {"name": "B", "up": 1}])
    policies.season_facts_set(competition=season, facts={"divisions": dict.fromkeys("123", "A")}, actor=olive)
    season.refresh_from_db()
    groups = [(row.group, row.number) for row in standings_of(season).rows]
    assert groups[0] == ("A", 1)
    assert {number for group, number in groups if group == "B"} == {4, 5, 6, 7, 8, 9}
    periods = [{"name": "Spring", "first": 1, "last": 2}, {"name": "Autumn", "first": 3, "last": 3}]
    policies.season_facts_set(competition=season, facts={}, actor=olive)
    season.refresh_from_db()
    table = standings_of(set_to(season, olive, **CLUB, periods=periods, year={"from": "totals"}))
    assert [each.name for each in table.tables] == ["Spring", "Autumn"]
    first = table.rows[0]
    assert (first.number, [each.amount for each in first.periods], first.total) == (1, [10, 5], 15)
    assert len(first.rounds) == 3


@pytest.mark.parametrize("code", list(presets()))
def test_it_takes_every_preset_that_needs_no_more_than_tables_tell(evenings, olive, code):
    policy = dict(presets()[code].season)
    if policy["credit_scheme"] == "percent":
        policy["opening"] = 2000
    if policy.get("members_needed", 0) > 9:
        policy["members_needed"] = 1
    season = set_to(evenings, olive, **policy)
    assert len(standings_of(season).rows) == 9
    for row in standings_of(season).rows:
        assert all(cell.sentence for cell in row.rounds)
        assert row.decision is None or row.decision
        assert [figure.code for figure in row.figures][:2] == ["total", "net"]


def test_it_says_all_faults_at_once_each_with_what_would_do(season, olive):
    with pytest.raises(Refusal) as refused:
        set_to(season, olive, credit_scheme="percent", meetings=3, best_of=5, criteria=["net"])
    said = {one["code"]: one["message"] for one in refused.value.problems}
    assert set(said) == {
        *("best_of_above_meetings", "criteria_without_total", "sum_of_percent", "opening_missing"),
    }
    assert "at most 3 will do" in said["best_of_above_meetings"]
    season.refresh_from_db()
    assert season.policy is None


@pytest.mark.parametrize(
    ("facts", "codes"),
    [
        ({"absent": {"1": {"4": "duty"}}, "lots": {"77": 1}}, ["season_facts_value", "season_facts_player"]),
        ({"adjustments": {"1": 0.5}}, ["season_facts_value"]),
        ({"absent": {"1": {"4": ["duty"]}}, "divisions": {"4": {}}}, ["season_facts_value"] * 2),
        ({"credits": {"1": 3}, "weather": {}}, ["season_facts_key", "season_facts_shape"]),
    ],
)
def test_it_refuses_facts_that_do_not_fit_all_at_once(season, olive, facts, codes):
    with pytest.raises(Refusal) as refused:
        policies.season_facts_set(competition=season, facts=facts, actor=olive)
    assert sorted(one["code"] for one in refused.value.problems) == sorted(codes)


def test_it_tells_the_second_of_two_who_change_it(season, olive):
    seen = mark_of(season)
    set_to(season, olive, **CLUB)
    with pytest.raises(Refusal, match="policy_meanwhile"):
        policies.policy_set(competition=season, policy={**CLUB, "best_of": 2}, seen=seen, actor=olive)


def test_it_tells_who_saw_single_settings_that_are_others_by_now(season, olive):
    seen = mark_of(season)
    competitions.competition_change(competition=season, actor=olive, best_of=1)
    with pytest.raises(Refusal, match="policy_meanwhile"):
        policies.policy_set(competition=season, policy=CLUB, seen=seen, actor=olive)


def test_it_is_of_a_season_only(running, olive):
    with pytest.raises(Refusal, match="policy_of_a_season"):
        set_to(running, olive, **CLUB)


def test_it_is_vouched_for_with_what_was_before_and_after(evenings, olive):
    season = set_to(evenings, olive, **CLUB)
    season = set_to(season, olive, **{**CLUB, "attendance_points": 2})
    line = Action.objects.filter(verb="policy_set").latest("pk")
    assert line.facts["before"] == {"policy": "attendance_points: 1", "attendance_points": "1"}
    assert line.facts["after"] == {"policy": "attendance_points: 2", "attendance_points": "2"}
    assert chain_check(season)[1] == []
    type(season).objects.filter(pk=season.pk).update(policy={**CLUB, "best_of": 1})
    season.refresh_from_db()
    assert [each.code for each in chain_check(season)[1]]


def test_it_gives_the_single_settings_back(evenings, olive):
    season = set_to(evenings, olive, **CLUB, best_of=1)
    policies.policy_set(competition=season, policy=None, seen=mark_of(season), actor=olive)
    season.refresh_from_db()
    assert (season.policy, rows(season)[1].total) == (None, 10)


def test_it_keeps_whoever_withdrew_unranked_as_rules_written_as_data_say(evenings, olive):
    competitions.entry_change(entry=evenings.entries.get(number=2), actor=olive, status="withdrawn")
    evenings.refresh_from_db()
    assert rows(evenings)[2].rank
    assert rows(set_to(evenings, olive, **CLUB))[2].rank is None


@pytest.mark.parametrize(
    "policy",
    [
        None,
        {**CLUB, "rested": {"formula": "as_last"}, "criteria": ["total", "head_to_head", "lot"]},
        {**CLUB, "periods": [{"name": "A", "first": 1, "last": 1}, {"name": "B", "first": 2, "last": 3}]},
        {
            "credit_scheme": "net",
            "meetings": 3,
            "bonuses": [{"fact": "limit_hands", "each": 7}],
            "best_of": 1,
        },
    ],
)
def test_it_takes_over_what_a_deal_did_not_touch_and_gives_the_same(season, olive, play, policy):
    if policy is not None:
        season = set_to(season, olive, **policy)
    for numbers in ([1, 2, 3, 4, 5], [2, 3, 4, 5]):
        meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
        there = season.entries.filter(number__in=numbers)
        rounds.check_in(round=meeting, entries=there, actor=olive)
        rounds.meeting_draw(round=meeting, actor=olive)
        rounds.round_publish(round=meeting, actor=olive)
        rounds.round_start(round=meeting, actor=olive)
        for declaration in (declared.won("E", "S"), declared.won("W", None)):
            play(meeting.tables.get(), declaration)
            season.refresh_from_db()
            assert standings_of(season).rows == summed(season).rows
        rounds.round_close(round=meeting, actor=olive)
    competitions.entry_change(entry=season.entries.get(number=2), actor=olive, status="withdrawn")
    season.refresh_from_db()
    assert standings_of(season).rows == summed(season).rows
