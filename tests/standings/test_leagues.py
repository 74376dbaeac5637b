"""Seasons written as files, with their tables: every file of `leagues/` agrees, through the command."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

FOLDER = Path(__file__).parent / "leagues"
SEASONS = sorted(path for path in FOLDER.glob("[0-9]*.json"))
IN_ANY_ORDER = ("parts", "extras", "refused")


def differences(expected, found, where=""):
    """Yield where something expected is not found; what is more, and why it is so, is nobody's business."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected:
            if key not in found:
                yield f"{where}/{key} is missing"
            else:
                yield from differences(expected[key], found[key], f"{where}/{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        if where.endswith(IN_ANY_ORDER):
            expected, found = (sorted(each, key=json.dumps) for each in (expected, found))
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, other, f"{where}/{at}")
    elif expected != found or type(expected) is not type(found):
        yield f"{where} is {found!r}, not {expected!r}"


def without_why(expected):
    """Leave out what says why in words."""
    if isinstance(expected, dict):
        return {key: without_why(each) for key, each in expected.items() if key != "why"}
    return [without_why(each) for each in expected] if isinstance(expected, list) else expected


def printed(path):
    """Return what the command prints, and its exit code."""
    out, code = StringIO(), 0
    try:
        call_command("season_table", str(path), stdout=out, stderr=StringIO())
    except SystemExit as left:
        code = left.code
    return json.loads(out.getvalue()), code


@pytest.mark.parametrize("path", SEASONS, ids=lambda path: path.stem)
def test_it_agrees_with_the_table_of_a_season(path):
    expected = json.loads(path.read_text())["expected"]
    found, code = printed(path)
    assert (list(differences(without_why(expected), found)), code) == ([], 0)


def test_it_knows_every_file():
    assert len(SEASONS) == 8


def test_it_refuses_every_policy_that_contradicts_itself():
    expected = json.loads((FOLDER / "refused.json").read_text())["policies"]
    found, code = printed(FOLDER / "refused.json")
    wanted = [{"id": each["id"], "refused": each["expected"]} for each in expected]
    assert (list(differences(wanted, found)), code) == ([], 0)


def test_it_answers_every_situation():
    expected = json.loads((FOLDER / "clinch.json").read_text())["situations"]
    found, code = printed(FOLDER / "clinch.json")
    wanted = [{"id": each["id"], **each["expected"]} for each in expected]
    assert (list(differences(wanted, found)), code) == ([], 0)


def test_it_prints_every_fault_of_a_season_and_says_so_to_people(tmp_path):
    season = {"meetings": 3, "credit_scheme": "net", "best_of": 5, "criteria": ["net"]}
    path = tmp_path / "season.json"
    path.write_text(json.dumps({"season": season, "players": [], "meetings": []}))
    told, out = StringIO(), StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("season_table", str(path), stdout=out, stderr=told)
    assert left.value.code == 1
    assert json.loads(out.getvalue()) == {
        "refused": [
            {"code": "best_of_above_meetings", "key": "best_of"},
            {"code": "criteria_without_total", "key": "criteria"},
        ]
    }
    assert "at most 3 will do" in told.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "3", "{}", '{"season": 3, "meetings": []}', '{"policies": 3}', "[" * 100_000),
        '{"season": {"credit_scheme": "net"}, "players": [{}], "meetings": []}',
        '{"season": {"credit_scheme": "net"}, "players": [], "meetings": [{"number": 1, "tables": [3]}]}',
        '{"season": {"credit_scheme": "net"}, "players": [], "meetings": [{"number": 1, "rested": [7]}]}',
    ],
)
def test_it_says_what_it_cannot_read(tmp_path, text):
    path = tmp_path / "season.json"
    path.write_text(text)
    out = StringIO()
    with pytest.raises(CommandError) as stopped:
        call_command("season_table", str(path), stdout=out)
    assert (stopped.value.returncode, out.getvalue()) == (2, "")


def test_it_says_that_there_is_no_file(tmp_path):
    with pytest.raises(CommandError) as stopped:
        call_command("season_table", str(tmp_path / "none.json"))
    assert stopped.value.returncode == 2
