"""A published event as one file that anybody may take: what readers see of it, and nothing else.

`schemas/event-1.json` describes the form. Another Sparrows brings it in again (`exchange`), so the words are
those of an event's folder. Rounds whose results are held back are there with their seating alone.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tournaments import access
from tournaments.deal.chairs import CHAIRS
from tournaments.deal.reckon import DECLARED, TOTALS, bare
from tournaments.models import CheckIn, Competition, DealVersion, Entry, Penalty, Round, Seating
from tournaments.selectors import meetings
from tournaments.selectors.lineups import of_rounds
from tournaments.selectors.policies import written_now
from tournaments.selectors.public import entries_of, standings_shown
from tournaments.selectors.season_facts import ELSEWHERE
from tournaments.selectors.standings import row_json

FORMAT, VERSION = "sparrows-event", 1
SCHEMA = Path(__file__).parent / "schemas" / f"event-{VERSION}.json"
SEATED = "seated"  # of a round: who sits where is out, what came of it is not
RANKED_BY = (
    *("criteria", "credit_scheme", "table_points", "attendance_points"),
    *("substitute_policy", "team_best"),
)
BESIDE = ("cannon", "robbed_from")  # of the working of a deal: who pays for another, whose kong was robbed
Facts = dict[str, Any]


@cache
def schema() -> Mapping[str, Any]:
    """Read the JSON schema of the file."""
    return json.loads(SCHEMA.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def event_json(competition: Competition, schema_at: str) -> bytes:
    """Write the file; `schema_at` is the whole address of its schema."""
    return json.dumps(event_of(competition, schema_at), ensure_ascii=False, indent=1).encode()


def event_of(competition: Competition, schema_at: str) -> Facts:
    """Gather what readers see of a published competition."""
    out = list(access.open_rounds(competition).exclude(state=Round.State.PUBLISHED))
    shown = {one.number for one in out}
    rounds = list(access.visible_rounds(competition))
    seatings = _seatings(rounds)
    return {
        "$schema": schema_at,
        "format": FORMAT,
        "format_version": VERSION,
        **_head(competition),
        "players": [_player(one, competition) for one in _entries(competition, seatings)],
        "rounds": _rounds(competition, rounds, seatings, shown),
        **_changes([one for one in seatings if one.round.number in shown]),
        "deals": _deals(competition, shown),
        **_penalties(_in_force(competition, shown)),
        "standings": [row_json(row) for row in standings_shown(competition).rows],
    }


def _head(competition: Competition) -> Facts:
    told: Facts = {
        "id": competition.slug,
        "name": competition.name,
        "club": competition.club.name,
        "kind": "league" if competition.is_season else "tournament",
        "date": competition.date.isoformat(),
        "rules": competition.ruleset,
        "rules_sha256": competition.ruleset_hash,
        "options": competition.ruleset_options,
        "entry_level": competition.entry_level,
        "revision": competition.revision,
        "ranking": {name: getattr(competition, name) for name in RANKED_BY},
    }
    if competition.has_line_ups:
        told["ranking"]["team_score"] = competition.team_score
    if competition.part_of and competition.part_of.published:
        told |= {"part_of": competition.part_of.slug, "part": competition.part}
    if competition.is_season:
        told["season"] = written_now(competition)
    return told


def _entries(competition: Competition, seatings: Iterable[Seating]) -> list[Entry]:
    """List everybody who plays, and house players who have a seat."""
    named = {one.pk: one for one in entries_of(competition).select_related("team")}
    seated = {one.entry.pk: one.entry for one in seatings}
    return sorted((seated | named).values(), key=lambda one: one.number)


def _player(entry: Entry, competition: Competition) -> Facts:
    given, family = entry.player.names_shown if entry.player else ("", entry.name)
    club = entry.player.club if entry.player else None
    told: Facts = {"number": entry.number, "given": given, "family": family}
    told |= {"club": club.name if club else "", "country": entry.player.country if entry.player else ""}
    told |= {"status": entry.status} if entry.status != Entry.Status.PLAYER else {}
    told |= {"team": entry.team.name} if entry.team else {}
    told |= {"carried": entry.carried} if entry.carried != "0" else {}
    return told | _of_the_season(competition.season_facts, str(entry.number))


def _of_the_season(facts: Mapping[str, Any], number: str) -> Facts:
    """Give what somebody brought into a season."""
    named = {"carried": "carried", "divisions": "division", "lots": "lot"}
    return {name: facts[key][number] for key, name in named.items() if number in facts.get(key, {})}


# ------------------------------------------------------------------ who sat where
def _seatings(rounds: Iterable[Round]) -> list[Seating]:
    rows = Seating.objects.filter(round__in=list(rounds)).select_related(
        "round", "table", "entry__player__club", "stands_for"
    )
    return list(rows.order_by("round__number", "table__number", "from_deal", "pk"))


def _rounds(
    competition: Competition, rounds: Iterable[Round], seatings: Iterable[Seating], shown: set[int]
) -> list[Facts]:
    at: dict[int, dict[int, Facts]] = defaultdict(dict)
    for row in seatings:
        if row.from_deal == 1:
            first = row.stands_for or row.entry
            at[row.round_id].setdefault(row.table.number, {})[row.seat] = first.number
    beside, named = _beside(competition, shown), _line_ups(competition, rounds)
    return [
        _round(one, [_table(at[one.pk][table]) for table in sorted(at[one.pk])], shown)
        | named.get(one.number, {})
        | (beside[one.number] if one.number in shown else {})
        for one in rounds
    ]


def _round(one: Round, tables: list[list[int | None]], shown: set[int]) -> Facts:
    return {
        "number": one.number,
        "date": one.date.isoformat() if one.date else None,
        "deals": one.deals,
        "winds": one.winds,
        "minutes": one.minutes,
        "state": one.state if one.number in shown else SEATED,
        "tables": tables,
    }


def _table(seats: Mapping[str, int]) -> list[int | None]:
    """List who sits at a table from East on; null is the dummy's place, two sit opposite."""
    if {*seats} == {"E", "W"}:
        return [seats["E"], seats["W"]]
    return [seats.get(seat) for seat in (CHAIRS if "R" in seats else CHAIRS[:4])]


def _beside(competition: Competition, shown: set[int]) -> dict[int, Facts]:
    """Give by round what no table tells: who came and rested all evening, codes of absence, credits given."""
    if not competition.is_season:
        return {number: {} for number in shown}
    rested, facts = meetings.rested(competition), competition.season_facts
    came = _here(competition)
    return {
        number: {
            "rested": sorted(rested.get(number, ())),
            "absent": _absent(facts.get("absent", {}).get(str(number), {}), came[number]),
            "bonuses": _amounts(facts.get("bonuses", {}).get(str(number), {})),
            "credits": _amounts(facts.get("credits", {}).get(str(number), {})),
            **_counts(facts.get(ELSEWHERE, {}).get(str(number))),
        }
        for number in shown
    }


def _line_ups(competition: Competition, rounds: Iterable[Round]) -> dict[int, Facts]:
    """Give by round who is named for which team, where line-ups count: they are out as the seating is."""
    found: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for one in of_rounds(rounds) if competition.has_line_ups else ():
        found[one.round.number][one.team.name].append(one.entry.number)
    return {
        number: {"line_ups": [{"team": team, "players": numbers} for team, numbers in teams.items()]}
        for number, teams in found.items()
    }


def _counts(told: Facts | None) -> Facts:
    """Say which tournament counts as a meeting, and who had which place there, with how many."""
    if told is None:
        return {}
    places = [
        {"player": int(number), "place": place, "sharers": sharers}
        for number, (place, sharers) in told["places"].items()
    ]
    return {"counts": {**told, "places": places}}


def _here(competition: Competition) -> dict[int, set[int]]:
    came: dict[int, set[int]] = defaultdict(set)
    rows = CheckIn.objects.filter(round__competition=competition)
    for number, entry in rows.values_list("round__number", "entry__number"):
        came[number].add(entry)
    return came


def _absent(codes: Mapping[str, str], came: set[int]) -> list[Facts]:
    there = {int(number): code for number, code in codes.items() if int(number) not in came}
    return [{"player": number, "code": code} for number, code in sorted(there.items())]


def _amounts(found: Mapping[str, Any]) -> list[Facts]:
    return [{"player": int(number), "amount": amount} for number, amount in found.items()]


def _changes(seatings: Iterable[Seating]) -> Facts:
    """List who took a seat over, who came to a table and who left it, with the deal from which on."""
    told: Facts = {"substitutions": [], "arrivals": [], "departures": []}
    sitting: dict[tuple[int, str], int | None] = {}
    for row in seatings:
        chair, into = (row.table_id, row.seat), row.entry.number
        before = sitting.get(chair, row.stands_for and row.stands_for.number)
        place = {"round": row.round.number, "table": row.table.number, "seat": row.seat}
        if before is not None and before != into:
            told["substitutions"].append({**place, "from_deal": row.from_deal, "out": before, "in": into})
        elif before is None and row.from_deal > 1:
            told["arrivals"].append({**place, "from_deal": row.from_deal, "in": into})
        sitting[chair] = into
        if row.left_from:
            told["departures"].append({**place, "from_deal": row.left_from, "out": into})
            sitting[chair] = None
    return told


# ------------------------------------------------------------------ what came of it
def _deals(competition: Competition, shown: set[int]) -> list[Facts]:
    """List the deals as they count now, each table's in order."""
    found = competition.deal_versions.filter(table__round__number__in=shown)
    rows = found.select_related("table__round").prefetch_related("scores__entry").order_by("version")
    versions: dict[tuple[int, int, int], list[DealVersion]] = defaultdict(list)
    for one in rows:
        versions[one.table.round.number, one.table.number, one.number].append(one)
    return [
        _deal(place, told, versions.get((*place[:2], place[2] + 1)))
        for place, told in sorted(versions.items())
    ]


def _deal(place: tuple[int, int, int], versions: list[DealVersion], then: list[DealVersion] | None) -> Facts:
    now = versions[-1]
    led_on = _led_on(versions, then[-1] if then else None)
    return {
        **dict(zip(("round", "table", "deal"), place, strict=True)),
        **declared(now),
        **counted(now),
        **({"played_on_as": declared(led_on)} if led_on else {}),
    }


def declared(version: DealVersion) -> Facts:
    """Write what the table declared, with the penalties that are in force."""
    told = {name: version.content[name] for name in DECLARED if name in version.content}
    in_force = [bare(event) for event in told.get("events", ()) if not event.get("reversed")]
    return told | ({"events": in_force} if "events" in told else {})


def counted(version: DealVersion) -> Facts:
    """Write where the table was, and what the deal gave each seat."""
    rows = {row.seat: row for row in version.scores.all()}
    seats = version.seats if version.content.get("outcome") == TOTALS else version.position.playing
    playing = [rows[seat] for seat in seats if seat in rows]
    values = {row.seat: row.value for row in playing}
    return {
        "east": version.east,
        "round_wind": version.round_wind,
        "players": {row.seat: row.entry.number for row in playing},
        "values": None if set(values.values()) == {None} else values,
        "special": {row.seat: row.special for row in playing if row.special},
        "net": {row.seat: row.net for row in playing},
        **({"resting": version.resting} if version.resting else {}),
        **({"goulash": True} if version.goulash else {}),
        **({"void": True} if version.void else {}),
        **{name: told for name in BESIDE if (told := version.result.get(name))},
    }


def _led_on(versions: list[DealVersion], then: DealVersion | None) -> DealVersion | None:
    """Find the version by which the table played on, where a correction left what follows as played."""
    if then is None or _leads(versions[-1], then):
        return None
    return next((one for one in reversed(versions) if not one.void and _leads(one, then)), None)


def _leads(version: DealVersion, then: DealVersion) -> bool:
    after = (version.next_east, version.next_round_wind, version.next_goulash)
    return after == (then.east, then.round_wind, then.goulash)


def _in_force(competition: Competition, shown: set[int]) -> list[Penalty]:
    """List what counts against standings, or for them, and was not taken back."""
    rows = competition.penalties.filter(
        round__number__in=shown, amount__isnull=False, reverses=None, reversed_by=None
    )
    return list(rows.select_related("round", "entry").order_by("pk"))


def _penalties(in_force: list[Penalty]) -> Facts:
    """List penalties, and adjusted scores, each with the amounts of a table's players."""
    fines, adjusted = [], dict[str, Facts]()
    for one in in_force:
        told: Facts = {"player": one.entry and one.entry.number, "amount": one.amount}
        if one.event is None:
            fines.append({"round": one.round.number, **told})
            continue
        where = {name: one.event[name] for name in ("table", "deal") if name in one.event}
        beginning = {"round": one.round.number, **where, "amounts": []}
        adjusted.setdefault(one.event["adjusted"], beginning)["amounts"].append(told)
    return {"penalties": fines, "adjusted": list(adjusted.values())}
