"""Let the staff record a deal: where a tablet is missing, or a table plays on paper."""

from django.contrib.auth.models import User

from scoring import Position
from tournaments.models import DealVersion, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import journal, locks
from tournaments.services.announce import tell
from tournaments.services.deals import Submission, promote_waiting, reckon_at, record


@locks.write
def deal_enter(*, table: Table, submission: Submission, actor: User) -> DealVersion:
    """Record a table's next deal once, as the staff declare it; raises Refusal and then stores nothing.

    It is never held, as a tablet's is: whoever typed it is told that the table went on, and looks.
    """
    table = locks.take_table(table)
    done = DealVersion.objects.filter(key=submission.key).first()
    if done and done.fingerprint != submission.fingerprint:
        raise Refusal("key_reused", key=str(submission.key))
    return done or _record(table, submission, actor)


def _record(table: Table, submission: Submission, actor: User) -> DealVersion:
    position = next_deal(table)
    sitting = tables.sitters(table, position.number)
    if submission.context != tables.context_hash(table, position, sitting):
        raise Refusal("table_went_on", table=table.number, deal=position.number)
    reckoned = reckon_at(table, submission.content, position, sitting)
    version = record(table, submission, reckoned, sitting, None, actor=actor)
    promote_waiting(table)
    sent = {"key": str(submission.key), "deal": submission.deal, "context": submission.context}
    sent["seating_version"] = submission.seating_version
    journal.note(table, {**submission.content, **sent}, actor=actor.pk)
    tell(table.round.competition, table=table.number)
    return version


def next_deal(table: Table) -> Position:
    """Ask where a table is that plays; raises Refusal where no deal can be entered now."""
    return enterable(table, tables.upcoming(table))


def enterable(table: Table, position: Position | None) -> Position:
    """Give where a table is, if a deal can be entered there; raises Refusal."""
    if not table.takes_deals:
        raise Refusal("no_running_round")
    if position is None:
        raise Refusal("game_over")
    return position
