"""The newest sums of each competition that this process knows, advanced by what the ledger has since.

A process that knows nothing of a competition reads the sum once (`cold`); after that a revision costs what
was recorded since. Everything is read up to the sequence of the competition's row as the caller has it.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Max, Q, QuerySet, Subquery, Sum, Value

from tournaments.models import Competition, Confirmation, DealVersion, Penalty, ScoreRow, Table
from tournaments.ranking import advancing
from tournaments.ranking.advancing import Chair, Judged, Score, Since, State, Version
from tournaments.selectors import confirmed

MOST_KEPT = 64
KEPT: dict[int, "Newest"] = {}  # first in, first out: what is asked for goes to the end


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
    ends = {"word": _last_word(competition), "chain": _chain(competition)}
    rows = list(_tables(competition).annotate(**ends).values_list("pk", "round_id", "number", *ends))
    places = {key: (round_, number) for key, round_, number, *_ in rows}
    word, chain = (rows[0][3] or 0, rows[0][4] or "") if rows else (0, "")
    empty = State(competition.sequence, chain, word=word)  # words that come meanwhile are judged again
    open_ = confirmed.open_in(competition, nobodies)
    state = replace(
        advancing.advance(empty, _nothing_but(empty, _penalties(competition, empty))),
        sums=_summed(competition, places),
        open={version: places[table][0] for version, table in open_.items()},
    )
    return Newest(state, places, competition.confirmed_by, nobodies)


def _nothing_but(state: State, penalties: Sequence[advancing.Penalty]) -> Since:
    return Since(state.sequence, state.chain, penalties=penalties)


def _last_word(competition: Competition) -> Subquery:
    """Find the last word on any deal; asked along with the tables, which are as many as words need."""
    words = Confirmation.objects.filter(version__competition=competition).order_by()
    return Subquery(words.values("version__competition").annotate(last=Max("pk")).values("last"))


def _chain(competition: Competition) -> Subquery:
    """Find what the last version counted tied to the chain; penalties and words are tied to it after it."""
    last = DealVersion.objects.filter(competition=competition, sequence=competition.sequence)
    return Subquery(last.order_by().values("chain"))


def _tables(competition: Competition) -> QuerySet[Table]:
    return Table.objects.filter(round__competition=competition).order_by()


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
        deals=Count(Value(1), filter=Q(void=False)),
        mahjongs=Count(Value(1), filter=Q(scores__mahjong=True)),
        given=Count(Value(1), filter=Q(scores__gave=True)),
        versions=Count(Value(1)),
    ):
        found[places[table][0]][Chair(entry, absent, table)] = advancing.Sum(*sums)
    return dict(found)


# ------------------------------------------------------------------ what came since
def _advanced(known: Newest, competition: Competition, nobodies: frozenset[int]) -> Newest | None:
    """Advance a state; None where its history is another, or words are judged otherwise."""
    if (known.policy, known.nobodies) != (competition.confirmed_by, nobodies):
        return None
    rows = _versions_from(competition, known.state.sequence)
    if not rows or (rows[0]["chain"], rows[-1]["sequence"]) != (known.state.chain, competition.sequence):
        return None
    new = rows[1:]
    unknown = {row["table"] for row in new} - set(known.places)
    places = {**known.places, **_places(competition, unknown)} if unknown else known.places
    since = _since(known.state, competition, new, places, nobodies)
    return replace(known, state=advancing.advance(known.state, since), places=places)


def _places(competition: Competition, keys: Collection[int]) -> dict[int, tuple[int, int]]:
    rows = _tables(competition).filter(pk__in=keys).values_list("pk", "round_id", "number")
    return {key: (round_, number) for key, round_, number in rows}


def _versions_from(competition: Competition, sequence: int) -> list[dict[str, Any]]:
    """List the versions from this one on; none where none is known, or only later ones."""
    names = ("pk", "sequence", "chain", "table", "supersedes")
    versions = competition.deal_versions.filter(sequence__range=(sequence, competition.sequence))
    return list(versions.order_by("sequence").values(*names)) if sequence else []


def _since(
    state: State,
    competition: Competition,
    new: Sequence[Mapping[str, Any]],
    places: Mapping[int, tuple[int, int]],
    nobodies: frozenset[int],
) -> Since:
    """Read what the state has not counted yet, in a number of queries that does not grow."""
    spoken = _words_since(state, competition)
    replaced = {row["supersedes"] for row in new} - {None}
    asked = ({row["pk"] for row in new} | {version for _, version in spoken}) - replaced
    read = _read({row["pk"] for row in new} | asked | replaced, places)
    judged = confirmed.judged([read[key].asked for key in asked], competition.confirmed_by, nobodies)
    return Since(
        competition.sequence,
        new[-1]["chain"] if new else state.chain,
        versions=[read[row["pk"]].version for row in new],
        superseded=[read[key].version for key in replaced],
        penalties=_penalties(competition, state),
        judged=[Judged(key, places[read[key].version.table][0], settled) for key, settled in judged.items()],
        word=max((key for key, _ in spoken), default=0),
    )


def _words_since(state: State, competition: Competition) -> list[tuple[int, int]]:
    """List words with their versions; on a version that is not counted yet they are read with it."""
    words = Confirmation.objects.filter(
        pk__gt=state.word,
        version__competition=competition,
        version__sequence__lte=competition.sequence,
    )
    return list(words.order_by().values_list("pk", "version"))


@dataclass(frozen=True, slots=True)
class Read:
    """A version with what decides whose word it needs."""

    version: Version
    asked: confirmed.Asked


def _read(keys: Collection[int], places: Mapping[int, tuple[int, int]]) -> dict[int, Read]:
    """Read versions with their scores."""
    if not keys:
        return {}
    about = ("version__table", "version__void", "version__supersedes", "version__actor")
    own = ("seat", "entry", "stands_for", "net", "mahjong", "gave")
    rows: dict[int, list[Any]] = defaultdict(list)
    for key, *row in (
        ScoreRow.objects.filter(version__in=keys).order_by().values_list("version", *about, *own)
    ):
        rows[key].append(row)
    return {key: _version(key, four, places) for key, four in rows.items()}


def _version(key: int, rows: Sequence[Sequence[Any]], places: Mapping[int, tuple[int, int]]) -> Read:
    table, void, supersedes, actor = rows[0][:4]
    scores = tuple(Score(*row[5:]) for row in rows)
    seats = {row[4]: row[5] for row in rows}
    winners = tuple(row[4] for row in rows if row[8])
    version = Version(key, places[table][0], table, void, supersedes, scores)
    return Read(version, confirmed.Asked(key, void, actor is not None, winners, seats))


def _penalties(competition: Competition, state: State) -> list[advancing.Penalty]:
    """List what was taken off the standings, or given back, since; keys follow the competition's lock."""
    rows = Penalty.objects.filter(competition=competition, amount__isnull=False, pk__gt=state.penalty)
    found = rows.order_by().values_list("pk", "entry", "round", "amount")
    return [advancing.Penalty(*row[:3], row[3]) for row in found if row[3] is not None]
