"""Take over deals that a tablet could not send itself."""

from typing import Any

from django.contrib.auth.models import User

from tournaments.models import Table
from tournaments.services import locks
from tournaments.services.announce import log
from tournaments.services.deals import Receipt, Submission, deal_submit


@locks.write
def saved_deal_take(*, table: Table, submission: Submission, actor: User) -> Receipt:
    """Submit a deal under the key it has on the tablet, so that it counts once whoever brings it next."""
    receipt = deal_submit(table=table, submission=submission)
    if receipt.status != "replayed":
        where: dict[str, Any] = {"round": table.round.number, "table": table.number, "deal": submission.deal}
        log(table.round.competition, "deal_taken_over", actor=actor, code=receipt.status, **where)
    return receipt
