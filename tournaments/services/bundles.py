"""All papers of an event in one file. They take seconds to draw, so no transaction is open meanwhile.

What they are made of is read at once; whoever was erased or renamed while they were drawn is noticed when the
file is to be kept (`is_true`), and it is drawn anew.
"""

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.core.cache import cache
from django.urls import reverse

from tournaments.models import Competition, Export, Round
from tournaments.printing import papers
from tournaments.printing.facts import Facts, facts_of
from tournaments.services.reckoning import rules_of

PROGRESS_SECONDS = 600
Names = list[tuple[int, str, str]]


@dataclass(frozen=True, slots=True)
class Bundle:
    """A file with the names that are in it, of a revision."""

    revision: int
    names: Names
    body: bytes


def gathered(competition: Competition, site: str) -> Facts:
    """Read what all papers say, of every round whose seating is out."""
    rounds = competition.rounds.exclude(state=Round.State.DRAFT).select_related("competition")

    def page(round: int, table: int) -> str:
        named = {"slug": competition.slug, "round": round, "table": table}
        return site.rstrip("/") + reverse("organiser:table", kwargs=named)

    return facts_of(competition, rounds.order_by("number"), rules_of(competition), page)


def drawn(competition: Competition, site: str, size: str, tell: Callable[[int, int], None]) -> Bundle:
    """Draw every paper that there can be by now; `tell` hears how many of how many are done."""
    names, facts = names_of(competition), gathered(competition, site)
    file, kinds = io.BytesIO(), papers.offered(competition)
    with zipfile.ZipFile(file, "w") as bundle:  # not packed: PDFs are
        for done, kind in enumerate(kinds):
            tell(done, len(kinds))
            bundle.writestr(f"{done + 1}-{kind}.pdf", papers.written(kind, facts, size))
    return Bundle(competition.revision, names, file.getvalue())


def names_of(competition: Competition) -> Names:
    """List who is called what by now."""
    entries = competition.entries.select_related("player__club").order_by("number")
    return [(one.number, one.name, str(one.player and one.player.club)) for one in entries]


def is_true(bundle: Bundle, competition: Competition) -> bool:
    """Tell whether everybody is still called what the papers say."""
    return bundle.names == names_of(competition)


def progress_note(export: int, done: int, of: int) -> None:
    """Keep how far a file is; whoever cannot read it sees that it is being written."""
    cache.set(_key(export), (done, of), PROGRESS_SECONDS)


def progress_of(exports: list[Export]) -> Mapping[int, tuple[int, int]]:
    """Say of files that are being written how many papers of how many are done."""
    waiting = {_key(one.pk): one.pk for one in exports if one.revision is None}
    return {waiting[key]: told for key, told in cache.get_many(waiting).items()} if waiting else {}


def _key(export: int) -> str:
    return f"papers:{export}"
