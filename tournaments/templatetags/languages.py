"""A page in the other languages of the site: for its readers, and for search engines."""

from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.template import Context
from django.utils.translation import get_language_from_path

register = template.Library()


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


ENGLISH = settings.LANGUAGE_CODE


def _in(code: str, request: Any) -> str:
    """Give the address of a page in a language: all but English stand before it."""
    spoken = get_language_from_path(request.path)
    bare = request.get_full_path().removeprefix(f"/{spoken}") if spoken else request.get_full_path()
    return bare if code == ENGLISH else f"/{code}{bare}"
