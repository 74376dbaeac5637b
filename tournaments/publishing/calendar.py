"""An event as a calendar file (RFC 5545), which mail programs and telephones open.

One day, nothing repeated and no time zone: what the standard asks of that is escaping and folding, done here.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit

TYPE = "text/calendar"
METHOD = "PUBLISH"  # with REQUEST the reader's program would answer
OCTETS = 75  # of a line, without its end (RFC 5545, 3.1)
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})  # 3.3.11


def file(*, key: str, name: str, day: date, club: str, link: str, at: datetime) -> str:
    """Write the file of an event that is known by a key; a later file of the key takes its place."""
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sparrows//EN", f"METHOD:{METHOD}", "BEGIN:VEVENT"),
        f"UID:{key}@{urlsplit(link).hostname or 'sparrows'}",
        f"DTSTAMP:{at.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
        f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{escaped(name)}",
        f"DESCRIPTION:{escaped(club)}",
        f"URL:{link}",
        *("TRANSP:OPAQUE", "END:VEVENT", "END:VCALENDAR"),
    ]
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def escaped(text: str) -> str:
    """Write a text so that no sign of it is read as the file's own."""
    return text.translate(ESCAPED)


def folded(line: str) -> Iterator[str]:
    """Part a long line, never within a letter; each part but the first begins with a space."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > OCTETS:
            yield part
            part = " "
        part += letter
    yield part
