"""Who takes part: one by one, as a list that is looked at first, and what becomes of an entry."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players import workbooks
from players.imports import Listing
from tournaments import access
from tournaments.forms import people as forms
from tournaments.models import Entry
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import people, seatings, tables
from tournaments.services import competitions, withdrawals
from tournaments.services.registrations import registration_enter
from tournaments.views.organiser.drawn import outdated_for
from tournaments.views.organiser.meant import AsksWhoIsMeant, as_meant
from tournaments.views.organiser.page import UNPROCESSABLE, Button, FormPage, OfCompetition
from tournaments.wording.rounds import round_name


class Players(AsksWhoIsMeant):
    """The list of entries, and the form for one more."""

    template_name = "organiser/players.html"
    tab = "players"
    form_class = forms.PersonForm
    power = Power.PLAYERS

    def context(self) -> dict[str, Any]:
        entries = people.entries_of(self.competition)
        clubs = people.club_names()
        seated = [] if self.competition.is_season else seatings.seated_rounds(self.competition)
        off = outdated_for(self.competition, seated, entries)
        return {**super().context(), "entries": entries, "clubs": clubs, "outdated": off}

    def act(self, form: Any) -> str:
        registration, person = self.told(form)
        if registration:
            more = {name: person[name] for name in ("number", "status")}
            added = registration_enter(registration=registration, actor=self.actor, **more)
        else:
            added = competitions.entry_add(competition=self.competition, person=person, actor=self.actor)
        self.say(
            _("%(name)s is entered with number %(number)s.") % {"name": added.name, "number": added.number}
        )
        return self.address("players")


class PlayersImport(FormPage, OfCompetition):
    """A list, pasted or from a file: look at what was understood, then enter who is sound in it."""

    only_changes = True
    template_name = "organiser/players_import.html"
    tab = "players"
    form_class = forms.ListForm
    power = Power.PLAYERS

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST, request.FILES)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        listing, step = form.listing(), request.POST.get("step")
        if step == "change":
            return self.show(form=self.form_class(initial={**form.cleaned_data, "text": listing.text}))
        wanted = step == "sound" or (step == "enter" and not listing.faults)
        if wanted and not unclear(listing, self._left_out()):
            return self._enter(form, listing)
        return self._preview(form, listing, UNPROCESSABLE if step in ("enter", "sound") else 200)

    def _left_out(self) -> set[int]:
        return {
            int(line) for line in self.request.POST.getlist("left_out") if line.isascii() and line.isdigit()
        }

    def _ticked(self, rows: list[people.Recognised], listing: Listing) -> set[int]:
        """List the lines to leave out: as ticked; at the first look people entered or listed already."""
        if self.request.POST.get("packed"):
            return self._left_out()
        return {row.person.line for row in rows if row.state == people.ENTERED}.union(unclear(listing, set()))

    def _meant(self, rows: list[people.Recognised]) -> dict[int, people.Alike]:
        """Map lines to the known people who are meant by them: as chosen, else who is likely."""
        found: dict[int, people.Alike] = {}
        for row in rows:
            said = self.request.POST.get(f"same-{row.person.line}", str(row.likely or ""))
            meant = row.meant(int(said)) if said.isascii() and said.isdigit() else None
            if meant:
                found[row.person.line] = meant
        return found

    def _enter(self, form: Any, listing: Listing) -> HttpResponse:
        rows = people.recognised(self.competition, listing.sound)
        meant = self._meant(rows)
        out = [row for row in rows if row.person.line in self._left_out()]
        there = sum(row.state == people.ENTERED for row in out)
        kept = [row.person for row in rows if row not in out]
        chosen = [as_meant(person.as_entry(), meant.get(person.line)) for person in kept]
        try:
            added = competitions.entries_add(competition=self.competition, people=chosen, actor=self.actor)
        except Refusal as refusal:
            return self._preview(form, listing, refusal.status, refusal=refusal)
        self.say(entered(len(added), len(chosen) - len(added) + there, len(out) - there))
        if listing.faults:
            return self._look_at_rest(form, listing)
        return redirect(self.address("players"))

    def _look_at_rest(self, form: Any, listing: Listing) -> HttpResponse:
        """Keep the lines that were not entered, to be put right."""
        wrong = [(listing.line(line), faults) for line, faults in sorted(listing.unsound.items())]
        again = {**form.cleaned_data, "text": listing.rest(), "packed": "", "pasted": ""}
        return self.show(form=self.form_class(initial=again), wrong=wrong)

    def _preview(self, form: Any, listing: Listing, status: int, **more: Any) -> HttpResponse:
        """Show the list as it was read; the form beside it reads it another way."""
        again = {
            **form.cleaned_data,
            "encoding": listing.encoding,
            "separator": listing.separator,
            "header": "yes" if listing.header else "no",
            "pasted": "yes" if form.was_pasted else "",
            "packed": forms.packed(form.data_of_list),
        }
        rows = people.recognised(self.competition, listing.sound)
        ticked, meant = self._ticked(rows, listing), self._meant(rows)
        there = {line for line, one in meant.items() if one.is_entered}
        return self.show(
            status,
            form=self.form_class(initial=again),
            listing=listing,
            rows=rows,
            **columns_of(form, listing),
            lines=in_place(rows, listing),
            left_out=ticked,
            again={one.line: one for one in listing.twice},
            unclear=unclear(listing, ticked),
            asked=[{"row": row, "meant": meant.get(row.person.line)} for row in rows if row.alike],
            count=sum(row.state != people.ENTERED and row.person.line not in ticked | there for row in rows),
            **more,
        )


def columns_of(form: forms.ListForm, listing: Listing) -> dict[str, Any]:
    """Give what each column was read as, to be changed; what was proposed is no word of anybody's."""
    width = min(len(listing.tops), workbooks.MOST_COLUMNS)
    read = [*listing.columns, *[""] * width][:width]
    said = form.columns_said()
    is_said = said is not None and tuple(read) == said
    return {
        "columns": list(zip(listing.tops, read, strict=False)),
        "column_names": forms.COLUMN_NAMES,
        "columns_proposed": "-" if is_said else ",".join(read),
    }


def unclear(listing: Listing, out: set[int]) -> list[int]:
    """List the lines that say the same person again and are neither left out nor told apart."""
    sound = {person.line for person in listing.sound}
    same = [one for one in listing.twice if one.kind == "same" and {one.line, one.first} <= sound]
    return [one.line for one in same if not {one.line, one.first} & out]


def in_place(rows: list[people.Recognised], listing: Listing) -> list[dict[str, Any]]:
    """Put who was understood and what was not where they stand in the list."""
    good: list[dict[str, Any]] = [{"line": row.person.line, "row": row} for row in rows]
    bad: list[dict[str, Any]] = [
        {"line": line, "text": listing.line(line), "faults": faults}
        for line, faults in listing.unsound.items()
    ]
    return sorted([*bad, *good], key=lambda one: int(one["line"]))


def entered(added: int, before: int, left_out: int = 0) -> str:
    """Say how many were entered, how many were there before, and how many more lines were left out."""
    new = ngettext("%(count)s player is entered.", "%(count)s players are entered.", added)
    there = ngettext("%(count)s was there already.", "%(count)s were there already.", before)
    out = ngettext("%(count)s line was left out.", "%(count)s lines were left out.", left_out)
    counted = ((new, added), (there, before), (out, left_out))
    return " ".join(said % {"count": count} for said, count in counted if count or said is new)


class OfEntry(OfCompetition):
    """A page of one entry."""

    power = Power.PLAYERS
    entry: Entry

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        found = people.entries_of(self.competition).filter(number=named["number"]).first()
        if found is None:
            raise Http404
        self.entry = found

    def context(self) -> dict[str, Any]:
        return {**super().context(), "entry": self.entry, "clubs": people.club_names()}


class EntryPage(FormPage, OfEntry):
    """What an entry is; a house player can become somebody."""

    template_name = "organiser/entry.html"
    tab = "players"

    def here(self) -> str:
        return self.address("entry", number=self.entry.number)

    def context(self) -> dict[str, Any]:
        told = {"playing_at": tables.playing_at(self.entry), "corrects": self.corrects()}
        return {**super().context(), **told}

    def corrects(self) -> bool:
        """Say whether the reader may correct the details, on the person's page of the club."""
        club = self.competition.club
        person = self.entry.player_id
        if person is None or not self.rights.may_in_club(Power.PERSONS, club):
            return False
        return access.people_of(club).filter(pk=person).exists()

    def form(self, data: Any = None, files: Any = None) -> Any:
        if self.entry.status == Entry.Status.HOUSE:
            return forms.HouseForm(data, files)
        return forms.EntryForm(data, files, initial={"status": self.entry.status})

    def act(self, form: Any) -> str:
        actor = self.actor
        if self.entry.status == Entry.Status.HOUSE:
            person = {name: value for name, value in form.cleaned_data.items() if name != "status"}
            entry = competitions.house_player_become(
                entry=self.entry, person=person, status=form.cleaned_data["status"], actor=actor
            )
        elif form.cleaned_data["status"] == Entry.Status.WITHDRAWN != self.entry.status:
            return self.withdraw()
        else:
            entry = competitions.entry_change(
                entry=self.entry, actor=actor, status=form.cleaned_data["status"]
            )
        self.say(_("%(name)s: %(status)s.") % {"name": entry.name, "status": entry.get_status_display()})
        return self.address("players")

    def withdraw(self) -> str:
        """Withdraw the entry, and say what follows; who still sits in the hall has a seat to give away."""
        left = withdrawals.entry_withdraw(entry=self.entry, actor=self.actor)
        self.say(_("%(name)s: %(status)s.") % {"name": self.entry.name, "status": _("withdrawn")})
        if left:
            places = [f"{round_name(self.competition, one.round.number)}, {one.table}" for one in left]
            told = _("House players sit there instead: %(places)s.")
            self.say(told % {"places": "; ".join(places)})
        return self.here() if tables.playing_at(self.entry) else self.address("players")


class EntryRemove(Button, OfEntry):
    """Take somebody off the list before the draw."""

    stands_on = EntryPage

    def act(self) -> str:
        competitions.entry_remove(entry=self.entry, actor=self.actor)
        self.say(_("%(name)s is off the list.") % {"name": self.entry.name})
        return self.address("players")
