"""An event as search engines read it: schema.org's SportsEvent as JSON-LD.

It says what the program knows: where an event is played only of meetings whose place was told;
the town is the club's.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Competition
from tournaments.selectors.days import Day

# What could end the element, or begin another, within a text (as Django's `json_script` has it).
ESCAPED = str.maketrans({"<": "\\u003C", ">": "\\u003E", "&": "\\u0026"})
SCHEMA = "https://schema.org"
Address = Callable[[str], str]


def sports_event(competition: Competition, days: Sequence[Day], address: Address) -> SafeString:
    """Write an event with its first and last day and the club that holds it; `address` makes links whole."""
    first, last = (days[0], days[-1]) if days else (None, None)
    told: dict[str, Any] = {
        "@context": SCHEMA,
        "@type": "SportsEvent",
        "name": competition.name,
        "sport": "Mahjong",
        "url": address(reverse("public:competition", args=[competition.slug])),
        "startDate": _begin(first) if first else competition.date.isoformat(),
        "endDate": (last.day if last else competition.date).isoformat(),
        "eventStatus": f"{SCHEMA}/EventScheduled",
        "eventAttendanceMode": f"{SCHEMA}/OfflineEventAttendanceMode",
        "organizer": _organizer(competition, address),
    }
    if first and first.where:
        told["location"] = {"@type": "Place", "name": first.where}
    written = json.dumps(told, ensure_ascii=False).translate(ESCAPED)
    return mark_safe(written)  # noqa: S308 - nothing in it can end the element


def _begin(day: Day) -> str:
    return (day.begins or day.day).isoformat()


def _organizer(competition: Competition, address: Address) -> dict[str, str]:
    club = competition.club
    told = {"@type": "SportsOrganization", "name": club.name}
    told["url"] = address(reverse("public:club", args=[club.slug]))
    return told | ({"address": club.town} if club.town else {})
