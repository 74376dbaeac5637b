"""All papers of an event, or all its public pages, in one file.

It takes seconds to make, so no transaction is open meanwhile.

What papers are made of is read at once, pages one after the other; whoever was erased or renamed meanwhile is
noticed when the file is to be kept (`is_true`), of pages any other change too, and it is made anew.
"""

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.core.cache import cache
from django.urls import reverse

from tournaments.models import Competition, Export, Round, in_turn
from tournaments.printing import papers
from tournaments.printing.facts import Facts, facts_of
from tournaments.publishing.asking import asker
from tournaments.publishing.bundle import zipped
from tournaments.publishing.static_site import copied, event_scope
from tournaments.services.reckoning import rules_of

PROGRESS_SECONDS = 600
Names = list[tuple[int, str, str]]


@dataclass(frozen=True, slots=True)
class Bundle:
    """A file with the names that are in it, of a revision."""

    revision: int
    names: Names
    body: bytes
    of_one_revision: bool = False


def gathered(competition: Competition, site: str) -> Facts:
    """Read what all papers say, of every round whose seating is out."""
    rounds = competition.rounds.exclude(state=Round.State.DRAFT).select_related("competition")

    def page(round: int, table: int) -> str:
        named = {"slug": competition.slug, "round": round, "table": table}
        return site.rstrip("/") + reverse("organiser:table", kwargs=named)

    return facts_of(competition, rounds.order_by(*in_turn()), rules_of(competition), page)


def drawn(competition: Competition, site: str, size: str, tell: Callable[[int, int], None]) -> Bundle:
    """Draw every paper that there can be by now; `tell` hears how many of how many are done."""
    names, facts = names_of(competition), gathered(competition, site)
    file, kinds = io.BytesIO(), papers.offered(competition)
    with zipfile.ZipFile(file, "w") as bundle:  # not packed: PDFs are
        for done, kind in enumerate(kinds):
            tell(done, len(kinds))
            bundle.writestr(f"{done + 1}-{kind}.pdf", papers.written(kind, facts, size))
    return Bundle(competition.revision, names, file.getvalue())


def copy_of(competition: Competition, site: str, tell: Callable[[int, int], None]) -> Bundle:
    """Write every public page of an event as a file; `tell` hears how many of those known are done."""
    names = names_of(competition)
    files = copied(event_scope(competition), asker(site), tell)
    return Bundle(competition.revision, names, zipped(dict(sorted(files.items()))), of_one_revision=True)


def names_of(competition: Competition) -> Names:
    """List who is called what by now."""
    entries = competition.entries.select_related("player__club").order_by("number")
    return [(one.number, one.name, str(one.player and one.player.club)) for one in entries]


def is_true(bundle: Bundle, competition: Competition) -> bool:
    """Tell whether all are called what the file says, and nothing else has changed if it must not."""
    same = not bundle.of_one_revision or bundle.revision == competition.revision
    return same and bundle.names == names_of(competition)


def progress_note(export: int, done: int, of: int) -> None:
    """Keep how far a file is; whoever cannot read it sees that it is being written."""
    cache.set(_key(export), (done, of), PROGRESS_SECONDS)


def progress_of(exports: list[Export]) -> Mapping[int, tuple[int, int]]:
    """Say of files that are being written how many papers, or pages, of how many are done."""
    waiting = {_key(one.pk): one.pk for one in exports if one.revision is None}
    return {waiting[key]: told for key, told in cache.get_many(waiting).items()} if waiting else {}


def _key(export: int) -> str:
    return f"papers:{export}"
