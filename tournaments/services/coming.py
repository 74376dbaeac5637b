"""Let members say whether they come: the address they do it by, and what they say."""

from django.contrib.auth.models import User

from tournaments.models import Competition, Entry, MeetingAnswer, MembersLink, Round
from tournaments.models.devices import digest
from tournaments.refusals import Refusal
from tournaments.services import locks
from tournaments.services.announce import log


@locks.write
def link_open(*, competition: Competition, actor: User) -> MembersLink:
    """Let members answer by one address; it stays the same until it is closed."""
    locks.take_competition(competition)
    if there := MembersLink.objects.filter(competition=competition).first():
        return there
    link = MembersLink(competition=competition)
    link.token_hash = digest(link.token)
    link.save(force_insert=True)
    log(competition, "members_link_open", actor=actor)
    return link


@locks.write
def link_close(*, competition: Competition, actor: User) -> None:
    """Let the address lead nowhere from now on; what was said stays."""
    locks.take_competition(competition)
    if not MembersLink.objects.filter(competition=competition).delete()[0]:
        raise Refusal("members_link_closed")
    log(competition, "members_link_close", actor=actor)


@locks.write
def answer_give(*, round: Round, entry: Entry, comes: bool) -> MeetingAnswer:
    """Say that a member comes, or does not; the last word holds. Raises Refusal once the meeting runs."""
    round = locks.take_round(round)
    if not round.is_to_come:
        raise Refusal("meeting_begun", of=round.competition, round=round.number)
    if not Entry.objects.filter(pk=entry.pk, status__in=Entry.COMING).exists():
        raise Refusal("nobody_to_check_in", name=entry.name)
    answer, _new = MeetingAnswer.objects.update_or_create(
        round=round, entry=entry, defaults={"comes": comes}
    )
    return answer
