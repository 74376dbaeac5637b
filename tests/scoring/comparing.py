"""Holds what the engine makes of a hand against the slow and obvious count."""

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
