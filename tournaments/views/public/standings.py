"""The standings, live: overall, through a round, or of one round alone; for a season with its meetings."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import OuterRef, Prefetch, Subquery, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournaments import access, sittings
from tournaments.charts import Chart
from tournaments.models import Competition, DealVersion, Round
from tournaments.ranking.seasons.described import described
from tournaments.ranking.standings import OF_A_SEASON, criterion_name
from tournaments.selectors.counted import events_of
from tournaments.selectors.courses import fields_of, ways_of
from tournaments.selectors.outcome import Outcome, outcome_of
from tournaments.selectors.public import other_standings, standings_shown
from tournaments.selectors.review import shown_under_review
from tournaments.selectors.stages import worth_of
from tournaments.selectors.standings import Standings
from tournaments.views.public.answers import competition_page, edition, fragment, number_in, of_finals, show
from tournaments.views.public.pictures import places_over_rounds
from tournaments.views.public.standing_rows import rows_of
from tournaments.wording.people import shared_among

CACHED_SECONDS = 600
PLAYED = (Round.State.RUNNING, Round.State.CLOSED)
HEADINGS = {
    "mahjongs": _("Mah-jongs"),
    "given": _("Discards"),
    "best_round": _("Best round"),
    "head_to_head": _("Head to head"),
    "lot": _("Lot"),
    "firsts": _("Firsts"),
}


class Chosen(NamedTuple):
    """Which standings are wanted: overall, through a round, or of that round alone."""

    round_number: int | None
    alone: bool


@competition_page
def standings(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the standings with the way to every other view of them."""
    rounds = _rounds(competition)
    through = access.results_through(competition, rounds)
    chosen, outcome = _chosen(request, rounds, through), _outcome(competition)
    return show(
        request,
        "standings",
        competition=competition,
        rounds=_open(rounds, through),
        chosen=chosen,
        **other_standings(competition),
        outcome=outcome,
        body=body(competition, rounds, chosen, outcome),
        pictures=_pictures(competition, rounds, chosen),
        revision=competition.revision,
        part="standings",
    )


@fragment
def standings_fragment(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Give the part of the page that changes."""
    rounds = _rounds(competition)
    chosen = _chosen(request, rounds, access.results_through(competition, rounds))
    return HttpResponse(body(competition, rounds, chosen, _outcome(competition)))


def _pictures(competition: Competition, rounds: Sequence[Round], chosen: Chosen) -> list[Chart]:
    """Draw how places went up to what the table shows; one round alone has no way to show."""
    if chosen.alone:
        return []
    return places_over_rounds(competition, fields_of(competition, chosen.round_number, rounds))


def _outcome(competition: Competition) -> Outcome | None:
    """Ask what finals made of it, where it has some."""
    return outcome_of(competition) if of_finals(competition) else None


def body(
    competition: Competition, rounds: Sequence[Round], chosen: Chosen, outcome: Outcome | None = None
) -> str:
    """Say what finals decided, above the table."""
    table = table_body(competition, rounds, chosen, qualifying=outcome is not None)
    if outcome is None:
        return table
    return render_to_string("public/outcome.html", {"competition": competition, "outcome": outcome}) + table


def table_body(competition: Competition, rounds: Sequence[Round], chosen: Chosen, *, qualifying: bool) -> str:
    """Render the table once for each revision: a crowd that comes at once costs one rendering."""
    parts = (competition.pk, competition.revision, *chosen, qualifying, get_language(), edition())
    key = ":".join(map(str, ("public", *parts)))
    found: str | None = cache.get(key)
    if found is None:
        found = render_to_string(
            "public/standings_body.html",
            {**_context(competition, rounds, chosen), "qualifying": qualifying},
        )
        cache.set(key, found, CACHED_SECONDS)
    return found


def _rounds(competition: Competition) -> Sequence[Any]:
    """Read all rounds once for all that asks for them, drafts too, each with the time of the last deal."""
    last = DealVersion.objects.filter(competition=OuterRef("competition")).order_by("-sequence")
    timed = Round.objects.annotate(last_deal_at=Subquery(last.values("at")[:1]))
    prefetch_related_objects([competition], Prefetch("rounds", timed))
    return list(competition.rounds.all())


def _open(rounds: Sequence[Round], through: int | None) -> list[Round]:
    """List the rounds that are played and whose results the public may see."""
    played = (one for one in rounds if one.state in PLAYED)
    return [one for one in played if sittings.through(one.number, through)]


def _chosen(request: HttpRequest, rounds: Sequence[Round], through: int | None) -> Chosen:
    """Read which standings are wanted; 404 for a round that is not played yet, or is held back."""
    number = number_in(request, "round")
    if number is None:
        return Chosen(None, False)
    if number not in {one.number for one in _open(rounds, through)}:
        raise Http404
    return Chosen(number, number_in(request, "alone") == 1)


def _context(competition: Competition, rounds: Sequence[Any], chosen: Chosen) -> dict[str, Any]:
    table = standings_shown(competition, round_number=chosen.round_number, alone=chosen.alone)
    held_back = access.results_through(competition, rounds) is not None
    columns = [code for code in table.criteria if code in HEADINGS]
    ways = ways_of(competition, table, rounds)
    worth = worth_of(competition, rounds, table, overall=chosen.round_number is None)
    facts = {
        "competition": competition,
        "is_season": competition.is_season and not table.alone,
        "signed": competition.credit_scheme == Competition.CreditScheme.NET,
        "has_net": _shows_net(competition, table),
        "has_adjustments": any(row.adjustment for row in table.rows),
        "has_rests": any(row.rested for row in table.rows),
        "has_carried": any(row.carried for row in table.rows),
        "shared": shared_among((row.name, row.number) for row in table.rows),
    }
    return facts | {
        "table": table,
        "rows": rows_of(table, columns, facts, ways),
        "has_ways": ways.is_long,
        "moved_since": ways.since,
        "held_back": held_back,
        "reviews": shown_under_review(competition, **chosen._asdict()),
        "last_deal_at": None if held_back else next((one.last_deal_at for one in rounds), None),
        "columns": [_heading(code, competition.is_season) for code in columns],
        **worth._asdict(),
        "has_rested": any(cell.presence == "rested" for row in table.rows for cell in row.rounds),
        "says": () if table.policy is None else tuple(described(table.policy, gettext)),
        "counted": [one for one in events_of(competition).values() if one.meeting in table.held],
        "has_marks": any(row.marks for row in table.rows),
        "has_dropped": any(cell.state == "dropped" for row in table.rows for cell in row.rounds),
        "has_zero": any(cell.state == "zero" for row in table.rows if row.rank for cell in row.rounds),
    }


def _heading(code: str, season: bool) -> tuple[str, str, str]:
    """Head a column: its code, the word over it, and the whole name."""
    name = gettext(criterion_name(code, season=season))
    return code, name if season and code in OF_A_SEASON else str(HEADINGS[code]), name


def _shows_net(competition: Competition, table: Standings) -> bool:
    if competition.is_season:
        return True
    plain = (row.net + row.adjustment + row.carried for row in table.rows)
    return any(row.total != net for row, net in zip(table.rows, plain, strict=True))
