"""Tie new rows of the ledger to the chain of their competition (what a hash covers: `models.seals`)."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from tournaments.deal import hashes
from tournaments.models import Competition, DealVersion, ScoreRow
from tournaments.models.seals import HASH, Seal, Sealed, deal_stated, hash_of_deal, salted, stated

COUNTERS = ("links", "chain_end", "sealed_at")


def tie(row: Sealed, competition: Competition) -> None:
    """Seal a row that is about to be written, and move the chain on.

    The caller holds the competition's lock, has read `COUNTERS` under it, and writes them with the row: two
    who seal at once would fork the chain. The row's time is taken here, too, so that times follow the links.
    """
    salt, text = _begin(row, competition)
    sha256 = hashes.sha256(stated(row, text))
    row.seal = Seal(competition.links, HASH, sha256, text, salt).to_json()
    competition.chain_end = hashes.chain(competition.chain_end, sha256)


def tie_deal(version: DealVersion, scores: Sequence[ScoreRow], competition: Competition) -> None:
    """Seal a deal's version with its score rows, as `tie` does; its hashes have columns."""
    salt, text = _begin(version, competition)
    version.seal = Seal(competition.links, hash_of_deal(version), text=text, salt=salt).to_json()
    version.sha256 = hashes.sha256(deal_stated(version, scores, text))
    version.prev_chain = competition.chain_end
    version.chain = hashes.chain(version.prev_chain, version.sha256)
    competition.chain_end = version.chain


def moment(competition: Competition) -> datetime:
    """Give the time for what is done now, under the competition's lock: never before its last row's.

    Of several servers one may be behind by its clock; what is done by it is later all the same.
    """
    now = timezone.now()
    return max(now, competition.sealed_at or now)


def _begin(row: Sealed, competition: Competition) -> tuple[str, str]:
    row.at = competition.sealed_at = moment(competition)
    competition.links += 1
    return salted(getattr(row, "reason", ""))
