"""An event in a hall without internet: its file out and back, looked at before it is taken over."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.away import merging, taking
from tournaments.away.telling import told
from tournaments.backups.faults import Faulty
from tournaments.forms.hall import HallFileForm
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.views.organiser.page import UNPROCESSABLE, Button, FormPage, OfCompetition

KEPT_SECONDS = 30 * 60  # a file that was looked at, until somebody presses the button


class OfHall(OfCompetition):
    """What is of a whole event: parts go with it."""

    power = Power.EXPORTS
    power_to_change = Power.SETTINGS

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if self.competition.part_of_id is not None:
            raise Http404


class Hall(FormPage, OfHall):
    """Where the event is, its files, and the way back: first looked at, then taken over."""

    template_name = "organiser/hall.html"
    tab = "exports"
    form_class = HallFileForm

    def here(self) -> str:
        return self.address("hall")

    def context(self) -> dict[str, Any]:
        event = self.competition
        lines = {"taken": taking.last_taken(event), "brought": taking.last_brought(event)}
        return {**super().context(), **lines, "is_hall": taking.is_hall(event), "form": self.form()}

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        kept = request.POST.get("kept", "")
        form = self.form(request.POST, request.FILES)
        form.fields["file"].required = not kept  # it was looked at
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        try:
            return self._take_over(form, kept) if kept else self._look(form.cleaned_data["file"].read())
        except Faulty as wrong:
            for fault in wrong.faults:
                form.add_error(None, fault.sentence)
        except Refusal as refusal:
            form.add_error(None, refusal.message)
        return self.show(UNPROCESSABLE, form=form)

    def _look(self, data: bytes) -> HttpResponse:
        """Say what a file would bring, and keep it for the button below."""
        with _written(data) as file:
            made = merging.foresee(file=file, event=self.competition)
        kept = str(uuid4()) if made.rows else ""
        if kept:
            cache.set(self._key(kept), data, KEPT_SECONDS)
        return self.show(lines=told(made), kept=kept)

    def _take_over(self, form: Any, kept: str) -> HttpResponse:
        data = cache.get(self._key(kept))
        if data is None:
            form.add_error(None, _("Choose the file again: it was looked at too long ago."))
            return self.show(UNPROCESSABLE, form=form)
        with _written(data) as file:
            made = merging.event_merge(file=file, actor=self.actor, event=self.competition)
        self.say(" · ".join(told(made)))
        return redirect(self.here())

    def _key(self, kept: str) -> str:
        return f"hall:{self.actor.pk}:{self.competition.pk}:{kept}"


class HallFile(Button, OfHall):
    """Write the event's file: at home for the hall, in the hall for the way back."""

    stands_on = Hall

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        is_hall = taking.is_hall(self.competition)
        try:
            data = _read(self._return if is_hall else self._take)
        except Refusal as refusal:
            return Hall.again(request, refusal, **named)
        response = HttpResponse(data, content_type="application/zip")
        way = "back" if is_hall else "hall"
        response["Content-Disposition"] = f'attachment; filename="{self.competition.slug}-{way}.zip"'
        return response

    def _take(self, file: Path) -> None:
        taking.event_take(event=self.competition, file=file, actor=self.actor)

    def _return(self, file: Path) -> None:
        taking.event_return(event=self.competition, file=file)


@contextmanager
def _written(data: bytes) -> Iterator[Path]:
    """Write what was sent into a file for a while."""
    with tempfile.TemporaryDirectory(prefix="sparrows-") as folder:
        file = Path(folder) / "back.zip"
        file.write_bytes(data)
        yield file


def _read(write: Callable[[Path], None]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="sparrows-") as folder:
        write(file := Path(folder) / "event.zip")
        return file.read_bytes()
