"""What lines of the log name beside what was done, so that the chain covers it: what figures rest on.

Settings, entries and rounds are no rows of the ledger: they change. A line that changes them names them as
they are after it, by ids, numbers and codes; `services.vouching` compares that with the rows. A column of
`SETTLED` that is taken out is passed over in older lines; one that a migration changes wants a line.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from tournaments.deal import hashes
from tournaments.models import CheckIn, Competition, Entry, LineUp, Round, Seating

SETTLED = (  # the settings that figures and what is said of them rest on
    *("kind", "ruleset", "ruleset_options", "entry_level", "deals_per_round", "criteria", "credit_scheme"),
    "winds_per_round",
    *("table_points", "attendance_points", "rested", "rested_points", "planned_rounds", "best_of"),
    *("minimum_attendance", "substitute_policy", "confirmed_by", "team_best", "team_score"),
    "official_when",
    *("part_of_id", "part", "carry", "decides_from", "policy", "season_facts"),
)
ROUND = ("id", "number", "deals", "winds", "state")
SEAT = ("table__number", "table_id", "seat", "from_deal", "entry_id", "stands_for_id")

RoundNow = dict[str, Any]
EntryNow = list[Any]  # key, number, status, key of the person
TeamNow = list[Any]  # key, numbers of the members


def settings_now(competition: Competition) -> dict[str, Any]:
    """Read the settings as the database has them, and so as a line of the log will have them."""
    return dict(Competition.objects.values(*SETTLED).get(pk=competition.pk))


def entries_now(entries: Iterable[Entry]) -> list[EntryNow]:
    """Say who is entered, each as a list; people by their keys."""
    return [[entry.pk, entry.number, str(entry.status), entry.player_id] for entry in entries]


def teams_now(competition: Competition) -> list[TeamNow]:
    """Say who plays for which team: each team by its key, with the numbers of its members."""
    members: dict[int, list[int]] = {team: [] for team in competition.teams.values_list("pk", flat=True)}
    for team, number in competition.entries.exclude(team=None).values_list("team_id", "number"):
        members[team].append(number)
    return [[team, sorted(numbers)] for team, numbers in sorted(members.items())]


def named_now(competition: Competition) -> dict[int, list[TeamNow]]:
    """Say by key of the meeting who is named in the line-up of which team, both as `teams_now` has them."""
    found: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    rows = LineUp.objects.filter(round__competition=competition).order_by("round", "team", "entry__number")
    for key, team, number in rows.values_list("round_id", "team_id", "entry__number"):
        found[key][team].append(number)
    return {key: [list(one) for one in teams.items()] for key, teams in found.items()}


def line_ups_now(competition: Competition) -> list[list[Any]]:
    """Say of each meeting that has line-ups what they are: its key, and a hash of them."""
    return [[key, hashes.sha256(named)] for key, named in named_now(competition).items()]


def carried_now(competition: Competition) -> list[list[Any]]:
    """Say who brought something over into a final, and how much: numbers, each with the amount."""
    found = competition.entries.exclude(carried="0").order_by("number")
    return [list(one) for one in found.values_list("number", "carried")]


def rounds_now(rounds: Iterable[Round]) -> list[RoundNow]:
    """Say how rounds stand: state, planned deals, who is here by number, and a hash of who sits where."""
    keys = [one.pk for one in rounds]
    here: dict[int, list[int]] = defaultdict(list)
    came = CheckIn.objects.filter(round__in=keys).order_by("entry__number")
    for key, number in came.values_list("round_id", "entry__number"):
        here[key].append(number)
    seated: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    sat = Seating.objects.filter(round__in=keys).order_by(*SEAT).values_list("round_id", "left_from", *SEAT)
    for key, left_from, *seat in sat:
        seated[key].append((*seat, *([] if left_from is None else [left_from])))
    return [
        {**row, "here": here[row["id"]], "seated": hashes.sha256(seated[row["id"]])}
        for row in Round.objects.filter(pk__in=keys).order_by("number").values(*ROUND)
    ]
