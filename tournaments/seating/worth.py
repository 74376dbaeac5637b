"""The figures by which two seatings are compared, the gravest first, smaller being better.

A longer search looks at the same figures as whoever compares two drafts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .report import Report, spread

Figures = Mapping[str, int]
WINDS = 7  # where they stand among the figures


def figures(report: Report, standings: Sequence[int] = (), tables: Sequence[Sequence[int]] = ()) -> Figures:
    """Give the figures of a seating; with `standings`, the leader first, how far apart `tables` are.

    Once neighbours are to play each other, it counts for nothing how soon everybody has met everybody.
    """
    short = [report.short_tables.get(player, 0) for player in report.winds]
    found = {
        "ghosts_together": len(report.ghosts_together),
        "not_kept": len(report.elsewhere) + sum(map(len, report.parted.values())),
        "repeats": report.repeats,
        "apart": sum(map(len, report.apart_meetings.values())),
        "short": max(short, default=0) - min(short, default=0),
        "odd": spread(report.odd_turns),
        "fifths": spread(report.rests_first),
        "winds": report.wind_spread,
    }
    if standings:
        return {**found, "distance": distance(standings, tables), "revisits": report.table_revisits}
    return {**found, "revisits": report.table_revisits, "uncovered": report.uncovered}


def distance(standings: Sequence[int], tables: Sequence[Sequence[int]]) -> int:
    """Sum the places from the best to the last of each table."""
    rank = {number: at for at, number in enumerate(standings)}
    places = [[rank[one] for one in table if one in rank] for table in tables]
    return sum(max(here) - min(here) for here in places if here)


def worth(found: Figures) -> list[int]:
    """Give what a seating is worth as numbers that compare as seatings do."""
    return list(found.values())


def is_perfect(found: Sequence[int]) -> bool:
    """Tell whether nothing can be better: but for four rounds, or eight, winds have to differ by one."""
    return sum(found) <= min(found[WINDS], 1)
