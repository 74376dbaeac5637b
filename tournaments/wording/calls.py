"""What a table's call for the referee is about, by the sentence its tablet writes in its own language."""

from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.utils.translation.trans_real import DjangoTranslation

# As the scripts of the table's page say it, in their catalogue.
DISPUTED = ("Deal {deal} is disputed.", "The totals are disputed.")


def is_of_dispute(reason: str, deal: int) -> bool:
    """Tell whether a call was written for the dispute of this deal, in whatever language."""
    return any(f" {sentence}" in f" {reason}" for sentence in _sentences(deal))


def _sentences(deal: int) -> Iterator[str]:
    for language, _name in settings.LANGUAGES:
        yield from (sentence.replace("{deal}", str(deal)) for sentence in _said(language))


@cache
def _said(language: str) -> tuple[str, ...]:
    places = [str(place) for place in settings.LOCALE_PATHS]
    catalogue = DjangoTranslation(language, domain="djangojs", localedirs=places)
    return tuple(str(catalogue.gettext(sentence)) for sentence in DISPUTED)
