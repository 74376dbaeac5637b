"""Line-ups: who of a team counts at which meeting, named until it begins; what it comes to, who sees it."""

import json
from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from jsonschema import Draft202012Validator

from tests.organiser.conftest import at
from tests.public.conftest import meetings
from tests.public.pages import words_of
from tests.tournaments.test_deal_submit_races import at_once
from tournaments.models import Action, Competition, LineUp, Round, ScoreRow, Team
from tournaments.publishing.open_data import event_json, event_of, schema
from tournaments.refusals import Refusal
from tournaments.selectors import closing
from tournaments.selectors.history import changes_of
from tournaments.selectors.lineups import listed, mark_of
from tournaments.selectors.standings import standings_of
from tournaments.selectors.teams import TeamRow, standings_of_teams, teams_of
from tournaments.selectors.teams import mark_of as mark_of_teams
from tournaments.services import competitions, lineups, rounds, teams, undoing
from tournaments.services.chain import chain_check

__all__ = ["meetings"]  # a fixture
pytestmark = pytest.mark.django_db
WANTED = [("Dragons", [1, 2, 3]), ("Winds", [4, 5, 6])]
REASON = "The captain had told us by telephone."


@pytest.fixture
def league(meetings: Competition, olive: User) -> Competition:
    """Three meetings whose nets count, of which one counts for each player; two teams with line-ups."""
    told = {"credit_scheme": "net", "attendance_points": "0", "best_of": 1, "visibility": "live"}
    competitions.competition_change(competition=meetings, actor=olive, **told)
    formed(meetings, olive, WANTED)
    return Competition.objects.get(pk=meetings.pk)


def formed(season: Competition, actor: User, wanted: Any, best: int | None = None) -> None:
    told = {"seen": mark_of_teams(season), "actor": actor, "score": "named"}
    teams.teams_set(competition=season, teams=wanted, best=best, **told)


def meeting(season: Competition, number: int) -> Round:
    return season.rounds.select_related("competition").get(number=number)


def key(season: Competition, name: str) -> int:
    return season.teams.get(name=name).pk


def named(
    season: Competition, number: int, actor: User | None, reason: str = REASON, **those: list[int]
) -> None:
    one = meeting(season, number)
    wanted = {key(season, name): numbers for name, numbers in those.items()}
    lineups.line_ups_set(round=one, wanted=wanted, seen=mark_of(one), actor=actor, reason=reason)


def rows_of(season: Competition) -> dict[str, TeamRow]:
    season = Competition.objects.get(pk=season.pk)
    return {row.name: row for row in standings_of_teams(season, standings_of(season))}


def nets(season: Competition) -> dict[tuple[int, int], int]:
    """Add up by meeting and number what the deals of now gave: not by the program's own sums."""
    found: dict[tuple[int, int], int] = defaultdict(int)
    rows = ScoreRow.objects.filter(version__superseded_by=None, version__void=False)
    rows = rows.filter(version__competition=season)
    for number, entry, net in rows.values_list("version__table__round__number", "entry__number", "net"):
        found[number, entry] += net
    return found


def summed(season: Competition, those: Iterable[tuple[int, int]]) -> int:
    return sum(nets(season).get(one, 0) for one in those)


def test_only_who_is_named_counts_for_a_team_at_a_meeting(league: Competition, olive: User) -> None:
    assert {row.total for row in rows_of(league).values()} == {0}, "nobody is named yet"
    named(league, 1, olive, Dragons=[1, 2], Winds=[4])
    named(league, 2, olive, Dragons=[2, 3], Winds=[5, 6])
    rows = rows_of(league)
    dragons = summed(league, [(1, 1), (1, 2), (2, 2), (2, 3)])
    winds = summed(league, [(1, 4), (2, 5), (2, 6)])
    assert (rows["Dragons"].total, rows["Winds"].total) == (dragons, winds)
    assert any(nets(league).values())
    assert rows["Dragons"].rank == 1 + (winds > dragons)
    brought = {row.number: row.total for row in rows["Dragons"].count}
    assert brought == {one: summed(league, those) for one, those in BROUGHT.items()}
    for one in (one for row in rows.values() for one in row.meetings):
        assert one.total == sum(amount for _who, amount in one.named)
        for who, amount in (*one.named, *one.beside):
            assert amount == summed(league, [(one.number, who.number)])
    assert [who.number for who, _amount in rows["Dragons"].meetings[0].beside] == [3]


BROUGHT = {1: [(1, 1)], 2: [(1, 2), (2, 2)], 3: [(2, 3)]}


def test_nothing_changes_where_totals_count(meetings: Competition, olive: User) -> None:
    told = {"seen": mark_of_teams(meetings), "actor": olive}
    teams.teams_set(competition=meetings, teams=WANTED, best=2, **told)
    row = rows_of(meetings)["Dragons"]
    totals = {one.number: one.total for one in standings_of(meetings).rows}
    assert row.total == sum(sorted((totals[one] or 0 for one in (1, 2, 3)), reverse=True)[:2])
    assert (row.meetings, row.missing) == ((), 0)
    with pytest.raises(Refusal, match="line_ups_not_kept"):
        named(meetings, 1, olive, Dragons=[1])
    assert "line_ups" not in str(event_of(meetings, "x"))


def test_it_is_named_until_the_meeting_begins_and_with_a_reason_afterwards(
    league: Competition, olive: User, olive_client: Client
) -> None:
    rounds.round_close(round=meeting(league, 3), actor=olive, anyway=True)
    rounds.round_add(competition=league, plan=rounds.RoundPlan(), actor=olive)
    page, dragons = at("line-ups", league, round=4), key(league, "Dragons")
    form = olive_client.get(page).context["form"]
    told = {"seen": form["seen"].value(), f"team_{dragons}": ["1", "3"]}
    assert "reason" not in form.fields
    for _ in range(2):  # a double click is one change
        assert olive_client.post(page, told).status_code == 302
    assert Action.objects.filter(verb="line_ups_set").count() == 1
    assert [one.entry.number for one in LineUp.objects.select_related("entry")] == [1, 3]
    begun = at("line-ups", league, round=1)
    told["seen"] = olive_client.get(begun).context["form"]["seen"].value()
    assert olive_client.post(begun, told).status_code == 422
    assert olive_client.post(begun, told | {"reason": REASON}).status_code == 302
    line = olive_client.get(at("log", league)).context["lines"][0]
    assert (line.reason, line.changes) == (REASON, (("Dragons", "", "1, 3"),))
    assert line.facts == "meeting 1"


@pytest.mark.parametrize(
    ("those", "code"),
    [
        ({"Dragons": [4]}, "line_up_not_of_team"),
        ({"Dragons": [7]}, "line_up_not_of_team"),
        ({"Dragons": [1], "Winds": [1]}, "in_two_teams"),
        ({"Dragons": [1, 2, 3]}, "line_up_too_many"),
    ],
)
def test_it_refuses_who_cannot_be_named(
    league: Competition, olive: User, those: dict[str, list[int]], code: str
) -> None:
    rounds.round_close(round=meeting(league, 3), actor=olive, anyway=True)
    rounds.round_add(competition=league, plan=rounds.RoundPlan(), actor=olive)
    formed(league, olive, WANTED, best=2)
    with pytest.raises(Refusal, match=code):
        named(league, 4, olive, reason="", **those)
    with pytest.raises(Refusal, match="reason_missing"):
        named(league, 1, olive, reason=" ", Dragons=[1])
    assert not LineUp.objects.exists()


def test_who_goes_over_to_another_team_counts_on_for_the_first(league: Competition, olive: User) -> None:
    named(league, 1, olive, Dragons=[1, 2])
    formed(league, olive, [("Dragons", [2, 3]), ("Winds", [1, 4, 5, 6])])
    named(league, 2, olive, Winds=[1])
    rows = rows_of(league)
    assert rows["Dragons"].total == summed(league, [(1, 1), (1, 2)])
    assert rows["Winds"].total == summed(league, [(2, 1)])
    with pytest.raises(Refusal, match="team_named"):
        formed(league, olive, [("Drakes", [2, 3])])


def test_the_meeting_leads_to_line_ups_only_where_there_are_teams(
    league: Competition, olive: User, olive_client: Client, django_assert_max_num_queries: Any
) -> None:
    leads, page = at("line-ups", league, round=1), at("round", league, round=1)
    assert leads in olive_client.get(page).content.decode()
    with django_assert_max_num_queries(12):
        olive_client.get(page)
    formed(league, olive, [])
    assert Competition.objects.get(pk=league.pk).has_line_ups
    assert leads not in olive_client.get(page).content.decode()


def test_a_change_from_an_older_page_is_told(league: Competition, olive: User, olive_client: Client) -> None:
    page, dragons = at("line-ups", league, round=1), key(league, "Dragons")
    older = olive_client.get(page).context["form"]["seen"].value()
    named(league, 1, olive, Winds=[4])
    told = {"seen": older, f"team_{dragons}": ["1"], "reason": REASON}
    refused = olive_client.post(page, told)
    assert (refused.status_code, "Somebody else has changed" in words_of(refused)) == (409, True)
    told["seen"] = refused.context["form"]["seen"].value()
    assert olive_client.post(page, told).status_code == 302
    assert [one.team.name for one in LineUp.objects.select_related("team")] == ["Dragons"]


def test_the_last_change_can_be_taken_back(league: Competition, olive: User, olive_client: Client) -> None:
    named(league, 1, olive, Dragons=[1])
    named(league, 1, olive, Dragons=[2], Winds=[4])
    first, last = Action.objects.filter(verb="line_ups_set").order_by("pk")
    with pytest.raises(Refusal, match="line_built_on"):
        undoing.line_undo(line=first, competition=league, reason=REASON, actor=olive)
    undo = at("undo", league, line=last.pk)
    assert "It is taken back." not in words_of(olive_client.get(undo))
    told = {"reason": "It was the other way.", "key": olive_client.get(undo).context["form"]["key"].value()}
    assert olive_client.post(undo, told).status_code == 302
    assert [one.entry.number for one in LineUp.objects.select_related("entry")] == [1]


def test_readers_see_a_changed_line_up_and_its_taking_back_among_the_changes(
    league: Competition, olive: User, django_assert_max_num_queries: Any
) -> None:
    rounds.round_close(round=meeting(league, 3), actor=olive, anyway=True)
    added = rounds.round_add(competition=league, plan=rounds.RoundPlan(), actor=olive)
    named(league, added.number, olive, reason="Not out yet.", Dragons=[3])
    named(league, 1, olive, Dragons=[1], Winds=[4])
    named(league, 1, olive, reason="It was Rob.", Dragons=[2], Winds=[4])
    last = Action.objects.filter(verb="line_ups_set").latest("pk")
    undoing.line_undo(line=last, competition=league, reason="No, it was Pat.", actor=olive)
    first, second = (league.entries.get(number=number).name for number in (1, 2))
    with django_assert_max_num_queries(12):
        shown = Client().get(f"/c/{league.slug}/changes/")
    back, changed, begun = shown.context["changes"]
    assert (back.reason, back.kind) == ("No, it was Pat.", "change of line-ups taken back")
    assert back.line_ups == (("Dragons", second, first),)
    assert (changed.reason, changed.role, changed.line_ups) == (
        "It was Rob.",
        "organiser",
        (("Dragons", first, second),),
    )
    assert begun.reason == REASON
    said = f"Line-ups , meeting 1 line-ups changed “It was Rob.” Dragons: {first} → {second}"
    assert said in words_of(shown)
    assert "Not out yet." not in words_of(shown)


def test_the_chain_knows_who_was_named(league: Competition, olive: User) -> None:
    rounds.round_close(round=meeting(league, 3), actor=olive, anyway=True)
    added = rounds.round_add(competition=league, plan=rounds.RoundPlan(), actor=olive)
    named(league, 1, olive, Dragons=[1, 2])
    named(league, added.number, olive, Dragons=[3])
    assert codes(league) == []
    rounds.round_remove(round=meeting(league, added.number), actor=olive)
    assert codes(league) == []
    LineUp.objects.filter(entry__number=2).delete()
    assert codes(league) == ["line_ups"]
    named(league, 2, olive, Winds=[4])
    assert codes(league) == ["line_ups"], "a later change hides nothing"


def codes(season: Competition) -> list[str]:
    return [one.code for one in chain_check(Competition.objects.get(pk=season.pk))[1]]


def test_what_was_signed_is_of_the_line_ups_too(league: Competition, olive: User) -> None:
    def stands() -> str:
        season = Competition.objects.get(pk=league.pk)
        return closing.stands_of(season, standings_of(season))

    before = stands()
    named(league, 1, olive, Dragons=[1, 2])
    assert stands() != before


def test_readers_see_who_counted_as_soon_as_the_seating_is_out(league: Competition, olive: User) -> None:
    rounds.round_close(round=meeting(league, 3), actor=olive, anyway=True)
    added = rounds.round_add(competition=league, plan=rounds.RoundPlan(), actor=olive)
    named(league, 1, olive, Dragons=[1, 2])
    named(league, added.number, olive, Dragons=[3])
    reader, one = Client(), f"/c/{league.slug}"
    assert "Line-ups Dragons: Pat Ashby" in words_of(reader.get(f"{one}/seating/?round=1"))
    assert "Line-ups" not in words_of(reader.get(f"{one}/seating/?round=2"))
    standings = words_of(reader.get(f"{one}/standings/teams/"))
    assert "nobody was named" in standings
    assert "played and was not named:" in standings
    listed = reader.get(f"/api/v1/competitions/{league.slug}/line-ups").json()["results"]
    assert [(each["round"], each["team"], each["entry"]) for each in listed] == [
        (1, "Dragons", 1),
        (1, "Dragons", 2),
    ]
    assert reader.get(f"/api/v1/competitions/{league.slug}/line-ups?round=2").json()["results"] == []


def test_a_file_brings_them_along(league: Competition, olive: User, tmp_path: Path) -> None:
    named(league, 1, olive, Dragons=[1, 2], Winds=[4])
    named(league, 2, olive, Dragons=[3])
    formed(league, olive, [("Dragons", [2, 3]), ("Winds", [1, 4, 5, 6])])
    rounds.round_close(round=meeting(league, 3), actor=olive, anyway=True)
    season = Competition.objects.get(pk=league.pk)
    file = tmp_path / "league.json"
    file.write_bytes(event_json(season, "https://example.org/schema"))
    assert list(Draft202012Validator(schema()).iter_errors(json.loads(file.read_text()))) == []
    call_command("import_event", file, "--id", "another", stdout=StringIO())
    read = Competition.objects.get(slug="another")
    there = [
        (one.round.number, one.team.name, one.entry.number)
        for one in listed().filter(round__competition=read)
    ]
    assert there == [(1, "Dragons", 1), (1, "Dragons", 2), (1, "Winds", 4), (2, "Dragons", 3)]
    before, after = rows_of(season), rows_of(read)
    totals = [{name: row.total for name, row in each.items()} for each in (before, after)]
    assert totals[0] == totals[1]
    assert {team.name: len(found) for team, found in teams_of(read).items()} == {"Dragons": 2, "Winds": 4}
    assert Team.objects.filter(competition=read).count() == 2
    assert changes_of(read) == (), "nobody changed any"


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_of_two_who_name_them_at_once_one_is_told(season: Competition, olive: User) -> None:
    formed(season, olive, WANTED)
    one = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
    seen, dragons, heard = mark_of(one), key(season, "Dragons"), []

    def name(number: int) -> None:
        try:
            told = {"wanted": {dragons: [number]}, "seen": seen, "actor": olive}
            lineups.line_ups_set(round=meeting(season, one.number), **told)
        except Refusal as refusal:
            heard.append(refusal.code)

    at_once(*[partial(name, number) for number in (1, 2)])
    assert (heard, LineUp.objects.count()) == (["line_ups_changed"], 1)
