"""A competition's own page, its seating, and the list of what was changed."""

from collections.abc import Sequence

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from tournaments import access
from tournaments.models import Competition, Round
from tournaments.publishing.structured import sports_event
from tournaments.ranking.seasons.described import described
from tournaments.ranking.standings import CRITERIA, criterion_name
from tournaments.selectors import days, history, lineups, public, stages
from tournaments.selectors.best_hands import BestHand, best_hands
from tournaments.selectors.called import shared_in
from tournaments.selectors.coming import announced
from tournaments.selectors.counted import events_of
from tournaments.selectors.differences import differences
from tournaments.selectors.outcome import Outcome, outcome_of
from tournaments.selectors.registrations import registers
from tournaments.selectors.review import shown_under_review
from tournaments.selectors.standings import Row, Standings
from tournaments.selectors.timetable import timetable_of
from tournaments.services.reckoning import rules_are_as_pinned, rules_are_kept, rules_of
from tournaments.views.public.answers import competition_page, number_in, show
from tournaments.views.public.rules import address_of
from tournaments.wording.people import shared_among

PODIUM = 3
NEXT_MEETINGS = 8
HANDS = 3  # rounds that are shown with a hand
WANTED_LENGTH = 60
CHANGES_ON_A_PAGE = 100


@competition_page
def competition(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show what is played, under which rules, how far it is, and who leads."""
    rounds = list(public.rounds_of(competition).prefetch_related("tables"))
    table = public.standings_shown(competition)
    rules = rules_of(competition)
    shown, worth = stages.one(competition), stages.worth_of(competition, rounds, table)
    parts = list(stages.counted(public.parts_shown(competition)))
    outcome = outcome_of(competition) if any(one.decides_from for one in parts) else None
    return show(
        request,
        "competition",
        competition=shown,
        rounds=[(one, None) for one in rounds] if outcome else _with_hands(competition, rounds),
        rules=rules,
        options=options_of(competition),
        differences=differences(rules),
        criteria=criteria_of(competition),
        says=described(table.policy, gettext) if table.policy else (),
        left_out=[_criterion(competition, code) for code in competition.unknown_criteria],
        standings=table,
        state=worth.state,
        held_back=access.results_through(competition) is not None,
        reviews=shown_under_review(competition, rounds=rounds),
        shared=shared_among((row.name, row.number) for row in table.rows),
        counted=events_of(competition),
        outcome=outcome,
        top=in_front(table, outcome),
        entries=public.entries_of(competition),
        stage=stages.Event(shown, tuple(parts)).stage,
        running=next((one for one in rounds if one.is_running), None),
        registers=not rounds and registers(competition),
        pinned=rules_are_as_pinned(competition),
        kept=rules_are_kept(competition),
        rules_url=address_of(competition),
        days=timetable_of(competition),
        meetings_to_come=announced(competition)[:NEXT_MEETINGS] if competition.is_season else (),
        structured=sports_event(shown, days.of_event(shown, rounds), request.build_absolute_uri),
        parts=[(one, stages.stage_of(one)) for one in parts],
        has_finals=any(one.decides_from for one in parts),
        part="competition",
    )


def _with_hands(competition: Competition, rounds: Sequence[Round]) -> list[tuple[Round, BestHand | None]]:
    """Give the newest rounds whose results are out the hand that was worth most in them."""
    through = access.results_through(competition, rounds)
    out = [one for one in rounds if through is None or one.number <= through]
    hands = best_hands([one for one in out if one.is_running or one.is_closed][-HANDS:])
    return [(one, hands.get(one.pk)) for one in rounds]


def in_front(table: Standings, outcome: Outcome | None, most: int = PODIUM) -> list[Row]:
    """List who is in front: over all stages once finals decided, with the numbers of the event."""
    if outcome and outcome.placed:
        return [one.row._replace(number=one.number) for one in outcome.first]
    return [row for row in table.rows if row.rank and row.rank <= most and row.has_played][:most]


def options_of(competition: Competition) -> list[tuple[str, object, bool]]:
    """List the options of the rules in force: what each decides, its value, whether the event chose it."""
    rules = rules_of(competition)
    return [
        (gettext(spec.about), rules.options[name], rules.options[name] != spec.default)
        for name, spec in rules.option_specs.items()
    ]


def criteria_of(competition: Competition) -> list[tuple[str, bool]]:
    """Name the criteria of the standings in their order, and whether fewer is better."""
    chosen = competition.ranked_by
    return [(_criterion(competition, code), CRITERIA[code].fewer_is_better) for code in chosen]


def _criterion(competition: Competition, code: str) -> str:
    return gettext(criterion_name(code, season=competition.is_season))


@competition_page
def seating(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show one published round by table and by name, or every place of those who were looked for."""
    rounds = list(access.visible_rounds(competition))
    wanted = request.GET.get("q", "").strip()[:WANTED_LENGTH]
    shown = _shown_round(request, rounds)
    seated = public.seating_of(rounds if wanted else [shown] if shown else [])
    return show(
        request,
        "seating",
        competition=competition,
        rounds=rounds,
        shown=shown,
        seated=seated[-1] if seated else None,
        line_ups=lineups.shown_of(competition, None if wanted else shown),
        drawn_otherwise=shown is not None and public.draws_otherwise_today(shown),
        wanted=wanted,
        people=public.whereabouts(seated, wanted),
        part="seating",
    )


def _shown_round(request: HttpRequest, rounds: list[Round]) -> Round | None:
    """Pick the round asked for, else the one people look for: running, else next, else the last."""
    number = number_in(request, "round")
    if number is not None:
        return _numbered(rounds, number)
    for state in (Round.State.RUNNING, Round.State.PUBLISHED):
        found = [one for one in rounds if one.state == state]
        if found:
            return found[0]
    return rounds[-1] if rounds else None


def _numbered(rounds: list[Round], number: int) -> Round:
    for one in rounds:
        if one.number == number:
            return one
    raise Http404


@competition_page
def changes(request: HttpRequest, competition: Competition) -> HttpResponse:
    """List corrections, voids and penalties with their reasons, the newest first."""
    through = access.results_through(competition)
    pages = Paginator(history.changes_of(competition, through=through), CHANGES_ON_A_PAGE)
    listed = pages.get_page(number_in(request, "page") or 1)
    return show(
        request,
        "changes",
        competition=competition,
        changes=listed,
        shared=shared_in(competition),
        part="changes",
    )
