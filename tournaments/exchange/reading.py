"""Read the folder of an event, or its one file. Bringing it into the database is the work of `importing`."""

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from tournaments.models import Competition
from tournaments.ranking import figures
from tournaments.selectors.season_facts import ELSEWHERE

CONTENT = ("outcome", "winners", "discarder", "win_source", "hands", "events", "dropped", "wild", "totals")
SEATED = "seated"  # of a round: the seating is out, nothing was played yet as far as the file tells
RUNNING = "running"
Place = tuple[int, int, int]  # round, table, deal


class MalformedEvent(Exception):
    """The files do not say what an event's files must say; the text names file and place."""


@dataclass(frozen=True, slots=True)
class Change:
    """From `from_deal` on somebody comes to a seat (`into`), or who sits there (`out`) leaves; or both."""

    round: int
    table: int
    seat: str
    from_deal: int
    into: int | None = None
    out: int | None = None


@dataclass(frozen=True, slots=True)
class EventRound:
    """One round as drawn: tables of player numbers in the order E S W N and the fifth.

    None is the dummy's place. `absent` did not come at all, `rested` came and were drawn to rest all evening.
    In a season with a policy some were absent with `codes`, and `bonuses` and `credits` were `given` by hand.
    `counts` is the tournament that counts as the meeting, as a competition keeps it.
    `line_ups` say by the name of a team who counts for it.
    """

    number: int
    tables: tuple[tuple[int | None, ...], ...]
    deals: int | None = None
    minutes: int | None = None
    date: datetime.date | None = None
    winds: int | None = None
    state: str = "closed"
    absent: tuple[int, ...] = ()
    rested: tuple[int, ...] = ()
    codes: Mapping[int, str] = field(default_factory=dict)
    given: Mapping[str, Mapping[int, Any]] = field(default_factory=dict)
    counts: Mapping[str, Any] | None = None
    line_ups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Submitted:
    """One line of deals: where it belongs, and the declaration as a tablet sends it.

    `void` and `corrected` (to another declaration) say what a file has it counted as now; a deal by which the
    table `played_on` was voided or corrected only after those that followed it.
    """

    place: Place
    content: dict[str, Any]
    expected: Mapping[str, Any] | None = None
    void: bool = False
    corrected: dict[str, Any] | None = None
    played_on: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """Everything that was put in: people, rounds, deals in the order they came, and what must be refused."""

    id: str
    name: str
    rules: str
    options: Mapping[str, Any]
    date: datetime.date
    is_league: bool
    players: tuple[dict[str, Any], ...]
    rounds: tuple[EventRound, ...]
    substitutions: tuple[Change, ...]
    arrivals: tuple[Change, ...]
    departures: tuple[Change, ...]
    deals: tuple[Submitted, ...]
    refused: tuple[Submitted, ...]
    corrections: tuple[dict[str, Any], ...]
    season: Mapping[str, Any]
    season_facts: Mapping[str, Any]
    entry_level: str
    club: str | None = None
    ranking: Mapping[str, Any] = field(default_factory=dict)
    penalties: tuple[Mapping[str, Any], ...] = ()
    adjusted: tuple[Mapping[str, Any], ...] = ()

    @property
    def policy(self) -> Mapping[str, Any] | None:
        """Give the rules of the season as data, None for the older short form."""
        return self.season if "credit_scheme" in self.season else None

    @property
    def carried(self) -> dict[int, str]:
        """Give what finalists brought along, by number; a season keeps its own among its facts."""
        told = {} if self.is_league else {one["number"]: one.get("carried") for one in self.players}
        return {number: figures.text(figures.amount(str(one))) for number, one in told.items() if one}

    def key(self, *parts: object) -> UUID:
        """Make the key of a submission: the same event and place give the same key."""
        return uuid5(NAMESPACE_URL, ":".join(("sparrows", self.id, *map(str, parts))))

    def deals_of(self, number: int) -> Iterator[Submitted]:
        """List a round's deals in the order in which they came."""
        return (deal for deal in self.deals if deal.place[0] == number)

    def refused_before(self, place: Place) -> Iterator[Submitted]:
        """List what was sent, and must be refused, just before the deal of this place."""
        return (deal for deal in self.refused if deal.place == place)


def read_event(folder: Path) -> Event:
    """Read everything but the expected results; raises MalformedEvent."""
    data = read_json(folder / "event.json")
    lines = tuple(_lines(folder / "deals.jsonl"))
    refused = tuple(_lines(folder / "refused.jsonl", needed=False))
    return event_in(data, folder / "event.json", lines, refused, _corrections(folder))


def event_in(
    data: Mapping[str, Any],
    path: Path,
    deals: tuple[Submitted, ...],
    refused: tuple[Submitted, ...] = (),
    corrections: tuple[dict[str, Any], ...] = (),
) -> Event:
    """Make an event of what stood in a file; raises MalformedEvent, which names the file."""
    try:
        return _event(data, deals, refused, corrections)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise MalformedEvent(f"{path}: {type(error).__name__}: {error}") from error


def read_json(path: Path) -> Any:
    """Read one JSON file; raises MalformedEvent."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise MalformedEvent(f"{path}: {error}") from error


def content_of(line: Mapping[str, Any]) -> dict[str, Any]:
    """Pick the declaration out of a line or of a correction."""
    return {name: line[name] for name in CONTENT if name in line}


def _event(
    data: Mapping[str, Any],
    deals: tuple[Submitted, ...],
    refused: tuple[Submitted, ...],
    corrections: tuple[dict[str, Any], ...],
) -> Event:
    rounds = tuple(_round(each) for each in data["rounds"])
    return Event(
        id=str(data["id"]),
        name=data["name"],
        rules=data["rules"],
        options=data.get("options") or {},
        date=datetime.date.fromisoformat(data["date"]),
        is_league=data.get("kind") == "league",
        players=tuple(dict(player) for player in data["players"]),
        rounds=rounds,
        substitutions=tuple(_changes(data, "substitutions")),
        arrivals=tuple(_changes(data, "arrivals")),
        departures=tuple(_changes(data, "departures")),
        deals=deals,
        refused=refused,
        corrections=corrections,
        season=_season(data, rounds),
        season_facts=_season_facts(data, rounds),
        entry_level=Competition.EntryLevel(data.get("entry_level", Competition.EntryLevel.TILES)),
        club=data.get("club"),
        ranking=data.get("ranking") or {},
        penalties=tuple(data.get("penalties") or ()),
        adjusted=tuple(data.get("adjusted") or ()),
    )


def _round(data: Mapping[str, Any]) -> EventRound:
    return EventRound(
        number=int(data["number"]),
        tables=tuple(_people(table) for table in data["tables"]),
        deals=data.get("deals"),
        minutes=data.get("minutes"),
        winds=data.get("winds"),
        state=data.get("state", "closed"),
        date=datetime.date.fromisoformat(data["date"]) if data.get("date") else None,
        absent=tuple(each["player"] if isinstance(each, dict) else each for each in data.get("absent") or ()),
        rested=tuple(data.get("rested") or ()),
        codes={
            each["player"]: each["code"]
            for each in data.get("absent") or ()
            if isinstance(each, dict) and each.get("code") is not None
        },
        given={key: _amounts(data.get(key)) for key in ("bonuses", "credits")},
        counts=_counts(data.get("counts")),
        line_ups={each["team"]: tuple(each["players"]) for each in data.get("line_ups") or ()},
    )


def _counts(told: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Read which tournament counts as the meeting: its places by number of the player."""
    if told is None:
        return None
    places = {str(each["player"]): [each["place"], each["sharers"]] for each in told["places"]}
    return {**told, "places": places}


def _amounts(listed: Iterable[Mapping[str, Any]] | None) -> dict[int, Any]:
    """Read amounts given to players; two of one player are added up, exactly."""
    found: dict[int, Any] = {}
    for each in listed or ():
        before = found.get(each["player"])
        amount = each["amount"] if before is None else str(Fraction(before) + Fraction(each["amount"]))
        found[int(each["player"])] = amount
    return found


def _people(table: Iterable[int | None]) -> tuple[int | None, ...]:
    people = tuple(None if number is None else int(number) for number in table)
    if len(people) not in range(2, 6) or people[0] is None or people.count(None) > (len(people) == 4):
        raise ValueError(f"a table has two to five players, one of four may be null, not {people}")
    return people


def _listed(data: Mapping[str, Any], name: str) -> list[tuple[int, Mapping[str, Any]]]:
    """Read the list of the event, and lists that stand with their round."""
    listed = [(each["round"], each) for each in data.get(name) or ()]
    return listed + [(one["number"], each) for one in data["rounds"] for each in one.get(name) or ()]


def _changes(data: Mapping[str, Any], name: str) -> Iterator[Change]:
    for number, each in _listed(data, name):
        yield Change(
            number,
            int(each["table"]),
            each["seat"],
            int(each["from_deal"]),
            into=None if name == "departures" else int(each["in"]),
            out=None if name == "arrivals" else int(each["out"]),
        )


def _lines(path: Path, *, needed: bool = True) -> Iterator[Submitted]:
    if not path.exists() and not needed:
        return
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise MalformedEvent(f"{path}: {error}") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _submitted(path, number, line)


def _submitted(path: Path, number: int, line: str) -> Submitted:
    try:
        data = json.loads(line)
        place = (int(data["round"]), int(data["table"]), int(data["deal"]))
        return Submitted(place, content_of(data), data.get("expected"))
    except (KeyError, TypeError, ValueError) as error:
        raise MalformedEvent(f"{path}, line {number}: {type(error).__name__}: {error}") from error


def _corrections(folder: Path) -> tuple[dict[str, Any], ...]:
    path = folder / "corrections.json"
    return tuple(read_json(path)) if path.exists() else ()


def _season_facts(data: Mapping[str, Any], rounds: tuple[EventRound, ...]) -> dict[str, Any]:
    """Gather what no table tells, as a competition keeps it: by number of the meeting and of the player."""
    told: dict[str, Any] = {"adjustments": _texts(_amounts(data.get("adjustments")))}
    for key, name in (("carried", "carried"), ("divisions", "division"), ("lots", "lot")):
        own = {each["number"]: each[name] for each in data["players"] if each.get(name) is not None}
        told[key] = _texts(own)
    told["absent"] = {str(one.number): _texts(one.codes) for one in rounds if one.codes}
    for key in ("bonuses", "credits"):
        told[key] = {str(one.number): _texts(one.given[key]) for one in rounds if one.given.get(key)}
    told[ELSEWHERE] = {str(one.number): dict(one.counts) for one in rounds if one.counts}
    return {key: value for key, value in told.items() if value}


def _texts(found: Mapping[int, Any]) -> dict[str, Any]:
    return {str(number): value for number, value in found.items()}


def _season(data: Mapping[str, Any], rounds: tuple[EventRound, ...]) -> Mapping[str, Any]:
    """Say how a season counts: by its policy, else the best 7 of its meetings, 4-2-1-0 and 1 for coming."""
    if "credit_scheme" in (data.get("season") or {}):
        return dict(data["season"])
    return {"best_of": 7, "attendance": 1, "table_points": [4, 2, 1, 0], "meetings": len(rounds)} | dict(
        data.get("season") or {}
    )
