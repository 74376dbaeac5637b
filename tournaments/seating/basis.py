"""What a draw depends on beside its seed: kept with the rounds that were drawn, so that anybody who has both
draws the same places again, in a first draw, after withdrawals and by the standings alike.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from .odd import HOUSE, odd_by_standings, odd_plan, odd_sizes
from .planning import plan
from .report import Wished, report
from .shapes import Plan, as_numbers
from .swiss import by_standings
from .withdrawals import replan
from .worth import Figures, figures

Groups = tuple[tuple[int, ...], ...]
Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Basis:
    """Hold who is to be seated, by number, in how many rounds, after which ones, and what is wished for.

    `people` stand in the order of their numbers; by the standings, which draw one round, the leader first.
    `odd_tables` says how those sit who make no table of four: house players come, or tables are of three or
    five.
    """

    people: tuple[int, ...]
    rounds: int = 1
    standings: bool = False
    played: tuple[Tables, ...] = ()
    ghosts: tuple[int, ...] = ()
    apart: Groups = ()
    together: Groups = ()
    places: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    odd_tables: str = HOUSE

    def drawn(self, seed: int) -> Plan:
        """Draw the rounds; numbers that are nobody's stand for ghosts."""
        wishes: dict[str, Any] = {"apart": self.apart, "together": self.together, "places": self.places}
        if self.has_odd_tables:
            return self._odd(seed, wishes)
        if self.standings:
            return by_standings(self.people, self.played, seed=seed, ghosts=self.ghosts, **wishes)
        if self.played:
            return replan(self.played, self.people, self.rounds, seed=seed, ghosts=self.ghosts, **wishes)
        return self._first(seed)

    @property
    def has_odd_tables(self) -> bool:
        """Tell whether somebody sits at a table of three or five."""
        return bool(odd_sizes(len(self.people), self.odd_tables))

    def _odd(self, seed: int, wishes: Mapping[str, Any]) -> Plan:
        told = {"seed": seed, "ghosts": self.ghosts, **wishes}
        if self.standings:
            return odd_by_standings(self.people, self.played, self.odd_tables, **told)
        if self.played:
            return odd_plan(self.people, self.rounds, self.odd_tables, played=self.played, **told)
        how = {"seed": seed, **self._by_order()}
        drawn = odd_plan(range(1, len(self.people) + 1), self.rounds, self.odd_tables, **how)
        return as_numbers(drawn, self.people)

    def _by_order(self) -> dict[str, Any]:
        """Give the wishes by the order in which people stand, from 1."""
        order = {number: at for at, number in enumerate(self.people, start=1)}
        return {
            "apart": [[order[one] for one in group] for group in self.apart],
            "together": [[order[one] for one in group] for group in self.together],
            "places": {order[one]: tables for one, tables in self.places.items()},
        }

    def _first(self, seed: int) -> Plan:
        """Draw all rounds of an event for people whose numbers may have gaps."""
        made = plan(len(self.people), self.rounds, seed=seed, **self._by_order())
        above = max((*self.people, *self.ghosts)) + 1
        empty = (*sorted(self.ghosts), *range(above, above + len(made.ghosts)))
        return as_numbers(made, (*self.people, *empty[: len(made.ghosts)]))

    def figures_of(self, made: Plan) -> Figures:
        """Say what a plan that was drawn from this is worth, with the rounds before it."""
        wishes: list[Wished] = [((), {})] * len(self.played)
        wishes += [(self.together, self.places)] * len(made.rounds)
        ghosts = {*self.ghosts, *made.ghosts}
        counted = report([*self.played, *made.rounds], ghosts=ghosts, apart=self.apart, wishes=wishes)
        if self.standings:
            return figures(counted, self.people, made.rounds[-1])
        return figures(counted)

    def to_json(self) -> dict[str, Any]:
        """Give it for a program, or to be kept."""
        return {
            "people": list(self.people),
            "rounds": self.rounds,
            "standings": self.standings,
            "played": [[list(table) for table in tables] for tables in self.played],
            "ghosts": sorted(self.ghosts),
            "apart": [list(group) for group in self.apart],
            "together": [list(group) for group in self.together],
            "places": [[one, list(tables)] for one, tables in sorted(self.places.items())],
            "odd_tables": self.odd_tables,
        }


def basis_of(told: Mapping[str, Any]) -> Basis:
    """Read a basis as `to_json` gives it; raises KeyError, TypeError or ValueError for anything else."""
    return Basis(
        people=tuple(map(int, told["people"])),
        rounds=int(told["rounds"]),
        standings=bool(told["standings"]),
        played=tuple(groups(tables) for tables in told["played"]),
        ghosts=tuple(map(int, told["ghosts"])),
        apart=groups(told["apart"]),
        together=groups(told["together"]),
        places={int(one): tuple(map(int, tables)) for one, tables in told["places"]},
        odd_tables=str(told.get("odd_tables", HOUSE)),
    )


def groups(told: Collection[Collection[int]]) -> Groups:
    """Read groups of numbers."""
    return tuple(tuple(int(one) for one in group) for group in told)
