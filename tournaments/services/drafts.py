"""Take a draft that was kept instead of the drafts there are, or throw it away."""

from typing import Any

from django.contrib.auth.models import User

from tournaments.models import Competition, Entry, KeptDraft, Round
from tournaments.refusals import Refusal
from tournaments.selectors import drafts
from tournaments.selectors.vouched import rounds_now
from tournaments.services import aside, draws, locks, rounds
from tournaments.services.announce import log


@locks.write
def draft_take(*, competition: Competition, draft: int, actor: User | None) -> list[Round]:
    """Let a kept draft be that of the rounds; the drafts before it are kept in its place.

    Raises Refusal (`draft_gone`; `draft_outdated` where others play by now, or other rounds came before).
    """
    locks.take_drafts(competition)
    kept = _found(competition, draft)
    ground = _ground(competition, kept)
    aside.put_aside(competition, ground.basis.played, but_for=kept.draw)
    rounds.drafts_discard(competition)
    people = {entry.number: entry for entry in ground.people}
    tables = [_entries(competition, one["tables"], people) for one in kept.rounds]
    written = rounds.drafts_write(competition, kept.draw, tables, [one["nth"] for one in kept.rounds])
    changed = [one.pk for one, told in zip(written, kept.rounds, strict=True) if told["by_hand"]]
    Round.objects.filter(pk__in=changed).update(by_hand=True)
    facts: dict[str, Any] = {"rounds": len(written), "players": len(people), "seed": kept.draw.seed}
    facts["rounds_now"] = rounds_now(written)
    log(competition, "draft_take", actor=actor, **facts)
    kept.delete()
    return written


@locks.write
def draft_drop(*, competition: Competition, draft: int, actor: User | None) -> None:
    """Throw a kept draft away."""
    locks.take_drafts(competition)
    kept = _found(competition, draft)
    log(competition, "draft_drop", actor=actor, seed=kept.draw.seed)
    kept.delete()


def _found(competition: Competition, draft: int) -> KeptDraft:
    kept = competition.kept_drafts.filter(pk=draft).select_related("draw").first()
    if kept is None:
        raise Refusal("draft_gone")
    return kept


def _ground(competition: Competition, kept: KeptDraft) -> draws.Ground:
    """Read what a draw would start from now; raises Refusal unless the draft could have been drawn on it."""
    drawn = drafts.basis_of(kept)
    ground = draws.ground_again(competition, drawn)
    ranked = not drawn.standings or drawn.people == ground.basis.people
    if not (ranked and drafts.fits(kept, ground.basis)):
        raise Refusal("draft_outdated")
    return ground


def _entries(
    competition: Competition, tables: list[list[int]], people: dict[int, Entry]
) -> list[list[Entry]]:
    """Find who is meant; several house players in one round are different ones."""
    free = iter(range(-1, -len(people) - 4, -1))  # each of those still to be named gets a number of its own
    told = [[one if one != drafts.HOUSE else next(free) for one in table] for table in tables]
    return draws.seated(competition, told, people)
