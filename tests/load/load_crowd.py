"""Sixty tablets beside a crowd that polls the live standings, everything on this machine's own cores.

60 tablets send 10 deals a second in total, and once 60 in the same moment, while readers look every 5 s.
Beside it stands, of the same run and unhurried, the reader's way through the whole site, which is what one
look cost before answers were kept ready; and a bare insert.
"""

import time
from statistics import median
from typing import Any

import uvloop

from tests.load import wire
from tests.load.crowd import EVERY, PACE, Crowd
from tests.load.forms import Site, served, site
from tests.load.lengths import Length, counted, filled
from tests.load.rows import Row, at


def measure(form: str, length: Length) -> list[Row]:
    """Ask alone, let the crowd in, count the ledger, and give the figures."""
    with site(form) as where:
        hall = filled(where, length, length.seconds * PACE // length.tables + 2)
        with served(where):
            alone = uvloop.run(unhurried(where, hall["slug"], length.looks))
            crowd = Crowd(where, hall, length)
            uvloop.run(crowd.run())
        ledger = counted(where, crowd.keys)
    assert not crowd.errors, crowd.errors[:5]
    return [*without_bars(form, alone), *rows(form, crowd, ledger)]


async def unhurried(where: Site, slug: str, looks: int) -> dict[str, list[float]]:
    """Take the milliseconds of one reader alone: through the whole site, and of what is ready."""
    line = await wire.dial(where.readers, 0, where.proxied)
    fragment = f"/c/{slug}/standings/fragment"
    taken: dict[str, list[float]] = {}
    for name, address in (("through the whole site", f"{fragment}?whole=1"), ("from memory", fragment)):
        tag = (await line.get(address)).tag
        taken[f"one reader, {name}"] = [await look(line, address, 200) for _ in range(looks)]
        known = {"If_None_Match": tag}
        taken[f"the same, unchanged (304), {name}"] = [
            await look(line, address, 304, **known) for _ in range(looks)
        ]
    line = await wire.dial(where.tablets, 0, where.proxied)
    taken["bare view, one insert"] = [await look(line, "/bare", 201) for _ in range(looks)]
    return taken


async def look(line: wire.Line, address: str, status: int, **known: Any) -> float:
    """Ask once; give the milliseconds."""
    begun = time.perf_counter()
    answer = await (line.ask("POST", address, b"{}") if status == 201 else line.get(address, **known))
    assert answer.status == status, (address, answer.status)
    return (time.perf_counter() - begun) * 1000


def without_bars(form: str, taken: dict[str, list[float]]) -> list[Row]:
    """Give what one caller waits for alone."""
    return [Row(form, "P1", f"{name}: median", median(each), "ms") for name, each in taken.items()]


def rows(form: str, crowd: Crowd, ledger: dict[str, int]) -> list[Row]:
    """Name the figures of the crowd."""
    taken, readers = crowd.taken, f"{crowd.length.readers:,} readers, each every {EVERY:g} s"
    tables = len(crowd.hall["tables"])
    paced, burst = f"{tables} tablets, {PACE} deals a second", f"{tables} deals at once"
    others = max(1, len(taken["readers"]) - crowd.unchanged)
    return [
        Row(form, "P1", f"{paced}: p95", at(taken["paced"], 0.95), "ms", 300),
        Row(form, "P1", f"{paced}: p99", at(taken["paced"], 0.99), "ms", 1000),
        Row(form, "P1", f"{readers}: p95", at(taken["readers"], 0.95), "ms", 150),
        Row(form, "P1", f"{readers}: answers", len(taken["readers"])),
        Row(form, "P1", "of them unchanged (304)", crowd.unchanged),
        Row(form, "P1", "the others, each", crowd.bytes / others / 1000, "KB"),
        Row(form, "P1", "the furthest that an answer was behind", crowd.behind, "s"),
        Row(form, "P1", "of the processor, the generator", crowd.processor, "s"),
        Row(form, "P1", "errors", len(crowd.errors), "", 0),
        Row(form, "P1", "deals not sent, lost or doubled", missing(crowd, ledger), "", 0),
        Row(form, "P2", f"{burst}: not acknowledged", tables - len(taken["burst"]), "", 0),
        Row(form, "P2", f"{burst}: p95", at(taken["burst"], 0.95), "ms", 1500),
        Row(form, "P2", f"{burst}: most", max(taken["burst"]), "ms", 3000),
    ]


def missing(crowd: Crowd, ledger: dict[str, int]) -> int:
    """Count the deals that should be in the ledger once, and are not."""
    due = len(crowd.hall["tables"]) * (crowd.due + 1)
    return due - len(crowd.keys) + ledger["lost"] + ledger["doubled"]
