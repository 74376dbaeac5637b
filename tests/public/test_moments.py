"""Standings of two moments as readers see them: of seasons, by the rules of then, nothing held back."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests import declared
from tests.public.pages import words_of
from tests.tournaments.test_policies import CLUB, evenings, set_to
from tournaments.models import Competition, Table
from tournaments.selectors.past import stood
from tournaments.selectors.standings import standings_of
from tournaments.services import corrections, penalties, policies, rounds, seats
from tournaments.services.competitions import competition_change, competition_publish, results_publish

__all__ = ["evenings"]  # a fixture
pytestmark = pytest.mark.django_db


def page_of(competition: Competition) -> str:
    return f"/c/{competition.slug}/standings/moments/"


def outline(table: Any) -> list[Any]:
    return [
        (row.number, row.rank, row.total, row.deals, [(cell.amount, cell.state) for cell in row.rounds])
        for row in table.rows
    ]


def test_a_season_stands_as_it_was_published_at_each_moment(
    evenings: Competition, olive: User, rafe: User
) -> None:
    """A change of rules, a correction, a penalty and a note each leave the moments before as they were."""
    season, published = evenings, list[tuple[datetime, list[Any]]]()
    table = Table.objects.select_related("round__competition").get(round__competition=season, round__number=2)
    content = declared.won("N", None)

    def corrected() -> None:
        corrections.deal_correct(
            table=table, number=2, content=content, mode="as_played", reason="N won.", actor=rafe
        )

    def fined() -> None:
        penalties.standings_penalty(
            entry=season.entries.get(number=2),
            round=season.rounds.get(number=1),
            amount=-50,
            reason="Late.",
            actor=rafe,
            key=uuid4(),
        )

    steps: list[Callable[[], Any]] = [
        lambda: None,
        lambda: set_to(season, olive, **CLUB, best_of=2, criteria=["total", "net"]),
        corrected,
        lambda: set_to(season, olive, credit_scheme="net", meetings=3, criteria=["total"]),
        fined,
        lambda: policies.season_fact_set(
            competition=season, key="adjustments", player=3, meeting=None, value="-7", actor=olive
        ),
    ]
    for step in steps:
        step()
        season.refresh_from_db()
        published.append((timezone.now(), outline(standings_of(season))))
    season = Competition.objects.get(pk=season.pk)
    for at, told in published:
        assert outline(stood(season, at)) == told
    assert len({str(told) for _, told in published}) >= 5  # the deal may be in a meeting that is dropped


def test_it_says_what_the_last_meeting_changed(evenings: Competition, reader: Client) -> None:
    answer = reader.get(page_of(evenings))
    found = answer.context["found"]
    assert [(one.round, one.tables, one.deals) for one in found.played] == [(3, 1, 2)]
    before = reader.get(page_of(evenings), {"a-choice": "before-r3", "b-choice": "after-r2"}).context["found"]
    assert (before.moved, before.nothing) == ((), True)
    lines = answer.context["lines"]
    assert {step.step.round for line in lines for step in line.steps} <= {1, 2, 3}
    assert any(seat.deals == (1, 2) for line in lines for step in line.steps for seat in step.seats)
    assert f"/c/{evenings.slug}/r3/t1/d2/" in answer.content.decode()


def test_it_says_the_reason_of_absence_and_not_the_table_of_the_substitute(
    evenings: Competition, olive: User, reader: Client, play: Any
) -> None:
    codes = {"holiday": {"formula": "fixed", "amount": 4}}
    season = set_to(evenings, olive, **{**CLUB, "meetings": 4, "absence": codes})
    policies.season_facts_set(competition=season, facts={"absent": {"4": {"4": "holiday"}}}, actor=olive)
    fourth = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
    there = season.entries.filter(number__in=[1, 2, 3, 4])
    rounds.check_in(round=fourth, entries=there, actor=olive)
    rounds.meeting_draw(round=fourth, actor=olive)
    rounds.round_start(round=rounds.round_publish(round=fourth, actor=olive), actor=olive)
    table = fourth.tables.get()
    seat = table.seatings.get(entry__number=4).seat
    guest = season.entries.get(number=5)
    seats.substitute(table=table, seat=seat, from_deal=1, entry=guest, actor=olive)
    play(table, declared.draw())
    rounds.round_close(round=fourth, actor=olive, anyway=True)
    answer = reader.get(page_of(season), {"a-choice": "after-r3", "b-choice": "now"})
    told = {one.row.number: one.steps[-1] for one in answer.context["lines"]}
    assert (told[4].absent, told[4].seats) == ("4 for absence with a reason (holiday)", ())
    assert (told[5].absent, [one.seat.table for one in told[5].seats]) == ("", [1])
    assert "4; 4 for absence with a reason (holiday)" in words_of(answer)


def test_it_says_which_rules_became_which(evenings: Competition, olive: User, reader: Client) -> None:
    season = set_to(evenings, olive, **CLUB, best_of=2)
    season = set_to(season, olive, **CLUB, best_of=1)
    line = season.actions.filter(verb="policy_set").first()
    answer = reader.get(page_of(season), {"a-choice": f"before-a{line.pk}", "b-choice": "now"})
    words = words_of(answer)
    (settled,) = answer.context["found"].settled
    assert [(bool(was), bool(is_)) for _, was, is_ in settled.told] == [(True, True)]
    assert "Rules changed" in words
    first = next(one for one in answer.context["lines"] if one.row.number == 1)
    states = [(step.step.before.state, step.step.after.state) for step in first.steps]
    assert states == [("counted", "dropped")]
    assert "by the rules as they were fixed then" in words


@pytest.fixture
def hidden(played: Competition, olive: User) -> Table:
    """A table of the second round, which runs and is held back; the first is closed."""
    rounds.round_close(round=played.rounds.get(number=1), actor=olive, anyway=True)
    later = rounds.round_publish(round=played.rounds.get(number=2), actor=olive)
    rounds.round_start(round=later, actor=olive)
    competition_change(competition=played, actor=olive, visibility="round")
    return Table.objects.select_related("round__competition").get(round=later, number=3)


def test_no_moment_tells_of_what_is_held_back(
    hidden: Table, play: Any, olive: User, rafe: User, reader: Client
) -> None:
    """Every moment there is, asked for by itself and in its turn, before and after hidden results come in."""
    event = Competition.objects.get(pk=hidden.round.competition_id)

    def seen() -> dict[str, str]:
        tokens = ["now", *(f"{side}-r{n}" for side in ("before", "after") for n in (1, 2))]
        tokens += [f"{side}-{kind}{n}" for side in ("before", "after") for kind in "dpa" for n in range(12)]
        asked = [{"a-choice": one} for one in tokens] + [{"a-entry": str(n)} for n in range(1, 9)]
        asked += [{"a-at": at, "b-choice": "now"} for at in ("2026-01-01", "2030-01-01", "2030-01-01T12:00")]
        answers = [(str(one), reader.get(page_of(event), one)) for one in asked]
        return {one: f"{answer.status_code} {words_of(answer)}" for one, answer in answers}

    before = seen()
    play(hidden)
    corrections.deal_correct(
        table=hidden, number=1, content=declared.won("N", None), mode="as_played", reason="Seen.", actor=rafe
    )
    told = {"round": hidden.round, "amount": -77, "reason": "Late again.", "actor": rafe, "key": uuid4()}
    penalties.standings_penalty(entry=event.entries.get(number=5), **told)
    assert seen() == before
    event.refresh_from_db()
    results_publish(competition=event, through=2, actor=olive)
    out = seen()
    assert "Late again" in str(out) or "77" in str(out)
    assert out != before


def test_a_moment_that_is_none_is_refused(corrected: Competition, reader: Client) -> None:
    for asked in ({"a-choice": "before-x1"}, {"b-entry": "999"}, {"a-at": "yesterday"}, {"a-entry": "0"}):
        assert reader.get(page_of(corrected), asked).status_code == 422, asked


def test_it_takes_few_queries(
    evenings: Competition, olive: User, reader: Client, django_assert_max_num_queries: Any
) -> None:
    season = set_to(evenings, olive, **CLUB)
    reader.get(f"/c/{season.slug}/standings/")  # whose sums are taken
    for asked in ({}, {"a-at": "2026-01-01", "b-entry": "2"}, {"a-choice": "before-r2"}):
        with django_assert_max_num_queries(12):
            assert reader.get(page_of(season), asked).status_code == 200


def test_nothing_played_is_no_moment(tournament: Competition, olive: User, reader: Client) -> None:
    competition_publish(competition=tournament, actor=olive)
    assert "Nothing has been played yet." in words_of(reader.get(page_of(tournament)))
