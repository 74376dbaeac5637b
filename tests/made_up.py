"""A made-up language: whatever is translated stands in ⟦brackets⟧, so that what stands outside is seen.

It is spoken in the place of Danish. What of a page is outside, and is no data, nobody can translate.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any
from unittest.mock import patch

from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import models
from django.utils.translation import trans_real

from tournaments.ranking.seasons.presets import presets
from tournaments.views.public import standing_rows

CODE = "da"
OPEN, CLOSE = "⟦", "⟧"
CONTEXT = "\x04"
TOLD = ("title", "alt", "aria-label", "aria-description", "placeholder", "content", "label")
UNSEEN = {"script", "style", "template", "code", "textarea"}  # the last two are typed as they stand
WORD = re.compile(r"[^\W\d_]{2,}")
YESNO = re.compile(r"[a-z ]+,[a-z][a-z ]+")
NO_WORDS = re.compile(r"\S+://\S*|\S+\.\w+(?:/\S*)?|\b(?=\w*\d)[0-9a-f]{8,}\b")  # addresses, hashes
NAMED = re.compile(r'"(?:name|prefix)": "([^"]+)"')
TYPED = {
    *("name", "slug", "town", "given", "family", "short_name", "username", "email", "label", "prefix"),
    *("reason", "consent", "subject", "words", "site", "url", "key", "text", "note", "question", "ruling"),
}
NAMES = (
    *("Sparrows", "BMJA", "British Mah-Jong Association"),
    *(name for _, name in settings.LANGUAGES),
    *(said for one in presets().values() for said in (one.name, one.source)),
)
PLACEHOLDER = re.compile(r"%\(\w*|\{\w*\}|%s")


@contextmanager
def spoken() -> Iterator[None]:
    """Let Danish be the made-up language; what the process keeps of either is forgotten."""
    said = {"gettext": bracketed, "ngettext": lambda one, many, n: bracketed(one if n == 1 else many)}
    forget()
    with patch.multiple(trans_real.translation(CODE), **said):
        yield
    forget()


def forget() -> None:
    """Forget what the process keeps of pages."""
    cache.clear()
    standing_rows.KEPT.clear()
    for kept in (standing_rows._group, standing_rows._place):
        kept.cache_clear()


def bracketed(said: str) -> str:
    """Put a sentence into brackets, without the context before it; the words of `yesno` each."""
    bare = said.rpartition(CONTEXT)[2]
    return ",".join(f"{OPEN}{one}{CLOSE}" for one in (bare.split(",") if YESNO.fullmatch(bare) else [bare]))


class Page(HTMLParser):
    """The texts of a page and of its attributes: what is in brackets, across tags, and what is not."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.depth, self.open = 0, list[tuple[str, bool]]()
        self.outside: list[str] = []
        self.texts: list[str] = []
        self.feed(markup)

    @property
    def is_unseen(self) -> bool:
        """Tell whether nobody reads this here, or it is in a language of its own, such as the name of one."""
        return any(unseen for _, unseen in self.open)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        told = dict(attrs)
        if tag not in VOID:
            self.open.append((tag, tag in UNSEEN or (tag != "html" and "lang" in told)))
        if not self.is_unseen and (tag != "meta" or told.get("name") == "description"):
            self._attributes(told)

    def _attributes(self, told: dict[str, str | None]) -> None:
        for name in TOLD:
            self.texts.append(told.get(name) or "")
            if not self.depth:
                self.outside += parts_outside(told.get(name) or "")

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.is_unseen:
            return
        self.texts.append(data)
        said = ""
        for letter in data:
            self.depth += (letter == OPEN) - (letter == CLOSE)
            said += "" if letter == CLOSE else letter if not self.depth else " "
        self.outside.append(said)


VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


def parts_outside(said: str) -> list[str]:
    """Give what of a text without tags stands outside all brackets."""
    inner = re.compile(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
    while inner.search(said):
        said = inner.sub(" ", said)
    return [said]


def data() -> re.Pattern[str]:
    """Know whatever somebody typed, the longest first: the texts in the database that no program wrote."""
    typed = {in_one_line(str(one)) for one in (*_columns(), *_facts(), *NAMES)}
    longest = sorted(filter(lambda one: len(one) > 1, typed), key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in longest), re.IGNORECASE)


def _columns() -> Iterator[Any]:
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.name in TYPED and not field.choices:
                yield from model._default_manager.values_list(field.attname, flat=True).distinct()


def _facts() -> Iterator[str]:
    """Find the names within what is kept as JSON, such as an event elsewhere."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.JSONField):
                for value in model._default_manager.values_list(field.attname, flat=True):
                    yield from NAMED.findall(json.dumps(value, ensure_ascii=False))


def left_in_english(markup: str, typed: re.Pattern[str]) -> list[str]:
    """List the texts of a page that are neither translated nor data."""
    page = Page(markup)
    assert page.depth == 0, "a bracket is lost: something cuts a sentence, or puts it together from parts"
    bare = {said: NO_WORDS.sub(" ", typed.sub(" ", said)) for said in map(in_one_line, page.outside)}
    return [said for said, rest in bare.items() if WORD.search(rest)]


def in_one_line(said: str) -> str:
    return " ".join(said.split())


def placeholders(markup: str) -> list[str]:
    """List the texts of a page in which a fact is missing."""
    return [in_one_line(said) for said in Page(markup).texts if PLACEHOLDER.search(said)]


class Figures(HTMLParser):
    """What machines read of a page: where a picture's lines go, what the browser's own fields hold."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.told: list[tuple[str, str, str]] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        kind = dict(attrs).get("type")
        for name, value in attrs:
            is_text = name == "value" and (tag == "button" or (tag == "input" and kind not in BY_BROWSERS))
            if value and not is_text and FIGURES.fullmatch(value) and name not in (*TOLD, *ADDRESSES):
                self.told.append((tag, name, value))


BY_BROWSERS = {"number", "range", "date", "time", "datetime-local", "month"}
ADDRESSES = ("href", "src", "action", "id", "for", "aria-labelledby", "aria-describedby")
FIGURES = re.compile(r"(?!/|[0-9a-f-]{20,}$)(?=.*\d)[-\d., :%()a-zA-Z;+]{1,900}")  # a QR code is longer
