"""Bring an event back from a hall: what is new there follows here, as it was written; or nothing at all.

Under the lock of the whole event, in one transaction: the chains are compared first, the rows written, then
the ledger is read again and the standings compared with the hall's. What is the association's own stays:
names, registrations, fees, e-mails, pages, prizes.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.db.models import Model, ProtectedError

from players.models import Club, Player
from tournaments.away import chains, fitting, ledgers, rows
from tournaments.away.chains import Beyond
from tournaments.away.kinds import CHANGING, HALL, WRITTEN_ANEW, Kind, Row, bared, family_of
from tournaments.away.packing import Packed, figures_of, unpack
from tournaments.away.taking import BROUGHT, TAKEN
from tournaments.backups.faults import Fault, Faulty
from tournaments.backups.snapshot import without_time_outs
from tournaments.deal.hashes import BEGINNING
from tournaments.models import (
    Action,
    Competition,
    DealVersion,
    Device,
    Draw,
    Entry,
    KeptRules,
    Registration,
    Round,
    Table,
    Team,
)
from tournaments.selectors.vouched import SETTLED
from tournaments.services import erasure, locks
from tournaments.services.announce import log, revise
from tournaments.services.chain import chain_check

# Of the settings the hall's are taken over where play rests on them.
OF_PLAY = (
    *(name for name in SETTLED if name not in ("part_of_id", "part")),
    *("ruleset_hash", "minutes_per_round", "last_deal", "confirmed_when", "visibility", "hidden_rounds"),
    *("released_through", "seed"),
)
OF_PAGES = ("name", "date", "timetable", "prizes", "prize_currency", "projector", "published")
COUNTERS = ("sequence", "last_word", "last_penalty")
GONE_FIRST, GONE_LAST = (Table, Round, Entry), (Team, Draw)


@dataclass(slots=True)
class Brought:
    """What came of an event that was brought back, or would come.

    `deals` counts versions by what made them, `lines` what else was done by the verbs of the log; `people`
    are entered since, `stays` are who is called otherwise here, `settings` what else stays as it is here;
    `left` counts what stays in the hall.
    """

    event: Competition
    deals: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)
    people: list[str] = field(default_factory=list)
    stays: list[tuple[str, str]] = field(default_factory=list)
    settings: list[str] = field(default_factory=list)
    left: dict[str, int] = field(default_factory=dict)
    rows: int = 0


class _Foreseen(Exception):
    """Everything went well, and nothing of it is kept."""

    def __init__(self, made: Brought) -> None:
        super().__init__()
        self.made = made


def foresee(*, file: Path, event: Competition | None = None) -> Brought:
    """Say what bringing an event back would change; raises Faulty with all that speaks against it."""
    packed = unpack(file)
    try:
        with transaction.atomic():
            raise _Foreseen(_merged(packed, None, event))
    except _Foreseen as foreseen:
        return foreseen.made


def event_merge(*, file: Path, actor: User | None, event: Competition | None = None) -> Brought:
    """Take over what is new in a hall, of one `event` alone; a second time it changes nothing.

    Raises Faulty with all that speaks against it, and then nothing was changed.
    """
    return _merged(unpack(file), actor, event)


@locks.write
def _merged(packed: Packed, actor: User | None, wanted: Competition | None) -> Brought:
    without_time_outs()
    event = _event_of(packed, wanted)
    here = locks.take_whole(family_of(event))
    locks.take_names()
    if faults := [*fitting.misfits(packed, here[event.pk], set(here))]:
        raise Faulty(faults)
    found = [chains.beyond(here.get(key), packed, key) for key in sorted(packed.rows[Competition])]
    made = Brought(here[event.pk], left=dict(packed.told.get("left", {})))
    made.rows = sum(len(one.new) for one in found)
    if made.rows == 0:
        return made
    if faults := [*_against(packed, found)]:
        raise Faulty(faults)
    try:
        _write(packed, found, made, actor)
    except (ProtectedError, IntegrityError) as error:
        raise Faulty([Fault("refused", str(error.args[0]))]) from error
    if faults := [*_unlike(packed, found)]:
        raise Faulty(faults)
    return made


def _event_of(packed: Packed, wanted: Competition | None) -> Competition:
    """Find the event that was taken away with this file, or rather the one before it."""
    if not packed.told["back"]:
        raise Faulty([Fault("not_back")])
    way, key = packed.told["way"], packed.told["event"]
    taken = Action.objects.filter(competition=key, verb=TAKEN, facts__way=way).first()
    if taken is None or taken.competition is None or (wanted and wanted.pk != key):
        raise Faulty([Fault("not_from_here", str(packed.rows[Competition][key]["slug"]))])
    return taken.competition


# ------------------------------------------------------------------ what speaks against it
def _against(packed: Packed, found: Sequence[Beyond]) -> Iterator[Fault]:
    for one in found:
        yield from chains.conflicts(one)
        yield from _same_numbers(packed, one)
    slugs = {row["slug"]: key for key, row in packed.rows[Competition].items()}
    known = Competition.objects.filter(slug__in=slugs).values_list("slug", "pk")
    there = set(Competition.objects.filter(pk__in=slugs.values()).values_list("pk", flat=True))
    for slug, key in known:
        if slugs[slug] != key and slugs[slug] not in there:
            yield Fault("address_taken", slug)


def _same_numbers(packed: Packed, one: Beyond) -> Iterator[Fault]:
    """Find numbers, and people, that were entered here and in the hall, too."""
    theirs = packed.of(Entry, "competition_id", {one.key})
    numbers = {row["number"] for row in theirs}
    people = {row["player_id"] for row in theirs} - {None}
    for entry in Entry.objects.filter(pk__in=one.added_here).select_related("player"):
        if entry.number in numbers or entry.player_id in people:
            yield Fault("number_taken", f"{entry.number} {entry.name}")


# ------------------------------------------------------------------ written
def _write(packed: Packed, found: Sequence[Beyond], made: Brought, actor: User | None) -> None:
    _around(packed)
    made.settings = _competitions(packed)
    made.people, made.stays = _people(packed)
    erased = _erased(packed)
    kept = {key for one in found for key in one.added_here}
    for one in found:
        _keep_people(packed, one)
    _states(packed, kept)
    rows.insert_new(Device, (bared(Device, row, HALL) for row in packed.rows[Device].values()))
    for one in found:
        _follow(packed, one, made, actor)
    if erased:
        erasure.texts_erase(Competition.objects.filter(pk__in=packed.rows[Competition]), erased)
    connection.check_constraints()


def _around(packed: Packed) -> None:
    """Write the people, clubs and rules that came to the event in the hall, and who was at work there."""
    clubs = {club.name: club.pk for club in Club.objects.all()}
    rows.insert_new(Club, (row for row in packed.rows[Club].values() if row["name"] not in clubs))
    called = {key: clubs.get(row["name"], key) for key, row in packed.rows[Club].items()}
    people = ({**row, "club_id": called.get(row["club_id"])} for row in packed.rows[Player].values())
    rows.insert_new(Player, (bared(Player, row, HALL) for row in people))
    rows.insert_new(User, (_named_once(bared(User, row, HALL)) for row in packed.rows[User].values()))
    kept = set(KeptRules.objects.values_list("sha256", flat=True))
    wanted = {row["ruleset_hash"] for row in packed.rows[Competition].values()} - kept
    rows.insert_new(KeptRules, (row for row in packed.rows[KeptRules].values() if row["sha256"] in wanted))


def _named_once(row: Row) -> Row:
    """Give an account of the hall a name that nobody has here."""
    taken = User.objects.filter(username=row["username"]).exclude(pk=row["id"]).exists()
    return {**row, "username": f"{row['username']}-{row['id']}"} if taken else row


def _competitions(packed: Packed) -> list[str]:
    """Write finals that were made in the hall, and take over what play rests on; name what else differs."""
    told = packed.rows[Competition]
    here = Competition.objects.in_bulk([*told])
    differs = {
        name for key, one in here.items() for name in OF_PAGES if told[key][name] != getattr(one, name)
    }
    beginning = {"links": 0, "chain_end": BEGINNING, "chain_head": BEGINNING}
    fresh = [{**row, **beginning, "archived_at": None} for row in told.values()]
    new = {row["id"] for row in rows.insert_new(Competition, fresh)}
    for key in told.keys() - new:
        rows.change(Competition, told[key], OF_PLAY)
    return sorted(str(Competition._meta.get_field(name).verbose_name) for name in differs)  # type: ignore[union-attr]


def _people(packed: Packed) -> tuple[list[str], list[tuple[str, str]]]:
    """Name who was entered in the hall, and who is called otherwise here, with the name in the hall."""
    theirs = packed.rows[Entry]
    here = set(Entry.objects.filter(pk__in=theirs).values_list("pk", flat=True))
    people = Player.objects.in_bulk([row["player_id"] for row in theirs.values() if row["player_id"]])
    named = {key: Player(**row).name for key, row in packed.rows[Player].items()}
    new = [row for key, row in sorted(theirs.items()) if key not in here]
    names = [people[row["player_id"]].name if row["player_id"] else f"{row['number']}" for row in new]
    told = (one for one in people.items() if one[0] in named and one[1].erased_at is None)
    pairs = {(person.name, named[key]) for key, person in told}
    return names, sorted(pair for pair in pairs if pair[0] != pair[1])


def _erased(packed: Packed) -> list[Player]:
    """List who was erased here meanwhile, by the names that the hall still has."""
    gone = Player.objects.filter(pk__in=packed.rows[Player], erased_at__isnull=False)
    named = [Player(**packed.rows[Player][key]) for key in gone.values_list("pk", flat=True)]
    return [person for person in named if person.erased_at is None]


def _keep_people(packed: Packed, one: Beyond) -> None:
    """Leave the person that was put behind an entry here."""
    here = Entry.objects.filter(competition=one.key, number__in=one.moved_here)
    for key, person in here.values_list("pk", "player"):
        if key in packed.rows[Entry]:
            packed.rows[Entry][key]["player_id"] = person


def _states(packed: Packed, kept: set[int]) -> None:
    """Let rounds, seats and entries be as they are in the hall; who was entered here stays."""
    keys = [*packed.rows[Competition]]
    for kind, whose in WRITTEN_ANEW.items():
        _of(kind, whose, keys).delete()
    for kind in GONE_FIRST:
        _let_go(kind, packed, keys, kept)
    Round.objects.filter(competition__in=keys).update(state=Round.State.DRAFT)  # one runs at a time
    for kind in CHANGING:
        new = {row["id"] for row in rows.insert_new(kind, packed.rows[kind].values())}
        for row in packed.rows[kind].values():
            if row["id"] not in new:
                rows.change(kind, row)
    for kind in GONE_LAST:
        _let_go(kind, packed, keys, kept)
    for kind in WRITTEN_ANEW:
        rows.insert(kind, [*packed.rows[kind].values()])


def _let_go(kind: Kind, packed: Packed, keys: Sequence[int], kept: set[int]) -> None:
    """Delete the rows that are no more in the hall."""
    gone = _of(kind, CHANGING[kind], keys).exclude(pk__in=[*packed.rows[kind]])
    if kind is Entry:
        gone = gone.exclude(pk__in=kept)
        Registration.objects.filter(entry__in=gone).update(entry=None)
    gone.delete()


def _of(kind: Kind, whose: str, keys: Sequence[int]) -> Any:
    manager: Any = kind._default_manager
    return manager.filter(**{f"{whose}__in": keys})


def _follow(packed: Packed, one: Beyond, made: Brought, actor: User | None) -> None:
    """Let the hall's ledger of one competition follow on here, and say so in the log."""
    if not one.new:
        return
    competition = Competition.objects.get(pk=one.key)
    before, theirs = competition.links, packed.rows[Competition][one.key]
    ledgers.follow(packed, one, competition)
    for name in COUNTERS:
        setattr(competition, name, theirs[name])
    competition.revision = max(competition.revision, theirs["revision"])
    competition.save(update_fields=[*ledgers.MOVED, *COUNTERS, "revision"])
    way = {"way": packed.told["way"], "links": theirs["links"], "end": theirs["chain_end"]}
    came = {"ours": before + 1, "theirs": one.new[0][1]["seal"]["link"], "rows": len(one.new)}
    log(competition, BROUGHT, actor=actor, **way, **came)
    revise(competition)
    _count(one.new, made)


def _count(new: Iterable[tuple[type[Model], Row]], made: Brought) -> None:
    for kind, row in new:
        if kind is DealVersion:
            made.deals[row["kind"]] += 1
        elif kind is Action and not row["verb"].startswith("deal_"):
            made.lines[row["verb"]] += 1


# ------------------------------------------------------------------ proven
def _unlike(packed: Packed, found: Sequence[Beyond]) -> Iterator[Fault]:
    """Read every ledger again, and compare the standings with the hall's."""
    for one in found:
        competition = Competition.objects.get(pk=one.key)
        for each in chain_check(competition)[1]:
            yield Fault("chain", f"{competition}: {each.code} · {each.where}")
        theirs = packed.told["standings"][str(one.key)]
        numbers = {row[0] for row in theirs}
        ours = [row for row in figures_of(competition) if row[0] in numbers]
        if _plain(ours, one) != _plain(theirs, one):
            yield Fault("standings", str(competition))


def _plain(figures: Sequence[Sequence[Any]], one: Beyond) -> list[list[Any]]:
    """Leave ranks out where somebody was entered here beside those of the hall."""
    return [[*row[:1], *row[2:]] if one.added_here else [*row] for row in figures]
