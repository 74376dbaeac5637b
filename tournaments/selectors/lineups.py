"""Line-ups as they are: who is named for which team at which meeting, and what that gave the team."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.deal.hashes import sha256
from tournaments.models import Competition, Entry, LineUp, Round, Team
from tournaments.ranking.figures import Amount
from tournaments.selectors.standings import Row
from tournaments.selectors.vouched import named_now

Named = Mapping[int, Mapping[int, set[int]]]  # by number of the meeting and key of the team: numbers


@dataclass(frozen=True, slots=True)
class OfMeeting:
    """What a meeting gave a team: who was `named`, with what each gave, and who of it played `beside`."""

    number: int
    total: Amount
    named: tuple[tuple[Row, Amount], ...]
    beside: tuple[tuple[Row, Amount], ...]


def listed() -> QuerySet[LineUp]:
    """List line-ups by meeting, team and number."""
    found = LineUp.objects.select_related("round", "team", "entry__player__club")
    return found.order_by("round__number", "team__name", "team", "entry__number")


def of_rounds(rounds: Iterable[Round]) -> QuerySet[LineUp]:
    """List the line-ups of some meetings."""
    return listed().filter(round__in=rounds)


def shown_of(competition: Competition, round: Round | None) -> dict[Team, list[Entry]]:
    """Give the line-ups of a meeting, where they count in its season."""
    if round is None or not competition.has_line_ups:
        return {}
    found: dict[Team, list[Entry]] = defaultdict(list)
    for one in of_rounds([round]):
        found[one.team].append(one.entry)
    return dict(found)


def named_at(round: Round) -> dict[int, list[int]]:
    """Give the numbers of who is named at a meeting, by key of the team."""
    return {one[0]: one[1] for one in named_now(round.competition).get(round.pk, [])}


def mark_of(round: Round) -> str:
    """Mark the line-ups of a meeting as they are, so that a form knows whether somebody changed them."""
    return sha256([[team, numbers] for team, numbers in sorted(named_at(round).items())])


def named_in(competition: Competition) -> Named:
    """Give who is named in a season."""
    found: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    rows = LineUp.objects.filter(round__competition=competition)
    for number, team, entry in rows.values_list("round__number", "team_id", "entry__number"):
        found[number][team].add(entry)
    return found


def meetings_of(
    team: Team, members: Iterable[int], named: Named, rows: Mapping[int, Row]
) -> tuple[OfMeeting, ...]:
    """Say of each meeting that is in the table what it gave a team, in order."""
    held = sorted({cell.round for row in rows.values() for cell in row.rounds})
    return tuple(_meeting(number, named.get(number, {}), team, members, rows) for number in held)


def _meeting(
    number: int, named: Mapping[int, set[int]], team: Team, members: Iterable[int], rows: Mapping[int, Row]
) -> OfMeeting:
    mine, others = named.get(team.pk, set()), set().union(*named.values())
    count = tuple((rows[one], given(rows[one], number)) for one in sorted(mine & rows.keys()))
    here = sorted(one for one in members if one in rows and one not in others)
    played = [rows[one] for one in here if presence(rows[one], number) == "played"]
    beside = tuple((row, given(row, number)) for row in played)
    return OfMeeting(number, sum(amount for _row, amount in count), count, beside)


def given(row: Row, number: int) -> Amount:
    """Say what a meeting gave somebody, whether or not it counts in the own total."""
    return sum(cell.amount for cell in row.rounds if cell.round == number)


def presence(row: Row, number: int) -> str:
    """Say how somebody was at a meeting."""
    return next((cell.presence for cell in row.rounds if cell.round == number), "absent")
