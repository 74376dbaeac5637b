"""The programs that act for a club through the API: their tokens made, listed and taken back."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.forms.tokens import TokenForm
from tournaments.models import ApiToken
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import staff
from tournaments.services import tokens
from tournaments.views.organiser.home import OfClub
from tournaments.views.organiser.page import UNPROCESSABLE, Button, FormPage, address, tell


class ClubTokens(FormPage, OfClub):
    """The tokens of a club and its events, and the form that makes one, which is shown once."""

    template_name = "organiser/tokens.html"
    power = Power.PEOPLE

    def here(self) -> str:
        return address("club-tokens", club=self.club.slug)

    def form(self, data: Any = None, files: Any = None) -> TokenForm:
        return TokenForm(data, events=self.club.competitions.filter(archived_at=None).order_by("-date"))

    def context(self) -> dict[str, Any]:
        return {**super().context(), "tokens": staff.tokens(self.club)}

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return self.show(form=self.form())

    def show(self, status: int = 200, **more: Any) -> HttpResponse:
        return super().show(status, **{"form": self.form(), **more})

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        try:
            return self.show(issued=self._issued(form.cleaned_data))
        except Refusal as refusal:
            tell(form, refusal)
            return self.show(refusal.status, form=self.renewed(form, refusal))

    def _issued(self, told: dict[str, Any]) -> tokens.Issued:
        return tokens.token_make(
            club=self.club,
            competition=self.club.competitions.filter(pk=told["event"]).first(),
            name=told["name"],
            scopes=told["scopes"],
            days=told["days"],
            key=told["key"],
            actor=self.actor,
        )


class ClubTokenRevoke(Button, OfClub):
    """Take a token back."""

    power = Power.PEOPLE
    stands_on = ClubTokens

    def act(self) -> str:
        token = get_object_or_404(ApiToken, pk=self.kwargs["program"], club=self.club)
        tokens.token_revoke(token=token, actor=self.actor)
        self.say(_("The token of %(name)s opens nothing any more.") % {"name": token.name})
        return address("club-tokens", club=self.club.slug)
