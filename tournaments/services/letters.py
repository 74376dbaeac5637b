"""Write e-mails to whoever registered, send each once, and say what became of it.

A letter is written in the transaction of its cause, with its row in the outbox. A mail server cannot take
part in a transaction: so a letter is marked as being sent, with its row done, before it is handed over. A
worker that dies meanwhile leaves it so, and a person decides; it is never sent again by itself.
"""

from datetime import datetime, timedelta
from urllib.parse import urljoin

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tournaments.live import waking
from tournaments.models import Competition, Letter, Opening, Outbox, Registration
from tournaments.publishing import calendar
from tournaments.refusals import Refusal
from tournaments.selectors.registrations import has_begun
from tournaments.services import locks, mailing
from tournaments.services.announce import log
from tournaments.wording import registration as wording

State, Kind = Letter.State, Letter.Kind
REMINDS_FROM = 9  # o'clock where the site is: nobody is reminded at night
PATIENCE = timedelta(minutes=2)  # longer than a mail server is waited for


def write(registration: Registration, kind: str) -> Letter:
    """Write what somebody is told, for the outbox to send; without a mail server it waits to be copied."""
    event, opening = registration.competition, Opening.objects.get(competition=registration.competition)
    due = not registration.is_over and not registration.paid_at
    fee = opening.fee if due else ""
    name, code = registration.name, has_code(registration)
    with override(registration.language):
        words = wording.words(name=name, kind=kind, event=event.name, day=event.date, fee=fee, code=code)
        subject = wording.subject(kind, event.name)
    letter = Letter.objects.create(registration=registration, kind=kind, subject=subject, words=words)
    if mailing.is_configured():
        _promise(letter)
    return letter


def _promise(letter: Letter) -> None:
    competition = letter.registration.competition_id
    letter.outbox = Outbox.objects.create(competition_id=competition, topic=Outbox.Topic.LETTER)
    letter.state = State.UNSENT
    letter.save(update_fields=["outbox", "state"])
    transaction.on_commit(waking.wake_outbox)


def text_of(letter: Letter, site: str) -> str:
    """Give the whole text with the own link, at a site (its address)."""
    one = letter.registration
    with override(one.language):
        return wording.with_link(letter.words, _link(one, site), one.competition.club.name)


def _link(registration: Registration, site: str) -> str:
    with override(registration.language):
        return urljoin(site, reverse("public:own-registration", args=[registration.token]))


def code_of(registration: Registration, site: str) -> str:
    """Give the address that a helper's telephone opens at the door; it says nothing to anybody else."""
    named = {"slug": registration.competition.slug, "registration": registration.pk}
    return urljoin(site, reverse("organiser:check-in-code", kwargs=named))


def has_code(registration: Registration) -> bool:
    """Tell whether somebody has a code to show; the meetings of a season have lists."""
    return registration.state == Registration.State.COMING and not registration.competition.is_season


def calendar_of(registration: Registration, site: str) -> str:
    """Give the event as a calendar file, leading to the own page."""
    event = registration.competition
    occasion = calendar.Occasion(
        key=f"{event.slug}-{event.pk}",
        name=event.name,
        day=event.date,
        club=event.club.name,
        link=_link(registration, site),
        at=timezone.now(),
    )
    return calendar.written([occasion])


def mark(row: Outbox) -> None:
    """Mark the letter of a row as being sent, in the transaction that marks the row as done."""
    unsent = Letter.objects.filter(outbox=row, state=State.UNSENT)
    unsent.update(state=State.SENDING, tried_at=timezone.now())


def hand_over(row: int) -> None:
    """Send the letter of a row that this worker has marked, and say what became of it."""
    whole = Letter.objects.select_related("registration__competition__club")
    letter = whole.filter(outbox=row, state=State.SENDING).first()
    if letter is not None:
        state = State.SENT if _handed_over(letter) else State.FAILED
        Letter.objects.filter(pk=letter.pk, state=State.SENDING).update(state=state)


def _handed_over(letter: Letter) -> bool:
    one = letter.registration
    site = Opening.objects.get(competition=one.competition_id).site or settings.ADDRESS
    if not site:  # a link that leads nowhere helps nobody
        return False
    return mailing.send(
        one.email,
        letter.subject,
        text_of(letter, site),
        calendar=calendar_of(one, site) if letter.kind in Letter.WITH_CALENDAR else "",
        code=code_of(one, site) if letter.kind in Letter.WITH_CALENDAR and has_code(one) else "",
        number=f"letter-{letter.pk}",
    )


def site_note(competition: Competition, site: str) -> None:
    """Note where the staff work, for an opening that does not know where its links lead."""
    Opening.objects.filter(competition=competition, site="").update(site=site)


@locks.write
def letter_send(*, letter: Letter, actor: User) -> Letter:
    """Send a letter that failed, or that nobody could send before; one that was sent is not sent again."""
    letter = _taken(letter)
    if not mailing.is_configured():
        raise Refusal("mail_not_configured")
    if letter.is_over:
        raise Refusal("letter_sent")
    if letter.is_on_its_way and not is_stuck(letter):
        raise Refusal("letter_on_its_way")
    if letter.is_overtaken:
        raise Refusal("letter_overtaken")
    _promise(letter)
    log(letter.registration.competition, "letter_send", actor=actor, registration=letter.registration_id)
    return letter


@locks.write
def letter_by_hand(*, letter: Letter, actor: User) -> Letter:
    """Note that a letter was sent by hand."""
    letter = _taken(letter)
    there = Letter.objects.filter(pk=letter.pk).exclude(state__in=[State.SENT, State.BY_HAND])
    if not is_stuck(letter):
        there = there.exclude(state=State.SENDING)
    if not there.update(state=State.BY_HAND):  # a worker may take it at this moment
        raise Refusal("letter_sent" if letter.is_over else "letter_on_its_way")
    letter.state = State.BY_HAND
    log(letter.registration.competition, "letter_by_hand", actor=actor, registration=letter.registration_id)
    return letter


@locks.write
def letters_send(*, competition: Competition, actor: User) -> int:
    """Send all that failed or wait; return how many. What is on its way, or overtaken, is left alone."""
    locks.take_competition(competition)
    if not mailing.is_configured():
        raise Refusal("mail_not_configured")
    waiting = Letter.objects.filter(
        registration__competition=competition, state__in=[State.UNSENT, State.FAILED]
    )
    there = waiting.select_related("registration", "outbox")
    sending = [one for one in there if not (one.is_on_its_way or one.is_overtaken)]
    for letter in reversed(sending):  # the oldest first
        _promise(letter)
    whose = sorted({one.registration_id for one in sending})
    log(competition, "letters_send", actor=actor, registrations=whose)
    return len(sending)


def is_stuck(letter: Letter) -> bool:
    """Tell whether a worker died while it was sending a letter, which may have arrived."""
    begun = letter.tried_at
    return letter.state == State.SENDING and begun is not None and begun < timezone.now() - PATIENCE


def remind(now: datetime | None = None) -> None:
    """Write the reminders that are due today."""
    now = now or timezone.localtime()
    if now.hour < REMINDS_FROM:
        return
    soon = Opening.objects.filter(remind_days__gt=0, competition__date__gte=now.date())
    there = soon.filter(competition__archived_at=None).select_related("competition__club")
    for opening in there:
        if _to_remind(opening).exists():
            reminders_write(competition=opening.competition)


@locks.write
def reminders_write(*, competition: Competition) -> None:
    """Remind everybody who has a place and is not reminded yet, once the day is near enough."""
    locks.take_competition(competition)
    opening = Opening.objects.select_related("competition").filter(competition=competition).first()
    reminded = list(_to_remind(opening)) if opening else []
    for one in reminded:
        one.competition = competition
        write(one, Kind.REMINDER)
    if reminded:
        log(competition, "letters_remind", registrations=[one.pk for one in reminded])


def _to_remind(opening: Opening) -> QuerySet[Registration]:
    """List who is to be reminded now; who registered in the last days has just been told."""
    event, from_day = opening.competition, opening.competition.date - timedelta(days=opening.remind_days)
    there = event.registrations.filter(state=Registration.State.COMING, at__date__lt=from_day)
    if has_begun(event) or not opening.remind_days or not from_day <= timezone.localdate() <= event.date:
        return there.none()
    return there.exclude(letters__kind=Kind.REMINDER)


def forget(registrations: QuerySet[Registration]) -> None:
    """Delete registrations with what was written to them."""
    Letter.objects.filter(registration__in=registrations).delete()
    registrations.delete()


def _taken(letter: Letter) -> Letter:
    """Take the competition and read the letter anew."""
    locks.take_competition(letter.registration.competition)
    whole = Letter.objects.select_related("registration__competition__club", "outbox")
    now = whole.filter(pk=letter.pk).first()
    if now is None:
        raise Refusal("not_found")
    now.registration.competition = letter.registration.competition
    return now
