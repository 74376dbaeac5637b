"""Teams as they play: who is in which, and their standings out of those of the players."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.deal.hashes import sha256
from tournaments.models import Competition, Entry, Team
from tournaments.ranking.figures import Amount
from tournaments.ranking.teams import TeamStanding, rank_teams
from tournaments.selectors.lineups import OfMeeting, meetings_of, named_in
from tournaments.selectors.standings import Row, Standings
from tournaments.selectors.vouched import teams_now


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One line of the standings of teams: `count` is added up, `rest` is not; `missing` are lacking.

    With line-ups `meetings` say who counted at each, and the total of who `count` is what they gave the team.
    """

    name: str
    rank: int
    shared: bool
    total: Amount
    count: tuple[Row, ...]
    rest: tuple[Row, ...]
    missing: int
    meetings: tuple[OfMeeting, ...] = ()


def teams_of(competition: Competition) -> dict[Team, list[Entry]]:
    """List the teams by name, each with its members by number."""
    members: dict[int | None, list[Entry]] = defaultdict(list)
    for entry in competition.entries.exclude(team=None).select_related("player__club").order_by("number"):
        members[entry.team_id].append(entry)
    return {team: members[team.pk] for team in competition.teams.order_by("name", "pk")}


def standings_of_teams(competition: Competition, table: Standings) -> list[TeamRow]:
    """Add up the table of the players by teams, in three queries at most.

    Who has no place counts for no team; with line-ups who is named counts, as a guest or stand-in, too.
    """
    if competition.has_line_ups:
        return _by_line_ups(competition, {row.number: row for row in table.rows})
    rows = {row.number: row for row in table.rows if row.rank is not None}
    members = {
        team: [(one.number, rows[one.number].total or 0) for one in there if one.number in rows]
        for team, there in teams_of(competition).items()
    }
    return [_row(one, rows, competition.team_best or 0) for one in rank_teams(members, competition.team_best)]


def _by_line_ups(competition: Competition, rows: Mapping[int, Row]) -> list[TeamRow]:
    """Add up what each meeting gave those in the line-up of a team."""
    named, members = named_in(competition), teams_of(competition)
    meetings = {
        team: meetings_of(team, [one.number for one in there], named, rows) for team, there in members.items()
    }
    brought = {team: _brought(found) for team, found in meetings.items()}
    ranked = rank_teams({team: found.items() for team, found in brought.items()}, None)
    return [_named_row(one, members[one.team], meetings[one.team], brought[one.team], rows) for one in ranked]


def _brought(meetings: Iterable[OfMeeting]) -> dict[int, Amount]:
    """Say what each who was named brought a team at all meetings together."""
    found: dict[int, Amount] = defaultdict(int)
    for row, amount in (each for one in meetings for each in one.named):
        found[row.number] += amount
    return found


def _named_row(
    one: TeamStanding[Team, int],
    members: Iterable[Entry],
    meetings: tuple[OfMeeting, ...],
    brought: Mapping[int, Amount],
    rows: Mapping[int, Row],
) -> TeamRow:
    count = tuple(rows[number]._replace(total=brought[number]) for number in one.count)
    others = [each.number for each in members if each.number in rows and each.number not in brought]
    rest = tuple(rows[number] for number in others)
    return TeamRow(one.team.name, one.rank, one.shared, one.total, count, rest, 0, meetings)


def _row(one: TeamStanding[Team, int], rows: Mapping[int, Row], wanted: int) -> TeamRow:
    count, rest = (tuple(rows[number] for number in numbers) for numbers in (one.count, one.rest))
    return TeamRow(one.team.name, one.rank, one.shared, one.total, count, rest, max(0, wanted - len(count)))


def groups_of(competition: Competition) -> list[set[int]]:
    """Group the numbers of those who play for one team, where there are two at least."""
    return groups_among(competition.entries.exclude(team=None).filter(status__in=Entry.PLAYING))


def groups_among(playing: Iterable[Entry]) -> list[set[int]]:
    """Group the numbers of people by the teams they play for, where there are two at least."""
    groups: dict[int, set[int]] = defaultdict(set)
    for entry in playing:
        if entry.team_id is not None:
            groups[entry.team_id].add(entry.number)
    return [members for members in groups.values() if len(members) > 1]


def mark_of(competition: Competition) -> str:
    """Mark the teams as they are, so that a form knows whether somebody changed them meanwhile."""
    names = list(competition.teams.order_by("pk").values_list("pk", "name"))
    settings = [competition.team_best, competition.team_score]
    return sha256([teams_now(competition), [list(one) for one in names], *settings])
