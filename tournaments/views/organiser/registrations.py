"""Registration as the staff see it: how it is open, who registered, and what becomes of each."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.registration import OpeningForm, RegistrationForm
from tournaments.models import Registration
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import registrations as selectors
from tournaments.selectors.earlier import opening_before
from tournaments.selectors.fees import fees_of
from tournaments.selectors.letters import failed, letters_of
from tournaments.services import registrations as services
from tournaments.views.organiser.letters import OfLetters, WhoWrites
from tournaments.views.organiser.page import Button, FormPage, OfCompetition, retold


class Registrations(OfCompetition):
    """Who registered, those to decide on first."""

    template_name = "organiser/registrations.html"
    tab = "players"
    power = Power.PLAYERS

    def here(self) -> str:
        return self.address("registrations")

    def context(self) -> dict[str, Any]:
        opening = selectors.opening_of(self.competition)
        registrations = selectors.registrations_of(self.competition)
        free = selectors.free_places(self.competition, opening) if opening else 0
        link = reverse("public:register", args=[self.competition.slug])
        groups = selectors.groups(registrations)
        return {
            **super().context(),
            "opening": opening,
            "begun": selectors.has_begun(self.competition),
            "groups": groups,
            "alike": selectors.under_one_name(groups),
            "free": max(0, free),
            "fees": fees_of(opening, (one for group in groups for one in group.rows)),
            "to_enter": len(selectors.unentered(self.competition)),
            "link": self.request.build_absolute_uri(link),
            "failed": failed(self.competition),
        }


class Open(FormPage, OfCompetition):
    """Open registration, or change how it is open."""

    template_name = "organiser/registration_open.html"
    tab = "players"
    power = Power.PLAYERS

    def form(self, data: Any = None, files: Any = None) -> Any:
        opening, before = selectors.opening_of(self.competition), opening_before(self.competition)
        return OpeningForm(data, files, initial=OpeningForm.told(opening, before))

    def act(self, form: Any) -> str:
        site = self.request.build_absolute_uri("/")
        told = form.cleaned_data | {"site": site}
        services.opening_set(competition=self.competition, actor=self.actor, **told)
        self.say(_("Saved."))
        return self.address("registrations")


class Enter(Button, WhoWrites):
    """Make entries of all who have a place."""

    stands_on = Registrations
    power = Power.PLAYERS

    def act(self) -> str:
        entered = services.registrations_enter(competition=self.competition, actor=self.actor)
        said = ngettext("%(count)s player is entered.", "%(count)s players are entered.", len(entered))
        self.say(said % {"count": len(entered)})
        return self.address("registrations")


class OfRegistration(WhoWrites):
    """A page of one registration."""

    power = Power.PLAYERS
    registration: Registration

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        found = selectors.registrations_of(self.competition).filter(pk=named["registration"]).first()
        if found is None:
            raise Http404
        found.competition = self.competition
        self.registration = found


class RegistrationPage(OfRegistration, OfLetters):
    """What somebody told, what becomes of it, and what was written to them."""

    template_name = "organiser/registration.html"

    def here(self) -> str:
        return self.address("registration", registration=self.registration.pk)

    def context(self) -> dict[str, Any]:
        written = letters_of(self.competition).filter(registration=self.registration)
        return {
            **super().context(),
            **self.mail_context(),
            "registration": self.registration,
            "opening": selectors.opening_of(self.competition),
            "letters": self.shown(written),
        }


class Correct(FormPage, OfRegistration):
    """Correct what somebody told: a typing mistake, another answer."""

    template_name = "organiser/registration_correct.html"
    tab = "players"
    only_changes = True

    def form(self, data: Any = None, files: Any = None) -> RegistrationForm:
        return RegistrationForm(data, files, registration=self.registration)

    def context(self) -> dict[str, Any]:
        return {**super().context(), "registration": self.registration}

    def act(self, form: RegistrationForm) -> str:
        services.registration_correct(registration=self.registration, actor=self.actor, **form.told())
        self.say(_("Saved."))
        return self.address("registration", registration=self.registration.pk)

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        if refusal.code != "registration_changed":
            return super().renewed(form, refusal)
        self.registration.refresh_from_db()
        return retold(form, seen=self.registration.told_mark)


class OfDecision(Button, OfRegistration):
    """A button of a registration."""

    stands_on = RegistrationPage

    def decide(self) -> Registration:
        """Do it."""
        raise NotImplementedError

    def act(self) -> str:
        now = self.decide()
        self.say(_("%(name)s: %(state)s.") % {"name": now.name, "state": now.get_state_display()})
        if self.request.POST.get("from") == "list":
            return self.address("registrations")
        return self.address("registration", registration=now.pk)


class Approve(OfDecision):
    """Let somebody come."""

    def decide(self) -> Registration:
        return services.registration_approve(registration=self.registration, actor=self.actor)


class Refuse(OfDecision):
    """Let somebody not come."""

    def decide(self) -> Registration:
        return services.registration_refuse(registration=self.registration, actor=self.actor)


class Withdraw(OfDecision):
    """Withdraw somebody who said so."""

    def decide(self) -> Registration:
        return services.registration_withdraw(registration=self.registration, actor=self.actor)


class Paid(OfDecision):
    """Note that the fee was paid."""

    paid = True

    def act(self) -> str:
        services.registration_pay(registration=self.registration, paid=self.paid, actor=self.actor)
        if self.request.POST.get("from") == "check-in":
            self.say(_("%(name)s: the fee is paid.") % {"name": self.registration.name})
            return self.address("check-in")
        return self.address("registration", registration=self.registration.pk)


class Unpaid(Paid):
    """Note that the fee was not paid after all."""

    paid = False


class Erase(OfDecision):
    """Forget somebody who is not entered."""

    def act(self) -> str:
        services.registration_erase(registration=self.registration, actor=self.actor)
        self.say(_("The registration is erased."))
        return self.address("registrations")
