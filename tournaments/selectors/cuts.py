"""What a final was made of, beside what the standings would make of it now: who goes on, and with what."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q

from tournaments.models import Action, Competition, Entry, Round
from tournaments.selectors.finals import brought_to, eligible, stages_of
from tournaments.selectors.standings import Row, standings_of


class Cut(NamedTuple):
    """Who plays in a final and would not by the standings as they are now, and who would instead."""

    gone: list[Row]
    come: list[Row]


NOTHING = Cut([], [])


class OfFinals(NamedTuple):
    """What is to be known of finals before anybody signs: their players would bring something else by the
    standings as they are now, or would be others; or they were begun, decide places and are hidden.
    """

    outdated: list[Competition]
    recut: list[Competition]
    hidden: list[Competition]


MOST_KEPT = 32
KEPT: dict[int, tuple[object, OfFinals]] = {}  # first in, first out


def of_finals(competition: Competition, parts: Iterable[Competition] | None = None) -> OfFinals:
    """Look at the finals of an event, whose `parts` may be known, and at a final itself.

    It is worked out once for the ends of their chains, to which every line is tied; of a final also for those
    of the event and of its other parts, which may have let in whom it lacks.
    """
    stages = _stages(competition, parts)
    key = (*_family(competition), *((one.pk, one.chain_end) for one in stages))
    known = KEPT.pop(competition.pk, None)
    if known is None or known[0] != key:
        finals = [one for one in stages if one.is_final and one.archived_at is None]
        looks = (_differs, _is_recut, _is_hidden)
        known = key, OfFinals(*([one for one in finals if is_so(one)] for is_so in looks))
    KEPT[competition.pk] = known
    for old in list(KEPT)[:-MOST_KEPT]:
        KEPT.pop(old, None)
    return known[1]


def _stages(competition: Competition, parts: Iterable[Competition] | None) -> list[Competition]:
    if parts is None:
        return list(stages_of(competition))
    deciding = [one for one in parts if one.is_final and one.decides_from is not None]
    return [competition, *(stage for one in deciding for stage in stages_of(one))]


def _family(final: Competition) -> list[tuple[int, str]]:
    """Give the ends of the chains around a final: of the event it is part of, and of all its parts."""
    if final.part_of_id is None:
        return []
    around = Competition.objects.filter(Q(pk=final.part_of_id) | Q(part_of=final.part_of_id))
    return list(around.order_by("pk").values_list("pk", "chain_end"))


def _differs(final: Competition) -> bool:
    return any(one.differs for one in brought_to(final))


def _is_recut(final: Competition) -> bool:
    return cut_now(final) != NOTHING


def _is_hidden(final: Competition) -> bool:
    begun = final.rounds.filter(state__in=(Round.State.RUNNING, Round.State.CLOSED))
    unseen = final.part_of is not None and final.part_of.published and not final.published
    return unseen and begun.exists()


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
