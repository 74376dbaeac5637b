"""What can be said of a deal that is not all there yet: the values of the hands that already have one."""

from typing import Any

import scoring
from tournaments.models import Table
from tournaments.selectors import tables
from tournaments.services.reckoning import rules_of


def part_values(table: Table, content: dict[str, Any]) -> dict[str, int | None]:
    """Value each sound hand of a faulty declaration; None where nothing can be said."""
    position = tables.next_position(tables.current_versions(table))
    nothing: dict[str, int | None] = dict.fromkeys(scoring.SEATS)
    if position is None:
        return nothing
    try:
        deal = scoring.Deal.from_json(content)
    except scoring.MalformedHand:
        return nothing
    scored = scoring.score_deal(deal, position, rules_of(table.round.competition))
    return nothing | {seat: hand.value for seat, hand in scored.hands.items() if hand.valid}
