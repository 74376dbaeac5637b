"""Sums of a ledger that move with it: the state at one version of it, and the way to a later one.

A state is what the full sum says at a sequence. What was recorded since is put in, what that superseded is
taken out; both are additions, so that neither their order nor where a stretch is cut makes a difference.
Reading the ledger is for `selectors.newest`, what a tally is worth for `credit` and `standings`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from tournaments.ranking.tallies import Tally


class Chair(NamedTuple):
    """An entry at a table, perhaps for somebody else; all three are keys."""

    entry: int
    stands_for: int | None
    table: int


class Sum(NamedTuple):
    """What the versions that count gave a chair; `versions` counts them, void ones too: who sat has come.

    `deals` were played, while `rested` somebody sat by.
    """

    net: int = 0
    deals: int = 0
    mahjongs: int = 0
    given: int = 0
    versions: int = 0
    rested: int = 0


class Score(NamedTuple):
    """What one version gave one chair."""

    entry: int
    stands_for: int | None
    net: int
    mahjong: bool
    gave: bool
    rested: bool = False


class Version(NamedTuple):
    """One version of a deal as the ledger has it, with the round it belongs to."""

    key: int
    round: int
    table: int
    void: bool
    supersedes: int | None
    scores: tuple[Score, ...]


class Penalty(NamedTuple):
    """Points off an entry's standings for a round, or given back by a reversal; or an adjusted score."""

    key: int
    entry: int
    round: int
    amount: int
    adjusted: bool = False


class Taken(NamedTuple):
    """What an entry has by penalties and adjusted scores of a round, and how much of it by the latter."""

    amount: int = 0
    adjusted: int = 0


class Judged(NamedTuple):
    """Whether a version that counts is confirmed, by all words on it so far."""

    version: int
    round: int
    settled: bool


Sums = Mapping[int, Mapping[Chair, Sum]]
NOTHING: Mapping[Any, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class State:
    """The sums at a sequence, by round; a round that nothing touched keeps its very object.

    `chain` is the end of the chain there, `penalty` and `word` the last rows counted. `taken` holds the
    penalties and adjusted scores by round and entry, `open` the versions not confirmed, with their round.
    """

    sequence: int = 0
    chain: str = ""
    penalty: int = 0
    word: int = 0
    sums: Sums = field(default_factory=dict)
    taken: Mapping[int, Mapping[int, Taken]] = field(default_factory=dict)
    open: Mapping[int, int] = field(default_factory=dict)

    def of_round(self, round_: int) -> tuple[Mapping[Chair, Sum], Mapping[int, Taken]]:
        """Give sums and penalties of a round; the same objects for as long as nothing touches it."""
        return self.sums.get(round_, NOTHING), self.taken.get(round_, NOTHING)

    def count_open(self, rounds: Collection[int]) -> int:
        """Count the unconfirmed versions of some rounds."""
        return sum(round_ in rounds for round_ in self.open.values())


@dataclass(frozen=True, slots=True)
class Since:
    """What the ledger has that a state has not: new versions and those they replaced, penalties, words.

    A version that came and went meanwhile stands in both lists. `judged` has every version that counts now
    and is new or was spoken of; `penalty` and `word` are the last rows that were looked at.
    """

    sequence: int
    chain: str
    versions: Sequence[Version] = ()
    superseded: Sequence[Version] = ()
    penalties: Sequence[Penalty] = ()
    judged: Sequence[Judged] = ()
    penalty: int = 0
    word: int = 0


def advance(state: State, since: Since) -> State:
    """Give the state after what happened since."""
    return State(
        sequence=since.sequence,
        chain=since.chain,
        penalty=max(state.penalty, since.penalty),
        word=max(state.word, since.word),
        sums=_summed(state.sums, since),
        taken=_taken(state.taken, since.penalties),
        open=_open(state.open, since),
    )


def _summed(sums: Sums, since: Since) -> Sums:
    moved: dict[int, dict[Chair, Sum]] = {}
    for versions, sign in ((since.versions, 1), (since.superseded, -1)):
        for version in versions:
            here = moved.setdefault(version.round, dict(sums.get(version.round, {})))
            for score in version.scores:
                chair = Chair(score.entry, score.stands_for, version.table)
                here[chair] = _added(here.get(chair, Sum()), version, score, sign)
    kept = {
        round_: {chair: sum_ for chair, sum_ in here.items() if sum_.versions}
        for round_, here in moved.items()
    }
    return {**sums, **kept}


def _added(sum_: Sum, version: Version, score: Score, sign: int) -> Sum:
    return Sum(
        sum_.net + sign * score.net,
        sum_.deals + sign * (not version.void and not score.rested),
        sum_.mahjongs + sign * score.mahjong,
        sum_.given + sign * score.gave,
        sum_.versions + sign,
        sum_.rested + sign * (not version.void and score.rested),
    )


def _taken(
    taken: Mapping[int, Mapping[int, Taken]], penalties: Iterable[Penalty]
) -> Mapping[int, Mapping[int, Taken]]:
    moved: dict[int, dict[int, Taken]] = {}
    for each in penalties:
        here = moved.setdefault(each.round, dict(taken.get(each.round, {})))
        amount, adjusted = here.get(each.entry, Taken())
        here[each.entry] = Taken(amount + each.amount, adjusted + each.amount * each.adjusted)
    kept = {
        round_: {entry: sum_ for entry, sum_ in here.items() if any(sum_)} for round_, here in moved.items()
    }
    return {**taken, **kept}


def _open(open_: Mapping[int, int], since: Since) -> Mapping[int, int]:
    gone = {version.key for version in since.superseded} | {each.version for each in since.judged}
    left = {version: round_ for version, round_ in open_.items() if version not in gone}
    return left | {each.version: each.round for each in since.judged if not each.settled}


def tallies(
    number: int,
    sums: Mapping[Chair, Sum],
    taken: Mapping[int, Taken],
    entries: Mapping[int, int],
    tables: Mapping[int, int],
) -> list[Tally]:
    """Say the sums of one round as tallies; `entries` and `tables` give the numbers of their keys.

    A penalty goes with the first table the entry sat at, or with none.
    """
    left = dict(taken)
    sat = [
        _tally(number, chair, sum_, left.pop(chair.entry, Taken()), entries, tables)
        for chair, sum_ in sorted(sums.items(), key=_in_order)
    ]
    return sat + [
        Tally(entries[entry], number, 0, 0, 0, 0, None, sum_.amount, None, sum_.adjusted)
        for entry, sum_ in left.items()
        if any(sum_)
    ]


def _tally(
    number: int,
    chair: Chair,
    sum_: Sum,
    taken: Taken,
    entries: Mapping[int, int],
    tables: Mapping[int, int],
) -> Tally:
    return Tally(
        entries[chair.entry],
        number,
        sum_.net,
        sum_.mahjongs,
        sum_.given,
        sum_.deals,
        tables[chair.table],
        taken.amount,
        None if chair.stands_for is None else entries[chair.stands_for],
        taken.adjusted,
        sum_.rested,
    )


def _in_order(item: tuple[Chair, Sum]) -> tuple[int, int, int]:
    chair = item[0]
    return chair.entry, chair.table, chair.stands_for or 0
