"""Read out of the database what an event came to, in the words of the event's files.

Deals by place, tables by seat and by player, standings as lines. Only reading; `comparing` says where it
differs from what is expected.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Sum

from tournaments.exchange.reading import Place
from tournaments.models import Competition, DealVersion, Entry, Penalty, ScoreRow
from tournaments.ranking import standings, tallies
from tournaments.ranking.standings import Standing, Tally
from tournaments.selectors.sums import tallies_of

Facts = dict[str, Any]


def deals(competition: Competition, at: tuple[int, int] | None = None) -> dict[Place, Facts]:
    """Map each recorded deal to what counts of it now; `at` names one round and table."""
    found = DealVersion.objects.current().filter(competition=competition)
    if at is not None:
        found = found.filter(table__round__number=at[0], table__number=at[1])
    versions = found.select_related("table__round").prefetch_related("scores__entry")
    return {
        (version.table.round.number, version.table.number, version.number): _deal(version)
        for version in versions
    }


def _deal(version: DealVersion) -> Facts:
    everybody, position = {row.seat: row for row in version.scores.all()}, version.position
    rows = [everybody[seat] for seat in position.playing if seat in everybody]
    values = {row.seat: row.value for row in rows}
    return {
        "east": version.east,
        "round_wind": version.round_wind,
        "values": None if set(values.values()) == {None} else values,
        "special": {row.seat: row.special for row in rows if row.special},
        "special_any": _special_any(version.result),
        "net": {row.seat: row.net for row in rows},
        "cannon": version.result.get("cannon") or [],
        "robbed_from": version.result.get("robbed_from"),
        "void": version.void,
        "next": _next(version),
        "players": {row.seat: row.entry.number for row in rows},
        "winds": position.winds,
        "resting": position.resting,
        "goulash": version.goulash,
        "sat": {seat: row.entry.number for seat, row in everybody.items()},
    }


def _special_any(result: Facts) -> dict[str, list[str]]:
    hands = result.get("hands") or {}
    return {
        seat: hand["special_any"] for seat, hand in hands.items() if len(hand.get("special_any") or ()) > 1
    }


def _next(version: DealVersion) -> Facts | None:
    if not version.next_east:
        return None
    told = {"deal": version.number + 1, "east": version.next_east, "round_wind": version.next_round_wind}
    return told | ({"goulash": True} if version.next_goulash else {})


OF_A_TABLE = ("net", "players", "played", "rested")


def tables(found: dict[Place, Facts]) -> dict[tuple[int, int], Facts]:
    """Sum the deals up by table: how many there are, the net of each seat and of each player."""
    sums: dict[tuple[int, int], Facts] = {}
    for (round, table, _), deal in sorted(found.items()):
        at = sums.setdefault((round, table), {"deals": 0, **{name: defaultdict(int) for name in OF_A_TABLE}})
        at["deals"] += 1
        for seat, number in deal["sat"].items():
            net, plays = deal["net"].get(seat, 0), seat in deal["players"]
            at["net"][seat] += net
            at["players"][str(number)] += net
            at["played"][str(number)] += plays and not deal["void"]
            at["rested"][str(number)] += not plays and not deal["void"]
    return sums


OF_A_PLAYER = ("net", "mahjongs", "given", "adjustment", "played", "rested")


def players(competition: Competition) -> dict[int, Facts]:
    """Sum up what each player made of the whole event, before any ranking."""
    made: dict[int, Facts] = defaultdict(lambda: dict.fromkeys(OF_A_PLAYER, 0))
    rows = ScoreRow.objects.filter(version__competition=competition, version__superseded_by__isnull=True)
    told = rows.values_list("entry__number", "net", "mahjong", "gave", "own_wind", "version__void")
    for number, net, mahjong, gave, wind, void in told:
        made[number]["played"] += bool(wind) and not void
        made[number]["rested"] += not wind and not void
        made[number]["net"] += net
        made[number]["mahjongs"] += mahjong
        made[number]["given"] += gave
    taken = Penalty.objects.filter(competition=competition, amount__isnull=False).values_list("entry__number")
    for number, amount in taken.annotate(total=Sum("amount")).order_by():
        made[number]["adjustment"] += amount
    return dict(made)


class Ranking:
    """The tallies of a competition, ranked by net in as many ways as the files ask for."""

    def __init__(self, competition: Competition) -> None:
        self.competition = competition
        held = competition.rounds.exclude(state="draft").exclude(state="published")
        self.tallies = tallies_of(competition, held)
        self.status = {
            entry.number: entry.status
            for entry in competition.entries.exclude(status=Entry.Status.PLAYER)
            if not entry.is_ranked
        }

    def attributed(self, policy: str | None = None) -> tuple[Tally, ...]:
        """Give the deals of substitutes to whom the policy says; by default the competition's own."""
        return tallies.attribute(self.tallies, policy or self.competition.substitute_policy)

    def attended(self, round: int) -> set[int]:
        """List the numbers of all who sat in a round, if only to rest."""
        return {tally.entry for tally in self.tallies if tally.round == round and tally.table is not None}

    def alone(self, round: int, listed: Collection[int]) -> tuple[Standing, ...]:
        """Rank one round alone."""
        return self._ranked(tallies.alone(self.attributed(), round), listed)

    def through(self, round: int, listed: Collection[int]) -> tuple[Standing, ...]:
        """Rank from the first round to this one."""
        return self._ranked(tallies.through(self.attributed(), round), listed)

    def overall(self, listed: Collection[int], policy: str | None = None) -> tuple[Standing, ...]:
        """Rank the whole event."""
        return self._ranked(self.attributed(policy), listed)

    def _ranked(self, taken: Iterable[Tally], listed: Collection[int]) -> tuple[Standing, ...]:
        lines = standings.lines(taken, entries=listed, unranked=self.status)
        return standings.rank(lines, ["total"])


def line(one: Standing) -> Facts:
    """Write a line in the words of the files."""
    return {
        "player": one.entry,
        "rank": one.rank,
        "net": one.line.net,
        "mahjongs": one.line.mahjongs,
        "given": one.line.given,
        "played": one.line.deals,
        "rested": one.line.rested,
        "adjustment": one.line.adjustment,
        "total": one.line.total,
        "status": one.line.status,
    }
