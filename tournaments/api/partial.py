"""What can be said of a deal that is not all there yet: values and lines of the hands that are sound."""

from typing import Any

import scoring
from tournaments.models import Table
from tournaments.selectors import tables
from tournaments.services.reckoning import rules_of


def sound_hands(table: Table, content: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Count each sound hand of a faulty declaration, by seat; nothing where nothing can be said."""
    position = tables.next_position(tables.current_versions(table))
    if position is None:
        return {}
    try:
        deal = scoring.Deal.from_json(content)
    except scoring.MalformedHand:
        return {}
    scored = scoring.score_deal(deal, position, rules_of(table.round.competition))
    return {seat: hand.to_json() for seat, hand in scored.hands.items() if hand.valid}
