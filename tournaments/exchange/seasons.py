"""Compare the tables of a season: the sum of nets, and the table points of the best meetings."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from tournaments.exchange.comparison import Comparison
from tournaments.exchange.facts import Facts, Ranking
from tournaments.models import Competition
from tournaments.ranking.figures import Amount
from tournaments.ranking.placing import Place
from tournaments.ranking.rounds import by_meeting, rested_by_meeting
from tournaments.ranking.rounds import told as gathered
from tournaments.ranking.seasons.facts import Player
from tournaments.ranking.seasons.lines import Held, Line
from tournaments.ranking.seasons.policy import Choosing, Minimum, Policy
from tournaments.ranking.seasons.tables import season
from tournaments.ranking.seasons.written import written
from tournaments.ranking.tallies import Tally
from tournaments.selectors import meetings
from tournaments.selectors.season_facts import facts_of, policy_of
from tournaments.selectors.standings import ground_of


class SeasonLine(NamedTuple):
    """Say a place in a season, and what was adjusted."""

    place: Place[Line]
    adjustment: int

    @property
    def line(self) -> Line:
        """Return the line itself."""
        return self.place.line


Lines = Mapping[int, SeasonLine]
IN_ANY_ORDER = (", parts", ", extras")


def compare(
    made: Comparison, expected: Mapping[str, Any], competition: Competition, ranking: Ranking
) -> None:
    """Compare whichever tables the files have: two of the older form, or those of a policy."""
    if competition.policy is not None:
        _same(made, "season", expected, written(ground_of(competition).season()))
        return
    if "sum_of_nets" in expected:
        _table(made, "sum of nets", expected["sum_of_nets"], _nets(competition, ranking))
    if "table_points" in expected:
        by_points = _points(competition, ranking, ("total",))
        both = _points(competition, ranking, ("total", "net"))
        broken = {number: each.place.rank for number, each in both.items()}
        _table(made, "table points", expected["table_points"], by_points, broken)


def _same(made: Comparison, where: str, expected: Any, found: Any) -> None:
    """Compare every value that the files have, lists in order but for parts; `why` is for people."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key in expected.keys() - {"why"}:
            _same(made, f"{where}, {key}", expected[key], found.get(key))
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        if where.endswith(IN_ANY_ORDER):
            expected, found = (sorted(each, key=_as_text) for each in (expected, found))
        for at, (one, other) in enumerate(zip(expected, found, strict=True), 1):
            _same(made, f"{where} {at}", one, other)
    else:
        made.same("season", where, expected, found)


def _as_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _nets(competition: Competition, ranking: Ranking) -> Lines:
    """Rank by the net over all meetings."""
    nets = replace(policy_of(competition), credit_scheme="net", attendance_points=0, choosing=Choosing())
    return _lines(competition, ranking, replace(nets, criteria=("total",)))


def _points(competition: Competition, ranking: Ranking, criteria: tuple[str, ...]) -> Lines:
    return _lines(competition, ranking, replace(policy_of(competition), criteria=criteria))


def _lines(competition: Competition, ranking: Ranking, policy: Policy) -> Lines:
    told: dict[int, list[Tally]] = defaultdict(list)
    for tally in ranking.tallies:
        told[tally.round].append(tally)
    works = [gathered(number, tallies) for number, tallies in told.items()]
    evenings = {each.number: each.told for each in by_meeting(works)}
    numbers = competition.entries.values_list("number", flat=True)
    players = [Player(number, status=ranking.status.get(number)) for number in numbers]
    rounds = competition.rounds.all()
    rested = rested_by_meeting(meetings.rested(competition), works)
    facts = facts_of(competition, policy, players, evenings, rested, rounds)
    wanted = replace(policy, minimum_attendance=Minimum())
    adjusted: dict[int, int] = defaultdict(int)
    for tally in ranking.tallies:
        adjusted[tally.entry] += tally.adjustment
    return {
        each.line.number: SeasonLine(each, adjusted[each.line.number]) for each in season(wanted, facts).table
    }


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
    own = line.line
    return {
        "rank": line.place.rank,
        "rank_with_net": broken,
        "net": own.net,
        "mahjongs": own.mahjongs,
        "given": own.given,
        "adjustment": line.adjustment,
        "points": own.total,
        "total": own.total,
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


def _held(line: SeasonLine, number: int) -> Held | None:
    return next((held for held in line.line.meetings if held.meeting == number), None)


def _meeting(made: Comparison, where: str, expected: Any, held: Held | None) -> None:
    """Compare a meeting: null for absence, a net, or table points with the credit."""
    attended = held is not None and held.evening is not None and held.evening.attended
    if expected is None or not attended or held is None or held.evening is None:
        made.same(
            "season meeting",
            where,
            None if expected is None else "attended",
            "attended" if attended else None,
        )
        return
    if not isinstance(expected, Mapping):
        made.same("season meeting", where, _exact(expected), held.evening.credit)
        return
    points = sum((part.amount for part in held.parts if part.code.startswith("table_points")), Fraction(0))
    actual = {
        "net": held.evening.net,
        "table_points": points,
        "credit": held.evening.credit,
        "counted": held.state == "counted",
    }
    for key in set(expected) & set(actual):
        made.same(f"season {key}", where, _exact(expected[key]), actual[key])


def _alike(expected: Any, line: SeasonLine, state: str) -> tuple[Any, Any]:
    """Bring `counted` and `dropped` to one form: numbers of meetings, how many, or the credits.

    Absence that fills a place with 0 may stand among what counted, other absence among what was dropped.
    """
    own = [meeting for meeting in line.line.meetings if meeting.state == state]
    absence = {"counted": "zero", "dropped": "absent"}[state]
    wider = own + [meeting for meeting in line.line.meetings if meeting.state == absence]
    if isinstance(expected, int):
        return expected, len(wider) if expected == len(wider) else len(own)
    wanted = sorted(map(_exact, expected))
    forms: list[list[Any]] = [form(chosen) for chosen in (own, wider) for form in (_numbers, _amounts)]
    return wanted, wanted if wanted in forms else forms[0]


def _numbers(meetings: Iterable[Held]) -> list[Amount]:
    return sorted(held.meeting for held in meetings)


def _amounts(meetings: Iterable[Held]) -> list[Amount]:
    return sorted(0 if held.evening is None else held.evening.credit for held in meetings)


def _exact(amount: Any) -> Amount:
    """Read an amount: a whole number, or a fraction as text."""
    return Fraction(amount) if isinstance(amount, str) else amount
