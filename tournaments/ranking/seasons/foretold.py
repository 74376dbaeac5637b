"""What can still happen to a player, in plain words: exact where it is, else what the simulation came to."""

from collections.abc import Callable

from scoring.wording import written
from tournaments.ranking.figures import Amount, _
from tournaments.ranking.seasons.clinch import SEATS, Chance
from tournaments.ranking.seasons.policy import Policy, shared
from tournaments.ranking.seasons.prospects import ABSENT, First, attainable
from tournaments.ranking.seasons.simulation import Share, Simulation

Translate = Callable[[str], str]

WON = _("Has won, whatever is still played.")
SAFE = _("Nobody can get ahead any more; with an equal total the order of what decides counts.")
OUT = _("Can no longer win.")
NEEDS: dict[str, str] = {
    "absent": _("Can still win, even without coming next time."),
    "any": _("Can still win, but must come next time."),
    "amount": _("Can still win, but needs {amount} or more next time: {place}."),
    "unplaced": _("Can still win, but needs {amount} or more next time."),
}
CLINCHES: dict[str, str] = {
    "any": _("Wins by coming next time, whatever the others do."),
    "amount": _("Wins with {amount} or more next time, whatever the others do: {place}."),
    "unplaced": _("Wins with {amount} or more next time, whatever the others do."),
}
PLACES = (_("first at the table"), _("second at the table"), _("third at the table"), _("last at the table"))
SHARED = (_("first at the table, shared"), _("second at the table, shared"), _("third at the table, shared"))
FIRST_IN = _("First in {n} of {runs} runs.")
FIRST_IN_NONE = _("First in none of {runs} runs.")
LEAST = _("With less than {amount} next time in none of them.")


def told(chance: Chance, policy: Policy, translate: Translate = str) -> tuple[str, ...]:
    """Say what is certain of a player, and what the next meeting must bring."""
    if chance.won:
        return (translate(WON),)
    if not chance.can_win:
        return (translate(OUT),)
    safe = translate(SAFE) if chance.safe else _needed(NEEDS, chance.needs, policy, translate)
    return tuple(each for each in (safe, _needed(CLINCHES, chance.clinches_with, policy, translate)) if each)


def _needed(said: dict[str, str], first: First, policy: Policy, translate: Translate) -> str:
    """Say which credit of the next meeting it takes; nothing where none is named."""
    if first is None:
        return ""
    if isinstance(first, str):
        return translate(said[ABSENT])
    points = policy.points_for(SEATS)
    if first == attainable(points, SEATS, policy.attendance_points)[0]:
        return translate(said["any"])
    place = _place(first - policy.attendance_points, policy, translate)
    return translate(said["amount" if place else "unplaced"]).format(amount=written(first), place=place)


def _place(points: Amount, policy: Policy, translate: Translate) -> str:
    """Name the place of a table of four that gives so many points, the one with the fewest sharers."""
    listed = policy.points_for(SEATS)
    for sharers in range(1, SEATS + 1):
        for place in range(1, SEATS - sharers + 2):
            if shared(listed, place, sharers) == points:
                return translate((PLACES if sharers == 1 else SHARED)[place - 1])
    return ""


def told_by(simulation: Simulation, share: Share, translate: Translate = str) -> tuple[str, ...]:
    """Say in how many runs a player came first, and what the next meeting brought in all of these."""
    if not share.first:
        return (translate(FIRST_IN_NONE).format(runs=simulation.runs),)
    said = translate(FIRST_IN).format(n=share.first, runs=simulation.runs)
    if share.least is None or share.without:
        return (said,)
    return said, translate(LEAST).format(amount=written(share.least))
