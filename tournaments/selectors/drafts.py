"""Drafts that are kept beside those of the rounds, and how two seatings differ, in plain words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

import scoring
from tournaments import seating
from tournaments.deal.chairs import seated as seated_at
from tournaments.deal.hashes import sha256
from tournaments.models import Competition, Entry, KeptDraft, Search
from tournaments.selectors.seatings import SeatedRound, clubs_of, wished_for

Rounds = Sequence[Sequence[Sequence[int]]]
Played = Sequence[Sequence[Sequence[int]]]
HOUSE = 0  # in a kept draft: a house player who is still to be named
ALWAYS = {"repeats", "winds", "revisits"}  # others are told where they are anything
SAID = {
    "ghosts_together": _("Tables with two house players"),
    "not_kept": _("Times that somebody does not sit with whom, or at the table where they should"),
    "repeats": _("Meetings of people who have met before"),
    "apart": _("Meetings of people of one club, or who are to be kept apart"),
    "short": _("House players: between who meets one most often and least often"),
    "odd": _("Tables of three or five: between who sits there most often and least often"),
    "fifths": _("Resting first at a table of five: between who does most often and least often"),
    "winds": _("Winds: most turns on one wind beside fewest, the worst of anybody"),
    "revisits": _("Times that somebody returns to a table"),
    "uncovered": _("Pairs who neither meet nor share an opponent"),
    "distance": _("Places from the best to the last of a table, all tables together"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One figure of two seatings; smaller is better."""

    said: str
    now: int
    other: int

    @property
    def better(self) -> str:
        """Name the better one, or neither."""
        return "" if self.now == self.other else "now" if self.now < self.other else "other"


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept draft as it is listed: whether it can be taken by now, and how it compares with the drafts."""

    row: KeptDraft
    hindrance: str = ""
    lines: tuple[Line, ...] = ()

    @property
    def fits(self) -> bool:
        """Say whether it can be taken."""
        return not self.hindrance

    @property
    def verdict(self) -> str:
        """Say in one sentence which is better in how much."""
        return verdict(self.lines)


def basis_of(kept: KeptDraft) -> seating.Basis:
    """Give what a kept draft was drawn from."""
    return seating.basis_of(kept.draw.basis)


def mark_of(played: Played) -> str:
    """Mark the rounds that a draft comes after."""
    return sha256([[list(table) for table in tables] for tables in played])


def fits(kept: KeptDraft, now: seating.Basis) -> bool:
    """Say whether a draft could be that of the rounds to come: the same rounds before, the same people."""
    return not hindrance_of(kept, now)


def hindrance_of(kept: KeptDraft, now: seating.Basis) -> str:
    """Say why a draft cannot be that of the rounds to come; nothing where it can."""
    if kept.after != mark_of(now.played):
        return gettext("Other rounds come before now than when it was drawn: it cannot be taken.")
    seated = {number for one in kept.rounds for table in one["tables"] for number in table}
    if seated - {HOUSE, *now.ghosts} != set(now.people):
        return gettext("Others play now than when it was drawn: it cannot be taken.")
    return ""


def kept_drafts(
    competition: Competition, seated: Iterable[SeatedRound], entries: Iterable[Entry]
) -> list[Kept]:
    """List the kept drafts, the newest first, each compared with the drafts of the rounds."""
    rows = list(competition.kept_drafts.select_related("draw"))
    if not rows:
        return []
    ground = Ground.of(seated, entries)
    return [ground.kept(row) for row in rows]


@dataclass(frozen=True, slots=True)
class Ground:
    """What two drafts are compared on: the rounds that stay, the drafts there are, and who plays."""

    stays: tuple[SeatedRound, ...]
    drafts: tuple[SeatedRound, ...]
    people: frozenset[int]
    house: frozenset[int]
    clubs: tuple[frozenset[int], ...]

    @classmethod
    def of(cls, seated: Iterable[SeatedRound], entries: Iterable[Entry]) -> "Ground":
        """Gather it from what a page has read."""
        rounds, everybody = [one for one in seated if one.tables], list(entries)
        playing = [one for one in everybody if one.status in Entry.PLAYING]
        tables = -(-len(playing) // 4)
        return cls(
            tuple(one for one in rounds if not one.round.is_draft),
            tuple(one for one in rounds if one.round.is_draft),
            frozenset(one.number for one in playing),
            frozenset(one.number for one in everybody if one.status == Entry.Status.HOUSE),
            tuple(map(frozenset, clubs_of(playing, tables))),
        )

    @property
    def now(self) -> seating.Basis:
        """Give what is known of a draw made now, without its wishes."""
        played = tuple(seating.groups(one.numbers()) for one in self.stays)
        return seating.Basis(tuple(sorted(self.people)), played=played, ghosts=tuple(self.house))

    def kept(self, row: KeptDraft) -> Kept:
        """Compare a kept draft with those of the rounds."""
        hindrance = hindrance_of(row, self.now)
        if hindrance or not self.drafts:
            return Kept(row, hindrance)
        return Kept(row, lines=compared(self.figures_now(row), self.figures_then(row)))

    def figures_now(self, row: KeptDraft) -> seating.Figures:
        """Say what the drafts of the rounds are worth."""
        wishes = [wished_for(one.round) for one in self.drafts]
        return self._figures([one.numbers() for one in self.drafts], wishes, row)

    def figures_then(self, row: KeptDraft) -> seating.Figures:
        """Say what a kept draft is worth."""
        basis, free = basis_of(row), count(-1, -1)
        rounds = [[[seat or next(free) for seat in table] for table in one["tables"]] for one in row.rounds]
        return self._figures(rounds, [(basis.together, basis.places)] * len(rounds), row)

    def _figures(self, rounds: Rounds, wishes: Sequence[seating.Wished], row: KeptDraft) -> seating.Figures:
        plan = [*(one.numbers() for one in self.stays), *rounds]
        before: list[seating.Wished] = [((), {})] * len(self.stays)
        absent = {number for number in chain(*chain(*rounds)) if number < 0} | self.house
        apart = [*self.clubs, *self._kept_apart(row)]
        report = seating.report(plan, ghosts=absent, apart=apart, wishes=[*before, *wishes])
        basis = basis_of(row)
        if basis.standings and all(one.round.ranked for one in self.drafts):
            return seating.figures(report, basis.people, rounds[-1])
        return seating.figures(report)

    def _kept_apart(self, row: KeptDraft) -> list[Collection[int]]:
        """List the groups that either draft was to keep apart."""
        return [*basis_of(row).apart, *(group for one in self.drafts for group in one.round.apart)]


def compared(now: Mapping[str, int], other: Mapping[str, int]) -> tuple[Line, ...]:
    """Set the figures of two seatings beside each other, the gravest first."""
    return tuple(
        Line(gettext(SAID[name]), now[name], other[name])
        for name in now
        if name in ALWAYS or now[name] or other[name]
    )


def verdict(lines: Iterable[Line]) -> str:
    """Say in how many points the other draft is better, and in how many worse."""
    found = [line.better for line in lines]
    if not any(found):
        return gettext("Both are worth the same.")
    better, worse = found.count("other"), found.count("now")
    if not better:
        return ngettext("Worse in %(count)s point.", "Worse in %(count)s points.", worse) % {"count": worse}
    said = ngettext("Better in %(count)s point", "Better in %(count)s points", better) % {"count": better}
    if not worse:
        return f"{said}, " + gettext("worse in none.")
    return f"{said}, " + gettext("worse in %(count)s.") % {"count": worse}


def search_of(competition: Competition) -> Search | None:
    """Give the search that is under way."""
    return competition.searches.filter(ended_at=None).first()


@dataclass(frozen=True, slots=True)
class Place:
    """Who would sit on a seat."""

    seat: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Four:
    """A table of a kept draft, as `SeatedTable` is one of a round; None is a dummy's place."""

    number: int
    chairs: tuple[Place | None, ...]

    @property
    def fifth(self) -> bool:
        """Tell whether somebody sits there as the fifth."""
        return len(self.chairs) > len(scoring.SEATS)


def tables_of(kept: KeptDraft, entries: Iterable[Entry]) -> list[list[Four]]:
    """Give who would sit where, round by round and table by table."""
    by_number = {entry.number: entry for entry in entries}
    return [
        [Four(nth, _placed(table, by_number)) for nth, table in enumerate(one["tables"], 1)]
        for one in kept.rounds
    ]


def beside(
    seated: Iterable[SeatedRound], other: Sequence[list[Four]]
) -> list[tuple[int, list[Four], SeatedRound | None]]:
    """Put the rounds of a kept draft beside the drafts now, each under the number that it would have."""
    known = {one.round.number: one for one in seated}
    free = (number for number in count(1) if number not in known or known[number].round.is_draft)
    return [(number, tables, known.get(number)) for number, tables in zip(free, other, strict=False)]


def _placed(table: Sequence[int], by_number: Mapping[int, Entry]) -> tuple[Place | None, ...]:
    to_be_named = Entry(status=Entry.Status.HOUSE)
    taken = {seat: by_number.get(number, to_be_named) for seat, number in seated_at(table).items()}
    chairs = scoring.CHAIRS if scoring.FIFTH in taken else scoring.SEATS
    return tuple(Place(seat, taken[seat]) if seat in taken else None for seat in chairs)
