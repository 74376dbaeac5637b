"""What a table's call for the referee is about, by the sentence its tablet writes in its own language."""

import re
from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.utils.translation.trans_real import DjangoTranslation

# As the scripts of the table's page say it, in their catalogue.
DISPUTED = ("Deal {deal} is disputed.", "The totals are disputed.")
TOTALS = 1  # the number of the only deal of a table whose totals are entered


def is_of_dispute(reason: str, deal: int) -> bool:
    """Tell whether a call was written for the dispute of this deal, in whatever language."""
    return deal in disputed_in(reason)


def disputed_in(reason: str) -> set[int]:
    """List the deals for whose dispute a call was written."""
    found = (one for sentence in _patterns() for one in sentence.finditer(f" {reason}"))
    return {int(one["deal"]) if "deal" in one.re.groupindex else TOTALS for one in found}


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(_pattern(sentence) for language, _ in settings.LANGUAGES for sentence in _said(language))


def _pattern(sentence: str) -> re.Pattern[str]:
    words = re.escape(sentence).replace(re.escape("{deal}"), r"(?P<deal>[1-9][0-9]{0,3})")
    return re.compile(f" {words}", re.ASCII)


def _said(language: str) -> Iterator[str]:
    places = [str(place) for place in settings.LOCALE_PATHS]
    catalogue = DjangoTranslation(language, domain="djangojs", localedirs=places)
    yield from (str(catalogue.gettext(sentence)) for sentence in DISPUTED)
