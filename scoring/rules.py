"""Rule sets: the tables in `rulesets/`, read, checked and bound to their options.

A table says what a shape is worth, for whom and where that is written; the shapes are in `patterns` and
`special`. Everything wrong with a table is found at load and told at once.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from scoring.house import HOUSE, OFF, house_shape, own_list
from scoring.problems import Problem, RuleSetError
from scoring.special import SpecialShape
from scoring.tables import check_table, fingerprint
from scoring.tiles import WINDS

FOLDER: Final = Path(__file__).parent / "rulesets"
Option = int | bool | str


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One line of points or doubles: what (`code`, `of`, `exposed`, `shape`), for whom, how much, source."""

    code: str
    kind: str
    amount: int
    source: str
    of: str | None = None
    exposed: bool | None = None
    who: str = "all"
    shape: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class SpecialRow:
    """One special hand: its value and what a fisher gets, or the doubles that replace the ordinary ones.

    `also` are the ordinary doubles that still count, `place` its place in the table, `any_claim` whether
    a claimed tile may complete any part of it, `over_limit` whether the limit leaves its value alone,
    `name` what a club calls a hand of its own.
    """

    code: str
    place: int
    source: str
    value: int | None = None
    fishing: int | None = None
    doubles: int | None = None
    fishing_doubles: int | None = None
    also: tuple[str, ...] = ()
    any_claim: bool = False
    shape: str = ""
    over_limit: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class PenaltyRow:
    """One penalty: who is paid (`nobody`, `misled`, `everyone`, or the `winner` for all three), how much."""

    code: str
    pays: str
    source: str
    amount: int = 0
    east_doubles: bool = False


MOST_POINTS, MOST_DOUBLES = 1_000_000, 99


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option a table declares: its type, default, source, and what it decides."""

    name: str
    type: str
    default: Option
    source: str
    about: str
    choices: tuple[str, ...] = ()

    @property
    def most(self) -> int:
        """Give the highest number it takes: what no table plays, and an engine still writes out."""
        return MOST_DOUBLES if self.name.endswith("doubles") else MOST_POINTS

    def take(self, value: Any) -> Option:
        """Read a value, native or as text; raise ValueError if it is none of this option's."""
        if self.type == "truth":
            return {True: True, False: False, "true": True, "false": False}[_exactly(value, bool)]
        if self.type == "integer":
            number = int(_exactly(value, int))
            if not 0 <= number <= self.most:
                raise ValueError(value)
            return number
        text = str(value) if type(value) is int else value
        if text not in self.choices:
            raise ValueError(value)
        return str(text)


def _exactly(value: Any, wanted: type) -> Any:
    """Let through the type itself, and text as the command line gives it; no `True` for 1, no "1_000"."""
    if type(value) is wanted:
        return value
    if isinstance(value, str) and (wanted is bool or (value.isascii() and value.isdigit())):
        return value
    raise ValueError(value)


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """A table bound to its options; `content_hash` tells two of them apart for good, whatever their prose.

    `table` is what it was bound from, whole; `keeping` writes it down and binds it again.
    `limit` is None where a hand may be worth any amount, `highest` the most a hand can be worth at all.
    `beside_special` are the doubles that raise bonus tiles counted beside a special hand (None: they are
    not counted there), `needs_doubles` and `needs_value` what a mah-jong needs at a small table.
    """

    id: str
    name: str
    limit: int | None
    players: tuple[int, ...]
    chows: int
    bonus_tiles: bool
    goulash: bool
    points: tuple[Row, ...]
    doubles: tuple[Row, ...]
    special: tuple[SpecialRow, ...]
    penalties: Mapping[str, PenaltyRow]
    settlement: Mapping[str, Any]
    play: Mapping[str, Any]
    claims: Mapping[str, Any]
    repeat: Mapping[str, Any]
    sources: Mapping[str, str]
    options: Mapping[str, Option]
    option_specs: Mapping[str, OptionSpec]
    content_hash: str
    table: Mapping[str, Any]
    highest: int | None = None
    minimum: int = 0
    beside_special: tuple[str, ...] | None = None
    premium_adds: bool = False
    goulash_deal: Mapping[str, Any] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    shapes: Mapping[str, SpecialShape] = field(default_factory=dict)
    seats: tuple[str, ...] = WINDS
    needs_doubles: int = 0
    needs_value: int = 0


@lru_cache(maxsize=1)
def ruleset_ids() -> tuple[str, ...]:
    """List the rule sets there are, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load_rules(ruleset_id: str, options: Mapping[str, Any] | None = None) -> RuleSet:
    """Load a rule set with options, defaults filled in.

    Beside a table's own options, `special_hands_off` and `house_hands` are a club's list (`house`).
    Raise RuleSetError if there is no such set, option or value.

    >>> load_rules("bmja-tournament").limit
    1000
    """
    if ruleset_id not in ruleset_ids():
        raise RuleSetError([Problem("unknown_ruleset", facts={"ruleset": ruleset_id})])
    return _bound(ruleset_id, _chosen(_table(ruleset_id), options or {}))


def bind_chosen(table: Mapping[str, Any], wanted: Mapping[str, Any]) -> RuleSet:
    """Bind a checked table to the options wanted, defaults filled in; raise RuleSetError as `load_rules`."""
    return bind(table, dict(_chosen(table, wanted)))


def option_specs(table: Mapping[str, Any]) -> dict[str, OptionSpec]:
    """Read the options a table declares."""
    return {
        name: OptionSpec(
            name, spec["type"], spec["default"], spec["source"], spec["about"], tuple(spec.get("choices", ()))
        )
        for name, spec in table["options"].items()
    }


def bind(table: Mapping[str, Any], options: Mapping[str, Option]) -> RuleSet:
    """Make a rule set of a checked table and a value for each of its options."""
    limit = _limit(table, options)
    declared = json.loads(str(options.get(HOUSE, "[]")))
    special = _special_rows(table, declared, limit, options)
    beside = table.get("beside_special")
    return RuleSet(
        id=table["id"],
        name=table["name"],
        limit=limit or None,
        players=tuple(table["players"]),
        chows=table["chows"],
        bonus_tiles=_amount(table["bonus_tiles"], 0, options),
        goulash=table["goulash"],
        points=_rows(table, "points", options),
        doubles=_rows(table, "doubles", options),
        special=special,
        penalties={row["code"]: _penalty(row, limit, options) for row in table["penalties"]},
        settlement={key: _amount_of(value, options) for key, value in table["settlement"].items()},
        play=table["play"],
        claims=table["claims"],
        repeat=table.get("repeat", {}),
        sources=table["sources"],
        options=options,
        option_specs=option_specs(table),
        content_hash=fingerprint(table, options),
        table=table,
        highest=max(limit, *(row.value or 0 for row in special)) if limit and special else limit or None,
        minimum=_amount(table.get("minimum", 0), 0, options),
        beside_special=tuple(beside["also"]) if beside else None,
        premium_adds=_holds(table.get("premium", {}).get("adds", "=no"), options),
        goulash_deal=table.get("goulash_deal", {}),
        tables=table.get("tables", {}),
        shapes={row["code"]: house_shape(row["hand"]) for row in declared},
    )


def _special_rows(
    table: Mapping[str, Any], declared: list[dict[str, Any]], limit: int, options: Mapping[str, Option]
) -> tuple[SpecialRow, ...]:
    """List the special hands in force: the table's but those switched off, then the club's own."""
    off = str(options.get(OFF, "")).split(",")
    own = [{**row, "source": HOUSE} for row in declared]
    return tuple(
        _special(row, place, limit, options)
        for place, row in enumerate([*table["special"], *own])
        if row["code"] not in off and _in_force(row, options)
    )


@lru_cache(maxsize=256)
def at_table(rules: RuleSet, players: int, goulash: bool = False) -> RuleSet:
    """Give the rules as they hold at a table of so many players, or in a goulash.

    >>> at_table(load_rules("bmja-club"), 2).chows
    0
    """
    told = rules.tables.get(str(players), {})
    chows = told.get("chows", rules.chows)
    if goulash and rules.goulash:
        chows = min(chows, rules.goulash_deal["chows"])
    return replace(
        rules,
        chows=chows,
        seats=_seats(rules, told),
        needs_doubles=told.get("needs_doubles", 0),
        needs_value=_amount(told.get("needs_value", 0), rules.limit or 0, rules.options),
        settlement={**rules.settlement, **_payments(told)},
    )


def _seats(rules: RuleSet, told: Mapping[str, Any]) -> tuple[str, ...]:
    """Give the letters at a table: a fifth keeps R when others of five have left, down to three."""
    seats = tuple(told.get("seats", rules.seats))
    five = tuple(rules.tables.get("5", {}).get("seats", ()))
    return five if {*rules.seats} <= {*seats} and five else seats


def _payments(told: Mapping[str, Any]) -> dict[str, Any]:
    """Read what a table of another number of players settles in another way."""
    paid = {"winner_pays_difference": told.get("winner_pays_difference", False)}
    if "east_doubles" in told:
        doubled = told["east_doubles"]
        paid |= {"east_doubles_with_winner": doubled, "east_doubles_between_losers": doubled}
    return paid


@lru_cache(maxsize=32)
def _table(ruleset_id: str) -> dict[str, Any]:
    table = read_table(ruleset_id)
    problems = check_table(table)
    if problems:
        raise RuleSetError(problems)
    return table


def read_table(ruleset_id: str) -> dict[str, Any]:
    """Read a table; one that `extends` another has its rows too, but for the sections it is `without`."""
    table = tomllib.loads((FOLDER / f"{ruleset_id}.toml").read_text(encoding="utf-8"))
    base = table.pop("extends", None)
    if base is None:
        return table
    without = table.pop("without", ())
    return _joined({key: value for key, value in read_table(base).items() if key not in without}, table)


def _joined(base: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    joined = dict(base)
    for key, value in more.items():
        both = key in base and type(base[key]) is type(value)
        if both and isinstance(value, dict):
            joined[key] = _joined(base[key], value)
        elif both and key in ("points", "doubles", "special"):
            joined[key] = base[key] + value
        else:
            joined[key] = value
    return joined


def _chosen(table: Mapping[str, Any], wanted: Mapping[str, Any]) -> tuple[tuple[str, Option], ...]:
    specs = option_specs(table)
    problems = [
        Problem("unknown_option", facts={"option": str(name)})
        for name in wanted
        if name not in specs and name not in (OFF, HOUSE)
    ]
    chosen: dict[str, Option] = {}
    for name, spec in specs.items():
        try:
            chosen[name] = spec.take(wanted.get(name, spec.default))
        except (ValueError, KeyError, TypeError):
            problems.append(Problem("bad_option", facts={"option": name, "value": str(wanted[name])}))
    if problems:
        raise RuleSetError(problems)
    own, problems = own_list(wanted, {row["code"] for row in table["special"]}, _limit(table, chosen))
    if problems:
        raise RuleSetError(problems)
    return (*chosen.items(), *own.items())


@lru_cache(maxsize=256, typed=True)
def _bound(ruleset_id: str, options: tuple[tuple[str, Option], ...]) -> RuleSet:
    return bind(_table(ruleset_id), dict(options))


def _in_force(row: Mapping[str, Any], options: Mapping[str, Option]) -> bool:
    wanted, unwanted = (
        (each,) if isinstance(each, str) else each for each in (row.get("when", ()), row.get("unless", ()))
    )
    return all(_holds(each, options) for each in wanted) and not any(
        _holds(each, options) for each in unwanted
    )


def _holds(condition: str, options: Mapping[str, Option]) -> bool:
    """Tell whether an option is on ("name") or has a value ("name=value")."""
    name, equals, value = condition.partition("=")
    return options.get(name) == value if equals else bool(options.get(name))


def _limit(table: Mapping[str, Any], options: Mapping[str, Option]) -> int:
    """Give the limit, 0 where there is none."""
    return int(_amount_of(table["limit"], options))


def _amount(value: Any, limit: int, options: Mapping[str, Option]) -> Any:
    """Read an amount: a number, a part of the limit as text ("2/5"), or {option = name}."""
    if isinstance(value, str):
        return int(Fraction(value) * limit)
    return _amount_of(value, options)


def _amount_of(value: Any, options: Mapping[str, Option]) -> Any:
    return options[value["option"]] if isinstance(value, dict) else value


def _rows(table: Mapping[str, Any], kind: str, options: Mapping[str, Option]) -> tuple[Row, ...]:
    return tuple(
        Row(
            code=row["code"],
            kind=kind,
            amount=_amount(row["amount"], _limit(table, options), options),
            source=row["source"],
            of=row.get("of"),
            exposed=row.get("exposed"),
            who=row.get("who", "all"),
            shape=row.get("shape", row["code"]),
        )
        for row in table[kind]
        if _in_force(row, options)
    )


def _special(row: Mapping[str, Any], place: int, limit: int, options: Mapping[str, Option]) -> SpecialRow:
    amounts = {
        key: _amount(row[key], limit, options)
        for key in ("value", "fishing", "doubles", "fishing_doubles")
        if key in row
    }
    return SpecialRow(
        row["code"],
        place,
        row["source"],
        **amounts,
        also=tuple(row.get("also", ())),
        any_claim=_holds(row.get("claim_unless", ""), options),
        shape=row.get("shape", row["code"]),
        over_limit=row.get("over_limit", False),
        name=row.get("name", ""),
    )


def _penalty(row: Mapping[str, Any], limit: int, options: Mapping[str, Option]) -> PenaltyRow:
    amount = _amount(row.get("amount", 0), limit, options)
    east = bool(_amount(row.get("east_doubles", False), limit, options))
    return PenaltyRow(row["code"], row["pays"], row["source"], amount, east)
