"""How many taps a deal takes: real events, entered on the table's page and recorded as they were played.

What is counted for the bar is one hand with all that belongs to it: who won and from whom, the hand, "Save";
where the table enters points, also that the winner and another confirm.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests import plugin
from tests.conftest import Tam
from tests.events.test_golden_events import FOLDERS
from tests.table.conftest import open_table
from tests.table.fingers import Fingers
from tournaments.exchange.importing import event_import
from tournaments.exchange.reading import read_event
from tournaments.models import Competition, DealVersion, Table
from tournaments.services import devices

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(3600),
]

FOLDERS_BY_NAME = {folder.name: folder for folder in FOLDERS}
SHORT = (("club16", 1),)
LONG = (("club16", 1), ("club16", 2), ("open24", 1), ("open24", 2))
DRAW, POINTS, WINNER, OTHER = "a draw", "one winner's value", "a winner's full hand", "another full hand"
CONFIRMED, LIMIT = "one winner's value, confirmed", "a winner's limit hand"
SPECIAL = 500  # half the limit of these events, from which on a hand is called one
WHOLE = {level: f"the whole deal, level {level}" for level in ("tiles", "counting", "winner", "points")}
OTHERS = {"tiles": OTHER, "counting": "what counts of another"}
MOST = {
    DRAW: 2,
    POINTS: 6,
    CONFIRMED: 8,
    LIMIT: 14,
    WINNER: 28,
    OTHER: 28,
    **dict.fromkeys(WHOLE.values(), 60),
}
MEDIAN = {WINNER: 14, WHOLE["tiles"]: 38, WHOLE["counting"]: 26, OTHERS["counting"]: 4}


def test_it_takes_few_taps(
    context: BrowserContext, live_server: Any, club: Any, olive: Any, soak_length: Any, record_property: Any
) -> None:
    context.set_default_timeout(60_000)  # how long anything takes is not what is counted
    counted: dict[str, list[int]] = defaultdict(list)
    for name, number in soak_length(SHORT, LONG):
        for table, level in levels(the_round_before(name, number, club)):
            asked = "winner" if level == "points" else "nobody"
            Competition.objects.filter(rounds=table.round_id).update(entry_level=level, confirmed_by=asked)
            page = tablet(context, urlsplit(live_server.url).port or 80, table, olive)
            for deal, expected in deals(name, number, table.number):
                for case, total in cases(deal, level, enter(page, table, level, deal, expected), expected):
                    counted[case].append(total)
            page.close()
    record_property(plugin.TOLD, report(counted))
    assert {case: most for case, most in MOST.items() if max(counted[case], default=0) > most} == {}
    assert {case: most for case, most in MEDIAN.items() if median(counted[case]) > most} == {}


def the_round_before(name: str, number: int, club: Any) -> Competition:
    """Bring an event to the beginning of a round."""
    event = read_event(FOLDERS_BY_NAME[name])
    told = replace(event, id=f"{name}-{number}", rounds=event.rounds[:number])
    return event_import(told, club=club.name, stop_at={}).competition


def levels(competition: Competition) -> Iterator[tuple[Table, str]]:
    """Let one table enter four values, one every hand as tiles, the others the winner's tiles."""
    for table in Table.objects.filter(round__competition=competition, round__state="running"):
        yield table, {1: "points", 2: "tiles", 3: "counting"}.get(table.number, "winner")


def tablet(context: BrowserContext, port: int, table: Table, olive: Any) -> Page:
    """Put a tablet on a table; what it knew of another table is gone when its page has the new one."""
    competition, number = table.round.competition, table.number
    code = devices.pairing_code_issue(competition=competition, table_number=number, actor=olive)
    paired = devices.device_pair(code=code.long, address="127.0.0.1", label="a tablet")
    page = open_table(context, port, Tam(paired.device, paired.token))
    expect(page.locator("#table-title")).to_have_text(f"Table {number}Round {table.round.number}")
    return page


def enter(
    page: Page, table: Table, level: str, deal: dict[str, Any], expected: dict[str, Any]
) -> Counter[str]:
    """Enter a deal and see it recorded with the nets it had; give the taps."""
    fingers = Fingers(page, level)
    taps = fingers.enter(deal, expected)
    if level == "points" and deal["winners"]:
        fingers.confirm([*deal["winners"], *sorted(deal["hands"].keys() - {*deal["winners"]})[:1]])
    elif level == "points":
        page.locator("#accept-E").wait_for()  # the server has it: no other sheet of this deal comes
        page.locator("#leave-sheet").click()
    expect(page.locator(f"#deal-{deal['deal']}")).to_be_visible(timeout=60_000)
    net = DealVersion.objects.get(table=table, number=deal["deal"]).net
    assert (deal, net) == (deal, expected["net"])
    return taps


def deals(name: str, number: int, table: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """List the deals of one table, each with what it came to."""
    folder = FOLDERS_BY_NAME[name]
    came_to = json.loads((folder / "expected.json").read_text())["deals"]
    found = {(one["round"], one["table"], one["deal"]): one for one in came_to}
    for line in (folder / "deals.jsonl").read_text().splitlines():
        deal = json.loads(line)
        if (deal["round"], deal["table"]) == (number, table):
            yield deal, found[number, table, deal["deal"]]


def cases(
    deal: dict[str, Any], level: str, taps: Counter[str], expected: dict[str, Any]
) -> Iterator[tuple[str, int]]:
    """Say which hands of the bar a deal holds, and their taps."""
    if deal["outcome"] == "draw":
        yield DRAW, taps.total()
    if deal["outcome"] == "win":
        own = taps["ending"] + taps["winner"] + taps["save"]
        yield (POINTS if level == "points" else WINNER), own
        yield WHOLE[level], taps.total()
        if level == "points":
            yield CONFIRMED, own + taps["confirming"]
        elif expected["values"][deal["winners"][0]] >= SPECIAL:
            yield LIMIT, own
        if level in ("tiles", "counting"):
            others = (count for purpose, count in taps.items() if purpose.startswith("other"))
            yield from ((OTHERS[level], count) for count in others)


def report(counted: dict[str, list[int]]) -> list[str]:
    """Write the table of the taps."""
    rows = [f"{'':28}{'hands':>6}{'median':>8}{'90 %':>6}{'most':>6}{'bar':>14}"]
    for case, taps in sorted(counted.items()):
        ordered = sorted(taps)
        bar = f"most {MOST[case]}" if case in MOST else ""
        bar = f"median {MEDIAN[case]}, {bar}" if case in MEDIAN else bar
        rows.append(
            f"{case:28}{len(taps):6}{median(taps):8g}{ordered[len(taps) * 9 // 10]:6}{ordered[-1]:6}  {bar}"
        )
    return rows
