"""`manage.py import_event`: what it brings in, and that a second time changes nothing."""

import json
import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tournaments.exchange.importing import event_import
from tournaments.exchange.reading import read_event
from tournaments.models import (
    Action,
    CheckIn,
    Competition,
    DealVersion,
    Entry,
    HeldSubmission,
    Round,
    Seating,
)

HERE = Path(__file__).parent
OPEN, LEAGUE = HERE / "open8", HERE / "league8"

pytestmark = pytest.mark.django_db


def imported(folder, *options):
    told = StringIO()
    call_command("import_event", folder, *options, stdout=told)
    return told.getvalue()


@pytest.fixture
def copy(tmp_path):
    """A copy of the event that may be spoiled: `copy("deals.jsonl", change)` rewrites one of its files."""
    shutil.copytree(OPEN, tmp_path / "event")

    def spoil(name, change):
        file = tmp_path / "event" / name
        file.write_text(change(file.read_text() if file.exists() else ""))
        return tmp_path / "event"

    return spoil


def lines(change):
    """Change the rows of a file of lines."""

    def rewrite(text):
        rows = [json.loads(line) for line in text.splitlines()]
        return "".join(json.dumps(row) + "\n" for row in change(rows))

    return rewrite


def event(change):
    def rewrite(text):
        data = json.loads(text)
        change(data)
        return json.dumps(data)

    return rewrite


def test_it_says_what_it_did():
    told = imported(OPEN)
    assert "Created Small Hall Open, hosted by Small Hall Club." in told
    assert "9 players, 2 rounds, 8 deals recorded" in told
    assert not Competition.objects.get().published


def test_it_changes_nothing_the_second_time():
    imported(OPEN)
    before = (Action.objects.count(), DealVersion.objects.count(), Competition.objects.get().revision)
    assert "nothing was changed" in imported(OPEN)
    assert (Action.objects.count(), DealVersion.objects.count(), Competition.objects.get().revision) == before


def test_it_shows_the_event_to_everybody_when_asked():
    assert "Public page: /c/open8/" in imported(OPEN, "--published", "--club", "Other Hosts")
    competition = Competition.objects.get()
    assert (competition.published, competition.club.name) == (True, "Other Hosts")


def test_it_seats_as_drawn_and_the_substitute_from_his_deal_on():
    imported(OPEN)
    chairs = Seating.objects.filter(table__round__number=1, table__number=1, seat="W").order_by("from_deal")
    assert [(c.entry.number, c.from_deal, c.stands_for and c.stands_for.number) for c in chairs] == [
        (3, 1, None),
        (9, 2, 3),
    ]
    assert set(Round.objects.values_list("state", flat=True)) == {"closed"}
    assert list(Entry.objects.exclude(status="player").values_list("number", "status")) == [(9, "substitute")]


def test_it_makes_a_league_with_those_who_came():
    imported(LEAGUE)
    season = Competition.objects.get()
    assert (season.kind, str(season.league), season.best_of) == ("season", "Small Hall League", 2)
    came = CheckIn.objects.filter(round__number=2).values_list("entry__number", flat=True)
    assert sorted(came) == [1, 2, 3, 4, 5, 6, 7, 10]
    third = Round.objects.get(number=3)
    assert (third.minutes, third.deals, str(third.date)) == (90, None, "2026-03-02")


def test_it_goes_on_after_an_interruption(copy):
    spoilt = copy("deals.jsonl", lambda text: text.replace('"W","discarder":"E"', '"W","discarder":"E"'))
    whole = read_event(spoilt)
    first = [deal for deal in whole.deals if deal.place[0] == 1]
    object.__setattr__(whole, "deals", tuple(first))
    object.__setattr__(whole, "rounds", whole.rounds[:1])
    assert event_import(whole).done["recorded"] == 4
    told = imported(OPEN)
    assert "Went on with Small Hall Open." in told
    assert "4 deals were here already" in told
    assert DealVersion.objects.count() == 8


def test_it_stops_at_a_deal_that_is_refused_and_keeps_the_rounds_before(copy):
    spoilt = copy(
        "deals.jsonl",
        lines(
            lambda rows: [
                {**row, "discarder": row["winners"][0]}
                if (row["round"], row["winners"]) == (2, ["S"])
                else row
                for row in rows
            ]
        ),
    )
    with pytest.raises(CommandError) as stopped:
        imported(spoilt)
    assert "Round 2, table 1, deal 1 was refused" in str(stopped.value)
    assert set(DealVersion.objects.values_list("table__round__number", flat=True)) == {1}
    assert not Round.objects.filter(number=2).exists()


def test_it_stops_at_a_deal_that_is_not_next(copy):
    with pytest.raises(CommandError) as stopped:
        imported(copy("deals.jsonl", lines(lambda rows: rows[1:])))
    assert "was held: deal_out_of_order" in str(stopped.value)
    assert not DealVersion.objects.exists()
    assert not HeldSubmission.objects.exists()


def test_it_insists_that_what_was_refused_is_refused(copy):
    def allowed(text):
        row = json.loads((OPEN / "deals.jsonl").read_text().splitlines()[0])
        return json.dumps({**row, "expected": {"code": "special_hand_repeated", "seat": "E"}}) + "\n"

    with pytest.raises(CommandError) as stopped:
        imported(copy("refused.jsonl", allowed))
    assert "should have been refused and was not" in str(stopped.value)


def test_it_insists_on_the_reason_of_a_refusal(copy):
    def impossible(text):
        row = json.loads((OPEN / "deals.jsonl").read_text().splitlines()[0])
        wrong = {"code": "special_hand_repeated", "seat": "E"}
        return json.dumps({**row, "discarder": row["winners"][0], "expected": wrong}) + "\n"

    with pytest.raises(CommandError) as stopped:
        imported(copy("refused.jsonl", impossible))
    assert "expected {'code': 'special_hand_repeated', 'seat': 'E'}" in str(stopped.value)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("event.json", lambda text: text[:-9], "event.json"),
        ("event.json", event(lambda data: data.pop("rounds")), "KeyError"),
        ("event.json", event(lambda data: data["rounds"][0]["tables"][0].insert(0, None)), "two to five"),
        ("event.json", event(lambda data: data.update(rules="no-such-rules")), "open8"),
        ("event.json", event(lambda data: data["players"].pop(0)), "nobody has number 1"),
        ("event.json", event(lambda data: data["substitutions"][0].update(table=7)), "unknown table"),
        ("deals.jsonl", lambda text: text + "{\n", "line 9"),
        ("deals.jsonl", lambda text: text.replace('"table":2', '"table":5', 1), "there is no such table"),
    ],
)
def test_it_names_the_fault_of_a_file(copy, name, change, said):
    with pytest.raises(CommandError) as stopped:
        imported(copy(name, change))
    assert said in str(stopped.value)
    assert not DealVersion.objects.exists()


def test_it_names_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(CommandError) as stopped:
        imported(tmp_path / "nowhere")
    assert "event.json" in str(stopped.value)


def test_it_lets_a_player_come_back_to_his_seat(copy):
    back = {"round": 1, "table": 2, "seat": "N", "from_deal": 2, "out": 9, "in": 8}
    away = {**back, "from_deal": 1, "out": 8, "in": 9}

    def away_and_back(data):
        data["substitutions"] = [back, away]

    imported(copy("event.json", event(away_and_back)))
    chairs = Seating.objects.filter(table__round__number=1, table__number=2, seat="N").order_by("from_deal")
    assert [(c.entry.number, c.stands_for and c.stands_for.number) for c in chairs] == [(9, 8), (8, None)]
