"""Draw the rounds to come again when somebody has withdrawn or come since, by the wishes of the last draw."""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.models import User

from tournaments import seating
from tournaments.models import Competition, Entry, Round
from tournaments.refusals import Refusal
from tournaments.selectors import outdated, seatings, teams
from tournaments.services import draws, locks, rounds
from tournaments.services.reckoning import rules_of


def rounds_redraw(*, competition: Competition, actor: User | None, seed: int, reason: str) -> list[Round]:
    """Draw the rounds that no longer fit who plays again, with all drafts; those published are taken back.

    Drafts as they were are kept to compare; the log says why a seating that was out is out no more. Nothing
    is taken back where nothing can be drawn. Raises Refusal (`rounds_fit`; those of a draw).
    """
    entries, off = _outdated(competition)
    back = off.published
    asked = replace(off.drawn_from, odd_tables=off.way, apart=tuple(_apart(off.drawn_from, entries)))
    ground = draws.ground_again(competition, replace(asked, rounds=len(off.again)), back)
    made = draws.planned(ground.basis, seed)
    return _write(competition, ground, made, back, actor, reason)


@locks.write
def _write(
    competition: Competition,
    ground: draws.Ground,
    made: seating.Plan,
    back: Sequence[Round],
    actor: User | None,
    reason: str,
) -> list[Round]:
    locks.take_drafts(competition, back)
    _outdated(competition)  # of two who press at once the second hears that all is drawn
    for one in back:
        rounds.round_take_back(round=one, actor=actor, reason=reason)
    return rounds.draw_write(competition, ground, made, actor)


def _outdated(competition: Competition) -> tuple[list[Entry], outdated.Outdated]:
    """Give who is entered, and which rounds no longer fit them."""
    entries = list(competition.entries.select_related("player__club").order_by("number"))
    off = outdated.outdated(seatings.seated_rounds(competition), entries, rules_of(competition).players)
    if off is None:
        raise Refusal("rounds_fit")
    return entries, off


def _apart(last: seating.Basis, entries: Sequence[Entry]) -> Sequence[tuple[int, ...]]:
    """Keep apart who was, and newcomers too where all clubs or all teams were."""
    people = [entry for entry in entries if entry.status in Entry.PLAYING]
    known = {entry.number for entry in people} & {*last.people}
    were = [{*group} & known for group in last.apart]
    boxes = (seatings.clubs_of(people, -(-len(people) // 4)), teams.groups_among(people))
    grown = [group for box in boxes if _all_were(box, known, were) for group in box]
    stay = [group for group in were if group not in [one & known for one in grown]]
    return [tuple(sorted(group)) for group in [*stay, *grown]]


def _all_were(box: Sequence[set[int]], known: set[int], were: Sequence[set[int]]) -> bool:
    """Tell whether a draw kept apart all groups of a kind, as they were then."""
    then = [group & known for group in box if len(group & known) > 1]
    return bool(then) and all(group in were for group in then)
