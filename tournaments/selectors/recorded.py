"""A table as it is recorded, each part of it read once: for whoever works out what would come of a change.

`written` is what a change would write, deal by deal in order: it stands in place of what is recorded.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from scoring import Position
from tournaments.deal.preview import Mahjong
from tournaments.deal.reckon import Reckoned
from tournaments.models import DealVersion, Seating, Table
from tournaments.selectors import tables
from tournaments.sittings import turn


class TableRecord:
    """What is known of one table: its deals that count, who was ever put on its seats, who won what."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @cached_property
    def versions(self) -> list[DealVersion]:
        """List the deals that count, in order of number."""
        return tables.current_versions(self.table)

    @cached_property
    def seatings(self) -> list[Seating]:
        """List who was ever put on the table's seats."""
        return tables.seatings_of(self.table)

    @cached_property
    def _made(self) -> list[tuple[int, Mahjong]]:
        return tables.mahjongs_of(self.table)

    def sitting(self, deal: int) -> dict[str, tables.Sitter]:
        """Say who sits on each seat for a deal."""
        return tables.sitters_among(self.seatings, deal)

    def following(self, written: Sequence[Reckoned] = ()) -> Position | None:
        """Say what the table plays next; None when the game is over."""
        recorded = self.versions[-1].number if self.versions else 0
        if written and written[-1].position.number >= recorded:
            return tables.with_company(written[-1].following, self.seatings)
        return tables.next_position(self.versions, self.seatings)

    def made(self, written: Sequence[Reckoned] = ()) -> list[tuple[int, Mahjong]]:
        """List the mah-jongs of the table's players by entry, in order of play."""
        here, anew = self._place, {each.position.number for each in written}
        kept = [
            (entry, won)
            for entry, won in self._made
            if (won.round, won.table) != here or won.deal not in anew
        ]
        more = [won for each in written for won in self._won_in(each)]
        return sorted(kept + more, key=lambda one: (turn(one[1].round), one[1].deal))

    @property
    def _place(self) -> tuple[int, int]:
        return self.table.round.number, self.table.number

    def _won_in(self, deal: Reckoned) -> list[tuple[int, Mahjong]]:
        number = deal.position.number
        sitting: Mapping[str, tables.Sitter] = self.sitting(number)
        return [
            (sitting[seat].entry.pk, Mahjong(deal.specials.get(seat), *self._place, number))
            for seat in deal.winners
        ]
