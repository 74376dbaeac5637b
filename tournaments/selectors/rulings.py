"""Penalties as the staff look at them: the list, and whether a like one was imposed a moment ago."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models import Action, Competition, DealVersion, Entry, Penalty, Table
from tournaments.models.ledger import scores_with_people
from tournaments.wording.reasons import said

MOMENT = timedelta(minutes=1)
FINES = ("standings_penalty", "standings_penalty_reversed")
WARNINGS = ("warning", "warning_reversed")  # as the log has them
RULINGS = ("ruling", "ruling_reversed")  # that have no other effect
ADJUSTED = ("adjustment", "adjustment_reversed")
ON_A_DEAL = "deal_penalty"
GIVEN = (WARNINGS[0], FINES[0], RULINGS[0], ADJUSTED[0])
DISPUTED, STANDS = "deal_dispute", "deal_settled"


@dataclass(frozen=True, slots=True)
class Listed:
    """A penalty or a reversal, with whom it is about, and whether its deal is void: nobody pays then."""

    penalty: Penalty
    entry: Entry | None
    void: bool

    @property
    def stands(self) -> bool:
        """Say whether there is something to take back."""
        is_one = self.penalty.reverses is None and self.penalty.event_index is None
        return is_one and not self.void and not hasattr(self.penalty, "reversed_by")


def listed(competition: Competition) -> list[Listed]:
    """List all of a competition, newest first, in three queries; adjusted scores are none."""
    penalties = [one for one in penalties_of(competition) if not one.is_adjustment]
    deals = _deals_of(penalties)
    return [_listed(one, deals.get((one.table_id, one.deal))) for one in penalties]


def _listed(penalty: Penalty, deal: DealVersion | None) -> Listed:
    return Listed(penalty, penalty.entry or _offender(penalty, deal), bool(deal and deal.void))


def _offender(penalty: Penalty, deal: DealVersion | None) -> Entry | None:
    """Say who is meant by a reversal, which itself is on nobody: by what it reverses, else by the seat."""
    if penalty.reverses:
        return penalty.reverses.entry
    seat = (penalty.event or {}).get("offender")
    return next((row.entry for row in deal.scores.all() if row.seat == seat), None) if deal else None


def _deals_of(penalties: list[Penalty]) -> dict[tuple[int | None, int | None], DealVersion]:
    """Give the deals that penalties were imposed on, as they are now, by table and number."""
    tables = {one.table_id for one in penalties if one.table_id}
    current = DealVersion.objects.current().filter(table__in=tables).defer("content", "result")
    return {(one.table_id, one.number): one for one in current.prefetch_related(scores_with_people())}


def of_table(table: Table, numbers: Collection[int]) -> list[dict[str, Any]]:
    """List what was ruled on a table, or on people in its round, but for penalties of deals; oldest first.

    That a deal stands is told where somebody had disputed it. It is read from the log, in one query: every
    tablet asks this.
    """
    verbs = Q(verb__in=(*WARNINGS, *FINES, *RULINGS, *ADJUSTED))
    here = Q(facts__round=table.round.number, facts__table=table.number)
    lines = Action.objects.filter(verbs | here & Q(verb__in=(DISPUTED, STANDS)))
    told: dict[tuple[str, int], list[dict[str, Any]]] = {}
    disputed: set[int] = set()
    for line in lines.filter(competition=table.round.competition_id).order_by("pk"):
        if line.verb in (DISPUTED, STANDS):
            told |= _answered(line, disputed)
            continue
        if not _is_of(line, table, numbers):
            continue
        if line.verb in GIVEN:
            told[meant(line)] = _ruled(line)
        for one in told.get(meant(line), ()):
            one["taken_back"] = line.verb not in GIVEN
    return [one for ruled in told.values() for one in ruled]


def _answered(line: Action, disputed: set[int]) -> dict[tuple[str, int], list[dict[str, Any]]]:
    """Say that a deal stands, where a line of the log answers a dispute; note what is disputed."""
    deal = line.facts["deal"]
    if line.verb == DISPUTED:
        disputed.add(deal)
        return {}
    return {meant(line): _ruled(line)} if deal in disputed else {}


def _is_of(line: Action, table: Table, numbers: Collection[int]) -> bool:
    here = line.facts.get("entry") in numbers or line.facts.get("table") == table.number
    return here and bool(line.facts["round"] == table.round.number)


def meant(line: Action) -> tuple[str, int]:
    """Say which warning, penalty or ruling a line of the log gives or takes back; but for penalties, a line.

    Lines of the first logs do not name their penalty; those mean something of their own, below 0.
    """
    if line.verb in FINES:
        return "penalty", line.facts.get("penalty", -line.pk)
    if line.verb == STANDS:
        return RULINGS[0], line.pk
    kind = next(pair[0] for pair in (WARNINGS, RULINGS, ADJUSTED) if line.verb in pair)
    return kind, line.facts.get(kind, line.pk)


def _ruled(line: Action) -> list[dict[str, Any]]:
    """Say what a line gives to each whom it is about."""
    told: dict[str, Any] = {"kind": meant(line)[0], "at": line.at.isoformat(), "reason": said(line.reason)}
    each = {int(number): amount for number, amount in line.facts.get("amounts", {}).items()}
    each = each or {line.facts.get("entry"): line.facts.get("amount")}
    told |= {"deal": line.facts.get("deal"), "stands": line.verb == STANDS, "taken_back": False}
    return [{**told, "number": number, "amount": amount} for number, amount in each.items()]


def adjusted_at(table: Table) -> list[Penalty]:
    """List the adjusted scores of a table, in order, each with what takes it back."""
    given = Penalty.objects.filter(round=table.round_id, reverses=None, event__table=table.number)
    return list(given.exclude(amount=None).select_related("entry__player", "reversed_by").order_by("pk"))


def behind(lines: Iterable[Action], competition: Competition) -> dict[int, Penalty]:
    """Give the penalty, or its reversal, behind each line of a deal's changed penalties, by key of the line.

    Each of them made one version of its deal: the first of a deal belongs to the first, and so on. All such
    lines of a deal must be among `lines`, in order.
    """
    rows = Penalty.objects.filter(competition=competition, amount=None).order_by("pk")
    made: dict[tuple[int, int, int | None], list[Penalty]] = defaultdict(list)
    for row in rows.select_related("round", "table", "reversed_by"):
        made[row.round.number, row.table.number if row.table else 0, row.deal].append(row)
    found = {}
    for line in lines:
        rest = made[line.facts["round"], line.facts["table"], line.facts["deal"]]
        if rest:
            found[line.pk] = rest.pop(0)
    return found


def penalties_of(competition: Competition) -> QuerySet[Penalty]:
    """List penalties and reversals, newest first."""
    penalties = Penalty.objects.filter(competition=competition).order_by("-pk")
    return penalties.select_related(
        "entry__player", "round", "table", "actor", "reverses__entry__player", "reversed_by"
    )


def alike_on_deal(table: Table, deal: int, event: dict[str, Any]) -> Penalty | None:
    """Find a penalty on this deal for the same seat, imposed within the last minute."""
    recent = _recent().filter(table=table, deal=deal).order_by("-pk")
    return next((one for one in recent if one.event and one.event.get("offender") == event["offender"]), None)


def alike_in_standings(entry: Entry) -> Penalty | None:
    """Find a penalty against the standings of the same player, imposed within the last minute."""
    return _recent().filter(entry=entry, amount__isnull=False).order_by("-pk").first()


def _recent() -> QuerySet[Penalty]:
    since = timezone.now() - MOMENT
    return Penalty.objects.filter(at__gte=since, reverses=None, event_index=None).select_related("actor")


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning with whom it is about, the penalty of the rules behind it, and how many they have with it.

    `place` counts those of the same person that stand; it is 0 for one that was taken back.
    """

    line: Action
    entry: Entry | None
    code: str
    source: str
    place: int
    taken_back: Action | None


def warnings_of(competition: Competition, sources: Mapping[str, str]) -> list[Warned]:
    """List all of a competition, newest first; `sources` says where the rules have each penalty."""
    lines = Action.objects.filter(competition=competition, verb__in=WARNINGS).select_related("actor")
    listed = list(lines.order_by("pk"))
    entries = {entry.number: entry for entry in competition.entries.select_related("player")}
    taken = {one.facts["warning"]: one for one in listed if one.verb == WARNINGS[1]}
    stand: Counter[int] = Counter()
    found = []
    for one in (line for line in listed if line.verb == WARNINGS[0]):
        number, code = one.facts["entry"], one.facts["code"]
        stand[number] += one.pk not in taken
        place = 0 if one.pk in taken else stand[number]
        told = (entries.get(number), code, sources.get(code, ""), place, taken.get(one.pk))
        found.append(Warned(one, *told))
    return found[::-1]
