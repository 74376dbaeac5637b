"""Holds what the engine makes of a hand against the slow and obvious count, and against its own lines."""

from scoring import Hand, RuleSet, ScoredHand, score
from scoring.readings import Reading
from tests.scoring.slow import Declared, Set, Way
from tests.scoring.slow_counts import slow_score


def compare(told: Declared, rules: RuleSet) -> ScoredHand:
    """Compare all readings with their points and doubles, the best value, special hands and waits."""
    scored, slow = score(Hand.from_json(told), rules), slow_score(rules.id, told)
    if slow is None:
        assert {problem.code for problem in scored.problems} <= {"not_a_mahjong", "too_many_chows"}, told
        assert scored.problems, told
        return scored
    assert scored.problems == (), told
    assert (scored.value, list(scored.waits)) == (slow.value, slow.waits), (told, slow)
    assert counted(scored) == slow.ways, told
    assert {scored.special} <= (slow.special or {None}), (told, slow)
    assert set(scored.special_any) == (slow.special if len(slow.special) > 1 else set()), (told, slow)
    return scored


def counted(scored: ScoredHand) -> dict[Way, tuple[int | None, int | None]]:
    """Give points and doubles of every reading of a mah-jong, the best and those it beat."""
    ordinary = [(each.reading, each.points, each.doubles) for each in scored.beaten if each.special is None]
    if scored.special is None and scored.reading is not None:
        ordinary.append((scored.reading, scored.points, scored.doubles))
    return {way(reading): (points, doubles) for reading, points, doubles in ordinary if reading.completed}


def way(reading: Reading) -> Way:
    """Write a reading of the engine as the slow search writes it."""
    sets = tuple(sorted(Set(tuple(sorted(each.tiles)), each.concealed) for each in reading.groups))
    done = reading.completed
    return Way(sets, Set(tuple(sorted(done.tiles)), done.concealed) if done else None)


def add_up(scored: ScoredHand, rules: RuleSet) -> None:
    """Hold the figures of a hand against the lines that explain them."""
    told = dict.fromkeys(("points", "doubles", "value"), 0)
    for line in scored.lines:
        told[line.kind] += line.amount if line.code != "limit" else 0
        assert line.source
        assert "{" not in line.message
    counted = told["value"]
    if scored.points is not None and scored.doubles is not None:
        assert (told["points"], told["doubles"]) == (scored.points, scored.doubles), scored
        counted += scored.points << scored.doubles
    assert scored.value == (rules.limit if scored.limited else counted), scored
    assert scored.limited is any(line.code == "limit" for line in scored.lines)
    assert all((scored.value or 0) >= way.value for way in scored.beaten)
