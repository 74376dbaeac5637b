"""What becomes of a dispute when its deal gets a new version: it goes on, or the new version answers it.

What a player disputes is what was declared. Where that stays (a penalty comes or goes, winds are replayed,
people are put on their seats) nobody has decided anything: the dispute goes on, on the seat where that player
sits now. A deal that is declared anew or voided answers it, and so do seats by which the player did not play
it. The log says either. Where a correction is taken back, the deal is again what was disputed before it.
"""

from collections.abc import Iterator

from tournaments.deal import consent
from tournaments.deal.hashes import canonical
from tournaments.models import Confirmation, DealVersion
from tournaments.selectors import confirmed
from tournaments.services.announce import keep, log
from tournaments.services.ledger import Origin


def carry_over(version: DealVersion, origin: Origin) -> None:
    """Say again on a new version what was disputed of the one before, or log that it is answered.

    The caller has just appended the version, and holds the locks for that.
    """
    for before, now in list(_disputed(version, version.supersedes)):
        if now is None or _is_answered(version):
            _log(version, origin, "deal_dispute_answered", before)
        else:
            _dispute(version, origin, now)
    for _before, now in list(_disputed(version, _restored(version))):
        if now is not None:
            _dispute(version, origin, now)


def _dispute(version: DealVersion, origin: Origin, seat: str) -> None:
    word = Confirmation(version=version, seat=seat, answer=consent.DISPUTE, sha256=version.sha256)
    word.actor, word.device = origin.actor, origin.device
    keep(word, version.table.round.competition)
    _log(version, origin, "deal_dispute_kept", seat)


def _restored(version: DealVersion) -> DealVersion | None:
    """Give the version that this one goes back to, over a correction or a void between."""
    between = version.supersedes
    earlier = between and between.supersedes
    if earlier is None or not _is_answered(version) or version.void:
        return None
    return earlier if canonical(earlier.content) == canonical(version.content) else None


def _disputed(version: DealVersion, old: DealVersion | None) -> Iterator[tuple[str, str | None]]:
    """Give the seats that disputed an older version, and where their players sit now, if they do."""
    words = confirmed.words_on(old) if old else {}
    if old is None or consent.DISPUTE not in words.values() or consent.STAFF in words:
        return
    was = dict(old.scores.values_list("seat", "entry"))
    now = {entry: seat for seat, entry in version.scores.values_list("seat", "entry")}
    for seat, word in words.items():
        if word == consent.DISPUTE:
            yield seat, now.get(was[seat])


def _is_answered(version: DealVersion) -> bool:
    if version.kind != DealVersion.Kind.CORRECT or version.supersedes is None:
        return version.void
    return canonical(version.content) != canonical(version.supersedes.content)


def _log(version: DealVersion, origin: Origin, verb: str, seat: str) -> None:
    table = version.table
    log(
        table.round.competition,
        verb,
        actor=origin.actor,
        device=origin.device,
        round=table.round.number,
        table=table.number,
        deal=version.number,
        version=version.version,
        seat=seat,
    )
