"""The rules of a season as its organiser sees them: presets, and what other rules would make of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext

from tournaments.deal import hashes
from tournaments.models import Competition
from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.described import described
from tournaments.ranking.seasons.presets import Preset, presets
from tournaments.ranking.seasons.reading import CHOOSING, read_policy
from tournaments.ranking.standings import criterion_name
from tournaments.selectors.ranked import Row
from tournaments.selectors.standings import Ground
from tournaments.wording import seasons
from tournaments.wording.settings import option_said

Judge = Callable[[Any], Sequence[str]]


def mark_of(competition: Competition) -> str:
    """Make the mark of the rules as they are, single settings too, as whoever changes them saw them."""
    return hashes.sha256({"policy": written_now(competition)})[:16]


class Moved(NamedTuple):
    """Say what other rules would do to a player: place and total before and after."""

    number: int
    name: str
    rank_before: int | None
    rank_after: int | None
    total_before: Amount | None
    total_after: Amount | None


@dataclass(frozen=True, slots=True)
class Column:
    """Say one policy beside others: its rows by player, or why it does not fit this season."""

    preset: Preset
    rows: Mapping[int, Row]
    faults: Sequence[str]


class Compared(NamedTuple):
    """Say a player's place and total under each policy that fits; a cell is None where it ranks nobody."""

    row: Row
    cells: tuple[Row | None, ...]


def moved(ground: Ground, raw: Mapping[str, Any] | None) -> list[Moved]:
    """List whose place or total would be another one, in the order of the table as it would be."""
    before = {row.number: row for row in ground.under(ground.competition.policy)}
    return [
        Moved(row.number, row.name, old.rank, row.rank, old.total, row.total)
        for row in ground.under(raw)
        if (old := before.get(row.number)) and (old.rank, old.total) != (row.rank, row.total)
    ]


def fitted(competition: Competition, preset: Preset) -> dict[str, Any]:
    """Give a preset's policy with the number of meetings that this season has, where it has no periods."""
    raw = dict(preset.season)
    planned = competition.planned_rounds
    return raw if not planned or "periods" in raw else {**raw, "meetings": planned}


def side_by_side(ground: Ground, judge: Judge) -> tuple[list[Column], list[Compared]]:
    """Work this season out under each preset; `judge` says what does not fit."""
    columns = []
    for preset in presets().values():
        raw = fitted(ground.competition, preset)
        if faults := judge(raw):  # as its club has it, with as many meetings
            raw, faults = dict(preset.season), judge(preset.season)
        rows = {} if faults else {row.number: row for row in ground.under(raw)}
        columns.append(Column(preset, rows, faults))
    shown = [column for column in columns if not column.faults]
    now = ground.under(ground.competition.policy)
    return columns, [Compared(row, tuple(column.rows.get(row.number) for column in shown)) for row in now]


def setting_named(key: str) -> str:
    """Name a setting of a season's rules as the form does."""
    name, counting = str(seasons.SETTINGS[key]), gettext("What counts")
    return f"{counting}: {name}" if key in CHOOSING else name


def setting_said(raw: Mapping[str, Any], key: str) -> str:
    """Say in words what some rules have for a setting; a dash where they have nothing."""
    value = raw.get(key)
    if value is None:
        return "–"
    if key == "rested" and isinstance(value, dict):
        return _formula_said(value)
    parts = value if isinstance(value, list) else [value]
    if not any(isinstance(one, list | dict) for one in parts):
        return ", ".join(_word_said(key, one) for one in parts)
    without = {name: one for name, one in raw.items() if name != key}
    said, others = (described(read_policy(one), gettext) for one in (raw, without))
    return " ".join(one for one in said if one not in others).removesuffix(".") or "–"


def _formula_said(value: Mapping[str, Any]) -> str:
    said = str(seasons.FORMULAS.get(value.get("formula", ""), "–"))
    told = [str(value[name]) for name in ("amount", "of") if value.get(name) is not None]
    return f"{said} ({', '.join(told)})" if told else said


def _word_said(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return option_said(value)
    if key == "criteria":
        return gettext(criterion_name(value, season=True))
    return str(seasons.VALUES.get(key, {}).get(value, value))


def written_now(competition: Competition) -> dict[str, Any]:
    """Write the rules of now as data: its own, or those its single settings come to."""
    if competition.policy is not None:
        return dict(competition.policy)
    wanted: dict[str, Any] = {
        "credit_scheme": competition.credit_scheme,
        "criteria": ["total" if code == "points" else code for code in competition.ranked_by],
        "rested": {"formula": competition.rested},
        "substitute_policy": competition.substitute_policy,
        "minimum_attendance": competition.minimum_attendance,
    }
    if competition.rested == "fixed":
        wanted["rested"]["amount"] = competition.rested_points
    if competition.credit_scheme == "table_points":
        wanted["table_points"] = list(competition.table_points)
    if competition.attendance_points != "0":
        wanted["attendance_points"] = competition.attendance_points
    told = {"meetings": competition.planned_rounds, "best_of": competition.best_of}
    return wanted | {key: value for key, value in told.items() if value is not None}
