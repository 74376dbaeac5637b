"""Meetings that are to come: what readers know of them, and who said that they come."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.models import Competition, Entry, MeetingAnswer, MembersLink, Round, in_turn


def announced(competition: Competition) -> QuerySet[Round]:
    """List the meetings to come of which readers know the day, in the order of their days."""
    known = Q(state=Round.State.DRAFT, announced=True) | Q(state=Round.State.PUBLISHED)
    return competition.rounds.meetings().filter(known).order_by("date", *in_turn())


def shown(competition: Competition) -> QuerySet[Round]:
    """List the meetings of which a member can say something: those to come, and what readers know runs."""
    seen = Q(announced=True) | ~Q(state=Round.State.DRAFT)
    return competition.rounds.meetings().filter(seen).order_by("date", *in_turn())


def answers_of(competition: Competition, entry: Entry) -> list[tuple[Round, bool | None, int]]:
    """Give each announced meeting what somebody said of it, and how many come."""
    rounds = list(announced(competition))
    said = said_of(rounds)
    return [
        (one, said.get(one.pk, {}).get(entry.pk), sum(said.get(one.pk, {}).values())) for one in rounds
    ]


def members(competition: Competition) -> list[Entry]:
    """List who may answer, in order of names."""
    found = competition.entries.filter(status__in=Entry.COMING).select_related("player")
    return sorted(found, key=lambda one: (one.list_order, one.number))


def link_of(competition: Competition) -> MembersLink | None:
    """Give the address by which members answer, where it is open."""
    return MembersLink.objects.filter(competition=competition).first()


@dataclass(frozen=True, slots=True)
class Asked:
    """A meeting to come, with who comes, who does not, and who has not said so."""

    round: Round
    coming: tuple[Entry, ...]
    away: tuple[Entry, ...]
    silent: tuple[Entry, ...]


def asked(competition: Competition) -> list[Asked]:
    """List what members said of each meeting to come, those not announced too."""
    waiting = [Round.State.DRAFT, Round.State.PUBLISHED]
    to_come = competition.rounds.meetings().filter(state__in=waiting)
    rounds = list(to_come.order_by("date", *in_turn()))
    everybody, said = members(competition), said_of(rounds)
    return [_asked(one, everybody, said.get(one.pk, {})) for one in rounds]


def _asked(round: Round, everybody: list[Entry], said: dict[int, bool]) -> Asked:
    parted = {
        word: tuple(one for one in everybody if said.get(one.pk) is word) for word in (True, False, None)
    }
    return Asked(round, parted[True], parted[False], parted[None])


def said_of(rounds: list[Round]) -> dict[int, dict[int, bool]]:
    """Give what members said of some rounds: by key of the round, then of the entry."""
    found: dict[int, dict[int, bool]] = {}
    rows = MeetingAnswer.objects.filter(round__in=rounds)
    for round, entry, comes in rows.values_list("round_id", "entry_id", "comes"):
        found.setdefault(round, {})[entry] = comes
    return found
