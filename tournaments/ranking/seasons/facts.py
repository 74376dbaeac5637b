"""The facts of a season: who was there, what they did at the tables, and what was given by hand.

Read as JSON gives them; what they are worth is for `crediting`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.faults import Fault, PolicyRefused
from tournaments.ranking.seasons.policy import STATUSES, Policy
from tournaments.ranking.seasons.reading import Unreadable, exact


class Malformed(ValueError):
    """Raised for facts that no reading makes sense of: a player without number, a table that is no list."""


@dataclass(frozen=True, slots=True)
class Player:
    """Say who plays; a member has no status."""

    number: int
    name: str = ""
    status: str | None = None
    carried: Amount = 0
    division: str | None = None
    lot: int | None = None

    @property
    def is_member(self) -> bool:
        """Tell whether the player is or was a member: also who withdrew later."""
        return self.status in (None, "withdrawn")


class Row(NamedTuple):
    """Say what somebody did at a table; `sat_for` is the player whose seat he had."""

    player: int
    net: Amount
    mahjongs: int = 0
    given: int = 0
    deals: int | None = None
    opening: Amount | None = None
    facts: Mapping[str, int] = {}
    sat_for: int | None = None


class Given(NamedTuple):
    """Say an amount given by hand, with the reason."""

    player: int
    amount: Amount
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Say which event counts as a meeting, and each player's place there with how many have it.

    The places are `among` so many: the members who played there where `of_members`, else all who did.
    """

    event: str
    among: int
    places: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    of_members: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """Say a meeting that took place; `absent` are those who were said to be, with their code if any.

    What was `adjusted` is neither a bonus nor a penalty: a score that the referee gave, or took. What was
    played `elsewhere` says where the credits come from.
    """

    number: int
    tables: tuple[tuple[Row, ...], ...] = ()
    deals: int | None = None
    rested: frozenset[int] = frozenset()
    absent: Mapping[int, str | None] = field(default_factory=dict)
    penalties: tuple[Given, ...] = ()
    bonuses: tuple[Given, ...] = ()
    credits: tuple[Given, ...] = ()
    adjusted: tuple[Given, ...] = ()
    numbers: tuple[int, ...] = ()
    elsewhere: Elsewhere | None = None

    def numbered(self) -> Iterator[tuple[int, tuple[Row, ...]]]:
        """Yield each table with its number: 1, 2, ... unless the meeting says others."""
        return zip(self.numbers or range(1, len(self.tables) + 1), self.tables, strict=True)


@dataclass(frozen=True, slots=True)
class Facts:
    """Say a season's players, its meetings in order of number, and what belongs to no meeting."""

    players: tuple[Player, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    adjustments: tuple[Given, ...] = ()

    @property
    def members(self) -> int:
        """Return how many members there are, those who withdrew included."""
        return sum(player.is_member for player in self.players)


def read_facts(raw: Mapping[str, Any]) -> Facts:
    """Read the facts of a season file; raise PolicyRefused with each amount or word that cannot be read.

    Raise Malformed where a player, a table or a meeting cannot be told at all.
    """
    faults: list[Fault] = []
    players = tuple(_player(each, faults) for each in _list(raw, "players"))
    known = {player.number for player in players}
    if len(known) != len(players):
        raise Malformed("two players have the same number")
    meetings = sorted((_meeting(each, known, faults) for each in _list(raw, "meetings")), key=_number)
    if len({meeting.number for meeting in meetings}) != len(meetings):
        raise Malformed("two meetings have the same number")
    adjustments = _given(raw, "adjustments", known, faults)
    if faults:
        raise PolicyRefused(faults)
    return Facts(players, tuple(meetings), adjustments)


def _number(meeting: Meeting) -> int:
    return meeting.number


def _list(raw: Mapping[str, Any], key: str) -> list[Any]:
    found = raw.get(key) or []
    if not isinstance(found, list):
        raise Malformed(f"{key} is no list")
    return found


def _object(raw: Any) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise Malformed(f"{raw!r} is no object")
    return raw


def _natural(raw: Mapping[str, Any], key: str) -> int:
    found = raw.get(key)
    if not isinstance(found, int) or isinstance(found, bool):
        raise Malformed(f"{key} is no number: {found!r}")
    return found


def _text(raw: Mapping[str, Any], key: str) -> str | None:
    found = raw.get(key)
    if found is not None and not isinstance(found, str):
        raise Malformed(f"{key} is no text: {found!r}")
    return found


def _whole(raw: Mapping[str, Any], key: str, default: int | None, faults: list[Fault]) -> int | None:
    found = raw.get(key, default)
    if found is None or (isinstance(found, int) and not isinstance(found, bool)):
        return default if found is None else found
    faults.append(Fault("not_exact", key))
    return default


def _count(raw: Mapping[str, Any], key: str, faults: list[Fault]) -> int:
    return _whole(raw, key, 0, faults) or 0


def _amount(raw: Mapping[str, Any], name: str, key: str, faults: list[Fault]) -> Amount:
    try:
        return exact(raw.get(name, 0))
    except Unreadable:
        faults.append(Fault("not_exact", key))
        return 0


def _known(raw: Mapping[str, Any], key: str, known: set[int]) -> int:
    number = _natural(raw, key)
    if number not in known:
        raise Malformed(f"there is no player {number}")
    return number


def _player(raw: Any, faults: list[Fault]) -> Player:
    own = _object(raw)
    status = own.get("status")
    if status is not None and status not in STATUSES:
        faults.append(Fault("unknown_value", "status"))
    return Player(
        _natural(own, "number"),
        str(own.get("name", "")),
        status,
        _amount(own, "carried", "carried", faults) if own.get("carried") is not None else 0,
        _text(own, "division"),
        _whole(own, "lot", None, faults),
    )


def _meeting(raw: Any, known: set[int], faults: list[Fault]) -> Meeting:
    own = _object(raw)
    tables = tuple(tuple(_row(row, known, faults) for row in _rows(table)) for table in _list(own, "tables"))
    rested = frozenset(_known({"player": each}, "player", known) for each in _list(own, "rested"))
    return Meeting(
        _natural(own, "number"),
        tables,
        _whole(own, "deals", None, faults),
        rested,
        dict(_absent(each, known) for each in _list(own, "absent")),
        penalties=_given(own, "penalties", known, faults),
        bonuses=_given(own, "bonuses", known, faults),
        credits=_given(own, "credits", known, faults),
    )


def _rows(table: Any) -> Sequence[Any]:
    if not isinstance(table, list):
        raise Malformed("a table is a list of rows")
    return table


def _row(raw: Any, known: set[int], faults: list[Fault]) -> Row:
    own = _object(raw)
    facts = _object(own.get("facts") or {})
    return Row(
        _known(own, "player", known),
        _amount(own, "net", "net", faults),
        _count(own, "mahjongs", faults),
        _count(own, "given", faults),
        _whole(own, "deals", None, faults),
        None if own.get("opening") is None else _amount(own, "opening", "opening", faults),
        {name: _count(facts, name, faults) for name in facts},
        None if own.get("for") is None else _known(own, "for", known),
    )


def _absent(raw: Any, known: set[int]) -> tuple[int, str | None]:
    """Read who was absent: a number, or an object with a code."""
    own = raw if isinstance(raw, dict) else {"player": raw}
    code = own.get("code")
    return _known(own, "player", known), None if code is None else str(code)


def _given(raw: Mapping[str, Any], key: str, known: set[int], faults: list[Fault]) -> tuple[Given, ...]:
    rows = [_object(each) for each in _list(raw, key)]
    return tuple(
        Given(_known(row, "player", known), _amount(row, "amount", key, faults), str(row.get("reason", "")))
        for row in rows
    )


def faults_of_facts(policy: Policy, facts: Facts) -> tuple[Fault, ...]:
    """Return every fault of facts under a policy that stands."""
    found = (fault for meeting in facts.meetings for fault in _of_meeting(policy, meeting))
    names = {division.name for division in policy.divisions}
    lost = [each for each in facts.players if names and _is_lost(each, names)]
    return tuple(dict.fromkeys((*found, *(Fault("division_unknown", "divisions") for _each in lost))))


def _is_lost(player: Player, names: set[str]) -> bool:
    """Tell whether a player is in no division of the season; who is not ranked may be in none."""
    return player.division not in names and (player.division is not None or player.status is None)


def _of_meeting(policy: Policy, meeting: Meeting) -> Iterator[Fault]:
    if any(code is not None and code not in policy.absence for code in meeting.absent.values()):
        yield Fault("absence_code_unknown", "absence")
    if any(penalty.amount >= 0 for penalty in meeting.penalties):
        yield Fault("penalty_not_negative", "penalties")
    if policy.attendance_pro_rata and meeting.tables and not meeting.deals:
        yield Fault("deals_missing", "attendance_pro_rata")
    rows = [row for table in meeting.tables for row in table]
    if policy.credit_scheme == "percent" and not all(map(_opened(policy), rows)):
        yield Fault("opening_missing", "opening")
    if policy.wrong_sum == "refuse" and any(sum(row.net for row in table) for table in meeting.tables):
        yield Fault("sum_not_zero", "wrong_sum")
    if policy.periods and not any(meeting.number in period.numbers for period in policy.periods):
        yield Fault("meeting_without_period", "periods")


def _opened(policy: Policy) -> Any:
    def has_opening(row: Row) -> bool:
        opening = policy.opening if row.opening is None else row.opening
        return opening is not None and opening > 0

    return has_opening
