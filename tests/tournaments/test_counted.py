"""A tournament counts as a meeting of a season: what it gives to whom, when it may, what follows."""

from fractions import Fraction
from uuid import uuid4

import pytest

from tournaments.models import Action, Competition, Round
from tournaments.ranking.seasons.elsewhere import Given, Result, Way, credited, way_of, written
from tournaments.refusals import Refusal
from tournaments.selectors.counted import differing, events_of, foreseen, proposal_of, stood
from tournaments.selectors.standings import standings_of, summed
from tournaments.services import competitions, corrections, counted, policies, rounds, undoing
from tournaments.services.chain import chain_check

pytestmark = pytest.mark.django_db

LIST = Way(points=(10, 8, 6, 4), factor=Fraction(1, 2))


def test_it_gives_points_by_place_that_ties_share_exactly():
    # Places 1, 2, 2, 2, 5, 6, 7: the three of place 2 share 8 + 6 + 4 = 18, so 6 each; then half of all.
    places = [1, 2, 2, 2, 5, 6, 7]
    members = [Result(11, 1), Result(12, 2), Result(13, 2), Result(14, 6)]
    given = credited(LIST, members, places)
    assert given == {
        11: Given(5, 1, 1),
        12: Given(3, 2, 3),
        13: Given(3, 2, 3),
        14: Given(0, 6, 1),
    }
    last = credited(Way(points=(10, 8, 5), beyond="last"), members, places)
    # 8 + 5 + 5 = 18 again, as beyond the list everybody gets the last one.
    assert [one.amount for one in last.values()] == [10, 6, 6, 5]


def test_it_lets_members_share_the_places_among_themselves():
    members = [Result(12, 2), Result(13, 2), Result(14, 6)]
    given = credited(Way(points=(5, 4, 1), among="members"), members, [1, 2, 2, 2, 5, 6, 7])
    assert given == {12: Given(Fraction(9, 2), 1, 2), 13: Given(Fraction(9, 2), 1, 2), 14: Given(1, 3, 1)}


def test_it_gives_what_the_tournament_gave_times_a_factor():
    given = credited(Way("net", factor=Fraction(1, 3)), [Result(1, 2, 100), Result(2, 1, -5)], [1, 2])
    assert given == {1: Given(Fraction(100, 3), 2, 1), 2: Given(Fraction(-5, 3), 1, 1)}


OF_MEMBERS = Way("table_points", among="members", factor=Fraction(2, 3))


@pytest.mark.parametrize("way", [LIST, Way("net"), OF_MEMBERS])
def test_it_reads_a_way_as_it_was_written(way):
    assert way_of(written(way)) == way


@pytest.fixture
def spring(tournament, olive, play):
    """The Spring Day, over: at each of four tables South wins alike, so four share each place."""
    drawn = rounds.round_draw(competition=tournament, rounds=1, actor=olive)
    first = rounds.round_start(round=rounds.round_publish(round=drawn[0], actor=olive), actor=olive)
    for table in first.tables.all():
        play(table)
    rounds.round_close(round=first, actor=olive, anyway=True)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def evenings(three_evenings):
    return three_evenings


def members_in_front(tournament, season):
    """Give the numbers in the season of its members who share the first place of a tournament."""
    first = {row.number for row in standings_of(tournament).rows if row.rank == 1}
    people = set(tournament.entries.filter(number__in=first).values_list("player", flat=True))
    return sorted(season.entries.filter(player__in=people).values_list("number", flat=True))


def count(season, tournament, olive, way=LIST, meeting=4):
    seen = proposal_of(season, tournament, way).mark
    made = counted.tournament_count(
        season=season, tournament=tournament, meeting=meeting, way=way, seen=seen, actor=olive
    )
    season.refresh_from_db()
    return made


def fresh(competition):
    return Competition.objects.get(pk=competition.pk)


def totals(season):
    return {row.number: row.total for row in standings_of(fresh(season)).rows}


def test_it_counts_as_a_meeting_with_the_place_behind_each_credit(evenings, spring, olive):
    policies.policy_set(
        competition=evenings,
        policy={"credit_scheme": "table_points", "table_points": [4, 2, 1, 0], "attendance_points": 1},
        seen=policies.mark_of(evenings),
        actor=olive,
    )
    before = totals(evenings)
    front = members_in_front(spring, evenings)
    made = count(evenings, spring, olive)
    # Four share the first place: (10 + 8 + 6 + 4) / 4 = 7, and half of it is 7/2; with 1 for attending.
    gained = {number: total - (before[number] or 0) for number, total in totals(evenings).items()}
    assert gained == {number: Fraction(9, 2) if number in front else 1 for number in range(1, 10)}
    row = next(one for one in standings_of(fresh(evenings)).rows if one.number == front[0])
    assert row.rounds[-1].sentence == (
        "Meeting 4: 3\N{NO-BREAK SPACE}1⁄2 of Spring Day, place 1 of 16 (shared by 4) + 1 for attending"
    )
    assert (made.state, made.number, row.attended) == (Round.State.CLOSED, 4, len(row.rounds) - _missed(row))
    assert standings_of(fresh(evenings)).rows == summed(fresh(evenings)).rows
    assert chain_check(fresh(evenings))[1] == []


def _missed(row):
    return sum(cell.presence == "absent" for cell in row.rounds)


def test_it_foresees_the_table_that_it_makes(evenings, spring, olive):
    proposal = proposal_of(evenings, spring, LIST)
    lines, counts = foreseen(evenings, 4, proposal)
    before = {row.number: (row.rank, row.total) for row in standings_of(evenings).rows}
    count(evenings, spring, olive)
    after = {row.number: (row.rank, row.total) for row in standings_of(fresh(evenings)).rows}
    assert counts
    assert {one.number: (one.rank_before, one.total_before) for one in lines} == before
    assert {one.number: (one.rank_after, one.total_after) for one in lines} == after
    assert before != after


def test_it_finds_the_same_persons_and_names_who_is_none(evenings, spring, olive):
    double = {"given": "Pat", "family": "Ashby", "club": "Somewhere Else"}
    proposal = proposal_of(evenings, spring, LIST)
    assert len(proposal.given) == 9
    others = {entry.name for entry in spring.entries.filter(number__gt=9)}
    assert {one.name for one in proposal.strangers} == others
    season_pat = evenings.entries.get(number=1)
    season_pat.player = type(season_pat.player).objects.create(given=double["given"], family=double["family"])
    season_pat.save()
    other = proposal_of(evenings, spring, LIST)
    assert (1 in other.given, other.namesakes) == (False, {"Pat Ashby"})
    assert [one.number for one in other.away] == [1]


def test_it_is_taken_over_anew_only_when_somebody_says_so(evenings, spring, olive, rafe):
    front = members_in_front(spring, evenings)
    count(evenings, spring, olive)
    before = totals(evenings)
    table = spring.rounds.get().tables.select_related("round__competition").first()
    told = {"table": table, "number": 1, "mode": "as_played", "reason": "Wrong"}
    corrections.deal_void(**told, actor=rafe, key=uuid4())
    assert totals(evenings) == before
    event = events_of(fresh(evenings))[4]
    proposal = proposal_of(evenings, fresh(spring), event.way)
    differs = differing(fresh(evenings), event, proposal)
    assert {one.number for one in differs} >= set(front)
    told = {"season": evenings, "meeting": 4, "actor": olive}
    with pytest.raises(Refusal) as refused:
        counted.tournament_recount(**told, seen="elsewhere", reason="Corrected")
    assert refused.value.code == "counted_meanwhile"
    counted.tournament_recount(**told, seen=proposal.mark, reason="A deal was void")
    evenings.refresh_from_db()
    assert totals(evenings) != before
    assert differing(evenings, events_of(evenings)[4], proposal) == []
    line = Action.objects.get(competition=evenings, verb="tournament_recount")
    assert (line.reason, line.actor) == ("A deal was void", olive)
    assert line.facts["was"] != line.facts["now"]
    with pytest.raises(Refusal) as refused:
        counted.tournament_recount(**told, seen=proposal.mark, reason="Again")
    assert refused.value.code == "counted_same"
    undoing.line_undo(line=line, competition=evenings, reason="It was right before", actor=olive)
    assert totals(evenings) == before
    assert chain_check(fresh(evenings))[1] == []


def test_it_is_taken_away_and_put_back(evenings, spring, olive):
    before = totals(evenings)
    made = count(evenings, spring, olive)
    with_it = totals(evenings)
    counted.tournament_uncount(season=evenings, meeting=4, reason="Not a club day", actor=olive)
    assert totals(evenings) == before
    made.refresh_from_db()
    assert (made.state, fresh(evenings).season_facts) == (Round.State.DRAFT, {})
    line = Action.objects.get(competition=evenings, verb="tournament_uncount")
    undoing.line_undo(line=line, competition=fresh(evenings), reason="It is one", actor=olive)
    assert totals(evenings) == with_it
    first = Action.objects.get(competition=evenings, verb="tournament_count", reason="")
    undoing.line_undo(line=first, competition=fresh(evenings), reason="Never", actor=olive)
    assert totals(evenings) == before
    assert chain_check(fresh(evenings))[1] == []


def refused(code, season, tournament, olive, **more):
    told = {"season": season, "tournament": tournament, "meeting": 4, "way": LIST, "seen": "", "actor": olive}
    with pytest.raises(Refusal) as found:
        counted.tournament_count(**{**told, **more})
    return found.value.code == code


def test_it_refuses_what_cannot_count(evenings, spring, olive, club):
    assert refused("counted_kind", evenings, evenings, olive)
    assert refused("policy_of_a_season", spring, spring, olive)
    assert refused("counted_meanwhile", evenings, spring, olive)
    seen = proposal_of(evenings, spring, LIST).mark
    assert refused("counted_has_tables", evenings, spring, olive, seen=seen, meeting=2)
    assert refused("counted_meeting", evenings, spring, olive, seen=seen, meeting=9)
    count(evenings, spring, olive)
    seen = proposal_of(evenings, spring, LIST).mark
    assert refused("counted_already", evenings, spring, olive, seen=seen, meeting=5)


def test_it_refuses_what_readers_may_not_see_and_what_is_not_over(evenings, spring, olive):
    Competition.objects.filter(pk=spring.pk).update(hidden_rounds=1, planned_rounds=1)
    assert refused("counted_not_public", evenings, fresh(spring), olive)
    Competition.objects.filter(pk=spring.pk).update(hidden_rounds=0, published=False)
    assert refused("counted_not_public", evenings, fresh(spring), olive)
    Competition.objects.filter(pk=spring.pk).update(published=True, planned_rounds=2)
    assert refused("counted_not_over", evenings, fresh(spring), olive)


def test_it_refuses_a_tournament_of_strangers(spring, olive, club):
    season = competitions.competition_create(
        club=club, actor=olive, kind="season", name="Winter League", date="2026-01-09", planned_rounds=3
    )
    competitions.entries_add(
        competition=season, people=[{"given": "Ole", "family": "Fremd"}], actor=olive
    )
    assert refused("counted_nobody", season, spring, olive)


def test_its_credits_are_not_changed_one_by_one_and_its_meeting_is_not_reopened(evenings, spring, olive):
    made = count(evenings, spring, olive)
    told = {"key": "credits", "player": 1, "meeting": 4, "value": "9", "actor": olive}
    with pytest.raises(Refusal) as found:
        policies.season_fact_set(competition=evenings, **told)
    assert found.value.code == "season_facts_counted"
    with pytest.raises(Refusal) as found:
        rounds.round_reopen(round=made, actor=olive)
    assert found.value.code == "round_without_tables"


def test_it_takes_a_planned_meeting_without_tables_and_leaves_the_others(evenings, spring, olive):
    for _ in range(2):
        rounds.round_add(competition=evenings, plan=rounds.RoundPlan(), actor=olive)
    made = count(evenings, spring, olive, meeting=4)
    assert (made.number, evenings.rounds.get(number=5).state) == (4, Round.State.DRAFT)
    assert standings_of(fresh(evenings)).held == (1, 2, 3, 4)


def test_it_gives_the_table_points_of_a_tournament_that_goes_by_nets(spring):
    # South wins from East: 4; West and North share the second and third place, (2 + 1) / 2; East 0.
    found = stood(spring, Way("table_points"))
    assert {one.place: one.amount for one in found} == {1: 4, 5: Fraction(3, 2), 13: 0}


def test_who_is_where_is_said_by_the_tournaments_final_places(spring):
    rows = standings_of(spring).rows
    found = stood(spring, Way("net"))
    assert sorted((one.place, one.amount) for one in found) == sorted((r.rank, r.total) for r in rows)
