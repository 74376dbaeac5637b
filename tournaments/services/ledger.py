"""The one place that writes deal versions: hash, chain, scores, log, revision in one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from scoring import Position
from tournaments.deal.chairs import CHAIRS, ring_of, seats_in
from tournaments.deal.reckon import Reckoned
from tournaments.models import Action, Competition, DealVersion, Device, ScoreRow, Table
from tournaments.models.rows import Found, insert, insert_keyed, update
from tournaments.selectors.tables import Sitter
from tournaments.services import sealing

POSITION: dict[str, Any] = {
    "east": "",
    "round_wind": "",
    "goulash": False,
    "counted": 0,
}  # "" and so on: over
THIS = f"(SELECT id FROM {DealVersion._meta.db_table} WHERE competition_id = %s AND sequence = %s)"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a version comes from: who, which tablet, under which key, and why."""

    actor: User | None = None
    device: Device | None = None
    key: UUID | None = None
    fingerprint: str = ""
    client_time: str = ""
    reason: str = ""


def append(
    table: Table,
    number: int,
    reckoned: Reckoned,
    sitters: Mapping[str, Sitter],
    *,
    kind: str,
    origin: Origin,
    supersedes: DealVersion | None = None,
    flags: list[str] | None = None,
) -> DealVersion:
    """Write one version with its score rows and its log line, and count the competition's revision.

    The caller holds the locks of the table and of its competition (`locks`), read both under them, and ends
    its transaction with `tell`. Nothing else was tied to the chain since the competition was read.
    """
    competition = table.round.competition
    version = _version(table, number, reckoned, kind, origin, supersedes, flags or [])
    scores = score_rows(reckoned, sitters)
    _chain(version, competition, scores)
    insert_keyed(version)
    insert(*scores, version=Found(THIS, [competition.pk, version.sequence]))
    line = _line(competition, version, table, origin)
    sealing.tie(line, competition)
    insert(line)
    update(competition, "sequence", "revision", "chain_head", *sealing.COUNTERS)
    return version


def _version(
    table: Table,
    number: int,
    reckoned: Reckoned,
    kind: str,
    origin: Origin,
    supersedes: DealVersion | None,
    flags: list[str],
) -> DealVersion:
    return DealVersion(
        competition_id=table.round.competition_id,
        table=table,
        number=number,
        version=supersedes.version + 1 if supersedes else 1,
        supersedes=supersedes,
        kind=kind,
        key=origin.key,
        fingerprint=origin.fingerprint,
        content=reckoned.content,
        void=bool(reckoned.content.get("void")),
        **_positions(reckoned.position, reckoned.following),
        result=reckoned.result,
        flags=flags,
        **_nets(reckoned.net),
        reason=origin.reason,
        actor=origin.actor,
        device=origin.device,
        client_time=origin.client_time,
    )


def _positions(before: Position, after: Position | None) -> dict[str, Any]:
    told = {name: getattr(before, name) for name in POSITION} | {"ring": ring_of(before)}
    return told | {f"next_{name}": getattr(after, name, none) for name, none in POSITION.items()}


def _nets(net: Mapping[str, int]) -> dict[str, int]:
    return {f"net_{seat.lower()}": net.get(seat, 0) for seat in CHAIRS}


def _chain(version: DealVersion, competition: Competition, scores: Sequence[ScoreRow]) -> None:
    sealing.tie_deal(version, scores, competition)
    version.sequence = competition.sequence + 1
    competition.sequence, competition.chain_head = version.sequence, version.chain
    competition.revision += 1


def score_rows(reckoned: Reckoned, sitters: Mapping[str, Sitter]) -> list[ScoreRow]:
    """Make the score rows of a deal for the people at the table; storing them is for `append`."""
    winds = reckoned.winds
    return [
        ScoreRow(
            seat=seat,
            entry=sitters[seat].entry,
            stands_for=sitters[seat].stands_for,
            own_wind=winds.get(seat, ""),
            value=reckoned.values.get(seat),
            special=reckoned.specials.get(seat, ""),
            net=reckoned.net.get(seat, 0),
            mahjong=seat in reckoned.winners,
            gave=seat == reckoned.giver,
        )
        for seat in seats_in(reckoned.position.places)
    ]


def _line(competition: Competition, version: DealVersion, table: Table, origin: Origin) -> Action:
    facts: dict[str, Any] = {
        "round": table.round.number,
        "table": table.number,
        "deal": version.number,
        "version": version.version,
        "net": version.net,
        "sha256": version.sha256,
    }
    if version.supersedes:
        facts["before"] = version.supersedes.net
    return Action(
        competition=competition,
        verb=f"deal_{version.kind}",
        actor=origin.actor,
        device=origin.device,
        reason=origin.reason,
        facts=facts,
    )
