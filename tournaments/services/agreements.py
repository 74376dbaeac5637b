"""Keep what a table chose at its first deal, when its players confirm: once, and nobody changes it."""

from typing import Any

from tournaments.deal import consent
from tournaments.models import Agreement, Device, Table
from tournaments.refusals import Refusal
from tournaments.services import locks
from tournaments.services.announce import keep, log, revise
from tournaments.services.devices import check_paired

CHOSEN = {consent.EACH: "agreed_each", consent.TOGETHER: "agreed_together"}


@locks.write
def table_agree(*, table: Table, confirms: str, device: Device | None = None) -> Agreement:
    """Keep a table's choice; the same choice again is answered as before.

    Raises Refusal: `agreed_each` or `agreed_together` where the table has chosen otherwise before,
    `nothing_to_choose`, or `not_authenticated` for a tablet that was revoked.
    """
    table = locks.take_table(table)
    check_paired(device)
    before = Agreement.objects.filter(table=table).first()
    if before and before.confirms != confirms:
        raise Refusal(CHOSEN[before.confirms])
    return before or _agreed(table, confirms, device)


def _agreed(table: Table, confirms: str, device: Device | None) -> Agreement:
    competition = table.round.competition
    if not competition.lets_tables_choose:
        raise Refusal("nothing_to_choose")
    agreement = Agreement(table=table, confirms=confirms, device=device)
    keep(agreement, competition)
    where: dict[str, Any] = {"round": table.round.number, "table": table.number}
    log(competition, "table_agreed", device=device, confirms=confirms, **where)
    revise(competition, table=table.number, device=device)
    return agreement
