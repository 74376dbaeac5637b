"""Everything that can be wrong with a backup, or with what comes of it: a code and a sentence."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

SENTENCES = {
    "no_backup": gettext_noop("This is no backup that can be read: %(where)s"),
    "format": gettext_noop("The backup has a form that this program does not know: %(where)s"),
    "missing": gettext_noop("A part of the backup is missing: %(where)s"),
    "added": gettext_noop("A part was added to the backup: %(where)s"),
    "changed": gettext_noop("A part of the backup is damaged or was changed: %(where)s"),
    "unreadable": gettext_noop("A part of the backup cannot be read: %(where)s"),
    "rows": gettext_noop("A part of the backup has another number of rows than it should: %(where)s"),
    "newer_program": gettext_noop(
        "The backup is of a newer program, with migrations unknown here: %(where)s"
    ),
    "older_program": gettext_noop(
        "The backup is of an older program: restore it into a database without tables. %(where)s"
    ),
    "site_has_data": gettext_noop("This site has data already; --replace keeps a backup of it first."),
    "server_runs": gettext_noop("A server is using this database: stop it first. %(where)s"),
    "unknown_table": gettext_noop("The backup has a table or column that is not known here: %(where)s"),
    "row": gettext_noop("The database does not take a row of the backup: %(where)s"),
    "count": gettext_noop("A table has another number of rows than when it was backed up: %(where)s"),
    "event": gettext_noop("A competition is missing or was added: %(where)s"),
    "head": gettext_noop("The ledger ends elsewhere than when it was backed up: %(where)s"),
    "chain": gettext_noop("The ledger is not as it was recorded: %(where)s"),
    "standings": gettext_noop(
        "The standings come to something else than when they were backed up: %(where)s"
    ),
    "no_event": gettext_noop("This is no file of an event that was taken to a hall: %(where)s"),
    "other_program": gettext_noop(
        "The file is of another version of the program; both sites must have the same: %(where)s"
    ),
    "not_from_here": gettext_noop("No event of this site was taken away with this file: %(where)s"),
    "not_back": gettext_noop("This is the file that went to the hall. Bring the one that the hall made."),
    "parted": gettext_noop("The hall's ledger does not follow from what is known of it here: %(where)s"),
    "meanwhile": gettext_noop("This was written here since the event was taken to the hall: %(where)s"),
    "foreign": gettext_noop("The file has rows that are not of this event: %(where)s"),
    "twice": gettext_noop("Here and in the hall this was recorded differently: %(where)s"),
    "number_taken": gettext_noop("This number was given to somebody else here meanwhile: %(where)s"),
    "address_taken": gettext_noop("Another competition has this address here: %(where)s"),
    "refused": gettext_noop("The database does not take what was changed in the hall: %(where)s"),
    "no_database": gettext_noop("This is no address of a database: sqlite:///… or postgresql://… is."),
    "same_database": gettext_noop("This is the database that the site uses already."),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, and where."""

    code: str
    where: str = ""

    @property
    def sentence(self) -> str:
        return (_(SENTENCES[self.code]) % {"where": self.where}).strip()

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"


class Faulty(Exception):
    """Nothing was changed, because of these."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = list(faults)
        super().__init__("\n".join(map(str, self.faults)))
