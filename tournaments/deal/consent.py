"""Whether a recorded deal is confirmed: whose word a competition asks for, and whose is still missing.

Values in, values out. A word is `confirm` or `dispute`; the referee's has no seat and settles the deal.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

ALL, WINNER, REFEREE, NOBODY = "all", "winner", "referee", "nobody"
CONFIRM, DISPUTE = "confirm", "dispute"
CONFIRMED, OPEN, DISPUTED = "confirmed", "open", "disputed"
EACH, TOGETHER = "each", "together"  # when they are asked: after each deal, or at the end of a wind round
BY_PLAYERS = (ALL, WINNER)  # the policies under which players are asked at all
STAFF = ""  # the seat of a word that is the referee's
ENOUGH = 2  # of a deal that nobody won, where the winner and one other confirm


@dataclass(frozen=True, slots=True)
class Demand:
    """Who has to confirm: everybody of `must`, and `count` of those in `among`."""

    must: frozenset[str] = frozenset()
    among: frozenset[str] = frozenset()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a deal is confirmed, how many of the words it needs are given, and who may give the others."""

    state: str
    given: int = 0
    needed: int = 0
    awaited: frozenset[str] = frozenset()

    @property
    def settled(self) -> bool:
        return self.state == CONFIRMED


def demand(policy: str, winners: Collection[str], people: Collection[str]) -> Demand:
    """Say whose word is needed; `people` are the seats where somebody sits who can be asked.

    Nobody has won a draw, and a house player says nothing: any two of the others will do then.
    """
    there = frozenset(people)
    won = there & frozenset(winners)
    if policy == ALL:
        return Demand(must=there)
    if policy != WINNER:
        return Demand()
    if not won:
        return Demand(among=there, count=min(ENOUGH, len(there)))
    return Demand(won, there - won, min(1, len(there - won)))


def verdict(
    policy: str,
    words: Mapping[str, str],
    *,
    winners: Collection[str],
    people: Collection[str],
    ruled: bool = False,
) -> Verdict:
    """Judge a deal by the last word of each seat; `ruled` says that the staff wrote it, where that will do.

    A dispute of what they wrote, or of what it left as it was, still waits for their word.
    """
    wanted = demand(policy, winners, people)
    said = {seat for seat in people if words.get(seat) == CONFIRM}
    given = len(wanted.must & said) + min(wanted.count, len(wanted.among & said))
    needed = len(wanted.must) + wanted.count
    short = wanted.among if len(wanted.among & said) < wanted.count else frozenset()
    awaited = (wanted.must | short) - said
    if words.get(STAFF) == CONFIRM:
        return Verdict(CONFIRMED, given, needed)
    if any(words.get(seat) == DISPUTE for seat in people):
        return Verdict(DISPUTED, given, needed, awaited)
    if ruled:
        return Verdict(CONFIRMED, given, needed)
    done = given == needed and policy != REFEREE
    return Verdict(CONFIRMED if done else OPEN, given, needed, awaited)
