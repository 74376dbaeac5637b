"""What a round is called: the rounds of a league's season are the meetings of its club."""

from typing import Protocol

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.sittings import is_first, meeting_of, sitting_of


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
SITTING = {
    "": _("Meeting %(number)s, sitting %(sitting)s"),
    "inside": pgettext_lazy("inside a sentence", "meeting %(number)s, sitting %(sitting)s"),
    "short": pgettext_lazy("sitting of a meeting, short", "M%(number)s.%(sitting)s"),
}


def round_name(competition: Held | None, number: int | None, style: str = "") -> str:
    """Name a round as its competition does, where that is known; `style` is "short", "inside" or nothing.

    The first sitting of a meeting has the name of the meeting.
    """
    if not (competition and competition.is_season):
        return ROUND[style] % {"number": number}
    names = MEETING if number is None or is_first(number) else SITTING
    return names[style] % {"number": number and meeting_of(number), "sitting": number and sitting_of(number)}
