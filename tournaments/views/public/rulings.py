"""What was disputed and decided in an event, for its readers: matters with their steps."""

from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse

from tournaments import access, sittings
from tournaments.models import Competition
from tournaments.selectors import people
from tournaments.selectors.matters import Matter, matters_of, on_deal, seen_by_readers
from tournaments.selectors.rule_lines import by_anchor
from tournaments.services.reckoning import rules_of
from tournaments.views.matters import Teller
from tournaments.views.public.answers import competition_page, number_in, show
from tournaments.views.public.rules import address_of

MATTERS = 50


class Narrowed(NamedTuple):
    """The table, and perhaps the deal, that is looked for."""

    round: int
    table: int
    deal: int | None

    @property
    def asked(self) -> str:
        """Write it as an address has it."""
        deal = f"&deal={self.deal}" if self.deal else ""
        return f"&round={self.round}&table={self.table}{deal}"


@competition_page
def rulings(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show matters of an event, or of a table or a deal of it, what is open first."""
    narrowed, rounds = _narrowed(request), list(competition.rounds.all())
    through = access.results_through(competition, rounds)
    out = [one for one in rounds if not one.is_draft and sittings.through(one.number, through)]
    found = matters_of(competition, by_anchor(rules_of(competition)), out)
    seen = _of(seen_by_readers(found, {one.number for one in out}), narrowed)
    shown = Paginator(seen, MATTERS).get_page(number_in(request, "page") or 1)
    teller = Teller(competition, list(people.entries_of(competition)), named=False)
    return show(
        request,
        "rulings",
        competition=competition,
        matters=teller.told(shown.object_list),
        shown=shown,
        narrowed=narrowed,
        asked=narrowed.asked if narrowed else "",
        held_back=through is not None,
        rules_url=address_of(competition),
        part="rulings",
    )


def _narrowed(request: HttpRequest) -> Narrowed | None:
    round_, table, deal = (number_in(request, name) for name in ("round", "table", "deal"))
    if round_ is None and table is None and deal is None:
        return None
    if round_ is None or table is None:
        raise Http404
    return Narrowed(round_, table, deal)


def _of(matters: list[Matter], narrowed: Narrowed | None) -> list[Matter]:
    return on_deal(matters, *narrowed) if narrowed else matters
