"""Correct what is known of people, and say that two are one; nothing of it changes a result.

Results refer to entries. The log says in ids who did it and which fields it was, never what stands there: a
name in it could not be erased.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from players.models import Club, Player
from players.names import full_name
from tournaments.models import Competition, Entry, Merge
from tournaments.refusals import Refusal
from tournaments.selectors.persons import mark_of
from tournaments.services import locks
from tournaments.services.announce import log, revise
from tournaments.services.competitions import club_named


@locks.write
def person_change(
    *, person: Player, club: Club | None, actor: User, seen: str = "", **fields: Any
) -> Player:
    """Correct a person's details, at once wherever they are shown.

    `club` is whose staff does it, None where the person does. The person's club is given by name, as `of`.
    Raises Refusal (`person_meanwhile`) for a change where the details are no more those that were `seen`.
    """
    competitions = locks.take_competitions_with([person.pk])
    refuse_gone(person)
    changed = _changed(person, fields)
    if changed:
        if seen and seen != mark_of(person):
            raise Refusal("person_meanwhile")
        for name, value in changed.items():
            setattr(person, name, value)
        _refuse_second(person)
        person.save(update_fields=list(changed))
        whose: dict[str, Any] = {"club": club.pk} if club else {}
        log(None, "person_change", actor=actor, **whose, person=person.pk, fields=sorted(changed))
        _revise(competitions)
    return person


def _changed(person: Player, fields: dict[str, Any]) -> dict[str, Any]:
    """Keep of the fields those that are otherwise now; a club that is new is one from now on."""
    if "of" in fields:
        fields["club"] = club_named(of) if (of := fields.pop("of")) else None
    return {name: value for name, value in fields.items() if getattr(person, name) != value}


@locks.write
def persons_merge(*, kept: Player, double: Player, club: Club, actor: User) -> Merge:
    """Say that two are one person: the double's entries become the kept one's. `merge_undo` parts them."""
    competitions = locks.take_competitions_with([kept.pk, double.pk])
    if kept.pk == double.pk:
        raise Refusal("persons_same")
    for person in (kept, double):
        refuse_gone(person)
    _refuse_meeting(kept, double)
    merge = Merge.objects.create(kept=kept, double=double, actor=actor)
    merge.entries.set(_hand_over(double.entries.all(), kept, actor))
    Player.objects.filter(pk=double.pk).update(merged_into=kept)
    log(None, "person_merge", actor=actor, club=club.pk, person=kept.pk, double=double.pk)
    _revise(competitions)
    return merge


@locks.write
def merge_undo(*, merge: Merge, club: Club, actor: User) -> Player:
    """Part two who were merged: what was the double's is again."""
    competitions = locks.take_competitions_with([merge.kept_id, merge.double_id])
    merge.refresh_from_db()
    if merge.undone_at:
        raise Refusal("already_parted")
    if merge.kept.erased_at:
        raise Refusal("person_gone")
    if merge.kept.merged_into:
        raise Refusal("part_later_first", name=merge.kept.full_name)
    Merge.objects.filter(pk=merge.pk).update(undone_at=timezone.now())
    Player.objects.filter(pk=merge.double_id).update(merged_into=None)
    _hand_over(merge.entries.filter(player=merge.kept_id), merge.double, actor)
    log(None, "person_part", actor=actor, club=club.pk, person=merge.kept_id, double=merge.double_id)
    _revise(competitions)
    merge.double.refresh_from_db()
    return merge.double


@locks.write
def person_note_given(*, person: Player, club: Club, actor: User) -> None:
    """Note that somebody was given all that is kept of a person."""
    locks.take_club(club)
    log(None, "person_given", actor=actor, club=club.pk, person=person.pk)


def _hand_over(entries: QuerySet[Entry], to: Player, actor: User) -> list[Entry]:
    """Put another person behind entries; each competition's log says so, as of any change of an entry."""
    moved = list(entries.select_related("competition"))
    for entry in moved:
        before = {"status": entry.status, "player": entry.player_id}
        entry.player = to
        entry.save(update_fields=["player"])
        after = {**before, "player": to.pk}
        log(
            entry.competition, "entry_change", actor=actor, number=entry.number, before=before, after=after
        )
    return moved


def _revise(competitions: Iterable[Competition]) -> None:
    for competition in competitions:
        revise(competition)


def refuse_gone(person: Player) -> None:
    """Read a person anew; stop where there is none any more."""
    person.refresh_from_db()
    if person.merged_into_id or person.erased_at:
        raise Refusal("person_gone")


def _refuse_second(person: Player) -> None:
    """Stop a correction by which two people of one club would bear one name."""
    same = Player.objects.there().filter(given=person.given, family=person.family, club=person.club)
    if same.exclude(pk=person.pk).exists():
        raise Refusal("person_exists", name=full_name(person.given, person.family))


def _refuse_meeting(kept: Player, double: Player) -> None:
    """Stop a merge of two who are entered in one competition."""
    there = Competition.objects.filter(entries__player=kept).filter(entries__player=double).first()
    if there:
        raise Refusal("persons_meet", competition=there.name)
