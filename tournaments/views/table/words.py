"""What the tablet's scripts say otherwise than in English, and what the server alone names for them.

Sentences stand in the scripts, where they are said. Django's catalogue for scripts is read as its
`JavaScriptCatalog` reads it, but stands in the page: a tablet keeps page and words as one thing of one
version and one language, and asks for nothing more before it shows its table.
"""

from functools import cache
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import get_language, gettext
from django.utils.translation.trans_real import DjangoTranslation
from django.views.i18n import JavaScriptCatalog

import scoring
from tournaments.deal import preview
from tournaments.tilefaces import STYLES, UNDER_WORDS
from tournaments.wording.tiles import WIND_NAMES, called, tile_names


def words() -> dict[str, Any]:
    """Gather them for the reader of the moment."""
    return {
        "said": said(get_language() or settings.LANGUAGE_CODE),
        "specials": {code: gettext(name) for code, name in scoring.SPECIAL_NAMES.items()},
        "totals_do_not_cancel": gettext(preview.TOTALS_DO_NOT_CANCEL),
    }


def names_and_words() -> dict[str, Any]:
    """Gather them with what tiles and winds are called: all that an entry says."""
    winds = {letter: str(name) for letter, name in WIND_NAMES.items()}
    return words() | {"tiles": tile_names(), "winds": winds, "called": called()}


def drawing() -> dict[str, str]:
    """Say where the pictures are: what the element named `table-app` tells scripts."""
    styles = {f"tiles-{style}": static(f"sparrows/tiles/{style}.svg") for style in STYLES}
    return {**styles, "under-words": UNDER_WORDS, "icons": static("sparrows/icons.svg")}


@cache
def said(language: str) -> dict[str, Any]:
    """Read what a language says for the sentences of the scripts."""
    catalogue = JavaScriptCatalog()
    places = [str(place) for place in settings.LOCALE_PATHS]
    catalogue.translation = DjangoTranslation(language, domain="djangojs", localedirs=places)
    found: dict[str, Any] = catalogue.get_catalog()
    return found
