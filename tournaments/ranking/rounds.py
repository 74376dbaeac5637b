"""One round worked out, and lines of many rounds: the pieces that a later revision can take over.

A deal touches one round and four entries. Whoever keeps the work of the other rounds, and the lines as they
were, gets a new table for what is new in it; equal pieces are the same objects, so that finding out is cheap.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from tournaments.ranking import credit
from tournaments.ranking.credit import Credit, Scheme
from tournaments.ranking.figures import Amount, Part
from tournaments.ranking.standings import Line, line
from tournaments.ranking.tallies import Tally, attribute, by_entry, of_meeting
from tournaments.sittings import is_first, meeting_of, turn


@dataclass(frozen=True, slots=True)
class Work:
    """What a round gave everybody: tallies and credits by entry, and the parts of the credits that count.

    `told` are the tallies as the ledger has them, before anybody played for somebody else.
    """

    number: int
    sat: Mapping[int, Sequence[Tally]]
    credits: Mapping[int, Credit]
    parts: Mapping[int, tuple[Part, ...]]
    told: tuple[Tally, ...] = ()


def work(number: int, tallies: Iterable[Tally], policy: str, scheme: Scheme) -> Work:
    """Work one round out from its tallies as the ledger has them."""
    told = tuple(tallies)
    attributed = attribute(told, policy)
    credits = {each.entry: each for each in credit.of_rounds(attributed, scheme)}
    parts = {} if is_plain(scheme) else {entry: each.parts for entry, each in credits.items()}
    return Work(number, by_entry(attributed), credits, parts, told)


def told(number: int, tallies: Iterable[Tally]) -> Work:
    """Keep one meeting's tallies as they are: a season's rules make of them what they will."""
    return Work(number, {}, {}, {}, tuple(tallies))


def by_meeting(
    works: Sequence[Work], make: Callable[[int, Iterable[Tally]], Work] = told
) -> list[Work]:
    """Put the sittings of a meeting together, each `make` of all their tallies; of others the very same."""
    groups: dict[int, list[Work]] = defaultdict(list)
    for each in works:
        groups[meeting_of(each.number)].append(each)
    return [_together(meeting, groups[meeting], make) for meeting in sorted(groups)]


def _together(meeting: int, own: list[Work], make: Callable[[int, Iterable[Tally]], Work]) -> Work:
    if len(own) == 1 and own[0].number == meeting:
        return own[0]
    ordered = sorted(own, key=lambda each: turn(each.number))
    return make(meeting, [of_meeting(tally) for each in ordered for tally in each.told])


def rested_by_meeting(rested: Mapping[int, Collection[int]], works: Iterable[Work]) -> dict[int, set[int]]:
    """Say who rested all evening: who sat at another sitting, or for whom somebody sat there, did not."""
    listed = list(works)
    later = {one.number for one in listed if not is_first(one.number)}
    found: dict[int, set[int]] = defaultdict(set)
    for number, entries in rested.items():
        if is_first(number) or number in later:
            found[meeting_of(number)].update(entries)
    several = set(map(meeting_of, later))
    for each in (one for one in listed if meeting_of(one.number) in several):
        sat = [tally for tally in each.told if tally.table is not None]
        found[meeting_of(each.number)] -= {one for tally in sat for one in (tally.entry, tally.stands_for)}
    return found


def is_plain(scheme: Scheme) -> bool:
    """Tell whether nets alone are added up."""
    return scheme.code == "net" and not scheme.attendance


@dataclass(frozen=True, slots=True)
class Before:
    """The lines of an earlier revision, and the work they were made of."""

    works: Sequence[Work] = ()
    lines: Mapping[int, Line] = field(default_factory=dict)


def lines(
    works: Sequence[Work],
    scheme: Scheme,
    *,
    entries: Collection[int],
    unranked: Mapping[int, str],
    before: Before,
    touched: Collection[int],
    carried: Mapping[int, Amount] = MappingProxyType({}),
) -> dict[int, Line]:
    """Make the line of each entry from its rounds in order; a line is kept where nothing has `touched` it.

    `carried` is what entries brought along from an earlier stage.
    """
    everybody = set(entries).union(*(each.sat for each in works))
    made = {}
    for entry in sorted(everybody):
        kept, own = before.lines.get(entry), (unranked.get(entry), carried.get(entry, 0))
        holds = kept is not None and (kept.status, kept.carried) == own and entry not in touched
        made[entry] = kept if holds and kept else _line(entry, works, scheme, *own)
    return made


def touched_since(before: Sequence[Work], works: Sequence[Work]) -> set[int]:
    """Find the entries to whom any round gives anything else than before."""
    old = {each.number: each for each in before}
    new = {each.number: each for each in works}
    changed = [number for number in {*old, *new} if old.get(number) is not new.get(number)]
    return {entry for number in changed for entry in _differing(old.get(number), new.get(number))}


def _differing(old: Work | None, new: Work | None) -> set[int]:
    everybody = {entry for each in (old, new) if each for entry in (*each.sat, *each.credits)}
    if old is None or new is None:
        return everybody
    return {entry for entry in everybody if _given(old, entry) != _given(new, entry)}


def _given(work: Work, entry: int) -> tuple[object, ...]:
    return work.sat.get(entry), work.credits.get(entry)


def _line(entry: int, works: Sequence[Work], scheme: Scheme, status: str | None, carried: Amount) -> Line:
    sat = tuple(tally for each in works for tally in each.sat.get(entry, ()))
    if is_plain(scheme):
        return line(entry, sat, None, status=status, carried=carried)
    parts = tuple(part for each in works for part in each.parts.get(entry, ()))
    return line(entry, sat, parts, status=status, carried=carried)
