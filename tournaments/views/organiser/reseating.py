"""Who sits where, put right after the start: two on wrong seats, two at wrong tables, a substitute."""

from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.forms.rounds import CrossForm, SubstituteForm, SwapForm
from tournaments.models import Entry, Seating, Table
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import company, tables
from tournaments.services import across, seats
from tournaments.views.organiser.page import FormPage, OfTable, retold
from tournaments.views.organiser.tables import Foreseen
from tournaments.wording.tiles import wind_name


class SeatsSeen(FormPage, OfTable):
    """A change of who sits at a table, made on the seats as the page showed them."""

    power = Power.RULE

    @cached_property
    def seatings(self) -> list[Seating]:
        """List who was ever put on the seats, read once: the form names what its digest says."""
        return tables.seatings_of(self.table)

    @property
    def sitting(self) -> list[tuple[str, str]]:
        """List the seats with who sits there now, as the form offers them."""
        now = tables.sitters_among(self.seatings, tables.LAST_DEAL)
        return [(seat, f"{wind_name(seat)}: {sitter.entry}") for seat, sitter in now.items()]

    def offer(self, form: Any) -> Any:
        """Offer the seats as they are now; what was chosen was a person, and is asked again."""
        raise NotImplementedError

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        if refusal.code != "seats_changed":
            return super().renewed(form, refusal)
        del self.seatings  # as they were before the wait for the lock
        return self.offer(form)


class SeatsSwap(SeatsSeen, Foreseen):
    """Two people sat on each other's seats, and it is found out later."""

    template_name = "organiser/swap.html"
    tab = "board"

    def form(self, data: Any = None, files: Any = None) -> SwapForm:
        seen = {"seen_seats": tables.digest_of(self.seatings)}
        return SwapForm(data, files, seats=self.sitting, initial=seen)

    def offer(self, form: Any) -> Any:
        form.offer(self.sitting)
        return retold(form, first="", second="", seen_plan="", seen_seats=tables.digest_of(self.seatings))

    def done_before(self, form: Any) -> bool:
        return seats.swap_of(self.table, form.cleaned_data["key"]) is not None

    def change(self, form: Any, reason: str) -> Any:
        told = form.cleaned_data
        return seats.seats_swap(
            table=self.table,
            seats=(told["first"], told["second"]),
            from_deal=told["from_deal"],
            reason=reason,
            actor=self.actor,
            key=told["key"],
            seen_seats=told["seen_seats"],
        )

    def done_address(self) -> str:
        return self.table_address()


class SeatsCross(SeatsSeen, Foreseen):
    """Two people sat at each other's tables, and it is found out later."""

    template_name = "organiser/cross.html"
    tab = "board"

    @cached_property
    def seatings(self) -> list[Seating]:
        """List who was ever put on a seat of the round: both tables are seen at once."""
        return tables.seatings_of_round(self.table.round)

    @cached_property
    def by_table(self) -> dict[Table, list[Seating]]:
        """Part the seats by table."""
        found: dict[Table, list[Seating]] = {}
        for row in self.seatings:
            found.setdefault(row.table, []).append(row)
        return found

    @property
    def sitting(self) -> list[tuple[str, str]]:
        now = tables.sitters_among(self.by_table.get(self.table, []), tables.LAST_DEAL)
        return [(seat, f"{wind_name(seat)}: {sitter.entry}") for seat, sitter in now.items()]

    @property
    def others(self) -> list[tuple[str, str]]:
        """List who sits at the other tables, as the form offers them."""
        return [
            (f"{table.number}-{seat}", f"{table}, {wind_name(seat)}: {sitter.entry}")
            for table, rows in self.by_table.items()
            for seat, sitter in tables.sitters_among(rows, tables.LAST_DEAL).items()
            if table != self.table and self.rights.at_table(self.power, self.competition, table.number)
        ]

    def form(self, data: Any = None, files: Any = None) -> CrossForm:
        seen = {"seen_seats": tables.digest_of(self.seatings)}
        return CrossForm(data, files, seats=self.sitting, others=self.others, initial=seen)

    def offer(self, form: Any) -> Any:
        del self.by_table
        form.offer(self.sitting)
        form.offer_others(self.others)
        return retold(form, first="", second="", seen_plan="", seen_seats=tables.digest_of(self.seatings))

    def done_before(self, form: Any) -> bool:
        return across.cross_of(self.table, form.cleaned_data["key"]) is not None

    def change(self, form: Any, reason: str) -> Any:
        told = form.cleaned_data
        number, _dash, seat = told["second"].partition("-")
        there = access.table_in(self.competition, self.table.round.number, int(number))
        return across.seats_cross(
            places=(
                across.Place(self.table, told["first"], told["from_deal"]),
                across.Place(there, seat, told["other_deal"]),
            ),
            reason=reason,
            actor=self.actor,
            key=told["key"],
            seen_seats=told["seen_seats"],
        )

    def done_address(self) -> str:
        return self.table_address()


class Substitution(SeatsSeen):
    """Somebody takes over a seat from a deal on."""

    only_changes = True
    template_name = "organiser/substitute.html"
    tab = "board"

    @cached_property
    def free(self) -> list[Entry]:
        """List who can come: nobody of another table, nobody who sits here now; a player may come back."""
        return list(company.free_for(self.table, self.seatings))

    def form(self, data: Any = None, files: Any = None) -> SubstituteForm:
        position = tables.upcoming(self.table)
        first = {
            "from_deal": position.number if position else 1,
            "seen_seats": tables.digest_of(self.seatings),
        }
        return SubstituteForm(data, files, seats=self.sitting, entries=self.free, initial=first)

    def offer(self, form: Any) -> Any:
        del self.free
        form.offer(self.sitting, self.free)
        return retold(form, seat="", seen_seats=tables.digest_of(self.seatings))

    def act(self, form: Any) -> str:
        told = form.cleaned_data
        by_pk = {str(entry.pk): entry for entry in self.free}
        who = by_pk[told["entry"]] if told["entry"] else {"given": told["given"], "family": told["family"]}
        taken = seats.seat_hand_over(
            table=self.table,
            seat=told["seat"],
            from_deal=told["from_deal"],
            who=who,
            actor=self.actor,
            seen_seats=told["seen_seats"],
        )
        self.say(
            _("%(name)s plays from deal %(deal)s on.") % {"name": taken.entry.name, "deal": taken.from_deal}
        )
        return self.table_address()
