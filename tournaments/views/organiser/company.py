"""Who comes to a table while it plays, and who leaves it."""

from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.forms.rounds import CompanyForm
from tournaments.models import Entry, Seating
from tournaments.refusals import Refusal
from tournaments.selectors import company as selectors
from tournaments.selectors import tables
from tournaments.services import company
from tournaments.services.reckoning import rules_of
from tournaments.views.organiser.page import retold
from tournaments.views.organiser.reseating import SeatsSeen

SAID = {
    selectors.COME: _("%(name)s comes before deal %(deal)s."),
    selectors.LEAVE: _("%(name)s leaves before deal %(deal)s."),
}


class Company(SeatsSeen):
    """Let somebody come to a table from a deal on, or leave it; the log takes it back until that deal."""

    only_changes = True
    template_name = "organiser/company.html"
    tab = "board"

    @cached_property
    def moves(self) -> list[selectors.Move]:
        """List what the rules let happen at this table."""
        return selectors.moves_at(self.seatings, rules_of(self.competition).players)

    @cached_property
    def free(self) -> list[Entry]:
        """List who can come."""
        return list(selectors.free_for(self.table, self.seatings))

    def form(self, data: Any = None, files: Any = None) -> CompanyForm:
        position = tables.upcoming(self.table)
        seen = {"seen_seats": tables.digest_of(self.seatings)}
        first = {"from_deal": position.number if position else 1, **seen}
        return CompanyForm(data, files, moves=self.moves, entries=self.free, initial=first)

    def context(self) -> dict[str, Any]:
        running = self.table.round.is_running and tables.upcoming(self.table) is not None
        return {**super().context(), "moves": self.moves if running else []}

    def offer(self, form: Any) -> Any:
        del self.free, self.moves
        form.offer(self.moves, self.free)
        return retold(form, move="", seen_seats=tables.digest_of(self.seatings))

    def act(self, form: Any) -> str:
        if not self.table.round.is_running:
            raise Refusal("no_running_round")
        told = form.cleaned_data
        what, _sign, seat = told["move"].partition(":")
        place = {"table": self.table, "seat": seat, "from_deal": told["from_deal"], "actor": self.actor}
        place |= {"seen_seats": told["seen_seats"]}
        moved = self._comes(form, place) if what == selectors.COME else company.seat_leave(**place)
        self.say(SAID[what] % {"name": moved.entry.name, "deal": told["from_deal"]})
        return self.table_address()

    def _comes(self, form: Any, place: dict[str, Any]) -> Seating:
        told, by_pk = form.cleaned_data, {str(entry.pk): entry for entry in self.free}
        person = {"given": told["given"], "family": told["family"]}
        return company.seat_join(**place, who=by_pk[told["entry"]] if told["entry"] else person)
