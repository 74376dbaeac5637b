"""Compare what figures rest on beside the ledger with what the lines of the log say of it (`vouched`).

A line holds whatever came before it, too: what it names may differ from the line before only where it says
so itself, or a change by hand would be hidden by the next one through the program. What no line names says
nothing, unless the line that founded the competition names its settings: then all of it was named.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.models import Action, Competition, Round
from tournaments.selectors.vouched import (
    EntryNow,
    RoundNow,
    carried_now,
    entries_now,
    line_ups_now,
    rounds_now,
    settings_now,
    teams_now,
)
from tournaments.wording.rounds import round_name

FACTS = ("settings", "entered", "rounds_now", "teams_now", "line_ups_now", "carried_now")
OF_ENTRIES = ("entry_change", "entry_remove")
MOVES = ("round_publish", "round_take_back", "round_start", "round_close", "round_reopen")
OF_SEATS = (
    *("seats_exchange", "seats_swap", "seats_cross", "meeting_draw"),
    *("substitute", "substitute_reversed", "seat_move"),
)
MAY_CHANGE = {  # what of a round each line says that it changed
    **dict.fromkeys(MOVES, ("state",)),
    **dict.fromkeys(OF_SEATS, ("seated",)),
    **dict.fromkeys(("tournament_count", "tournament_recount", "tournament_uncount"), ("state", "here")),
    **dict.fromkeys(("check_in", "entry_remove"), ("here",)),
    **dict.fromkeys(("seat_replace", "seat_join", "seat_join_reversed"), ("here", "seated")),
    **dict.fromkeys(("seat_leave", "seat_leave_reversed"), ("seated",)),
}
Found = Iterator[tuple[str, str]]  # a code and where
Lines = Sequence[Action]


def vouches(line: Action) -> bool:
    """Tell whether a line of the log says anything of what figures rest on."""
    return isinstance(line.facts, dict) and (line.verb in OF_ENTRIES or any(map(line.facts.get, FACTS)))


def unvouched(lines: Lines, competition: Competition) -> Found:
    """Find what is otherwise than the lines say, in order: settings, then entries, then rounds.

    The lines must be as they were written, and in the order of the chain. Codes: `settings`, `entries`,
    `teams` (who plays for which), `line_ups` (who is named for a team at which meeting), `carried` (what
    finalists brought), `attendance` (who was here), `rounds` (state, planned deals, who sits where).
    """
    whole = any(line.verb == "competition_create" and "settings" in line.facts for line in lines)
    if names := sorted(_settings(lines, competition)):
        yield "settings", f"{competition} ({', '.join(_label(name) for name in names)})"
    yield from (("entries", f"{competition} · {number}") for number in _entries(lines, competition, whole))
    if _differs(lines, "teams", teams_now(competition), whole):
        yield "teams", str(competition)
    if _differs(lines, "line_ups", line_ups_now(competition), whole):
        yield "line_ups", str(competition)
    if _differs(lines, "carried", carried_now(competition), whole):
        yield "carried", str(competition)
    yield from _rounds(lines, competition, whole)


def _settings(lines: Lines, competition: Competition) -> set[str]:
    known: dict[str, Any] = {}
    wrong: set[str] = set()
    for line in lines:
        if named := line.facts.get("settings"):
            wrong |= _differing(known, named) - set(line.facts.get("after", ()))
            known = named
    return wrong | _differing(known, settings_now(competition))


def _differing(before: RoundNow, after: RoundNow) -> set[str]:
    return {name for name in before.keys() & after.keys() if before[name] != after[name]}


def _label(name: str) -> str:
    return str(getattr(Competition, name).field.verbose_name)


def _entries(lines: Lines, competition: Competition, whole: bool) -> list[int]:
    """List the numbers of entries that are otherwise, gone, or nobody's who was entered."""
    known: dict[int, EntryNow] = {}
    wrong = {number for line in lines for number in _entered(line, known)}
    now = {row[1]: row for row in entries_now(competition.entries.all())}
    wrong |= {number for number, row in known.items() if not _is_same(row, now.get(number))}
    return sorted(wrong | (now.keys() - known.keys() if whole else set()))


def _entered(line: Action, known: dict[int, EntryNow]) -> Iterator[int]:
    """Take in what a line says of entries; yield a number that was another before than it says."""
    for row in line.facts.get("entered", ()):
        known[row[1]] = row
    if line.verb not in OF_ENTRIES:
        return
    number = line.facts["number"]
    before = known.pop(number, None)
    if line.verb == "entry_change":
        key = before and before[0]
        was, now = ([key, number, *_told(line.facts[side])] for side in ("before", "after"))
        known[number] = now
        if before and was != before:
            yield number


def _differs(lines: Lines, what: str, now: list[Any], whole: bool) -> bool:
    """Tell whether a list that lines name as it was and is differs from them, now or before one of them."""
    known: list[Any] | None = [] if whole else None
    for line in lines:
        if known is not None and line.facts.get(f"{what}_before", known) != known:
            return True
        known = line.facts.get(f"{what}_now", known)
    return known is not None and known != now


def _told(side: RoundNow) -> tuple[str, int | None]:
    return side["status"], side["player"]


def _is_same(row: EntryNow, now: EntryNow | None) -> bool:
    """Compare an entry; of one whose entering is an older line the key is not known."""
    return now is not None and row[1:] == now[1:] and row[0] in (None, now[0])


def _rounds(lines: Lines, competition: Competition, whole: bool) -> Found:
    known: dict[int, RoundNow] = {}
    wrong: list[tuple[RoundNow, set[str]]] = []
    for line in lines:
        for row in line.facts.get("rounds_now", ()):
            changed = _differing(known.get(row["id"], row), row)
            wrong.append((row, changed - set(MAY_CHANGE.get(line.verb, ()))))
            known[row["id"]] = row
    now = {row["id"]: row for row in rounds_now(competition.rounds.all())}
    wrong += [(row, _differing(row, now.get(key, _gone(row)))) for key, row in known.items()]
    wrong += [(row, {"state"}) for key, row in now.items() if whole and key not in known and _counts(row)]
    found = {(code, row["number"]) for row, names in wrong for code in _codes(names)}
    return ((code, round_name(competition, number)) for code, number in sorted(found))


def _gone(row: RoundNow) -> RoundNow:
    """Say what stands where a round was: drafts are taken away, and no line need say which."""
    return {"state": "gone"} if _counts(row) else {}


def _counts(row: RoundNow) -> bool:
    return bool(row["state"] != Round.State.DRAFT)


def _codes(names: set[str]) -> Iterator[str]:
    if "here" in names:
        yield "attendance"
    if names - {"here"}:
        yield "rounds"
