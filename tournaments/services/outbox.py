"""Do what the outbox promises: every effect once, together with the mark that it is done.

A row and its effect are one transaction. A worker that dies in the middle leaves neither, and whoever looks
next does the work again; a row that another worker holds is skipped. E-mails alone are no transaction's:
`letters` says how they are sent once.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.live import waking
from tournaments.models import Competition, Export, Outbox, Round
from tournaments.publishing.writers import WRITERS
from tournaments.refusals import Refusal
from tournaments.services import bundles, letters, locks, searches
from tournaments.services.announce import log
from tournaments.services.bundles import Bundle

READINGS = 3  # without a lock


def run() -> int:
    """Do all that is undone, oldest first, and return how many rows that were.

    A row that fails stays undone and does not stop the others; their errors are raised together at the end.
    """
    done = 0
    failed: list[tuple[int, Exception]] = []
    while (row := next_row(excluding=[pk for pk, _ in failed])) is not None:
        try:
            done += finished(row)
        except Exception as error:  # noqa: BLE001 - raised below, when the other rows have had their turn
            failed.append((row, error))
    if searches.go_on():
        waking.wake_outbox()
    if failed:
        raise ExceptionGroup("outbox rows failed", [error for _, error in failed])
    return done


def finished(row: int) -> int:
    """Do one row, and afterwards what no transaction can hold; return how many rows are done by that."""
    done = do(row, made_of(row))
    if done:
        letters.hand_over(row)
    return done


def next_row(excluding: Iterable[int] = ()) -> int | None:
    """Find the oldest row that nobody has done or is doing."""
    with transaction.atomic():
        return undone().exclude(pk__in=list(excluding)).values_list("pk", flat=True).first()


def made_of(pk: int) -> Bundle | None:
    """Make what takes long before a transaction begins, in which nobody else could write to SQLite."""
    slow = (Outbox.Topic.PAPERS, Outbox.Topic.SITE)
    row = Outbox.objects.filter(pk=pk, topic__in=slow, done_at__isnull=True).first()
    if row is None:
        return None
    competition = Competition.objects.select_related("club").get(pk=row.competition_id)
    tell = partial(bundles.progress_note, row.export.pk)
    if row.topic == Outbox.Topic.SITE:
        return bundles.copy_of(competition, row.payload["site"], tell)
    return bundles.drawn(competition, row.payload["site"], row.payload["size"], tell)


@transaction.atomic
def do(pk: int, made: Bundle | None = None) -> int:
    """Do one row and whatever becomes superfluous with it; return how many rows are done by that."""
    row = undone().filter(pk=pk).first()
    if row is None:
        return 0
    covered = bundle_keep(row, made) if made else EFFECTS[row.topic](row)
    return Outbox.objects.filter(pk__in=covered, done_at__isnull=True).update(done_at=timezone.now())


def undone() -> QuerySet[Outbox]:
    """List what is left to do, locked, without the rows that another worker holds.

    Searches last minutes: `searches` has them go on a little at a time, when all else is done.
    """
    left = Outbox.objects.filter(done_at__isnull=True).exclude(topic=Outbox.Topic.SEARCH)
    return left.select_for_update(skip_locked=True).order_by("pk")


def export_write(row: Outbox) -> list[int]:
    """Write the file that was asked for."""
    export = row.export
    competition, export.body = unchanged(row.competition_id, WRITERS[export.format])
    export.revision = competition.revision
    export.save(update_fields=["body", "revision"])
    return [row.pk]


def letter_mark(row: Outbox) -> list[int]:
    """Let this worker, and no other, send the letter when the row is done."""
    letters.mark(row)
    return [row.pk]


def bundle_keep(row: Outbox, made: Bundle) -> list[int]:
    """Keep a file that was made, unless somebody in it has another name by now, or none."""
    if not bundles.is_true(made, row.competition):
        return []  # made anew
    export = row.export
    export.body, export.revision = made.body, made.revision
    export.save(update_fields=["body", "revision"])
    return [row.pk]


def unchanged(competition_id: int, read: Callable[[Competition], Any]) -> tuple[Competition, Any]:
    """Read a competition under one revision, not half of the next one.

    Tables go on recording while it is read; only where they do not let it come to an end are they held up.
    """
    for _ in range(READINGS):
        competition = Competition.objects.get(pk=competition_id)
        found = read(competition)
        if Competition.objects.filter(pk=competition_id, revision=competition.revision).exists():
            return competition, found
    competition = locks.take_competition(Competition.objects.get(pk=competition_id), in_archive=True)
    return competition, read(competition)


@locks.write
def export_ask(*, competition: Competition, format: str, actor: User | None) -> Export:
    """Promise an export, whose file is there when the outbox is done; raises Refusal (`unknown_format`)."""
    if format not in WRITERS:
        raise Refusal("unknown_format", format=format)
    return _promised(competition, Outbox.Topic.EXPORT, {"format": format}, actor)


@locks.write
def papers_ask(*, competition: Competition, size: str, site: str, actor: User | None) -> Export:
    """Promise all papers in one file on sheets of a size; codes on them lead to a site (its address)."""
    how = {"format": Export.Format.PAPERS.value, "size": size, "site": site}
    return _promised(competition, Outbox.Topic.PAPERS, how, actor)


@locks.write
def copy_ask(*, competition: Competition, site: str, actor: User | None) -> Export:
    """Promise the public pages as files; whole links in them lead to a site.

    Raises Refusal for what no reader sees (`not_published`), and while a round runs
    (`round_already_running`): pages of two revisions would not fit together.
    """
    competition = locks.take_competition(competition, in_archive=True)
    if not competition.published:
        raise Refusal("not_published")
    running = competition.rounds.filter(state=Round.State.RUNNING).first()
    if running:
        raise Refusal("round_already_running", of=competition, round=running.number)
    how = {"format": Export.Format.SITE.value, "site": site}
    return _promised(competition, Outbox.Topic.SITE, how, actor)


def _promised(
    competition: Competition, topic: Outbox.Topic, how: dict[str, str], actor: User | None
) -> Export:
    """Write down what is to be done; what was asked for and is not done yet is not asked for again."""
    format = how["format"]
    locks.take_competition(competition, in_archive=True)  # who asks twice at once gets one file
    waiting = Export.objects.filter(competition=competition, format=format, outbox__done_at=None)
    asked = waiting.filter(outbox__payload=how).first()
    if asked:
        return asked
    row = Outbox.objects.create(competition=competition, topic=topic, payload=how)
    export = Export.objects.create(competition=competition, format=Export.Format(format), outbox=row)
    log(competition, "export_asked", actor=actor, format=format)
    transaction.on_commit(waking.wake_outbox)
    return export


EFFECTS: dict[str, Callable[[Outbox], list[int]]] = {
    Outbox.Topic.EXPORT: export_write,
    Outbox.Topic.LETTER: letter_mark,
}
