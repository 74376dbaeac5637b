"""What leaves the competition and what happened in it: exports and the log."""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Export
from tournaments.selectors import log
from tournaments.services import outbox
from tournaments.views.organiser.page import FormPage, OfCompetition

KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
LINES = 50


class ExportForm(forms.Form):
    """Which file to write."""

    format = forms.ChoiceField(
        label=gettext_lazy("File"), choices=Export.Format.choices, widget=forms.RadioSelect
    )


class Exports(FormPage, OfCompetition):
    """Ask for a file, fetch it when it is written."""

    template_name = "organiser/exports.html"
    tab = "exports"
    form_class = ExportForm
    organisers_only = True
    works_in_archive = True

    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {"format": "csv"}}

    def context(self) -> dict[str, Any]:
        listed = self.competition.exports.defer("body").order_by("-pk")[:20]
        return {**super().context(), "exports": listed}

    def act(self, form: Any) -> str:
        outbox.export_ask(competition=self.competition, format=form.cleaned_data["format"], actor=self.actor)
        self.say(_("The file is being written."))
        return self.address("exports")


class ExportFile(OfCompetition):
    """Download a written file."""

    organisers_only = True

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        export = self.competition.exports.filter(pk=named["export"], body__isnull=False).first()
        if export is None:
            raise Http404
        response = HttpResponse(bytes(export.body or b""), content_type=KINDS[export.format])
        name = f"{self.competition.slug}-{export.revision}.{export.format}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


class Log(OfCompetition):
    """Who did what, when and why, with what was before and after."""

    template_name = "organiser/log.html"
    tab = "log"

    def context(self) -> dict[str, Any]:
        pages = Paginator(log.actions_of(self.competition), LINES)
        shown = pages.get_page(self.request.GET.get("page"))
        return {**super().context(), "lines": log.lines(shown.object_list, self.competition), "shown": shown}
