"""Accept an invitation: with the account that is logged in, or with a new one."""

from typing import Any

from allauth.account.utils import perform_login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.forms.staff import NewAccountForm
from tournaments.models import Invitation
from tournaments.refusals import Refusal
from tournaments.services import invitations
from tournaments.views.organiser.page import FormPage, address


class Join(FormPage):
    """What a link leads to; it opens for everybody who has it."""

    template_name = "organiser/join.html"
    form_class = NewAccountForm
    for_everybody = without_second_factor = True
    power = None
    invitation: Invitation

    def enter(self, **named: Any) -> None:
        self.invitation = invitations.invitation_for(named["token"])

    def context(self) -> dict[str, Any]:
        return {"invitation": self.invitation, "place": self.invitation.competition or self.invitation.club}

    def refused(self, refusal: Refusal) -> HttpResponse:
        """Say why a link opens nothing; whoever accepted it, and comes by it once more, is let in."""
        if mine := invitations.accepted_by(self.kwargs["token"], self.request.user.pk):
            self.say(_("You accepted this invitation already."))
            return redirect(address("profile" if mine.player_id else "home"))
        context = {"refusal": refusal}
        return render(self.request, "organiser/join_over.html", context, status=refusal.status)

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return super().post(request, **named)
        given = invitations.invitation_accept(token=named["token"], user=self.actor)
        if given is None:
            self.say(_("This is your own profile now."))
            return redirect(address("profile"))
        self.say(_("You are %(role)s now.") % {"role": given.get_role_display()})
        return redirect(address("home"))

    def act(self, form: Any) -> str:
        user: User = invitations.account_make(token=self.kwargs["token"], **form.cleaned_data)
        perform_login(self.request, user)
        self.say(_("Welcome. Your account is made; from now on you log in with your name and password."))
        return address("profile" if self.invitation.player else "home")
