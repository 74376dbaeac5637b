"""The newest sums of each competition that this process knows, advanced by what the ledger has since.

A process that knows nothing of a competition reads the sum once (`cold`); after that a revision costs what
was recorded since. Everything is read up to the sequence, the last penalty and the last
word of the competition's row as the caller has it.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Q, Subquery, Sum, Value

from tournaments.models import Competition, Confirmation, DealVersion, Penalty, ScoreRow, Table
from tournaments.models.rows import ask, read
from tournaments.ranking import advancing
from tournaments.ranking.advancing import Chair, Judged, Score, Since, State, Version
from tournaments.selectors import confirmed
from tournaments.selectors.sums import PLAYED, RESTED

MOST_KEPT = 64
KEPT: dict[int, "Newest"] = {}  # first in, first out: what is asked for goes to the end
# Every deal in the hall asks this: building the query takes Django as long as ranking two hundred players.
ABOUT = (
    *("v.id", "v.sequence", "v.chain", "t.id", "t.round_id", "t.number"),
    *("v.void", "v.supersedes_id", "v.actor_id"),
)
OWN = ("s.seat", "s.entry_id", "s.stands_for_id", "s.net", "s.mahjong", "s.gave", "s.own_wind")
READ = f"""
SELECT {", ".join((*ABOUT, *OWN))}
  FROM {DealVersion._meta.db_table} v
  JOIN {Table._meta.db_table} t ON t.id = v.table_id
  JOIN {ScoreRow._meta.db_table} s ON s.version_id = v.id
 WHERE %s ORDER BY v.sequence
"""  # noqa: S608 - the names are our own models'; what comes from outside is a parameter
SINCE = "v.competition_id = %s AND v.sequence BETWEEN %s AND %s"


@dataclass(frozen=True, slots=True)
class Newest:
    """A state, where its tables stand (round and number by key), and how words were judged."""

    state: State
    places: Mapping[int, tuple[int, int]]
    policy: str
    nobodies: frozenset[int]


def newest(competition: Competition, nobodies: frozenset[int]) -> Newest:
    """Give the sums at the competition's sequence; `nobodies` are the entries whom nobody can ask.

    The caller holds the lock of the competition's standings (`selectors.standings`): two threads that advance
    one state would do the work twice. A state of another history, as of a transaction that was taken back, is
    recognised by its chain and thrown away.
    """
    known = KEPT.pop(competition.pk, None)
    found = None if known is None else _advanced(known, competition, nobodies)
    KEPT[competition.pk] = found = found or cold(competition, nobodies)
    for key in list(KEPT)[:-MOST_KEPT]:
        KEPT.pop(key, None)
    return found


def is_behind(competition: Competition) -> bool:
    """Tell whether more is known of a competition than its row says."""
    known = KEPT.get(competition.pk)
    return known is not None and known.state.sequence > competition.sequence


def cold(competition: Competition, nobodies: frozenset[int]) -> Newest:
    """Sum the whole ledger up."""
    tables = Table.objects.filter(round__competition=competition).order_by().annotate(end=_end(competition))
    rows = list(tables.values_list("pk", "round_id", "number", "end"))
    places = {key: (round_, number) for key, round_, number, _ in rows}
    chain = rows[0][3] or "" if rows else ""
    # Words that come meanwhile are judged again.
    empty = State(competition.sequence, chain, word=competition.last_word)
    open_ = confirmed.open_in(competition, nobodies)
    taken = _penalties(competition, empty)
    since = Since(empty.sequence, chain, penalties=taken, penalty=competition.last_penalty)
    state = replace(
        advancing.advance(empty, since),
        sums=_summed(competition, places),
        open={version: places[table][0] for version, table in open_.items()},
    )
    return Newest(state, places, competition.confirmed_by, nobodies)


def _end(competition: Competition) -> Subquery:
    """Find what the last version counted tied to the chain; penalties and words are tied to it after it."""
    last = DealVersion.objects.filter(competition=competition, sequence=competition.sequence)
    return Subquery(last.order_by().values("chain"))


# ------------------------------------------------------------------ the whole sum
def _summed(competition: Competition, places: Mapping[int, tuple[int, int]]) -> advancing.Sums:
    """Add up by keys what counted at the competition's sequence, whatever was recorded since."""
    versions = competition.deal_versions.filter(sequence__lte=competition.sequence)
    replaced = versions.filter(supersedes__isnull=False).values("supersedes")
    rows = versions.exclude(pk__in=replaced).filter(scores__isnull=False).order_by()
    found: dict[int, dict[Chair, advancing.Sum]] = defaultdict(dict)
    for entry, absent, table, *sums in rows.values_list(
        "scores__entry_id", "scores__stands_for_id", "table_id"
    ).annotate(
        nets=Sum("scores__net"),
        deals=Count(Value(1), filter=PLAYED),
        mahjongs=Count(Value(1), filter=Q(scores__mahjong=True)),
        given=Count(Value(1), filter=Q(scores__gave=True)),
        versions=Count(Value(1)),
        rested=Count(Value(1), filter=RESTED),
    ):
        found[places[table][0]][Chair(entry, absent, table)] = advancing.Sum(*sums)
    return dict(found)


# ------------------------------------------------------------------ what came since
@dataclass(frozen=True, slots=True)
class Read:
    """A version with its place in the chain, its table's number, and what decides whose word it needs."""

    version: Version
    sequence: int
    chain: str
    number: int
    asked: confirmed.Asked


def _advanced(known: Newest, competition: Competition, nobodies: frozenset[int]) -> Newest | None:
    """Advance a state; None where its history is another, or words are judged otherwise."""
    since = known.state.sequence
    if not since or (known.policy, known.nobodies) != (competition.confirmed_by, nobodies):
        return None
    read = list(_read(SINCE, competition.pk, since, competition.sequence).values())
    if not read or (read[0].chain, read[-1].sequence) != (known.state.chain, competition.sequence):
        return None
    new = read[1:]
    places = {one.version.table: (one.version.round, one.number) for one in new}
    state = advancing.advance(known.state, _since(known, competition, new))
    return replace(known, state=state, places={**known.places, **places})


def _since(known: Newest, competition: Competition, new: Sequence[Read]) -> Since:
    """Say what the state has not counted yet, in a number of queries that does not grow."""
    spoken = _spoken_of(known.state, competition)
    replaced = {one.version.supersedes for one in new if one.version.supersedes is not None}
    read = {one.version.key: one for one in new}
    before = (replaced | spoken) - read.keys()
    if before:
        read |= _read(f"v.id IN ({', '.join(['%s'] * len(before))})", *before)
    asked = [read[key].asked for key in read.keys() - replaced]
    words = confirmed.words_of(asked) if spoken else {}
    judged = confirmed.judged(asked, words, competition.confirmed_by, known.nobodies)
    return Since(
        competition.sequence,
        new[-1].chain if new else known.state.chain,
        versions=[one.version for one in new],
        superseded=[read[key].version for key in replaced],
        penalties=_penalties(competition, known.state),
        judged=[Judged(key, read[key].version.round, settled) for key, settled in judged.items()],
        penalty=competition.last_penalty,
        word=competition.last_word,
    )


def _spoken_of(state: State, competition: Competition) -> set[int]:
    """Find the versions on which a word was said since; the competition's row tells whether there is any.

    Keys of words follow the competition's lock, so none between two that were read is missing.
    """
    if competition.last_word <= state.word:
        return set()
    words = Confirmation.objects.filter(
        pk__gt=state.word, pk__lte=competition.last_word, version__competition=competition
    )
    # In order: else SQLite, which cannot know how few they are, begins with all versions of the competition.
    return set(words.order_by("pk").values_list("version", flat=True))


def _read(which: str, *parameters: int) -> dict[int, Read]:
    """Read versions with their scores, in the order of the ledger; `which` is a condition on `v`."""
    rows: dict[int, list[Any]] = defaultdict(list)
    for row in read(ask(READ % which, parameters)):
        rows[row[0]].append(row)
    return {key: _version(four) for key, four in rows.items()}


def _version(rows: Sequence[Sequence[Any]]) -> Read:
    key, sequence, chain, table, round_, number, void, supersedes, actor = rows[0][: len(ABOUT)]
    own = [row[len(ABOUT) :] for row in rows]
    # SQLite knows truth by numbers only.
    scores = tuple(
        Score(entry, absent, net, bool(won), bool(gave), not wind)
        for _seat, entry, absent, net, won, gave, wind in own
    )
    version = Version(key, round_, table, bool(void), supersedes, scores)
    winners = tuple(row[0] for row in own if row[4])
    asked = confirmed.Asked(
        key, bool(void), actor is not None, winners, {row[0]: row[1] for row in own if row[6]}
    )
    return Read(version, sequence, chain, number, asked)


def _penalties(competition: Competition, state: State) -> list[advancing.Penalty]:
    """List what was taken off the standings, or given back, since; keys follow the competition's lock."""
    if competition.last_penalty <= state.penalty:
        return []
    rows = Penalty.objects.filter(
        competition=competition, amount__isnull=False, pk__gt=state.penalty, pk__lte=competition.last_penalty
    )
    found = rows.order_by().values_list("pk", "entry", "round", "amount", "event")
    return [advancing.Penalty(*row[:3], row[3], bool(row[4])) for row in found if row[3] is not None]
