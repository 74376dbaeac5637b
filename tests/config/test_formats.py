"""Dates are written as each language writes them, wherever a page or the program writes one."""

import re
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation
from django.utils.formats import date_format, get_format_modules

AT = datetime(2026, 5, 3, 14, 5, tzinfo=UTC)
IN_TEMPLATES = re.compile(r'\|date:"([^"]*)"')
IN_PYTHON = re.compile(r'date_format\([^"\n]*"([^"]*)"')
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
WORDS = re.compile(r"[FM]")  # a month as a word
ALONE = {"M", "F Y"}  # without a day nothing is written otherwise


def written() -> set[str]:
    """Collect every format that stands in a template or beside `date_format`."""
    found = set[str]()
    for folder, kind, pattern in (("templates", "html", IN_TEMPLATES), ("tournaments", "py", IN_PYTHON)):
        for file in (settings.BASE_DIR / folder).rglob(f"*.{kind}"):
            found |= set(pattern.findall(file.read_text(encoding="utf-8")))
    return {one for one in found if WORDS.search(one)} - ALONE


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_of_writing_a_date_is_known(language: str) -> None:
    with translation.override(language):
        known = vars(get_format_modules(language)[0])
    assert {one for one in written() if one not in known} == set()


@pytest.mark.parametrize(
    ("language", "day", "moment"),
    [
        ("en", "3 May 2026", "3 May 2026, 14:05"),
        ("da", "3. maj 2026", "3. maj 2026, 14:05"),
        ("pl", "3 maja 2026", "3 maja 2026, 14:05"),
        ("hu", "2026. május 3.", "2026. május 3. 14:05"),
    ],
)
def test_it_writes_dates_as_the_language_does(language: str, day: str, moment: str) -> None:
    with translation.override(language):
        told = date_format(AT, "j F Y").lower(), date_format(AT, "j F Y, H:i").lower()
        page = Template('{{ at|date:"j F Y" }}').render(Context({"at": AT.date()})).lower()
    assert (*told, page) == (day.lower(), moment.lower(), day.lower())
