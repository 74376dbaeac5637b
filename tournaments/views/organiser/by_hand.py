"""A seating changed by hand before its round starts: places exchanged, somebody replaced, all taken back."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournaments.forms.rounds import ExchangeForm, ReplaceForm, TakeBackForm
from tournaments.models import Entry, Seating
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import people, seatings, tables
from tournaments.services import rounds, seats
from tournaments.views.organiser.page import UNPROCESSABLE, FormPage, OfRound, retold
from tournaments.wording.tiles import wind_name


class Exchange(FormPage, OfRound):
    """Let two people of a draft change places, after seeing what it does."""

    only_changes = True
    template_name = "organiser/exchange.html"
    tab = "seating"
    power = Power.SEATING

    @cached_property
    def seated(self) -> list[seatings.SeatedRound]:
        return seatings.seated_rounds(self.competition)

    @cached_property
    def places(self) -> dict[str, Seating]:
        """Give the seats of this round by the text of their keys."""
        tables = next(one.tables for one in self.seated if one.round.pk == self.round.pk)
        return {str(seat.pk): seat for table in tables for seat in table.seats}

    def form(self, data: Any = None, files: Any = None) -> ExchangeForm:
        return ExchangeForm(data, files, seats=self.offered(), published=not self.round.is_draft)

    def offered(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """List who can be chosen, table by table."""
        by_table: dict[str, list[tuple[str, str]]] = {}
        for key, seat in self.places.items():
            label = f"{seat.table.number} {wind_name(seat.seat)}: {seat.entry}"
            by_table.setdefault(str(seat.table), []).append((key, label))
        return list(by_table.items())

    def show(self, status: int = 200, **more: Any) -> HttpResponse:
        """Show the form with the digest of the seats that the page shows."""
        form, shown = more["form"], tables.digest_of(tables.seatings_of_round(self.round))
        form.initial["seen_seats"] = shown
        if "reason" in form.fields:
            form.fields["reason"].required = True  # to change places, not to look
        more["form"] = retold(form, seen_seats=shown) if form.is_bound else form
        return super().show(status, **more)

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        if refusal.code != "seats_moved":
            return super().renewed(form, refusal)
        del self.seated, self.places  # as they were before the wait for the lock
        form.offer(self.offered())
        return retold(form, first="", second="")

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        if "first" not in request.GET:
            return super().get(request, **named)
        form = self.form(request.GET)
        return (
            self.show(form=form, difference=self._difference(form))
            if form.is_valid()
            else self.show(UNPROCESSABLE, form=form)
        )

    def context(self) -> dict[str, Any]:
        here = next(one for one in self.seated if one.round.pk == self.round.pk)
        return {**super().context(), "seated": here}

    def _chosen(self, form: Any) -> tuple[Seating, Seating]:
        return self.places[form.cleaned_data["first"]], self.places[form.cleaned_data["second"]]

    def _difference(self, form: Any) -> dict[str, Any]:
        """Say which warnings an exchange would end and which it would bring."""
        first, second = self._chosen(form)
        before = seatings.quality(self.competition, self.seated)
        after = seatings.quality(
            self.competition, self.seated, seatings.exchanged(self.seated, first, second)
        )
        return {
            "first": first,
            "second": second,
            "before": before,
            "after": after,
            "ended": [each for each in before.told if each not in after.told],
            "new": [each for each in after.told if each not in before.told],
        }

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if form.is_valid() and request.POST.get("step") == "look":
            return self.show(form=form, difference=self._difference(form))
        return super().post(request, **named)

    def act(self, form: Any) -> str:
        first, second = self._chosen(form)
        why = {"reason": form.cleaned_data.get("reason", ""), "actor": self.actor}
        seen = form.cleaned_data["seen_seats"] or None
        seats.seats_exchange(round=self.round, first=first, second=second, seen_seats=seen, **why)
        self.say(
            _("%(first)s and %(second)s have changed places.")
            % {"first": first.entry, "second": second.entry}
        )
        return self.address("round", round=self.round.number)


class Replace(FormPage, OfRound):
    """Give a seat to somebody else, or to a house player, before the round starts."""

    only_changes = True
    template_name = "organiser/reseat.html"
    tab = "seating"
    power = Power.SEATING
    heading = _lazy("Replace somebody")
    act_word = _lazy("Replace")

    @cached_property
    def places(self) -> dict[str, Seating]:
        """Give the seats of the round by the text of their keys, those of people who withdrew first."""
        seats = Seating.objects.filter(round=self.round, from_deal=1).select_related("table", "entry__player")
        gone = Entry.Status.WITHDRAWN
        ordered = sorted(tables.by_seat(seats), key=lambda one: (one.entry.status != gone, one.table.number))
        return {str(seat.pk): seat for seat in ordered}

    @cached_property
    def entries(self) -> list[Entry]:
        """List who has no seat in the round and could take one."""
        seated = {seat.entry_id for seat in self.places.values()}
        gone = (Entry.Status.HOUSE, Entry.Status.WITHDRAWN)
        there = people.entries_of(self.competition).exclude(status__in=gone)
        return [entry for entry in there if entry.pk not in seated]

    def form(self, data: Any = None, files: Any = None) -> ReplaceForm:
        seats = [
            (key, f"{seat.table.number} {wind_name(seat.seat)}: {seat.entry}")
            for key, seat in self.places.items()
        ]
        return ReplaceForm(data, files, seats=seats, entries=self.entries, published=not self.round.is_draft)

    def act(self, form: Any) -> str:
        chosen = form.cleaned_data
        seat = self.places[chosen["seat"]]
        out = seat.entry.name
        entry = next((one for one in self.entries if str(one.pk) == chosen["entry"]), None)
        taken = seats.seat_replace(
            round=self.round, seat=seat, entry=entry, actor=self.actor, reason=chosen.get("reason", "")
        )
        self.say(_("%(entry)s sits there instead of %(out)s.") % {"entry": taken.entry, "out": out})
        return self.address("round", round=self.round.number)


class TakeBack(FormPage, OfRound):
    """Make a published seating a draft again."""

    only_changes = True
    template_name = "organiser/reseat.html"
    tab = "seating"
    power = Power.SEATING
    form_class = TakeBackForm
    heading = _lazy("Take the seating back")
    act_word = _lazy("Make it a draft again")

    def act(self, form: Any) -> str:
        rounds.round_take_back(round=self.round, actor=self.actor, reason=form.cleaned_data["reason"])
        self.say(_("It is a draft again: nobody else sees it."))
        return self.address("round", round=self.round.number)
