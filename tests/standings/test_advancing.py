"""Sums that move with the ledger say what the whole sum says, wherever a stretch of it is cut."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking import advancing
from tournaments.ranking.advancing import Chair, Judged, Penalty, Score, Since, State, Sum, Taken, Version

TABLES = {11: 1, 12: 1, 21: 2}  # key: round
ENTRIES = (1, 2, 3, 4, 5)


@dataclass
class Ledger:
    """Acts as they came; every act is one version, one penalty or one word."""

    acts: list[Version | Penalty | Judged] = field(default_factory=list)

    def since(self, first: int, last: int) -> Since:
        """Read one stretch as `selectors.newest` does: judged is only what counts at its end."""
        stretch = self.acts[first:last]
        versions = [act for act in stretch if isinstance(act, Version)]
        replaced = {act.supersedes for act in versions} - {None}
        told = {act.version: act for act in stretch if isinstance(act, Judged)}
        return Since(
            sequence=len([act for act in self.acts[:last] if isinstance(act, Version)]),
            chain=str(last),
            versions=versions,
            superseded=[act for act in self.acts if isinstance(act, Version) and act.key in replaced],
            penalties=[act for act in stretch if isinstance(act, Penalty)],
            judged=[act for key, act in told.items() if key not in replaced],
            penalty=last,
            word=last,
        )

    def state(self) -> State:
        return advancing.advance(State(), self.since(0, len(self.acts)))


def summed(ledger: Ledger) -> tuple[dict, dict, dict]:
    """Sum up what nothing supersedes, the simple way."""
    versions = [act for act in ledger.acts if isinstance(act, Version)]
    replaced = {version.supersedes for version in versions}
    sums: dict[int, dict[Chair, Sum]] = {}
    for version in (one for one in versions if one.key not in replaced):
        here = sums.setdefault(version.round, {})
        for score in version.scores:
            chair = Chair(score.entry, score.stands_for, version.table)
            played, rested = (not version.void and not score.rested), (not version.void and score.rested)
            more = (score.net, played, score.mahjong, score.gave, 1, rested)
            here[chair] = Sum(*(old + new for old, new in zip(here.get(chair, Sum()), more, strict=True)))
    taken: dict[int, dict[int, Taken]] = {}
    for act in ledger.acts:
        if isinstance(act, Penalty):
            amount, adjusted = taken.setdefault(act.round, {}).get(act.entry, Taken())
            more = act.amount if act.adjusted else 0
            taken[act.round][act.entry] = Taken(amount + act.amount, adjusted + more)
    words = {act.version: act for act in ledger.acts if isinstance(act, Judged)}
    left = {key: act.round for key, act in words.items() if not act.settled and key not in replaced}
    return sums, taken, left


def said(state: State) -> tuple[dict, dict, dict]:
    sums = {number: dict(here) for number, here in state.sums.items() if here}
    return sums, {number: dict(here) for number, here in state.taken.items() if here}, dict(state.open)


@st.composite
def ledgers(draw: st.DrawFn) -> Ledger:
    """Draw deals, corrections, voids, replays and reseatings, substitutes, penalties, reversals and words."""
    ledger = Ledger()
    current: dict[tuple[int, int], Version] = {}
    for key in range(1, draw(st.integers(1, 25)) + 1):
        what = draw(st.sampled_from(["deal", "deal", "later", "penalty", "word"]))
        if what == "penalty":
            who, round_ = draw(st.sampled_from(ENTRIES)), draw(st.integers(1, 2))
            one = Penalty(key, who, round_, draw(st.integers(-3, 3)), draw(st.booleans()))
            ledger.acts.append(one)
        elif what == "word" and current:
            version = draw(st.sampled_from(list(current.values())))
            ledger.acts.append(Judged(version.key, version.round, draw(st.booleans())))
        else:
            before = draw(st.sampled_from(list(current.values()))) if what == "later" and current else None
            table = before.table if before else draw(st.sampled_from(list(TABLES)))
            place = next((at for at, one in current.items() if one is before), (table, key))
            current[place] = draw(versions(key, table, before and before.key))
            ledger.acts.append(current[place])
    return ledger


@st.composite
def versions(draw: st.DrawFn, key: int, table: int, supersedes: int | None) -> Version:
    void = draw(st.booleans())
    seated = draw(st.permutations(ENTRIES))[:4]
    scores = tuple(
        Score(
            entry,
            draw(st.sampled_from([None, 5])),
            draw(st.integers(-9, 9)),
            draw(st.booleans()),
            draw(st.booleans()),
            rested=draw(st.booleans()),
        )
        for entry in seated
    )
    return Version(key, TABLES[table], table, void, supersedes, scores)


@given(ledgers(), st.data())
def test_it_says_what_the_whole_sum_says_wherever_it_is_cut(ledger, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, len(ledger.acts)))) | {0, len(ledger.acts)})
    state = State()
    for first, last in pairwise(cuts):
        state = advancing.advance(state, ledger.since(first, last))
    wanted = summed(ledger)
    sums, taken, left = said(state)
    assert sums == wanted[0]
    assert taken == {
        n: {e: a for e, a in each.items() if any(a)}
        for n, each in wanted[1].items()
        if any(map(any, each.values()))
    }
    assert left == wanted[2]


@given(ledgers())
def test_it_keeps_the_very_object_of_a_round_that_nothing_touched(ledger):
    state = ledger.state()
    more = Version(99, 2, 21, False, None, (Score(1, None, 4, True, False),))
    after = advancing.advance(state, Since(state.sequence + 1, "later", versions=[more]))
    assert after.of_round(1)[0] is state.of_round(1)[0]
    assert after.of_round(2)[0] is not state.of_round(2)[0]
    assert after.of_round(2)[1] is state.of_round(2)[1]


def rows(*scores: tuple[int, int]) -> tuple[Score, ...]:
    return tuple(Score(entry, None, net, net > 0, False) for entry, net in scores)


PLAYED = Version(1, 1, 11, False, None, rows((1, 8), (2, -8)))


@pytest.mark.parametrize(
    ("after", "sums"),
    [
        ([], {1: (8, 1, 1), 2: (-8, 1, 0)}),
        ([PLAYED._replace(key=2, supersedes=1, scores=rows((1, -4), (2, 4)))], {1: (-4, 1, 0), 2: (4, 1, 1)}),
        (
            [PLAYED._replace(key=2, supersedes=1, void=True, scores=rows((1, 0), (2, 0)))],
            {1: (0, 0, 0), 2: (0, 0, 0)},
        ),
        ([PLAYED._replace(key=2, supersedes=1, scores=rows((1, 8), (3, -8)))], {1: (8, 1, 1), 3: (-8, 1, 0)}),
    ],
    ids=["played", "corrected", "voided", "reseated"],
)
def test_it_puts_a_later_version_in_the_place_of_the_one_before(after: Sequence[Version], sums):
    state = advancing.advance(State(), Since(1, "1", versions=[PLAYED]))
    for version in after:
        state = advancing.advance(state, Since(2, "2", versions=[version], superseded=[PLAYED]))
    found = advancing.tallies(1, *state.of_round(1), {n: n for n in ENTRIES}, {11: 1})
    assert {each.entry: (each.net, each.deals, each.mahjongs) for each in found} == sums


def test_it_says_a_penalty_of_somebody_who_did_not_sit():
    state = advancing.advance(State(), Since(0, "", penalties=[Penalty(1, 3, 1, -50), Penalty(2, 4, 1, -9)]))
    state = advancing.advance(state, Since(0, "", penalties=[Penalty(3, 4, 1, 9)]))
    (found,) = advancing.tallies(1, *state.of_round(1), {3: 30}, {})
    assert (found.entry, found.table, found.adjustment) == (30, None, -50)
