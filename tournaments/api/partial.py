"""What can be said of a deal that is not all there yet: values and lines of the hands that are sound."""

from typing import Any

from tournaments.deal import preview
from tournaments.models import Table
from tournaments.selectors import explained, tables
from tournaments.services.reckoning import rules_of


def partial_json(table: Table, content: dict[str, Any], deal: int | None = None) -> dict[str, Any]:
    """Write what the sound hands of a faulty declaration are worth, of the next deal or of a recorded one."""
    position = tables.recorded_position(table, deal) if deal else tables.upcoming(table)
    rules = rules_of(table.round.competition)
    hands = preview.sound_hands(content, position, rules) if position else {}
    return preview.partial_json(hands, explained.said())
