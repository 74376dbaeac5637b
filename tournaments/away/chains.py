"""What the chain of a hall's copy has beyond what is here, and what was written here meanwhile."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournaments.away.kinds import LEDGER, Kind, Row
from tournaments.away.packing import Packed
from tournaments.away.taking import BROUGHT, TAKEN
from tournaments.backups.faults import Fault, Faulty
from tournaments.deal import hashes
from tournaments.deal.hashes import BEGINNING
from tournaments.models import Action, Competition, DealVersion, HeldSubmission, Round, Table
from tournaments.models.seals import WHOSE
from tournaments.selectors.chain import sealed_rows
from tournaments.selectors.log import VERBS
from tournaments.services.chain import said
from tournaments.wording.rounds import round_name

# What may be written here while an event is away: it changes nothing of what is played.
BESIDE = (
    *("registration_", "letter", "kiosk_", "members_link_", "hook_", "export_asked", "timetable_set"),
    *("prizes_choose", "projector_choose", "publish", "unpublish", "pairing_code", "tablet_"),
    *("take_over_code", "hall_", "entries_add"),
)
LINE = ("verb", "facts")


@dataclass(slots=True)
class Beyond:
    """Of one competition: the hall's new rows in their order, and the rows that were written here since.

    `links` and `end` say how far along the hall's chain it was brought in before; `since` are the lines of
    the log that were written here since the event went away, those before it was brought in among them.
    """

    key: int
    links: int = 0
    end: str = BEGINNING
    new: list[tuple[Kind, Row]] = field(default_factory=list)
    own: list[Any] = field(default_factory=list)
    since: list[Action] = field(default_factory=list)

    @property
    def added_here(self) -> set[int]:
        """List the keys of who was entered here since the event went away."""
        return {entry[0] for line in self.since for entry in line.facts.get("entered", ())}

    @property
    def moved_here(self) -> set[int]:
        """List the numbers behind which another person was put here, as of two who are one."""
        return {line.facts["number"] for line in self.since if _moves_person(line)}


def beyond(competition: Competition | None, packed: Packed, key: int) -> Beyond:
    """Compare two chains of a competition; raises Faulty where the hall's is not whole.

    A competition that is unknown here was made in the hall, all of it.
    """
    found = Beyond(key)
    if competition is not None:
        _read_ours(found, competition, packed.told["way"])
    if packed.rows[Competition][key]["links"] < found.links:
        return found  # an older file than was brought in already
    theirs = [pair for pair in _theirs(packed, key) if pair[1]["seal"]["link"] > found.links]
    if _end(found, theirs) != packed.rows[Competition][key]["chain_end"]:
        raise Faulty([Fault("parted", packed.rows[Competition][key]["slug"])])
    found.new = [pair for pair in theirs if not _is_of_the_way(pair[1], packed.told["way"])]
    return found


def _read_ours(found: Beyond, competition: Competition, way: str) -> None:
    """Find how far the hall's chain was brought in, and what came here after that."""
    line, own, since = None, list[Any](), dict[int, Action]()
    for seal, row in sealed_rows(competition):
        if _is_of_the_way(row, way):
            line, own = row, []
            since = {link: one for link, one in since.items() if _is_ours(link, row)}
        else:
            own.append(row)
            if isinstance(row, Action):
                since[seal.link if seal else 0] = row
    if line is None:
        raise Faulty([Fault("not_from_here", competition.slug)])
    found.links, found.end, found.own = line.facts["links"], line.facts["end"], own
    found.since = [*since.values()]


def _is_ours(link: int, line: Action) -> bool:
    """Tell whether what stands before a line of the way was written here since, and not in the hall."""
    facts = line.facts
    return bool(line.verb == BROUGHT and not facts["ours"] <= link < facts["ours"] + facts["rows"])


def _moves_person(line: Action) -> bool:
    """Tell whether a line puts another person behind an entry and leaves it as it is."""
    facts = line.facts
    return line.verb == "entry_change" and facts["before"]["status"] == facts["after"]["status"]


def _is_of_the_way(row: Any, way: str) -> bool:
    """Tell whether a row says that the event went away, or came back, with these files."""
    verb, facts = (row.get(name) if isinstance(row, dict) else getattr(row, name, None) for name in LINE)
    return verb in (TAKEN, BROUGHT) and isinstance(facts, dict) and facts.get("way") == way


def _theirs(packed: Packed, key: int) -> list[tuple[Kind, Row]]:
    """List the rows of a competition's ledger in the order of its chain."""
    rounds = {row["id"] for row in packed.of(Round, "competition_id", {key})}
    owners = {
        "competition_id": {key},
        "table_id": {row["id"] for row in packed.of(Table, "round_id", rounds)},
        "version_id": {row["id"] for row in packed.of(DealVersion, "competition_id", {key})},
        "submission_id": {row["id"] for row in packed.of(HeldSubmission, "competition_id", {key})},
    }
    found = [(kind, row) for kind in LEDGER for row in packed.of(kind, _owner(kind), owners[_owner(kind)])]
    return sorted((pair for pair in found if pair[1]["seal"]), key=lambda pair: pair[1]["seal"]["link"])


def _owner(kind: Kind) -> str:
    return WHOSE[str(kind._meta.model_name)].split("__")[0] + "_id"


def _end(found: Beyond, theirs: Iterable[tuple[Kind, Row]]) -> str:
    """Go along the hall's chain from where it was brought in before; nowhere, where a link is missing."""
    link, end = found.links, found.end
    for _kind, row in theirs:
        link += 1
        if row["seal"]["link"] != link:
            return ""
        end = hashes.chain(end, hash_of(row))
    return end


def hash_of(row: Row) -> str:
    """Give the hash of a row, which only deals have in a column."""
    return str(row["sha256"] if "prev_chain" in row else row["seal"]["sha256"])


# ------------------------------------------------------------------ what was written here meanwhile
def conflicts(found: Beyond) -> Iterator[Fault]:
    """Say what was written here that does not go with what the hall recorded."""
    for row in (row for row in found.own if not _is_beside(row)):
        if isinstance(row, DealVersion):
            theirs = _same_deal(found, row)
            yield (
                Fault("twice", f"{said(row)}: {_nets(row.net)} / {_nets(theirs)}")
                if theirs
                else Fault("meanwhile", said(row))
            )
        elif not isinstance(row, Action):
            yield Fault("meanwhile", said(row))
        elif not row.verb.startswith("deal_"):
            yield Fault("meanwhile", _told(row))


def _is_beside(row: Any) -> bool:
    return isinstance(row, Action) and (row.verb.startswith(BESIDE) or _moves_person(row))


def _same_deal(found: Beyond, ours: DealVersion) -> dict[str, int]:
    """Give the nets that the hall has for a deal that was recorded here, too; the last version's."""
    nets = [
        {seat: row[f"net_{seat.lower()}"] for seat in ours.seats}
        for kind, row in found.new
        if kind is DealVersion and (row["table_id"], row["number"]) == (ours.table_id, ours.number)
    ]
    return nets[-1] if nets else {}


def _nets(nets: Mapping[str, int]) -> str:
    return " ".join(f"{seat} {net:+}" for seat, net in nets.items())


def _told(line: Action) -> str:
    what = _(VERBS[line.verb]) if line.verb in VERBS else line.verb
    named = round_name(line.competition, line.facts["round"]) if "round" in line.facts else ""
    return f"{what} {named or line.facts.get('number', '')}".strip()
