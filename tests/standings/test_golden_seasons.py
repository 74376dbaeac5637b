"""Golden seasons: one season of 12 players and 10 meetings under the rules of eleven clubs.

`golden/` has what happened (`facts.csv`) and a sheet for each club with all sums shown, worked out a second
way by a script that knows nothing of the program (`golden/write.py`); a sheet is read as it lies there.
"""

import csv
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from tests.standings.seasoning import made
from tournaments.ranking.seasons.presets import presets

FOLDER = Path(__file__).parent / "golden"
SHEETS = sorted(path.stem for path in FOLDER.glob("*.csv") if path.stem != "facts")
GUEST = 12
FACTS = ("limit_hands_20", "limit_hands_50")


def rows_of(name):
    with (FOLDER / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def meetings_of(policy, held):
    """Make the meetings of a season file out of what happened."""
    found = {number: {"number": number, "tables": [], "deals": 16} for number in range(1, held + 1)}
    tables = defaultdict(list)
    for row in rows_of("facts"):
        number, player = int(row["meeting"]), int(row["player"])
        if number > held:
            continue
        if row["kind"] == "sat":
            figures = {key: int(row[key]) for key in ("net", "mahjongs", "given", "deals", "opening")}
            facts = {key: int(row[key]) for key in FACTS}
            tables[number, row["table"]].append({"player": player, **figures, "facts": facts})
        elif row["kind"] == "penalty":
            penalty = {"player": player, "amount": int(row["amount"]), "reason": "late"}
            found[number].setdefault("penalties", []).append(penalty)
        else:
            absent = {
                "player": player,
                "code": row["code"] if row["code"] in policy.get("absence", ()) else None,
            }
            told = player if row["kind"] == "rested" else absent
            found[number].setdefault(row["kind"], []).append(told)
    for (number, _table), rows in sorted(tables.items()):
        found[number]["tables"].append(rows)
    return list(found.values())


@pytest.mark.parametrize("club", SHEETS)
def test_it_agrees_with_the_sheet_of_a_club(club):
    sheet, policy = rows_of(club), dict(presets()[club].season)
    held = max(int(head.split()[1]) for head in sheet[0] if head.startswith("meeting "))
    players = {number: {"status": "guest"} if number == GUEST else {} for number in range(1, 13)}
    lines = {line["player"]: line for line in made(policy, meetings_of(policy, held), players)["lines"]}
    for row in sheet:
        line = lines[int(row["player"])]
        expected = (int(row["place"]) if row["place"] else None, row["total"] or None)
        assert (line["rank"], line["total"]) == expected, row["player"]
        for meeting in line["meetings"]:
            number = meeting["meeting"]
            told = (row[f"gives {number}"] or None, row[f"is {number}"])
            assert (meeting["credit"], meeting["state"]) == told, (row["player"], number)


@pytest.mark.parametrize("club", SHEETS)
def test_its_sheet_adds_up_as_it_shows(club):
    for row in rows_of(club):
        for number in range(1, 11):
            if summands := row.get(f"meeting {number}"):
                assert sum(map(Fraction, summands.split(" + "))) == Fraction(row[f"gives {number}"])


def test_it_knows_eleven_clubs():
    assert len(SHEETS) == 11
