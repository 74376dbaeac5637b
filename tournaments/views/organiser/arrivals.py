"""Check-in at a tournament: a list to search in, a tap for each who comes."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from tournaments.forms.people import NewcomerForm
from tournaments.models import Entry, Registration
from tournaments.powers import Power
from tournaments.selectors import arrivals, people
from tournaments.selectors.registrations import opening_of, registrations_of, unentered
from tournaments.services import arrivals as services
from tournaments.services.reckoning import rules_of
from tournaments.services.registrations import registration_admit, registration_enter
from tournaments.views.hosts import only_here
from tournaments.views.organiser.meant import AsksWhoIsMeant
from tournaments.views.organiser.page import Button, OfCompetition
from tournaments.views.organiser.tablets import picture
from tournaments.views.public.kiosk import address_of


class CheckInPage(AsksWhoIsMeant):
    """Who is here and who is missing, what the numbers make of it; and the form for somebody new."""

    template_name = "organiser/check_in.html"
    tab = "check-in"
    form_class = NewcomerForm
    power = Power.CHECK_IN

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if self.competition.is_season:  # whose meetings have their own lists
            raise Http404

    def here(self) -> str:
        return self.address("check-in")

    def context(self) -> dict[str, Any]:
        search = self.request.GET.get("q", "").strip()[:60]
        entries = list(arrivals.expected(self.competition).select_related("registration"))
        shown = arrivals.in_need(entries, search, by_all_names=True)
        numbers = arrivals.numbers(entries, rules_of(self.competition).players)
        found = {"entries": shown, "search": search, "numbers": numbers}
        found["opening"] = opening_of(self.competition)
        found["unentered"] = unentered(self.competition, search)
        late = arrivals.late(self.competition, entries)
        return {**super().context(), **found, **self._kiosk(), "late": late, "clubs": people.club_names()}

    def show(self, status: int = 200, **more: Any) -> HttpResponse:
        """Show the page, with the form also where a button beside a name was refused."""
        return super().show(status, **{"form": self.form(), **more})

    def act(self, form: Any) -> str:
        entry = self._entered(form)
        told = {"name": entry.name, "number": entry.number}
        self.say(_("%(name)s is entered and here, number %(number)s.") % told)
        return self.address("check-in")

    def _entered(self, form: Any) -> Entry:
        registration, person = self.told(form)
        if registration:
            status = person["status"]
            return registration_enter(registration=registration, actor=self.actor, here=True, status=status)
        return services.newcomer_note(competition=self.competition, person=person, actor=self.actor).entry

    def _kiosk(self) -> dict[str, Any]:
        """Give the address of the kiosk, where it is open."""
        kiosk = arrivals.kiosk_of(self.competition)
        if kiosk is None:
            return {}
        link = self.request.build_absolute_uri(address_of(kiosk))
        return {"link": link, "picture": picture(link), "only_here": only_here(self.request.get_host())}


class OfKiosk(Button, OfCompetition):
    """A button of the kiosk."""

    stands_on = CheckInPage
    power = Power.CHECK_IN

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if self.competition.is_season:
            raise Http404


class KioskOpen(OfKiosk):
    """Let players check themselves in."""

    def act(self) -> str:
        services.kiosk_open(competition=self.competition, actor=self.actor)
        return self.address("check-in")


class KioskClose(OfKiosk):
    """Let nobody check in alone any more."""

    def act(self) -> str:
        services.kiosk_close(competition=self.competition, actor=self.actor)
        self.say(_("The self check-in is closed."))
        return self.address("check-in")


class CodePage(OfCompetition):
    """Whoever registered and shows the code: the helper's telephone opens this, and asks once."""

    template_name = "organiser/check_in_code.html"
    tab = "check-in"
    power = Power.CHECK_IN
    registration: Registration

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        found = registrations_of(self.competition).filter(pk=named["registration"]).first()
        if found is None or self.competition.is_season:
            raise Http404
        found.competition = self.competition
        self.registration = found

    def here(self) -> str:
        return self.address("check-in-code", registration=self.registration.pk)

    def context(self) -> dict[str, Any]:
        entry = self.registration.entry
        coming = entry is not None and entry.status in Entry.COMING
        return {
            **super().context(),
            "registration": self.registration,
            "opening": opening_of(self.competition),
            "entry": entry if coming else None,
            "arrival": arrivals.arrival_of(entry) if entry else None,
        }


class CodeHere(Button, OfCompetition):
    """Let in whoever has a place and is not entered yet."""

    stands_on = CodePage
    power = Power.CHECK_IN

    def act(self) -> str:
        page = CodePage.entered(self.request, **self.kwargs)
        came = registration_admit(registration=page.registration, actor=self.actor)
        told = {"name": came.entry.name, "number": came.entry.number}
        self.say(_("%(name)s is here, number %(number)s.") % told)
        return page.here()


class OfArrival(Button, OfCompetition):
    """A button beside somebody's name."""

    stands_on = CheckInPage
    power = Power.CHECK_IN

    @property
    def entry(self) -> Entry:
        found = self.competition.entries.select_related("player").filter(number=self.kwargs["number"]).first()
        if found is None:
            raise Http404
        found.competition = self.competition
        return found


class Arrived(OfArrival):
    """Check somebody in."""

    def act(self) -> str:
        arrival = services.arrival_note(entry=self.entry, actor=self.actor)
        told = {"name": arrival.entry.name, "number": arrival.entry.number}
        self.say(_("%(name)s is here, number %(number)s.") % told)
        return self.address("check-in")


class ArrivedUndo(OfArrival):
    """Take a check-in back."""

    def act(self) -> str:
        entry = self.entry
        services.arrival_undo(entry=entry, actor=self.actor)
        self.say(_("%(name)s is not checked in any more.") % {"name": entry.name})
        return self.address("check-in")
