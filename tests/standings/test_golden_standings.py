"""The standings of whole events, rebuilt from their deals, agree with every line expected of them."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from tournaments.ranking.standings import Tally, alone, attribute, lines, rank, through

EVENTS = Path(__file__).parents[1] / "events"
RESULTS = [("club16", "expected.json"), ("open24", "expected.json"), ("open24", "expected_after.json")]


def deals_of(folder: Path, *, corrected: bool) -> dict[tuple[int, int, int], dict]:
    """Read the deals as submitted or as corrected; a void deal has neither winner nor discarder."""
    rows = map(json.loads, (folder / "deals.jsonl").read_text(encoding="utf-8").splitlines())
    deals = {(row["round"], row["table"], row["deal"]): row for row in rows}
    if corrected:
        for action in json.loads((folder / "corrections.json").read_text(encoding="utf-8")):
            void = {"outcome": "draw", "winners": [], "discarder": None}
            made = {"correct": action.get("new"), "void": void}[action["kind"]]
            deals[action["round"], action["table"], action["deal"]] = made
    return deals


def seats_of(event: dict) -> dict[tuple[int, int], dict[str, int]]:
    return {
        (each["number"], number): dict(zip("ESWN", players, strict=True))
        for each in event["rounds"]
        for number, players in enumerate(each["tables"], 1)
    }


def tallies_of(name: str, results: str) -> list[Tally]:
    """Sum up the deals of an event: nets from the results, mah-jongs and discards from the deals."""
    folder = EVENTS / name
    event = json.loads((folder / "event.json").read_text(encoding="utf-8"))
    expected = json.loads((folder / results).read_text(encoding="utf-8"))
    deals = deals_of(folder, corrected=results == "expected_after.json")
    seats, sums = seats_of(event), defaultdict(lambda: [0, 0, 0, 0])
    for row in expected["deals"]:
        place, deal = (row["round"], row["table"]), deals[row["round"], row["table"], row["deal"]]
        for seat, player in seats[place].items():
            won, threw = seat in deal["winners"], deal["discarder"] == seat
            for at, amount in enumerate((row["net"][seat], won, bool(deal["winners"]) and threw, 1)):
                sums[player, place][at] += amount
    return [Tally(player, place[0], *counts, place[1]) for (player, place), counts in sums.items()]


def told(tallies) -> list[dict]:
    ordered = rank(lines(tallies), ["total"])
    return [
        {
            "player": each.entry,
            "net": each.line.net,
            "rank": each.rank,
            "mahjongs": each.line.mahjongs,
            "given": each.line.given,
        }
        for each in ordered
    ]


def by_rank(rows: list[dict]) -> list[dict]:
    return sorted(rows, key=lambda row: (row["rank"], row["player"]))


@pytest.mark.parametrize(("name", "results"), RESULTS)
def test_it_finds_every_line_of_every_round_and_of_the_whole_event(name, results):
    expected = json.loads((EVENTS / name / results).read_text(encoding="utf-8"))
    tallies = attribute(tallies_of(name, results), "himself")
    assert expected["rounds"]
    for each in expected["rounds"]:
        assert told(alone(tallies, each["round"])) == by_rank(each["standings"])
        assert told(through(tallies, each["round"])) == by_rank(each["cumulative"])
    assert told(tallies) == by_rank(expected["overall"])


@pytest.mark.parametrize(("name", "results"), RESULTS)
def test_it_finds_the_net_of_every_table(name, results):
    expected = json.loads((EVENTS / name / results).read_text(encoding="utf-8"))
    nets = defaultdict(dict)
    for tally in tallies_of(name, results):
        nets[tally.round, tally.table][str(tally.entry)] = tally.net
    assert nets == {(each["round"], each["table"]): each["players"] for each in expected["tables"]}
