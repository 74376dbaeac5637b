"""Compare what an event came to with what its files expect, key by key, and say every difference."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.exchange import facts, seasons
from tournaments.exchange.comparison import Comparison
from tournaments.exchange.facts import Facts, Ranking
from tournaments.models import Competition
from tournaments.ranking.standings import Standing
from tournaments.selectors.standings import row_json, summed

DEAL_KEYS = ("east", "round_wind", "values", "net", "next", "goulash", "winds", "players", "resting")
NOTHING: Facts = {"cannon": [], "robbed_from": None, "void": False}  # what a missing key of a deal means
PUBLISHED_KEYS = (
    *("rank", "shared", "total", "net", "adjustment", "carried", "mahjongs", "given", "deals", "rested"),
    *("status", "division", "rounds"),
)
LINE_KEYS = ("net", "rank", "mahjongs", "given", "played", "rested")
POLICIES = {"substitute_scores_for_himself": "himself", "substitute_scores_for_the_absent": "absent"}


def compare(competition: Competition, expected: Mapping[str, Any]) -> Comparison:
    """Compare all that `expected` has: deals, tables, rounds, overall, substitutes, standings, season."""
    made = Comparison()
    found = facts.deals(competition)
    _deals(made, expected.get("deals", ()), found)
    _tables(made, expected.get("tables", ()), facts.tables(found))
    ranking = Ranking(competition)
    for one in expected.get("rounds", ()):
        _round(made, one, ranking)
    _lines(made, "overall", expected.get("overall"), lambda listed: ranking.overall(listed))
    for name, policy in POLICIES.items():
        _policy(made, name, policy, expected, ranking)
    if expected.get("overall") and not competition.is_season:
        _published(made, expected["overall"], competition)
    if expected.get("standings"):
        _standings(made, expected["standings"], competition)
    if expected.get("season"):
        seasons.compare(made, expected["season"], competition, ranking)
    return made


def place_of(row: Mapping[str, Any]) -> tuple[int, int, int]:
    return row["round"], row["table"], row["deal"]


def deal_differs(made: Comparison, where: str, expected: Facts, actual: Facts) -> None:
    """Compare one deal by the keys that are expected of it."""
    for key in DEAL_KEYS:
        if key in expected:
            made.same(f"deal {key}", where, expected[key], actual[key])
    for key, nothing in NOTHING.items():
        made.same(f"deal {key}", where, _in_order(expected.get(key, nothing)), _in_order(actual[key]))
    _specials(made, where, expected, actual)


def _in_order(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) else value


def _specials(made: Comparison, where: str, expected: Facts, actual: Facts) -> None:
    """Compare the special hands; where several give the value, each of them is right."""
    several = expected.get("special_any") or {}
    for seat in sorted({*expected.get("special", {}), *several, *actual["special"]}):
        allowed = several.get(seat) or [expected.get("special", {}).get(seat)]
        found = actual["special"].get(seat)
        made.same("deal special", f"{where} {seat}", allowed, allowed if found in allowed else found)
    for seat, names in several.items():
        made.same(
            "deal special_any", f"{where} {seat}", sorted(names), sorted(actual["special_any"].get(seat, ()))
        )


def _deals(made: Comparison, expected: Iterable[Facts], found: Mapping[tuple[int, int, int], Facts]) -> None:
    wanted = {place_of(row): row for row in expected}
    for place, row in wanted.items():
        where = said(*place)
        if place in found:
            deal_differs(made, where, row, found[place])
        else:
            made.missing("deal", where, "is not recorded")
    for place in sorted(set(found) - set(wanted)):
        made.missing("deal", said(*place), "is recorded and not expected")


def _tables(made: Comparison, expected: Iterable[Facts], found: Mapping[tuple[int, int], Facts]) -> None:
    for row in expected:
        where = said(row["round"], row["table"])
        at = found.get((row["round"], row["table"]))
        if at is None:
            made.missing("table", where, "has no deals")
            continue
        made.same("table deals", where, row["deals"], at["deals"])
        made.same("table net", where, row["net"], dict(at["net"]))
        made.same("table players", where, _nonzero(row["players"]), _nonzero(at["players"]))
        for key in ("played", "rested"):
            if key in row:
                made.same(f"table {key}", where, _nonzero(row[key]), _nonzero(at[key]))


def _nonzero(nets: Mapping[str, int]) -> dict[str, int]:
    """Leave out who has 0: somebody who was replaced before the first deal may be listed or not."""
    return {player: net for player, net in nets.items() if net}


def _round(made: Comparison, expected: Facts, ranking: Ranking) -> None:
    number = expected["round"]
    if "attended" in expected:
        made.same(
            "attended", f"round {number}", sorted(expected["attended"]), sorted(ranking.attended(number))
        )
    _lines(made, f"round {number}", expected.get("standings"), lambda listed: ranking.alone(number, listed))
    _lines(
        made, f"rounds 1-{number}", expected.get("cumulative"), lambda listed: ranking.through(number, listed)
    )


def _policy(made: Comparison, name: str, policy: str, expected: Mapping[str, Any], ranking: Ranking) -> None:
    lines = expected.get(name)
    if isinstance(lines, Mapping):
        lines = lines.get("overall") or lines.get("standings")
    _lines(made, name, lines, lambda listed: ranking.overall(listed, policy))


def _lines(made: Comparison, where: str, expected: Iterable[Facts] | None, ranked: Any) -> None:
    """Compare lines of standings; who is listed is the files' choice, who played must be listed."""
    if expected is None:
        return
    wanted = {row["player"]: row for row in expected}
    found = {one.entry: one for one in ranked(list(wanted))}
    for player, row in wanted.items():
        _line(made, f"{where}, player {player}", row, found[player])
    for player in sorted(set(found) - set(wanted)):
        if found[player].line.deals or found[player].line.adjustment:
            made.missing("standings line", f"{where}, player {player}", "is not expected")


def _line(made: Comparison, where: str, expected: Facts, one: Standing) -> None:
    actual = facts.line(one)
    for key in LINE_KEYS:
        if key in expected:
            made.same(f"standings {key}", where, expected[key], actual[key])
    made.same("standings adjustment", where, expected.get("adjustment", 0), actual["adjustment"])
    if "total" in expected:
        made.same("standings total", where, expected["total"], actual["total"])
    if "status" in expected:
        made.same("standings status", where, expected["status"], actual["status"])


def _published(made: Comparison, expected: Sequence[Facts], competition: Competition) -> None:
    """Compare the table that the pages show: the same ranks and totals, by another way.

    The pages rank everybody who is entered; somebody who never came would shift the files' ranks. Not
    through the cache: the revisions of corrections that are taken back come again with other content.
    """
    rows = {row.number: row for row in summed(competition).rows}
    listed = {line["player"] for line in expected}
    if any(row.rank is not None and number not in listed for number, row in rows.items()):
        return
    for line in expected:
        where = f"published table, player {line['player']}"
        row = rows.get(line["player"])
        if row is None:
            made.missing("published rank", where, "is not listed")
            continue
        made.same("published rank", where, line["rank"], row.rank)
        made.same("published total", where, line.get("total", line["net"]), row.total)


def _standings(made: Comparison, expected: Iterable[Facts], competition: Competition) -> None:
    """Compare the lines of a published file with the table as it is here."""
    found = {row.number: row_json(row) for row in summed(competition).rows}
    for line in expected:
        where, here = f"standings, player {line['number']}", found.get(line["number"])
        if here is None:
            made.missing("standings line", where, "is not listed")
            continue
        for key in PUBLISHED_KEYS:
            if key in line:
                made.same(f"standings {key}", where, line[key], here[key])


def said(round: int, table: int, deal: int | None = None) -> str:
    """Name a place."""
    return f"round {round}, table {table}" + (f", deal {deal}" if deal else "")
