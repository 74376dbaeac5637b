"""What a round is called: the rounds of a league's season are the meetings of its club."""

from typing import Protocol

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Held(Protocol):
    """A competition, as far as its words go."""

    @property
    def is_season(self) -> bool: ...


ROUND = {
    "": _("Round %(number)s"),
    "inside": pgettext_lazy("inside a sentence", "round %(number)s"),
    "short": pgettext_lazy("round, short", "R%(number)s"),
}
MEETING = {
    "": _("Meeting %(number)s"),
    "inside": pgettext_lazy("inside a sentence", "meeting %(number)s"),
    "short": pgettext_lazy("meeting, short", "M%(number)s"),
}


def round_name(competition: Held | None, number: int, style: str = "") -> str:
    """Name a round as its competition does, where that is known; `style` is "short", "inside" or nothing."""
    names = MEETING if competition and competition.is_season else ROUND
    return names[style] % {"number": number}
