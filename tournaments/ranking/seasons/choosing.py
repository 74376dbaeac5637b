"""Which meetings of a player count: results and absences in, a state for each meeting out.

How many count is for `policy.Choosing`; what they come to is for `lines`.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from tournaments.ranking.seasons.crediting import Evening
from tournaments.ranking.seasons.policy import ADDITIVE, Choosing, Policy

COUNTED, DROPPED, ABSENT, ZERO, NO_RESULT = "counted", "dropped", "absent", "zero", "no_result"


def states(
    policy: Policy, choosing: Choosing, own: Mapping[int, Evening], held: Sequence[int]
) -> dict[int, str]:
    """Return the state of each meeting held, in order."""
    found = dict.fromkeys(held, ABSENT)
    there = [own[number] for number in held if number in own]
    results = best_first(policy, [evening for evening in there if evening.is_result])
    found.update((each.meeting, NO_RESULT) for each in there if each.came and not each.is_result)
    absences = [number for number in held if found[number] == ABSENT and not _counts(own, number)]
    found.update(dict.fromkeys([evening.meeting for evening in results], DROPPED))
    found.update(_chosen(policy, choosing, results, absences, len(held)))
    return found


def _counts(own: Mapping[int, Evening], number: int) -> bool:
    return number in own and own[number].is_result


def best_first(policy: Policy, results: Sequence[Evening]) -> list[Evening]:
    """Put results in order, best first: by credit, the additive criteria, net, mah-jongs, the earlier."""
    names = dict.fromkeys((*(code for code in policy.criteria if code in ADDITIVE), "net", "mahjongs"))
    ordered = sorted(results, key=attrgetter("meeting"))
    for name in reversed(names):
        ordered.sort(key=attrgetter(name), reverse=name != "given")
    ordered.sort(key=attrgetter("credit"), reverse=True)
    return ordered


def _chosen(
    policy: Policy, choosing: Choosing, results: Sequence[Evening], absences: Sequence[int], held: int
) -> dict[int, str]:
    kept = [evening for evening in results if not evening.discardable]
    free: list[Any] = [evening for evening in results if evening.discardable]
    if policy.absence_replaces:
        free = _with_absences(free, absences)
    if choosing.trimmed is not None:
        best, worst = choosing.trimmed.ends(len(kept) + len(free))
        taken = free[best : len(free) - worst]
    else:
        wanted = choosing.wanted(held, len(results))
        taken = free if wanted is None else free[: max(0, wanted - len(kept))]
    found = dict.fromkeys([each.meeting for each in kept], COUNTED)
    found.update((each, ZERO) if isinstance(each, int) else (each.meeting, COUNTED) for each in taken)
    if not policy.absence_replaces and policy.fills_with_absence(choosing):
        places = (choosing.wanted(held, len(results)) or 0) - len(results)
        found.update(dict.fromkeys(absences[: max(0, places)], ZERO))
    return found


def _with_absences(free: Sequence[Evening], absences: Sequence[int]) -> list[Any]:
    """Put absences among results as 0, after results of the same credit."""
    behind = sum(evening.credit >= 0 for evening in free)
    return [*free[:behind], *absences, *free[behind:]]
