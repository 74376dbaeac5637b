"""Set an empty site up; afterwards there is no such page."""

from typing import Any

from allauth.account.utils import perform_login
from django.conf import settings
from django.http import Http404

from tournaments.forms.founding import FoundingForm
from tournaments.services import founding
from tournaments.views.hosts import for_others
from tournaments.views.organiser.page import FormPage, address

OF_THE_SITE = ("time_zone", "address")


class SetUp(FormPage):
    """The first page of a new site, for whoever has the code from its terminal."""

    template_name = "organiser/set_up.html"
    form_class = FoundingForm
    for_everybody = without_second_factor = True
    power = None

    def enter(self, **named: Any) -> None:
        if not founding.is_empty():
            raise Http404

    def form_arguments(self) -> dict[str, Any]:
        here = settings.ADDRESS or f"{self.request.scheme}://{for_others(self.request.get_host())}"
        return {"asked": settings.SITE_ASKS, "initial": {"time_zone": settings.TIME_ZONE, "address": here}}

    def act(self, form: Any) -> str:
        told = dict(form.cleaned_data)
        of_site = {name: told.pop(name, "") for name in OF_THE_SITE}
        user = founding.site_found(**told)
        founding.site_keep(of_site)
        perform_login(self.request, user)
        return address("home")
