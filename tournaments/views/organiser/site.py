"""How the site is, for owners: each part with a word and a sentence that says what to do."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.http import Http404
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import localize
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import access
from tournaments.backups import rotating
from tournaments.models import SiteNote
from tournaments.powers import Power
from tournaments.refusals import SENTENCES
from tournaments.selectors import site
from tournaments.services import condition, journal, notes
from tournaments.views.organiser.page import Page

GOOD, LOOK, BAD = "good", "look", "bad"
LATE = timedelta(minutes=5)  # the outbox is swept each minute
AFTER_ROUNDS, EACH_NIGHT = timedelta(days=30), timedelta(days=2)  # after which the last backup is an old one
VERIFIED = timedelta(days=30)  # after which ledgers want to be verified again
LITTLE, MUCH_TOO_LITTLE = 2 * 1024**3, 200 * 1024**2  # bytes on the disk
ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


Notes = Mapping[str, SiteNote]


class Part(NamedTuple):
    """A part of the site, how it is, and what that means."""

    name: str
    state: str
    said: str


class Site(Page):
    """Say how the site is."""

    template_name = "organiser/site.html"
    power = Power.PEOPLE

    def enter(self, **named: Any) -> None:
        clubs = access.clubs_of(self.actor)
        if not any(self.rights.may_in_club(Power.PEOPLE, club) for club in clubs):
            raise Http404

    def context(self) -> dict[str, Any]:
        noted = notes.notes()
        parts = [database(), redis(), *waiting(), *workers(noted), *backups(), verification(noted)]
        parts += [*second_journal(), self.tablets(), room()]
        return {"parts": parts, "worst": max((one.state for one in parts), key=(GOOD, LOOK, BAD).index)}

    def tablets(self) -> Part:
        """Say which tablets are silent in running rounds that the reader may look at."""
        silent = site.silent_tablets(access.competitions_of(self.actor))
        named = ", ".join(f"{one.competition}: {one.table_number}" for one in silent)
        if silent:
            said = _("Not heard of for a while, by table: %(tables)s.") % {"tables": named}
            return Part(_("Tablets"), LOOK, said)
        return Part(_("Tablets"), GOOD, _("None in play is silent."))


def database() -> Part:
    """Say whether a deal can be recorded now."""
    state = condition.database_state()
    engine = ENGINES.get(connection.vendor, connection.vendor)
    if state == "ok":
        return Part(_("Database"), GOOD, _("%(engine)s takes deals.") % {"engine": engine})
    return Part(_("Database"), BAD, _trouble(state) % {"engine": engine})


def _trouble(state: str) -> str:
    if state == "tables_missing":
        return _("%(engine)s lacks tables of this version: stop the site and run “manage.py migrate”.")
    if state == "storage_full":
        return _("%(engine)s has no room on its disk: no deal can be recorded. Make room at once.")
    if state in SENTENCES:
        return "%(engine)s: " + str(_(SENTENCES[state]))
    return _("%(engine)s does not take deals.")


def redis() -> Part:
    """Say whether Redis is there; deals do not need it."""
    said = {
        "embedded": (GOOD, _("Not used: this one process does everything itself.")),
        "ok": (GOOD, _("Redis answers.")),
        "down": (LOOK, _("Redis is away. Deals are recorded all the same; e-mails and files wait.")),
    }
    return Part(_("Cache and messages"), *said[condition.redis_state()])


def waiting() -> Iterator[Part]:
    """Say what is not yet done beside the requests: e-mails, exports, searches."""
    now, left = timezone.now(), site.backlog()
    name = _("Work in the background")
    if left.since and now - left.since > LATE:
        said = ngettext(
            "%(n)s piece of work waits, the oldest for %(long)s. Is the worker running?",
            "%(n)s pieces of work wait, the oldest for %(long)s. Is the worker running?",
            left.waiting,
        )
        yield Part(name, LOOK, said % {"n": left.waiting, "long": timesince(left.since, now)})
    elif left.last_done:
        yield Part(name, GOOD, _("All is done; the last %(when)s.") % {"when": _moment(left.last_done)})
    else:
        yield Part(name, GOOD, _("Nothing was to be done yet."))


def workers(noted: Notes) -> Iterator[Part]:
    """Say whether those who do the work beside the requests have been heard of lately."""
    itself = notes.works_itself()
    if itself is None:
        yield _heard(_("Worker"), noted.get(notes.Name.WORKER))
        yield _heard(_("Clock of the worker"), noted.get(notes.Name.BEAT))
    elif itself:
        yield Part(_("Worker"), GOOD, _("This one process does the work itself."))
    else:
        yield Part(_("Worker"), LOOK, _("Nobody does the work here: start the site again."))


def _heard(name: str, noted: SiteNote | None) -> Part:
    start = _("Start the worker (celery -A config worker --beat).")
    if noted is None:
        return Part(name, LOOK, _("Never heard of.") + " " + start)
    told = _("Heard of %(when)s.") % {"when": _moment(noted.at)}
    if timezone.now() - noted.at > LATE:
        return Part(name, LOOK, f"{told} {start}")
    return Part(name, GOOD, told)


def verification(noted: Notes) -> Part:
    """Say when all ledgers were verified last, and how they were found."""
    name, last = _("Last verification"), noted.get(notes.Name.VERIFIED)
    if last is None:
        return Part(name, LOOK, _("None yet: run “manage.py verify_ledger”."))
    facts = {**last.told, "when": _moment(last.at)}
    if last.told["faults"]:
        said = _("%(when)s: not as recorded: %(faults)s. “manage.py verify_ledger” says what and where.")
        return Part(name, BAD, said % facts)
    state = LOOK if timezone.now() - last.at > VERIFIED else GOOD
    return Part(name, state, _("%(when)s: all %(rows)s rows are as recorded.") % facts)


def backups() -> Iterator[Part]:
    """Say when the site was backed up last, and whether a second folder has it."""
    name, told = _("Backup"), rotating.last()
    if not told and not rotating.is_wanted():
        yield Part(name, LOOK, _("This site makes none by itself: run “manage.py backup” each night."))
        return
    made = parse_datetime(told.get("made") or "")
    if told.get("failed"):
        yield Part(name, BAD, _("The last one failed: %(why)s") % {"why": told["error"]})
    elif made is None:
        yield Part(name, LOOK, _none_yet())
    else:
        fresh = AFTER_ROUNDS if settings.CELERY_TASK_ALWAYS_EAGER else EACH_NIGHT
        state = LOOK if timezone.now() - made > fresh else GOOD
        facts = {"file": told["file"], "when": _moment(made)}
        yield Part(name, state, _("%(file)s, %(when)s.") % facts)
        yield _second(told["second"])


def _none_yet() -> str:
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return _("None yet; closing a round makes one, “manage.py backup” at any time.")
    return _("None yet; the worker makes one each night, “manage.py backup” at any time.")


def _second(told: dict[str, str]) -> Part:
    said = {
        "none": (LOOK, _("Only on this disk: SPARROWS_BACKUP_SECOND_FOLDER names another, a stick.")),
        "copied": (GOOD, _("The last backup is in %(folder)s, too.")),
        "missing": (LOOK, _("%(folder)s is not there: put the stick in.")),
        "failed": (BAD, _("The last backup did not get into %(folder)s: %(error)s")),
    }
    state, sentence = said[told["state"]]
    return Part(_("Second copy"), state, sentence % told if told["state"] != "none" else sentence)


def second_journal() -> Iterator[Part]:
    """Say whether deals are written to the second journal, where one is wanted."""
    said = {
        "ok": (GOOD, _("Each deal is written to %(folder)s, too.")),
        "missing": (BAD, _("%(folder)s is not there: no deal is written to it. Put its disk in.")),
        "read_only": (BAD, _("%(folder)s cannot be written: let the site’s user write there.")),
    }
    if (now := journal.state()) in said:
        state, sentence = said[now]
        yield Part(_("Second journal"), state, sentence % {"folder": settings.JOURNAL_FOLDER})


def room() -> Part:
    """Say how much room the disk has."""
    free = site.free_bytes()
    state = BAD if free < MUCH_TOO_LITTLE else LOOK if free < LITTLE else GOOD
    return Part(_("Room on the disk"), state, _("%(free)s are free.") % {"free": filesizeformat(free)})


def _moment(when: Any) -> str:
    return localize(timezone.localtime(when))
