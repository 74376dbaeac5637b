"""Take over deals and corrections that a tablet could not send itself.

Each goes the way that it would have gone from the tablet, under the key that it has there: it counts once,
whoever brings it next, and a correction stays the table's, with no more rights than a table has.
"""

from django.contrib.auth.models import User

from tournaments.models import Table
from tournaments.services import locks
from tournaments.services.announce import log
from tournaments.services.deals import Receipt, Submission, deal_submit
from tournaments.services.table_corrections import Correction, table_correct


@locks.write
def saved_deal_take(*, table: Table, submission: Submission, actor: User) -> Receipt:
    """Submit a deal that somebody carried over."""
    receipt = deal_submit(table=table, submission=submission)
    _log("deal_taken_over", table, submission.deal, receipt, actor)
    return receipt


@locks.write
def saved_correction_take(*, table: Table, correction: Correction, actor: User) -> Receipt:
    """Make a table's correction that somebody carried over; raises Refusal as it would to the tablet."""
    receipt = table_correct(table=table, correction=correction)
    _log("correction_taken_over", table, correction.number, receipt, actor)
    return receipt


def _log(verb: str, table: Table, deal: int, receipt: Receipt, actor: User) -> None:
    """Say who brought it; what was there already came another way."""
    if receipt.status == "replayed":
        return
    code, place = receipt.status, table.round
    log(place.competition, verb, actor=actor, code=code, round=place.number, table=table.number, deal=deal)
