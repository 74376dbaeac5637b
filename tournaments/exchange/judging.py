"""Judge an event's file without the database: its form by the published schema, then its people and sums.

Whether a declaration is mah-jong, and what it comes to under the rules, is for bringing it in to say.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from tournaments.exchange.faults import Fault, path_of
from tournaments.models import Entry
from tournaments.publishing.open_data import SEATED, schema
from tournaments.sittings import is_first, misplaced

Path = list[str | int]
SAID: Mapping[
    str, Callable[[ValidationError], str]
] = {  # by the keyword of the schema; others say it in the validator's own words
    "required": lambda one: _("“{name}” is missing.").format(name=_missing(one)),
    "additionalProperties": lambda one: _("“{names}” is not known here.").format(names=_unknown(one)),
    "type": lambda one: _("This is {found}, not {wanted}.").format(
        found=_short(one.instance), wanted=_listed(one.validator_value)
    ),
    "enum": lambda one: _("This is {found}; it is one of {wanted}.").format(
        found=_short(one.instance), wanted=_listed(one.validator_value)
    ),
    "const": lambda one: _("This is {found}; it must be {wanted}.").format(
        found=_short(one.instance), wanted=one.validator_value
    ),
    "pattern": lambda one: _("{found} is not written as it must be.").format(found=_short(one.instance)),
    "anyOf": lambda one: _("{found} is not one of the forms that may stand here.").format(
        found=_short(one.instance)
    ),
}
LONGEST = 60
MOST_CARRIED: Any = Entry._meta.get_field("carried").max_length  # characters
WHO = {  # by list the keys under which numbers of players stand
    "substitutions": ("out", "in"),
    "arrivals": ("in",),
    "departures": ("out",),
    "penalties": ("player",),
    "standings": ("number",),
}


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(dict(schema()))


def faults_of(data: Any) -> list[Fault]:
    """List every fault of a file; what its form hides is looked at once the form is right."""
    errors = sorted(_validator().iter_errors(data), key=lambda one: [str(part) for part in one.path])
    if errors:
        return [_of_the_form(one) for one in errors]
    return [fault for check in CHECKS for fault in check(data)]


def _of_the_form(error: ValidationError) -> Fault:
    say = SAID.get(str(error.validator))
    return Fault(path_of(error.absolute_path), say(error) if say else f"{error.message}.")


def _missing(error: ValidationError) -> str:
    return str(next(name for name in error.validator_value if f"'{name}'" in error.message))


def _unknown(error: ValidationError) -> str:
    known = error.schema.get("properties", {})
    return ", ".join(name for name in error.instance if name not in known)


def _listed(wanted: Any) -> str:
    return ", ".join(map(str, wanted)) if isinstance(wanted, list) else str(wanted)


def _short(value: Any) -> str:
    said = repr(value)
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"


# ------------------------------------------------------------------ people, places, sums
def _numbers_once(data: Mapping[str, Any]) -> Iterator[Fault]:
    for name, key in (("players", "number"), ("rounds", "number"), ("standings", "number")):
        seen = Counter[int]()
        for index, one in enumerate(data[name]):
            seen[one[key]] += 1
            if seen[one[key]] > 1:
                yield Fault(
                    path_of([name, index, key]), _("Number {n} stands here twice.").format(n=one[key])
                )


def _sittings(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Look for rounds whose numbers are those of later sittings, and that follow no sitting of a meeting."""
    numbers = [one["number"] for one in data["rounds"]]
    of_meetings = data["kind"] == "league"
    wrong = misplaced(numbers) if of_meetings else [one for one in numbers if not is_first(one)]
    for number in wrong:
        told = _("{n} is another sitting of a meeting that does not stand before it.").format(n=number)
        yield Fault(path_of(["rounds", numbers.index(number), "number"]), told)


def _days(data: Mapping[str, Any]) -> Iterator[Fault]:
    told: list[tuple[Path, str | None]] = [(["date"], data["date"])]
    told += [(["rounds", index, "date"], one.get("date")) for index, one in enumerate(data["rounds"])]
    for path, day in told:
        try:
            date.fromisoformat(day or "2000-01-01")
        except ValueError:
            yield Fault(path_of(path), _("There is no day {day}.").format(day=day))


def _people(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Look for numbers that nobody has, and for who sits at two tables of a round."""
    known = {one["number"] for one in data["players"]}
    for path, number in _named(data):
        if number not in known:
            yield Fault(path_of(path), _("Nobody has number {n}.").format(n=number))
    for index, one in enumerate(data["rounds"]):
        sitting = Counter(number for table in one["tables"] for number in table if number)
        for number in (number for number, times in sitting.items() if times > 1):
            yield Fault(path_of(["rounds", index]), _("Player {n} has two seats.").format(n=number))


def _named(data: Mapping[str, Any]) -> Iterator[tuple[Path, int]]:
    """Yield every number of a player, but those of the list of players, with the way to it."""
    for index, one in enumerate(data["rounds"]):
        for table, people in enumerate(one["tables"]):
            yield from _each(["rounds", index, "tables", table], people)
        yield from _each(["rounds", index, "rested"], one.get("rested", ()))
    for name in ("substitutions", "arrivals", "departures", "penalties", "standings"):
        for index, one in enumerate(data.get(name, ())):
            for key in WHO[name]:
                yield [name, index, key], one[key]
    for index, deal in enumerate(data["deals"]):
        for seat, who in deal.get("players", {}).items():
            yield ["deals", index, "players", seat], who


def _each(path: Path, numbers: Iterable[int | None]) -> Iterator[tuple[Path, int]]:
    for at, number in enumerate(numbers):
        if number is not None:
            yield [*path, at], number


def _places(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Look for deals that belong nowhere, stand there twice, or leave a gap."""
    tables = {
        (one["number"], table)
        for one in data["rounds"]
        if one.get("state") != SEATED
        for table in range(1, len(one["tables"]) + 1)
    }
    last: dict[tuple[int, int], int] = {}
    for index, one in enumerate(data["deals"]):
        at = one["round"], one["table"]
        path, next_one = path_of(["deals", index]), last.get(at, 0) + 1
        if at not in tables:
            yield Fault(path, _("Round {r} has no table {t} that has played.").format(r=at[0], t=at[1]))
        elif one["deal"] != next_one:
            yield Fault(
                path, _("This is deal {n}; deal {next} comes next.").format(n=one["deal"], next=next_one)
            )
        last[at] = max(one["deal"], last.get(at, 0))


def _sums(data: Mapping[str, Any]) -> Iterator[Fault]:
    for index, one in enumerate(data["deals"]):
        if total := sum(one["net"].values()):
            told = _("The nets of a deal come to 0; these come to {total}.").format(total=total)
            yield Fault(path_of(["deals", index, "net"]), told)


def _standings(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Compare the nets of the standings with those of the deals; who scores for somebody else is left out."""
    if "absent" in _substitutes(data):
        return
    nets: Counter[int] = Counter()
    for deal in data["deals"]:
        nets.update({deal["players"][seat]: net for seat, net in deal["net"].items() if "players" in deal})
    for index, line in enumerate(data["standings"]):
        if line["net"] != nets[line["number"]]:
            told = _("The deals of player {n} come to {found}, not {net}.").format(
                n=line["number"], found=nets[line["number"]], net=line["net"]
            )
            yield Fault(path_of(["standings", index, "net"]), told)
        yield from _total(data, index, line)


def _total(data: Mapping[str, Any], index: int, line: Mapping[str, Any]) -> Iterator[Fault]:
    """Add up a line of a tournament that is ranked by nets."""
    if data["kind"] == "league" or data.get("ranking", {}).get("credit_scheme", "net") != "net":
        return
    parts = [line["net"], line.get("adjustment", 0), Fraction(line.get("carried", 0))]
    if line["total"] is not None and Fraction(line["total"]) != sum(parts):
        told = _("Net, adjustment and what was carried come to {sum}, not {total}.").format(
            sum=sum(parts), total=line["total"]
        )
        yield Fault(path_of(["standings", index, "total"]), told)


def _brought(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Compare what finalists brought along with what the standings add for it."""
    if data["kind"] == "league":
        return
    brought = {one["number"]: Fraction(one.get("carried", 0)) for one in data["players"]}
    for index, one in enumerate(data["players"]):
        if len(str(brought[one["number"]])) > MOST_CARRIED:
            yield Fault(path_of(["players", index, "carried"]), _("This amount is too long."))
    for index, line in enumerate(data["standings"]):
        own = brought.get(line["number"], Fraction(0))
        if Fraction(line.get("carried", own)) != own:
            told = _("Player {n} brought {own} along, not {carried}.").format(
                n=line["number"], own=own, carried=line["carried"]
            )
            yield Fault(path_of(["standings", index, "carried"]), told)


def _substitutes(data: Mapping[str, Any]) -> set[Any]:
    rules = (data.get("ranking", {}), data.get("season", {}))
    return {found for one in rules if isinstance(found := one.get("substitute_policy"), str)}


CHECKS = (_numbers_once, _sittings, _days, _people, _places, _sums, _standings, _brought)
