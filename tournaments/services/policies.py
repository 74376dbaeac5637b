"""The rules of a season as data, and what no table tells for them: judged as a whole, then kept."""

import json
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext

from tournaments.models import Competition, Entry
from tournaments.ranking import figures
from tournaments.ranking.seasons.contradictions import contradictions
from tournaments.ranking.seasons.faults import Fault, PolicyRefused, sentence
from tournaments.ranking.seasons.policy import Policy
from tournaments.ranking.seasons.reading import KEYS, Unreadable, exact, read_policy
from tournaments.ranking.standings import CRITERIA
from tournaments.refusals import Refusal
from tournaments.selectors.counted import event_in
from tournaments.selectors.policies import mark_of, setting_named
from tournaments.selectors.season_facts import BY_MEETING, BY_NUMBER, ELSEWHERE, policy_of
from tournaments.selectors.standings import Ground
from tournaments.selectors.vouched import settings_now
from tournaments.services import locks
from tournaments.services.announce import log, revise_with_event
from tournaments.sittings import last_meeting

MEMBERS = (Entry.Status.PLAYER, Entry.Status.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Judge:
    """Say of a season what its rules have to fit: members, its last meeting, codes of absence in use."""

    members: int
    last: int
    codes: frozenset[str]


def judge_of(competition: Competition) -> Judge:
    """Read what the rules of a season have to fit."""
    members = competition.entries.filter(status__in=MEMBERS).count()
    last = last_meeting(competition.rounds.values_list("number", flat=True))
    return Judge(members, last, _codes(competition))


def judge_on(ground: Ground) -> Judge:
    """Say what the rules of a season have to fit, of one that has been read."""
    members = sum(one.status in MEMBERS for one in ground.people.values())
    last = last_meeting(one.number for one in ground.rounds)
    return Judge(members, last, _codes(ground.competition))


def _codes(competition: Competition) -> frozenset[str]:
    told = competition.season_facts.get("absent", {}).values()
    return frozenset(code for codes in told for code in codes.values())


def policy_judge(raw: Any, judge: Judge) -> Policy:
    """Read a policy for a season; raise Refusal (`policy_refused`) with each fault and what would do."""
    if not isinstance(raw, dict):
        raise Refusal("policy_unreadable")
    try:
        policy = read_policy(raw)
    except PolicyRefused as refused:
        raise _refusal(refused.faults) from refused
    faults = [*contradictions(policy, judge.members or None), *_of_the_ledger(policy, judge)]
    if faults:
        raise _refusal(faults)
    return policy


def _of_the_ledger(policy: Policy, judge: Judge) -> list[Fault]:
    """Find what the facts that are there already need, and the policy does not have."""
    faults = []
    if policy.credit_scheme == "percent" and not (policy.opening and policy.opening > 0):
        faults.append(Fault("opening_missing", "opening"))  # tables do not enter it
    if judge.codes - policy.absence.keys():
        faults.append(Fault("absence_code_unknown", "absence"))
    if max((period.last for period in policy.periods), default=judge.last) < judge.last:
        faults.append(Fault("meeting_without_period", "periods"))
    return faults


def _refusal(faults: Any) -> Refusal:
    listed = list(dict.fromkeys(faults))
    problems = [
        {"code": each.code, "message": _said_of(each), "facts": {"key": each.key, **each.facts}}
        for each in listed
    ]
    return Refusal("policy_refused", problems=problems)


def _said_of(fault: Fault) -> str:
    """Say a fault with the name that its field has in the form."""
    name = setting_named(fault.key) if fault.key in KEYS else fault.key
    return sentence(replace(fault, facts={"key": name, **fault.facts}), gettext)


@locks.write
def policy_set(
    *, competition: Competition, policy: Mapping[str, Any] | None, seen: str, actor: User | None
) -> Competition:
    """Fix the rules of a season, None for its single settings again; the same again is no change.

    `seen` is the mark of the rules that whoever decides has seen. Raises Refusal (`policy_of_a_season`,
    `policy_refused` with every fault, `policy_meanwhile`).
    """
    locks.take_part(competition)
    if not competition.is_season:
        raise Refusal("policy_of_a_season")
    if competition.policy == policy:
        return competition
    if mark_of(competition) != seen:
        raise Refusal("policy_meanwhile")
    read = None if policy is None else policy_judge(policy, judge_of(competition))
    _change(competition, "policy_set", actor, {"policy": policy, **({} if read is None else _alike(read))})
    return competition


def _alike(policy: Policy) -> dict[str, Any]:
    """Give the single settings that say the same, for what looks at one meeting alone, or plans the next."""
    settings: dict[str, Any] = {
        "credit_scheme": "net" if policy.credit_scheme == "net" else "table_points",
        "table_points": [figures.text(points) for points in policy.table_points],
        "attendance_points": figures.text(policy.attendance_points),
        "criteria": [code for code in policy.criteria if code in CRITERIA] or ["total"],
    }
    if policy.substitute_policy in ("himself", "absent"):
        settings["substitute_policy"] = policy.substitute_policy
    return settings if policy.meetings is None else {**settings, "planned_rounds": policy.meetings}


@locks.write
def season_facts_set(
    *, competition: Competition, facts: Mapping[str, Any], actor: User | None
) -> Competition:
    """Keep what no table tells: codes of absence, credits, adjustments, divisions and lots, all of it anew.

    Raises Refusal (`policy_of_a_season`, `season_facts_refused` with every fault).
    """
    locks.take_part(competition)
    if not competition.is_season:
        raise Refusal("policy_of_a_season")
    if competition.season_facts == facts:
        return competition
    if problems := _faults_of(competition, facts):
        raise Refusal("season_facts_refused", problems=problems)
    _change(competition, "season_facts_set", actor, {"season_facts": dict(facts)})
    return competition


@locks.write
def season_fact_set(
    *,
    competition: Competition,
    key: str,
    player: int,
    meeting: int | None,
    value: Any,
    actor: User | None,
) -> Competition:
    """Keep one thing that no table tells beside all others; None takes it away.

    Raises Refusal, as `season_facts_set`, and `season_facts_counted` for a credit of a tournament.
    """
    locks.take_part(competition)
    facts = deepcopy(competition.season_facts)
    counted = facts.get(ELSEWHERE, {}).get(str(meeting))
    if key == "credits" and counted is not None:
        raise Refusal("season_facts_counted", meeting=meeting, name=counted["name"])
    group = facts.setdefault(key, {})
    if key in BY_MEETING:
        group = group.setdefault(str(meeting), {})
    group.pop(str(player), None)
    if value is not None:
        group[str(player)] = value
    return season_facts_set(competition=competition, facts=_filled(facts), actor=actor)


def _filled(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out groups in which nothing is left."""
    deep = {key: _filled(told) if key in BY_MEETING else told for key, told in facts.items()}
    return {key: told for key, told in deep.items() if told}


def _change(competition: Competition, verb: str, actor: User | None, fields: Mapping[str, Any]) -> None:
    """Save what differs, and name it in the log as it was and as it is; of data the keys that differ."""
    was = {name: getattr(competition, name) for name in fields}
    changed = {name: value for name, value in fields.items() if was[name] != value}
    for name, value in changed.items():
        setattr(competition, name, value)
    competition.save(update_fields=list(changed))
    log(
        competition,
        verb,
        actor=actor,
        before={name: _said(was[name], value) for name, value in changed.items()},
        after={name: _said(value, was[name]) for name, value in changed.items()},
        settings=settings_now(competition),
    )
    revise_with_event(competition)


def _said(value: Any, other: Any) -> str:
    """Write a setting for the log: of data only what is otherwise than the other side has it."""
    if not isinstance(value, dict):
        return "" if value is None else str(value)
    before = other if isinstance(other, dict) else {}
    keys = [key for key in value if key not in before or before[key] != value[key]]
    return "; ".join(f"{key}: {json.dumps(value[key], ensure_ascii=False)}" for key in keys)


def _faults_of(competition: Competition, facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    known = {str(number) for number in competition.entries.values_list("number", flat=True)}
    policy = policy_of(competition)
    keys = (*BY_NUMBER, *BY_MEETING, ELSEWHERE)
    found = [_problem("season_facts_key", key=key) for key in facts if key not in keys]
    found += _faults_elsewhere(facts, known)
    for key, group in _groups(facts):
        if not isinstance(group, dict):
            found.append(_problem("season_facts_shape", key=key))
            continue
        found += [_problem("season_facts_player", key=key, number=one) for one in group if one not in known]
        wrong = [value for value in group.values() if not _fits(key, value, policy)]
        found += [_problem("season_facts_value", key=key, value=str(value)) for value in wrong]
    return found


def _faults_elsewhere(facts: Mapping[str, Any], known: Collection[str]) -> Iterator[dict[str, Any]]:
    """Find which tournaments that count as meetings cannot be read."""
    told = facts.get(ELSEWHERE, {})
    if not isinstance(told, dict):
        yield _problem("season_facts_shape", key=ELSEWHERE)
        return
    for meeting, raw in told.items():
        try:
            places = event_in(meeting, raw, {}, {}).places
        except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError):
            yield _problem("season_facts_tournament", meeting=str(meeting))
            continue
        for number in sorted({str(number) for number in places} - {*known}):
            yield _problem("season_facts_player", key=ELSEWHERE, number=number)


def _groups(facts: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what goes by numbers of entries, with its key."""
    yield from ((key, facts[key]) for key in BY_NUMBER if key in facts)
    for key in (key for key in BY_MEETING if key in facts):
        told = facts[key]
        yield from ((key, group) for group in told.values()) if isinstance(told, dict) else ((key, told),)


def _problem(code: str, **facts: Any) -> dict[str, Any]:
    return Refusal(code, **facts).to_json()


def _fits(key: str, value: Any, policy: Policy) -> bool:
    """Tell whether a value can stand there: a known code, a known division, a number, an exact amount."""
    if key == "absent":
        return value in list(policy.absence)  # also what no dictionary could be asked for
    if key == "divisions":
        return value in [division.name for division in policy.divisions]
    if key == "lots":
        return isinstance(value, int) and not isinstance(value, bool)
    try:
        exact(value)
    except Unreadable:
        return False
    return True
