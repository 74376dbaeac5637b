"""The timetable of an event, written down a line each."""

import re
from datetime import date, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.selectors.timetable import Point

MOST_POINTS, LONGEST = 60, 80
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
POINT = re.compile(r"(\d{1,2})[:.](\d{2})\s+(.*?)\s*(?:\(([^()]*)\))?")


class TimetableForm(forms.Form):
    """What happens when, and where; a line with a day alone begins another day."""

    lines = forms.CharField(
        label=_("Timetable"),
        required=False,
        max_length=8_000,
        widget=forms.Textarea(attrs={"rows": 14}),
        help_text=_("A line each: the time, what happens, and the room in brackets."),
    )

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(self, *bound: Any, first: date, **named: Any) -> None:
        super().__init__(*bound, **named)
        self.first = first

    def clean_lines(self) -> list[Point]:
        """Read the points in order of time; every fault is named with its line."""
        day, points = self.first, []
        faults: list[ValidationError] = []
        for place, line in enumerate(map(str.strip, self.cleaned_data["lines"].splitlines()), 1):
            try:
                if DAY.fullmatch(line):
                    day = read_day(line)
                elif line:
                    points.append(read(line, day))
            except ValueError as wrong:
                faults.append(ValidationError(_("Line %(n)s: %(wrong)s") % {"n": place, "wrong": wrong}))
        if len(points) > MOST_POINTS:
            faults.append(ValidationError(_("At most %s lines.") % MOST_POINTS))
        if faults:
            raise ValidationError(faults)
        return sorted(points)


def read_day(line: str) -> date:
    """Read a line with a day; raises ValueError with a sentence."""
    try:
        return date.fromisoformat(line)
    except ValueError:
        raise ValueError(_("there is no such day.")) from None


def read(line: str, day: date) -> Point:
    """Read one line; raises ValueError with a sentence."""
    found = POINT.fullmatch(line)
    if found is None or not found[3]:
        raise ValueError(_("write a time and what happens, such as “10:00 Round 1 (Main hall)”."))
    what, room = found[3], (found[4] or "").strip()
    if not (what.isprintable() and room.isprintable()) or max(len(what), len(room)) > LONGEST:
        raise ValueError(_("this is too long, or has characters that cannot be shown."))
    try:
        return Point(day, time(int(found[1]), int(found[2])), what, room)
    except ValueError:
        raise ValueError(_("there is no such time.")) from None
