"""`manage.py verify_event`: it finds what differs, wherever it is, and leaves the ledger as it was."""

import json
import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command

from tests import worlds
from tournaments.exchange.importing import event_import
from tournaments.exchange.reading import read_event
from tournaments.models import Competition, DealVersion, Penalty

HERE = Path(__file__).parent

pytestmark = pytest.mark.django_db


@pytest.fixture
def verify(tmp_path):
    """Verify a copy of an event whose file was changed by `change`."""

    def verifying(name, file="expected.json", change=lambda data: None, *options, without=()):
        folder = tmp_path / name
        shutil.copytree(HERE / name, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*without))
        data = json.loads((folder / file).read_text())
        change(data)
        (folder / file).write_text(json.dumps(data))
        told = StringIO()
        try:
            call_command("verify_event", folder, *options, stdout=told)
        except CommandError as ended:
            told.write(str(ended))
        return told.getvalue()

    return verifying


@pytest.fixture
def imported():
    """Have an event imported; only the first import of it takes its time."""

    def importing(name):
        event = read_event(HERE / name)
        worlds.begun(f"event {name}", lambda: event_import(event).competition)

    return importing


def test_it_imports_an_event_for_the_look_only(verify):
    assert "0 differences" in verify("open8")
    assert not Competition.objects.exists()
    assert not DealVersion.objects.exists()


def test_it_keeps_the_corrections_when_asked_and_knows_them_again(verify):
    assert "0 differences" in verify("open8", "expected.json", lambda data: None, "--keep")
    assert DealVersion.objects.count() == 8 + 8
    assert Penalty.objects.count() == 6
    again = verify("open8")
    assert "0 differences" in again
    assert "as played" not in again


def data_of(name, file):
    """Read a file of an event as it stands."""
    return json.loads((HERE / name / file).read_text())


def at(*path, value):
    """Change one value deep in the expected results."""

    def change(data):
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (at("deals", 0, "east", value="N"), "round 1, table 1, deal 1, deal east"),
        (at("deals", 0, "round_wind", value="S"), "deal round_wind"),
        (at("deals", 0, "values", "W", value=41), "deal values"),
        (at("deals", 0, "special", value={"W": "purity"}), "deal special"),
        (at("deals", 0, "net", "W", value=161), "deal net"),
        (at("deals", 0, "cannon", value=["a"]), "deal cannon"),
        (at("deals", 0, "robbed_from", value="E"), "deal robbed_from"),
        (at("deals", 0, "void", value=True), "deal void"),
        (at("deals", 0, "next", value=None), "deal next"),
        (lambda data: data["deals"].pop(), "is recorded and not expected"),
        (lambda data: data["deals"].append({**data["deals"][0], "deal": 9}), "is not recorded"),
        (at("tables", 0, "players", "9", value=0), "table players"),
        (at("tables", 0, "net", "E", value=81), "table net"),
        (at("tables", 0, "deals", value=3), "table deals"),
        (at("rounds", 0, "standings", 0, "rank", value=2), "round 1, player 5, standings rank"),
        (at("rounds", 1, "cumulative", 0, "net", value=0), "rounds 1-2, player 4, standings net"),
        (at("overall", 0, "mahjongs", value=0), "overall, player 4, standings mahjongs"),
        (at("overall", 0, "rank", value=3), "published table, player 4, published rank"),
        (lambda data: data["overall"].pop(), "overall, player 9, standings line: is not expected"),
        (at("substitute_scores_for_the_absent", 5, "net", value=40), "substitute_scores_for_the_absent"),
    ],
)
def test_it_finds_a_difference_as_played(imported, verify, change, said):
    imported("open8")
    told = verify("open8", "expected.json", change, without=["corrections.json"])
    assert said in told
    assert not told.endswith("\n0 differences")


AFTERWARDS = [
    (at("corrections", 0, "changed_deals", value=[]), "action 1, changed deals"),
    (at("corrections", 6, "changed_players", "5", "mahjongs", value=0), "action 7, changed players"),
    (at("corrections", 8, "changed_deals", 1, "before", "east", value="N"), "deal 2 before, deal east"),
    (at("corrections", 8, "changed_deals", 1, "after", "net", "E", value=0), "deal 2 after, deal net"),
    (at("rounds", 1, "standings", 2, "adjustment", value=0), "standings adjustment"),
    (at("overall", 3, "total", value=420), "standings total"),
]


def test_it_finds_every_difference_after_the_corrections(imported, verify):
    """Each has a line of its own, and there is no other but for the total, which is published too."""

    def change(data):
        for each, _ in AFTERWARDS:
            each(data)

    imported("open8")
    lines = verify("open8", "expected_after.json", change).splitlines()
    told = [line for line in lines if "expected" in line]
    found = [sum(said in line for line in told) for _, said in (*AFTERWARDS, (None, "published total"))]
    assert found == [1] * len(told)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (at("season", "sum_of_nets", 0, "net", value=1), "sum of nets, player 5, season net"),
        (at("season", "sum_of_nets", 0, "meetings", 1, value=None), "meeting 2, season meeting"),
        (at("season", "table_points", 2, "points", value="7"), "season points"),
        (at("season", "table_points", 2, "rank_with_net", value=4), "season rank_with_net"),
        (at("season", "table_points", 2, "counted", value=[1, 3]), "season counted"),
        (at("season", "table_points", 2, "dropped", value=[]), "season dropped"),
        (at("season", "table_points", 2, "meetings", 0, "credit", value="7/2"), "season credit"),
        (at("season", "table_points", 2, "meetings", 0, "table_points", value=1), "season table_points"),
    ],
)
def test_it_finds_a_difference_in_a_season(imported, verify, change, said):
    imported("league8")
    assert said in verify("league8", "expected.json", change)


def test_it_tells_of_a_correction_that_cannot_be_taken(imported, verify):
    imported("open8")
    assert "Action 1 (penalty): There is no penalty theft" in verify(
        "open8", "corrections.json", at(0, "event", "code", value="theft")
    )
    assert "there is no kind 'forgive'" in verify("open8", "corrections.json", at(0, "kind", value="forgive"))
    assert "not found" in verify("open8", "corrections.json", at(0, "table", value=9))


def test_it_knows_people_in_each_others_seats_by_number_too(verify):
    def by_number(data):
        del data[6]["seats"]
        data[6]["players"] = [5, 1]

    assert "0 differences" in verify("open8", "corrections.json", by_number)


def test_it_finds_the_deal_of_a_reversal_that_names_only_what_it_reverses(verify):
    def by_action(data):
        for name in ("round", "table", "deal"):
            del data[1][name]

    assert data_of("open8", "corrections.json")[1]["kind"] == "reverse"
    assert "0 differences" in verify("open8", "corrections.json", by_action)


def test_it_leaves_no_standings_of_corrections_that_were_taken_back(verify, monkeypatch):
    kept = []
    monkeypatch.setattr(cache, "set", lambda key, *_, **__: kept.append(key))
    verify("open8")
    assert not [key for key in kept if key.startswith("standings")]
