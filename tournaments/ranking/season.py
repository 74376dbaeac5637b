"""The table of a season: which of a player's meetings count, which are dropped, and who has attended enough.

The credits come from `credit`, the places from `standings`; this module chooses the best N of M and says why.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.ranking.credit import Credit
from tournaments.ranking.figures import OCCASIONS, PHRASES, PLUS, THEN, Amount, Part, phrase
from tournaments.ranking.standings import Line, Standing, criterion, line, rank

ADDITIVE = ("net", "mahjongs", "given")
BELOW_MINIMUM = "minimum_attendance"
UNQUALIFIED = ("unranked", "after")
FIGURES_OF = ("season", "counted")
PRESENCE = ("played", "rested", "substituted", "absent")


@dataclass(frozen=True, slots=True)
class Meeting:
    """Say what became of one meeting for one entry.

    `state` is `counted`, `dropped` (beaten by better ones), `absent`, `zero`: absent and counted as 0,
    because the entry attended fewer meetings than count, or `no_result`: rested where that gives nothing
    but the points for attending, which always count.
    """

    round: int
    state: str
    credit: Credit | None

    @property
    def amount(self) -> Amount:
        """Return the credit of the meeting, 0 for absence without a penalty."""
        return 0 if self.credit is None else self.credit.total

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return the parts of the credit; none for absence without a penalty."""
        return () if self.credit is None else self.credit.parts

    @property
    def presence(self) -> str:
        """Give one of PRESENCE: `rested` came and sat nowhere, `substituted` had somebody else sit there."""
        if self.credit is None:
            return "absent"
        if self.credit.rested:
            return "rested"
        if self.credit.attended:
            return "played"
        return "substituted" if self.credit.played else "absent"


class _Evenings(NamedTuple):
    """What an entry did with the meetings, before it is ranked."""

    meetings: tuple[Meeting, ...]
    attended: int
    qualification: str


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """Say the place of an entry in the season with all its meetings.

    `qualification` is `reached`, `open` (the meetings to come can still reach the minimum) or `missed`.
    """

    standing: Standing
    meetings: tuple[Meeting, ...]
    attended: int
    qualification: str

    @property
    def entry(self) -> int:
        """Return the number of the entry."""
        return self.standing.entry

    @property
    def rank(self) -> int | None:
        """Return the place, None for those who are not ranked."""
        return self.standing.rank

    @property
    def points(self) -> Amount:
        """Return the sum of what counts."""
        return self.standing.line.total

    @property
    def qualified(self) -> bool:
        """Tell whether the entry has attended enough meetings or still can."""
        return self.qualification != "missed"

    def rounds(self, *states: str) -> tuple[int, ...]:
        """Return the numbers of the meetings in these states."""
        return tuple(meeting.round for meeting in self.meetings if meeting.state in states)

    @property
    def counted(self) -> tuple[int, ...]:
        """Return the numbers of the meetings whose credits count."""
        return self.rounds("counted")

    @property
    def dropped(self) -> tuple[int, ...]:
        """Return the numbers of the meetings that better ones replaced."""
        return self.rounds("dropped")

    @property
    def absent(self) -> tuple[int, ...]:
        """Return the numbers of all meetings missed."""
        return self.rounds("absent", "zero")


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """Say the season: its lines in order, the meetings held so far, and the settings that made it."""

    lines: tuple[SeasonLine, ...]
    held: tuple[int, ...]
    meetings: int
    best_of: int | None
    minimum_attendance: int
    criteria: tuple[str, ...]

    def explain(self, meeting: Meeting, translate: Callable[[str], str] = str) -> str:
        """Say in one sentence what a meeting gave and what became of it."""
        return told(meeting, self.best_of, "meeting", translate)


def told(meeting: Meeting, best_of: int | None, occasion: str, translate: Callable[[str], str] = str) -> str:
    """Say in one sentence what a meeting gave and, where not all of them count, what became of it.

    `occasion` is a key of OCCASIONS.
    """
    said = [PLUS.join(phrase(part, translate) for part in meeting.parts)]
    if best_of is not None or not meeting.parts or meeting.state in ("absent", "no_result"):
        said.append(translate(PHRASES[meeting.state]).format(best=best_of))
    parts = THEN.join(each for each in said if each)
    return translate(OCCASIONS[occasion]).format(round=meeting.round, parts=parts)


def season(
    credits: Iterable[Credit],
    *,
    best_of: int | None,
    meetings: int,
    minimum_attendance: int = 0,
    criteria: Sequence[str] = ("total",),
    entries: Collection[int] = (),
    unranked: Mapping[int, str] | None = None,
    lots: Mapping[int, int] | None = None,
    unqualified: str = "unranked",
    figures_of: str = "season",
) -> SeasonTable:
    """Make the table of a season of `meetings` meetings from the credits of those held so far.

    The best `best_of` credits count, all of them if None. They are chosen by credit, then by the criteria in
    their order, then by net and by mah-jongs, then the earlier meeting. Absence gives 0 and replaces no
    result, not even a negative one; only where fewer than `best_of` meetings have a result do the first
    absences fill the places with 0. A penalty against the standings for a meeting at which the entry was
    absent always counts.

    Who cannot reach `minimum_attendance` any more is `unranked`, or ranked `after` all who can. Tie-breaks
    look at the meetings of the whole `season` or only at those `counted` (`figures_of`).
    """
    _check(best_of, unqualified, figures_of)
    own = _by_entry(credits)
    held = tuple(sorted({number for taken in own.values() for number in taken}))
    evenings = {
        entry: _evenings(
            _meetings(own.get(entry, {}), held, best_of, criteria), minimum_attendance, meetings - len(held)
        )
        for entry in sorted({*own, *entries})
    }
    apart = {**_below_minimum(evenings, unqualified), **(unranked or {})}
    listed = [_line(entry, each, figures_of, apart, lots or {}) for entry, each in evenings.items()]
    ordered = rank(listed, ("qualified", *criteria) if unqualified == "after" else criteria)
    rows = tuple(SeasonLine(each, *evenings[each.entry]) for each in ordered)
    return SeasonTable(rows, held, meetings, best_of, minimum_attendance, tuple(criteria))


def best(
    credits: Iterable[Credit], count: int | None, criteria: Sequence[str] = ("total",)
) -> tuple[Credit, ...]:
    """Choose the best credits of one entry, best first, by the full sort key of `season`."""
    codes = dict.fromkeys((*(code for code in criteria if code in ADDITIVE), "net", "mahjongs"))
    chosen = [criterion(code) for code in codes]

    def key(credit: Credit) -> tuple[object, ...]:
        return -credit.total, *(each.key(_sum(credit, each.code)) for each in chosen), credit.round

    return tuple(sorted(credits, key=key)[:count])


def _sum(credit: Credit, name: str) -> int:
    return sum(getattr(tally, name) for tally in credit.tallies)


def _check(best_of: int | None, unqualified: str, figures_of: str) -> None:
    if best_of is not None and best_of < 1:
        raise ValueError(f"best_of is at least 1, not {best_of}")
    if unqualified not in UNQUALIFIED or figures_of not in FIGURES_OF:
        raise ValueError(f"unknown setting {unqualified!r} or {figures_of!r}")


def _by_entry(credits: Iterable[Credit]) -> dict[int, dict[int, Credit]]:
    own: dict[int, dict[int, Credit]] = defaultdict(dict)
    for credit in credits:
        if credit.round in own[credit.entry]:
            raise ValueError(f"entry {credit.entry} has two credits for round {credit.round}")
        own[credit.entry][credit.round] = credit
    return own


def _meetings(
    own: Mapping[int, Credit], held: Sequence[int], best_of: int | None, criteria: Sequence[str]
) -> tuple[Meeting, ...]:
    results = [credit for credit in own.values() if credit.has_result]
    counted = {credit.round for credit in best(results, best_of, criteria)}
    idle = [credit.round for credit in own.values() if credit.rested and not credit.has_result]
    there = {credit.round for credit in results} | set(idle)
    missed = [number for number in held if number not in there]
    states = dict.fromkeys(held, "dropped")
    states.update(dict.fromkeys(idle, "no_result"))
    states.update(dict.fromkeys(counted, "counted"))
    states.update(dict.fromkeys(missed, "absent"))
    states.update(dict.fromkeys(missed[: max(0, (best_of or 0) - len(results))], "zero"))
    return tuple(Meeting(number, states[number], own.get(number)) for number in held)


def _evenings(meetings: tuple[Meeting, ...], minimum: int, to_come: int) -> _Evenings:
    attended = sum(1 for meeting in meetings if meeting.credit is not None and meeting.credit.attended)
    return _Evenings(meetings, attended, _qualification(attended, minimum, to_come))


def _qualification(attended: int, minimum: int, to_come: int) -> str:
    if attended >= minimum:
        return "reached"
    return "open" if attended + max(0, to_come) >= minimum else "missed"


def _below_minimum(evenings: Mapping[int, _Evenings], unqualified: str) -> dict[int, str]:
    """Say who takes no rank for having attended too few meetings."""
    if unqualified != "unranked":
        return {}
    return {entry: BELOW_MINIMUM for entry, each in evenings.items() if each.qualification == "missed"}


def _line(
    entry: int,
    evenings: _Evenings,
    figures_of: str,
    unranked: Mapping[int, str],
    lots: Mapping[int, int],
) -> Line:
    weighed = [meeting for meeting in evenings.meetings if meeting.state != "dropped"]
    seen = evenings.meetings if figures_of == "season" else weighed
    return line(
        entry,
        [tally for meeting in seen if meeting.credit for tally in meeting.credit.tallies],
        [part for meeting in weighed for part in meeting.parts],
        status=unranked.get(entry),
        lot=lots.get(entry),
        qualified=evenings.qualification != "missed",
    )
