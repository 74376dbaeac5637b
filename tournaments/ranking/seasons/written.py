"""A season's tables as plain values for JSON, every amount as text and exact."""

from typing import Any

from tournaments.ranking.figures import Amount, Part
from tournaments.ranking.placing import Place
from tournaments.ranking.seasons.finals import finals, moves, next_season
from tournaments.ranking.seasons.lines import Held
from tournaments.ranking.seasons.tables import Named, Season

FACTS = ("table", "place", "sharers", "fact", "absence")  # of a part, beside its code and amount
Written = dict[str, Any]


def written(season: Season) -> Written:
    """Return a season as it stands: its meetings, its tables, and what follows from them."""
    made: Written = {"held": list(season.scope.held), "void": list(season.scope.void)}
    if season.policy.periods:
        made["periods"] = [_named(each) for each in season.periods]
        if season.policy.year is not None:
            made["year"] = {"lines": [_line(each) for each in season.year]}
    elif season.policy.divisions:
        made |= _divisions(season)
    else:
        made["lines"] = [_line(each) for each in season.table]
    return made | _what_follows(season)


def _named(table: Named) -> Written:
    return {"name": table.name, "lines": [_line(each) for each in table.places]}


def _divisions(season: Season) -> Written:
    went, undecided = moves(season)
    return {
        "divisions": [_named(each) for each in season.divisions],
        "moves": [{"player": each.player, "from": each.origin, "to": each.target} for each in went],
        "undecided": [
            {"from": each.origin, "to": each.target, "players": list(each.players), "places": each.places}
            for each in undecided
        ],
    }


def _what_follows(season: Season) -> Written:
    made: Written = {}
    if (qualified := finals(season)) is not None:
        made["finals"] = {
            "qualified": [each._asdict() for each in qualified.finalists],
            "undecided": [{**each._asdict(), "players": list(each.players)} for each in qualified.undecided],
        }
    if (members := next_season(season)) is not None:
        made["next_season"] = [{**each._asdict(), "carried": str(each.carried)} for each in members]
    return made


def _line(place: Place[Any]) -> Written:
    line = place.line
    made: Written = {
        "player": line.number,
        "rank": place.rank,
        "shared": place.shared,
        "status": line.status,
        "decided_by": place.decided_by,
        "total": _text(line.total),
        "extras": [_extra(part) for part in line.extras],
    }
    return made | (_of_year(line) if hasattr(line, "periods") else _of_meetings(line))


def _of_year(line: Any) -> Written:
    periods = [
        {"name": name, "amount": _text(amount), "state": state} for name, amount, state in line.periods
    ]
    return {"periods": periods}


def _of_meetings(line: Any) -> Written:
    return {
        "attended": line.attended,
        "qualification": line.qualification,
        "net": _number(line.net),
        "mahjongs": line.mahjongs,
        "given": line.given,
        "meetings": [_meeting(each) for each in line.meetings],
    }


def _meeting(held: Held) -> Written:
    return {
        "meeting": held.meeting,
        "state": held.state,
        "credit": _text(held.credit),
        "parts": [_part(part) for part in held.parts],
    }


def _part(part: Part) -> Written:
    facts = {name: part.facts[name] for name in FACTS if name in part.facts}
    return {"code": part.code, "amount": str(part.amount), **facts}


def _extra(part: Part) -> Written:
    made: Written = {"code": part.code, "amount": str(part.amount)}
    return {**made, "meeting": part.round} if part.round else made


def _text(amount: Amount | None) -> str | None:
    return None if amount is None else str(amount)


def _number(amount: Amount) -> int | str:
    return amount if isinstance(amount, int) else str(amount)
