"""Take a player's word on a recorded deal: confirmed or disputed, bound to the content that was seen."""

from django.db import transaction

from tournaments.models import Confirmation, DealVersion, Device, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services.announce import log, tell
from tournaments.services.deals import lock

CONFIRM, DISPUTE = Confirmation.Answer.CONFIRM, Confirmation.Answer.DISPUTE


@transaction.atomic
def deal_answer(
    *, table: Table, number: int, seat: str, answer: str, sha256: str, device: Device | None = None
) -> DealVersion:
    """Note what a seat says of a deal; the same word twice is one word.

    Raises Refusal: `deal_not_found`, or `version_changed` if the content is no longer what was seen.
    """
    table = lock(table)
    version = _current(table, number)
    if version.sha256 != sha256:
        raise Refusal("version_changed", deal=number, version=version.version)
    if tables.answers_to(version).get(seat) != answer:
        Confirmation.objects.create(version=version, seat=seat, answer=answer, sha256=sha256, device=device)
        log(
            table.round.competition,
            f"deal_{answer}",
            device=device,
            round=table.round.number,
            table=table.number,
            deal=number,
            version=version.version,
            seat=seat,
        )
        tell(table.round.competition)
    return version


def _current(table: Table, number: int) -> DealVersion:
    version = DealVersion.objects.current().filter(table=table, number=number).first()
    if version is None:
        raise Refusal("deal_not_found", deal=number, table=table.number)
    return version
