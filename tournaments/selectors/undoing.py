"""Which lines of the log can be taken back now, and on which page: always by a new entry, nothing is deleted.

What somebody else has taken back since, or what others have built on, has no way back from here.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from tournaments.models import Action, Competition, DealVersion, Penalty, Round, Table
from tournaments.powers import Power
from tournaments.selectors.rulings import ADJUSTED, FINES, GIVEN, ON_A_DEAL, RULINGS, WARNINGS, behind, meant
from tournaments.selectors.undone import POWERS, as_left

REVERSED = (WARNINGS[1], FINES[1], RULINGS[1], ADJUSTED[1])
PUBLISHED, CLOSED = "round_publish", "round_close"


RESTORED = (DealVersion.Kind.CORRECT, DealVersion.Kind.VOID)
CHANGED = tuple(f"deal_{kind}" for kind in RESTORED)


@dataclass(frozen=True, slots=True)
class Undo:
    """The page of the staff that takes a line back, by its name, and the power that it takes."""

    page: str
    power: Power
    named: dict[str, Any] = field(default_factory=dict)


def undoable(competition: Competition, actions: Iterable[Action]) -> dict[int, Undo]:
    """Say of lines of the log, the newest first, which can be taken back; many lines ask no more than one."""
    if competition.archived_at:
        return {}
    listed = list(actions)
    of_rulings = (*_rulings(competition, listed), *_on_deals(competition, listed))
    left = as_left(competition, listed)
    of_lines = ((one.pk, Undo("undo", POWERS[one.verb], {"line": one.pk})) for one in left)
    return dict((*of_rulings, *of_corrections(listed), *of_lines, *_rounds(competition, listed)))


def _rulings(competition: Competition, listed: list[Action]) -> Iterator[tuple[int, Undo]]:
    ruled = [one for one in listed if one.verb in GIVEN]
    lines = Action.objects.filter(competition=competition, verb__in=REVERSED) if ruled else []
    gone = {meant(one) for one in lines}
    for one in ruled:
        if meant(one) not in gone and (way := of_ruling(one)):
            yield one.pk, way


def of_ruling(line: Action) -> Undo | None:
    """Give the way back from a warning, a penalty or a ruling that stands; none in the first logs."""
    kind, key = meant(line)
    return Undo(f"{kind}-reverse", Power.RULE, {kind: key}) if key > 0 else None


def of_penalty(penalty: Penalty) -> Undo | None:
    """Give the way back from a penalty of a deal that stands, as long as the deal does."""
    is_reversal = penalty.reverses_id is not None or penalty.event_index is not None
    if is_reversal or hasattr(penalty, "reversed_by"):
        return None
    return Undo("penalty-reverse", Power.RULE, {"penalty": penalty.pk})


def _on_deals(competition: Competition, listed: list[Action]) -> Iterator[tuple[int, Undo]]:
    """Offer the penalties of deals that stand, where the deal does, too."""
    shown = {one.pk for one in listed if one.verb == ON_A_DEAL}
    if not shown:
        return
    lines = Action.objects.filter(competition=competition, verb=ON_A_DEAL).order_by("pk")
    voided = DealVersion.objects.current().filter(competition=competition, void=True)
    void = set(voided.values_list("table", "number"))
    for key, one in behind(lines, competition).items():
        if key in shown and (one.table_id, one.deal) not in void and (way := of_penalty(one)):
            yield key, way


def of_corrections(listed: Iterable[Action]) -> Iterator[tuple[int, Undo]]:
    """Offer the last change of what was played at a table, where nothing was recorded there since."""
    lines = {one.facts["sha256"]: one for one in listed if one.verb in CHANGED}
    for hash_ in restorable(lines):
        facts = lines[hash_].facts
        where = {name: facts[name] for name in ("round", "table", "deal")}
        yield lines[hash_].pk, Undo("deal-restore", Power.RULE, where)


def restorable(hashes: Collection[str]) -> dict[str, bool]:
    """Give the versions that can go back to the one before, and whether later deals were replayed for them.

    They are named by their hashes. Of a table that is the last version that is no replay, if it corrects or
    voids; in one query.
    """
    if not hashes:
        return {}
    tables = Table.objects.filter(deal_versions__sha256__in=hashes)
    rows = DealVersion.objects.filter(table__in=tables.values("pk")).order_by("-sequence")
    found, by_table = dict[str, bool](), defaultdict[int, list[Any]](list)
    for table, *told in rows.values_list("table", "sha256", "kind", "reason", "actor"):
        by_table[table].append(told)
    for versions in by_table.values():
        replays = list(takewhile(lambda told: told[1] == DealVersion.Kind.REPLAY, versions))
        hash_, kind, *why = versions[len(replays)]
        if kind in RESTORED and hash_ in hashes and all(told[2:] == why for told in replays):
            found[hash_] = bool(replays)
    return found


def _rounds(competition: Competition, listed: list[Action]) -> Iterator[tuple[int, Undo]]:
    """Offer the last move of a round, while it is as that left it and nothing runs that began since."""
    moved = [one for one in listed if one.verb in (PUBLISHED, CLOSED)]
    rounds = {one.number: one for one in competition.rounds.all()} if moved else {}
    runs = any(one.is_running for one in rounds.values())
    for line in moved:
        one = rounds.pop(line.facts["round"], None)
        if one is None:
            continue
        if line.verb == PUBLISHED and one.state == Round.State.PUBLISHED:
            yield line.pk, Undo("take-back", Power.SEATING, {"round": one.number})
        if line.verb == CLOSED and one.is_closed and not runs:
            yield line.pk, Undo("round", Power.ROUNDS, {"round": one.number})
