"""The numbers of a season's meetings that have several sittings: players are seated anew and play again.

A sitting is a round of its own, with a number of its own for ever, which says of which meeting it is: the
first has the number of its meeting, 3; the second is 2003, the third 3003. Whatever a round has (tables,
deals, lines of the log, addresses) goes by that number; what a season gives goes by the meeting's.
"""

from collections.abc import Iterable

STEP = 1000  # between the numbers of two sittings of a meeting; what a competition cannot have in rounds
MOST = 9  # sittings of one meeting


def meeting_of(number: int) -> int:
    """Return the number of the meeting to which a round belongs; of a tournament's its own."""
    return number % STEP


def sitting_of(number: int) -> int:
    """Return which sitting of its meeting a round is, from 1 on."""
    return number // STEP or 1


def numbered(meeting: int, sitting: int) -> int:
    """Return the number of a sitting."""
    return meeting if sitting == 1 else sitting * STEP + meeting


def turn(number: int) -> tuple[int, int]:
    """Return what rounds are in order by: a second sitting stands before the next meeting."""
    return meeting_of(number), sitting_of(number)


def is_first(number: int) -> bool:
    """Tell whether a round is the first sitting of its meeting."""
    return number < STEP


def through(number: int, last: int | None) -> bool:
    """Tell whether a round comes no later than the `last` one; None is no bound, 0 comes before all."""
    return last is None or turn(number) <= turn(last)


def short(number: int) -> int | str:
    """Write the number of a round in few signs: 3, and 3.2 for the second sitting of meeting 3."""
    return number if is_first(number) else f"{meeting_of(number)}.{sitting_of(number)}"


def misplaced(numbers: Iterable[int]) -> list[int]:
    """List those of some rounds, as they stand, that follow no sitting of their meeting; 1001 is none's."""
    found, before = [], set[int]()
    for number in numbers:
        meeting, sitting = turn(number)
        if not is_first(number) and (sitting == 1 or numbered(meeting, sitting - 1) not in before):
            found.append(number)
        before.add(number)
    return found


def last_meeting(numbers: Iterable[int]) -> int:
    """Return the number of the last meeting among rounds, 0 where there is none."""
    return max(map(meeting_of, numbers), default=0)


def last_of(number: int, played: Iterable[int]) -> int:
    """Return the last of the `played` sittings of the meeting that a number means; of one sitting itself."""
    own = [one for one in played if meeting_of(one) == number] if is_first(number) else []
    return max(own, key=turn, default=number)
