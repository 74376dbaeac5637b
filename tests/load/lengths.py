"""How large a load is: as the bars want it, or as small as shows that the tools work."""

import json
from dataclasses import dataclass
from typing import Any

from tests.load.forms import Site


@dataclass(frozen=True, slots=True)
class Length:
    """Whom a load lets in, and for how long."""

    tables: int = 60
    rounds: int = 4  # closed before it begins, of the event that is played
    deals: int = 8  # of each table in each of them
    readers: int = 2000
    seconds: int = 60  # of tablets beside readers
    sustained: int = 30  # seconds of tablets alone
    most: int = 200  # deals a second for which there are bodies
    streams: int = 2000
    news: int = 20  # deals that streams hear of
    beyond: int = 20  # streams more than there is place for
    times: int = 10  # as many deals in the large site as in the small one
    looks: int = 30  # of whatever is timed alone


FULL = Length()
SHORT = Length(4, 1, 2, 12, 2, 2, 60, 12, 3, 2, 2, 4)


def filled(site: Site, length: Length, to_send: int, events: int = 1, times: int = 1) -> dict[str, Any]:
    """Fill a site with its hall; give what its tables send."""
    file = site.folder / "hall.json"
    size = {"tables": length.tables, "rounds": length.rounds * times, "deals": length.deals}
    site.program("hall", file, json.dumps({**size, "events": events, "to_send": to_send}))
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def counted(site: Site, acknowledged: list[str]) -> dict[str, int]:
    """Count the site's ledger, and what of these keys is not in it."""
    keys, told = site.folder / "keys.json", site.folder / "told.json"
    keys.write_text(json.dumps(acknowledged))
    site.program("ledger", keys, told)
    found: dict[str, int] = json.loads(told.read_text())
    return found
