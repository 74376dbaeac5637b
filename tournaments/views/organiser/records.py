"""What leaves the competition and what happened in it: exports and the log."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import access
from tournaments.forms.deals import ReasonForm
from tournaments.models import Action, Export
from tournaments.powers import Power
from tournaments.publishing import signing
from tournaments.refusals import sentence
from tournaments.selectors import log, undoing, undone
from tournaments.services import bundles, outbox
from tournaments.services import undoing as services
from tournaments.views.organiser.page import FormPage, OfCompetition, with_tag

ZIP = "application/zip"
CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
JSON = "application/json"
KINDS = {"csv": CSV, "xlsx": XLSX, "ema": CSV, "json": JSON, **dict.fromkeys(("zip", "seal", "site"), ZIP)}
# By formats; others end as they are called.
ENDINGS = {"seal": "bundle.zip", "ema": "ema.csv", "site": "site.zip"}
OF_RESULTS = [one for one in Export.Format.choices if one[0] != Export.Format.PAPERS]  # papers have a page
LINES = 50


class ExportForm(forms.Form):
    """Which file to write."""

    format = forms.ChoiceField(label=gettext_lazy("File"), choices=OF_RESULTS, widget=forms.RadioSelect)


class OfExports(OfCompetition):
    """What lists the files of a competition."""

    def exports(self) -> dict[str, Any]:
        """Give the files, the newest first, how long they are kept, and whether one is still to come."""
        listed = list(self.competition.exports.defer("body").select_related("outbox").order_by("-pk")[:20])
        told = bundles.progress_of(listed)
        return {
            "exports": [(one, gone_after(one), told.get(one.pk)) for one in listed],
            "kept_days": settings.KEEP_EXPORTS.days,
            "to_come": any(one.revision is None for one in listed),
        }


class Exports(FormPage, OfExports):
    """Ask for a file, fetch it when it is written."""

    template_name = "organiser/exports.html"
    tab = "exports"
    form_class = ExportForm
    power = Power.EXPORTS
    works_in_archive = True

    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {"format": "csv"}}

    def context(self) -> dict[str, Any]:
        held_back = access.results_through(self.competition) is not None
        known = {"held_back": held_back, "signing_key": signing.public_key()}
        return {**super().context(), **self.exports(), **known}

    def act(self, form: Any) -> str:
        competition, format = self.competition, form.cleaned_data["format"]
        if format == Export.Format.SITE:
            site = self.request.build_absolute_uri("/")
            outbox.copy_ask(competition=competition, site=site, actor=self.actor)
        else:
            outbox.export_ask(competition=competition, format=format, actor=self.actor)
        self.say(_("The file is being written."))
        return self.address("exports")


def gone_after(export: Export) -> datetime | None:
    """Say when a written file is deleted, at the latest a night later."""
    done = export.outbox.done_at
    return done + settings.KEEP_EXPORTS if done else None


class ExportsFragment(OfExports):
    """The list of files alone, for a page that waits for one; answers 304 while nothing is new."""

    power = Power.EXPORTS

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        context = {"competition": self.competition, **self.exports()}
        return with_tag(request, render(request, "organiser/exports_list.html", context))


class ExportFile(OfCompetition):
    """Download a written file."""

    power = Power.EXPORTS

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        export = self.competition.exports.filter(pk=named["export"], body__isnull=False).first()
        if export is None:
            raise Http404
        response = HttpResponse(bytes(export.body or b""), content_type=KINDS[export.format])
        ending = ENDINGS.get(export.format, export.format)
        name = f"{self.competition.slug}-{export.revision}.{ending}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


class Log(OfCompetition):
    """Who did what, when and why, with what was before and after."""

    template_name = "organiser/log.html"
    power = Power.LOG
    tab = "log"

    def context(self) -> dict[str, Any]:
        pages = Paginator(log.actions_of(self.competition), LINES)
        shown = pages.get_page(self.request.GET.get("page"))
        why = partial(sentence, of=self.competition)
        actions = list(shown.object_list)
        lines = log.lines(actions, self.competition, why)
        told = [replace(line, undo=undo) for line, undo in zip(lines, ways_back(self, actions), strict=True)]
        return {**super().context(), "lines": told, "shown": shown}


class LineUndo(FormPage, OfCompetition):
    """Take back what a line of the log did, where that has no page of its own."""

    only_changes = True
    template_name = "organiser/undo.html"
    tab = "log"
    power = Power.LOG
    line: Action

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        found = log.actions_of(self.competition).filter(pk=named["line"], verb__in=undone.POWERS).first()
        if found is None or not self.may[undone.POWERS[found.verb]]:
            raise Http404
        self.line = found

    def form(self, data: Any = None, files: Any = None) -> forms.Form:
        seats = (*undone.PLANNED, *undone.SEATED, *undone.MOVED)
        wants_reason = self.line.verb in (*seats, *undone.COUNTED, undone.NAMED)
        return ReasonForm(data, files) if wants_reason else forms.Form(data, files)

    def context(self) -> dict[str, Any]:
        [line] = log.lines([self.line], self.competition)
        possible = self.line in undone.as_left(self.competition, [self.line])
        return {**super().context(), "line": line, "possible": possible, "comes": COMES.get(self.line.verb)}

    def act(self, form: Any) -> str:
        reason = form.cleaned_data.get("reason", "")
        services.line_undo(line=self.line, competition=self.competition, reason=reason, actor=self.actor)
        self.say(_("It is taken back."))
        return self.address("log")


FOLLOW = gettext_lazy("The deals recorded from that deal on follow, as new versions.")
COMES = {  # what is not plain from the line
    undone.CHANGED: gettext_lazy("Seats that were given to somebody else meanwhile stay theirs."),
    undone.PAUSED: gettext_lazy("The clock runs on; what it stood still is added."),
    undone.RESUMED: gettext_lazy("The clock stands still again, as if it had not run on."),
    undone.SWAPPED: FOLLOW,
    undone.SUBSTITUTED: FOLLOW,
}


def ways_back(page: OfCompetition, actions: list[Action]) -> list[str]:
    """Give for each line the address that takes it back, where there is one for the reader."""
    ways = undoing.undoable(page.competition, actions)
    mine = {key: way for key, way in ways.items() if page.may[way.power]}
    found = (mine.get(one.pk) for one in actions)
    return [page.address(way.page, **way.named) if way else "" for way in found]
