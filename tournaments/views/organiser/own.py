"""The own account: name, address, language, roles, and its end; the second factor that a club asks for."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import authenticate, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.forms.staff import OwnForm
from tournaments.models import Right
from tournaments.refusals import Refusal
from tournaments.services import rights
from tournaments.views.organiser.page import Button, FormPage, Page, address


class Me(FormPage):
    """What somebody sees and changes of the own account."""

    template_name = "organiser/me.html"
    form_class = OwnForm
    tab = "me"
    power = None

    def here(self) -> str:
        return address("me")

    def form_arguments(self) -> dict[str, Any]:
        me = self.actor
        spoken = access.language_of(me) or get_language()
        return {"initial": {"name": me.get_username(), "email": me.email, "language": spoken}}

    def context(self) -> dict[str, Any]:
        mine = Right.objects.filter(user=self.actor).select_related("club", "competition")
        return {"rights": mine, "has_second_factor": access.has_second_factor(self.actor)} | {
            "profile": access.profile_of(self.actor)
        }

    def act(self, form: Any) -> str:
        told = form.cleaned_data
        if told["email"] != self.actor.email and not self._is_me(told["password"]):
            raise Refusal("password_wrong")
        changed = {name: told[name] for name in ("name", "email", "language")}
        rights.account_change(user=self.actor, actor=self.actor, **changed)
        self.request.session["language"] = told["language"]
        self.say(_("Your account is changed."))
        return self.here()

    def _is_me(self, password: str) -> bool:
        """Ask for the password the way a log-in does: wrong ones are counted."""
        return authenticate(self.request, username=self.actor.username, password=password) == self.actor


class Leave(Button):
    """Give an own role up."""

    stands_on = Me
    power = None

    def act(self) -> str:
        mine = Right.objects.filter(user=self.actor).select_related("club")
        rights.right_remove(right=get_object_or_404(mine, pk=self.kwargs["right"]), actor=self.actor)
        self.say(_("You have given this role up."))
        return address("me")


class SessionEnd(Button):
    """Log the own account out of one other browser."""

    stands_on = Me
    power = None

    def act(self) -> str:
        get_object_or_404(UserSession, user=self.actor, pk=self.kwargs["session"]).end()
        self.say(_("That browser is logged out."))
        return reverse("usersessions_list")


class Close(Button):
    """Close the own account."""

    stands_on = Me
    power = None

    def act(self) -> str:
        rights.account_close(user=self.actor, actor=self.actor)
        logout(self.request)
        self.say(_("Your account is closed. What you did stays in the logs of its events."))
        return "/"


class SecondFactor(Page):
    """What a club asks of its owners, before anything else is shown to them."""

    template_name = "organiser/second_factor.html"
    without_second_factor = True
    power = None

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        if access.has_second_factor(self.actor):
            return redirect(address("home"))
        return super().get(request, **named)
