"""Open data: what an event's file has, how it is judged, and that another Sparrows makes the same of it."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from jsonschema import Draft202012Validator

from tests import declared, worlds
from tournaments.exchange.importing import event_import
from tournaments.exchange.judging import faults_of
from tournaments.exchange.reading import read_event
from tournaments.exchange.verifying import event_at, verify
from tournaments.models import Competition, DealVersion
from tournaments.publishing.exports import standings_csv
from tournaments.selectors.standings import standings_of
from tournaments.services import across, adjustments, corrections, penalties, seats
from tournaments.services.chain import chain_check
from tournaments.services.competitions import competition_change, competition_publish

HERE = Path(__file__).parents[1] / "events"
CAST = ["open8", "club16", "league8", "evening13"]

pytestmark = pytest.mark.django_db


def published(competition: Competition) -> dict[str, Any]:
    answer = Client().get(reverse("public:event-file", args=[competition.slug]))
    assert answer.status_code == 200
    return answer.json()  # type: ignore[no-any-return]


def brought_in(data: dict[str, Any], tmp_path: Path) -> list[str]:
    """Bring a file in under another address, and give what differs from what it says."""
    data["id"] = "brought-in"
    file = tmp_path / "event.json"
    file.write_text(json.dumps(data))
    event = event_at(file)
    made = event_import(event).competition
    return [each for step in verify(event, file, made) for each in step.made.differences]


@pytest.fixture
def event() -> Callable[[str], Competition]:
    def importing(name: str) -> Competition:
        read = read_event(HERE / name)
        return worlds.begun(f"open {name}", lambda: event_import(read, published=True).competition)

    return importing


@pytest.mark.parametrize("name", CAST)
def test_another_sparrows_makes_the_same_of_it(
    name: str, event: Callable[[str], Competition], tmp_path: Path
) -> None:
    data = published(event(name))
    assert faults_of(data) == []
    assert len(data["deals"]) == DealVersion.objects.current().filter(competition__slug=name).count()
    assert brought_in(data, tmp_path) == []
    again = Competition.objects.get(slug="brought-in")
    competition_publish(competition=again, actor=None)
    second = published(again)
    for key in ("players", "rounds", "deals", "standings", "substitutions", "arrivals", "departures"):
        assert second[key] == data[key], key


def test_what_was_corrected_voided_and_penalised_comes_out_the_same(
    fined: Competition, olive: User, rafe: User, table: Any, tmp_path: Path, play: Any
) -> None:
    play(table)
    corrections.deal_correct(
        table=table, number=1, content=declared.won("E", None), mode="as_played", reason="Seen.", actor=rafe
    )
    corrections.deal_void(table=table, number=2, mode="as_played", reason="Nothing.", actor=rafe)
    penalties.event_reverse(table=table, deal=1, index=0, reason="Not so.", actor=rafe, key=uuid4())
    adjustments.scores_adjust(
        table=table, amounts={"E": 50, "S": -50}, deal=None, reason="Ill.", actor=rafe, key=uuid4()
    )
    competition_publish(competition=fined, actor=olive)
    fined.refresh_from_db()
    data = published(fined)
    first, second = data["deals"][:2]
    assert "played_on_as" in first
    assert (first["winners"], first.get("events"), second["void"]) == (["E"], [], True)
    assert data["penalties"] == [{"round": 1, "player": 5, "amount": -100}]
    assert data["adjusted"][0]["amounts"]
    assert faults_of(data) == []
    assert brought_in(data, tmp_path) == []


def test_seats_put_right_from_a_deal_on_come_out_the_same(
    event: Callable[[str], Competition], olive: User, tmp_path: Path
) -> None:
    held = event("open8")
    table, other = held.rounds.get(number=1).tables.select_related("round__competition").order_by("number")
    told: dict[str, Any] = {"reason": "They had read the plan wrongly.", "actor": olive}
    across.seats_cross(places=(across.Place(table, "E", 2), across.Place(other, "S", 3)), **told)
    seats.seats_swap(table=table, seats=("W", "N"), from_deal=2, **told)
    seats.seats_swap(table=table, seats=("N", "E"), from_deal=2, **told)
    across.seats_cross(places=(across.Place(table, "S", 2), across.Place(other, "N", 3)), **told)
    data = published(held)
    assert len(data["substitutions"]) > 4
    assert faults_of(data) == []
    assert brought_in(data, tmp_path) == []
    made = Competition.objects.get(slug="brought-in")
    assert ([row.net for row in sat(made)], chain_check(made)[1]) == ([row.net for row in sat(held)], [])


def sat(competition: Competition) -> list[Any]:
    return sorted(standings_of(competition).rows, key=lambda row: row.number)


def test_what_is_held_back_is_not_in_it(played: Competition, olive: User) -> None:
    assert published(played)["deals"]
    competition_change(competition=played, actor=olive, visibility="round")
    data = published(played)
    assert (data["deals"], data["rounds"][0]["state"]) == ([], "seated")
    assert {line["total"] for line in data["standings"]} <= {0, None}
    assert faults_of(data) == []
    competition_publish(competition=played, actor=olive, published=False)
    assert Client().get(reverse("public:event-file", args=[played.slug])).status_code == 404


def test_it_tells_nothing_private(played: Competition, olive: User) -> None:
    person = played.entries.get(number=5).player
    person.email, person.phone, person.ema, person.shown = "p@example.org", "0123", "01020304", "initial"
    person.save()
    text = Client().get(reverse("public:event-file", args=[played.slug])).content.decode()
    for private in ("p@example.org", "0123", "01020304", f'"given": "{person.given}"'):
        assert private not in text


def test_the_schema_is_served_under_its_address_and_is_one() -> None:
    answer = Client().get("/schemas/event-1.json")
    schema = answer.json()
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == "http://testserver/schemas/event-1.json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_the_events_page_leads_to_it_and_it_is_not_sent_twice(played: Competition) -> None:
    address = reverse("public:event-file", args=[played.slug])
    assert address in Client().get(f"/c/{played.slug}/").content.decode()
    tag = Client().get(address).headers["ETag"]
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304


def test_it_costs_few_queries(
    event: Callable[[str], Competition], django_assert_max_num_queries: Any
) -> None:
    address = reverse("public:event-file", args=[event("evening13").slug])
    Client().get(address)
    with django_assert_max_num_queries(12):
        assert Client().get(address).status_code == 200


# ------------------------------------------------------------------ validate_event
def validated(body: Any, tmp_path: Path, name: str = "event.json") -> str:
    file, told = tmp_path / name, StringIO()
    file.write_bytes(body if isinstance(body, bytes) else json.dumps(body).encode())
    try:
        call_command("validate_event", file, stdout=told)
    except CommandError as ended:
        told.write(str(ended))
    return told.getvalue()


@pytest.fixture
def small(event: Callable[[str], Competition]) -> dict[str, Any]:
    return published(event("open8"))


def test_it_finds_nothing_wrong_with_what_is_published(small: dict[str, Any], tmp_path: Path) -> None:
    assert validated(small, tmp_path) == "Nothing is wrong with event.json.\n"


def test_it_says_all_faults_of_the_form_at_once_with_their_places(
    small: dict[str, Any], tmp_path: Path
) -> None:
    del small["rules"]
    small["deals"][3]["net"]["E"] = "a lot"
    small["players"][0]["shoe_size"] = 44
    small["kind"] = "cup"
    told = validated(small, tmp_path)
    assert "$: “rules” is missing." in told
    assert "deals[3].net.E: This is 'a lot', not integer." in told
    assert "players[0]: “shoe_size” is not known here." in told
    assert "kind: This is 'cup'; it is one of tournament, league." in told
    assert told.endswith("4 faults")


SPOILT: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda data: data["deals"][0]["net"].update(E=999), "deals[0].net: The nets of a deal come to 0"),
    (lambda data: data["standings"][2].update(net=7777), "standings[2].net: The deals of player"),
    (lambda data: data["standings"][1].update(total=7777), "standings[1].total: Net, adjustment and what"),
    (
        lambda data: data["rounds"][0]["tables"][0].__setitem__(1, 77),
        "rounds[0].tables[0][1]: Nobody has number 77",
    ),
    (
        lambda data: data["rounds"][1]["tables"].__setitem__(0, data["rounds"][1]["tables"][1]),
        "has two seats",
    ),
    (lambda data: data["players"][1].update(number=1), "players[1].number: Number 1 stands here twice."),
    (lambda data: data["deals"].pop(0), "deals[0]: This is deal 2; deal 1 comes next."),
    (lambda data: data["deals"][0].update(table=9), "deals[0]: Round 1 has no table 9 that has played."),
    (lambda data: data.update(date="2026-02-30"), "date: There is no day 2026-02-30."),
]


@pytest.mark.parametrize(("spoil", "sentence"), SPOILT)
def test_it_says_what_does_not_add_up(
    small: dict[str, Any], tmp_path: Path, spoil: Callable[[dict[str, Any]], Any], sentence: str
) -> None:
    spoil(small)
    assert sentence in validated(small, tmp_path)


def test_it_says_that_a_file_is_no_json(tmp_path: Path) -> None:
    assert "event.json" in validated(b"{nothing", tmp_path)


def test_a_file_with_faults_is_not_brought_in(small: dict[str, Any], tmp_path: Path) -> None:
    small["deals"][0]["net"]["E"] += 1
    file = tmp_path / "event.json"
    file.write_text(json.dumps(small | {"id": "other"}))
    with pytest.raises(CommandError, match=r"deals\[0\].net"):
        call_command("import_event", file)
    assert not Competition.objects.filter(slug="other").exists()


def test_it_is_not_mixed_with_an_event_that_has_its_address(small: dict[str, Any], tmp_path: Path) -> None:
    file, told = tmp_path / "event.json", StringIO()
    file.write_text(json.dumps(small | {"name": "Another Open"}))
    with pytest.raises(CommandError, match="belongs to “Small Hall Open” here"):
        call_command("import_event", file)
    call_command("import_event", file, "--id", "another-open", stdout=told)
    assert "Created Another Open" in told.getvalue()
    call_command("verify_event", file, stdout=told)


# ------------------------------------------------------------------ past results
def test_a_csv_whose_sums_are_wrong_names_each_row(tmp_path: Path) -> None:
    body = (
        b"Name;Round 1;Round 2;Penalty;Total\nAda Birch;100;-20;;80\nBen Cole;-60;10;-50;-90\nCy;-40;x;;1\n"
    )
    told = validated(body, tmp_path, "past.csv")
    assert "row 3, Ben Cole: The rounds come to -100, the total says -90." in told
    assert "row 4, Cy: “x” under round 2 is no number." in told
    assert "Ada" not in told
    assert told.endswith("2 faults")


def test_a_table_that_does_not_come_to_nothing_names_each_of_its_rows(tmp_path: Path) -> None:
    rows = ["round,table,player,net", "1,1,Ada,10", "1,1,Ben,-10", "1,2,Cy,5", "1,2,Dot,-4"]
    told = validated("\n".join(rows).encode(), tmp_path, "past.csv")
    assert "row 4, Cy: Round 1, table 2 comes to 1, not 0." in told
    assert "row 5, Dot: Round 1, table 2 comes to 1, not 0." in told
    assert "Ada" not in told


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "There is nothing in this file."),
        (b"Name,Total\n", "There is no row below the headings."),
        (b"Name,Colour\nAda,red\n", "These are no headings of results"),
    ],
)
def test_what_is_no_results_is_told_so(tmp_path: Path, body: bytes, sentence: str) -> None:
    assert sentence in validated(body, tmp_path, "past.csv")


def test_the_programs_own_standings_add_up(event: Callable[[str], Competition], tmp_path: Path) -> None:
    assert "Nothing is wrong" in validated(standings_csv(event("open8")), tmp_path, "own.csv")
