"""What the table protocol answers to what is sent: receipts, previews, corrections."""

from typing import Any

import scoring
from tournaments.api.answers import represent
from tournaments.api.table import shapes
from tournaments.api.table.output import scores_after
from tournaments.deal import preview
from tournaments.deal.preview import lines_of, position_json, sound_json
from tournaments.models import DealVersion, HeldSubmission, Table
from tournaments.refusals import sentence
from tournaments.selectors import explained, history, tables
from tournaments.selectors.called import called, called_at
from tournaments.services.corrections import Plan
from tournaments.services.deals import Preview, Receipt
from tournaments.services.reckoning import rules_of


def receipt_json(receipt: Receipt, table: Table, words: str) -> dict[str, Any]:
    """Write what became of a submission; the tablet forgets its entry on nothing else."""
    head = {
        "status": receipt.status,
        "key": str(receipt.submission_key),
        "fingerprint": receipt.fingerprint,
        "revision": receipt.revision,
    }
    if receipt.version:
        return {**head, **_recorded_part(receipt, receipt.version, words)}
    if receipt.held:
        return {**head, **_held_part(receipt.held, table)}
    raise ValueError(receipt)


def _names_in(receipt: Receipt, version: DealVersion) -> dict[str, str]:
    if receipt.sitting:
        return called_at(receipt.sitting)
    return called({row.seat: row.entry for row in version.scores.select_related("entry__player")})


def _recorded_part(receipt: Receipt, version: DealVersion, words: str) -> dict[str, Any]:
    names = _names_in(receipt, version)
    return {
        "deal": version.number,
        "version": version.version,
        "sha256": version.sha256,
        "chain": version.chain,
        "net": version.net,
        "scores": receipt.scores or tables.scores_through(version.table, version.number),
        "lines": lines_of(version.result, names, explained.said(words)),
        "next": position_json(tables.position_after(version), rules_of(version.table.round.competition)),
        "code": None,
        "message": None,
        "facts": {},
    }


def _held_part(held: HeldSubmission, table: Table) -> dict[str, Any]:
    versions, seatings = tables.current_versions(table), tables.seatings_of(table)
    return {
        "deal": held.deal,
        "version": None,
        "sha256": None,
        "chain": None,
        "net": None,
        "scores": scores_after(table, versions, held.deal, seatings),
        "lines": None,
        "next": position_json(tables.next_position(versions, seatings), rules_of(table.round.competition)),
        "code": held.code,
        "message": sentence(held.code, held.facts),
        "facts": held.facts,
        "ruling": represent(shapes.HeldSerializer, held)["ruling"],
    }


def preview_json(foreseen: Preview, words: str) -> dict[str, Any]:
    """Write what a declaration would come to."""
    rules = rules_of(foreseen.table.round.competition)
    return sound_json(foreseen.reckoned, called_at(foreseen.sitting), rules, explained.said(words))


def partial_json(
    table: Table, content: dict[str, Any], words: str, deal: int | None = None
) -> dict[str, Any]:
    """Write what the sound hands of a faulty declaration are worth, of the next deal or of a recorded one."""
    position = tables.recorded_position(table, deal) if deal else tables.upcoming(table)
    rules = rules_of(table.round.competition)
    hands = preview.sound_hands(content, position, rules) if position else {}
    return preview.partial_json(hands, explained.said(words), position.playing if position else scoring.SEATS)


def correction_json(plan: Plan, words: str) -> dict[str, Any]:
    """Write what a correction would come to, and every later deal that it changes."""
    first, *later = plan.changes
    rules = rules_of(plan.table.round.competition)
    names = called_at(tables.sitters(plan.table, first.number))
    return sound_json(first.after, names, rules, explained.said(words)) | {
        "later": [
            {
                "deal": change.number,
                "before": change.before.net,
                "after": dict(change.after.net),
                "east": change.after.position.east,
                "east_before": change.before.east,
                "flags": history.flag_words(change.flags),
            }
            for change in later
        ],
        "upcoming": position_json(plan.following, rules),
        "upcoming_before": position_json(plan.followed, rules),
    }
