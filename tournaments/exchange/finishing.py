"""What is left of an event when its deals are recorded: teams, line-ups, what was adjusted, who withdrew."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tournaments.exchange.reading import Event
from tournaments.models import Competition, Entry, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.history import AS_IN_THE_FILE
from tournaments.selectors.lineups import mark_of as mark_of_line_ups
from tournaments.selectors.teams import mark_of
from tournaments.services import adjustments, competitions, lineups, penalties, teams


class ImportStopped(Exception):
    """Something did not go as it went at the event; the text says what. Nothing of that round is stored."""


def finish(event: Event, competition: Competition) -> None:
    """Do what stands beside the deals; done again, it changes nothing. Raises ImportStopped."""
    try:
        _name_teams(event, competition)
        _name_line_ups(event, competition)
        _fine(event, competition)
        _adjust(event, competition)
        _let_withdraw(event, competition)
    except Refusal as refused:
        raise ImportStopped(f"{event.id}: {refused.message}") from refused
    except (Entry.DoesNotExist, Table.DoesNotExist, KeyError) as missing:
        raise ImportStopped(f"{event.id}: not found: {missing}") from missing


def _name_teams(event: Event, competition: Competition) -> None:
    members: dict[str, list[int]] = defaultdict(list)
    for player in event.players:
        if player.get("team"):
            members[player["team"]].append(player["number"])
    for name in (name for one in event.rounds for name in one.line_ups):
        members[name]  # a team whose members have all left it
    if members:
        wanted, best = list(members.items()), event.ranking.get("team_best")
        seen = mark_of(competition)
        teams.teams_set(competition=competition, teams=wanted, best=best, seen=seen, actor=None)


def _name_line_ups(event: Event, competition: Competition) -> None:
    keys = dict(competition.teams.values_list("name", "pk"))
    rounds = {one.number: one for one in competition.rounds.select_related("competition")}
    for one in (each for each in event.rounds if each.line_ups):
        found = rounds[one.number]
        lineups.line_ups_set(
            round=found,
            wanted={keys[name]: numbers for name, numbers in one.line_ups.items()},
            seen=mark_of_line_ups(found),
            reason=AS_IN_THE_FILE,
            actor=None,
        )


def _fine(event: Event, competition: Competition) -> None:
    for index, one in enumerate(event.penalties):
        penalties.standings_penalty(
            entry=competition.entries.get(number=one["player"]),
            round=competition.rounds.get(number=one["round"]),
            amount=one["amount"],
            reason=AS_IN_THE_FILE,
            actor=None,
            key=event.key("penalty", index),
        )


def _adjust(event: Event, competition: Competition) -> None:
    for index, one in enumerate(event.adjusted):
        found = Table.objects.select_related("round__competition")
        table = found.get(round__competition=competition, round__number=one["round"], number=one["table"])
        adjustments.scores_adjust(
            table=table,
            amounts=_by_seat(table, one),
            deal=one.get("deal"),
            reason=AS_IN_THE_FILE,
            actor=None,
            key=event.key("adjusted", index),
        )


def _by_seat(table: Table, one: Mapping[str, Any]) -> dict[str, int]:
    """Find the seats for which the players were given something; raises KeyError for who has none."""
    policy = table.round.competition.substitute_policy
    sitting = tables.sitters(table, one.get("deal") or tables.LAST_DEAL)
    keys = dict(table.round.competition.entries.values_list("number", "pk"))
    seats = {sitter.account(policy): seat for seat, sitter in sitting.items()}
    return {seats[keys[each["player"]]]: each["amount"] for each in one["amounts"]}


def _let_withdraw(event: Event, competition: Competition) -> None:
    """Withdraw whoever withdrew: last, since nobody who withdrew is given a seat."""
    gone = [player["number"] for player in event.players if player.get("status") == Entry.Status.WITHDRAWN]
    there = competition.entries.filter(number__in=gone).exclude(status=Entry.Status.WITHDRAWN)
    for entry in there.select_related("competition"):
        competitions.entry_change(entry=entry, actor=None, status=Entry.Status.WITHDRAWN)
