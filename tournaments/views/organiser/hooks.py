"""Other sites that a club has told of its events: addresses, their secrets, and what was sent."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.forms.hooks import HookForm
from tournaments.models import Hook
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import hooks as selectors
from tournaments.services import hooks
from tournaments.views.organiser.home import OfClub
from tournaments.views.organiser.page import UNPROCESSABLE, Button, FormPage, address, tell


class Hooks(FormPage, OfClub):
    """List a club's addresses and add one, whose secret is shown in the answer and never again."""

    template_name = "organiser/hooks.html"
    form_class = HookForm
    power = Power.CLUB

    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {"events": Hook.Event.values}}

    def context(self) -> dict[str, Any]:
        return {**super().context(), "hooks": selectors.hooks_of(self.club)}

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        site = request.build_absolute_uri("/")
        try:
            hook, secret = hooks.hook_make(club=self.club, site=site, actor=self.actor, **form.told)
        except Refusal as refusal:
            tell(form, refusal)
            return self.show(refusal.status, form=form)
        return self.show(form=self.form(), made=hook, secret=secret)


class OfHook(OfClub):
    """What is about one address of a club."""

    power = Power.CLUB
    hook: Hook

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        self.hook = get_object_or_404(self.club.hooks.select_related("club"), pk=named["hook"])

    def context(self) -> dict[str, Any]:
        return {**super().context(), "hook": self.hook}

    def here(self) -> str:
        return address("hook", club=self.club.slug, hook=self.hook.pk)


class HookPage(FormPage, OfHook):
    """Change an address, and see what was sent there and what became of it."""

    template_name = "organiser/hook.html"
    form_class = HookForm
    power = Power.CLUB

    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {"url": self.hook.url, "events": self.hook.events}}

    def context(self) -> dict[str, Any]:
        sent = selectors.sent_to([self.hook])[: selectors.SHOWN]
        return {**super().context(), "sent": [(one, selectors.kind_of(one)) for one in sent]}

    def act(self, form: Any) -> str:
        hooks.hook_change(hook=self.hook, actor=self.actor, **form.told)
        self.say(_("The address is changed."))
        return self.here()


class OfHookButton(OfHook, Button):
    """A button on the page of an address."""

    stands_on = HookPage
    power = Power.CLUB


class HookSwitch(OfHookButton):
    """Switch an address off, or on again."""

    def act(self) -> str:
        on = self.request.POST.get("on") == "yes"
        hooks.hook_switch(hook=self.hook, on=on, actor=self.actor)
        self.say(_("It is switched on.") if on else _("It is switched off."))
        return self.here()


class HookRenew(OfHookButton):
    """Draw another secret, and show it once."""

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        secret = hooks.hook_renew(hook=self.hook, actor=self.actor)
        page = HookPage.entered(request, **named)
        return page.show(form=page.form(), secret=secret)


class HookRemove(OfHookButton):
    """Forget an address."""

    def act(self) -> str:
        hooks.hook_remove(hook=self.hook, actor=self.actor)
        self.say(_("The address is forgotten."))
        return address("hooks", club=self.club.slug)


class HookTry(OfHookButton):
    """Send a message that says nothing."""

    def act(self) -> str:
        hooks.hook_try(hook=self.hook)
        self.say(_("A message is on its way; what becomes of it is listed below."))
        return self.here()


class DeliveryResend(OfHookButton):
    """Send a message again."""

    def act(self) -> str:
        sent = selectors.sent_to([self.hook]).select_related("hook")
        hooks.delivery_resend(delivery=get_object_or_404(sent, pk=self.kwargs["delivery"]))
        self.say(_("It is sent again."))
        return self.here()
