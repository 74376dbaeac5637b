"""What programs can do with a token: an event from its first entry to its standings; what they may not.

Its answers are the examples of the OpenAPI document; `API_EXAMPLES=write` writes them anew.
"""

import json
import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator

from players.models import Club, Player
from tests import declared
from tests.api import counting, cutting, described, naming
from tests.api.programs import TEXT, Program, token_of
from tests.conftest import registered_in
from tests.organiser.test_paper import finished, published
from tests.public.conftest import meetings
from tests.public.test_ranking import ended, people, three
from tests.public.test_ratings import rated
from tests.tournaments.test_counted import evenings, spring
from tournaments.api import document as described_by
from tournaments.api.throttles import PerToken
from tournaments.models import ApiToken, Competition, DealVersion, Entry, Right, Table
from tournaments.powers import Role
from tournaments.selectors.lineups import mark_of
from tournaments.selectors.teams import mark_of as mark_of_teams
from tournaments.services import lineups, teams

__all__ = ["evenings", "finished", "published", "spring"]  # fixtures
__all__ += ["ended", "meetings", "people", "rated", "three"]  # of rankings
pytestmark = pytest.mark.django_db
ON = "/organise/competitions"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return described.document()


@pytest.fixture
def program(document: dict[str, Any], olive: User, club: Club) -> Program:
    token_of(olive, club)
    return Program(document)


def keyed(**body: Any) -> dict[str, Any]:
    return {"key": str(uuid4()), **body}


# ------------------------------------------------------------------ a whole event
def test_it_runs_an_event_from_its_first_entry_to_its_standings(program: Program, club: Club) -> None:
    do = program.done
    made = do("post", ON, keyed(club=club.slug, name="Day", date="2026-05-02", rules="bmja-tournament"))
    one = f"{ON}/{made['slug']}"
    told = {"deals_per_round": 4, "planned_rounds": 2, "confirmed_by": "nobody", "criteria": ["total"]}
    assert do("patch", one, told)["deals_per_round"] == 4
    people = [{"given": "Ann", "family": f"Lee-{letter}"} for letter in "abcdefghi"]
    assert len(do("post", f"{one}/entries", {"people": people})["entries"]) == 9
    do("get", f"{one}/entries/9")
    do("delete", f"{one}/entries/9")
    do("post", f"{one}/entries/1/check-in", {})
    assert [each["number"] for each in do("get", f"{one}/entries?here=true")["results"]] == [1]
    do("delete", f"{one}/entries/1/check-in")
    assert len(do("post", f"{one}/draw", {"rounds": 2, "seed": 7, "odd_tables": "house"})["rounds"]) == 2
    seats = do("get", f"{one}/seating?round=1")["results"]
    first, second = ({name: seats[at][name] for name in ("table", "seat", "entry")} for at in (0, 4))
    do("post", f"{one}/rounds/1/seating/exchange", {"first": first, "second": second})
    do("post", f"{one}/rounds/2/seating/replace", {**seat_of(do, one), "by": None})
    do("patch", f"{one}/entries/1", {"status": "guest"})
    do("post", f"{one}/rounds/1/publish", {})
    do("post", f"{one}/rounds/1/take-back", {"reason": "Too early."})
    do("post", f"{one}/rounds/1/publish", {})
    assert do("post", f"{one}/rounds/1/start", {})["state"] == "running"
    do("post", f"{one}/publish", {"published": True})
    play(do, f"{one}/rounds/1/tables/1")
    punish(do, one)
    assert do("post", f"{one}/rounds/1/close", {"anyway": True})["state"] == "closed"
    do("post", f"{one}/rounds/1/reopen", {})
    assert sum(row["net"] for row in do("get", f"{one}/standings?round=1")["standings"]) == 0
    for path in ("", one, f"{one}/rounds", f"{one}/rounds/1", f"{one}/deals", f"{one}/entries"):
        do("get", path or ON)
    others = ("/held", "/season", "/clock", "/substitute", "/place", "/tournaments")  # of other stories
    others = ("/line-ups", "/rounds", "/rounds/{round}/draw", "/rounds/{round}/check-in", *others)
    of_finals = ("/final", "/beside", "/give-up", "/persons")
    assert missing(program, "registrations", *of_finals, *others)


def seat_of(do: Callable[..., Any], one: str) -> dict[str, Any]:
    seat = do("get", f"{one}/seating?round=2&table=2")["results"][3]
    return {name: seat[name] for name in ("table", "seat", "entry")}


def play(do: Callable[..., Any], table: str) -> None:
    """Enter a deal twice under one key, correct it, and void the one after it."""
    state = do("get", table)
    place = {"deal": state["next"]["deal"], "context": state["context"]}
    sent = keyed(**place, **declared.won())
    first, again = (do("post", f"{table}/deals", sent) for _ in range(2))
    assert first == again
    change = {"seen_version": 1, "mode": "replay", "reason": "The wrong winner was entered."}
    corrected = do("post", f"{table}/deals/1/correct", keyed(**change, **declared.won("N", "E")))
    assert (corrected["deal"]["winners"], corrected["deal"]["version"]) == (["N"], 2)
    state = do("get", table)
    place = {"deal": state["next"]["deal"], "context": state["context"]}
    do("post", f"{table}/deals", keyed(**place, **declared.draw()))
    penalty = {"seen_version": 1, "code": "misnamed_discard", "offender": "N", "misled": ["W"]}
    do("post", f"{table}/deals/2/penalties", keyed(**penalty, reason="Called as Bamboo 4."))
    assert do("post", f"{table}/deals/2/void", keyed(**change | {"seen_version": 2}))["deal"]["void"]


def punish(do: Callable[..., Any], one: str) -> None:
    """Impose a penalty against the standings and write a ruling down; take both back."""
    imposed = do("post", f"{one}/penalties", keyed(entry=2, round=1, amount=-10, reason="Late."))
    back = do("post", f"{one}/penalties/{imposed['id']}/reverse", keyed(reason="Was ill."))
    assert (back["reverses"], back["amount"]) == (imposed["id"], 10)
    assert [each["reversed"] for each in do("get", f"{one}/penalties?entry=2")["results"]] == [False, True]
    ruled = do("post", f"{one}/rulings", keyed(round=1, table=1, ruling="It stands."))
    assert do("post", f"{one}/rulings/{ruled['id']}/take-back", {"reason": "Asked again."})["taken_back"]
    assert do("get", f"{one}/rulings")["results"][0]["taken_back"]


def test_it_runs_an_evening_of_a_season(program: Program, season: Competition) -> None:
    one = f"{ON}/{season.slug}"
    added = program.done("post", f"{one}/rounds", {"date": "2026-01-15"})
    meeting = f"{one}/rounds/{added['number']}"
    assert program.done("post", f"{meeting}/check-in", {"entries": [1, 2, 3, 4]})["here"] == [1, 2, 3, 4]
    placed = program.done("post", f"{meeting}/place", {"venue": "Village hall", "announced": True})
    assert (placed["date"], placed["venue"], placed["announced"]) == ("2026-01-15", "Village hall", True)
    assert program.done("post", f"{meeting}/draw", {})["tables"] == [1]
    program.done("delete", meeting)
    refused = program.ask("post", f"{one}/draw", {"rounds": 1})
    assert (refused.status_code, refused.json()["code"]) == (422, "draw_of_meeting")


def test_it_reads_the_line_ups_of_a_season(program: Program, season: Competition, olive: User) -> None:
    """A draft's are for the staff; readers have those of what is published."""
    one = program.done("post", f"{ON}/{season.slug}/rounds", {"date": "2026-01-22"})["number"]
    told: dict[str, Any] = {"best": None, "score": "named", "seen": mark_of_teams(season), "actor": olive}
    teams.teams_set(competition=season, teams=[("Dragons", [1, 2, 3])], **told)
    meeting = season.rounds.get(number=one)
    told = {"seen": mark_of(meeting), "wanted": {season.teams.get().pk: [1, 3]}, "actor": olive}
    lineups.line_ups_set(round=meeting, **told)
    found = program.done("get", f"{ON}/{season.slug}/line-ups?round={one}")["results"]
    assert [(each["team"], each["entry"]) for each in found] == [("Dragons", 1), ("Dragons", 3)]
    assert program.done("get", f"/competitions/{season.slug}/line-ups")["results"] == []
    season.rounds.filter(number=one).update(state="published")
    assert program.done("get", f"/competitions/{season.slug}/line-ups")["results"] == found
    season.rounds.filter(number=one).update(state="draft")


def test_it_fixes_the_rules_of_a_season(program: Program, season: Competition) -> None:
    address = f"{ON}/{season.slug}/season"
    before = program.done("get", address)
    assert before["season"] is None
    rules = {"meetings": 3, "credit_scheme": "net", "best_of": 2}
    after = program.done("post", address, {"season": rules, "seen": before["mark"]})
    assert after["season"] == rules
    other = {"season": rules | {"best_of": 1}, "seen": before["mark"]}
    assert refused(program, "post", address, other) == (409, "policy_meanwhile")
    wrong = {"season": rules | {"best_of": 5}, "seen": after["mark"]}
    answer = program.ask("post", address, wrong)
    assert (answer.status_code, answer.json()["code"]) == (422, "policy_refused")
    assert program.done("post", address, {"season": None, "seen": after["mark"]})["season"] is None


def test_it_lets_a_tournament_count(
    program: Program, evenings: Competition, spring: Competition, olive: User
) -> None:
    faults = [(f"way.{name}", code) for name, code in counting.FAULTS]
    assert counting.wrong_ways(program, evenings, spring) == faults
    counting.let_count(program, evenings, spring, olive)


def test_it_corrects_the_names_of_people(program: Program, tournament: Competition) -> None:
    assert naming.wrong_names(program, tournament) == naming.FAULTS
    naming.correct(program, tournament)


def test_it_tells_the_second_of_two_who_correct_a_person(
    program: Program, tournament: Competition, olive_client: Client
) -> None:
    on = naming.person_of(tournament, 12)
    before = program.done("get", on)
    page = f"/organise/clubs/{tournament.club.slug}/persons/{before['id']}/"
    held = {"given": "Patricia", "family": "Ashby", "shown": "full", "seen": before["mark"]}
    assert program.ask("patch", on, {"country": "DK", "seen": before["mark"]}).status_code == 200
    stale = {"family": "Lane", "seen": before["mark"]}
    assert refused(program, "patch", on, stale) == (409, "person_meanwhile")
    assert program.done("patch", on, {"country": "DK", "seen": before["mark"]})["country"] == "DK"
    told = olive_client.post(page, held)
    assert (told.status_code, Player.objects.get(pk=before["id"]).family) == (409, before["family"])
    seen = told.context["form"]["seen"].value()
    assert olive_client.post(page, held | {"seen": seen}).status_code == 302
    assert Player.objects.get(pk=before["id"]).country == "", "whoever saves again overwrites"


def test_it_lets_nobody_correct_people_for_one_event_alone(
    program: Program, tournament: Competition, olive: User, club: Club
) -> None:
    on = naming.person_of(tournament, 12)
    token_of(olive, club, tournament)
    assert refused(program, "get", on) == (404, "not_found")
    token_of(olive, club, scopes=["look", "players"])
    assert refused(program, "get", on) == (403, "token_lacks")
    token_of(olive, club)
    Right.objects.filter(user=olive).update(role=Role.REFEREE)
    assert refused(program, "patch", on, {"seen": "x", "family": "Lane"}) == (404, "not_found")


def test_it_tells_a_program_nothing_of_how_to_reach_people(
    program: Program, tournament: Competition
) -> None:
    on = naming.person_of(tournament, 12)
    Player.objects.update(email="pat@example.org", phone="0123 456", across=Player.Across.ALL)
    said = program.done("get", on)
    assert not {"email", "phone", "across"} & set(said)
    assert "example.org" not in str(said)
    assert refused(program, "patch", on, {"seen": said["mark"], "email": "x@y.org"}) == (422, "invalid")


def test_it_cuts_a_final(program: Program, finished: Competition, olive: User) -> None:
    assert cutting.wrong_cuts(program, finished) == cutting.FAULTS
    cutting.cut(program, finished, olive)


def test_it_has_no_rules_of_a_season_for_a_tournament(program: Program, running: Competition) -> None:
    told = refused(program, "get", f"{ON}/{running.slug}/season")
    assert told == (422, "policy_of_a_season")


def test_it_keeps_the_clock_and_seats_a_substitute(
    program: Program, running: Competition, play: Any, table: Table
) -> None:
    running.rounds.filter(number=1).update(minutes=90)
    one = f"{ON}/{running.slug}"
    clock = f"{one}/rounds/1/clock"
    before = program.done("get", clock)
    assert (before["minutes"], before["paused_at"], before["added_seconds"]) == (90, None, 0)
    assert program.done("post", clock, {"change": "pause"})["paused_at"]
    assert refused(program, "post", clock, {"change": "pause"})[1] == "clock_is_paused"
    assert program.done("post", clock, {"change": "resume"})["paused_at"] is None
    seen = program.done("get", clock)["added_seconds"]
    given = program.done("post", clock, {"change": "extend", "seen": seen})
    assert given["added_seconds"] == seen + 300
    assert refused(program, "post", clock, {"change": "extend", "seen": seen})[1] == "time_added_meanwhile"
    play(table)
    people = {"people": [{"given": "Sub", "family": "Stitute", "status": "substitute"}]}
    [comes] = program.done("post", f"{one}/entries", people)["entries"]
    seat = {"seat": "E", "entry": comes["number"], "from_deal": 2}
    taken = program.done("post", f"{one}/rounds/1/tables/{table.number}/substitute", seat)
    assert (taken["entry"], taken["from_deal"]) == (comes["number"], 2)
    assert taken["stands_for"] is not None


def test_it_rules_on_what_is_held(
    program: Program, running: Competition, play: Any, table: Table
) -> None:
    one = f"{ON}/{running.slug}"
    play(table)
    late = play(table, declared.draw(), deal=1).held
    [waiting] = program.done("get", f"{one}/held")["results"]
    assert (waiting["id"], waiting["table"], waiting["deal"]) == (late.pk, table.number, 1)
    rule = f"{one}/held/{late.pk}/rule"
    assert refused(program, "post", rule, {"decision": "accept"})[1] == "deal_already_recorded"
    assert refused(program, "post", rule, {"decision": "decline", "reason": ""})[0] == 422
    ruled = program.done("post", rule, {"decision": "decline", "reason": "Sent twice."})
    assert (ruled["held"], ruled["decision"], ruled["by"]) == (late.pk, "declined", "olive")
    assert refused(program, "post", rule, {"decision": "decline", "reason": "Again."})[1] == "already_ruled"
    assert program.done("get", f"{one}/held")["results"] == []
    other = play(table, declared.won("N", "E"), deal=1).held
    sent = {"decision": "correct", "reason": "The paper says so.", "mode": "replay"}
    assert program.done("post", f"{one}/held/{other.pk}/rule", sent)["decision"] == "correction"
    assert refused(program, "post", f"{ON}/nowhere/held/{other.pk}/rule", sent)[0] == 404


def test_it_decides_on_registrations(program: Program, season: Competition) -> None:
    one, row = f"{ON}/{season.slug}", registered_in(season, state="asked")
    [listed] = program.done("get", f"{one}/registrations?state=asked")["results"]
    mine = f"{one}/registrations/{listed['id']}"
    assert program.done("post", f"{mine}/approve", {})["state"] == "coming"
    assert program.done("post", f"{mine}/paid", {"paid": True})["paid_at"]
    [entered] = program.done("post", f"{one}/registrations/enter", {})["registrations"]
    assert entered["entry"] == season.entries.get(registration=row).number
    assert program.ask("post", f"{mine}/refuse", {}).json()["code"] == "registration_entered"
    assert program.done("post", f"{mine}/withdraw", {})["state"] == "withdrawn"
    other = registered_in(season, family="Other", email="o@example.org", state="asked")
    assert program.done("post", f"{one}/registrations/{other.pk}/refuse", {})["state"] == "refused"


def test_it_draws_tables_of_five_where_the_rules_have_them(program: Program, club: Club) -> None:
    do = program.done
    made = do("post", ON, keyed(club=club.slug, name="Club day", date="2026-05-02", rules="bmja-club"))
    one = f"{ON}/{made['slug']}"
    people = [{"given": "Ann", "family": f"Lee-{letter}"} for letter in "abcdefghi"]
    do("post", f"{one}/entries", {"people": people})
    drawn = do("post", f"{one}/draw", {"rounds": 2, "seed": 7, "odd_tables": "five"})["rounds"]
    assert [each["tables"] for each in drawn] == [[1, 2], [1, 2]]
    seats = do("get", f"{one}/seating")["results"]
    assert sum(seat["seat"] == "R" for seat in seats) == 2
    refused = program.ask("post", f"{one}/draw", {"rounds": 2, "odd_tables": "six"})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    two = [{"given": "Bea", "family": "Lee"}, {"given": "Cy", "family": "Lee"}]
    do("post", f"{one}/entries", {"people": two})
    refused = program.ask("post", f"{one}/draw", {"rounds": 2, "odd_tables": "five"})
    assert (refused.status_code, refused.json()["code"]) == (422, "no_such_tables")


def test_it_makes_a_house_player_a_person_and_withdraws_somebody(
    program: Program, running: Competition
) -> None:
    one = f"{ON}/{running.slug}/entries"
    assert program.done("patch", f"{one}/16", {"status": "withdrawn"})["status"] == "withdrawn"
    house = running.entries.get(status=Entry.Status.HOUSE)
    told = program.done("patch", f"{one}/{house.number}", {"person": {"given": "Nell", "family": "Dyer"}})
    assert (told["name"], told["status"]) == ("Nell Dyer", "player")


def missing(program: Program, *but: str) -> bool:
    """Tell that a story asks for all that the document has for programs, but for what other stories ask."""
    asked = set(program.examples)
    every = {
        f"{method} {path.removeprefix('/api/v1')}"
        for path, operations in program.document["paths"].items()
        for method in operations
        if path.startswith("/api/v1/organise")
    }
    left = {one for one in every - asked if not any(each in one for each in but)}
    assert left == set()
    return True


# ------------------------------------------------------------------ examples
@pytest.mark.skipif(os.environ.get("API_EXAMPLES") != "write", reason="writes the examples anew")
def test_it_writes_the_examples(
    program: Program, club: Club, season: Competition, request: pytest.FixtureRequest
) -> None:
    test_it_runs_an_event_from_its_first_entry_to_its_standings(program, club)
    test_it_runs_an_evening_of_a_season(program, season)
    test_it_reads_the_line_ups_of_a_season(program, season, request.getfixturevalue("olive"))
    test_it_decides_on_registrations(program, season)
    running, play_at = request.getfixturevalue("running"), request.getfixturevalue("play")
    test_it_rules_on_what_is_held(program, running, play_at, request.getfixturevalue("table"))
    test_it_keeps_the_clock_and_seats_a_substitute(
        program, running, play_at, request.getfixturevalue("table")
    )
    test_it_fixes_the_rules_of_a_season(program, season)
    for path in ("/competitions", "/leagues", "/players"):
        program.done("get", path)
    day = Competition.objects.get(name="Day").slug
    for part in ("", "/entries", "/rounds", "/seating", "/deals", "/standings"):
        program.done("get", f"/competitions/{day}{part}")
    write(program.examples)


@pytest.mark.skipif(os.environ.get("API_EXAMPLES") != "write", reason="writes the examples anew")
def test_it_writes_those_of_counting_beside_them(
    program: Program, evenings: Competition, spring: Competition, olive: User
) -> None:
    """After those of the other stories, whose tournament runs."""
    counting.let_count(program, evenings, spring, olive)
    write(json.loads(described_by.FILE.read_text(encoding="utf-8")) | program.examples)


@pytest.mark.skipif(os.environ.get("API_EXAMPLES") != "write", reason="writes the examples anew")
def test_it_writes_those_of_finals_beside_them(
    program: Program, finished: Competition, olive: User
) -> None:
    cutting.cut(program, finished, olive)
    write(json.loads(described_by.FILE.read_text(encoding="utf-8")) | program.examples)


@pytest.mark.skipif(os.environ.get("API_EXAMPLES") != "write", reason="writes the examples anew")
def test_it_writes_those_of_names_beside_them(program: Program, tournament: Competition) -> None:
    naming.correct(program, tournament)
    write(json.loads(described_by.FILE.read_text(encoding="utf-8")) | program.examples)


@pytest.mark.skipif(os.environ.get("API_EXAMPLES") != "write", reason="writes the examples anew")
def test_it_writes_those_of_rankings_beside_them(
    program: Program, rated: Competition, three: list[Competition], people: list[Player]
) -> None:
    Player.objects.update(across=Player.Across.ALL)
    for kind, slug in (("clubs", rated.club.slug), ("leagues", str(rated.league and rated.league.slug))):
        for part in ("ratings", f"ratings/{people[0].pk}"):
            program.done("get", f"/{kind}/{slug}/{part}")
    for part in ("", "/events", f"/{people[0].pk}"):
        program.done("get", f"/clubs/{rated.club.slug}/ranking{part}")
    write(json.loads(described_by.FILE.read_text(encoding="utf-8")) | program.examples)


def write(examples: dict[str, Any]) -> None:
    told = json.dumps(examples, ensure_ascii=False, indent=1, sort_keys=True)
    described_by.FILE.write_text(told + "\n", encoding="utf-8")


def test_it_has_an_example_of_everything_but_the_tablets(document: dict[str, Any]) -> None:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if "/table" not in path and path != "/api/v1/pair":
                assert list(faults_of_examples(document, operation)) == [], (method, path)


def faults_of_examples(document: dict[str, Any], operation: dict[str, Any]) -> Any:
    """Yield what is wrong with the examples of an operation, or that there is none."""
    answers = {status: one for status, one in operation["responses"].items() if status < "204"}
    for part in [operation.get("requestBody"), *answers.values()]:
        content = (part or {}).get("content", {}).get("application/json")
        if content is not None:
            if "example" not in content:
                yield "no example"
            judge = Draft202012Validator({**content["schema"], "components": document["components"]})
            yield from (fault.message for fault in judge.iter_errors(content.get("example")))


# ------------------------------------------------------------------ who may
def refused(program: Program, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
    given = program.ask(method, path, body, **headers)
    return given.status_code, given.json()["code"]


def test_it_lets_nobody_in_without_a_token(program: Program, running: Competition, tam: Any) -> None:
    one = f"{ON}/{running.slug}"
    assert refused(program, "get", one, Authorization="") == (401, "token_missing")
    assert refused(program, "get", one, Authorization="Basic eDp5") == (401, "token_missing")
    assert refused(program, "get", one, Authorization="Bearer x") == (401, "token_unknown")
    assert refused(program, "get", one, **tam.headers) == (401, "token_unknown")
    ApiToken.objects.update(expires_at=timezone.now())
    assert refused(program, "get", one) == (401, "token_over")
    ApiToken.objects.update(expires_at=timezone.now() + timedelta(days=1), revoked_at=timezone.now())
    assert refused(program, "get", one) == (401, "token_over")


def test_it_reads_no_session(olive_client: Client, running: Competition) -> None:
    assert olive_client.get(f"/api/v1{ON}/{running.slug}").status_code == 401


def test_it_asks_for_the_scope(program: Program, running: Competition) -> None:
    ApiToken.objects.update(scopes=["look"])
    one = f"{ON}/{running.slug}"
    assert program.ask("get", one).status_code == 200
    given = program.ask("patch", one, {"name": "Other"})
    assert (given.status_code, given.json()["facts"]) == (403, {"scope": "settings"})
    ApiToken.objects.update(scopes=["settings"])
    assert program.ask("patch", one, {"name": "Other"}).status_code == 200
    assert refused(program, "get", ON) == (403, "token_lacks")


def test_it_can_no_more_than_its_owner_at_that_moment(
    program: Program, running: Competition, olive: User
) -> None:
    one = f"{ON}/{running.slug}"
    assert program.ask("patch", one, {"name": "Other"}).status_code == 200
    Right.objects.filter(user=olive).update(role=Role.REFEREE)
    assert refused(program, "patch", one, {"name": "Another"}) == (404, "not_found")
    assert program.ask("get", one).status_code == 200
    Right.objects.filter(user=olive).delete()
    assert refused(program, "get", one) == (404, "not_found")
    assert program.done("get", ON)["results"] == []
    User.objects.filter(pk=olive.pk).update(is_active=False)
    assert refused(program, "get", one) == (401, "token_unknown")


def test_it_enters_deals_at_its_owners_tables_only(
    program: Program, running: Competition, olive: User
) -> None:
    told = {"role": Role.SCORER, "competition": running, "tables": [2]}
    Right.objects.filter(user=olive).update(**told)
    table = Table.objects.get(round__competition=running, round__number=1, number=3)
    sent = declared.body(table)
    body = {name: sent[name] for name in sent if name not in ("seating_version", "expected", "client_time")}
    path = f"{ON}/{running.slug}/rounds/1/tables/3/deals"
    assert refused(program, "post", path, body) == (422, "table_not_yours")
    assert not DealVersion.objects.exists()


def test_it_keeps_to_one_event(
    program: Program, running: Competition, season: Competition, olive: User, club: Club
) -> None:
    token_of(olive, club, running)
    assert [one["slug"] for one in program.done("get", ON)["results"]] == [running.slug]
    assert program.ask("get", f"{ON}/{running.slug}").status_code == 200
    assert refused(program, "get", f"{ON}/{season.slug}") == (404, "not_found")
    new = keyed(club=club.slug, name="Day", date="2026-05-02", rules="bmja-tournament")
    assert refused(program, "post", ON, new) == (404, "not_found")


def test_it_waits_for_the_second_factor_that_a_club_asks_for(
    program: Program, running: Competition, olive: User, club: Club
) -> None:
    Club.objects.filter(pk=club.pk).update(owners_second_factor=True)
    assert refused(program, "get", ON) == (403, "token_waits")
    Authenticator.objects.create(user=olive, type=Authenticator.Type.TOTP, data={})
    assert program.ask("get", ON).status_code == 200


def test_it_notes_the_day_of_its_last_use(program: Program, running: Competition) -> None:
    program.ask("get", ON)
    assert ApiToken.objects.get().last_day == timezone.localdate()


# ------------------------------------------------------------------ how it answers
def test_it_answers_304_as_long_as_nothing_changed(program: Program, running: Competition) -> None:
    path = f"{ON}/{running.slug}/entries"
    first = program.ask("get", path)
    assert first["Cache-Control"] == "private, no-cache"
    assert program.ask("get", path, **{"If-None-Match": first["ETag"]}).status_code == 304
    program.done("patch", f"{path}/1", {"status": "guest"})
    assert program.ask("get", path, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_it_counts_what_one_token_asks(
    program: Program, running: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PerToken, "rate", "2/min", raising=False)
    assert [program.ask("get", ON).status_code for _ in range(3)] == [200, 200, 429]


def test_it_creates_one_competition_of_one_key(program: Program, club: Club, season: Competition) -> None:
    new = keyed(club=club.slug, name="Day", date="2026-05-02", rules="bmja-tournament")
    first, second = (program.done("post", ON, new)["slug"] for _ in range(2))
    assert first == second
    assert refused(program, "post", ON, new | {"name": "Other"})[1] == "key_reused"
    assert season.league
    made = program.done("post", ON, keyed(**new | keyed(league=season.league.slug, rules="bmja-club")))
    assert (made["kind"], made["league"]) == ("season", season.league.slug)
    assert refused(program, "post", ON, new | keyed(league="nowhere"))[0] == 404


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"rules": "nonsense"}, "rules_not_offered"),
        ({"options": {"nonsense": 1}}, "invalid"),
        ({"options": {"limit": [1]}}, "invalid"),
        ({"credit_scheme": "table_points", "table_points": []}, "invalid"),
        ({"hidden_rounds": 1, "planned_rounds": None}, "invalid"),
        ({"criteria": []}, "invalid"),
        ({"criteria": ["total", "total"]}, "invalid"),
        ({"date": "2026-02-30"}, "invalid"),
        ({"name": "\u202e"}, "invalid"),
        ({"attendance_points": "1/0"}, "invalid"),
        ({"entry_level": "totals", "criteria": ["mahjongs"]}, "criteria_unknown"),
        ({"nonsense": 1}, "invalid"),
    ],
)
def test_it_refuses_settings_that_do_not_fit(
    program: Program, tournament: Competition, sent: dict[str, Any], code: str
) -> None:
    assert refused(program, "patch", f"{ON}/{tournament.slug}", sent) == (422, code)


def test_it_tells_the_second_of_two_who_change_places(program: Program, running: Competition) -> None:
    one = f"{ON}/{running.slug}"
    seats = program.done("get", f"{one}/seating?round=2")["results"]
    first, second = ({name: seats[at][name] for name in ("table", "seat", "entry")} for at in (0, 4))
    sent = {"first": first, "second": second}
    assert program.ask("post", f"{one}/rounds/2/seating/exchange", sent).status_code == 200
    assert refused(program, "post", f"{one}/rounds/2/seating/exchange", sent) == (409, "seats_moved")


def test_it_tells_whoever_enters_a_deal_that_is_recorded(program: Program, running: Competition) -> None:
    path = f"{ON}/{running.slug}/rounds/1/tables/3"
    state = program.done("get", path)
    place = {"deal": state["next"]["deal"], "context": state["context"]}
    sent = keyed(**place, **declared.won())
    program.done("post", f"{path}/deals", sent)
    assert refused(program, "post", f"{path}/deals", sent | keyed())[1] == "table_went_on"
    assert refused(program, "post", f"{path}/deals", sent | {"outcome": "draw"})[1] == "key_reused"


def test_it_asks_the_database_no_more_for_more(
    program: Program, running: Competition, django_assert_max_num_queries: Any
) -> None:
    parts = ("", "/entries", "/rounds", "/seating", "/line-ups", "/deals", "/penalties", "/rulings")
    for part in parts:
        with django_assert_max_num_queries(12):
            program.done("get", f"{ON}/{running.slug}{part}")


def test_it_shows_its_text_nowhere(program: Program, running: Competition) -> None:
    assert TEXT not in program.ask("get", ON).content.decode()
