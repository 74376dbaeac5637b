"""The line through the standings at which a final was cut, beside the one that would be cut now."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tournaments.models import Action, Competition, Entry
from tournaments.selectors.finals import eligible
from tournaments.selectors.standings import Row, standings_of


class Cut(NamedTuple):
    """Who plays in a final and would not by the standings as they are now, and who would instead."""

    gone: list[Row]
    come: list[Row]


NOTHING = Cut([], [])


def cut_now(final: Competition) -> Cut:
    """Compare who was sent to a final with whom the standings would send now.

    Whoever shares the place at an edge may be on either side of it: that was for a lot to decide. Whom
    somebody left out, took off or let in by decision is no matter of the standings.
    """
    made = _made_with(final)
    if final.part_of is None or final.pk not in made:
        return NOTHING
    first, sent = _share(final, made)
    out = _left_out(final.part_of)
    ranked = [row for row in eligible(standings_of(final.part_of)) if row.number not in out]
    now = _compared(ranked, first, sent)
    here, anywhere = _playing(final.part_of, [final.pk]), _playing(final.part_of, made)
    return Cut(
        [row for row in now.gone if row.number in here],
        [row for row in now.come if row.number not in anywhere],
    )


def _compared(ranked: Sequence[Row], first: int, sent: Collection[int]) -> Cut:
    would = ranked[first : first + len(sent)]
    around = [*ranked[:first], *ranked[first + len(sent) :]]
    places, others = {row.rank for row in would}, {row.rank for row in around}
    gone = [row for row in around if row.rank not in places and row.number in sent]
    come = [row for row in would if row.rank not in others and row.number not in sent]
    return Cut(gone, come)


def _made_with(final: Competition) -> dict[int, list[int]]:
    """Give the finals that were made together with this one, each with the numbers of who was sent."""
    made = Action.objects.filter(competition=final.part_of, verb="finals_make").order_by("-pk")
    together: list[int] = next((one.facts["finals"] for one in made if final.pk in one.facts["finals"]), [])
    lines = Action.objects.filter(competition__in=together, verb="entries_add").order_by("-pk")
    first = {line.competition_id: line.facts["numbers"] for line in lines}  # the oldest line is the last
    return {pk: first[pk] for pk in together}


def _share(final: Competition, made: Mapping[int, list[int]]) -> tuple[int, list[int]]:
    """Say after how many of the standings a final begins, and who was sent, equal groups being one."""
    if final.decides_from is None:
        return 0, [number for numbers in made.values() for number in numbers]
    above = [numbers for pk, numbers in made.items() if pk < final.pk]
    return sum(map(len, above)), made[final.pk]


def _left_out(event: Competition) -> set[int]:
    lines = Action.objects.filter(competition=event, verb="final_left_out")
    return {line.facts["number"] for line in lines}


def _playing(event: Competition, parts: Collection[int]) -> set[int]:
    """List who plays in some parts of an event, by the numbers that they have in it."""
    playing = Entry.objects.filter(competition__in=parts, status=Entry.Status.PLAYER).values("player_id")
    return set(event.entries.filter(player_id__in=playing).values_list("number", flat=True))
