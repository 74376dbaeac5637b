"""The tables of a rule set printed for people, each row with its source.

Options stand as they are typed, every other number as people read it.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.losers import UNSHOWN
from scoring.points import pays_fishing, whole_hand_rows
from scoring.rules import RuleSet, SpecialRow
from scoring.wording import DOUBLE_NAMES, PENALTY_NAMES, POINT_NAMES, SPECIAL_NAMES, written

WIDTHS = (46, 18)


def rules_sheet(rules: RuleSet) -> str:
    """Print a rule set as text.

    >>> from scoring import load_rules
    >>> print(rules_sheet(load_rules("bmja-tournament")).splitlines()[0])
    bmja-tournament: British Mah-Jong Association, tournament
    """
    lines = [f"{rules.id}: {rules.name}", f"Limit {_limit(rules)}  [{rules.sources['limit']}]"]
    for title, rows in (
        ("Points", _points(rules)),
        ("Doubles", _doubles(rules)),
        ("Special hands (winner / fishing)", _special(rules)),
        ("Tiles of a loser that were not shown", _unshown(rules)),
        ("Penalties", _penalties(rules)),
        ("Game", _game(rules)),
        ("Options", _options(rules)),
    ):
        lines += ["", title, *(_row(*row) for row in rows)]
    return "\n".join(lines)


def _limit(rules: RuleSet) -> str:
    return written(rules.limit) if rules.limit else "none"


def _row(name: str, amount: str, source: str) -> str:
    return f"  {name:<{WIDTHS[0]}} {amount:<{WIDTHS[1]}} [{source}]"


def _points(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    for row in rules.points:
        lies = {None: "", True: "exposed ", False: "concealed "}[row.exposed]
        of = f" of {row.of.replace('_', ' ')}" if row.of else ""
        yield f"{lies}{POINT_NAMES[row.code]}{of}", written(row.amount), row.source


def _doubles(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    for row in rules.doubles:
        yield f"{DOUBLE_NAMES[row.code]} ({row.who})", written(row.amount), row.source


def _special(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    for row in rules.special:
        yield SPECIAL_NAMES.get(row.code, row.name), _special_amounts(row), row.source


def _special_amounts(row: SpecialRow) -> str:
    if row.doubles is not None:
        return f"x{1 << row.doubles} / x{1 << (row.fishing_doubles or 0)}"
    return f"{written(row.value or 0)} / {'-' if row.fishing is None else written(row.fishing)}"


def _unshown(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    """List what tiles that nobody looked at count, and what they keep a hand from being paid for."""
    yield "the tiles themselves", "0", UNSHOWN
    if pays_fishing(rules):
        yield "fishing", "-", rules.sources["fishing"]
    for row in whole_hand_rows(rules):
        yield f"{DOUBLE_NAMES[row.code]} ({row.who})", "-", row.source


def _penalties(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    for row in rules.penalties.values():
        amount = f"{written(row.amount)} to {row.pays}" if row.amount else f"to {row.pays}"
        yield PENALTY_NAMES[row.code], amount if row.pays != "nobody" else "-", row.source


def _game(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    play = rules.play
    stays = {"east_wins": "East's win", "draw": "a draw"}
    yield "Round winds", " ".join(play["round_winds"]), play["source"]
    yield "East stays after", ", ".join(stays[each] for each in play["east_stays"]), play["source"]
    yield "Counters of each player at the start", written(play["start"]), play["source"]


def _options(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    for spec in rules.option_specs.values():
        value = rules.options[spec.name]
        yield spec.name, str(value).lower(), f"{spec.source}: {spec.about}"
