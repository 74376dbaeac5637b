"""Withdraw somebody from an event: out of the list of who plays, and out of every draft at once."""

from django.contrib.auth.models import User

from tournaments.models import Entry, Round, Seating, in_turn
from tournaments.services import aside, competitions, locks, seats


@locks.write
def entry_withdraw(*, entry: Entry, actor: User | None) -> list[Seating]:
    """Withdraw an entry; give its seats in drafts, which house players have now.

    A seat in a round whose seating is out stays, for everybody has read it: such a round does not start
    before somebody else is named.
    """
    competition = locks.take_drafts(entry.competition)
    competitions.entry_change(entry=entry, actor=actor, status=Entry.Status.WITHDRAWN)
    aside.leave(entry)
    found = Seating.objects.filter(entry=entry, round__competition=competition, from_deal=1)
    drafts = found.filter(round__state=Round.State.DRAFT).order_by(*in_turn("round__"))
    left = list(drafts.select_related("entry", "round__competition", "table"))
    return [seats.seat_replace(round=one.round, seat=one, entry=None, actor=actor) for one in left]
