"""A season with a policy as an event in files: brought in, compared, written out and worked out again."""

import json
import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.standings.test_leagues import printed
from tournaments.exchange.finishing import ImportStopped
from tournaments.exchange.importing import event_import
from tournaments.exchange.reading import read_event
from tournaments.publishing.exports import everything_json, season_file
from tournaments.ranking.seasons.written import written
from tournaments.selectors.standings import ground_of, standings_of

LEAGUE = Path(__file__).parent / "league8"
POLICY = {"credit_scheme": "table_points", "table_points": [4, 2, 1, 0], "attendance_points": 1}
POLICY |= {"criteria": ["total"]}

pytestmark = pytest.mark.django_db


def in_order(row):
    """Order ranked lines as a season has them, equal ones by number; the others stay behind."""
    return row["rank"] is None, row["rank"] or 0, row["player"] if row["rank"] else 0


@pytest.fixture
def event(tmp_path):
    """League8 with its rules as data; `expect` changes what is written and what is expected."""

    def made(expect=None, **season):
        folder = tmp_path / "event"
        shutil.copytree(LEAGUE, folder, dirs_exist_ok=True)
        data = json.loads((folder / "event.json").read_text())
        old = data["season"]
        data["season"] = {**POLICY, "meetings": old.get("meetings", len(data["rounds"])), **season}
        if "best_of" in old and not season.get("discards"):
            data["season"].setdefault("best_of", old["best_of"])
        told = json.loads((folder / "expected.json").read_text())
        rows = told["season"]["table_points"]
        rows = rows["standings"] if isinstance(rows, dict) else rows
        rows = sorted(rows, key=in_order)
        told["season"] = {
            "lines": [
                {"player": row["player"], "rank": row["rank"], "total": str(row["points"])} for row in rows
            ]
        }
        if expect:
            expect(data, told)
        (folder / "event.json").write_text(json.dumps(data))
        (folder / "expected.json").write_text(json.dumps(told))
        return folder

    return made


def verified(folder):
    told = StringIO()
    try:
        call_command("verify_event", folder, stdout=told)
    except CommandError as ended:
        told.write(str(ended))
    return told.getvalue()


def test_it_agrees_with_the_table_of_the_older_form(event):
    assert "0 differences" in verified(event())


def test_it_names_each_value_of_the_season_that_differs(event):
    def change(_data, told):
        told["season"]["lines"][2]["total"] = "99"

    assert "season, lines 3, total" in verified(event(change))


def test_it_notes_codes_credits_and_what_was_carried(event):
    def change(data, _told):
        data["players"][0] |= {"carried": "3/2", "lot": 4}
        data["adjustments"] = [{"player": data["players"][1]["number"], "amount": -2, "reason": "late fee"}]
        last = data["rounds"][-1]
        there = {number for table in last["tables"] for number in table}
        away = next(one["number"] for one in data["players"] if one["number"] not in there)
        last["absent"] = [{"player": away, "code": "duty"}]
        data["season"]["absence"] = {"duty": {"formula": "fixed", "amount": 5, "discardable": False}}

    competition = event_import(read_event(event(change))).competition
    competition.refresh_from_db()
    rows = {row.number: row for row in standings_of(competition).rows}
    first, second = sorted(rows)[:2]
    assert rows[first].carried == rows[first].total - sum(
        cell.amount for cell in rows[first].rounds if cell.state == "counted"
    )
    (away,) = competition.season_facts["absent"][str(len(standings_of(competition).held))]
    assert (rows[int(away)].rounds[-1].amount, rows[int(away)].rounds[-1].state) == (5, "counted")
    assert competition.season_facts["adjustments"] == {str(second): -2}


def test_it_writes_the_season_out_so_that_the_file_gives_the_same_table(event, tmp_path):
    competition = event_import(read_event(event(discards="0,1,1,2", aggregate="mean"))).competition
    competition.refresh_from_db()
    document = json.loads(everything_json(competition))
    assert document["season_file"] == json.loads(json.dumps(season_file(competition)))
    (tmp_path / "season.json").write_text(json.dumps(document["season_file"]))
    found, code = printed(tmp_path / "season.json")
    assert (found, code) == (json.loads(json.dumps(written(ground_of(competition).season()))), 0)


def test_it_writes_older_settings_out_as_rules_that_give_the_same_table(tmp_path):
    competition = event_import(read_event(LEAGUE)).competition
    competition.refresh_from_db()
    (tmp_path / "season.json").write_text(json.dumps(season_file(competition)))
    found, _code = printed(tmp_path / "season.json")
    rows = [(row.number, row.rank, str(row.total)) for row in standings_of(competition).rows]
    assert [(line["player"], line["rank"], line["total"]) for line in found["lines"]] == rows


def test_it_says_every_contradiction_of_a_policy_that_it_is_given(event):
    with pytest.raises(ImportStopped, match="at most") as stopped:
        event_import(read_event(event(best_of=99, criteria=["net"])))
    assert "The total has to be one of the criteria" in str(stopped.value)
