"""A page in the other languages of the site: for its readers, and for search engines."""

import re
from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.template import Context
from django.utils.translation import get_language_from_path

register = template.Library()
ENGLISH = settings.LANGUAGE_CODE
# What of a query a page says again: what anybody else put there would be kept for everybody by a cache.
KNOWN = re.compile(r"(?:round|table|deal|page|alone)=[0-9]{1,4}", re.ASCII)


class Language(NamedTuple):
    """A language by its own name, and where the page is in it."""

    code: str
    name: str
    address: str
    is_spoken: bool


@register.simple_tag(takes_context=True)
def page_in_languages(context: Context) -> list[Language]:
    """List the languages of the site, each with the address of the page that is shown; whole addresses."""
    request: Any = context.get("request")
    if request is None:
        return []
    spoken = get_language_from_path(request.path)
    return [
        Language(code, str(name), request.build_absolute_uri(_in(code, request)), code == (spoken or ENGLISH))
        for code, name in settings.LANGUAGES
    ]


def _in(code: str, request: Any) -> str:
    """Give the address of a page in a language: all but English stand before it."""
    spoken = get_language_from_path(request.path)
    bare = request.path.removeprefix(f"/{spoken}") if spoken else request.path
    asked = "&".join(one for one in request.META.get("QUERY_STRING", "").split("&") if KNOWN.fullmatch(one))
    return f"{f'/{code}' if code in settings.IN_ADDRESSES else ''}{bare}{asked and f'?{asked}'}"
