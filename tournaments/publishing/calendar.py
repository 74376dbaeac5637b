"""Events as a calendar file (RFC 5545), which mail programs and telephones open.

Days and moments, nothing repeated and no time zone (moments are written as UTC): what the standard asks of
that is escaping and folding, done here.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

TYPE = "text/calendar"
METHOD = "PUBLISH"  # with REQUEST the reader's program would answer
OCTETS = 75  # of a line, without its end (RFC 5545, 3.1)
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})  # 3.3.11
ASK_AGAIN = "PT6H"  # how often programs that follow a calendar look for news


class Occasion(NamedTuple):
    """One day of an event under its key; a later file of the key takes its place.

    Without `begins` it lasts all day; without `ends` nobody has said how long it goes.
    """

    key: str
    name: str
    day: date
    club: str
    link: str
    at: datetime
    begins: datetime | None = None
    ends: datetime | None = None
    about: str = ""
    where: str = ""


def written(occasions: Iterable[Occasion], *, name: str = "") -> str:
    """Write a calendar; one that has a name is followed, and asked for again."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sparrows//EN", f"METHOD:{METHOD}"]
    if name:
        called = escaped(name)
        lines += [f"NAME:{called}", f"X-WR-CALNAME:{called}"]  # RFC 7986, 5.1, and before
        lines += [f"REFRESH-INTERVAL;VALUE=DURATION:{ASK_AGAIN}", f"X-PUBLISHED-TTL:{ASK_AGAIN}"]
    for one in occasions:
        lines += _event(one)
    return "".join(f"{part}\r\n" for line in (*lines, "END:VCALENDAR") for part in folded(line))


def _event(one: Occasion) -> list[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{one.key}@{urlsplit(one.link).hostname or 'sparrows'}",
        f"DTSTAMP:{moment(one.at)}",
        *_time(one),
        f"SUMMARY:{escaped(one.name)}",
        f"DESCRIPTION:{escaped(one.club + (chr(10) + one.about if one.about else ''))}",
        *([f"LOCATION:{escaped(one.where)}"] if one.where else []),
        f"URL:{one.link}",
        *("TRANSP:OPAQUE", "END:VEVENT"),
    ]


def _time(one: Occasion) -> list[str]:
    if one.begins is None:
        after = one.day + timedelta(days=1)
        return [f"DTSTART;VALUE=DATE:{one.day:%Y%m%d}", f"DTEND;VALUE=DATE:{after:%Y%m%d}"]
    ends = [f"DTEND:{moment(one.ends)}"] if one.ends and one.ends > one.begins else []
    return [f"DTSTART:{moment(one.begins)}", *ends]


def moment(at: datetime) -> str:
    """Write a moment as UTC."""
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


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
