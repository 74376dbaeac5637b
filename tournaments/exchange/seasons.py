"""Compare the tables of a season: the sum of nets, and the table points of the best meetings."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tournaments.exchange.comparison import Comparison
from tournaments.exchange.facts import Facts, Ranking
from tournaments.models import Competition
from tournaments.ranking import credit, figures, season
from tournaments.ranking.figures import Amount
from tournaments.ranking.season import Meeting, SeasonLine
from tournaments.selectors import meetings
from tournaments.selectors.standings import scheme_of


def compare(
    made: Comparison, expected: Mapping[str, Any], competition: Competition, ranking: Ranking
) -> None:
    """Compare whichever of the two tables the files have."""
    if "sum_of_nets" in expected:
        _table(made, "sum of nets", expected["sum_of_nets"], _nets(competition, ranking))
    if "table_points" in expected:
        by_points = _points(competition, ranking, ["total"])
        broken = {line.entry: line.rank for line in _points(competition, ranking, ["total", "net"]).values()}
        _table(made, "table points", expected["table_points"], by_points, broken)


def _nets(competition: Competition, ranking: Ranking) -> dict[int, SeasonLine]:
    """Rank by the net over all meetings."""
    return _lines(competition, ranking, credit.Scheme("net"), None, ["total"])


def _points(competition: Competition, ranking: Ranking, criteria: list[str]) -> dict[int, SeasonLine]:
    return _lines(competition, ranking, scheme_of(competition), competition.best_of, criteria)


def _lines(
    competition: Competition,
    ranking: Ranking,
    scheme: credit.Scheme,
    best_of: int | None,
    criteria: list[str],
) -> dict[int, SeasonLine]:
    credits = credit.with_rested(
        credit.of_rounds(ranking.attributed(), scheme),
        scheme,
        meetings.rested(competition),
        credit.Rested(competition.rested, figures.amount(competition.rested_points)),
    )
    table = season.season(
        credits,
        best_of=best_of,
        meetings=competition.planned_rounds or competition.rounds.count(),
        criteria=criteria,
        entries=list(competition.entries.values_list("number", flat=True)),
        unranked=ranking.status,
    )
    return {line.entry: line for line in table.lines}


def _table(
    made: Comparison,
    name: str,
    expected: Any,
    found: Mapping[int, SeasonLine],
    broken: Mapping[int, int | None] | None = None,
) -> None:
    rows = expected.get("standings", ()) if isinstance(expected, Mapping) else expected
    for row in rows:
        where = f"season, {name}, player {row['player']}"
        if row["player"] not in found:
            made.missing(f"season {name}", where, "is not listed")
            continue
        _line(made, where, row, found[row["player"]], (broken or {}).get(row["player"]))


def _line(made: Comparison, where: str, row: Facts, line: SeasonLine, broken: int | None) -> None:
    actual = _facts(line, broken)
    for key in ("rank", "rank_with_net", "net", "mahjongs", "given", "adjustment"):
        if key in row:
            made.same(f"season {key}", where, row[key], actual[key])
    for key in ("points", "total"):
        if key in row:
            made.same(f"season {key}", where, _exact(row[key]), actual[key])
    for key in ("counted", "dropped"):
        if key in row:
            made.same(f"season {key}", where, *_alike(row[key], line, key))
    for number, expected in _by_meeting(row.get("meetings")):
        _meeting(made, f"{where}, meeting {number}", expected, _held(line, number))


def _facts(line: SeasonLine, broken: int | None) -> Facts:
    own = line.standing.line
    return {
        "rank": line.rank,
        "rank_with_net": broken,
        "net": own.net,
        "mahjongs": own.mahjongs,
        "given": own.given,
        "adjustment": own.adjustment,
        "points": line.points,
        "total": line.points,
    }


def _by_meeting(meetings: Any) -> list[tuple[int, Any]]:
    """Pair what is expected with the number of its meeting, from a list in order or from a mapping."""
    if isinstance(meetings, Mapping):
        return [(int(number), expected) for number, expected in meetings.items()]
    numbered = enumerate(meetings or (), start=1)
    return [
        (int(each.get("round", each.get("meeting", number))) if isinstance(each, Mapping) else number, each)
        for number, each in numbered
    ]


def _held(line: SeasonLine, number: int) -> Meeting | None:
    return next((meeting for meeting in line.meetings if meeting.round == number), None)


def _meeting(made: Comparison, where: str, expected: Any, held: Meeting | None) -> None:
    """Compare a meeting: null for absence, a net, or table points with the credit."""
    attended = held is not None and held.credit is not None and held.credit.attended
    if expected is None or not attended or held is None or held.credit is None:
        made.same(
            "season meeting",
            where,
            None if expected is None else "attended",
            "attended" if attended else None,
        )
        return
    if not isinstance(expected, Mapping):
        made.same("season meeting", where, _exact(expected), held.amount)
        return
    points = sum((part.amount for part in held.parts if part.code.startswith("table_points")), Fraction(0))
    actual = {
        "net": sum(tally.net for tally in held.credit.tallies),
        "table_points": points,
        "credit": held.amount,
        "counted": held.state == "counted",
    }
    for key in set(expected) & set(actual):
        made.same(f"season {key}", where, _exact(expected[key]), actual[key])


def _alike(expected: Any, line: SeasonLine, state: str) -> tuple[Any, Any]:
    """Bring `counted` and `dropped` to one form: numbers of meetings, how many, or the credits.

    Absence that fills a place with 0 may stand among what counted, other absence among what was dropped.
    """
    own = [meeting for meeting in line.meetings if meeting.state == state]
    absence = {"counted": "zero", "dropped": "absent"}[state]
    wider = own + [meeting for meeting in line.meetings if meeting.state == absence]
    if isinstance(expected, int):
        return expected, len(wider) if expected == len(wider) else len(own)
    wanted = sorted(map(_exact, expected))
    forms: list[list[Any]] = [form(chosen) for chosen in (own, wider) for form in (_numbers, _amounts)]
    return wanted, wanted if wanted in forms else forms[0]


def _numbers(meetings: Iterable[Meeting]) -> list[Amount]:
    return sorted(meeting.round for meeting in meetings)


def _amounts(meetings: Iterable[Meeting]) -> list[Amount]:
    return sorted(meeting.amount for meeting in meetings)


def _exact(amount: Any) -> Amount:
    """Read an amount: a whole number, or a fraction as text."""
    return Fraction(amount) if isinstance(amount, str) else amount
