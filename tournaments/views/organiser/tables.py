"""One table and one deal: what was played, why it counts so, corrections with their consequences."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

import scoring
from scoring import Position
from tournaments.deal import consent
from tournaments.forms.deals import ChangeForm, RestoreForm, StandForm
from tournaments.models import DealVersion, HeldSubmission, RefereeCall, Seating
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import company, confirmed, explained, history, rulings, tables, undoing
from tournaments.selectors.called import called_at
from tournaments.selectors.typed import to_check
from tournaments.services import clock, confirmations, corrections, foresight
from tournaments.services.confirmations import Seen
from tournaments.services.reckoning import rules_of
from tournaments.views.arrivals import arrivals
from tournaments.views.organiser.page import UNPROCESSABLE, Button, FormPage, OfTable, retold, tell


class TablePage(OfTable):
    """The deals of a table with the people who played them."""

    template_name = "organiser/table.html"
    tab = "board"
    power = Power.LOOK

    def here(self) -> str:
        return self.table_address()

    def context(self) -> dict[str, Any]:
        waiting = HeldSubmission.objects.waiting().filter(table=self.table)
        deals = history.deals_of(self.table)
        policy = self.competition.confirmed_by
        seatings = tables.seatings_of(self.table)
        chairs = called_at({seat: tables.Sitter(row.entry) for seat, row in _latest(seatings).items()})
        judged = [confirmed.OpenDeal(one.version, confirmed.verdict_on(one.version, policy)) for one in deals]
        return {
            **super().context(),
            "deals": [(one, _scored(one, chairs)) for one in deals],
            "disputed": [one for one in judged if one.disputed],
            "held": waiting,
            "seatings": tables.by_seat(seatings),
            "agreement": getattr(self.table, "agreement", None),
            "calls": RefereeCall.objects.filter(table=self.table, answered_at__isnull=True),
            "sitting": chairs.items(),
            "moves": self.moves(seatings),
            **self.following([one.version for one in deals], seatings),
            "to_check": self.to_check(deals),
            "adjusted": rulings.adjusted_at(self.table),
        }

    def moves(self, seatings: list[Seating]) -> bool:
        """Tell whether the reader may let somebody come or go here, as the rules have tables for it."""
        sizes = rules_of(self.competition).players
        rules = self.rights.at_table(Power.RULE, self.competition, self.table.number)
        return bool(rules and self.table.round.is_running and company.moves_at(seatings, sizes))

    def to_check(self, deals: Iterable[history.PlayedDeal]) -> int:
        """Count the deals that others typed and the reader may check against the paper."""
        if not self.rights.at_table(Power.SCORE, self.competition, self.table.number):
            return 0
        return len(to_check(((*one.beneath, one.version) for one in deals), self.actor.pk))

    def following(self, versions: list[DealVersion], seatings: list[Seating]) -> dict[str, Any]:
        """Give the deal that the reader may enter here, and whether all that is planned was played."""
        scores = self.rights.at_table(Power.SCORE, self.competition, self.table.number)
        running = self.table.takes_deals and not self.competition.archived_at
        upcoming = tables.next_position(versions, seatings)
        finished = tables.is_finished(self.table.round, versions, upcoming)
        return {"following": upcoming if scores and running else None, "finished": finished}


class TableTime(Button, OfTable):
    """Give one table more time than the others have, or take it back."""

    stands_on = TablePage
    power = Power.ROUNDS

    def act(self) -> str:
        seen = self.posted_number("seen")
        seconds = seen + 60 * self.posted_number("minutes")
        table = clock.clock_give(table=self.table, seconds=seconds, seen=seen, actor=self.actor)
        told = {"table": table.number, "minutes": table.added_minutes}
        self.say(_("Minutes that table %(table)s has more than the others: %(minutes)s.") % told)
        return self.table_address()


def _latest(seatings: Iterable[Seating]) -> dict[str, Seating]:
    """Give the last of each seat, who has left too, in the order of the seats."""
    last = {row.seat: row for row in seatings}
    return {seat: last[seat] for seat in scoring.CHAIRS if seat in last}


Scored = tuple[history.SeatScore | None, str]


def _scored(deal: history.PlayedDeal, chairs: Mapping[str, str]) -> list[Scored]:
    """Give the scores of a deal by chair, each with who played it where that is not who sat there last."""
    scores = {one.seat: one for one in deal.scores}
    listed = [(scores.get(seat), name) for seat, name in chairs.items()]
    return [(one, "" if one is None or one.name == name else one.name) for one, name in listed]


def of_players(names: Mapping[str, str], position: Position) -> dict[str, str]:
    """Leave out the name of who rests."""
    return {seat: name for seat, name in names.items() if seat in position.playing}


class OfDeal(OfTable):
    """A page of one recorded deal."""

    version: DealVersion

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        self.versions = tables.current_versions(self.table)
        found = [v for v in self.versions if v.number == named["deal"]]
        if not found:
            raise Http404
        self.version = found[0]

    @cached_property
    def seatings(self) -> list[Seating]:
        """List who was ever put on the table's seats."""
        return tables.seatings_of(self.table)

    @cached_property
    def names(self) -> dict[str, str]:
        """Give the names of those who played the deal, by seat."""
        return called_at(tables.sitters_among(self.seatings, self.version.number))

    @property
    def players(self) -> dict[str, str]:
        """Give the names of those who had a hand in the deal, by seat."""
        return of_players(self.names, self.version.position)

    def context(self) -> dict[str, Any]:
        return {**super().context(), "version": self.version}

    def deal_address(self) -> str:
        """Give the address of this deal's page."""
        return self.table_address("deal", deal=self.version.number)


class DealPage(FormPage, OfDeal):
    """A deal explained, with all that was done to it; one that is not confirmed is let stand here."""

    template_name = "organiser/deal.html"
    tab = "board"
    form_class = StandForm
    power_to_change = Power.RULE
    power = Power.LOOK

    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {"sha256": self.version.sha256}}

    def context(self) -> dict[str, Any]:
        version = self.version
        versions = [one for one in tables.table_deals(self.table) if one.number == version.number]
        told = explained.explain(
            version.content,
            version.result,
            names=self.names,
            position=version.position,
            net=version.net,
            words=self.competition.club.suit_words,
        )
        current = confirmed.OpenDeal(
            versions[-1], confirmed.verdict_on(versions[-1], self.competition.confirmed_by)
        )
        return {
            **super().context(),
            "current": current,
            "explained": told,
            "restorable": bool(undoing.restorable({version.sha256})),
            "flags": history.flags_of(version),
            "versions": self._told(versions),
            "words": words(versions[-1], self.names),
            "asks": self.competition.confirmed_by != consent.NOBODY,
            "confirmation": current.verdict,
            "rules_url": self.rules_address,
            "events": list(enumerate(zip(version.content.get("events", ()), told.events, strict=True))),
        }

    def _told(self, versions: list[DealVersion]) -> list[tuple[DealVersion, str, list[str]]]:
        """Tell each version: what it was, how it came in if it was held first, what was said about it."""
        came_in = arrivals(versions, self.competition, named=True)
        first = {pk: [told] for pk, told in came_in.items()}
        return [
            (one, history.kind_of(one), first.get(one.pk, []) + history.ruled_on(one)) for one in versions
        ]

    def act(self, form: Any) -> str:
        seen = Seen(self.table, self.version.number, form.cleaned_data["sha256"])
        confirmations.deals_settle(seen=[seen], reason=form.cleaned_data["reason"], actor=self.actor)
        self.say(_("Deal %(deal)s stands: you confirmed it.") % {"deal": self.version.number})
        return self.deal_address()

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        if refusal.code != "version_changed":
            return super().renewed(form, refusal)
        return retold(form, sha256=self.version.sha256)


def words(version: DealVersion, names: dict[str, str]) -> list[tuple[str, str]]:
    """Say what each player said last of a deal."""
    return [(names.get(seat, seat), word) for seat, word in confirmed.words_of_seats(version).items()]


class Foreseen(FormPage, OfTable):
    """A change in two steps: look at what it brings, then save exactly that."""

    only_changes = True
    power = Power.RULE

    def change(self, form: Any, reason: str) -> Any:
        """Make the change."""
        raise NotImplementedError

    def done_address(self) -> str:
        """Give the address to go to afterwards."""
        raise NotImplementedError

    def done_before(self, form: Any) -> bool:
        """Say whether this form was saved already: a second click is not a second change."""
        key = form.cleaned_data.get("key")
        return key is not None and DealVersion.objects.filter(key=key).exists()

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        try:
            if self.done_before(form):
                return self._saved_before(form)
            return self._look_or_save(form, "save" in request.POST)
        except Refusal as refusal:
            tell(form, refusal)
            return self.show(refusal.status, form=self.renewed(form, refusal))

    def _saved_before(self, form: Any) -> HttpResponse:
        self.change(form, form.cleaned_data["reason"])  # writes nothing, or says what differs
        return redirect(self.done_address())

    def _look_or_save(self, form: Any, save: bool) -> HttpResponse:
        wanted = form.cleaned_data["reason"].strip()
        ahead = foresight.look_ahead(self.competition, lambda: self.change(form, wanted or "-"))
        seen = form.cleaned_data["seen_plan"] == ahead.digest
        if save and seen and not wanted:
            return self._without_reason(form, ahead)
        if save and seen:
            self.change(form, wanted)
            self.say(_("Saved. Every version stays readable."))
            return redirect(self.done_address())
        changed = save and bool(form.cleaned_data["seen_plan"])
        if changed and self.done_before(form):  # by the first press, while this second one looked ahead
            return self._saved_before(form)
        retold(form, seen_plan=ahead.digest)
        return self.show(409 if changed else 200, form=form, ahead=ahead, changed_meanwhile=changed)

    def _without_reason(self, form: Any, ahead: Any) -> HttpResponse:
        """Ask for the reason beside what was looked at, which stays."""
        refusal = Refusal("reason_missing")
        tell(form, refusal)
        return self.show(refusal.status, form=form, ahead=ahead)


class DealChange(Foreseen, OfDeal):
    """A change of one recorded deal."""

    tab = "board"

    def done_address(self) -> str:
        return self.deal_address()

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        if refusal.code != "version_changed":
            return super().renewed(form, refusal)
        return retold(form, seen_version=self.version.version, seen_plan="")

    def facts(self, form: Any, reason: str) -> dict[str, Any]:
        """Give what every change of a deal is told."""
        told = form.cleaned_data
        return {
            "table": self.table,
            "number": self.version.number,
            "mode": told["mode"],
            "reason": reason,
            "actor": self.actor,
            "key": told["key"],
            "seen_version": told["seen_version"],
        }


class DealVoid(DealChange):
    """Annul a deal."""

    template_name = "organiser/deal_void.html"

    def form(self, data: Any = None, files: Any = None) -> ChangeForm:
        return ChangeForm(data, files, seen_version=self.version.version)

    def change(self, form: Any, reason: str) -> Any:
        return corrections.deal_void(**self.facts(form, reason))


class DealRestore(DealChange):
    """Take the last change of a deal back."""

    template_name = "organiser/deal_restore.html"

    def form(self, data: Any = None, files: Any = None) -> RestoreForm:
        return RestoreForm(data, files, seen_version=self.version.version)

    def context(self) -> dict[str, Any]:
        return {**super().context(), "restorable": bool(undoing.restorable({self.version.sha256}))}

    def change(self, form: Any, reason: str) -> Any:
        told = {name: form.cleaned_data[name] for name in ("key", "seen_version")}
        number = self.version.number
        return corrections.deal_restore(
            table=self.table, number=number, reason=reason, actor=self.actor, **told
        )
