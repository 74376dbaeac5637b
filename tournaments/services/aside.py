"""Drafts put aside: other seatings of the rounds to come, for whoever wants to compare before publishing."""

from collections.abc import Sequence
from typing import Any

from tournaments.models import Competition, Draw, Entry, KeptDraft, Round
from tournaments.selectors import meetings
from tournaments.selectors.drafts import HOUSE, Played, mark_of

MOST_KEPT = 5  # of each origin


def put_aside(competition: Competition, played: Played, *, but_for: Draw) -> KeptDraft | None:
    """Keep the drafts of the rounds as they are, hands' work included, before others take their place.

    They come after the rounds `played`. What `but_for` draws again, place by place, is not kept beside it.
    The competition is taken.
    """
    drafts = competition.rounds.filter(state=Round.State.DRAFT).exclude(draw=None).order_by("number")
    drawn = list(drafts.select_related("draw"))
    if not drawn or drawn[-1].draw is None:
        return None
    last = drawn[-1].draw
    mine = [one for one in drawn if one.draw_id == last.pk]
    if _alike(last, but_for) and not any(one.by_hand for one in mine):
        return None
    number_of = dict(competition.entries.values_list("pk", "number"))
    rounds = [
        {
            "nth": one.nth,
            "by_hand": one.by_hand,
            "tables": [[number_of[pk] for pk in table] for table in meetings.tables_of(one)],
        }
        for one in mine
    ]
    return keep(competition, last, rounds, KeptDraft.Origin.ASIDE, played)


def _alike(one: Draw, other: Draw) -> bool:
    return (one.seed, one.version, one.basis) == (other.seed, other.version, other.basis)


def keep(
    competition: Competition,
    draw: Draw,
    rounds: Sequence[dict[str, Any]],
    origin: KeptDraft.Origin,
    played: Played,
) -> KeptDraft:
    """Keep a draft beside those of the rounds; of many the oldest go."""
    kept = KeptDraft.objects.create(
        competition=competition, draw=draw, origin=origin, rounds=rounds, after=mark_of(played)
    )
    older = competition.kept_drafts.filter(origin=origin).order_by("-pk").values_list("pk", flat=True)
    KeptDraft.objects.filter(pk__in=list(older[MOST_KEPT:])).delete()
    return kept


def leave(entry: Entry) -> None:
    """Let an entry leave every draft that is kept: a house player sits there. The competition is taken."""
    for kept in entry.competition.kept_drafts.all():
        rounds = [_left_by(entry.number, one) for one in kept.rounds]
        if rounds != kept.rounds:
            kept.rounds = rounds
            kept.save(update_fields=["rounds"])


def _left_by(number: int, told: dict[str, Any]) -> dict[str, Any]:
    return {**told, "tables": [[HOUSE if one == number else one for one in four] for four in told["tables"]]}
